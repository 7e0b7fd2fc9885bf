package system

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// DryFriction is dry friction of a pair of surfaces of a joint as rows: one of velocity level for each
// direction in which they slip,
//
//	s = arm · rate = 0,   s_k the slip velocity, l_k the force against it at the surface,
//
// with all of them together in a ball, ‖l‖ ≤ μ N. N is what presses the surfaces: the sum
// of the joint's reactions that the law computes. While the surfaces stick the rows are
// in force and nothing creeps. While they slip the rows are open and the law pushes with
// -μ N times the direction of slip (core/element), so that the iteration matrix knows how N
// depends on the multipliers of the joint. The rows push as the force does: along the axes
// of one marker at I's origin.
type DryFriction struct {
	RowOwner
	Arm  []float64 // slip velocity by rate
	Law  LawIdx    // with the outputs from Out on of FrictionOutputCount
	Out  int
	Idle bool    // there is no friction in analyses of rest
	Slow float64 // slip velocity below which surfaces may begin to stick

	calls []Call // rates
	slot  [][]int32
	at    int // in System.DryFrictions
}

// The outputs of a law of dry friction at a point, after DryFriction.Out.
const (
	FrictionLoad        = iota // N
	FrictionBound              // μs N
	FrictionForce              // ‖l‖, of surfaces that stick; else 0
	FrictionAlong              // slip velocity along the direction in State.SlipState, of those that slip; else 0
	FrictionSlip               // three slip velocities, those beyond the number of directions 0
	FrictionPush        = FrictionSlip + 3
	FrictionSlide       = FrictionPush + 3 // after three forces on I's body at the surfaces: μd N
	FrictionOutputCount = FrictionSlide + 1
)

// SlipState is the state of two surfaces with dry friction. They stick (Stuck), or slip along Dir, a unit vector in the coordinates of
// the slip velocities. With neither they are free, as they are until a motion begins. Of surfaces that stick, Spare rows depend on others in force (friction_spare.go).
type SlipState struct {
	Stuck bool
	Spare [3]bool
	Dir   [3]float64
}

// NewDryFrictionRows returns the rows for the given rates; i and j are the joint's markers.
func (sys *System) NewDryFrictionRows(element string, id int, rates []Call, arm []float64, i, j MarkerIdx) (*DryFriction, error) {
	r := &DryFriction{RowOwner: RowOwner{Element: element, ID: id, N: len(rates), I: i, J: j, Level: integrate.Velocity}, Arm: arm, calls: rates}
	var all Measure
	for _, c := range rates {
		m, err := sys.ResolveMeasure(c)
		if err != nil {
			return nil, err
		}
		if m.row.stage != Motion {
			return nil, fmt.Errorf("%s is not a velocity", c)
		}
		slots := make([]int32, len(m.body))
		for k, b := range m.body {
			slots[k] = all.slotOfBody(b)
		}
		r.slot = append(r.slot, slots)
		r.Row = append(r.Row, "slip "+c.Name)
	}
	r.Bodies = all.body
	return r, nil
}

// AddDryFrictionRows appends the rows; the measure rub(key, 0, comp, marker) is their reaction.
func (sys *System) AddDryFrictionRows(r *DryFriction, key int) int {
	r.at = len(sys.DryFrictions)
	sys.DryFrictions = append(sys.DryFrictions, r)
	set := sys.AddRows(r)
	if sys.frictionRows == nil {
		sys.frictionRows = map[int]int{}
	}
	sys.frictionRows[key] = set
	return r.at
}

func init() {
	registerMeasures(measureSpec{name: "rub", min: 3, max: 4, stage: Reaction, bind: bindReaction("Force_JointFriction", func(sys *System) map[int]int { return sys.frictionRows })})
}

func (r *DryFriction) measures() []Call { return r.calls }

// fillBlock: the second rate comes from how the rates' gradients change along the motion.
func (r *DryFriction) fillBlock(s *State, b *rowBlock) error {
	clear(b.jac)
	for k, i := range s.plan.asked[r.set] {
		m := &s.plan.measure[i]
		w, dir := s.kin.velocityVector(m)
		pose, speed := s.kin.velocityGradients(m)
		b.g[k], b.gt[k], b.bias[k] = r.Arm[k]*w.Dot(dir), 0, r.Arm[k]*s.kin.measureRateFromGradient(m, pose)
		for n, slot := range r.slot[k] {
			dst := b.bodyGradient(k, slot)
			for c := range dst {
				dst[c] += r.Arm[k] * speed[6*n+c]
			}
		}
	}
	return nil
}

// addStiffness leaves the change of directions with the pose out, as all rows of velocity level do.
func (r *DryFriction) addStiffness(*State, []float64, float64, *jacobian) {}

// frictionState is the dry friction of joints that is carried by rows.
type frictionState struct {
	s     *State
	slips []SlipState    // by System.DryFrictions
	split *FrictionSplit // nil where no row of them is spare
}

// SlipState returns the state of surfaces n, an index of System.DryFrictions: stuck, slipping or free. The State keeps it.
func (s *State) SlipState(n int) *SlipState { return &s.friction.slips[n] }

