package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestStickAtJump: dry friction by SIGN and IF sticks, also of an IF that computes its branches. A mass that a spring brings to rest off its middle, one that a moving belt takes along
// until the spring pulls it back, and one that an oscillating force moves only while it exceeds friction, against solutions piece by
// piece between the events of sticking and slipping, to twelve digits (scipy DOP853).
func TestStickAtJump(t *testing.T) {
	for n, c := range []struct {
		name, law string
		mass, x0  float64
		want      float64 // position after 5 s
		bound     float64
	}{
		{"spring", "-500*DX(2)-VX(2)-10*SIGN(1,VX(2))", 1.6, 0.5, -0.01991148, 6e-5},
		{"spring, computed", "-500*DX(2)-VX(2)+IF(VX(2):0.5*(20+DX(2)-DX(2)),0,-0.5*(20+DX(2)-DX(2)))", 1.6, 0.5, -0.01991148, 6e-5},
		{"belt, computed", "-100*DX(2)+IF(VX(2)-0.2:3+2*EXP((VX(2)-0.2)/0.05),0,-3-2*EXP((0.2-VX(2))/0.05))", 1, 0, -0.00298179, 4e-5},
		{"belt", "-100*DX(2)-(3+2*EXP(-ABS(VX(2)-0.2)/0.05))*IF(VX(2)-0.2:-1,0,1)", 1, 0, -0.00298179, 4e-5},
		{"force", "4*SIN(2*TIME)-SIGN(3,VX(2))", 1, 0, 0.29680678, 1.2e-4},
		{"rest", "-40*DX(2)+8*SIN(2*TIME)-SIGN(5,VX(2))", 1.5, 0.1, 0.06164172, 4e-5},
		{"rest", "-40*DX(2)+8*SIN(20*TIME)-IF(VX(2):-5,0,5)", 1.5, 0, -0.00166182, 2e-5},
	} {
		for i, method := range []string{"AUTO", "DSTIFF", "VSTIFF", "MSTIFF", "RADAU", "HHT"} {
			for k, tol := range []float64{1e-3, 1e-6} {
				if !long && (n+i+3*k)%6 != 0 {
					continue
				}
				model := fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="%g"/><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Point id="2" cg_id="2" mass="%g"/><Reference_Marker id="2" body_id="2" body_type="POINTBODY" pos_x="%g"/>
<Force_Vector_OneBody id="3" type="ForceOnly" marker_id="2" fx_expression="%s"/><Post_Request id="1" type="EXPRESSION" expr1="DX(2)" expr2="VX(2)"/>`,
					method, tol, c.mass, c.x0, c.law)
				o := carryOut(t, buildText(t, model, simulate(fmt.Sprintf(`end_time="5" num_steps="%d"`, []int{50, 5}[(n+i)%2]))), Options{})
				if o.err != nil {
					t.Errorf("%s %s %g: %v", c.name, method, tol, o.err)
					continue
				}
				x := o.tab.of(t, "1.F1")
				if d := math.Abs(x[len(x)-1] - c.want); !(d <= c.bound) {
					t.Errorf("%s %s %g: x = %g at the end, want %g within %g", c.name, method, tol, x[len(x)-1], c.want, c.bound)
				}
				if most := map[bool]int{true: 50000, false: 8000}[method == "HHT"]; o.doc.Steps > most {
					t.Errorf("%s %s %g: %d steps", c.name, method, tol, o.doc.Steps)
				}
				if !strings.Contains(fmt.Sprint(o.doc.Warnings), "stays at a jump") {
					t.Errorf("%s %s %g: warnings %v", c.name, method, tol, o.doc.Warnings)
				}
			}
		}
	}
}

// TestSwitchAtZero: a value that is zero by itself selects the middle branch of an IF, also while friction beside it sticks: y = 7 t²/2.
func TestSwitchAtZero(t *testing.T) {
	for k, method := range []string{"AUTO", "DSTIFF", "MSTIFF", "AUTO", "DSTIFF", "MSTIFF"} {
		choice := "IF(VARVAL(5):1,7,3)"
		if k >= 3 {
			choice = "IF(VARVAL(5):1+DX(2),7+DX(2)-DX(2),3+DX(2))"
		}
		model := fmt.Sprintf(`<Param_Transient integrator_type="%s"/><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Point id="2" cg_id="2" mass="1"/><Reference_Marker id="2" body_id="2" body_type="POINTBODY" pos_x="0.3"/><Reference_Variable id="5" type="EXPRESSION" expr="0*DX(2)"/>
<Force_Vector_OneBody id="3" type="ForceOnly" marker_id="2" fx_expression="-500*DX(2)-SIGN(20,VX(2))" fy_expression="%s"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(2)" expr2="DY(2)"/>`, method, choice)
		o := carryOut(t, buildText(t, model, simulate(`end_time="2" num_steps="4"`)), Options{})
		if o.err != nil {
			t.Errorf("%s: %v", method, o.err)
			continue
		}
		if y := o.tab.of(t, "1.F2"); math.Abs(y[len(y)-1]-14) > 1e-3 {
			t.Errorf("%s: y = %g at 2 s, want 14", method, y[len(y)-1])
		}
		if !strings.Contains(fmt.Sprint(o.doc.Warnings), "stays at a jump") {
			t.Errorf("%s: the mass does not stick: %v", method, o.doc.Warnings)
		}
	}
}
