package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

// addLinearStateEquations adds x' = A x + B u and y = C x + D u. The outputs depend only on
// those inputs whose column of D is not zero.
func (b *builder) addLinearStateEquations(e *deck.Element, q *stateEqn) (ok bool) {
	a := b.readReferencedMatrix(e, "a_matrix_id", anySize, anySize)
	if a == nil {
		b.faults.addFaultyElement(e) // reported
		return false
	}
	if q.n = len(a); q.n != len(a[0]) {
		e.AddErrorf("a_matrix_id", "B044", "the state matrix is %d × %d; it must be square", q.n, len(a[0]))
		return false
	}
	if q.p == anySize {
		q.p = b.outputCount(e)
	}
	if !b.bindStateOutputAndInitialArrays(e, q) {
		return false
	}
	for _, n := range [2]string{"b_matrix_id", "d_matrix_id"} {
		if e.Ref(n) != 0 && e.Ref("u_array_id") == 0 {
			e.AddErrorf(n, "B074", "there are no inputs to multiply: u_array_id is missing")
			return false
		}
	}
	bm, c, d := b.readReferencedMatrix(e, "b_matrix_id", q.n, q.m), b.readReferencedMatrix(e, "c_matrix_id", q.p, q.n), b.readReferencedMatrix(e, "d_matrix_id", q.p, q.m)
	if e.Ref("c_matrix_id") == 0 && e.Ref("d_matrix_id") == 0 {
		e.AddWarningf("", "B075", "without c_matrix_id and d_matrix_id %s", q.effect)
	}
	all := append(append([]system.Call{}, q.x...), q.u...)
	q.law = b.sys.AddLaw(newLinearMapLaw(e.KindID(), q.n, all, matrixColumns(a, bm, q)))
	if q.p > 0 {
		q.setOutputsFromLaw(b.sys.AddLaw(newLinearMapLaw(e.KindID(), q.p, all, matrixColumns(c, d, q))), 0)
	}
	return true
}

// outputCount is the number of outputs that C has, or D; none without either.
func (b *builder) outputCount(e *deck.Element) int {
	for _, name := range [2]string{"c_matrix_id", "d_matrix_id"} {
		if m := b.deck.FindElement(matrixKind, e.Ref(name)); m != nil {
			return len(b.readMatrixOnce(m))
		}
	}
	return 0
}

// matrixColumns returns a function giving entry i of the column of an input: of the
// first matrix for states, of the second for inputs; a missing matrix is zero.
func matrixColumns(first, second [][]float64, q *stateEqn) func(i, j int) float64 {
	return func(i, j int) float64 {
		m := first
		if j >= q.n {
			m, j = second, j-q.n
		}
		if m == nil {
			return 0
		}
		return m[i][j]
	}
}

// newLinearMapLaw returns the law that is the linear map of those inputs whose column is not zero.
func newLinearMapLaw(owner string, rows int, all []system.Call, entry func(i, j int) float64) system.LawSpec {
	c := make([][]float64, rows)
	var in []system.Call
	for j, call := range all {
		used := false
		for i := range c {
			used = used || entry(i, j) != 0
		}
		if !used {
			continue
		}
		in = append(in, call)
		for i := range c {
			c[i] = append(c[i], entry(i, j))
		}
	}
	return system.LinearLaw(owner, in, c)
}
