package element_test

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

const sampledModel = tight + ground + point + `<Reference_Array id="1" type="X"/><Reference_Array id="2" type="Y" num_element="1"/>
<Reference_Array id="3" type="IC">2</Reference_Array><Reference_Array id="4" type="X" num_element="2"/><Reference_Array id="5" type="IC">1, 0</Reference_Array>
<Control_StateEqn id="1" type="USERSUB" x_array_id="1" y_array_id="2" ic_array_id="3" num_state="1" num_output="1" num_discrete_state="2" xd_array_id="4"
icd_array_id="5" usrsub_param_string="USER(0.5)" usrsub_dll_name="a" `

// sampledRoutines are of x' = xd1 - x, xd = (par xd1 + x, number of samples), y = x + 10 xd1, sampled after 0.1, 0.2, 0.3, …
func sampledRoutines(calls *int) routines {
	array := func(s usersub.State, id int32) float64 {
		var v [2]float64
		s.SysAry("ARRAY", []int32{id}, v[:])
		return v[0]
	}
	return routines{
		"GSE_DERIV":  func(f *usersub.Frame, s usersub.State) { f.RealArgNamed("xdot")[0] = array(s, 4) - array(s, 1) },
		"GSE_OUTPUT": func(f *usersub.Frame, s usersub.State) { f.RealArgNamed("y")[0] = array(s, 1) + 10*array(s, 4) },
		"GSE_UPDATE": func(f *usersub.Frame, s usersub.State) {
			x, xd := array(s, 1), array(s, 4)
			*calls++
			f.RealArgNamed("xplus")[0], f.RealArgNamed("xplus")[1] = f.RealArgNamed("par")[0]*xd+x, float64(*calls-1)
		},
		"GSE_SAMP": func(f *usersub.Frame, s usersub.State) {
			f.RealArgNamed("sample_step")[0] = 0.1 + f.Time()
		},
	}
}

// sampledWant follows the equation from 0 to end in closed form: a sample of xd at each time of times, x relaxes to xd between.
func sampledWant(end float64, times []float64) (x, xd float64) {
	x, xd = 2, 1
	t := 0.0
	for _, at := range append(times, end) {
		if at > end {
			break
		}
		x = xd + (x-xd)*math.Exp(t-at)
		if t = at; at < end {
			xd = 0.5*xd + x
		}
	}
	return x, xd
}

// TestDiscreteStates: discrete states change at their sample times only, where their routine is called once; continuous states and outputs see
// them as they are held.
func TestDiscreteStates(t *testing.T) {
	for _, c := range []struct {
		name, period string
		times        []float64
	}{
		{"constant", `sample_period="0.25" sample_offset="0.125"/>`, []float64{0.125, 0.375, 0.625, 0.875}},
		{"expression", `sample_period="0.1+TIME" sample_offset="0.05"/>`, []float64{0.05, 0.2, 0.5}},
		{"routine", `/>`, []float64{0, 0.1, 0.3, 0.7}},
	} {
		t.Run(c.name, func(t *testing.T) {
			calls := 0
			r := simulate(t, sampledModel+c.period+report("ARYVAL(1,1)", "ARYVAL(4,1)", "ARYVAL(4,2)", "ARYVAL(2,1)"), one, sampledRoutines(&calls))
			x, xd := sampledWant(1, c.times)
			r.near(-1, "9.F1", x, 1e-6)
			r.near(-1, "9.F2", xd, 1e-6)
			r.near(-1, "9.F3", float64(len(c.times)), 0)
			r.near(-1, "9.F4", x+10*xd, 1e-5)
		})
	}
}
