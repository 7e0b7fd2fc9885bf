package system

import (
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// Mode is the kind of analysis, as the MODE function and GETMOD report it.
type Mode int

const (
	Kinematic         Mode = 1
	InitialConditions Mode = 3
	Dynamic           Mode = 4
	Static            Mode = 5
	QuasiStatic       Mode = 6
	Linear            Mode = 7
)

// bodyState is the pose and motion of a body in global axes.
type bodyState struct {
	C       vec // mass centre
	R       mat // body axes
	V, W    vec // velocity of the mass centre, angular velocity
	A, Al   vec // their rates in the iterate
	F, T    vec // sum of the applied forces, and torques about the mass centre
	JW, JAl vec // angular momentum about the mass centre, J α
}

// markerState is the pose of a marker and the velocity of its origin.
type markerState struct {
	P   vec
	R   mat
	V   vec
	Arm vec // from the mass centre of its body
}

// kinematics is where bodies and markers are and how they move, in global axes; State.place fills it from an
// iterate. Its methods are the values, gradients and second partials of measures of displacement, velocity and acceleration.
type kinematics struct {
	sys    *System
	body   []bodyState   // by BodyIdx
	marker []markerState // by MarkerIdx; those that the plan uses are current
	grad   []float64     // gradient blocks of a measure, six numbers a body; valid until the next gradient
}

// What a State implements; core/integrate finds the optional ones by type assertions.
var (
	_ integrate.Problem         = (*State)(nil)
	_ integrate.Direct          = (*State)(nil)
	_ integrate.Linear          = (*State)(nil)
	_ integrate.Stages          = (*State)(nil)
	_ integrate.SpinCorrector   = (*State)(nil)
	_ integrate.NonSmooth       = (*State)(nil)
	_ integrate.BoundUpdater    = (*State)(nil)
	_ integrate.ImpactObserver  = (*State)(nil)
	_ integrate.SymmetricBlocks = (*State)(nil)
	_ integrate.BlockNamer      = (*State)(nil)
	_ integrate.FrictionSource  = (*State)(nil)
)

// State is all that changes during a run. It implements integrate.Problem. A State belongs to one goroutine.
//
// Its fields are by stage: what is computed from the fields above it. Vectors are along global axes, in the units of the deck, unless
// they say otherwise. What belongs together, with its methods, is a part; each knows its State (attach).
type State struct {
	// Model: made once by prepare.
	sys     *System
	layout  *integrate.Layout // sizes, scales and levels of the unknowns; levels change with the rows in force
	Session *Session          // what user subroutines may query of the run; never nil
	// Warn is notified of things that the user should know, once each.
	Warn     func(format string, args ...any)
	Mode     Mode                       // kind of analysis, set by the run
	plan     *evaluationPlan            // what is computed, in which order; made by compile, again when a routine makes a new query
	routines []*routineLaw              // those that were set up, in that order
	customs  map[string]*customFunction // custom functions, by name; made by setUpCustomFunctions

	// Position and velocity: filled by place for the iterate.
	p      *integrate.Point // the iterate being evaluated; belongs to the integrator
	kin    kinematics       // bodies, by BodyIdx, and markers, by MarkerIdx
	turns  turnState        // angles that count turns, as of the last accepted step
	shapes shapeSet         // curves and surfaces, by System.Shapes
	slides []parameterStart // by BodyIdx, used for parameters: where contacts start; filled by HigherPair.findInitialContact
	touch  []pairContact    // by System.Rows, used for higher pairs; filled by their fill
	spins  []freeSpin       // axes about which free bodies spin freely; made by initRows

	// Values of measures and laws: filled by runSteps in the order of the plan.
	m         []float64        // of measures and outputs of laws, by MeasureIdx
	times     expressionTiming // the time that expressions see, and where they jump in it
	bumps     bumpLaws         // expressions that may rise and fall within a step
	kinks     kinkLaws         // expressions with derivatives that jump
	jumps     jumpLaws         // laws that may jump
	gaps      gapPairs         // pairs of shapes that forces of contacts keep apart
	delays    delayState       // histories of delayed signals; grow with accepted steps
	stored    []float64        // what sensors stored, by Value.StoreValue
	shift     []inputOffset    // inputs of a linear analysis, which are added to outputs; nil otherwise
	callState routineState     // what routines see while they are called
	failed    error            // of a routine, which must end the analysis: none is called again

	// Forces.
	wrench   []wrench       // by System.Forces: on I's body, about the origin of I; filled by load and pull
	pen      []penaltyState // by System.Penalties; filled by penalise
	friction frictionState  // dry friction of joints, by System.DryFrictions
	rigid    rigidState     // rigid contacts, by System.Rigid
	flex     []flexState    // by System.Flex; filled by evaluateModalTerms and evaluateResidual

	// Constraint rows and their reactions.
	rows   rowState        // by row and by System.Rows; errors and gradients are filled by computeRows
	shared reactionSharing // reactions of redundant rows; filled by Share
	begin  assemblyStage   // which initial conditions hold as rows

	// Solution.
	jac       jacobian         // the iteration matrix; filled by Factor
	nonsmooth nonsmoothProblem // the problem of a non-smooth step
	assembly  AssemblyReport   // report of the last Assemble

	// Evaluation.
	memo        lastEvaluation // the point that everything was computed at last
	placed      bool           // the next evaluation is at s.p, where poses, motions and rows have been computed
	count       int            // evaluations so far
	queryAdded  bool           // a routine made a new query in this evaluation: it is void
	interpreted bool           // routines are called, whatever else gives what they give
	stages      *Stages        // where time goes; mostly nil

	// Memory of what was before.
	from      *State                        // while it is made: the state that it continues from, or nil
	recalled  entriesByOwner[RoutineMemory] // while it is made from a Memory: queries of routines
	starting  bool                          // while it is made: only bodies are placed
	continued bool                          // it continues from another one: the start of the run is over
	past      []Profile                     // of routines that are no longer there
	reported  map[string]bool               // warnings about routines that elements share
}

// wrench is a force and a torque about the point where the force acts.
type wrench struct{ F, T vec }

// NewState returns the state of sys as the deck starts it. The set-up call of
// each user subroutine is made here.
func (sys *System) NewState() (*State, error) {
	return sys.NewRunState(&Session{}, func(string, ...any) {})
}

// NewRunState makes the state of a run: set-up calls may query it and write messages.
func (sys *System) NewRunState(session *Session, warn func(format string, args ...any)) (*State, error) {
	return sys.newStateFrom(session, warn, nil, nil)
}

// newStateFrom makes a State that continues from another one, from a memory, or from
// neither.
func (sys *System) newStateFrom(session *Session, warn func(format string, args ...any), from *State, m *Memory) (*State, error) {
	s := &State{
		from: from,
		sys:  sys, layout: sys.makeLayout(), Mode: Dynamic,
		kin:    kinematics{sys: sys, body: make([]bodyState, len(sys.Bodies)), marker: make([]markerState, len(sys.Markers))},
		wrench: make([]wrench, len(sys.Forces)), pen: make([]penaltyState, len(sys.Penalties)),
		stored: slices.Clone(sys.storedIC),
		slides: make([]parameterStart, len(sys.Bodies)), touch: make([]pairContact, len(sys.Rows)),
		Session: session, Warn: warn,
	}
	s.kin.body[Ground].R = spatial.Identity
	s.initFlex()
	s.turns.t = math.NaN()
	s.times.lo, s.times.hi = math.Inf(-1), math.Inf(1)
	s.memo.point = integrate.NewPoint(s.layout)
	s.linkPartsToState()
	s.BeginAnalysis(session.Start)
	if m != nil {
		s.turns.kept, s.recalled = map[string]turnCount{}, entriesByOwner[RoutineMemory]{}
		for _, t := range m.Turns {
			s.turns.kept[t.Measure] = turnCount{t.Value, t.Rate}
		}
		for _, x := range m.Routines {
			s.recalled.add(x.Element, x.ID, x)
		}
	}
	for i := range sys.Markers {
		if sys.Markers[i].Body == Ground {
			s.kin.marker[i] = markerState{P: sys.Markers[i].Pos, R: sys.Markers[i].Rot, Arm: sys.Markers[i].Pos}
		}
	}
	if err := s.setUpCustomFunctions(); err != nil {
		return nil, err
	}
	if err := s.shapes.setUpRoutines(); err != nil {
		return nil, err
	}
	if err := s.initRowSets(); err != nil {
		return nil, err
	}
	s.rows.init(sys)
	s.rows.initLawRows(sys)
	s.rows.initBreakables(sys)
	s.rows.openLawRowsForAssembly()
	s.rows.openModeHolds()
	s.rigid.initRigidContacts()
	s.delays.initSignals()
	if err := s.makePlan(); err != nil {
		return nil, err
	}
	return s, nil
}

// linkPartsToState gives the parts of s their way to it.
func (s *State) linkPartsToState() {
	s.callState.s, s.nonsmooth.s, s.rigid.s, s.jac.s, s.rows.s = s, s, s, s, s
	s.shapes.s, s.delays.s, s.friction.s, s.times.s, s.shared.s = s, s, s, s, s
}

// DeckPoint returns the point that the deck describes, not made consistent.
func (s *State) DeckPoint() *integrate.Point {
	p := integrate.NewPoint(s.layout)
	for i := range s.sys.Bodies {
		b := &s.sys.Bodies[i]
		if b.Kind == GroundBody {
			continue
		}
		if b.Kind == Parameter {
			p.Q[b.q], p.V[b.v] = s.slides[i].q, s.slides[i].v
			continue
		}
		if b.Kind == Modal {
			storeVec(p.Q[b.q:b.q+b.count], b.Pos0)
			storeVec(p.V[b.v:b.v+b.count], b.V0)
			continue
		}
		b.Pos0.Store(p.Q[b.q:])
		b.V0.Store(p.V[b.v:])
		if b.Kind == Rigid {
			spatial.QuatFromMat(&b.Rot0).Store(p.Q[b.q+3:])
			b.W0.Store(p.V[b.v+3:])
		}
	}
	for i, g := range s.sys.States {
		copy(p.X[s.sys.groups[i]:], g.IC)
	}
	for i, a := range s.sys.Algebraic {
		p.Y[i] = a.IC
	}
	return p
}

// computePosesAndMotions evaluates poses and motions of bodies and of the markers that the plan
// uses at p.
func (s *State) computePosesAndMotions(p *integrate.Point) {
	s.p = p
	for i := 1; i < len(s.sys.Bodies); i++ {
		b, st := &s.sys.Bodies[i], &s.kin.body[i]
		q, v, a := p.Q[b.q:], p.V[b.v:], p.A[b.v:]
		if b.Kind == Parameter {
			st.C.X, st.V.X, st.A.X = q[0], v[0], a[0]
			continue
		}
		if b.Kind == Modal {
			st.C, st.V, st.A = vecFromLeadingEntries(q, b.count), vecFromLeadingEntries(v, b.count), vecFromLeadingEntries(a, b.count)
			continue
		}
		st.C, st.V, st.A = spatial.LoadVec(q), spatial.LoadVec(v), spatial.LoadVec(a)
		if b.Kind != Rigid {
			st.R = b.Rot0
			continue
		}
		st.R = spatial.LoadQuat(q[3:7]).Mat()
		st.W, st.Al = spatial.LoadVec(v[3:6]), spatial.LoadVec(a[3:6])
		st.JW, st.JAl = b.timesInertia(&st.R, st.W), b.timesInertia(&st.R, st.Al)
	}
	for _, i := range s.plan.live {
		s.kin.setMarkerPose(i)
	}
	for i := range s.flex {
		s.flex[i].evaluateModalTerms(s)
	}
}

// setAccelerations takes the accelerations of p, whose poses and speeds are in place.
func (s *State) setAccelerations(p *integrate.Point) {
	s.p = p
	for i := 1; i < len(s.sys.Bodies); i++ {
		b, st := &s.sys.Bodies[i], &s.kin.body[i]
		a := p.A[b.v:]
		if b.Kind == Parameter {
			st.A.X = a[0]
			continue
		}
		if b.Kind == Modal {
			st.A = vecFromLeadingEntries(a, b.count)
			continue
		}
		if st.A = spatial.LoadVec(a); b.Kind == Rigid {
			st.Al = spatial.LoadVec(a[3:6])
			st.JAl = b.timesInertia(&st.R, st.Al)
		}
	}
}

// setMarkerPose sets the pose of a marker whose body has one.
func (kin *kinematics) setMarkerPose(i MarkerIdx) {
	mk := &kin.sys.Markers[i]
	if mk.Body == Ground {
		return
	}
	st, m := &kin.body[mk.Body], &kin.marker[i]
	m.Arm = st.R.Mul(mk.Pos)
	m.P = st.C.Add(m.Arm)
	if mk.aligned {
		m.R = st.R
	} else {
		m.R = st.R.MulMat(&mk.Rot)
	}
	m.V = st.V.Add(st.W.Cross(m.Arm))
}

// timesInertia returns R I Rᵀ w.
func (b *Body) timesInertia(r *mat, w vec) vec {
	u := r.MulTransposed(w)
	if b.diagonal {
		return r.Mul(vec{X: b.Inertia.A.X * u.X, Y: b.Inertia.B.Y * u.Y, Z: b.Inertia.C.Z * u.Z})
	}
	return r.Mul(b.Inertia.Mul(u))
}

// inertiaInGlobalAxes returns R I Rᵀ, the inertia in global axes.
func (b *Body) inertiaInGlobalAxes(r *mat) mat {
	if b.diagonal {
		return r.CongruentDiagonal(b.Inertia.A.X, b.Inertia.B.Y, b.Inertia.C.Z)
	}
	t := r.T()
	a := r.MulMat(&b.Inertia)
	return a.MulMat(&t)
}

// Layout returns the numbers and kinds of unknowns and rows: those of the System, and whatever the run has added.
func (s *State) Layout() *integrate.Layout { return s.layout }

// PositionRates implements integrate.Problem: c' = v, e' = (0, ω) e / 2.
func (s *State) PositionRates(dst, q, v []float64) {
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		if b.Kind == Rigid {
			d, u := (*[7]float64)(dst[b.q:]), (*[6]float64)(v[b.v:])
			d[0], d[1], d[2] = u[0], u[1], u[2]
			spatial.LoadQuat(q[b.q+3:]).RateAtAngularVelocity(vec{X: u[3], Y: u[4], Z: u[5]}).Store(d[3:])
			continue
		}
		n := min(b.speedCount(), 3)
		copy(dst[b.q:b.q+n], v[b.v:b.v+n])
	}
}

