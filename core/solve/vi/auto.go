package vi

// Auto is the default solver: Newton; where that needs more than a few dozen factorizations, IPM from the first guess for
// as many, unless there are rows that it does not take; and Newton again, from the better point of the two, with what iterations are left. Result adds up the work; Interior is the part of
// IPM. What rests costs what it costs Newton, IPM's memory included: that comes with its first use.
type Auto struct {
	Options
	newton   Newton
	ipm      IPM
	sweeps   sweeps
	q, l     []float64    // first guess; then Newton's point
	guess    [2][]float64 // q and l, of a pile
	partners []int32      // by block: with how many others it has a contact
}

const (
	firstTries = 60 // iterations of Newton
	interior   = 40 // and of IPM
	pileTries  = 3  // iterations of Newton before sweeps
	mostPairs  = 150
)

// Solve sweeps where bodies lie in a pile, and otherwise, or where that was not enough, tries the methods with factors: from where the sweeps
// ended and then from the guess.
func (w *Auto) Solve(p *Problem, q []float64) (Result, error) {
	pile, pairs, contacts := w.isPile(p)
	if !pile {
		return w.solveByNewtonAndInteriorPoint(p, q)
	}
	w.guess[0], w.guess[1] = append(w.guess[0][:0], q...), append(w.guess[1][:0], p.Rows.L...)
	sum := Result{Status: Limit}
	if pairs <= mostPairs { // what is built and rests
		w.newton.Options = Options{w.Tol, min(pileTries, w.Iter)}
		res, err := w.newton.Solve(p, q)
		if err != nil || res.Status == Converged {
			return res, err
		}
		sum = res
		w.restoreGuess(p, q)
	}
	w.sweeps.Options = Options{w.Tol, max(leastSweeps, sweepsByTouch*contacts) * w.Iter / 500}
	res, err := w.sweeps.Solve(p, q)
	if _, refused := err.(*RefusedError); err != nil && !refused || err == nil && res.Status == Converged {
		res.addWork(&sum)
		return res, err
	}
	sum.addWork(&res)
	if err == nil && res.Status == Limit {
		if res, err = w.solveByNewtonAndInteriorPoint(p, q); err != nil || res.Status == Converged {
			res.addWork(&sum)
			return res, err
		}
		sum.addWork(&res)
	}
	w.restoreGuess(p, q)
	res, err = w.solveByNewtonAndInteriorPoint(p, q)
	res.addWork(&sum)
	return res, err
}

// restoreGuess goes back to the first guess.
func (w *Auto) restoreGuess(p *Problem, q []float64) {
	copy(q, w.guess[0])
	copy(p.Rows.L, w.guess[1])
}

// solveByNewtonAndInteriorPoint tries Newton for a few iterations from the guess, then IPM, and then Newton from there or from where it had stopped. q and p.Rows.L are
// those of the solver whose Result is returned.
func (w *Auto) solveByNewtonAndInteriorPoint(p *Problem, q []float64) (Result, error) {
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
	r.Sweeps += o.Sweeps
}
