// Package system is the compiled model: bodies, markers, constraint rows,
// forces and laws as indices and constants (System), and all that changes
// during a run (State). A State is what an integrator sees as its Problem.
//
// Each rigid body has seven raw positions (mass centre, quaternion) and six
// speeds (velocity of the mass centre, angular velocity), all in global axes; a
// point body has three of each. Every law, an expression or a user subroutine,
// is a function of measures: see the measure table.
package system

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/spline"
)

type vec = spatial.Vec

type mat = spatial.Mat

// Indices into the System's arrays. An id is the deck's number, never an index.
type (
	BodyIdx    int32
	MarkerIdx  int32
	MeasureIdx int32
	LawIdx     int32
)

// Ground is the body and Global the marker of the global frame.
const (
	Ground   BodyIdx   = 0
	Global   MarkerIdx = 0
	NoMarker MarkerIdx = -1
)

// Body is a rigid body, a point body or ground.
type Body struct {
	ID   int
	Name string
	Kind BodyKind
	// Mass is in force units (force per acceleration); Inertia about the mass
	// centre in body axes, in the same units times length squared.
	Mass    float64
	Inertia mat
	// Pose and motion at the start: mass centre and body axes in the global
	// frame, velocity of the mass centre and angular velocity in global axes.
	Pos0   vec
	Rot0   mat
	V0, W0 vec
	// ExactV and ExactW mark components that the initial conditions keep.
	// ExactAxesV and ExactAxesW are the axes that they are components along.
	ExactV, ExactW         [3]bool
	ExactAxesV, ExactAxesW mat
	// Role says what a body is of a flexible body; Part is the place of its modal coordinates, or the number of its node.
	Role BodyRole
	Part int
	// Idle parameters belong to a contact that is switched off: they do not move.
	Idle bool

	q, v     int  // offsets in the raw positions and speeds
	count    int  // of modal coordinates
	diagonal bool // Inertia has no products
}

// BodyKind reports rigid bodies, point bodies and ground apart.
type BodyKind uint8

const (
	Rigid BodyKind = iota
	PointMass
	GroundBody
	// Parameter is the place of a contact along a curve or surface: one
	// coordinate, in units of length, without mass. See HigherPair.
	Parameter
	// Modal are up to three modal coordinates of a flexible body, in units of length, without mass of
	// their own. Pos0 and V0 are their values and speeds at the start. See FlexBody.
	Modal
)

// BodyRole reports the parts of flexible bodies apart.
type BodyRole uint8

const (
	Whole      BodyRole = iota // a body of the deck, or no part of a flexible body
	FlexFrame                  // the frame of reference of a flexible body
	FlexNode                   // the frame of a node, without mass
	FlexCoords                 // modal coordinates
	BeamNode                   // a node of a nonlinear flexible body, which has a mass of its own
)

// speedCount returns the number of speeds of a body.
func (b *Body) speedCount() int { return [...]int{6, 3, 0, 1, b.count}[b.Kind] }

func (b *Body) positionCount() int { return [...]int{7, 3, 0, 1, b.count}[b.Kind] }

// Marker is a frame fixed to a body.
type Marker struct {
	ID   int
	Body BodyIdx
	Pos  vec // from the mass centre, in body axes
	Rot  mat // marker axes in body axes
	// Floating markers have no pose: they only name a body.
	Floating bool

	aligned bool // Rot is the identity
}

