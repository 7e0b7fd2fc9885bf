package subtest

import (
	"errors"
	"math"
	"strconv"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

func valueOutput(f *usersub.Frame) []float64 { return f.RealArgNamed("value") }

func evalCatenary(f *usersub.Frame, s usersub.State) error {
	m := []int32{int32(f.RealArgNamed("par")[0])}
	y, _ := s.SysFnc("DY", m)
	x, _ := s.SysFnc("DX", m)
	valueOutput(f)[0] = y - math.Cosh(x)
	return nil
}

func evalParameterSum(f *usersub.Frame, s usersub.State) error {
	v := 1000 * float64(f.Ints(f.Sig.ArgIndex("npar"))[0])
	for i, p := range f.RealArgNamed("par") {
		v += float64(i+1) * p
	}
	valueOutput(f)[0] = v
	return nil
}

func intArgNamed(f *usersub.Frame, name string) float64 {
	return float64(f.Ints(f.Sig.ArgIndex(name))[0])
}

func evalFlags(f *usersub.Frame, s usersub.State) error {
	valueOutput(f)[0] = 1000*intArgNamed(f, "id") + 100*intArgNamed(f, "dflag") + 10*intArgNamed(f, "iflag") + f.Time()
	return nil
}

func evalLuGreArray(f *usersub.Frame, s usersub.State) error {
	joint := int32(f.RealArgNamed("par")[1])
	text, _ := s.ModFnc("Constraint_Joint", joint, "i_marker_id")
	i, _ := strconv.Atoi(text)
	text, _ = s.ModFnc("Constraint_Joint", joint, "j_marker_id")
	j, _ := strconv.Atoi(text)
	v := valueOutput(f)
	v[0], _ = s.SysFnc("WZ", []int32{int32(i), int32(j), int32(j)})
	for k, c := range []int32{2, 3, 4, 6, 7, 8} {
		v[1+k], _ = s.SysFnc("JOINT", []int32{joint, 0, c, int32(j)})
	}
	return nil
}

func evalLuGreStateEquation(f *usersub.Frame, s usersub.State) error {
	evalLuGreFriction(f.RealArgNamed("par"), f.RealArgNamed("states"), f.RealArgNamed("input"), f.RealArgNamed("stated"), f.RealArgNamed("output"))
	return nil
}

func evalColumnXX(f *usersub.Frame, s usersub.State) error {
	p, x := f.RealArgNamed("pxxmat"), f.RealArgNamed("states")
	for i := range x {
		for j := range x {
			p[i+j*len(x)] = float64(10*(i+1)+j+1) + f.RealArgNamed("par")[0]*x[j]
		}
	}
	return nil
}

func evalColumnXU(f *usersub.Frame, s usersub.State) error {
	p, x, u := f.RealArgNamed("pxumat"), f.RealArgNamed("states"), f.RealArgNamed("input")
	for i := range x {
		for j := range u {
			p[i+j*len(x)] = float64(10*(i+1)+j+1) + x[i]*u[j]
		}
	}
	return nil
}

func evalBushing(f *usersub.Frame, s usersub.State) error {
	par, r := f.RealArgNamed("par"), f.RealArgNamed("result")
	q := []int32{int32(par[0]), int32(par[1]), int32(par[1])}
	var d, v [6]float64
	s.SysAry("TDISP", q, d[:3])
	s.SysAry("VEL", q, v[:])
	for c := range 3 {
		r[c] = -par[2]*d[c] - par[3]*v[c]
		r[3+c] = -par[4] * v[3+c]
	}
	return nil
}

func evalEightResults(f *usersub.Frame, s usersub.State) error {
	par, r := f.RealArgNamed("par"), f.RealArgNamed("results")
	d, _ := s.SysFnc("DM", []int32{int32(par[0]), int32(par[1])})
	for k := range r {
		r[k] = float64(k+1)*d + f.Time() + par[2+k]*intArgNamed(f, "iflag")
	}
	return nil
}

func evalLaterQuery(f *usersub.Frame, s usersub.State) error {
	par := f.RealArgNamed("par")
	m := []int32{int32(par[0])}
	x, _ := s.SysFnc("DX", m)
	if x > par[1] {
		y, _ := s.SysFnc("DY", m)
		x += y
	}
	valueOutput(f)[0] = x
	return nil
}

func evalUnknownMeasure(f *usersub.Frame, s usersub.State) error {
	var w [6]float64
	v, e := s.SysFnc("NOSUCH", []int32{1})
	_, a := s.SysAry("NOSUCH", []int32{1}, w[:])
	r := v + w[0]
	if e != 0 {
		r++
	}
	if a != 0 {
		r += 10
	}
	valueOutput(f)[0] = r
	return nil
}

func evalMeasureSpellings(f *usersub.Frame, s usersub.State) error {
	m := []int32{int32(f.RealArgNamed("par")[0])}
	a, _ := s.SysFnc("dx", m)
	b, _ := s.SysFnc("DX    ", m)
	c, _ := s.SysFnc("Dx", m)
	valueOutput(f)[0] = a + 2*b + 4*c
	return nil
}

func evalManyQueries(f *usersub.Frame, s usersub.State) error {
	sum := 0.0
	for k := range int32(f.RealArgNamed("par")[0]) {
		v, _ := s.SysFnc("DX", []int32{k + 1})
		sum += float64(k+1) * v
	}
	valueOutput(f)[0] = sum
	return nil
}

func evalEvents(f *usersub.Frame, s usersub.State) error {
	v, _ := s.SysFnc("TIME", nil)
	valueOutput(f)[0] = 2*v + f.Time()
	return nil
}

func evalModelInfo(f *usersub.Frame, s usersub.State) error {
	m, v := int32(f.RealArgNamed("par")[0]), valueOutput(f)
	for k, q := range []struct {
		element   string
		id        int32
		attribute string
	}{
		{"Constraint_Joint", m, "i_marker_id"}, {"NoSuchThing", m, "i_marker_id"},
		{"Constraint_Joint", -5, "i_marker_id"}, {"Constraint_Joint", m, "no_such_attribute"},
	} {
		_, info := s.ModFnc(q.element, q.id, q.attribute)
		v[k] = float64(info)
	}
	return nil
}

func evalBeyondParameters(f *usersub.Frame, s usersub.State) error { valueOutput(f)[0] = 1; return nil }

func evalUnsetOutput(f *usersub.Frame, s usersub.State) error {
	copy(f.RealArgNamed("result"), []float64{1, 0, 3})
	return nil
}

func failAlways(f *usersub.Frame, s usersub.State) error { return errors.New("no such law") }
