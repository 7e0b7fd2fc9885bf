package system

import "math"

// AddContact appends a contact and its force, which CONTACT reports.
func (sys *System) AddContact(c *Contact) {
	outputs := 0
	if c.NormalSub != nil || c.FrictionSub != nil {
		outputs = 6
	}
	law := sys.AddLaw(LawSpec{Owner: c.ownerTitle(), Outputs: outputs, New: c.newLaw})
	f := Force{Element: c.Element, ID: c.ID, Direction: Axes, I: c.I, J: c.J, Ref: c.J}
	for k := range f.Comp {
		f.Comp[k] = Output{law, k}
	}
	sys.AddForce(f, "CONTACT")
}

func (c *Contact) ownerTitle() string { return c.Element + " " + itoa(c.ID) }

func (c *Contact) newLaw(s *State) (Law, error) {
	l := &contactLaw{Contact: c, inputs: relativeMotionMeasures(s.sys.Markers[c.I].ID, s.sys.Markers[c.J].ID)}
	for _, x := range [2]struct {
		r   *Routine
		dst **contactRoutine
	}{{c.NormalSub, &l.normal}, {c.FrictionSub, &l.friction}} {
		if x.r == nil {
			continue
		}
		sub := &contactRoutine{routineLaw: newRoutineLaw(x.r)}
		sub.written = true // most routines set the first of three results only
		s.routines = append(s.routines, sub.routineLaw)
		if err := sub.callSetup(s); err != nil {
			return nil, err
		}
		*x.dst = sub
		l.addQueriedInputs(sub)
	}
	return l, nil
}

// contactLaw is the law of a Contact.
type contactLaw struct {
	*Contact
	inputs           []Call
	normal, friction *contactRoutine
	rel              relMotion
	sum              wrench
	points           []ContactPoint // of the last evaluation
	out              [6]float64     // at other inputs, to difference
	work             contactWork
	solid            solidContact
}

// contactWork is where one touch is worked out, so that nothing is allocated.
type contactWork struct {
	force  vec // on the points' body
	n      float64
	byGap  float64
	byRate float64
	byN    vec // of the friction
	bySlip mat
}

func (l *contactLaw) Outputs() int   { return 6 }
func (l *contactLaw) Inputs() []Call { return l.inputs }

// Eval sums up the forces at all points.
func (l *contactLaw) Eval(out, in []float64, s *State) error {
	l.rel = relMotionFromInputs(in)
	l.sum, l.points = wrench{}, l.points[:0]
	for k := range l.Pairs {
		m := l.Pairs[k].poseShapes(&l.rel)
		w := m.beginPointSearch()
		for n, ok := m.nextPointWithin(&w, 0); ok; n, ok = m.nextPointWithin(&w, 0) {
			t := m.evalContactPoint(n, &l.rel)
			if !l.isPenetrating(&t) {
				continue
			}
			if err := l.computePointForce(&m, &t, in, false, s); err != nil {
				return err
			}
			f := l.work.force.Scale(m.sigma)
			l.sum.F = l.sum.F.Add(f)
			l.sum.T = l.sum.T.Add(t.p.Sub(l.rel.d).Cross(f))
			l.recordContactPoint(&m, &t, f)
		}
	}
	if err := l.addSolidForces(in, s); err != nil {
		return err
	}
	l.sum.F.Store(out)
	l.sum.T.Store(out[3:])
	return nil
}

// isPenetrating reports whether a point is in penetration.
func (c *Contact) isPenetrating(t *contactPoint) bool {
	return t.gap < 0 && !(c.Deepest > 0 && t.gap < -c.Deepest)
}

// computePointForce sets work to the force on the points' body and, if requested, its partials.
func (l *contactLaw) computePointForce(m *pairPose, t *contactPoint, in []float64, partials bool, s *State) error {
	if err := l.computeNormalForce(m, t, in, partials, s); err != nil {
		return err
	}
	w := &l.work
	f, err := l.computeFriction(m, t, in, partials, s)
	w.force = f.AddScaled(w.n, t.n)
	return err
}

// computeNormalForce sets work to the normal force.
func (l *contactLaw) computeNormalForce(m *pairPose, t *contactPoint, in []float64, partials bool, s *State) error {
	if l.normal != nil {
		return l.callNormalForceRoutine(m, t, in, partials, s)
	}
	w := &l.work
	w.n, w.byGap, w.byRate = l.Normal.Force(t.gap, t.rate)
	return nil
}

