package integrate

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Constants of the search for directions of negative stiffness.
const (
	mostModes  = 20   // vectors of Lanczos' method
	noGrowth   = 1e-8 // curvature below which nothing is called unstable, 1/time²
	kick       = 0.05 // of Reach by which a maximum is left
	standing   = 1e-4 // of Reach: a search that goes no farther began at rest
	mostLeaves = 5    // maxima that are left
	same       = 1e-6 // part of a new vector that must be new
)

// lanczos is the vectors of one search.
type lanczos struct {
	v, mv [][]float64
	x     []float64
	t     []float64 // projected operator, mostModes × mostModes
}

// newLanczos makes room for no more vectors than there are degrees of freedom.
func (s *Statics) newLanczos() *lanczos {
	free := s.n.NV
	for _, level := range s.n.RowLevel {
		if level != Inactive {
			free--
		}
	}
	m := max(0, min(mostModes, free))
	l := &lanczos{x: make([]float64, s.n.NV), t: make([]float64, m*m)}
	for range m {
		l.v = append(l.v, make([]float64, s.n.NV))
		l.mv = append(l.mv, make([]float64, s.n.NV))
	}
	return l
}

// leaveEquilibriumIfUnstable checks whether the equilibrium is stable. One that the search came to from
// elsewhere and that is not is left along the direction found; one that it began at is kept.
func (s *Statics) leaveEquilibriumIfUnstable() error {
	for leave := 0; ; leave++ {
		unstable, err := s.findUnstableDirection()
		if err != nil || !unstable {
			return err
		}
		if leave == mostLeaves || s.displacementSize(s.travel) <= standing {
			return nil
		}
		s.opt.Log("left an equilibrium that is unstable (a disturbance grows by the factor e in %.3g)", 1/math.Sqrt(-s.out.Curvature))
		s.out.Unstable, s.out.Curvature, s.out.UnstableSpeed = false, 0, 0
		x := s.modes.x
		k := kick / s.displacementSize(x)
		if dot(x, s.travel) > 0 { // towards where the search came from
			k = -k
		}
		for i := range x {
			x[i] *= k
		}
		s.p.MovePositions(s.now.Q, s.now.Q, x)
		addScaled(s.travel, 1, x)
		if err := s.moveToEquilibrium(); err != nil {
			return err
		}
	}
}

// shifts are the values of σ that are tried one after the other, as long as there are directions with
// hardly any stiffness: they are so much the largest of (K + σM)⁻¹M that others are lost in their rounding
// but for curvatures down to some ten thousand times -σ.
var shifts = [...]float64{noGrowth, 1e-4, 1, 1e4}

// findUnstableDirection searches for a direction x, along the constraints, with xᵀK x < 0: Lanczos' method on
// (K + σM)⁻¹M, whose eigenvalues are 1/(ω² + σ), finds negative ones first, being the only ones on
// their side. The matrix leaves some terms out and its symmetry is not certain, so the
// direction found is confirmed by differences of the forces.
func (s *Statics) findUnstableDirection() (found bool, err error) {
	if s.modes == nil {
		s.modes = s.newLanczos()
	}
	if len(s.modes.v) == 0 {
		return false, nil
	}
	for _, sigma := range shifts {
		largest, lowest, err := s.shiftInvertEigenvalues(sigma)
		if err == nil && lowest < 0 {
			unstable, e := s.confirmNegativeCurvature()
			if unstable {
				return true, nil
			}
			err = e
		}
		switch {
		case err != nil && otherMethodMayHelp(err): // singular, or not to be computed: nothing can be reported
			return false, nil
		case err != nil || largest*sigma < 0.1:
			return false, err
		}
	}
	return false, nil
}

// shiftInvertEigenvalues returns the largest and the lowest eigenvalue of (K + σM)⁻¹M; x becomes
// the direction of the latter.
func (s *Statics) shiftInvertEigenvalues(sigma float64) (largest, lowest float64, err error) {
	q := 1 / sigma
	if err := s.w.factorFor(s, s.now, Coef{Q: q, X: math.Sqrt(q)}, true); err != nil {
		return 0, 0, err
	}
	m, err := s.buildKrylovBasis(q)
	if m == 0 || err != nil {
		return 0, 0, err
	}
	largest, lowest = s.modes.extremeEigenvalues(m)
	return largest, lowest, nil
}

// confirmNegativeCurvature reports whether the curvature along x is negative, over two distances alike.
func (s *Statics) confirmNegativeCurvature() (negative bool, err error) {
	var c [2]float64
	for k, part := range [2]float64{1e-4, 4e-4} {
		v, err := s.computeCurvatureAlong(s.modes.x, part)
		if err != nil {
			return false, err
		}
		c[k] = v
	}
	if c[0] > -noGrowth || math.Abs(c[1]-c[0]) > 0.5*math.Abs(c[0]) { // stable, or no more than rounding
		return false, nil
	}
	s.out.Unstable, s.out.Curvature, s.out.UnstableSpeed = true, c[0], s.dominantSpeed()
	return true, nil
}

