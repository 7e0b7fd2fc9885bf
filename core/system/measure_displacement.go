package system

import "math"

// A displacement measure is a function of one or two dots, the products of two
// vectors:
//
//	along(k): d·k       d = pI - pJ, k axis of marker K
//	square:   d·d, of the origins of any two of the markers I, J and K
//	cos(a,b): a·b       a axis of marker I, b axis of marker J
//
// Values, gradients and second rates along a motion all follow from those of
// the dots. With δθ the rotation of a marker's body and r the marker's distance
// from the mass centre,
//
//	δ(a·b) = (δθI - δθJ)·(a×b),  δ(d·k) = k·(δpI - δpJ) + δθK·(k×d),  δpI = δc + δθI×rI.
type dotTerm struct {
	kind dotKind
	a, b int // axes of markers I and J; of square: markers, 0 I, 1 J, 2 K
}

type dotKind uint8

const (
	along dotKind = iota
	square
	cosine
)

// measureFunction is a displacement measure, or which vector a velocity or acceleration
// measure is about.
type measureFunction struct {
	dots    []dotTerm
	combine dotCombination
	negate  [3]bool // dots to be negated
	angular bool    // Motion, Rates: of the angular velocity rather than the origin
	norm    bool    // Motion, Rates: the length rather than a component
	closing bool    // VR: rate of the distance
}

// dotCombination says how the dots make the measure.
type dotCombination uint8

const (
	plain   dotCombination = iota // p0
	root                          // √p0
	angle                         // atan2(p0, p1), continuous over turns
	wrapped                       // atan2(p0, p1) in (-π, π]
	polar                         // acos p0
	elevate                       // asin p0
	psi                           // atan2(p0, p1) with the 3-1-3 singularity at θ = 0
	phi
	included  // the angle at J of the triangle with the sides √p0, √p1 and, opposite, √p2
	parameter // an Euler parameter, which has no dots
)

func angleFromDots(s, c dotTerm, negate ...bool) *measureFunction {
	f := &measureFunction{dots: []dotTerm{s, c}, combine: angle}
	copy(f.negate[:], negate)
	return f
}

func init() {
	component := &measureFunction{dots: []dotTerm{{kind: along}}}
	distance := &measureFunction{dots: []dotTerm{{square, 0, 1}}, combine: root}
	cos := func(a, b int) dotTerm { return dotTerm{kind: cosine, a: a, b: b} }
	registerMeasures(
		measureSpec{"DX", 1, 3, Pose, bindAxis(0), component},
		measureSpec{"DY", 1, 3, Pose, bindAxis(1), component},
		measureSpec{"DZ", 1, 3, Pose, bindAxis(2), component},
		measureSpec{"DM", 1, 2, Pose, bindMarkers, distance},
		// AX = atan2(-zI·yJ, zI·zJ), AY = atan2(zI·xJ, zI·zJ), AZ = atan2(xI·yJ, xI·xJ)
		measureSpec{"AX", 1, 2, Pose, bindMarkers, angleFromDots(cos(2, 1), cos(2, 2), true, false)},
		measureSpec{"AY", 1, 2, Pose, bindMarkers, angleFromDots(cos(2, 0), cos(2, 2))},
		measureSpec{"AZ", 1, 2, Pose, bindMarkers, angleFromDots(cos(0, 1), cos(0, 0))},
		measureSpec{"AXU", 1, 2, Pose, bindMarkers, angleFromDots(cos(2, 1), cos(2, 2), true, false)},
		measureSpec{"AYU", 1, 2, Pose, bindMarkers, angleFromDots(cos(2, 0), cos(2, 2))},
		measureSpec{"AZU", 1, 2, Pose, bindMarkers, angleFromDots(cos(0, 1), cos(0, 0))},
		// A = Rz(ψ)Rx(θ)Rz(φ) with a_rc = (axis r of J)·(axis c of I):
		// θ = acos a33, ψ = atan2(a13, -a23), φ = atan2(a31, a32)
		measureSpec{"PSI", 1, 2, Pose, bindMarkers, &measureFunction{dots: []dotTerm{cos(2, 0), cos(2, 1)}, combine: psi, negate: [3]bool{false, true}}},
		measureSpec{"THETA", 1, 2, Pose, bindMarkers, &measureFunction{dots: []dotTerm{cos(2, 2)}, combine: polar}},
		measureSpec{"PHI", 1, 2, Pose, bindMarkers, &measureFunction{dots: []dotTerm{cos(0, 2), cos(1, 2)}, combine: phi}},
		// A = Rz(yaw)Ry(-pitch)Rx(roll): yaw = atan2(a21, a11), pitch = asin a31, roll = atan2(a32, a33)
		measureSpec{"YAW", 1, 2, Pose, bindMarkers, &measureFunction{dots: []dotTerm{cos(0, 1), cos(0, 0)}, combine: wrapped}},
		measureSpec{"PITCH", 1, 2, Pose, bindMarkers, &measureFunction{dots: []dotTerm{cos(0, 2)}, combine: elevate}},
		measureSpec{"ROLL", 1, 2, Pose, bindMarkers, &measureFunction{dots: []dotTerm{cos(1, 2), cos(2, 2)}, combine: wrapped}},
		// A = Rx(b1)Ry(b2)Rz(b3), the body-fixed 1-2-3 angles of Motion_Marker:
		// b1 = atan2(-a23, a33), b2 = asin a13, b3 = atan2(-a12, a11)
		measureSpec{"B1", 1, 2, Pose, bindMarkers, angleFromDots(cos(2, 1), cos(2, 2), true, false)},
		measureSpec{"B2", 1, 2, Pose, bindMarkers, &measureFunction{dots: []dotTerm{cos(2, 0)}, combine: elevate}},
		measureSpec{"B3", 1, 2, Pose, bindMarkers, angleFromDots(cos(1, 0), cos(0, 0), true, false)},
	)
}