// CopySlipStates copies the states of all surfaces to dst, one for each of System.DryFrictions.
func (s *State) CopySlipStates(dst []SlipState) { copy(dst, s.friction.slips) }

// SetSlipStates sets the states of all surfaces, as CopySlipStates has copied them, and the rows in force with them.
func (s *State) SetSlipStates(all []SlipState) {
	for n, x := range all {
		if s.friction.slips[n] != x {
			s.friction.setSlipStateAndRows(n, x)
		}
	}
}

// StickFriction brings the rows of surfaces into force; speeds have yet to be brought onto them.
func (s *State) StickFriction(pair int) {
	s.friction.setSlipStateAndRows(pair, SlipState{Stuck: true})
}

// SlideFriction opens the rows and lets the surfaces slip along dir, which is not zero and need not be of length 1.
func (s *State) SlideFriction(pair int, dir [3]float64) {
	s.friction.setSlipStateAndRows(pair, SlipState{Dir: normalized3(dir)})
}

// ReleaseFriction makes a pair of surfaces free: their rows are inactive and no friction acts until StickFriction or SlideFriction.
func (s *State) ReleaseFriction(pair int) { s.friction.setSlipStateAndRows(pair, SlipState{}) }

// setSlipStateAndRows puts surfaces n in the state x and their rows in or out of force.
func (fs *frictionState) setSlipStateAndRows(n int, x SlipState) {
	s := fs.s
	r := s.sys.DryFrictions[n]
	if !isEnforcedAfterAssembly(s.sys.Rows[r.set]) {
		return
	}
	s.jac.factored, fs.slips[n] = false, x
	for k := range r.N {
		s.rows.setRowOpen(r.At+k, r.Level, !x.Stuck || x.Spare[k], 0)
	}
}

// openAllFrictionRows opens all rows of friction, as the assembly wants them.
func (fs *frictionState) openAllFrictionRows() {
	if fs.slips == nil {
		fs.slips = make([]SlipState, len(fs.s.sys.DryFrictions))
	}
	for n := range fs.slips {
		fs.setSlipStateAndRows(n, SlipState{})
	}
}

// setInactiveMultipliers gives open rows of friction no multipliers: the law pushes; and spare ones those that they are held at.
func (fs *frictionState) setInactiveMultipliers(p *integrate.Point) {
	for n := range fs.slips {
		r, x := fs.s.sys.DryFrictions[n], &fs.slips[n]
		for k := range r.N {
			switch i := r.At + k; {
			case !x.Stuck:
				p.L[i] = 0
			case x.Spare[k]:
				p.L[i] = fs.s.rows.held[i]
			}
		}
	}
}

func norm3(d []float64) float64 { return math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2]) }

func normalized3(d [3]float64) [3]float64 {
	n := norm3(d[:])
	return [3]float64{d[0] / n, d[1] / n, d[2] / n}
}

// FrictionOutputs lists the outputs that report how surfaces rub, Rubbing for each, for Sense.
func (sys *System) FrictionOutputs() []Output {
	var all []Output
	for _, r := range sys.DryFrictions {
		for k := range FrictionOutputCount {
			all = append(all, Output{r.Law, r.Out + k})
		}
	}
	return all
}

// Dry friction of joints in time steps by NSC. The rows of surfaces that slip in one direction are a box of package vi,
// those of several a ball, both of the size h μ N. N is made of the joint's own multipliers, which the solution gives:
// the bounds follow them from one solution to the next, in the same step, until they stay (Bounds). Surfaces that stuck at the end
// of the step before have μs; as soon as a solution makes them slip they have μd, for the rest of this step and until they stick.
// Where μd lets the slip turn round in a step the surfaces are at rest within it, and μs decides whether they stay: they get what stops
// them and h μs N, once, and keep it if that holds them. Without this what is thrown up a slope never sticks between μd and μs.

// frictionStep is what a step knows of surfaces.
type frictionStep struct {
	load    float64    // N of the last solution
	size    float64    // μ N
	slide   float64    // μd N
	sticks  bool       // in the step under way
	stuck   bool       // at the end of the step before
	lasting bool       // the last solution has no slip
	tried   bool       // in this step: whether μs holds a slip that turns round
	from    [3]float64 // the slip at the start of the step
}

// addFrictionRows adds the rows of surfaces to the problem.
func (ns *nonsmoothProblem) addFrictionRows(r *DryFriction, at []int) {
	v := ns.prob.Rows
	if r.N == 1 {
		v.AddBox(0, 0, at...)
	} else {
		v.AddBall(0, r.N, at...)
	}
}

