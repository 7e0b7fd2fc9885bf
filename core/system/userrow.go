package system

import (
	"errors"
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/usersub"
)

// userRow is the function of a UCOSUB: f(q, t) of the variables q that the
// routine declares, with the gradient p = ∂f/∂q and, where it gives them, the
// second partials X. Along a motion
//
//	f' = p·q' + ∂f/∂t,  f” = p·q” + q'ᵀXq' + 2 q'·∂p/∂t + ∂²f/∂t².
//
// Partials with respect to the time are differences, zero where neither f nor
// p·q' differs between the times t - h, t and t + h.
type userRow struct {
	r        *Routine
	law      *routineLaw
	selector []int32 // idrsel: array, scalar, xmatrx
	q        []float64
	scalar   []float64
	array    []float64
	xmatrx   []float64
	known    bool // xmatrx can be used
	moved    []float64
}

// setupRoom is how many variables a UCOSUB finds room for in its set-up call,
// before it has said how many there are: old routines fill their results then
// as well.
const setupRoom = 32

// NewUserConstraintRow returns the row of a UCOSUB. i is the marker from which the
// reaction is seen, NoMarker without one. System.AddRows adds it to a model.
func NewUserConstraintRow(r *Routine, i MarkerIdx) *GeneralConstraint {
	return &GeneralConstraint{
		RowOwner: RowOwner{Element: r.Element, ID: r.ID, Row: []string{r.Sig.Name}, N: 1, I: i, J: NoMarker},
		fn:       &userRow{r: r},
	}
}

// setUpRow makes the set-up call and the row depend on what it declares. In a model
// that continues after a change, the routine continues as it was.
func (f *userRow) setUpRow(s *State, g *GeneralConstraint) error {
	calls, before := f.takeOverDeclaration(s, g)
	if before == nil {
		var err error
		if calls, err = f.callSetup(s, g); err != nil {
			return err
		}
	}
	for _, c := range calls {
		if err := g.addMeasure(s.sys, c); err != nil {
			return fmt.Errorf("%s: %w", f.r.OwnerTitle(), err)
		}
	}
	if len(g.Bodies) == 0 {
		return fmt.Errorf("%s: the variables that %s declares belong to no moving body", f.r.OwnerTitle(), f.r.Sig.Name)
	}
	s.routines = append(s.routines, f.law)
	f.findArguments(g)
	for k, c := range g.calls {
		g.v[k] = s.callState.evalUnforeseenQuery(c)
	}
	if before != nil {
		f.known = before.known
		return nil
	}
	return f.checkDerivatives(s, g)
}

// findArguments finds the arguments in the frame and makes room.
func (f *userRow) findArguments(g *GeneralConstraint) {
	fr := f.law.frame
	arg := func(name string) []float64 { return fr.Reals(fr.Sig.ArgIndex(name)) }
	f.selector = fr.Ints(fr.Sig.ArgIndex("idrsel"))
	f.q, f.scalar, f.array, f.xmatrx = arg("q"), arg("scalar"), arg("array"), arg("xmatrx")
	n := len(g.calls)
	f.moved = make([]float64, n)
	g.second = hessian{n: n, h: make([]float64, n*n)}
}

// newLawForVariables returns the law with room for n variables.
func (f *userRow) newLawForVariables(g *GeneralConstraint, n int) *routineLaw {
	own := *f.r
	own.Dims = map[string]int{"nq": n}
	l := newRoutineLaw(&own)
	l.r, l.inRow, l.self = f.r, true, g.set
	return l
}

// callSetup makes the set-up call and returns what it declares.
func (f *userRow) callSetup(s *State, g *GeneralConstraint) ([]Call, error) {
	l := f.newLawForVariables(g, setupRoom)
	var said declaration
	s.callState.declared, s.callState.setup = &said, true
	l.frame.PrepareCall(0, false, true)
	err := l.callRoutine(s)
	s.callState.declared, s.callState.setup = nil, false
	switch {
	case err != nil:
		return nil, err
	case said.err != nil:
		return nil, fmt.Errorf("%s: %w", f.r.OwnerTitle(), said.err)
	case len(said.calls) == 0:
		return nil, fmt.Errorf("%s: %s declares no variables by UCOVAR or UCOMAR in its set-up call", f.r.OwnerTitle(), f.r.Sig.Name)
	}
	if err := f.checkNoQueries(l); err != nil {
		return nil, err
	}
	f.law = f.newLawForVariables(g, len(said.calls))
	f.law.meter = l.meter
	return said.calls, nil
}

