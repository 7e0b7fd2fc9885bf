package linear

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// The partials that a Model knows may lack terms, which iterations can do
// without. So every derivative along a motion is differenced too, and where the two
// disagree by more than the difference may err, the difference counts. Laws that
// are not smooth at the point have no good difference: there the partials count.

// spacings are the first steps of the differences, in units of the sizes of what
// is moved; each is halved twice, and the next one taken where these disagree.
var spacings = [...]float64{1.0 / 32, 1.0 / 1024, 1.0 / 65536}

// Errors of differences, relative to the greatest derivative of their kind, that
// end the search for a better spacing; and differences that are no doubt due to
// terms that the partials lack.
const (
	goodEnough = 1e-10
	lacking    = 1e-7
	doubtful   = 1e-3
)

// sampler evaluates a model near a point. All residuals and outputs of a point
// are in one row: V, X, Y, Vel, Acc, outputs.
type sampler struct {
	m     Model
	p, at *integrate.Point
	r     *integrate.Residual
	dq    []float64
	u     []float64
	out   int
	begin [7]int // of each kind, and the end
	reach []float64

	tab        [6][]float64 // samples at ±h, ±h/2, ±h/4
	here       []float64    // sample at the point
	best, fail []float64    // derivative and its error
	largest    float64      // derivative of any force so far, and force: see floor
}

func newSampler(m Model, p *integrate.Point, inputs, outputs int) (*sampler, error) {
	n := m.Layout()
	s := &sampler{m: m, p: p, at: integrate.NewPoint(n), r: integrate.NewResidual(n), dq: make([]float64, n.NV),
		u: make([]float64, inputs), out: outputs, reach: m.StepSizes()}
	for k, size := range [...]int{n.NV, n.NX, n.NY, n.NL, n.NL, outputs} {
		s.begin[k+1] = s.begin[k] + size
	}
	for k := range s.tab {
		s.tab[k] = make([]float64, s.begin[6])
	}
	s.best, s.fail, s.here = make([]float64, s.begin[6]), make([]float64, s.begin[6]), make([]float64, s.begin[6])
	return s, s.evaluateMovedBy(s.here, newVariation(n, inputs), 0)
}

// evaluateMovedBy sets dst to all residuals and outputs at the point moved by h along a variation.
func (s *sampler) evaluateMovedBy(dst []float64, variation *Variation, h float64) error {
	s.at.Copy(s.p)
	for i, v := range variation.Q {
		s.dq[i] = h * v
	}
	s.m.MovePositions(s.at.Q, s.p.Q, s.dq)
	addScaled(s.at.V, variation.V, h)
	addScaled(s.at.A, variation.A, h)
	addScaled(s.at.L, variation.L, h)
	addScaled(s.at.X, variation.X, h)
	addScaled(s.at.XDot, variation.XDot, h)
	addScaled(s.at.Y, variation.Y, h)
	for i, v := range variation.U {
		s.u[i] = h * v
	}
	s.m.Inputs(s.u)
	if err := s.m.EvaluateResidual(s.r, s.at); err != nil {
		return err
	}
	b := &s.begin
	copy(dst[b[0]:], s.r.V)
	copy(dst[b[1]:], s.r.X)
	copy(dst[b[2]:], s.r.Y)
	copy(dst[b[3]:], s.r.Vel)
	copy(dst[b[4]:], s.r.Acc)
	s.m.Outputs(dst[b[5]:])
	return nil
}

func addScaled(x, d []float64, h float64) {
	for i, v := range d {
		x[i] += h * v
	}
}

// unitStepReciprocal is the reciprocal of how far the motion may go as a unit step.
func (s *sampler) unitStepReciprocal(variation *Variation) float64 {
	most := 0.0
	for i, v := range variation.Q {
		most = math.Max(most, math.Abs(v)/s.reach[i])
	}
	for i, v := range variation.V {
		most = math.Max(most, math.Abs(v)/math.Max(s.reach[i], math.Abs(s.p.V[i])))
	}
	for _, part := range [...]struct{ d, x []float64 }{{variation.A, s.p.A}, {variation.L, s.p.L}, {variation.X, s.p.X}, {variation.XDot, s.p.XDot}, {variation.Y, s.p.Y}, {variation.U, nil}} {
		for i, v := range part.d {
			one := 1.0
			if part.x != nil {
				one = math.Max(1, math.Abs(part.x[i]))
			}
			most = math.Max(most, math.Abs(v)/one)
		}
	}
	return most
}