// initFriction lets rows push with the multipliers of points, and begins with surfaces that stick where they do not move at p.
func (ns *nonsmoothProblem) initFriction(p *integrate.Point) {
	ns.frictionSteps = make([]frictionStep, len(ns.s.sys.DryFrictions))
	for n, r := range ns.s.sys.DryFrictions {
		if !isEnforcedAfterAssembly(ns.s.sys.Rows[r.set]) {
			continue
		}
		ns.s.friction.setSlipStateAndRows(n, SlipState{})
		ns.s.friction.slips[n].Stuck = true // but the rows are open: they are rows of NSC
	}
	if len(ns.s.sys.DryFrictions) == 0 || ns.computeRowsOnly(p) != nil {
		return // the first step finds the error
	}
	for n, r := range ns.s.sys.DryFrictions {
		v := 0.0
		for k := range r.N {
			v = math.Hypot(v, ns.s.rows.g[r.At+k])
		}
		ns.frictionSteps[n].stuck = v <= r.Slow
		ns.frictionSteps[n].sticks = v <= r.Slow
	}
}

// releaseAllFriction frees all surfaces.
func (ns *nonsmoothProblem) releaseAllFriction() {
	for n := range ns.s.friction.slips {
		ns.s.friction.setSlipStateAndRows(n, SlipState{})
	}
}

// setFrictionBounds sets the bounds of the friction forces for a step of h; in an impact there is no friction in joints.
func (ns *nonsmoothProblem) setFrictionBounds(h, t float64) {
	for n, r := range ns.s.sys.DryFrictions {
		if !isEnforcedAfterAssembly(ns.s.sys.Rows[r.set]) {
			continue
		}
		v := ns.prob.Rows
		if h == 0 {
			for k := range r.N {
				v.SetFlag(r.At+k, vi.Disabled, "takes no part in an impact", t)
			}
			continue
		}
		for k := range r.N {
			v.ClearFlag(r.At+k, vi.Disabled)
		}
		x := &ns.frictionSteps[n]
		x.sticks, x.tried = x.stuck, x.stuck
		copy(x.from[:], v.B[r.At:r.At+r.N])
		ns.setFrictionBound(n, h)
	}
}

func (ns *nonsmoothProblem) setFrictionBound(n int, h float64) {
	v, at := ns.prob.Rows, ns.s.sys.DryFrictions[n].At
	v.Hi[at] = h * ns.frictionSteps[n].size
	v.Lo[at] = -v.Hi[at]
}

// UpdateFrictionBounds implements integrate.BoundUpdater: the sizes follow the multipliers of the problem, which was solved for a step of h at the point
// evaluated last. change is by how much that may change rates of the rows.
func (s *State) UpdateFrictionBounds(h float64) (change float64, err error) {
	if h == 0 {
		return 0, nil
	}
	if change, err = s.rigid.updateFrictionCoefficients(h); err != nil || len(s.sys.DryFrictions) == 0 {
		return change, err
	}
	v, p := s.nonsmooth.prob.Rows, s.p
	for n := range p.L {
		p.L[n] = v.L[n] / h
	}
	if s.nonsmooth.measures == nil {
		s.nonsmooth.measures = s.sys.FrictionOutputs()
		s.nonsmooth.sensed = make([]float64, len(s.nonsmooth.measures))
	}
	all := s.nonsmooth.sensed
	if err := s.EvalOnDemandOutputs(all, p, s.nonsmooth.measures); err != nil {
		return 0, err
	}
	for n, r := range s.sys.DryFrictions {
		x, o := &s.nonsmooth.frictionSteps[n], all[n*FrictionOutputCount:]
		slip, along := 0.0, 0.0
		for k := range r.N {
			slip = math.Hypot(slip, v.C[r.At+k])
			along += v.C[r.At+k] * x.from[k]
		}
		x.lasting = slip <= r.Slow
		// the size may still be that of a slip, or of a smaller load: only μs N itself reports that surfaces do not stick
		x.sticks = x.sticks && (x.lasting || x.size < (1-1e-6)*o[FrictionBound])
		size := o[FrictionSlide]
		x.slide = size
		switch {
		case x.sticks:
			size = o[FrictionBound]
			if x.tried && !x.stuck && x.lasting {
				size = x.size
			}
		case !x.tried && !x.lasting && along < 0:
			x.sticks, x.tried = true, true
			size = o[FrictionBound] + x.slipAtStepStart(r.N)/(h*s.nonsmooth.largestRowMobility(r))
		}
		change = math.Max(change, h*math.Abs(size-x.size)*s.nonsmooth.largestRowMobility(r))
		x.load, x.size = o[FrictionLoad], size
		s.nonsmooth.setFrictionBound(n, h)
	}
	return change, nil
}

// slipAtStepStart is the slip at the start of the step.
func (x *frictionStep) slipAtStepStart(n int) (slip float64) {
	for _, v := range x.from[:n] {
		slip = math.Hypot(slip, v)
	}
	return slip
}

// largestRowMobility is J M⁻¹ Jᵀ of the rows, the greatest, with the masses on the diagonal.
func (ns *nonsmoothProblem) largestRowMobility(r *DryFriction) (most float64) {
	for k := range r.N {
		most = math.Max(most, ns.rowMobility(r.set, k))
	}
	return most
}

// recordSticking notes at an accepted point which surfaces stick.
func (ns *nonsmoothProblem) recordSticking() {
	for n := range ns.frictionSteps {
		ns.frictionSteps[n].stuck = ns.frictionSteps[n].lasting
	}
}
