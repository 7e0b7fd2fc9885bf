package system

import (
	"math"
	"slices"
	"sort"

	"github.com/trammel-mbd/trammel/core/expr"
)

// signalHistory is what a signal has been, as polynomials by accepted steps. Each goes through the solution at
// Chebyshev points of its step, so that it has the accuracy of the method's own interpolant, and jumps and
// kinks at the ends of steps stay what they are.
type signalHistory struct {
	begun  bool
	start  float64 // before it is what the deck says
	first  float64 // value at the start
	pieces []historyPiece
	breaks []bend // where the signal is not smooth, in order
	sample []float64
	spare  [][]float64 // of pieces that are gone
	size   float64     // largest value so far
	least  float64     // part of size that a jump is larger than; 0 is jumpPart
	// Of a signal that is evaluated at foreseen times only, since where its pieces end: these values, complete up to upTo.
	foreseen bool
	known    []signalSample
	upTo     float64
}

// historyPiece is a polynomial from from to to by its values at its Chebyshev points.
type historyPiece struct {
	from, to float64
	v        []float64
}

// bend is a place where the derivative of an order and those above jump; 0 may be the value itself.
type bend struct {
	t     float64
	order int
}

// noBreak is the order from which on a break no longer counts: methods are of less, or take no notice.
const noBreak = 7

// knownUpTo is the time up to which the history is known.
func (h *signalHistory) knownUpTo() float64 {
	if h.foreseen {
		return h.upTo
	}
	return h.endOfPieces()
}

// endOfPieces is where the pieces end.
func (h *signalHistory) endOfPieces() float64 {
	if n := len(h.pieces); n > 0 {
		return h.pieces[n-1].to
	}
	return h.start
}

// storeSample takes sample k of a step, of samples from 0 to degree.
func (h *signalHistory) storeSample(k, degree int, v float64) {
	if k == 0 && len(h.sample) != degree+1 {
		if n := len(h.spare); n > 0 && len(h.spare[n-1]) == degree+1 {
			h.sample, h.spare = h.spare[n-1], h.spare[:n-1]
		} else {
			h.sample = make([]float64, degree+1)
		}
	}
	h.sample[k] = v
	h.size = math.Max(h.size, math.Abs(v))
}

// jumpPart is what part of the signal's size has to be missing between two steps for a jump. Signals of accelerations and
// forces may be off by ratePart times the tolerance, at most by rateMost.
const (
	jumpPart = 1e-7
	ratePart = 100
	rateMost = 0.01
)

// leastJumpFraction is the part of the signal's size that a jump is larger than.
func (h *signalHistory) leastJumpFraction() float64 { return math.Max(h.least, jumpPart) }

// isPolynomialInaccurate reports whether the polynomial of the samples misses more than tol of the signal's size, by the last two of
// its coefficients in Chebyshev polynomials.
func (h *signalHistory) isPolynomialInaccurate(tol float64) bool {
	n := len(h.sample) - 1
	last, other := 0.0, 0.0
	for k, v := range h.sample {
		if k == 0 || k == n {
			v /= 2
		}
		if k%2 == 1 {
			v = -v
		}
		last += v / float64(n)
		other += 2 * v * math.Cos(math.Pi*float64(k)/float64(n)) / float64(n)
	}
	return math.Abs(last)+math.Abs(other) > tol*h.size
}

// appendPieceOfSamples makes the samples a piece. A jump at its start is a break, and what is still rough is taken for a
// jump at its end.
func (h *signalHistory) appendPieceOfSamples(from, to, tol float64) {
	jump := len(h.sample) > 2 && h.isPolynomialInaccurate(math.Max(tol, h.leastJumpFraction()))
	before := h.first
	if n := len(h.pieces); n > 0 {
		before = h.pieces[n-1].endTime()
	}
	if math.Abs(h.sample[0]-before) > h.leastJumpFraction()*h.size {
		h.insertBreak(from, 0)
	}
	if jump {
		for k := range h.sample {
			h.sample[k] = h.sample[0]
		}
		h.insertBreak(to, 0)
	}
	h.pieces = append(h.pieces, historyPiece{from, to, h.sample})
	h.sample = nil
}

