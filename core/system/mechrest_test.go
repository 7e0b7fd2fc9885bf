package system

import (
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// Struts that hold a body near its place: springs of free length 0 with dampers.
const (
	strutRate = 20.0
	strutDamp = 8.0
)

// strut holds points of each body at points of ground near by, which makes the place of rest one of
// its kind and motions towards it slow but for no swinging.
func (m *mechanism) strut(t *testing.T) {
	law := func(axis string, i, j int) Output {
		return m.law(t, "-%g*D%s(%d,%d)-%g*V%[2]s(%[3]d,%[4]d)", strutRate, axis, i, j, strutDamp)
	}
	for b := 1; b < len(m.Bodies); b++ {
		points := []vec{{}}
		if m.Bodies[b].Kind == Rigid {
			points = []vec{{X: 1}, {Y: 1}, {Z: 1}, {X: -1, Y: -1, Z: -1}}
		}
		c, r := m.start(BodyIdx(b))
		for _, at := range points {
			i := m.markerAt(BodyIdx(b), Marker{Pos: at, Rot: spatial.Identity})
			j := m.markerAt(Ground, Marker{Pos: c.Add(r.Mul(at)).AddScaled(0.1, randomVec(m.r)), Rot: spatial.Identity})
			m.AddForce(Force{Element: "Force_Vector_TwoBody", ID: i, Direction: Axes, I: m.at(i), J: m.at(j), Ref: Global,
				Comp: [6]Output{law("X", i, j), law("Y", i, j), law("Z", i, j), None, None, None}}, "VFORCE")
		}
	}
}

// TestMechanismsAtRest: mechanisms on ground come to rest where a search for rest
// finds them at rest.
func TestMechanismsAtRest(t *testing.T) {
	moved := 0.0
	for _, seed := range []uint64{0, 1, 8, 9, 16, 17, 24, 25, 32, 33, 40, 41} {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			m := newMechanism(t, seed)
			m.strut(t)
			s, p := unmoved(t, m.model)
			start := integrate.NewPoint(s.layout)
			start.Copy(p)
			s.Mode = Static
			opt := integrate.StaticOptions{MaxError: 1e-9, MaxImbalance: 1e-9, ConstrTol: 1e-11, Reach: make([]float64, s.layout.NV)}
			s.MaxEquilibriumSearchSteps(opt.Reach, 0.3)
			rest, err := integrate.NewStatics(s, opt, integrate.NewLinearSolver(s)).SolveEquilibrium(p)
			if err != nil {
				t.Fatal(err)
			}
			if rest.Unstable {
				t.Errorf("the equilibrium is unstable")
			}
			motion, q := unmoved(t, m.model)
			if err := integrate.SolveAccelerations(motion, q, integrate.NewLinearSolver(motion)); err != nil {
				t.Fatal(err)
			}
			end := advance(t, motion, q, "DSTIFF", 1e-6, 12, nil)
			off := 0.0
			for k := range p.Q {
				off = math.Max(off, math.Abs(p.Q[k]-end.Q[k]))
				moved = math.Max(moved, math.Abs(p.Q[k]-start.Q[k]))
			}
			t.Logf("%d bodies, %d rows: %d iterations, off by %.2g", len(m.Bodies)-1, m.nl, rest.Iterations, off)
			if off > 1e-9 {
				t.Errorf("at rest they differ by %.3g", off)
			}
		})
	}
	if moved < 0.1 {
		t.Errorf("nothing has moved by more than %.3g", moved)
	}
}

// unmoved returns a model at its start, assembled and without motion.
func unmoved(t *testing.T, m *model) (*State, *integrate.Point) {
	t.Helper()
	s := m.state(t)
	p := s.DeckPoint()
	clear(p.V)
	if _, err := s.Assemble(p, 1e-12); err != nil {
		t.Fatal(err)
	}
	if err := s.AssembleVelocities(p, 1e-11); err != nil {
		t.Fatal(err)
	}
	return s, p
}