// takeOverDeclaration searches for the same routine in the model before a change and takes over
// what it declared.
func (f *userRow) takeOverDeclaration(s *State, g *GeneralConstraint) ([]Call, *userRow) {
	if s.from == nil {
		return nil, nil
	}
	for _, set := range s.from.sys.Rows {
		o, ok := set.(*GeneralConstraint)
		if !ok {
			continue
		}
		u, ok := o.fn.(*userRow)
		if !ok || u.law == nil {
			continue
		}
		l := f.newLawForVariables(g, len(o.calls))
		if u.law.isSameRoutine(l) && l.takeOverFrame(s) {
			f.law = l
			return o.calls, u
		}
	}
	return nil, nil
}

// checkNoQueries refuses queries: the gradient knows nothing of their answers.
func (f *userRow) checkNoQueries(l *routineLaw) error {
	if len(l.frame.Asked) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %s queries %s, but it may only depend on the time and on the variables that it declares",
		f.r.OwnerTitle(), f.r.Sig.Name, l.frame.Asked[0].Name)
}

// callRoutine enters the routine at q and t; trial calls are distinguished nowhere, as the
// routine has no dflag.
func (f *userRow) callRoutine(s *State, q []float64, t float64, array, scalar, xmatrx bool) error {
	l := f.law
	copy(f.q, q)
	for k, b := range [3]bool{array, scalar, xmatrx} {
		f.selector[k] = 0
		if b {
			f.selector[k] = 1
		}
	}
	l.frame.PrepareCall(t, true, false)
	if err := l.callRoutine(s); err != nil {
		return err
	}
	return f.checkNoQueries(l)
}

// evalAlongMotion calls the routine for its value and gradient, and returns with them the partial by the time (a difference), and the first and
// second derivatives along the motion.
func (f *userRow) evalAlongMotion(s *State, g *GeneralConstraint) (value, timePartial, rate, secondRate float64, err error) {
	t := s.p.T
	if err := f.callRoutine(s, g.v, t, true, true, f.known); err != nil {
		return 0, 0, 0, 0, err
	}
	value = f.scalar[0]
	if !allFinite(f.scalar) || !allFinite(f.array) || f.known && !allFinite(f.xmatrx) {
		return value, 0, 0, 0, retryError{f.law.callError(usersub.NotFinite, fmt.Sprintf("the routine returned the value %v with the gradient %v", value, f.array), t)}
	}
	copy(g.p, f.array)
	n := len(g.p)
	rate = 0 // p·q'
	for k, p := range g.p {
		rate += p * g.d[k]
		secondRate += p * g.dd[k]
	}
	if f.known {
		for k := range g.p {
			for m := range g.p {
				secondRate += g.d[k] * f.xmatrx[k*n+m] * g.d[m]
			}
		}
	} else {
		bend, err := f.directionalSlope(s, g, rate)
		if err != nil {
			return value, 0, 0, 0, err
		}
		secondRate += bend
	}
	timePartial, turn, dtt, err := f.timeDerivatives(s, g, value, rate)
	return value, timePartial, rate + timePartial, secondRate + 2*turn + dtt, err
}

// directionalSlope returns q'ᵀXq', the slope of p(q + q' h)·q' at h = 0.
func (f *userRow) directionalSlope(s *State, g *GeneralConstraint, rate float64) (float64, error) {
	h := 0.01
	for k, i := range s.plan.asked[g.set] {
		if step := 0.01 * s.sys.typicalMeasureSize(&s.plan.measure[i]); math.Abs(g.d[k])*h > step {
			h = step / math.Abs(g.d[k])
		}
	}
	x, err := richardsonSlopes(h, [2]float64{rate}, func(h float64) (z [2]float64, err error) {
		for k := range f.moved {
			f.moved[k] = g.v[k] + h*g.d[k]
		}
		if err = f.callRoutine(s, f.moved, s.p.T, true, false, false); err == nil {
			z[0] = innerProduct(f.array, g.d)
		}
		return z, err
	})
	return x.d[0], err
}

// timeDerivatives returns ∂f/∂t, ∂(p·q')/∂t and ∂²f/∂t².
func (f *userRow) timeDerivatives(s *State, g *GeneralConstraint, v, rate float64) (dt, mixed, dtt float64, err error) {
	x, err := richardsonSlopes(4e-3, [2]float64{v, rate}, func(h float64) (z [2]float64, err error) {
		if err = f.callRoutine(s, g.v, s.p.T+h, true, true, false); err == nil {
			z = [2]float64{f.scalar[0], innerProduct(f.array, g.d)}
		}
		return z, err
	})
	return x.d[0], x.d[1], x.dd, err
}

func innerProduct(a, b []float64) float64 {
	sum := 0.0
	for k, v := range a {
		sum += v * b[k]
	}
	return sum
}

