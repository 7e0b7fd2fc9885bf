package vi

// Auto is the default solver: Newton; where that needs more than a few dozen factorizations, IPM from the first guess for
// as many, unless there are rows that it does not take; and Newton again, from the better point of the two, with what iterations are left. Result adds up the work; Interior is the part of
// IPM. What rests costs what it costs Newton, IPM's memory included: that comes with its first use.
type Auto struct {
	Options
	newton Newton
	ipm    IPM
	q, l   []float64 // first guess; then Newton's point
}

const (
	firstTries = 60 // iterations of Newton
	interior   = 40 // and of IPM
)

// Solve tries Newton for a few iterations from the guess, then IPM, and then Newton from there or from where it had stopped. q and p.Rows.L are
// those of the solver whose Result is returned.
func (w *Auto) Solve(p *Problem, q []float64) (Result, error) {
	w.newton.Options = Options{w.Tol, min(firstTries, w.Iter)}
	w.q, w.l = append(w.q[:0], q...), append(w.l[:0], p.Rows.L...)
	res, err := w.newton.Solve(p, q)
	if err != nil || !isUnsolved(res) || w.Iter <= firstTries {
		return res, err
	}
	for i, v := range q { // the guess to q, Newton's point to w.q
		q[i], w.q[i] = w.q[i], v
	}
	for i, v := range p.Rows.L {
		p.Rows.L[i], w.l[i] = w.l[i], v
	}
	w.ipm.Options = Options{w.Tol, min(interior, w.Iter-firstTries)}
	in, err := w.ipm.Solve(p, q)
	if err != nil { // rows that only Newton takes
		in = Result{Status: Failed}
	}
	sum := in
	sum.Interior = in.Iterations
	sum.addWork(&res)
	if in.Status == Converged || sum.Iterations >= w.Iter {
		if in.Status == Converged || in.Residual < res.Residual {
			return sum, nil
		}
	}
	if in.Status == Failed || in.Residual > res.Residual {
		copy(q, w.q)
		copy(p.Rows.L, w.l)
	}
	w.newton.Iter = max(1, w.Iter-sum.Iterations)
	last, err := w.newton.Solve(p, q)
	last.Interior = sum.Interior
	last.addWork(&sum)
	return last, err
}

func isUnsolved(r Result) bool { return r.Status == Limit || r.Status == Stalled }

// addWork adds the work of another solve.
func (r *Result) addWork(o *Result) {
	r.Iterations += o.Iterations
	r.Updates += o.Updates
	r.Factorizations += o.Factorizations
}