// computeFriction returns the friction on the points' body at the normal force in work, whose partials it sets.
func (l *contactLaw) computeFriction(m *pairPose, t *contactPoint, in []float64, partials bool, s *State) (f vec, err error) {
	w := &l.work
	w.byN, w.bySlip = vec{}, mat{}
	switch {
	case l.friction != nil:
		return l.callFrictionRoutine(m, t, in, partials, s)
	case l.Friction != nil:
		f, w.byN, w.bySlip = l.Friction.frictionForce(w.n, t.slip)
	}
	return f, nil
}

// Partials differentiates the sum along each input; those that routines requested
// are differenced.
func (l *contactLaw) Partials(dst, dt, in, out []float64, _ bool, s *State) error {
	clear(dst)
	clear(dt) // no constraint depends on a force
	l.rel = relMotionFromInputs(in)
	for k := range l.Pairs {
		m := l.Pairs[k].poseShapes(&l.rel)
		w := m.beginPointSearch()
		for n, ok := m.nextPointWithin(&w, 0); ok; n, ok = m.nextPointWithin(&w, 0) {
			t := m.evalContactPoint(n, &l.rel)
			if !l.isPenetrating(&t) {
				continue
			}
			if err := l.computePointForce(&m, &t, in, true, s); err != nil {
				return err
			}
			for c := range nRelative {
				l.addDerivativeAlongInput(dst, len(in), c, &m, &t)
			}
		}
	}
	if err := l.addSolidPartials(dst, in, s); err != nil {
		return err
	}
	return l.differenceQueriedInputs(dst, in, out, s)
}

// unitInputChange is the unit change of input c.
func unitInputChange(c int) (r relMotion) {
	var one [nRelative]float64
	one[c] = 1
	return relMotionFromInputs(one[:])
}

// addDerivativeAlongInput adds the derivative of a touch along input c to its column. With δ for
// derivatives, p_S = R_Sᵀ(c - P_S) the place in the solid's axes and H its ∂n/∂p,
//
//	δn = R_S H δp_S + δR_S n_S,  δgap = n·(δc - δ(solid's point at c)),
//	δp = δc - δn (r + gap/2) - n δgap/2,
//	δu = σ (δv + δw×(p-d) + w×(δp-δd)),
//	δrate = δn·u + n·δu,  δslip = δu - δrate n - rate δn,
//	δF = δN n + N δn + ∂Ft/∂N δN + ∂Ft/∂slip δslip.
func (l *contactLaw) addDerivativeAlongInput(dst []float64, width, c int, m *pairPose, t *contactPoint) {
	r, x, w := &l.rel, unitInputChange(c), &l.work
	arm := t.p.Sub(r.d)
	if c < 12 {
		l.addDerivativeAlongPose(dst, width, c, &x, m, t)
		return
	}
	du := x.v.Add(x.w.Cross(arm)).Scale(m.sigma)
	rate := t.n.Dot(du)
	dn := w.byRate * rate
	df := t.n.Add(w.byN).Scale(dn).Add(w.bySlip.Mul(du.AddScaled(-rate, t.n))).Scale(m.sigma)
	addForceColumn(dst, width, c, df, arm.Cross(df))
}

// addDerivativeAlongPose is addDerivativeAlongInput for a change x of the pose.
func (l *contactLaw) addDerivativeAlongPose(dst []float64, width, c int, x *relMotion, m *pairPose, t *contactPoint) {
	r, w := &l.rel, &l.work
	arm := t.p.Sub(r.d)
	dc, ds, dr := m.differentiatePose(x, t)
	dn := m.normalDerivative(t, dc.Sub(ds), &dr)
	gap := m.gapDerivative(t, dc.Sub(ds), &dr)
	dp := dc.AddScaled(-(t.r+t.gap/2), dn).AddScaled(-gap/2, t.n)
	da := dp.Sub(x.d)
	u := t.slip.AddScaled(t.rate, t.n)
	du := r.w.Cross(da).Scale(m.sigma)
	rate := dn.Dot(u) + t.n.Dot(du)
	force := w.byGap*gap + w.byRate*rate
	slip := du.AddScaled(-rate, t.n).AddScaled(-t.rate, dn)
	df := t.n.Add(w.byN).Scale(force).AddScaled(w.n, dn).Add(w.bySlip.Mul(slip)).Scale(m.sigma)
	addForceColumn(dst, width, c, df, da.Cross(w.force).Scale(m.sigma).Add(arm.Cross(df)))
}