// jet is a value with its first and second rate along the motion.
type jet struct{ v, d, dd float64 }

// small is where a 3-1-3 sequence of angles is taken as singular.
const small = 1e-12

// dotValue returns the value of dot n of measure m.
func (kin *kinematics) dotValue(m *Measure, n int) float64 {
	d := m.row.fn.dots[n]
	i, j := &kin.marker[m.i], &kin.marker[m.j]
	var v float64
	switch d.kind {
	case along:
		v = i.P.Sub(j.P).Dot(kin.marker[m.k].R.Col(m.comp))
	case square:
		r := kin.dotVector(m, d)
		v = r.Dot(r)
	case cosine:
		v = i.R.Col(d.a).Dot(j.R.Col(d.b))
	}
	if m.row.fn.negate[n] {
		return -v
	}
	return v
}

// displacementValue returns the value of a displacement measure. near is the value
// that a turn-counting angle stays close to.
func (kin *kinematics) displacementValue(m *Measure, near float64) float64 {
	f := m.row.fn
	if f.combine == parameter {
		return m.selectEulerParameter(kin.eulerParameters(m))
	}
	p := kin.dotValue(m, 0)
	switch f.combine {
	case included:
		return kin.includedAngle(m)
	case root:
		return math.Sqrt(p)
	case angle:
		a := math.Atan2(p, kin.dotValue(m, 1))
		return a + 2*math.Pi*math.Round((near-a)/(2*math.Pi))
	case wrapped:
		return math.Atan2(p, kin.dotValue(m, 1))
	case polar:
		return math.Atan2(kin.sineOfDotAngle(m), p)
	case elevate:
		return math.Atan2(p, kin.sineOfDotAngle(m))
	case psi:
		q := kin.dotValue(m, 1)
		if math.Abs(p) < small && math.Abs(q) < small {
			i, j := &kin.marker[m.i], &kin.marker[m.j]
			return math.Atan2(i.R.A.Dot(j.R.B), i.R.A.Dot(j.R.A))
		}
		return math.Atan2(p, q)
	case phi:
		q := kin.dotValue(m, 1)
		if math.Abs(p) < small && math.Abs(q) < small {
			return 0
		}
		return math.Atan2(p, q)
	}
	return p
}

