package system

import (
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// TestMatrixOfTension: a spring between two rigid bodies whose tension, a
// polynomial of elongation and rate, comes from a routine: its direction and arms
// turn with the pose. Forward differences of the routine, at about 1e-7 of the
// entries, bound the agreement.
func TestMatrixOfTension(t *testing.T) {
	for seed := range uint64(4) {
		m := newModel(900 + seed)
		i, j := m.marker(m.body(Rigid)), m.marker(m.body(Rigid))
		r := routineOf(sub(func(f *usersub.Frame, _ func(string, ...int) float64) error {
			u, v := f.RealArgNamed("disp")[0], f.RealArgNamed("velo")[0]
			f.RealArgNamed("force")[0] = 3*u + 2*u*u*u + 0.7*v + 0.1*u*v
			return nil
		}), usersub.SPDSUB, 5)
		r.Given = map[string][]Call{"disp": {{Name: "DM", Args: []int{i, j}}}, "velo": {{Name: "VR", Args: []int{i, j}}}}
		r.Order, r.Less, r.Tension = []string{"disp", "velo"}, map[string]float64{"disp": 0.3, "velo": -0.2}, true
		m.AddForce(Force{Element: "Force_SpringDamper", ID: 5, Direction: Line, I: m.at(i), J: m.at(j),
			Comp: [6]Output{{Law: m.AddLaw(r.LawSpec())}, None, None, None, None, None}}, "SPDP")
		s := m.state(t)
		for _, c := range coefs {
			compareMatrix(t, "tension", s, m.anywhere(s), c, 3e-6)
		}
	}
}
