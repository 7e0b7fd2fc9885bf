package run

import (
	"math"
	"strings"
	"testing"
)

// TestLinearLeavesNoTrace: a run continues behind a linear analysis as without it, bit for
// bit.
func TestLinearLeavesNoTrace(t *testing.T) {
	first, second := simulate(`end_time="1.1" print_interval="0.11"`), simulate(`end_time="3.3" print_interval="0.11"`)
	whole, with := ran(t, whirl, first+second, nil), ran(t, whirl, first+about+second, nil)
	if whole.err != nil || with.err != nil {
		t.Fatal(whole.err, with.err)
	}
	if d := apart(t, whole.tab, with.tab, "9.F1", "9.F2", "9.F3", "9.F4", "2.F1", "2.F2"); d != 0 {
		t.Errorf("they differ by %g", d)
	}
}

// TestSavedBehind: what Save leaves behind an analysis of each kind continues as the
// uninterrupted run, to 1e-9. The model has a state, an input that grows with time, and a
// place of rest.
func TestSavedBehind(t *testing.T) {
	model := strings.Replace(ground+fall+cart, `<Reference_Variable id="1" expr="0"/>`, `<Reference_Variable id="1" expr="9*SIN(3*TIME)"/>`, 1) +
		link(2, 0, 0, -math.Pi/2+0.3, 1, 2) + revolute(2, 21, 10) + `<Post_Request id="9" type="EXPRESSION" expr1="AZ(21)" expr2="DX(10)" expr3="DIF(1)" expr4="JOINT(2,0,2,0)"/>`
	first, second := simulate(`end_time="1.1" print_interval="0.11"`), simulate(`duration="2.2" print_interval="0.11"`)
	// Steps that are chosen would follow the last bit of where bodies are.
	set := map[string]string{"integrator_type": "HHT", "h_fixed": "0.01", "integr_tol": "1e-10"}
	const static = `<Simulate analysis_type="Static"/>`
	for name, first := range map[string]string{
		"transient": first, "linear": first + about, "assembly": `<Simulate analysis_type="ASSEMBLY"/>`, "static": static, "static and linear": static + about,
		"quasi-static": `<Simulate analysis_type="Quasi-static" end_time="0.2" num_steps="2"/>`, "all": first + static + about + second + about,
	} {
		t.Run(name, func(t *testing.T) {
			whole := ran(t, model, first+second, set)
			path := saving(t, model, first, set, nil)
			further(t, path, second)
			rest := runIn(t, path, set, nil)
			if whole.err != nil || rest.err != nil {
				t.Fatal(whole.err, rest.err)
			}
			if d := apart(t, whole.tab, rest.tab, "9.F1", "9.F2", "9.F3", "9.F4"); d > 1e-9 {
				t.Errorf("they differ by %g", d)
			}
			if v := rest.tab.of(t, "9.F2"); largest(v) < 0.01 {
				t.Errorf("it moves by %g only", largest(v))
			}
		})
	}
}
