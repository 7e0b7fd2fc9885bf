package system

import (
	"fmt"
	"testing"
)

// TestOtherEndOfReaction: the same expression seen from its two markers. What
// it does to J, seen from I, is what it does to I's body seen from J; and it is
// found between the two markers, in both orders, and at I alone.
func TestOtherEndOfReaction(t *testing.T) {
	for seed := range uint64(6) {
		for _, ground := range []bool{false, true} {
			for _, src := range []string{
				"DM(%[1]d,%[2]d)-2", "DX(%[1]d,%[2]d,%[1]d)+DY(%[2]d,%[1]d,%[2]d)", "AZ(%[1]d,%[2]d)*DM(%[2]d,%[1]d)*SIN(TIME)",
				"VR(%[1]d,%[2]d)+WX(%[1]d,%[2]d,%[2]d)", "DX(%[1]d,%[2]d,%[3]d)",
			} {
				m := newModel(900 + seed)
				m.body(Rigid)
				body := m.body(Rigid)
				if ground {
					body = Ground
				}
				i, j, k := m.marker(1), m.marker(body), m.marker(1) // k turns with I's body
				for n, at := range []int{i, j} {
					g, err := m.NewExpressionConstraintRow("Constraint_General", n+1, compiled(t, fmt.Sprintf(src, i, j, k)), m.at(at))
					if err != nil {
						t.Fatal(err)
					}
					if want := m.at(i + j - at); g.J != want {
						t.Fatalf("%s from %d: the other end is marker %d, want %d", src, at, g.J, want)
					}
					m.AddRows(g)
				}
				var calls []Call
				for c := 1; c <= 8; c++ {
					calls = append(calls, m.asked("GCON", 1, 0, c), m.asked("GCON", 1, 1, c), m.asked("GCON", 2, 0, c))
				}
				between, reverse, alone := m.asked("FX", i, j), m.asked("TX", j, i), m.asked("TY", i)
				s := m.state(t)
				p := m.anywhere(s)
				p.L[0], p.L[1] = 3, 3
				value := func(c Call) float64 { return valueAt(t, s, p, c) }
				for c := 0; c < len(calls); c += 3 {
					if a, b := value(calls[c+1]), value(calls[c+2]); !close(a, b, 1e-12) {
						t.Errorf("%s: %s = %.15g, %s = %.15g", src, calls[c+1], a, calls[c+2], b)
					}
				}
				part := func(jflag, comp int) float64 { return value(Call{"GCON", []int{1, jflag, comp}}) }
				// Between the markers the second row acts too, and as much.
				for name, x := range map[string][2]float64{
					"between": {value(between), 2 * part(0, 2)}, "reverse": {value(reverse), 2 * part(1, 6)}, "alone": {value(alone), part(0, 7)},
				} {
					if !close(x[0], x[1], 1e-12) {
						t.Errorf("%s, %s: %.15g, want %.15g", src, name, x[0], x[1])
					}
				}
			}
		}
	}
}

// TestNoOtherEnd: expressions of more markers, of the global frame, or measured
// along axes of a third body.
func TestNoOtherEnd(t *testing.T) {
	m := newModel(3)
	i, j, k := m.marker(m.body(Rigid)), m.marker(m.body(Rigid)), m.marker(m.body(Rigid))
	for _, src := range []string{
		"DM(%[1]d,%[2]d)+DM(%[1]d,%[3]d)", "DX(%[1]d)", "DX(%[1]d,%[2]d)", "DX(%[1]d,%[2]d,%[3]d)", "VX(%[1]d,%[2]d,%[2]d)",
		"INCANG(%[1]d,%[2]d,%[3]d)", "DM(%[2]d,%[3]d)",
	} {
		g, err := m.NewExpressionConstraintRow("Constraint_General", 1, compiled(t, fmt.Sprintf(src, i, j, k)), m.at(i))
		if err != nil {
			t.Fatal(err)
		}
		if g.J != NoMarker {
			t.Errorf("%s has marker %d at its other end", src, g.J)
		}
	}
}
