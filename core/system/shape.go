package system

import (
	"errors"
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/usersub"
)

// Shape is a curve (one parameter) or a surface (two parameters) that constraints
// slide on: a Reference_ParamCurve or Reference_ParamSurface. Points are in the
// axes of the marker that carries it.
type Shape struct {
	Element string
	ID      int
	N       int        // parameters: 1 or 2
	Lo, Hi  [2]float64 // range of each
	Closed  [2]bool    // it continues at Lo behind Hi
	Spline  *SplineCurve
	Routine *Routine // CURSUB or SURSUB; nil with Spline
}

// String names the shape in messages.
func (h *Shape) String() string { return fmt.Sprintf("%s %d", h.Element, h.ID) }

// AddShape appends a curve or a surface and returns its index.
func (sys *System) AddShape(h Shape) int {
	sys.Shapes = append(sys.Shapes, h)
	return len(sys.Shapes) - 1
}

// curveByID returns the curve with the given id.
func (sys *System) curveByID(id int) (index int, ok bool) {
	for i := range sys.Shapes {
		if h := &sys.Shapes[i]; h.N == 1 && h.ID == id {
			return i, true
		}
	}
	return 0, false
}

// shapeJet is a point of a shape and its derivatives with respect to the
// parameters. Derivatives by any two parameters k, l are dd[k+l], by three ddd[k+l+m]: of
// a surface with parameters a, b: aa, ab, bb and aaa, aab, abb, bbb.
type shapeJet struct {
	p   vec
	d   [2]vec
	dd  [3]vec
	ddd [4]vec
}

// shapeState is the routine of a shape during a run.
type shapeState struct {
	law      *routineLaw
	alpha    [2]int // places of the parameters in the frame
	iord     int
	out      int                    // argument with the results
	busy     bool                   // a call is under way: GTCURV may ask in it
	reported map[usersub.Cause]bool // why GTCURV had no point, as far as the user was informed
}

// shapeSet is the curves and surfaces of a State.
type shapeSet struct {
	s     *State
	state []shapeState // of System.Shapes
}

// setUpRoutines makes the set-up calls of CURSUB and SURSUB.
func (ss *shapeSet) setUpRoutines() error {
	s := ss.s
	ss.state = make([]shapeState, len(s.sys.Shapes))
	for i := range s.sys.Shapes {
		h, st := &s.sys.Shapes[i], &ss.state[i]
		if h.Routine == nil {
			continue
		}
		l := newRoutineLaw(h.Routine)
		sig := h.Routine.Sig
		st.law, st.iord, st.out = l, l.frame.ArgOffset(sig.ArgIndex("iord")), sig.ArgIndex("values")
		for k, name := range [2]string{"alpha", "beta"} {
			if at := sig.ArgIndex(name); at >= 0 {
				st.alpha[k] = l.frame.ArgOffset(at)
				l.frame.Real[st.alpha[k]] = h.Lo[k]
			}
		}
		s.routines = append(s.routines, l)
		if err := l.callSetup(s); err != nil {
			return err
		}
	}
	return nil
}

// callShapeRoutine calls the routine of a shape for the derivatives of an order at u, which
// lies in its range. What is returned is valid until the next call.
func (ss *shapeSet) callShapeRoutine(i int, u [2]float64, order int) ([]float64, error) {
	s := ss.s
	h, st := &s.sys.Shapes[i], &ss.state[i]
	l := st.law
	if st.busy {
		return nil, l.callError(usersub.Exception, "the routine queries its own curve", s.timeOfIterate())
	}
	under, frame := s.callState.under, s.callState.frame
	st.busy = true
	defer func() { st.busy, s.callState.under, s.callState.frame = false, under, frame }()
	f := l.frame
	for k := range h.N {
		f.Real[st.alpha[k]] = u[k]
	}
	f.Int[st.iord] = int32(order)
	n := 3 + 3*order*(h.N-1)
	if l.usesCompiledFunction(s) && len(l.inputs) == 0 && l.evalCompiled(f.Reals(st.out), nil, s.timeOfIterate(), false, s) {
		return f.Reals(st.out)[:n], nil
	}
	f.PrepareCall(s.timeOfIterate(), false, false)
	if err := l.callRoutine(s); err != nil {
		return nil, err
	}
	if err := l.checkNoQueries("a curve or a surface may depend on nothing but its parameters"); err != nil {
		return nil, err
	}
	out := f.Reals(st.out)[:n]
	if at := l.r.Sig.ArgIndex("ierr"); at >= 0 && f.Ints(at)[0] != 0 {
		return nil, retryError{l.callError(usersub.Exception, fmt.Sprintf("the routine has no point at %v (ierr %d)", u[:h.N], f.Ints(at)[0]), s.timeOfIterate())}
	}
	if !allFinite(out) {
		return nil, retryError{l.callError(usersub.NotFinite, fmt.Sprintf("the routine returned %v at %v", out, u[:h.N]), s.timeOfIterate())}
	}
	return out, nil
}

// timeOfIterate is the time of the iterate, that of the start before there is one.
func (s *State) timeOfIterate() float64 {
	if s.p == nil {
		return s.Session.Start
	}
	return s.p.T
}

// clampToRange returns u within the range of a shape, and by how much it lay outside
// along parameters that are not closed.
func (h *Shape) clampToRange(u [2]float64) (in, beyond [2]float64) {
	for k := range h.N {
		in[k] = u[k]
		if w := h.Hi[k] - h.Lo[k]; h.Closed[k] {
			in[k] = math.Min(u[k]-w*math.Floor((u[k]-h.Lo[k])/w), h.Hi[k])
			continue
		}
		in[k] = math.Max(h.Lo[k], math.Min(h.Hi[k], u[k]))
		beyond[k] = u[k] - in[k]
	}
	return in, beyond
}