// addForceColumn adds a change of force and moment to a column.
func addForceColumn(dst []float64, width, c int, f, t vec) {
	for i, v := range [6]float64{f.X, f.Y, f.Z, t.X, t.Y, t.Z} {
		dst[i*width+c] += v
	}
}

// differentiatePose returns how the point c, the origin of the solid and its axes change.
func (m *pairPose) differentiatePose(x *relMotion, t *contactPoint) (dc, ds vec, dr mat) {
	if m.pair.Swapped {
		ds = x.d.Add(x.r.Mul(m.pair.On.P))
		dr = x.r.MulMat(&m.pair.On.R)
		if !m.pair.Points.ArePointsFixed() { // c moves with the normal, which turns with the solid
			n := m.of.R.MulTransposed(dr.Mul(m.on.R.MulTransposed(t.n)))
			dc = m.of.R.Mul(t.mov.Mul(n))
		}
		return dc, ds, dr
	}
	do := x.r.MulMat(&m.pair.Of.R) // of the axes of the points' shape
	dc = x.d.Add(x.r.Mul(m.pair.Of.P)).Add(do.Mul(m.of.R.MulTransposed(t.c.Sub(m.of.P))))
	if !m.pair.Points.ArePointsFixed() {
		dc = dc.Add(m.of.R.Mul(t.mov.Mul(do.MulTransposed(t.n))))
	}
	return dc, ds, dr
}

// gapDerivative is the change of φ at c: n·δp_S in the solid's axes.
func (m *pairPose) gapDerivative(t *contactPoint, dc vec, dr *mat) float64 {
	n := m.on.R.MulTransposed(t.n)
	return n.Dot(m.on.R.MulTransposed(dc).Add(dr.MulTransposed(t.c.Sub(m.on.P))))
}

// normalDerivative is the change of n.
func (m *pairPose) normalDerivative(t *contactPoint, dc vec, dr *mat) vec {
	p := m.on.R.MulTransposed(dc).Add(dr.MulTransposed(t.c.Sub(m.on.P)))
	return m.on.R.Mul(t.bend.Mul(p)).Add(dr.Mul(m.on.R.MulTransposed(t.n)))
}

// contactRoutine is CNFSUB or CFFSUB of a contact, called once for each point in
// penetration. The law has one set of inputs for all points; from holds where
// among them the answers to the routine's queries are.
type contactRoutine struct {
	*routineLaw
	from   []int
	answer []float64
	result [3]float64
	near   [3]float64
}

// addQueriedInputs makes new queries of a routine inputs of the law.
func (l *contactLaw) addQueriedInputs(r *contactRoutine) {
	for n := len(r.from); n < len(r.inputs); n++ {
		r.from = append(r.from, len(l.inputs))
		l.inputs = append(l.inputs, r.inputs[n])
		r.answer = append(r.answer, 0)
	}
}

// callRoutine calls r with the given arguments in its frame.
func (l *contactLaw) callRoutine(dst *[3]float64, r *contactRoutine, in []float64, differencing bool, s *State) error {
	for k, at := range r.from {
		r.answer[k] = 0
		if at < len(in) {
			r.answer[k] = in[at]
		}
	}
	err := r.evalAt(dst[:], r.answer[:min(len(r.answer), len(r.at))], s.p.T, differencing, s)
	l.addQueriedInputs(r)
	return err
}

// setNearestPoints sets loci and locj, the nearest points of both surfaces along global axes.
func (l *contactLaw) setNearestPoints(r *contactRoutine, m *pairPose, t *contactPoint, s *State) {
	j := &s.kin.marker[l.J]
	onI, onJ := m.surfacePoints(t)
	j.P.Add(j.R.Mul(onI)).Store(r.frame.RealArgNamed("loci"))
	j.P.Add(j.R.Mul(onJ)).Store(r.frame.RealArgNamed("locj"))
	r.frame.RealArgNamed("area")[0] = t.contactArea()
}

