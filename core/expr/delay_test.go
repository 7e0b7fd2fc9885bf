package expr

import "testing"

// TestDelay: a DELAY is a measure with programs of its own; one with a constant lag that is not positive is its signal.
func TestDelay(t *testing.T) {
	p, errs := Compile("2*DELAY(DX(1)+DELAY(DY(2), 0.5, 0), 0.1*DX(3), SIN(TIME), 77)", delayTable{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if len(p.Delays) != 1 || len(p.Measures) != 1 || p.Measures[0].Name != "DELAY" || p.Delays[0].Array != 77 {
		t.Fatalf("%+v", p)
	}
	d := p.Delays[0]
	if len(d.Signal.Measures) != 2 || len(d.Signal.Delays) != 1 || d.Lag.Measures[0].Name != "DX" || !d.History.DependsOnTimeOnly() {
		t.Errorf("%+v", d)
	}
	if v, ok := d.Signal.Delays[0].Lag.ConstantValue(); !ok || v != 0.5 {
		t.Errorf("inner lag %g", v)
	}
	if v := p.Eval(p.NewWork(), 0, 4, []float64{3}); v != 6 {
		t.Errorf("value %g", v)
	}
	for _, text := range []string{"DELAY(DX(1), 0, 5)", "DELAY(DX(1), -0.1, 5)"} {
		p, errs := Compile(text, delayTable{})
		if len(errs) > 0 || len(p.Delays) != 0 || p.Measures[0].Name != "DX" {
			t.Errorf("%s: %+v %v", text, p, errs)
		}
	}
}

type delayTable struct{}

func (delayTable) Lookup(string) (Signature, bool) { return Signature{KindMeasure, 0, 1, 1}, true }
func (delayTable) Names() []string                 { return []string{"DX", "DY"} }
