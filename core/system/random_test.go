package system

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

func randomVec(r *rand.Rand) vec {
	return vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
}

func randomRot(r *rand.Rand) mat { return spatial.QuatFromRotationVector(randomVec(r)).Mat() }

// randomInertia is positive definite and satisfies the triangle inequalities.
func randomInertia(r *rand.Rand) mat {
	a, b, c := 0.1+r.Float64(), 0.1+r.Float64(), 0.1+r.Float64()
	body := Body{Inertia: mat{A: vec{X: b + c}, B: vec{Y: a + c}, C: vec{Z: a + b}}}
	rot := randomRot(r)
	return body.inertiaInGlobalAxes(&rot)
}

// model is a random model while it is made.
type model struct {
	*System
	r    *rand.Rand
	next int // id of the next marker
}

func newModel(seed uint64) *model {
	m := &model{System: New(), r: rand.New(rand.NewPCG(seed, 99)), next: 1}
	m.Length = 3
	return m
}

// body adds a body in a random pose with a random motion.
func (m *model) body(kind BodyKind) BodyIdx {
	b := Body{ID: len(m.Bodies), Kind: kind, Mass: 0.5 + m.r.Float64(), Pos0: randomVec(m.r), V0: randomVec(m.r), Rot0: spatial.Identity}
	if kind == Rigid {
		b.Rot0, b.W0, b.Inertia = randomRot(m.r), randomVec(m.r), randomInertia(m.r)
		if m.r.IntN(2) == 0 {
			b.Inertia = mat{A: vec{X: 0.4}, B: vec{Y: 0.5}, C: vec{Z: 0.6}}
		}
	}
	return m.AddBody(b)
}

// marker adds a marker in a random place of a body and returns its id.
func (m *model) marker(b BodyIdx) int {
	rot := randomRot(m.r)
	if m.r.IntN(4) == 0 {
		rot = spatial.Identity
	}
	return m.markerAt(b, Marker{Pos: randomVec(m.r), Rot: rot})
}

func (m *model) markerAt(b BodyIdx, mk Marker) int {
	mk.ID, mk.Body = m.next, b
	m.next++
	m.AddMarker(mk)
	return mk.ID
}

// start returns body axes and place at the start; ground is the global frame.
func (m *model) start(b BodyIdx) (vec, mat) {
	if b == Ground {
		return vec{}, spatial.Identity
	}
	return m.Bodies[b].Pos0, m.Bodies[b].Rot0
}

// fitted adds a marker to body b whose pose at the start is that of marker j,
// turned and shifted along j's axes.
func (m *model) fitted(b BodyIdx, j int, turn mat, shift vec) int {
	mj := &m.Markers[m.at(j)]
	cj, rj := m.start(mj.Body)
	r := rj.MulMat(&mj.Rot)
	p := cj.Add(rj.Mul(mj.Pos)).Add(r.Mul(shift))
	r = r.MulMat(&turn)
	if m.Bodies[b].Kind == PointMass {
		m.Bodies[b].Pos0 = p
	}
	cb, rb := m.start(b)
	t := rb.T()
	return m.markerAt(b, Marker{Pos: rb.MulTransposed(p.Sub(cb)), Rot: t.MulMat(&r)})
}

func (m *model) at(id int) MarkerIdx {
	i, ok := m.Marker(id)
	if !ok {
		panic(fmt.Sprint("no marker ", id))
	}
	return i
}

// joint adds a joint whose conditions hold at the start and returns its index
// in Rows.
func (m *model) joint(kind string, i, j BodyIdx) int {
	mi, mj := m.ends(kind, i, j)
	id := len(m.Rows) + 1
	n := m.AddRows(m.NewJointRows(id, JointKinds[kind], m.at(mi), m.at(mj)))
	m.Joints[id] = n
	return n
}

