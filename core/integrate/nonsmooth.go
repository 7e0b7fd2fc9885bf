package integrate

import "github.com/trammel-mbd/trammel/core/solve/vi"

// NonSmooth is what a Problem offers to NSC besides: its equations of motion as a variational
// inequality whose unknowns are changes of speeds and whose multipliers are impulses. Rows
// of equality are those of the Problem that are not Inactive; conditions g ≥ 0, contacts with friction and bounded
// rows are beside them. Its AcceptPoint takes the multipliers of the last problem
// of VelocityProblem that was solved for those of the accepted step.
type NonSmooth interface {
	Problem
	// AppendGaps appends the conditions that may close within a time h from p, and reports by how much rows of position level
	// that are equalities are off at most. It needs T, Q and V of p. What the Problem notes beside the list is in
	// slot 0 or 1 until the next call for this one.
	AppendGaps(dst []Gap, slot int, p *Point, h float64) (all []Gap, largestEqualityError float64, err error)
	// VelocityProblem fills the problem of a step of h,
	//
	//	(M − c.V ∂f/∂v − c.Q ∂f/∂q) δ − Jᵀ P = h f,   c = J (v + δ) + … ,
	//
	// or that of an impact, where h is 0. p is where forces are: its V is that before the
	// step, its A is 0, its L is the first guess of P/h. δ, NV values, is the change of the speeds from p.V. Rows are taken at
	// the time rowsAhead from p: their rates there are G (v + δ) + ∂g/∂t + rowsAhead·γ. Conditions take part as Gap.RowPart says; those that
	// are in the list must be of the last call of AppendGaps for their slot. freshPartials requests new partials of laws.
	VelocityProblem(p *Point, c Coef, h, rowsAhead float64, gaps []Gap, freshPartials bool) (*vi.Problem, error)
	// IncrementsFromSpeedChange sets d to what the solution means at p: A, XDot, Y increments of the point that VelocityProblem was
	// given, and L the multipliers, impulses over h.
	IncrementsFromSpeedChange(d *Delta, dv []float64, h float64)
	// PositionProblem fills the problem whose unknowns are a displacement (NV values) that brings
	// all rows of positions back to where they hold, in the metric of the masses.
	PositionProblem(p *Point, gaps []Gap) (*vi.Problem, error)
	// StiffnessRatio is the largest ratio of what VelocityProblem added to the masses to these, for c.V = h/2, c.Q = h²/4.
	StiffnessRatio() float64
	// ConstraintRowOrContactName names a row of the last problem: its index among the constraint rows, -1 for a contact, which
	// contact names.
	ConstraintRowOrContactName(row int) (index int, contact string)
}

// BoundUpdater is a NonSmooth with bounds that follow multipliers, as those of friction follow the load.
type BoundUpdater interface {
	// UpdateFrictionBounds brings the bounds of the problem, which was solved for a step of h, up to date, and reports by how much that may
	// change c.
	UpdateFrictionBounds(h float64) (change float64, err error)
}

// ImpactObserver is a NonSmooth that is notified of impacts.
type ImpactObserver interface {
	// NotifyImpacts reports, before the point at which a step has ended is accepted, the conditions that have closed by an impact there, with their rates
	// before it; a Shift that is not 0 is that of a rebound. They are of the last list of AppendGaps or the one before.
	NotifyImpacts(p *Point, hits []Gap)
}

// BlockNamer is a NonSmooth that names what joins two blocks of its matrix, or, of one, what its terms belong to.
type BlockNamer interface {
	DescribeBodyCoupling(i, j int) string
}

// SymmetricBlocks is a NonSmooth that can give the symmetric parts of the diagonal blocks of its matrix instead of them. Forces are then not
// linearised as they are: those that have no potential, gyroscopic ones among them, make a method of first order.
type SymmetricBlocks interface {
	UseSymmetricBlocks(on bool)
}

// Gap is a condition g ≥ 0.
type Gap struct {
	Key        uint64  // the same from call to call
	Slot, Item int     // the Problem's own
	G, Rate    float64 // its value and rate
	// Restitution is Newton's e. Soft conditions are compliant: they take no impacts.
	Restitution float64
	Soft        bool
	// Part reports that the condition takes part, and Shift its known term: c = ġ⁺ + Shift.
	Part  bool
	Shift float64
}
