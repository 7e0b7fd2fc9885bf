package main

import (
	"errors"
	"math"
	"strconv"

	"github.com/trammel-mbd/trammel/sdk"
)

// referenceRoutines is the routines of the suite that every implementation passes; their
// definitions are in package usersub/subtest.
func referenceRoutines() map[string]sdk.Routine {
	calls := 0
	return map[string]sdk.Routine{
		"CATENA": sdk.PFOSUB(func(c *sdk.Call) float64 {
			m := c.ParInt(0)
			return c.SysFnc("DY", m) - math.Cosh(c.SysFnc("DX", m))
		}),
		"PARSUM": sdk.PFOSUB(evalParameterSum),
		"FLAGSN": sdk.SFOSUB(func(c *sdk.Call) float64 {
			return 1000*float64(c.ID) + 100*boolToReal(c.IsDifferencing()) + 10*boolToReal(c.IsSetup()) + c.Time
		}),
		"LUGARY": sdk.ARYSUB(evalLugreStateRates),
		"LUGYFO": sdk.YFOSUB(evalLugreForce),
		"COLXX": sdk.YFOXX(func(c *sdk.Call, m sdk.Matrix) {
			fillMatrix(m, func(i, j int) float64 { return c.Par[0] * c.States()[j] })
		}),
		"COLXU": sdk.YFOXU(func(c *sdk.Call, m sdk.Matrix) {
			fillMatrix(m, func(i, j int) float64 { return c.States()[i] * c.Input()[j] })
		}),
		"BUSHNG": sdk.GFOSUB(evalBushingForce),
		"EIGHTS": sdk.REQSUB(evalEightResults),
		"LATERQ": sdk.PFOSUB(evalLaterQuery),
		"UNKNWN": sdk.VARSUB(queryUnknownMeasure),
		"SPELNG": sdk.VARSUB(func(c *sdk.Call) float64 {
			m := c.ParInt(0)
			return c.SysFnc("dx", m) + 2*c.SysFnc("DX    ", m) + 4*c.SysFnc("Dx", m)
		}),
		"MANYQS": sdk.VARSUB(func(c *sdk.Call) float64 {
			sum := 0.0
			for k := range c.ParInt(0) {
				sum += float64(k+1) * c.SysFnc("DX", k+1)
			}
			return sum
		}),
		"EVENTS": sdk.VARSUB(func(c *sdk.Call) float64 { return 2*c.SysFnc("TIME") + c.Time }),
		"MODINF": sdk.ARYSUB(queryModelAttributes),
		"COUNTR": sdk.VARSUB(func(c *sdk.Call) float64 {
			calls++
			return float64(calls - 1)
		}),
		"UNSETS": sdk.VFOSUB(func(c *sdk.Call) [3]float64 { return [3]float64{0: 1, 2: 3} }),
		"FAILUR": sdk.RawRoutine("VARSUB", func(c *sdk.Call) error { return errors.New("no such law") }),
	}
}

func boolToReal(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func evalParameterSum(c *sdk.Call) float64 {
	v := 1000 * float64(c.IntInput("npar"))
	for i, p := range c.Par {
		v += float64(i+1) * p
	}
	return v
}

func fillMatrix(m sdk.Matrix, more func(i, j int) float64) {
	for i := range m.Rows {
		for j := range m.Cols {
			m.Set(i, j, float64(10*(i+1)+j+1)+more(i, j))
		}
	}
}

func evalLugreStateRates(c *sdk.Call, value []float64) {
	joint := c.ParInt(1)
	text, _ := c.ModFnc("Constraint_Joint", joint, "i_marker_id")
	i, _ := strconv.Atoi(text)
	text, _ = c.ModFnc("Constraint_Joint", joint, "j_marker_id")
	j, _ := strconv.Atoi(text)
	value[0] = c.SysFnc("WZ", i, j, j)
	for k, component := range []int{2, 3, 4, 6, 7, 8} {
		value[1+k] = c.SysFnc("JOINT", joint, 0, component, j)
	}
}

func evalLugreForce(c *sdk.Call, stateRates, output []float64) {
	p, z, u := c.Par, c.States(), c.Input()
	s0, s1, s2, vs, rb, rp, rf, mus, mud, preload := p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10]
	v := [2]float64{u[0] * rp, u[0] * rf}
	for k := range v {
		g := (mud + (mus-mud)*math.Pow(2.718, -(v[k]/vs)*(v[k]/vs))) / s0
		stateRates[k] = v[k]
		if math.Abs(g) > 1e-12 {
			stateRates[k] -= z[k] * math.Abs(v[k]) / g
		}
	}
	load := math.Sqrt(u[1]*u[1]+u[2]*u[2]) + u[4]/rb + u[5]/rb + preload
	t := math.Abs(load*rp*(s0*z[0]+s1*stateRates[0]+s2*v[0]) + u[3]*rf*(s0*z[1]+s1*stateRates[1]+s2*v[1]))
	if v[0] >= 0 {
		t = -t
	}
	output[5] = t
}

func evalBushingForce(c *sdk.Call) (r [6]float64) {
	i, j := c.ParInt(0), c.ParInt(1)
	d, v := c.SysAry("TDISP", i, j, j), c.SysAry("VEL", i, j, j)
	for k := range 3 {
		r[k] = -c.Par[2]*d[k] - c.Par[3]*v[k]
		r[3+k] = -c.Par[4] * v[3+k]
	}
	return r
}

func evalEightResults(c *sdk.Call) (r [8]float64) {
	d := c.SysFnc("DM", c.ParInt(0), c.ParInt(1))
	for k := range r {
		r[k] = float64(k+1)*d + c.Time + c.Par[2+k]*boolToReal(c.IsSetup())
	}
	return r
}

func evalLaterQuery(c *sdk.Call) float64 {
	x := c.SysFnc("DX", c.ParInt(0))
	if x > c.Par[1] {
		return x + c.SysFnc("DY", c.ParInt(0))
	}
	return x
}

func queryUnknownMeasure(c *sdk.Call) float64 {
	v, e := c.TrySysFnc("NOSUCH", 1)
	w, a := c.TrySysAry("NOSUCH", 1)
	for _, x := range w {
		v += x
	}
	return v + boolToReal(e != 0) + 10*boolToReal(a != 0)
}

func queryModelAttributes(c *sdk.Call, value []float64) {
	m := c.ParInt(0)
	for k, q := range []struct {
		element   string
		id        int
		attribute string
	}{
		{"Constraint_Joint", m, "i_marker_id"}, {"NoSuchThing", m, "i_marker_id"},
		{"Constraint_Joint", -5, "i_marker_id"}, {"Constraint_Joint", m, "no_such_attribute"},
	} {
		_, info := c.ModFnc(q.element, q.id, q.attribute)
		value[k] = float64(info)
	}
}