// differentiateAlong sets best to the derivatives along a variation and fail to their errors.
func (s *sampler) differentiateAlong(variation *Variation) error {
	size := s.unitStepReciprocal(variation)
	clear(s.best)
	clear(s.fail)
	if size == 0 {
		return nil
	}
	for i := range s.fail {
		s.fail[i] = math.Inf(1)
	}
	var last error
	for _, h := range spacings {
		h /= size
		h = math.Exp2(math.Floor(math.Log2(h))) // exact in binary
		if last = s.differenceAtSpacing(variation, h); last != nil && !integrate.IsRetry(last) {
			break
		}
		if last == nil {
			s.extrapolateDifferences(h)
			if s.areErrorsSmall() {
				break
			}
		}
	}
	s.m.Inputs(nil)
	if len(s.fail) > 0 && math.IsInf(s.fail[0], 1) {
		return last
	}
	return s.m.EvaluateResidual(s.r, s.p) // frames are those of the point evaluated last
}

func (s *sampler) differenceAtSpacing(variation *Variation, h float64) error {
	for k := range s.tab {
		x := h / float64(int(1)<<(k/2))
		if k%2 == 1 {
			x = -x
		}
		if err := s.evaluateMovedBy(s.tab[k], variation, x); err != nil {
			return err
		}
	}
	return nil
}

// extrapolateDifferences takes the central differences with spacings h, h/2 and h/4 to sixth
// order (Richardson) where that is better than what was there. The error is that
// of fourth order, and what rounding leaves; beside a kink it is the kink.
func (s *sampler) extrapolateDifferences(h float64) {
	const eps = 1.2e-16
	for i := range s.best {
		t := &s.tab
		d0 := (t[0][i] - t[1][i]) / (2 * h)
		d1 := (t[2][i] - t[3][i]) / h
		d2 := (t[4][i] - t[5][i]) / (h / 2)
		e1, e2 := (4*d1-d0)/3, (4*d2-d1)/3
		d := (16*e2 - e1) / 15
		fail := math.Abs(d-e2) + 4*eps*math.Max(math.Abs(t[0][i]), math.Abs(t[1][i]))/h
		if k := s.estimateKink(i, h); k > 1e-4*math.Abs(d) {
			fail += k
		}
		if fail < s.fail[i] || math.IsNaN(s.fail[i]) {
			s.best[i], s.fail[i] = d, fail
		}
	}
}

// estimateKink is the difference of the slopes on both sides, about: second differences
// divided by the spacing are κ + c1 h + c3 h³, of which κ is wanted.
func (s *sampler) estimateKink(i int, h float64) float64 {
	t, c := &s.tab, 2*s.here[i]
	k0, k1, k2 := (t[0][i]+t[1][i]-c)/h, (t[2][i]+t[3][i]-c)/(h/2), (t[4][i]+t[5][i]-c)/(h/4)
	e1, e2 := 2*k1-k0, 2*k2-k1
	return math.Abs(8*e2-e1) / 7
}

// areErrorsSmall reports whether no derivative errs by more than a trifle of the greatest of
// its kind.
func (s *sampler) areErrorsSmall() bool {
	for k := range 6 {
		most, worst := 0.0, 0.0
		for i := s.begin[k]; i < s.begin[k+1]; i++ {
			most, worst = math.Max(most, math.Abs(s.best[i])), math.Max(worst, s.fail[i])
		}
		if worst > goodEnough*most {
			return false
		}
	}
	return true
}

// replaceInexactPartials puts differences in the place of partials that lack something; at is the
// place of the first of them in the row. It returns an entry of which neither is
// good, or -1.
func (s *sampler) replaceInexactPartials(exact []float64, at int) (rough int) {
	rough = -1
	typical := largestMagnitude(s.best[at : at+len(exact)])
	for i, e := range exact {
		d, fail := s.best[at+i], s.fail[at+i]
		gap := math.Abs(e - d)
		switch {
		case gap <= lacking*(math.Abs(e)+math.Abs(d)):
		case fail < 0.1*gap:
			exact[i] = d
		case gap > doubtful*math.Abs(e) && fail > doubtful*typical && gap > s.estimateRoundingError():
			rough = i
		}
	}
	return rough
}

// estimateRoundingError is what rounding may leave of a derivative whose terms cancel. Terms are not known
// one by one: they are taken to be as large as the largest derivative and force of all, or
// what speeds may give.
func (s *sampler) estimateRoundingError() float64 {
	v := largestMagnitude(s.p.V)
	return 1e-9 * max(s.largest, largestMagnitude(s.p.L), largestMagnitude(s.p.A), v*v)
}

func largestMagnitude(x []float64) float64 {
	m := 0.0
	for _, v := range x {
		m = math.Max(m, math.Abs(v))
	}
	return m
}