// SpeedsFromPositionRates sets dst (NV) to the speeds for the position rates qdot (NQ) at q: velocities as they are, angular velocities, in the axes of
// ground, from rates of quaternions.
func (s *State) SpeedsFromPositionRates(dst, q, qdot []float64) {
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		if b.Kind == Rigid {
			d, u := (*[6]float64)(dst[b.v:]), (*[7]float64)(qdot[b.q:])
			d[0], d[1], d[2] = u[0], u[1], u[2]
			spatial.LoadQuat(q[b.q+3:]).AngularVelocity(spatial.LoadQuat(u[3:])).Store(d[3:])
			continue
		}
		n := min(b.speedCount(), 3)
		copy(dst[b.v:b.v+n], qdot[b.q:b.q+n])
	}
}

// MovePositions implements integrate.Problem: points are displaced, quaternions turned
// by the rotation vector.
func (s *State) MovePositions(dst, q, dq []float64) {
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		if b.Kind == Rigid {
			d, p, u := (*[7]float64)(dst[b.q:]), (*[7]float64)(q[b.q:]), (*[6]float64)(dq[b.v:])
			d[0], d[1], d[2] = p[0]+u[0], p[1]+u[1], p[2]+u[2]
			e := spatial.QuatFromRotationVector(vec{X: u[3], Y: u[4], Z: u[5]}).Mul(spatial.LoadQuat(p[3:]))
			e.Unit().Store(d[3:])
			continue
		}
		for k := range min(b.speedCount(), 3) {
			dst[b.q+k] = q[b.q+k] + dq[b.v+k]
		}
	}
}