// System is the compiled model. Nothing in it changes during a run.
type System struct {
	Bodies    []Body
	Markers   []Marker
	Rows      []RowSet
	Forces    []Force
	Penalties []Penalty
	Laws      []LawSpec
	States    []StateGroup
	Algebraic []Algebraic
	Shapes    []Shape
	Rigid     []RigidContact
	Flex      []FlexBody
	FlexLoads []FlexLoad
	// Gravity is the acceleration of gravity; components that GravityParts
	// gives a law for come from there.
	Gravity      vec
	GravityParts *[3]Output
	Values       map[string]map[int]Value // elements that measures name by id
	Joints       map[int]int              // id → index in Rows
	Motions      map[int]int
	DryFrictions []*DryFriction         // dry friction of joints as rows
	ForceIDs     map[string]map[int]int // measure name (SFORCE...) → id → Forces
	ModFnc       func(element string, id int, attribute string) (string, int32)
	Splines      map[int]*spline.Table // by id
	Customs      []CustomFunction
	Delays       []Delay
	Facts        DeckFacts // for queries of user subroutines
	Wanted       []Call    // measures that requests report
	Length       float64   // length scale of the model

	markerID     map[int]MarkerIdx
	bodyAt       map[bodyKey]BodyIdx
	centre       map[BodyIdx]int // id of the marker of AddMassCentreMarker
	frictionRows map[int]int     // key of AddDryFrictionRows → index in Rows
	nq, nv       int
	nl           int
	nx           int
	storedIC     []float64 // of stored values
	discrete     []DiscreteStates
	storedInRows bool  // a constraint or motion contains a stored value
	groups       []int // offset of each state group in the first-order states
}

type bodyKey struct {
	kind BodyKind
	id   int
	role BodyRole
	part int
}

// New returns a model that has nothing but ground and the global frame.
func New() *System {
	return &System{
		Bodies:  []Body{{Name: "ground", Kind: GroundBody, Rot0: spatial.Identity}},
		Markers: []Marker{{Rot: spatial.Identity}},
		Values:  map[string]map[int]Value{},
		Splines: map[int]*spline.Table{},
		Joints:  map[int]int{}, Motions: map[int]int{},
		ForceIDs: map[string]map[int]int{},
		markerID: map[int]MarkerIdx{0: Global},
		bodyAt:   map[bodyKey]BodyIdx{},
		Length:   0,
	}
}

// AddBody appends a body and returns its index.
func (sys *System) AddBody(b Body) BodyIdx {
	i := BodyIdx(len(sys.Bodies))
	b.q, b.v = sys.nq, sys.nv
	in := &b.Inertia
	b.diagonal = in.A.Y == 0 && in.A.Z == 0 && in.B.X == 0 && in.B.Z == 0 && in.C.X == 0 && in.C.Y == 0
	sys.nq += b.positionCount()
	sys.nv += b.speedCount()
	sys.bodyAt[b.key()] = i
	sys.Bodies = append(sys.Bodies, b)
	return i
}

// hasRigidInertia reports whether b is a rigid body with an inertia of its own.
func (b *Body) hasRigidInertia() bool {
	return b.Kind == Rigid && (b.Role == Whole || b.Role == BeamNode)
}

func (b *Body) key() bodyKey { return bodyKey{b.Kind, b.ID, b.Role, b.Part} }

// BodyCount returns the number of bodies of the deck, without ground.
func (sys *System) BodyCount() int {
	n := 0
	for i := range sys.Bodies {
		if sys.Bodies[i].isOfDeck() {
			n++
		}
	}
	return n
}

// Body returns the body with the given kind and id.
func (sys *System) Body(kind BodyKind, id int) (BodyIdx, bool) {
	i, ok := sys.bodyAt[bodyKey{kind: kind, id: id}]
	return i, ok
}

// SetGroundID gives ground the id by which the deck calls it.
func (sys *System) SetGroundID(id int) {
	sys.Bodies[0].ID = id
	sys.bodyAt[bodyKey{kind: Rigid, id: id}] = Ground
}

// AddMarker appends a marker and returns its index.
func (sys *System) AddMarker(m Marker) MarkerIdx {
	i := MarkerIdx(len(sys.Markers))
	sys.markerID[m.ID] = i
	m.aligned = m.Rot == spatial.Identity
	sys.Markers = append(sys.Markers, m)
	return i
}

// Marker returns the marker with the given id; 0 is the global frame.
func (sys *System) Marker(id int) (MarkerIdx, bool) {
	i, ok := sys.markerID[id]
	return i, ok
}

// AddRows appends constraint rows and returns their index.
func (sys *System) AddRows(r RowSet) int {
	r.rowOwner().At = sys.nl
	sys.nl += r.rowOwner().N
	sys.Rows = append(sys.Rows, r)
	return len(sys.Rows) - 1
}