// buildKrylovBasis builds the vectors, orthonormal in M, and the projected operator. It returns how many
// there are.
func (s *Statics) buildKrylovBasis(shift float64) (vectors int, err error) {
	l := s.modes
	r := rand.New(rand.NewPCG(5, 17))
	for i := range l.x {
		l.x[i] = s.opt.Reach[i] * r.NormFloat64()
	}
	clear(l.t)
	for k, v := range l.v {
		copy(v, l.x)
		if k == 0 { // into the space of the constraints
			if err := s.multiplyByMass(l.mv[0], v); err != nil {
				return 0, err
			}
			s.solveShifted(v, l.mv[0], shift)
		}
		if ok, err := s.orthonormalize(k); err != nil || !ok {
			return k, err
		}
		s.solveShifted(l.x, l.mv[k], shift)
		size := s.displacementSize(l.x)
		if nanUnlessFinite(l.x) != 0 {
			return k, nil
		}
		for j := 0; j <= k; j++ {
			c := dot(l.mv[j], l.x)
			l.t[j*len(l.v)+k], l.t[k*len(l.v)+j] = c, c
			addScaled(l.x, -c, l.v[j])
		}
		if s.displacementSize(l.x) < same*size { // the vectors span all there is
			return k + 1, nil
		}
	}
	return len(l.v), nil
}

// orthonormalize makes v[vector] a unit vector orthogonal to those before, and mv[vector] M v[vector]. ok is
// false when nothing is left of it.
func (s *Statics) orthonormalize(vector int) (ok bool, err error) {
	l := s.modes
	v, mv := l.v[vector], l.mv[vector]
	for range 2 { // the second time for what rounding has left
		if err := s.multiplyByMass(mv, v); err != nil {
			return false, err
		}
		was := math.Sqrt(math.Abs(dot(v, mv)))
		for j := range vector {
			addScaled(v, -dot(l.mv[j], v), l.v[j])
		}
		if err := s.multiplyByMass(mv, v); err != nil {
			return false, err
		}
		n := math.Sqrt(math.Abs(dot(v, mv)))
		if !(n > 1e-9*was) {
			return false, nil
		}
		for i := range v {
			v[i] /= n
			mv[i] /= n
		}
	}
	return true, nil
}

// solveShifted sets dst to the solution d of (K + σM) d = f on the constraints.
func (s *Statics) solveShifted(dst, f []float64, shift float64) {
	clearDelta(s.back)
	copy(s.back.A, f)
	s.p.Solve(s.back)
	for i, a := range s.back.A {
		dst[i] = shift * a
	}
}

// extremeEigenvalues returns the largest and the lowest eigenvalue among the vectors, and sets x to the direction
// of the latter.
func (l *lanczos) extremeEigenvalues(vectors int) (largest, lowest float64) {
	t := mat.NewSymDense(vectors, nil)
	for i := range vectors {
		for j := i; j < vectors; j++ {
			t.SetSym(i, j, l.t[i*len(l.v)+j])
		}
	}
	var e mat.EigenSym
	if !e.Factorize(t, true) {
		return 0, 0
	}
	var y mat.Dense
	e.VectorsTo(&y)
	clear(l.x)
	for k := range vectors {
		addScaled(l.x, y.At(k, 0), l.v[k])
	}
	v := e.Values(nil) // ascending
	return v[vectors-1], v[0]
}

// computeCurvatureAlong returns xᵀK x by differences of the forces over part of Reach to either side of now,
// x being a unit vector.
func (s *Statics) computeCurvatureAlong(x []float64, fraction float64) (curvature float64, err error) {
	e := fraction / s.displacementSize(x)
	work := [2]float64{}
	for k, sign := range [2]float64{1, -1} {
		s.next.Copy(s.now)
		for i, v := range x {
			s.row[i] = sign * e * v
		}
		s.p.MovePositions(s.next.Q, s.now.Q, s.row)
		if err := s.evaluateResiduals(s.next); err != nil {
			return 0, err
		}
		work[k] = dot(s.w.res.V, x)
	}
	return (work[0] - work[1]) / (2 * e), nil
}

// dominantSpeed is the speed that takes most part in x.
func (s *Statics) dominantSpeed() int {
	best := 0
	for i, v := range s.modes.x {
		if math.Abs(v)/s.opt.Reach[i] > math.Abs(s.modes.x[best])/s.opt.Reach[best] {
			best = i
		}
	}
	return best
}