// evalAtMeasures returns the routine's value with its measures at v; false if the call fails or the value is not finite.
func (f *userRow) evalAtMeasures(s *State, v []float64) (value float64, ok bool) {
	err := f.callRoutine(s, v, s.p.T, false, true, false)
	return f.scalar[0], err == nil && allFinite(f.scalar)
}

// evalSecondPartials implements rowFunction: the routine's second partials, or central
// differences of its gradient.
func (f *userRow) evalSecondPartials(s *State, g *GeneralConstraint) {
	h := &g.second
	clear(h.h)
	if f.known {
		if f.callRoutine(s, g.v, s.p.T, false, false, true) == nil && allFinite(f.xmatrx) {
			copy(h.h, f.xmatrx)
		}
		return
	}
	step := func(k int) float64 {
		return 1e-4 * max(s.sys.typicalMeasureSize(&s.plan.measure[s.plan.asked[g.set][k]]), math.Abs(g.v[k]))
	}
	f.differenceSecondPartials(s, h.h, g.v, step)
}

// differenceSecondPartials sets x, the second partials at v, to central differences of the
// gradient; entries without a value are 0.
func (f *userRow) differenceSecondPartials(s *State, x, v []float64, step func(k int) float64) {
	n := len(v)
	for k := range n {
		h := step(k)
		for _, side := range [2]float64{h, -h} {
			copy(f.moved, v)
			f.moved[k] += side
			if f.callRoutine(s, f.moved, s.p.T, true, false, false) != nil || !allFinite(f.array) {
				clear(x[k*n : k*n+n])
				break
			}
			for m, p := range f.array {
				x[k*n+m] += p / (2 * side)
			}
		}
	}
}

// functionDerivatives are the first derivatives of two functions and the second one of the first.
type functionDerivatives struct {
	d  [2]float64
	dd float64
}

// richardsonSlopes differences z(h) at 0, where its value is y, by
//
//	z'  = (45 (z1 - z-1) - 9 (z2 - z-2) + (z3 - z-3)) / 60h + O(h⁶)
//	z” = (270 (z1 + z-1) - 27 (z2 + z-2) + 2 (z3 + z-3) - 490 z0) / 180h² + O(h⁶)
//
// with h shortened until the fourth-order differences agree; each derivative is
// that of the spacing where they agree best. Functions that are the same at
// -h, 0 and h are taken as constant. Samples that give no number are passed over.
func richardsonSlopes(h float64, y [2]float64, at func(h float64) ([2]float64, error)) (best functionDerivatives, err error) {
	off := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}
	h = math.Exp2(math.Floor(math.Log2(h)))
	for range 6 {
		var z [6][2]float64
		ok := true
		for n, k := range [6]float64{1, -1, 2, -2, 3, -3} {
			if n == 2 && z[0] == y && z[1] == y {
				return functionDerivatives{}, nil
			}
			if z[n], err = at(k * h); err != nil && !errors.Is(err, integrate.ErrRetry) {
				return functionDerivatives{}, err
			}
			ok = ok && err == nil && allFinite(z[n][:])
			if !ok {
				break
			}
		}
		if ok && best.keepMoreAccurate(&off, h, y, &z) {
			break
		}
		h /= 8
	}
	return best, nil
}

// keepMoreAccurate takes the derivatives of a spacing that are better than those so far;
// off reports how far fourth and sixth order were apart. It returns true when
// all are good.
func (b *functionDerivatives) keepMoreAccurate(off *[3]float64, h float64, y [2]float64, z *[6][2]float64) bool {
	good := true
	take := func(k int, dst *float64, d6, d4, tol, noise float64) {
		e := math.Abs(d6-d4) + noise
		if e < off[k] {
			off[k], *dst = e, d6
		}
		good = good && math.Abs(d6-d4) <= tol*math.Abs(d6)+4*noise
	}
	for k := range y {
		size := max(math.Abs(z[0][k]), math.Abs(z[4][k]), math.Abs(z[5][k]), math.Abs(y[k]))
		a, b2, c := z[0][k]-z[1][k], z[2][k]-z[3][k], z[4][k]-z[5][k]
		take(k, &b.d[k], (45*a-9*b2+c)/(60*h), (8*a-b2)/(12*h), 1e-9, 1e-15*size/h)
		if k == 0 {
			a, b2, c = z[0][0]+z[1][0]-2*y[0], z[2][0]+z[3][0]-2*y[0], z[4][0]+z[5][0]-2*y[0]
			take(2, &b.dd, (270*a-27*b2+2*c)/(180*h*h), (16*a-b2)/(12*h*h), 1e-7, 1e-15*size/(h*h))
		}
	}
	return good
}
