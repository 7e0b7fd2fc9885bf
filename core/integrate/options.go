package integrate

// Options of a Method. Zero values of HMax, HMin, ConstrTol, MaxOrder, MaxIt,
// MinIt, VelTolFactor and Index take the defaults named beside them.
type Options struct {
	// Tol is the upper limit of the local error of a step in each position
	// and first-order state, in units of its scale in the Layout. The
	// methods keep to a fixed fraction of it (see README.md). Default 1e-3.
	Tol float64
	// Length is the size of the model that Tol is compared with where it is said to be fine or
	// coarse, so that the unit of length does not matter (1).
	Length float64
	// MotionTol, when positive, also bounds the local error of each position, speed and state
	// relative to the range that it has moved through since Init. Speeds and states may have ten times
	// that. The methods keep to the same fraction as of Tol.
	MotionTol float64
	// MotionSpeeds makes MotionTol bound speeds, too, but not where rows of positions are part of each
	// step (DSTIFF with Index 3 and 2, HHT, NEWMARK).
	MotionSpeeds bool
	// RelTol bounds the local error of a first-order state relative to the
	// largest magnitude that the state has had, where that is below its
	// scale: a friction state of size 1e-5 is not left to an absolute 1e-3.
	// 0 takes Tol, a negative value switches the bound off.
	RelTol float64

	// RelAbs, when positive, lets the local error of positions and states grow with them: it
	// may be Tol times 1 + RelAbs times the size, in units of the scale.
	RelAbs float64

	HMax float64 // longest step (0.01)
	HMin float64 // shortest step (1e-6); does not bind until a run got going
	H0   float64 // upper limit of the first step; 0 leaves it to the method

	MaxOrder int // 5 for DSTIFF, 12 for ABAM
	MaxIt    int // Newton iterations before the partials are renewed (4)
	MinIt    int // least number of Newton iterations (1)
	Index    int // DSTIFF, CSTIFF: 3 (default), 2 for the stabilised index 2, 1 for rows on accelerations and a projection

	VelCtrl      bool    // test the local error of speeds too,
	VelTolFactor float64 // with the tolerance VelTolFactor*Tol (1000)

	ConstrTol float64 // position rows at accepted steps (1e-10)
	// RowRate renews partials when an iteration of a projection leaves more than this part
	// of what was left (0.5).
	RowRate float64
	// NewtonTol, when positive, ends Newton iterations at updates of this
	// size in units of the scales instead of at a fraction of Tol. 1e-15
	// iterates until rounding stops the progress.
	NewtonTol float64

	// JacobEval 1 renews the partials at every step. With other values they are renewed when the
	// measured convergence says so.
	JacobEval int

	// DearPartials reports that partials cost many residuals, as those of opaque user
	// code do: they are kept longer then.
	DearPartials bool

	// Interpolate lets a step pass the limit given to Step; the caller then
	// takes its output from InterpolateAt.
	Interpolate bool

	// FindEvent, when given, is called after each step, before the Problem hears
	// of its acceptance. A point that it returns, of this step and made
	// consistent, takes the place of the step's end: an event. The method
	// restarts there, with a step of h at most if that is positive; InterpolateAt
	// still reports the step up to there.
	FindEvent func() (at *Point, h float64, err error)
	// Within, where neither Interpolate nor FindEvent is given, reports whether InterpolateAt is to be good inside a step between these
	// times; nil for never.
	Within func(from, to float64) bool

	// Crossing, when given, searches for kinks of forces in each step before it is accepted; the step ends there, and the method restarts.
	// It is not called with FixedStep.
	Crossing Crossing

	// FixedStep of HHT, when positive: steps without error control. RK4 and VERLET,
	// which have none, take HMax where it is 0.
	FixedStep float64
	// Alpha of HHT, -1/3 (most damping) to 0 (none); 0 takes -0.05 unless
	// AlphaSet. Gamma 0 takes 1/2 - Alpha and Beta 0 takes (1-Alpha)²/4,
	// the choice that is second order and unconditionally stable.
	Alpha, Beta, Gamma float64
	AlphaSet           bool

	// Of NSC: the solver of its inequalities by the names of vi.NewSolver, the greatest residual (a speed; 1e-8
	// times Length, where that is above 1) and the most iterations, 0 for those of the solver.
	VISolver  string
	VITol     float64
	VIMaxIter int

	// Work, when given, is shared with the caller, who may then call
	// Accelerations and the projections with it between steps: the method
	// notices that its factored matrix was replaced.
	Work *LinearSolver
}

// setDefaults replaces zero values by defaults.
func (o *Options) setDefaults() {
	or := func(x *float64, d float64) {
		if *x <= 0 {
			*x = d
		}
	}
	ori := func(x *int, d int) {
		if *x <= 0 {
			*x = d
		}
	}
	or(&o.Tol, 1e-3)
	if o.RelTol == 0 {
		o.RelTol = o.Tol
	}
	or(&o.Length, 1)
	or(&o.HMax, 0.01)
	or(&o.HMin, 1e-6)
	if o.HMin > o.HMax {
		o.HMin = o.HMax
	}
	or(&o.VelTolFactor, 1000)
	or(&o.ConstrTol, 1e-10)
	or(&o.RowRate, slowRows)
	or(&o.VITol, defaultVITol*max(1, o.Length))
	ori(&o.MaxIt, 4)
	ori(&o.MinIt, 1)
	ori(&o.Index, 3)
}
