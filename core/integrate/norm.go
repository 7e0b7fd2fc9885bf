package integrate

import "math"

// largestEntry finds the largest weighted entry of several vectors.
type largestEntry struct {
	val  float64
	kind Kind
	idx  int
}

// updateLargest notes the largest of the entries of x, all weighted by weight.
func (w *largestEntry) updateLargest(kind Kind, x []float64, weight float64) {
	for i, v := range x {
		if a := math.Abs(v) * weight; a > w.val {
			w.val, w.kind, w.idx = a, kind, i
		}
	}
}

// updateLargestWeighted compares the entries of x, each with its own weight.
func (w *largestEntry) updateLargestWeighted(kind Kind, x, weight []float64) {
	for i, v := range x {
		if a := math.Abs(v) * weight[i]; a > w.val {
			w.val, w.kind, w.idx = a, kind, i
		}
	}
}

// largestWeighted returns the largest entry of x by its weight.
func largestWeighted(x, weight []float64) float64 {
	v := largestEntry{}
	v.updateLargestWeighted(RawPos, x, weight)
	return v.val
}

// stateFloor is the part of its scale below which a first-order state counts
// as zero for the relative error bound.
const stateFloor = 1e-5

// errorWeights turn errors into units of the tolerance: an error is acceptable when
// every entry times its weight is at most 1.
type errorWeights struct {
	tol        float64
	q, v, x, y []float64
	q0, v0     []float64     // of positions and speeds, as long as their rounding is below the tolerance
	byTol      []float64     // of speeds, by the tolerance alone
	xMax       []float64     // largest magnitude of each state so far
	yScale     []float64     // of algebraic unknowns: their scale, or their largest magnitude so far if that is more
	ctrlV      float64       // weight of speeds in the error test relative to v; 0 for none
	eps        float64       // size of rounding in positions, in units of their scale
	speeds     bool          // eps includes speeds
	relAbs     float64       // Options.RelAbs
	motion     *motionRanges // nil where errors are not measured by the motion
}

// newErrorWeights returns weights for errors of tol. Where positional, speeds take no part in those of
// the motion.
func newErrorWeights(n *Layout, tol float64, o *Options, positional bool) *errorWeights {
	w := &errorWeights{tol: tol, relAbs: o.RelAbs,
		q: make([]float64, n.NQ), v: make([]float64, n.NV),
		x: make([]float64, n.NX), y: make([]float64, n.NY), xMax: make([]float64, n.NX)}
	w.q0 = make([]float64, n.NQ)
	inverseScales(w.q0, n.QScale, tol)
	copy(w.q, w.q0)
	w.v0 = make([]float64, n.NV)
	inverseScales(w.v0, n.VScale, tol)
	copy(w.v, w.v0)
	w.byTol = append(w.byTol, w.v0...)
	inverseScales(w.x, n.XScale, tol)
	w.yScale = append(w.yScale, n.YScale...)
	inverseScales(w.y, w.yScale, max(tol, algebraicTol))
	if o.VelCtrl {
		w.ctrlV = 1 / o.VelTolFactor
	}
	if o.MotionTol > 0 && o.FixedStep <= 0 {
		positional = positional || !o.MotionSpeeds
		w.motion = newMotionRanges(n, o.MotionTol*tol/o.Tol, w.ctrlV, positional)
		if !positional {
			w.ctrlV = 1
		}
	}
	return w
}

func inverseScales(dst, scale []float64, tol float64) {
	for i, s := range scale {
		dst[i] = 1 / (s * tol)
	}
}

// updateWeights takes note of an accepted point.
func (w *errorWeights) updateWeights(n *Layout, pt *Point, relTol, tol float64) {
	s := 0.0 // largest size, in units of the tolerance
	for i, v := range pt.Q {
		k := w.q0[i]
		u := math.Abs(v) * k
		s = largerOf(s, u)
		k /= largerOf(1+w.relAbs*u*w.tol, u*rounding)
		w.q[i] = k
	}
	for i, v := range pt.V {
		k := w.v0[i]
		u := math.Abs(v) * k
		w.v[i] = k / largerOf(1, u*rounding)
		w.byTol[i] = w.v[i]
		if w.speeds {
			s = largerOf(s, u)
		}
		s = largerOf(s, u*w.ctrlV)
	}
	for i, v := range pt.Y {
		w.yScale[i] = max(w.yScale[i], math.Abs(v))
	}
	inverseScales(w.y, w.yScale, max(w.tol, algebraicTol))
	w.eps = max(1, s*w.tol) * rounding
	// The bound relTol of the size, brought to the method's fraction of tol.
	k := relTol / tol * w.tol
	for i, v := range pt.X {
		size := math.Max(w.xMax[i], math.Abs(v))
		w.xMax[i] = size
		bound := (n.XScale[i] + w.relAbs*math.Abs(v)) * w.tol
		if relTol > 0 {
			bound = math.Min(bound, k*math.Max(size, stateFloor*n.XScale[i]))
		}
		w.x[i] = 1 / math.Max(bound, size*rounding)
	}
	if w.motion != nil {
		w.motion.raiseWeightsOfMotion(w, n, pt)
	}
}

// inheritWeightsFrom takes over what other knows of the motion up to pt, so that the same errors are allowed behind it.
func (w *errorWeights) inheritWeightsFrom(other *errorWeights, n *Layout, pt *Point, o *Options) {
	copy(w.xMax, other.xMax)
	copy(w.yScale, other.yScale)
	if w.motion != nil && other.motion != nil {
		w.motion.copyRangesFrom(other.motion)
	}
	w.updateWeights(n, pt, o.RelTol, o.Tol)
}

// algebraicTol is the smallest tolerance of an algebraic unknown, relative to its size: what they move is in positions and states, and
// those that follow reactions have the rounding of these. Results have them solved for again.
const algebraicTol = 1e-9

// rounding is the relative size below which errors are not measured.
const rounding = 0x1p-47

// kindAndIndexOf turns a place in the vector (q, v, x) into kind and index.
func (n *Layout) kindAndIndexOf(entry largestEntry) largestEntry {
	switch {
	case entry.val == 0:
		entry.kind = NoKind
	case entry.idx < n.NQ:
	case entry.idx < n.NQ+n.NV:
		entry.kind, entry.idx = Speed, entry.idx-n.NQ
	default:
		entry.kind, entry.idx = State, entry.idx-n.NQ-n.NV
	}
	return entry
}