// ends adds markers to two bodies that satisfy a joint at the start.
func (m *model) ends(kind string, i, j BodyIdx) (mi, mj int) {
	mj = m.marker(j)
	turn, shift := spatial.Identity, vec{}
	a, s := m.r.NormFloat64(), m.r.NormFloat64()
	switch kind {
	case "REVOLUTE":
		turn = spatial.RotZ(a)
	case "CYLINDRICAL":
		turn, shift = spatial.RotZ(a), vec{Z: s}
	case "TRANSLATIONAL":
		shift = vec{Z: s}
	case "SPHERICAL":
		turn = randomRot(m.r)
	case "INLINE":
		turn, shift = randomRot(m.r), vec{Z: s}
	case "INPLANE":
		turn, shift = randomRot(m.r), vec{X: s, Y: a}
	case "PLANAR":
		turn, shift = spatial.RotZ(a), vec{X: s, Y: a}
	case "ORIENTATION":
		shift = randomVec(m.r)
	case "PARALLEL_AXES":
		turn, shift = spatial.RotZ(a), randomVec(m.r)
	case "HOOKE": // x stays in the plane of J's x and z
		y, x := spatial.RotY(a), spatial.RotX(s)
		turn = y.MulMat(&x)
	case "CONSTANT_VELOCITY": // z bends by s about a direction in the plane of x and y
		z, x, back := spatial.RotZ(a), spatial.RotX(s), spatial.RotZ(-a)
		turn = z.MulMat(&x)
		turn = turn.MulMat(&back)
	case "PERPENDICULAR", "UNIVERSAL":
		x, z := spatial.RotX(math.Pi/2), spatial.RotZ(a)
		turn = z.MulMat(&x)
		z = spatial.RotZ(s)
		turn = turn.MulMat(&z)
		if kind == "PERPENDICULAR" {
			shift = randomVec(m.r)
		}
	}
	return m.fitted(i, mj, turn, shift), mj
}

func compiled(tb testing.TB, src string) *expr.Program {
	p, errs := expr.Compile(src, MeasureTable{})
	if len(errs) > 0 {
		tb.Fatalf("%s: %v", src, errs[0].Msg)
	}
	return p
}

// law adds the law of an expression.
func (m *model) law(tb testing.TB, format string, args ...any) Output {
	src := fmt.Sprintf(format, args...)
	return Output{Law: m.AddLaw(ExpressionLaw(src, compiled(tb, src)))}
}

