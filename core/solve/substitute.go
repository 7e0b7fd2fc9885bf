package solve

import "math"

// Solve replaces b, in the caller's node order, by the solution of A x = b. It
// needs a Factor without error before it.
//
// When the elimination let values grow so much that digits are lost (Growth),
// the result is refined once; Refine refines it at any time.
func (m *Matrix) Solve(b []float64) {
	if !(m.Growth > refineGrowth) {
		m.substituteForwardAndBack(b)
		return
	}
	copy(m.rhs, b)
	m.substituteForwardAndBack(b)
	m.RefineSolution(b, m.rhs)
}

// RefineSolution improves the solution x of A x = b by one step of iterative
// refinement. b is left as it is.
func (m *Matrix) RefineSolution(x, b []float64) {
	m.ComputeResidual(m.rest, x, b)
	m.substituteForwardAndBack(m.rest)
	for i, v := range m.rest {
		x[i] += v
	}
}

// SolveToSixDigits is Solve for iterations that correct what digits a solution lacks: an error
// of roughError is a convergence factor of that size. Growth is an upper limit of what
// the elimination may have lost, and mostly far above it: inertias that add up along a
// chain make it large where nothing cancels. So where it leaves less, what refinement
// changes in the first solution with these factors reports whether the others need it.
func (m *Matrix) SolveToSixDigits(b []float64) {
	if m.Growth <= roughGrowth || m.rough == good {
		m.substituteForwardAndBack(b)
		return
	}
	copy(m.rhs, b)
	m.substituteForwardAndBack(b)
	m.RefineSolution(b, m.rhs)
	if m.rough == unknown {
		m.recordSolutionError(b)
	}
}

const (
	roughError  = 1e-6
	roughGrowth = 1e10 // up to here it is not searched for: 16 digits less 10 are left
)

// pivotCheck is what is known about solutions without refinement.
type pivotCheck uint8

const (
	unknown pivotCheck = iota
	good
	bad
)

// recordSolutionError takes the correction in m.rest of the solution x for the error of others.
func (m *Matrix) recordSolutionError(x []float64) {
	c := m.relativeCorrections(x)
	switch {
	case c == [2]float64{}: // nothing was requested
	case c[0] <= roughError && c[1] <= roughError:
		m.rough = good
	default:
		m.rough = bad
	}
}

// relativeCorrections are the largest values of m.rest over those of x, by kinds of nodes: multipliers
// are forces and would hide the rest.
func (m *Matrix) relativeCorrections(x []float64) (c [2]float64) {
	var most [2]float64
	at := 0
	for i, n := range m.s.size {
		k := m.s.kind[i]
		for ; n > 0; n-- {
			most[k] = max(most[k], math.Abs(x[at]))
			c[k] = max(c[k], math.Abs(m.rest[at]))
			at++
		}
	}
	for k := range c {
		if c[k] != 0 {
			c[k] /= most[k]
		}
	}
	return c
}

func (m *Matrix) substituteForwardAndBack(b []float64) {
	x, perm := m.x, m.plan.perm
	if len(b) != len(x) {
		panic("solve: vector and matrix differ in size")
	}
	for k, i := range perm {
		x[k] = b[i]
	}
	fronts := m.plan.fronts
	for g := range fronts {
		m.solveFrontLower(&fronts[g], m.state[g])
	}
	for g := len(fronts) - 1; g >= 0; g-- {
		m.solveFrontUpper(&fronts[g], m.state[g])
	}
	for k, i := range perm {
		b[i] = x[k]
	}
}

// solveFrontLower solves with the unit lower triangle of a pivot block and takes the
// result, times L, from the border.
func (m *Matrix) solveFrontLower(f *front, how pivoting) {
	p, n := f.p, f.p+f.b
	own := m.x[f.y : f.y+p]
	if how != inPlace {
		t := m.own[:p]
		for k, r := range m.rowAt[f.y : f.y+p] {
			t[k] = own[r]
		}
		copy(own, t)
	}
	solveLower(own, m.work[f.u:f.l], n)
	at := f.l
	for _, v := range m.plan.runs[f.runLo:f.runHi] {
		subtractRowProducts(m.x[v.y:v.y+v.n], m.work[at:], p, own)
		at += int(v.n) * p
	}
}

// solveFrontUpper takes the border's part from the right-hand side of a pivot block
// and solves with its upper triangle.
func (m *Matrix) solveFrontUpper(f *front, how pivoting) {
	p, n := f.p, f.p+f.b
	own := m.x[f.y : f.y+p]
	u := m.work[f.u:f.l]
	switch runs := m.plan.runs[f.runLo:f.runHi]; len(runs) {
	case 0:
	case 1:
		subtractRowProducts(own, u[p:], n, m.x[runs[0].y:runs[0].y+runs[0].n])
	default:
		border := m.border[:0]
		for _, v := range runs {
			border = append(border, m.x[v.y:v.y+v.n]...)
		}
		subtractRowProducts(own, u[p:], n, border)
	}
	solveUpper(own, u, n)
	if how == rowsCols {
		t := m.own[:p]
		for k, c := range m.colAt[f.y : f.y+p] {
			t[c] = own[k]
		}
		copy(own, t)
	}
}
