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
