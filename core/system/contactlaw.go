package system

// AddContact appends a contact and its force, which CONTACT reports.
func (sys *System) AddContact(c *Contact) {
	outputs := 0
	if c.NormalSub != nil || c.FrictionSub != nil {
		outputs = 6
	}
	law := sys.AddLaw(LawSpec{Owner: c.owner(), Outputs: outputs, New: c.newLaw})
	f := Force{Element: c.Element, ID: c.ID, Direction: Axes, I: c.I, J: c.J, Ref: c.J}
	for k := range f.Comp {
		f.Comp[k] = Output{law, k}
	}
	sys.AddForce(f, "CONTACT")
}

func (c *Contact) owner() string { return c.Element + " " + itoa(c.ID) }

func (c *Contact) newLaw(s *State) (Law, error) {
	l := &contactLaw{Contact: c, inputs: relativeCalls(s.sys.Markers[c.I].ID, s.sys.Markers[c.J].ID)}
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
		if err := sub.setup(s); err != nil {
			return nil, err
		}
		*x.dst = sub
		l.learn(sub)
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
	out              [6]float64 // at other inputs, to difference
	work             contactWork
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
	l.rel = loadRelative(in)
	l.sum = wrench{}
	for k := range l.Pairs {
		m := l.Pairs[k].meet(&l.rel)
		w := m.walk()
		for n, ok := m.next(&w, 0); ok; n, ok = m.next(&w, 0) {
			t := m.point(n, &l.rel)
			if !l.touches(&t) {
				continue
			}
			if err := l.push(&m, &t, in, false, s); err != nil {
				return err
			}
			f := l.work.force.Scale(m.sigma)
			l.sum.F = l.sum.F.Add(f)
			l.sum.T = l.sum.T.Add(t.p.Sub(l.rel.d).Cross(f))
		}
	}
	l.sum.F.Store(out)
	l.sum.T.Store(out[3:])
	return nil
}

// touches reports whether a point is in penetration.
func (c *Contact) touches(t *contactPoint) bool {
	return t.gap < 0 && !(c.Deepest > 0 && t.gap < -c.Deepest)
}

// push sets work to the force on the points' body and, if asked for, its partials.
func (l *contactLaw) push(m *meeting, t *contactPoint, in []float64, partials bool, s *State) error {
	w := &l.work
	w.byN, w.bySlip = vec{}, mat{}
	if l.normal == nil {
		w.n, w.byGap, w.byRate = l.Normal.Force(t.gap, t.rate)
	} else if err := l.normalOf(m, t, in, partials, s); err != nil {
		return err
	}
	f := vec{}
	switch {
	case l.friction != nil:
		var err error
		if f, err = l.frictionOf(m, t, in, partials, s); err != nil {
			return err
		}
	case l.Friction != nil:
		f, w.byN, w.bySlip = l.Friction.force(w.n, t.slip)
	}
	w.force = f.AddScaled(w.n, t.n)
	return nil
}

// Partials differentiates the sum along each input; those that routines asked for
// are differenced.
func (l *contactLaw) Partials(dst, dt, in, out []float64, _ bool, s *State) error {
	clear(dst)
	clear(dt) // no constraint depends on a force
	l.rel = loadRelative(in)
	for k := range l.Pairs {
		m := l.Pairs[k].meet(&l.rel)
		w := m.walk()
		for n, ok := m.next(&w, 0); ok; n, ok = m.next(&w, 0) {
			t := m.point(n, &l.rel)
			if !l.touches(&t) {
				continue
			}
			if err := l.push(&m, &t, in, true, s); err != nil {
				return err
			}
			for c := range nRelative {
				l.along(dst, len(in), c, &m, &t)
			}
		}
	}
	return l.answered(dst, in, out, s)
}

// change is the unit change of input c.
func change(c int) (r relMotion) {
	var one [nRelative]float64
	one[c] = 1
	return loadRelative(one[:])
}

