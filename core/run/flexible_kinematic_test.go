package run

import (
	"math"
	"strings"
	"testing"
)

// TestFlexibleKinematic: a kinematic analysis holds the modal coordinates, says so, and moves the slider-crank with a rod that is 0.01 longer as rigid: slider,
// and torque of the motion from the power of the kinetic energy. A dynamic one behind it bends.
func TestFlexibleKinematic(t *testing.T) {
	text := sliderCrank(t, "", "INLINE")
	text = strings.ReplaceAll(strings.Replace(text, `q_ic="0 0 1.03339863e-5 1.69327969e-5"`, `q_ic="0 0 0 0.01"`, 1), "0.4500169327969", "0.46")
	text = strings.Replace(text, `expr6="Q(3,10)"`, `expr6="Q(3,10)" expr7="MOTION(1,0,8,0)" expr8="QDOT(3,7)"`, 1)
	const (
		crank, rod, w  = 0.15, 0.31, 150.0
		s              = 0.0226656 + 0.025184*0.01
		inertia        = 0.0045339259 + 2*0.0075552*0.01 + 0.302208*0.01*0.01
		crankInertia   = 0.36*0.075*0.075 + 0.000702
		rodM, sliderM  = 0.151104, 0.075552
		motion, repeat = `<Simulate analysis_type="KINEMATICS" end_time="0.05" print_interval="0.005"/>`, `<Simulate analysis_type="TRANSIENT" end_time="0.06" print_interval="0.005"/>`
	)
	slider := func(a float64) float64 {
		return crank*math.Cos(a) + math.Sqrt(rod*rod-crank*crank*math.Sin(a)*math.Sin(a))
	}
	energy := func(a float64) float64 {
		b := -math.Asin(crank * math.Sin(a) / rod)
		bd := -crank * math.Cos(a) * w / (rod * math.Cos(b))
		vx, vy := -crank*w*math.Sin(a), crank*w*math.Cos(a)
		xd := vx - rod*math.Sin(b)*bd
		return (crankInertia*w*w+rodM*crank*crank*w*w+inertia*bd*bd+sliderM*xd*xd)/2 + s*bd*(-math.Sin(b)*vx+math.Cos(b)*vy)
	}
	o := runText(t, text, motion+repeat, nil)
	if o.err != nil {
		t.Fatal(o.err)
	}
	torque := o.tab.of(t, "1.F7")
	times := o.tab.of(t, "time")
	if bent := o.tab.of(t, "1.F8")[len(times)-1]; math.Abs(bent) < 1e-3 {
		t.Errorf("the speed of a mode is %g at the end of the dynamic analysis: nothing bends", bent)
	}
	for k, time := range times[:11] {
		a, h := w*time, 1e-4
		near(t, "slider", o.tab.of(t, "1.F2")[k], slider(a), 1e-9)
		for c, want := range map[string]float64{"1.F3": 0, "1.F6": 0.01, "1.F8": 0} {
			near(t, c, o.tab.of(t, c)[k], want, 1e-10)
		}
		power := 4*(energy(a+h)-energy(a-h))/(6*h) - (energy(a+2*h)-energy(a-2*h))/(12*h)
		near(t, "torque", torque[k], power, 1e-6)
	}
	if a := o.doc.Analyses; len(a) != 2 || a[0].Kind != "kinematic" || a[1].Kind != "transient" {
		t.Errorf("analyses %+v", a)
	}
	if said := strings.Join(o.doc.Warnings, " "); !strings.Contains(said, "holds the modal coordinates") || !strings.Contains(said, "Body_Flexible 3") {
		t.Errorf("warnings %q", said)
	}
}