// callNormalForceRoutine sets work to the force of CNFSUB, entry 0 of its result, and its
// differences along gap and rate. ni and nj point away from I and J. What the
// force does with the place of the contact is not in the partials.
func (l *contactLaw) callNormalForceRoutine(m *pairPose, t *contactPoint, in []float64, partials bool, s *State) error {
	r, w := l.normal, &l.work
	l.setNearestPoints(r, m, t, s)
	n := s.kin.marker[l.J].R.Mul(t.n).Scale(m.sigma) // from J to I
	n.Store(r.frame.RealArgNamed("nj"))
	n.Neg().Store(r.frame.RealArgNamed("ni"))
	at := func(dst *[3]float64, gap, rate float64, differencing bool) error {
		r.frame.RealArgNamed("gap")[0], r.frame.RealArgNamed("gapdot")[0] = gap, rate
		return l.callRoutine(dst, r, in, differencing, s)
	}
	if err := at(&r.result, t.gap, t.rate, false); err != nil {
		return err
	}
	w.n, w.byGap, w.byRate = r.result[0], 0, 0
	if !partials {
		return nil
	}
	h := 1e-6 * -t.gap
	if err := at(&r.near, t.gap-h, t.rate, true); err != nil {
		return err
	}
	w.byGap = (w.n - r.near[0]) / h
	h = 1e-6 * (s.sys.leastInputScale() + math.Abs(t.rate))
	if err := at(&r.near, t.gap, t.rate+h, true); err != nil {
		return err
	}
	w.byRate = (r.near[0] - w.n) / h
	return nil
}

// callFrictionRoutine returns the force of CFFSUB on the points' body: its result is the
// one on I along global axes. xdot is the slip velocity of I past J; x, a slip
// that has been stored up, is 0, since the force has no memory.
func (l *contactLaw) callFrictionRoutine(m *pairPose, t *contactPoint, in []float64, partials bool, s *State) (vec, error) {
	r, w := l.friction, &l.work
	l.setNearestPoints(r, m, t, s)
	j := &s.kin.marker[l.J].R
	at := func(dst *[3]float64, n float64, slip vec, differencing bool) (vec, error) {
		j.Mul(slip).Scale(m.sigma).Store(r.frame.RealArgNamed("xdot"))
		r.frame.RealArgNamed("nforce")[0] = n
		err := l.callRoutine(dst, r, in, differencing, s)
		return j.MulTransposed(vecFromSlice(dst[:])).Scale(m.sigma), err
	}
	f, err := at(&r.result, w.n, t.slip, false)
	if err != nil || !partials {
		return f, err
	}
	h := 1e-6 * (1 + math.Abs(w.n))
	g, err := at(&r.near, w.n+h, t.slip, true)
	if err != nil {
		return f, err
	}
	w.byN = g.Sub(f).Scale(1 / h)
	h = 1e-6 * (1e-3*s.sys.leastInputScale() + t.slip.Norm())
	for k, col := range [3]*vec{&w.bySlip.A, &w.bySlip.B, &w.bySlip.C} {
		x := [3]float64{}
		x[k] = h
		if g, err = at(&r.near, w.n, t.slip.Add(vecFromSlice(x[:])), true); err != nil {
			return f, err
		}
		*col = g.Sub(f).Scale(1 / h)
	}
	return f, nil
}

// differenceQueriedInputs differences the whole law along the answers to queries.
func (l *contactLaw) differenceQueriedInputs(dst, in, out []float64, s *State) error {
	for c := nRelative; c < len(in); c++ {
		x := in[c]
		h := 1e-7 * (s.sys.leastInputScale() + math.Abs(x))
		in[c] = x + h
		err := l.Eval(l.out[:], in, s)
		in[c] = x
		if err != nil {
			return err
		}
		for i := range l.out {
			dst[i*len(in)+c] = (l.out[i] - out[i]) / h
		}
	}
	return nil
}

// assignLawToRoutines sets the index of the law that the routines belong to.
func (l *contactLaw) assignLawToRoutines(law int) {
	for _, r := range [2]*contactRoutine{l.normal, l.friction} {
		if r != nil {
			r.self = law
		}
	}
}
