package run

import (
	"math"
	"testing"
)

// TestImplicitStart: the rate of an implicit state at the start solves its
// equation, far as it is from the zero that the search begins at: with x = 2,
// x'³ + x' + x = 0 has the root -1.
func TestImplicitStart(t *testing.T) {
	model := falling + `<Control_Diff id="3" is_implicit="TRUE" type="EXPRESSION" expr="DIF1(3)**3+DIF1(3)+DIF(3)" ic="2"/>
<Post_Request id="9" type="EXPRESSION" expr1="DIF1(3)"/>`
	o := carryOut(t, buildText(t, model, simulate(`end_time="0.1" num_steps="1"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	if got := o.tab.of(t, "9.F1")[0]; math.Abs(got+1) > 1e-9 {
		t.Errorf("x' = %g, want -1", got)
	}
}

// TestFarStart: equations whose slope at the zero that the search begins at leads far
// away, to no value at all (EXP(1e6)), or nowhere (a slope of 0).
func TestFarStart(t *testing.T) {
	for law, want := range map[string]float64{
		"DIF1(3)**3+2*DIF1(3)-12":             2,
		"DIF1(3)**5+0.01*DIF1(3)-1000":        3.981040007418738,
		"ATAN(DIF1(3)-20)+0.001*(DIF1(3)-20)": 20,
		"EXP(DIF1(3))-1e6":                    math.Log(1e6),
		"DIF1(3)**3-8":                        2,
	} {
		for _, method := range []string{"DSTIFF", "ABAM", "HHT", "VSTIFF", "MSTIFF", "AUTO"} {
			model := `<Param_Transient integrator_type="` + method + `"/>` + falling + `<Control_Diff id="3" is_implicit="TRUE" type="EXPRESSION" expr="` + law + `" ic="2"/>
<Post_Request id="9" type="EXPRESSION" expr1="DIF1(3)" expr2="DIF(3)"/>`
			o := carryOut(t, buildText(t, model, simulate(`end_time="0.1" num_steps="1"`)), Options{})
			if o.err != nil {
				t.Errorf("%s, %s: %v", law, method, o.err)
				continue
			}
			rate, x := o.tab.of(t, "9.F1"), o.tab.of(t, "9.F2")
			if math.Abs(rate[0]-want) > 1e-9 || math.Abs(x[1]-2-0.1*want) > 1e-6 {
				t.Errorf("%s, %s: x' = %v, want %g, x = %v", law, method, rate, want, x)
			}
		}
	}
}
