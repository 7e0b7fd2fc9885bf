package subtest

import (
	"errors"
	"math"
	"strconv"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

func value(f *usersub.Frame) []float64 { return f.Arg("value") }

func catena(f *usersub.Frame, s usersub.State) error {
	m := []int32{int32(f.Arg("par")[0])}
	y, _ := s.SysFnc("DY", m)
	x, _ := s.SysFnc("DX", m)
	value(f)[0] = y - math.Cosh(x)
	return nil
}

func parsum(f *usersub.Frame, s usersub.State) error {
	v := 1000 * float64(f.Ints(f.Sig.Index("npar"))[0])
	for i, p := range f.Arg("par") {
		v += float64(i+1) * p
	}
	value(f)[0] = v
	return nil
}

func integer(f *usersub.Frame, name string) float64 {
	return float64(f.Ints(f.Sig.Index(name))[0])
}

func flagsn(f *usersub.Frame, s usersub.State) error {
	value(f)[0] = 1000*integer(f, "id") + 100*integer(f, "dflag") + 10*integer(f, "iflag") + f.Time()
	return nil
}

func lugary(f *usersub.Frame, s usersub.State) error {
	joint := int32(f.Arg("par")[1])
	text, _ := s.ModFnc("Constraint_Joint", joint, "i_marker_id")
	i, _ := strconv.Atoi(text)
	text, _ = s.ModFnc("Constraint_Joint", joint, "j_marker_id")
	j, _ := strconv.Atoi(text)
	v := value(f)
	v[0], _ = s.SysFnc("WZ", []int32{int32(i), int32(j), int32(j)})
	for k, c := range []int32{2, 3, 4, 6, 7, 8} {
		v[1+k], _ = s.SysFnc("JOINT", []int32{joint, 0, c, int32(j)})
	}
	return nil
}

func lugyfo(f *usersub.Frame, s usersub.State) error {
	lugre(f.Arg("par"), f.Arg("states"), f.Arg("input"), f.Arg("stated"), f.Arg("output"))
	return nil
}

func colxx(f *usersub.Frame, s usersub.State) error {
	p, x := f.Arg("pxxmat"), f.Arg("states")
	for i := range x {
		for j := range x {
			p[i+j*len(x)] = float64(10*(i+1)+j+1) + f.Arg("par")[0]*x[j]
		}
	}
	return nil
}

func colxu(f *usersub.Frame, s usersub.State) error {
	p, x, u := f.Arg("pxumat"), f.Arg("states"), f.Arg("input")
	for i := range x {
		for j := range u {
			p[i+j*len(x)] = float64(10*(i+1)+j+1) + x[i]*u[j]
		}
	}
	return nil
}

func bushng(f *usersub.Frame, s usersub.State) error {
	par, r := f.Arg("par"), f.Arg("result")
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

func eights(f *usersub.Frame, s usersub.State) error {
	par, r := f.Arg("par"), f.Arg("results")
	d, _ := s.SysFnc("DM", []int32{int32(par[0]), int32(par[1])})
	for k := range r {
		r[k] = float64(k+1)*d + f.Time() + par[2+k]*integer(f, "iflag")
	}
	return nil
}

func laterq(f *usersub.Frame, s usersub.State) error {
	par := f.Arg("par")
	m := []int32{int32(par[0])}
	x, _ := s.SysFnc("DX", m)
	if x > par[1] {
		y, _ := s.SysFnc("DY", m)
		x += y
	}
	value(f)[0] = x
	return nil
}

func unknwn(f *usersub.Frame, s usersub.State) error {
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
	value(f)[0] = r
	return nil
}

func spelng(f *usersub.Frame, s usersub.State) error {
	m := []int32{int32(f.Arg("par")[0])}
	a, _ := s.SysFnc("dx", m)
	b, _ := s.SysFnc("DX    ", m)
	c, _ := s.SysFnc("Dx", m)
	value(f)[0] = a + 2*b + 4*c
	return nil
}

func manyqs(f *usersub.Frame, s usersub.State) error {
	sum := 0.0
	for k := range int32(f.Arg("par")[0]) {
		v, _ := s.SysFnc("DX", []int32{k + 1})
		sum += float64(k+1) * v
	}
	value(f)[0] = sum
	return nil
}

func events(f *usersub.Frame, s usersub.State) error {
	v, _ := s.SysFnc("TIME", nil)
	value(f)[0] = 2*v + f.Time()
	return nil
}

func modinf(f *usersub.Frame, s usersub.State) error {
	m, v := int32(f.Arg("par")[0]), value(f)
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

func beyond(f *usersub.Frame, s usersub.State) error { value(f)[0] = 1; return nil }

func unsets(f *usersub.Frame, s usersub.State) error {
	copy(f.Arg("result"), []float64{1, 0, 3})
	return nil
}

func failur(f *usersub.Frame, s usersub.State) error { return errors.New("no such law") }