// sineOfDotAngle returns |a×b| of the first dot a·b: the sine of the angle whose cosine
// the dot is, precise where the cosine is near one.
func (kin *kinematics) sineOfDotAngle(m *Measure) float64 {
	d := m.row.fn.dots[0]
	return kin.marker[m.i].R.Col(d.a).Cross(kin.marker[m.j].R.Col(d.b)).Norm()
}

// dotPartials returns the value's partial derivatives with respect to the dots;
// they are zero where the gradient is singular. sine is that of State.sineOfDotAngle, of
// polar and elevate.
func (f *measureFunction) dotPartials(p, q, sine float64) (dp, dq float64) {
	switch f.combine {
	case root:
		if p > 0 {
			dp = 0.5 / math.Sqrt(p)
		}
	case angle, wrapped, psi, phi:
		if n := p*p + q*q; n > small*small {
			dp, dq = q/n, -p/n
		}
	case polar:
		if sine > small {
			dp = -1 / sine
		}
	case elevate:
		if sine > small {
			dp = 1 / sine
		}
	default:
		dp = 1
	}
	return dp, dq
}

// dotValues returns the dots of a measure (q 0 with one dot) and their sine.
func (kin *kinematics) dotValues(m *Measure) (p, q, sine float64) {
	f := m.row.fn
	p = kin.dotValue(m, 0)
	if len(f.dots) > 1 {
		q = kin.dotValue(m, 1)
	}
	if f.combine == polar || f.combine == elevate {
		sine = kin.sineOfDotAngle(m)
	}
	return p, q, sine
}

// displacementGradient fills the gradient blocks of a displacement measure: for each of
// its bodies three entries along a displacement of the mass centre and three
// along a rotation, all in global axes.
func (kin *kinematics) displacementGradient(m *Measure) []float64 {
	g := kin.grad[m.grad : m.grad+6*len(m.body)]
	clear(g)
	f := m.row.fn
	switch f.combine {
	case included:
		kin.addIncludedAngleGradient(g, m)
		return g
	case parameter:
		kin.addEulerParameterGradient(g, m)
		return g
	}
	dp, dq := f.dotPartials(kin.dotValues(m))
	kin.addDotGradient(g, m, 0, dp)
	if len(f.dots) > 1 {
		kin.addDotGradient(g, m, 1, dq)
	}
	return g
}

// addDotGradient adds c times the gradient of dot n to g.
func (kin *kinematics) addDotGradient(g []float64, m *Measure, n int, c float64) {
	if c == 0 {
		return
	}
	if m.row.fn.negate[n] {
		c = -c
	}
	d := m.row.fn.dots[n]
	i, j := &kin.marker[m.i], &kin.marker[m.j]
	switch d.kind {
	case along:
		k := kin.marker[m.k].R.Col(m.comp).Scale(c)
		addWrench(g, m.slot[0], k, i.Arm.Cross(k))
		addWrench(g, m.slot[1], k.Neg(), k.Cross(j.Arm))
		addWrench(g, m.slot[2], vec{}, k.Cross(i.P.Sub(j.P)))
	case square:
		r := kin.dotVector(m, d).Scale(2 * c)
		i, j = kin.markerStateOf(m, d.a), kin.markerStateOf(m, d.b)
		addWrench(g, m.slot[d.a], r, i.Arm.Cross(r))
		addWrench(g, m.slot[d.b], r.Neg(), r.Cross(j.Arm))
	case cosine:
		t := i.R.Col(d.a).Cross(j.R.Col(d.b)).Scale(c)
		addWrench(g, m.slot[0], vec{}, t)
		addWrench(g, m.slot[1], vec{}, t.Neg())
	}
}

// addWrench adds a force and a torque about the mass centre to a body's block.
func addWrench(g []float64, slot int32, f, t vec) {
	if slot < 0 {
		return
	}
	b := g[6*int(slot) : 6*int(slot)+6]
	f.AddTo(b)
	t.AddTo(b[3:])
}