// StateGroup is the first-order states of one element: x' = law outputs.
type StateGroup struct {
	Name string
	ID   int
	IC   []float64
	Law  LawIdx // outputs [Out, Out+len(IC)) are the derivatives
	Out  int
	Hold bool // is_static_hold
	// Implicit: the law's outputs are residuals F(x, x', ...) = 0.
	Implicit bool
}

// AddStates appends a group of states and returns the offset of its first
// state.
func (sys *System) AddStates(g StateGroup) int {
	at := sys.nx
	sys.groups = append(sys.groups, at)
	sys.nx += len(g.IC)
	sys.States = append(sys.States, g)
	return at
}

// Algebraic is an unknown of the iterate: y = output 0 of the law.
type Algebraic struct {
	Name string
	ID   int
	Law  LawIdx
	IC   float64
}

// AddLaw appends a law and returns its index.
func (sys *System) AddLaw(l LawSpec) LawIdx {
	sys.Laws = append(sys.Laws, l)
	return LawIdx(len(sys.Laws) - 1)
}

// makeLayout returns the sizes and scales of the unknowns.
func (sys *System) makeLayout() *integrate.Layout {
	n := &integrate.Layout{
		NQ: sys.nq, NV: sys.nv, NX: sys.nx, NY: len(sys.Algebraic), NL: sys.nl,
		QScale: make([]float64, sys.nq), VScale: make([]float64, sys.nv),
		QSize: make([]float64, sys.nq), VSize: make([]float64, sys.nv),
		XScale: make([]float64, sys.nx), YScale: make([]float64, len(sys.Algebraic)),
		RowLevel: make([]integrate.Level, sys.nl), Hold: make([]bool, sys.nx),
	}
	for i := range sys.Bodies {
		b := &sys.Bodies[i]
		for k := range b.positionCount() {
			n.QScale[b.q+k] = sys.positionErrorScale(k >= 3, 0.5)
			n.QSize[b.q+k] = sys.motionScale(k >= 3, 0.5)
		}
		for k := range b.speedCount() {
			n.VScale[b.v+k] = sys.positionErrorScale(k >= 3, 1)
			n.VSize[b.v+k] = sys.motionScale(k >= 3, 1)
		}
	}
	for i, g := range sys.States {
		for k := range g.IC {
			n.XScale[sys.groups[i]+k] = 1
			n.Hold[sys.groups[i]+k] = g.Hold
		}
	}
	for i := range n.YScale {
		n.YScale[i] = 1
	}
	for _, r := range sys.Rows {
		p := r.rowOwner()
		for k := range p.N {
			n.RowLevel[p.At+k] = constraintLevel(r)
		}
	}
	return n
}

// positionErrorScale is the unit of a position error: one radian for rotations, the
// smaller of one unit and the length scale of the model for lengths, so that
// integr_tol stays an upper limit.
func (sys *System) positionErrorScale(rotation bool, one float64) float64 {
	if rotation {
		return one
	}
	if sys.Length > 0 {
		return min(1, sys.Length)
	}
	return 1
}

// motionScale is the size of the model that a motion is compared with: its length, or one radian.
func (sys *System) motionScale(rotation bool, one float64) float64 {
	if rotation || sys.Length <= 0 {
		return one
	}
	return sys.Length
}

// String names a body in messages.
func (b *Body) String() string {
	switch b.Kind {
	case GroundBody:
		return "ground"
	case Parameter:
		return b.Name
	}
	if b.Role != Whole {
		return b.partName()
	}
	if b.Name != "" {
		return fmt.Sprintf("body %d (%s)", b.ID, b.Name)
	}
	return fmt.Sprintf("body %d", b.ID)
}

// BodyOffsets returns where a body's positions and speeds are in a Point, and how
// many speeds it has; none for what is not a body of the deck.
func (sys *System) BodyOffsets(i BodyIdx) (q, v, speeds int) {
	b := &sys.Bodies[i]
	if b.Kind == Parameter || b.Kind == Modal {
		return b.q, b.v, 0
	}
	return b.q, b.v, b.speedCount()
}
