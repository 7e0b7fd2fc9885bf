package system

import (
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// TestForcesAsReported: for each kind of force, what is reported on I and on J, each
// about its marker and along the axes of a third, is what the bodies get; net
// forces between the markers are the same, either way round.
func TestForcesAsReported(t *testing.T) {
	for seed := range uint64(30) {
		m := newModel(800 + seed)
		for range 3 {
			m.body(Rigid)
		}
		d := Direction(seed % 5)
		i, j, ref, rm := m.marker(1), m.marker(2), m.marker(3), m.marker(BodyIdx(m.r.IntN(4)))
		c := [6]Output{m.law(t, "2+DX(%d)", i), None, None, None, None, None}
		f := Force{Element: "X", ID: 1, Direction: d, I: m.at(i), J: m.at(j), Ref: m.at(ref), Comp: c}
		if d == Axes {
			for k := range f.Comp {
				f.Comp[k] = m.law(t, "%d-DY(%d)", k, i)
			}
		}
		if d == Push || d == Spin {
			f.J = NoMarker
			j = 0
		}
		m.AddForce(f, "GFORCE")
		var calls [4][8]Call
		for k, n := range []string{"FM", "FX", "FY", "FZ", "TM", "TX", "TY", "TZ"} {
			calls[0][k], calls[1][k] = m.asked("GFORCE", 1, 0, k+1, rm), m.asked("GFORCE", 1, 1, k+1, rm)
			args := []int{i, j, rm}
			back := []int{j, i, rm}
			if j == 0 {
				back = args
			}
			if k%4 == 0 {
				args, back = args[:2], back[:2]
			}
			calls[2][k], calls[3][k] = m.asked(n, args...), m.asked(n, back...)
		}
		s := m.state(t)
		p := m.anywhere(s)
		var v [4][8]float64
		for a := range calls {
			for k := range calls[a] {
				v[a][k] = valueAt(t, s, p, calls[a][k])
			}
		}
		axes := poseOf(m.System, p, rm)
		for a, body := range [4]BodyIdx{1, 2, 1, 2} {
			id := [4]int{i, j, i, j}[a]
			if j == 0 && a%2 == 1 {
				if a == 1 && v[1] != [8]float64{} {
					t.Errorf("seed %d: something acts on a J that is not there: %v", seed, v[1])
				}
				continue
			}
			force, torque := axes.out(vec{X: v[a][1], Y: v[a][2], Z: v[a][3]}), axes.out(vec{X: v[a][5], Y: v[a][6], Z: v[a][7]})
			arm := poseOf(m.System, p, id).P.Sub(spatial.LoadVec(p.Q[m.Bodies[body].q:]))
			torque = torque.Add(arm.Cross(force))
			if b := &s.kin.body[body]; b.F.Sub(force).Norm() > 1e-12*(1+force.Norm()) || b.T.Sub(torque).Norm() > 1e-12*(1+torque.Norm()) {
				t.Errorf("seed %d, direction %d, side %d: force %v torque %v reported, %v %v applied", seed, d, a, force, torque, b.F, b.T)
			}
			if !close(v[a][0], force.Norm(), 1e-12) {
				t.Errorf("magnitude %g, want %g", v[a][0], force.Norm())
			}
		}
	}
}

// TestMatrixOfReactions: laws of reactions, net forces, forces of other elements and
// accelerations: exact with respect to accelerations, multipliers and other
// unknowns at a fixed pose; their dependence on pose and speeds is left out.
func TestMatrixOfReactions(t *testing.T) {
	for seed := range uint64(10) {
		m := newModel(900 + seed)
		for range 3 {
			m.body(Rigid)
		}
		m.joint("REVOLUTE", 1, 2)
		m.joint("UNIVERSAL", 3, Ground)
		i, j, k := m.marker(1), m.marker(3), m.marker(2)
		m.elements(t)
		pl := m.Rows[0].rowOwner()
		ri, rj := m.Markers[pl.I].ID, m.Markers[pl.J].ID
		for n, c := range []struct {
			src  string
			args []any
		}{
			{"JOINT(1,0,2,%d)-0.3*JOINT(2,1,7,%d)", []any{i, j}},
			{"0.1*JOINT(1,1,1,0)+0.2*JOINT(2,0,5,0)", nil},
			{"FX(%d,%d)+TM(%d,%d)*0.1-TZ(%d,%d,%d)", []any{ri, rj, rj, ri, ri, rj, k}},
			{"0.1*ACCX(%d,%d,%d,%d)+0.2*WDTZ(%d,%d,%d)-0.1*ACCM(%d)", []any{i, j, k, j, i, j, k, k}},
			{"SFORCE(1,1,3,%d)*0.5+GFORCE(9,0,6,%d)", []any{k, i}},
		} {
			f := Force{Element: "Force_Vector_TwoBody", ID: 20 + n, Direction: Axes, I: m.at(i), J: m.at(k), Ref: m.at(j),
				Comp: [6]Output{m.law(t, c.src, c.args...), None, None, None, None, None}}
			m.AddForce(f)
		}
		s := m.state(t)
		compareMatrix(t, "reactions", s, m.anywhere(s), integrate.Coef{}, 1e-7)
	}
}
