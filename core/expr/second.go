package expr

import "math"

// SecondDerivativeAlongMotion sets dst[i] to the second derivative of result i along a motion in which measure k
// is m[k] and has the rate rate[k], and the time is t and has the rate td, all without second
// rates: uᵀHu with H the second partials and u the rates. At a jump or kink it is that of the
// piece that supplied the value. It is false where the evaluation ends without a value or
// a derivative is not known, as that of a function of the caller's that says none.
func (f *Function) SecondDerivativeAlongMotion(w *Work, t, td float64, m, rate, dst []float64) bool {
	if len(rate) != len(m) {
		panic("expr: wrong number of rates")
	}
	w.failed = false
	f.p.storeInputs(w, t, 0, m)
	w.jets[slotTime], w.jets[slotMode] = jet{t, td, 0}, jet{}
	for i := range m {
		w.jets[slotMeasures+i] = jet{m[i], rate[i], 0}
	}
	f.p.forwardJets(w)
	if w.failed {
		return false
	}
	zero := 0.0
	for i, at := range f.results {
		r := w.jets[at]
		dst[i] = r.dd
		zero += (r.v - r.v) + (r.dd - r.dd)
	}
	return zero == 0
}

// power is pow with the value that math.Pow gives, whatever the exponent.
func (a jet) power(b jet) jet {
	r := a.pow(b)
	r.v = math.Pow(a.v, b.v)
	return r
}

// ComputeFunctionSecondPartials sets dd[i*n+j] to the second partials of a function of n arguments of the
// language of expressions, such as STEP or IMPACT.
func ComputeFunctionSecondPartials(name string, x, second []float64) {
	f := builtins[name]
	if f == nil || f.op != opShape {
		panic("expr: " + name + " is not a function of several arguments")
	}
	n := len(x)
	a := make([]jet, n)
	along := func(i, j int) float64 {
		for k, v := range x {
			a[k] = jet{v: v}
		}
		a[i].d, a[j].d = 1, 1
		return shapes[f.shape].jet(a).dd
	}
	for i := range n {
		second[i*n+i] = along(i, i)
	}
	for i := range n {
		for j := range i {
			h := (along(i, j) - second[i*n+i] - second[j*n+j]) / 2
			second[i*n+j], second[j*n+i] = h, h
		}
	}
}