func (p *historyPiece) endTime() float64 { return p.v[len(p.v)-1] }

// insertBreak enters a break.
func (h *signalHistory) insertBreak(t float64, order int) {
	if order >= noBreak {
		return
	}
	n := len(h.breaks)
	if n > 0 && math.Abs(h.breaks[n-1].t-t) <= snap*math.Abs(t) {
		h.breaks[n-1].order = min(h.breaks[n-1].order, order)
		return
	}
	h.breaks = append(h.breaks, bend{t, order})
}

// hasJumpAt reports whether the value jumps at the break at t.
func (h *signalHistory) hasJumpAt(t float64, past *expr.Program, mode int) bool {
	eps := snap * math.Abs(t)
	right, _ := h.valueAt(t, eps, true)
	left := 0.0
	if t <= h.start+eps {
		left = past.Eval(past.NewWork(), t, mode, nil)
	} else {
		left, _ = h.valueAt(t, eps, false)
	}
	return math.Abs(right-left) > h.leastJumpFraction()*math.Max(h.size, math.Abs(left))
}

// dropPiecesBefore drops pieces that end before from, and breaks before t.
func (h *signalHistory) dropPiecesBefore(from, t float64) {
	const many = 64 // so that it is done seldom
	n := sort.Search(len(h.pieces), func(i int) bool { return h.pieces[i].to >= from-snap*math.Abs(from) })
	if n >= many {
		for i := range n {
			h.spare = append(h.spare, h.pieces[i].v)
		}
		h.pieces = slices.Delete(h.pieces, 0, n)
	}
	for len(h.breaks) > 0 && h.breaks[0].t < t-snap*math.Abs(t) {
		h.breaks = slices.Delete(h.breaks, 0, 1)
	}
}

// valueAt returns the signal and its rate at t, not behind last; where two pieces meet, right reports which.
func (h *signalHistory) valueAt(t, eps float64, right bool) (v, rate float64) {
	n := len(h.pieces)
	if n == 0 {
		return h.first, 0
	}
	var i int
	if right {
		i = sort.Search(n, func(i int) bool { return h.pieces[i].to > t+eps })
	} else {
		i = sort.Search(n, func(i int) bool { return h.pieces[i].to >= t-eps })
	}
	p := &h.pieces[min(i, n-1)]
	x := (t - p.from) / (p.to - p.from)
	v, rate = chebyshevInterpolate(p.v, math.Min(math.Max(x, 0), 1))
	return v, rate / (p.to - p.from)
}

// extrapolate returns the signal at u between the end of the history and the time t of the iterate, where it is
// now: of the polynomial through the last piece's middle and end and that point. Its error is of
// third order in the step.
func (h *signalHistory) extrapolate(u, t, now float64) delayValue {
	b, fb := h.knownUpTo(), h.first
	a, fa := b, fb
	if n := len(h.pieces); n > 0 {
		p := &h.pieces[n-1]
		fb = p.endTime()
		if back := math.Min(p.to-p.from, t-b); len(h.breaks) == 0 || h.breaks[len(h.breaks)-1].t < b {
			a = b - back
			fa, _ = chebyshevInterpolate(p.v, 1-back/(p.to-p.from))
		}
	}
	if a == b { // the line from b to t
		x := (u - b) / (t - b)
		return delayValue{fb + x*(now-fb), (now - fb) / (t - b), x}
	}
	la := (u - b) * (u - t) / ((a - b) * (a - t))
	lb := (u - a) * (u - t) / ((b - a) * (b - t))
	lt := (u - a) * (u - b) / ((t - a) * (t - b))
	da := (2*u - b - t) / ((a - b) * (a - t))
	db := (2*u - a - t) / ((b - a) * (b - t))
	dt := (2*u - a - b) / ((t - a) * (t - b))
	return delayValue{la*fa + lb*fb + lt*now, da*fa + db*fb + dt*now, lt}
}