// evalShape sets j to the point of a shape at u and its derivatives up to the order (2
// or 3). Trial points may lie beyond an end: there a routine's shape continues with the
// Taylor polynomial of second order from the end.
func (ss *shapeSet) evalShape(j *shapeJet, i int, u [2]float64, order int) error {
	h := &ss.s.sys.Shapes[i]
	if h.Spline != nil {
		h.Spline.evalDerivatives(j, u[0])
		return nil
	}
	in, off := h.clampToRange(u)
	for o := range 3 {
		v, err := ss.callShapeRoutine(i, in, o)
		if err != nil {
			return err
		}
		j.storeRoutineDerivatives(v, o)
	}
	if order > 2 {
		if err := ss.estimateThirdDerivatives(j, i, in); err != nil {
			return err
		}
	}
	for k := range h.N {
		if off[k] == 0 {
			continue
		}
		for l := range h.N {
			j.p = j.p.AddScaled(off[k]*off[l]/2, j.dd[k+l])
		}
		j.p = j.p.AddScaled(off[k], j.d[k])
	}
	for k := range h.N {
		for l := range h.N {
			j.d[k] = j.d[k].AddScaled(off[l], j.dd[k+l])
		}
	}
	return nil
}

// storeRoutineDerivatives stores what a routine returns for an order.
func (j *shapeJet) storeRoutineDerivatives(v []float64, order int) {
	dst := [3][]vec{{}, j.d[:], j.dd[:]}[order]
	if order == 0 {
		j.p = vec{X: v[0], Y: v[1], Z: v[2]}
	}
	for k := 0; 3*k < len(v) && k < len(dst); k++ {
		dst[k] = vec{X: v[3*k], Y: v[3*k+1], Z: v[3*k+2]}
	}
}

// estimateThirdDerivatives sets the third derivatives to those of the polynomials through the
// second ones at five values of a parameter, which a routine does not report. They
// enter the second rate of the tangency of two shapes only.
func (ss *shapeSet) estimateThirdDerivatives(j *shapeJet, i int, u [2]float64) error {
	h := &ss.s.sys.Shapes[i]
	var all [2][3]vec // along each parameter
	for k := range h.N {
		step := (h.Hi[k] - h.Lo[k]) / 1000
		mid := u[k]
		if !h.Closed[k] {
			mid = math.Max(h.Lo[k]+2*step, math.Min(h.Hi[k]-2*step, mid))
		}
		w := quarticSlopeWeights((u[k] - mid) / step)
		for n := range w {
			at := u
			at[k] = mid + float64(n-2)*step
			in, _ := h.clampToRange(at)
			v, err := ss.callShapeRoutine(i, in, 2)
			if err != nil {
				return err
			}
			var x shapeJet
			x.storeRoutineDerivatives(v, 2)
			for m := range x.dd {
				all[k][m] = all[k][m].AddScaled(w[n]/step, x.dd[m])
			}
		}
	}
	j.ddd = [4]vec{all[0][0], all[0][1], all[0][2], all[1][2]}
	return nil
}

// quarticSlopeWeights are the derivatives at x of the polynomials of fourth degree that are
// 1 at one of -2, -1, 0, 1, 2 and 0 at the others.
func quarticSlopeWeights(x float64) (w [5]float64) {
	for n := range w {
		a := float64(n - 2)
		for skip := range w {
			if skip == n {
				continue
			}
			p := 1 / (a - float64(skip-2))
			for m := range w {
				if m != n && m != skip {
					b := float64(m - 2)
					p *= (x - b) / (a - b)
				}
			}
			w[n] += p
		}
	}
	return w
}

// GtCurv implements usersub.Curves. A curve by CURSUB is called while the routine
// that asks waits.
func (d *routineState) GtCurv(dst *[3]float64, id int32, alpha float64, order int32) int32 {
	s := d.s
	i, ok := s.sys.curveByID(int(id))
	if !ok || order < 0 || order > 2 || s.shapes.state == nil {
		return 1
	}
	h := &s.sys.Shapes[i]
	if w := 1e-12 * (h.Hi[0] - h.Lo[0]); !(alpha >= h.Lo[0]-w && alpha <= h.Hi[0]+w) {
		return 1
	}
	var j shapeJet
	if h.Spline != nil {
		h.Spline.evalDerivatives(&j, alpha)
	} else {
		if s.shapes.state[i].law == nil {
			return 1 // its own set-up is still to come
		}
		v, err := s.shapes.callShapeRoutine(i, [2]float64{math.Max(h.Lo[0], math.Min(h.Hi[0], alpha))}, int(order))
		if err != nil {
			s.shapes.warnNoCurvePoint(i, err)
			return 1
		}
		j.storeRoutineDerivatives(v, int(order))
	}
	v := [3]vec{j.p, j.d[0], j.dd[0]}[order]
	*dst = [3]float64{v.X, v.Y, v.Z}
	return 0
}

// warnNoCurvePoint informs the user why a curve had no point for GTCURV: each reason once, with the
// time and the parameter where it was met first.
func (ss *shapeSet) warnNoCurvePoint(i int, err error) {
	st := &ss.state[i]
	var cause usersub.Cause
	if call := (*usersub.CallError)(nil); errors.As(err, &call) {
		cause = call.Cause
	}
	if !st.reported[cause] {
		if st.reported == nil {
			st.reported = map[usersub.Cause]bool{}
		}
		st.reported[cause] = true
		ss.s.Warn("GTCURV: %v; further failures of this kind are not reported", err)
	}
}