func (m *model) state(tb testing.TB) *State {
	tb.Helper()
	s, err := m.NewState()
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

var jointNames = []string{"REVOLUTE", "SPHERICAL", "UNIVERSAL", "TRANSLATIONAL", "CYLINDRICAL", "FIXED"}

// rarerJoints are those of which trees of bodies are not made.
var rarerJoints = []string{"HOOKE", "CONSTANT_VELOCITY", "PLANAR", "INLINE", "INPLANE", "ORIENTATION", "PARALLEL_AXES", "PERPENDICULAR"}

// tree adds n bodies, each joined to one before it.
func (m *model) tree(n int) {
	for range n {
		parent := BodyIdx(m.r.IntN(len(m.Bodies)))
		if m.r.IntN(4) == 0 {
			b := m.body(PointMass)
			if m.Bodies[parent].Kind != PointMass {
				m.joint("SPHERICAL", b, parent)
			}
			continue
		}
		b := m.body(Rigid)
		if m.Bodies[parent].Kind == PointMass {
			m.joint("SPHERICAL", b, parent)
			continue
		}
		m.joint(jointNames[m.r.IntN(len(jointNames))], b, parent)
	}
}

// other returns a random body other than b.
func (m *model) other(b BodyIdx) BodyIdx {
	for {
		if c := BodyIdx(m.r.IntN(len(m.Bodies))); c != b {
			return c
		}
	}
}

// elements adds forces, springs, penalties and states of all kinds.
func (m *model) elements(tb testing.TB) {
	none := [6]Output{None, None, None, None, None, None}
	pair := func() (i, j, k int) {
		b := BodyIdx(1 + m.r.IntN(len(m.Bodies)-1))
		return m.marker(b), m.marker(m.other(b)), m.marker(BodyIdx(m.r.IntN(len(m.Bodies))))
	}
	line := func(d Direction, format string) {
		i, j, k := pair()
		c := none
		c[0] = m.law(tb, format, i, j, k)
		f := Force{Element: "Force_Scalar_TwoBody", ID: 1 + len(m.Forces), Direction: d, I: m.at(i), J: m.at(j), Ref: m.at(k), Comp: c}
		if d == Push || d == Spin {
			f.J = NoMarker
		}
		m.AddForce(f, "SFORCE")
	}
	line(Line, "-20*(DM(%[1]d,%[2]d)-1)-0.3*VR(%[1]d,%[2]d)")
	line(Line, "3*SIN(TIME)-DX(%[1]d,%[2]d,%[3]d)*VM(%[1]d,%[2]d,%[3]d)")
	line(Turn, "-4*AZ(%[1]d,%[2]d)-0.2*WZ(%[1]d,%[2]d,%[2]d)")
	line(Push, "2+DZ(%[1]d,%[2]d,%[3]d)**2")
	line(Spin, "0.2*KE(1)-KE(2)*INCANG(%[1]d,%[2]d,%[3]d)")
	line(Spin, "VX(%[1]d,%[2]d,%[3]d,%[2]d)*WM(%[1]d,%[2]d)")
	x := m.AddStates(StateGroup{Name: "Control_Diff", ID: 1, IC: []float64{0.3}, Law: 0})
	v := NewUnboundValue(1)
	v.State = x
	m.RegisterValue("DIF", 1, v)
	i, j, k := pair()
	m.States[0].Law = m.law(tb, "-DIF(1)+PITCH(%d,%d)*VY(%d,%d)", i, j, i, k).Law
	v1 := NewUnboundValue(1)
	v1.Law = m.law(tb, "COS(YAW(%d,%d))+DIF(1)*DIF1(1)", i, j).Law
	m.RegisterValue("VARVAL", 1, v1)
	a := NewUnboundValue(1)
	a.Unk = len(m.Algebraic)
	m.RegisterValue("VARVAL", 2, a)
	m.Algebraic = append(m.Algebraic, Algebraic{Name: "Reference_Variable", ID: 2,
		Law: m.law(tb, "0.2*SIN(VARVAL(2))+VARVAL(1)*DY(%d,%d,%d)", i, j, k).Law})
	c := none
	c[0] = m.law(tb, "VARVAL(2)+SFORCE(1,0,2,%d)", k)
	c[1] = m.law(tb, "2*DIF(1)-FX(%d,%d)", m.Markers[m.Forces[1].I].ID, m.Markers[m.Forces[1].J].ID)
	c[4] = m.law(tb, "ROLL(%d,%d)-0.1*WX(%d,%d,%d)", i, j, i, j, k)
	c[5] = m.law(tb, "VARVAL(1)*VARVAL(2)")
	m.AddForce(Force{Element: "Force_Vector_TwoBody", ID: 9, Direction: Axes, I: m.at(i), J: m.at(j), Ref: m.at(k), Comp: c}, "GFORCE")
	g := m.law(tb, "DM(%d,%d)-1.5+0.1*AX(%d,%d)", i, j, k, j)
	m.Penalties = append(m.Penalties, Penalty{ID: 1, G: g.Law, P: 30, P1: 1})
	v3 := NewUnboundValue(1)
	v3.Law = m.law(tb, "DX(%d,%d)**2+TIME", i, k).Law
	m.RegisterValue("VARVAL", 3, v3)
	g = m.law(tb, "VARVAL(3)*DZ(%d)+VARVAL(3)", j)
	m.Penalties = append(m.Penalties, Penalty{ID: 2, G: g.Law, P: 3, P1: 0.5, Unilateral: true, Smoothing: 2})
}

// anywhere returns a random point, not on the constraints.
func (m *model) anywhere(s *State) *integrate.Point {
	p := s.DeckPoint()
	for _, x := range [][]float64{p.Q, p.V, p.A, p.X, p.XDot, p.Y, p.L} {
		for i := range x {
			x[i] = m.r.NormFloat64()
		}
	}
	p.T = m.r.Float64()
	s.MovePositions(p.Q, p.Q, make([]float64, m.nv)) // unit quaternions
	return p
}

// richardson returns the derivative of f at 0 to O(h⁶).
func richardson(f func(h float64) float64, h float64) float64 {
	d := func(h float64) float64 { return (f(h) - f(-h)) / (2 * h) }
	a, b, c := d(h), d(h/2), d(h/4)
	ab, bc := (4*b-a)/3, (4*c-b)/3
	return (16*bc - ab) / 15
}

// moving returns p moved for a time h by constant rates: positions by
// v h + a h²/2 (of which the angular acceleration is a at h = 0), speeds by a h.
func moving(s *State, p *integrate.Point, h float64) *integrate.Point {
	n := integrate.NewPoint(s.layout)
	n.Copy(p)
	dq := make([]float64, len(p.V))
	for i := range dq {
		dq[i] = p.V[i]*h + p.A[i]*h*h/2
		n.V[i] = p.V[i] + p.A[i]*h
	}
	s.MovePositions(n.Q, p.Q, dq)
	n.T += h
	return n
}

func close(a, b, tol float64) bool { return math.Abs(a-b) <= tol*(1+math.Abs(a)+math.Abs(b)) }