// chebyshevPoint returns Chebyshev point i of the second kind on [0, 1], of those from 0 to degree.
func chebyshevPoint(i, degree int) float64 {
	s := math.Sin(math.Pi / 2 * float64(i) / float64(degree))
	return s * s
}

// chebyshevInterpolate returns the polynomial with the values v at places at x, and its derivative, by the barycentric
// formula, whose weights at these points are ±1, and ±1/2 at the ends (Berrut and Trefethen,
// SIAM Review 46, 2004).
func chebyshevInterpolate(v []float64, x float64) (f, d float64) {
	n := len(v) - 1
	weight := func(i int) float64 {
		w := 1.0
		if i == 0 || i == n {
			w = 0.5
		}
		if i%2 == 1 {
			w = -w
		}
		return w
	}
	above, below := 0.0, 0.0
	for i, y := range v {
		dx := x - chebyshevPoint(i, n)
		if math.Abs(dx) < 1e-10 {
			for k, z := range v {
				if k != i {
					d += weight(k) / weight(i) * (z - y) / (chebyshevPoint(i, n) - chebyshevPoint(k, n))
				}
			}
			return y + d*dx, d
		}
		w := weight(i) / dx
		above, below = above+w*y, below+w
	}
	f = above / below
	for i, y := range v {
		dx := x - chebyshevPoint(i, n)
		d += weight(i) / dx * (f - y) / dx
	}
	return f, d / below
}

// DelayMemory is the history of a DELAY: Start is where it begins, with the value First.
type DelayMemory struct {
	Delay  string            `json:"delay"`
	Start  float64           `json:"start"`
	First  float64           `json:"first"`
	Size   float64           `json:"size"` // largest value
	Pieces []ChebyshevMemory `json:"pieces"`
	Breaks []BreakMemory     `json:"breaks"`
}

// ChebyshevMemory is the values of a signal at the Chebyshev points of a step.
type ChebyshevMemory struct {
	From  float64   `json:"from"`
	To    float64   `json:"to"`
	Value []float64 `json:"value"`
}

// BreakMemory is a place where the derivative of an order jumps.
type BreakMemory struct {
	Time  float64 `json:"time"`
	Order int     `json:"order"`
}

func (ds *delayState) saveDelayHistories(m *Memory) {
	for i := range ds.all {
		h := &ds.all[i]
		if !h.begun {
			continue
		}
		x := DelayMemory{Delay: ds.s.sys.Delays[i].Key, Start: h.start, First: h.first, Size: h.size}
		for _, p := range h.pieces {
			x.Pieces = append(x.Pieces, ChebyshevMemory{p.from, p.to, slices.Clone(p.v)})
		}
		for _, b := range h.breaks {
			x.Breaks = append(x.Breaks, BreakMemory{b.t, b.order})
		}
		m.Delays = append(m.Delays, x)
	}
}

func (ds *delayState) restoreDelayHistories(m *Memory) error {
	for _, x := range m.Delays {
		i := slices.IndexFunc(ds.s.sys.Delays, func(d Delay) bool { return d.Key == x.Delay })
		if i < 0 {
			return memoryMismatchError("it contains a DELAY that the model does not have: %s", x.Delay)
		}
		h := signalHistory{begun: true, start: x.Start, first: x.First, size: x.Size}
		for _, p := range x.Pieces {
			if len(p.Value) < 2 || !(p.To > p.From) {
				return memoryMismatchError("its history of the DELAY of %s is damaged", x.Delay)
			}
			h.pieces = append(h.pieces, historyPiece{p.From, p.To, slices.Clone(p.Value)}) // a history grows where it is
		}
		for _, b := range x.Breaks {
			h.breaks = append(h.breaks, bend{b.Time, b.Order})
		}
		ds.all[i] = h
	}
	return nil
}