// along adds the derivative of a touch along input c to its column. With δ for
// derivatives, p_S = R_Sᵀ(c - P_S) the place in the solid's axes and H its ∂n/∂p,
//
//	δn = R_S H δp_S + δR_S n_S,  δgap = n·(δc - δ(solid's point at c)),
//	δp = δc - δn (r + gap/2) - n δgap/2,
//	δu = σ (δv + δw×(p-d) + w×(δp-δd)),
//	δrate = δn·u + n·δu,  δslip = δu - δrate n - rate δn,
//	δF = δN n + N δn + ∂Ft/∂N δN + ∂Ft/∂slip δslip.
func (l *contactLaw) along(dst []float64, width, c int, m *meeting, t *contactPoint) {
	r, x, w := &l.rel, change(c), &l.work
	arm := t.p.Sub(r.d)
	if c < 12 {
		l.alongPose(dst, width, c, &x, m, t)
		return
	}
	du := x.v.Add(x.w.Cross(arm)).Scale(m.sigma)
	rate := t.n.Dot(du)
	dn := w.byRate * rate
	df := t.n.Add(w.byN).Scale(dn).Add(w.bySlip.Mul(du.AddScaled(-rate, t.n))).Scale(m.sigma)
	store(dst, width, c, df, arm.Cross(df))
}

// alongPose is along for a change x of the pose.
func (l *contactLaw) alongPose(dst []float64, width, c int, x *relMotion, m *meeting, t *contactPoint) {
	r, w := &l.rel, &l.work
	arm := t.p.Sub(r.d)
	dc, ds, dr := m.moved(x, t)
	dn := m.normalAlong(t, dc.Sub(ds), &dr)
	gap := m.gapAlong(t, dc.Sub(ds), &dr)
	dp := dc.AddScaled(-(t.r+t.gap/2), dn).AddScaled(-gap/2, t.n)
	da := dp.Sub(x.d)
	u := t.slip.AddScaled(t.rate, t.n)
	du := r.w.Cross(da).Scale(m.sigma)
	rate := dn.Dot(u) + t.n.Dot(du)
	force := w.byGap*gap + w.byRate*rate
	slip := du.AddScaled(-rate, t.n).AddScaled(-t.rate, dn)
	df := t.n.Add(w.byN).Scale(force).AddScaled(w.n, dn).Add(w.bySlip.Mul(slip)).Scale(m.sigma)
	store(dst, width, c, df, da.Cross(w.force).Scale(m.sigma).Add(arm.Cross(df)))
}

// store adds a change of force and moment to a column.
func store(dst []float64, width, c int, f, t vec) {
	for i, v := range [6]float64{f.X, f.Y, f.Z, t.X, t.Y, t.Z} {
		dst[i*width+c] += v
	}
}

// moved returns how the point c, the origin of the solid and its axes change.
func (m *meeting) moved(x *relMotion, t *contactPoint) (dc, ds vec, dr mat) {
	if m.pair.Swapped {
		ds = x.d.Add(x.r.Mul(m.pair.On.P))
		dr = x.r.Times(&m.pair.On.R)
		if !m.pair.Points.Fixed() { // c moves with the normal, which turns with the solid
			n := m.of.R.TMul(dr.Mul(m.on.R.TMul(t.n)))
			dc = m.of.R.Mul(t.mov.Mul(n))
		}
		return dc, ds, dr
	}
	do := x.r.Times(&m.pair.Of.R) // of the axes of the points' shape
	dc = x.d.Add(x.r.Mul(m.pair.Of.P)).Add(do.Mul(m.of.R.TMul(t.c.Sub(m.of.P))))
	if !m.pair.Points.Fixed() {
		dc = dc.Add(m.of.R.Mul(t.mov.Mul(do.TMul(t.n))))
	}
	return dc, ds, dr
}

// gapAlong is the change of φ at c: n·δp_S in the solid's axes.
func (m *meeting) gapAlong(t *contactPoint, dc vec, dr *mat) float64 {
	n := m.on.R.TMul(t.n)
	return n.Dot(m.on.R.TMul(dc).Add(dr.TMul(t.c.Sub(m.on.P))))
}

// normalAlong is the change of n.
func (m *meeting) normalAlong(t *contactPoint, dc vec, dr *mat) vec {
	p := m.on.R.TMul(dc).Add(dr.TMul(t.c.Sub(m.on.P)))
	return m.on.R.Mul(t.bend.Mul(p)).Add(dr.Mul(m.on.R.TMul(t.n)))
}
