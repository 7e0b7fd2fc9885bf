package integrate

import "math"

// motionRanges bounds local errors by how far each unknown has moved since the start of the analysis:
// a vibration of a micrometre in a machine of a metre is integrated as exactly as the machine, and
// the unit of length does not matter. Options.MotionTol gives the part.
type motionRanges struct {
	tol        float64 // the method's part of it
	q, v, x    unknownRanges
	begun      bool
	t          float64 // of the last point
	ctrlV      float64 // weight of speeds that the settings request
	least      float64 // leastError, or what a method has instead of it
	positional bool    // speeds are not in the error test
}

// unknownRanges holds the least and greatest value of each unknown so far.
type unknownRanges struct{ low, high []float64 }

func newUnknownRanges(n int) unknownRanges {
	return unknownRanges{make([]float64, n), make([]float64, n)}
}

func (s *unknownRanges) initRanges(x []float64) {
	copy(s.low, x)
	copy(s.high, x)
}

// extendRanges takes in the values x and returns the largest range relative to size.
func (s *unknownRanges) extendRanges(x, scale []float64) (largestRelativeRange float64) {
	low, high, scale := s.low[:len(x)], s.high[:len(x)], scale[:len(x)]
	for i, v := range x {
		if v < low[i] {
			low[i] = v
		}
		if v > high[i] {
			high[i] = v
		}
		if r := (high[i] - low[i]) / scale[i]; r > largestRelativeRange {
			largestRelativeRange = r
		}
	}
	return largestRelativeRange
}

// rangeOf returns the range of an unknown.
func (s *unknownRanges) rangeOf(unknown int) float64 { return s.high[unknown] - s.low[unknown] }

const (
	// leastError is the least bound of the error of a position, relative to the size of the model or
	// one radian, and for a speed the same within a step. Where rows of positions are part of each
	// step, what is left of them (Options.ConstrTol) shows: leastOfRows.
	leastError  = 1e-13
	leastOfRows = 1e-12
	// motionPart is the part of the largest range, each by the size of its unknown, that a range
	// counts as at least: couplers of a parallelogram do not turn, but near a singular
	// configuration rounding turns them.
	motionPart = 1e-3
	// motionRate is how much more the errors of speeds and states may be, relative to their ranges.
	motionRate = 10
	// stillSpeed is the size of speeds whose rounding counts, relative to the size of the model in
	// a unit of time.
	stillSpeed = 1e-3
)

// newMotionRanges bounds errors by tol times the ranges. Where positional, those of speeds are free.
func newMotionRanges(n *Layout, tol, ctrlV float64, positional bool) *motionRanges {
	return &motionRanges{tol: tol, least: leastError, q: newUnknownRanges(n.NQ), v: newUnknownRanges(n.NV), x: newUnknownRanges(n.NX), ctrlV: ctrlV, positional: positional}
}

// copyRangesFrom takes over the ranges of other.
func (m *motionRanges) copyRangesFrom(other *motionRanges) {
	for _, s := range [][2]*unknownRanges{{&m.q, &other.q}, {&m.v, &other.v}, {&m.x, &other.x}} {
		copy(s[0].low, s[1].low)
		copy(s[0].high, s[1].high)
	}
	m.begun, m.t = other.begun, other.t
}

// raiseWeightsOfMotion makes the weights of an accepted point those of its motion where that requests more.
func (m *motionRanges) raiseWeightsOfMotion(w *errorWeights, n *Layout, pt *Point) {
	if !m.begun {
		m.q.initRanges(pt.Q)
		m.v.initRanges(pt.V)
		m.x.initRanges(pt.X)
		m.begun, m.t = true, pt.T
	}
	h := pt.T - m.t
	m.t = pt.T
	w.eps = rounding
	least := m.least
	if m.positional {
		least = leastOfRows
	}
	most := m.q.extendRanges(pt.Q, n.QSize) * motionPart
	for i, q := range pt.Q {
		unit := n.QSize[i]
		size := largerOf(math.Abs(q), unit)
		bound := largerOf(m.tol*largerOf(m.q.rangeOf(i), most*unit), least*unit)
		w.q[i] = largerOf(w.q[i], 1/largerOf(bound, rounding*size/16))
		w.eps = largerOf(w.eps, rounding*size*w.q[i]*w.tol)
	}
	m.x.extendRanges(pt.X, n.XScale)
	for i, x := range pt.X {
		bound := m.tol * motionRate * max(m.x.rangeOf(i), stateFloor*n.XScale[i])
		w.x[i] = max(w.x[i], 1/max(bound, rounding*math.Abs(x)))
	}
	if m.positional {
		return
	}
	most = m.v.extendRanges(pt.V, n.VSize) * motionPart
	for i, v := range pt.V {
		least := 0.0
		if h > 0 {
			least = m.least * n.VSize[i] / h
		}
		size := largerOf(math.Abs(v), stillSpeed*n.VSize[i])
		bound := largerOf(m.tol*motionRate*largerOf(m.v.rangeOf(i), most*n.VSize[i]), least)
		w.v[i] = largerOf(w.v[i]*m.ctrlV, 1/largerOf(bound, rounding*size))
		w.eps = largerOf(w.eps, rounding*size*w.v[i]*w.tol)
	}
}

// largerOf returns the larger of two numbers, neither of which is NaN: one comparison, which max needs several instructions around.
func largerOf(a, b float64) float64 {
	if b > a {
		return b
	}
	return a
}
