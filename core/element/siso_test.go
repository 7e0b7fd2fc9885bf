package element_test

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// Responses to the step u = 3 from rest: a gain, a lag, and a transfer function with
// a feed-through, whose coefficients are not normalised.
func TestSISO(t *testing.T) {
	e, c, s := math.Exp(-1), math.Cos(1), math.Sin(1)
	for name, x := range map[string]struct {
		coefficients string
		want, first  float64 // y at 1 and at 0
	}{
		"gain":     {`num_numerator_coef="1" numerator_coef="4" num_denominator_coef="1" denominator_coef="2"`, 6, 6},
		"lag":      {`numerator_coef="1" denominator_coef="1 1"`, 3 * (1 - e), 0},
		"integral": {`numerator_coef="1 0" denominator_coef="0 2 0"`, 1.5, 0},
		// (2s²+3s+1)/(s²+2s+2): 1/2 + e^-t (3/2 cos t + 1/2 sin t)
		"second": {`num_numerator_coef="3" numerator_coef="4, 12, 8" num_denominator_coef="3" denominator_coef="8 8 4"`, 3 * (0.5 + e*(1.5*c+0.5*s)), 6},
	} {
		t.Run(name, func(t *testing.T) {
			r := simulate(t, tight+ground+point+`<Reference_Array id="1" type="X"/><Reference_Array id="2" type="Y"/><Reference_Array id="3" type="U">5</Reference_Array>
<Reference_Variable id="5" expr="3+0*TIME"/><Control_SISO id="1" x_array_id="1" y_array_id="2" u_array_id="3" `+x.coefficients+`/>`+report("ARYVAL(2,1)"), one, nil)
			r.near(0, "9.F1", x.first, 1e-9)
			r.near(-1, "9.F1", x.want, 1e-6)
		})
	}
}

// Inputs and outputs of the plant are their variables, for expressions and for
// routines.
func TestPlant(t *testing.T) {
	subs := routines{"VARSUB": func(f *usersub.Frame, s usersub.State) {
		var in, back [2]float64
		n, _ := s.SysAry("PINPUT", []int32{1}, in[:])
		m, _ := s.SysAry("POUTPUT", []int32{2}, back[:])
		if _, flag := s.SysAry("PINPUT", []int32{2}, back[1:]); flag == 0 || n != 2 || m != 1 {
			t.Errorf("%d inputs, %d outputs, flag %d", n, m, flag)
		}
		out(f)[0] = in[0] + 10*in[1] + 100*back[0] + 1000*ask(s, "PINVAL", 1, 2)
	}}
	r := simulate(t, tight+ground+point+`<Reference_Variable id="1" expr="TIME"/><Reference_Variable id="2" expr="2*TIME"/><Reference_Variable id="3" expr="DX(30)"/>
<Control_PlantInput id="1" num_element="2" variable_id_list="1, 2"/><Control_PlantOutput id="2" num_element="1" variable_id_list="3"/>
<Reference_Variable id="4" type="USERSUB" usrsub_dll_name="a"/>`+report("PINVAL(1,2)", "POUVAL(2,1)", "VARVAL(4)"), one, subs)
	r.near(-1, "9.F1", 2, 1e-12)
	r.near(-1, "9.F2", 2, 1e-12)
	r.near(-1, "9.F3", 1+20+200+2000, 1e-12)
}
