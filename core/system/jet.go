package system

import "math"

// vjet is a vector with its first and second rate.
type vjet struct{ v, d, dd vec }

func (a vjet) dot(b vjet) jet {
	return jet{
		a.v.Dot(b.v),
		a.d.Dot(b.v) + a.v.Dot(b.d),
		a.dd.Dot(b.v) + 2*a.d.Dot(b.d) + a.v.Dot(b.dd),
	}
}

// axisJet is axis k of a marker: u' = ω×u, u” = α×u + ω×(ω×u). The angular
// acceleration enters only with the iterate's rates, times rates (0 or 1).
func (s *State) axisJet(i MarkerIdx, k int, rates float64) vjet {
	b := &s.body[s.sys.Markers[i].Body]
	u := s.marker[i].R.Col(k)
	d := b.W.Cross(u)
	return vjet{u, d, b.W.Cross(d).AddScaled(rates, b.Al.Cross(u))}
}

// pointJet is the origin of a marker: p' = v + ω×r, p” = a + α×r + ω×(ω×r).
func (s *State) pointJet(i MarkerIdx, rates float64) vjet {
	b := &s.body[s.sys.Markers[i].Body]
	r := s.marker[i].Arm
	wr := b.W.Cross(r)
	return vjet{
		s.marker[i].P, b.V.Add(wr),
		b.W.Cross(wr).AddScaled(rates, b.A.Add(b.Al.Cross(r))),
	}
}

func (a vjet) sub(b vjet) vjet { return vjet{a.v.Sub(b.v), a.d.Sub(b.d), a.dd.Sub(b.dd)} }

// dotJet returns dot n of m along the motion.
func (s *State) dotJet(m *Measure, n int, rates float64) jet {
	var r jet
	switch d := m.row.fn.dots[n]; d.kind {
	case along:
		r = s.pointJet(m.i, rates).sub(s.pointJet(m.j, rates)).dot(s.axisJet(m.k, m.comp, rates))
	case square:
		e := s.pointJet(m.marked(d.a), rates).sub(s.pointJet(m.marked(d.b), rates))
		r = e.dot(e)
	case cosine:
		r = s.axisJet(m.i, d.a, rates).dot(s.axisJet(m.j, d.b, rates))
	}
	if m.row.fn.negate[n] {
		return jet{-r.v, -r.d, -r.dd}
	}
	return r
}

// displacementJet returns a displacement measure's first and second rate along
// the motion: with rates 1 along the accelerations of the iterate, with rates
// 0 without them, which is the part of the second rate that the gradient times
// the accelerations leaves.
func (s *State) displacementJet(m *Measure, rates float64) jet {
	f := m.row.fn
	switch f.combine {
	case included:
		return s.includedJet(m, rates)
	case parameter:
		return s.parameterJet(m, rates)
	}
	p := s.dotJet(m, 0, rates)
	var q jet
	if len(f.dots) > 1 {
		q = s.dotJet(m, 1, rates)
	}
	sine := 0.0
	if f.combine == polar || f.combine == elevate {
		sine = s.sine(m)
	}
	return f.chain(p, q, sine)
}

// chain applies the combination to jets. For a function h of one dot,
// h' = h_p p', h” = h_p p” + h_pp p'². For the angle a = atan2(p, q) with
// n = p² + q², a' = (q p' - p q')/n and a” = (q p” - p q” - a' n')/n.
func (f *fn) chain(p, q jet, sine float64) jet {
	dp, _ := f.partials(p.v, q.v, sine)
	switch f.combine {
	case root: // h_pp = -h_p/(2p)
		if p.v <= 0 {
			return jet{}
		}
		return jet{math.Sqrt(p.v), dp * p.d, dp*p.dd - dp/(2*p.v)*p.d*p.d}
	case angle, wrapped, psi, phi:
		n := p.v*p.v + q.v*q.v
		if n <= small*small {
			return jet{}
		}
		d := (q.v*p.d - p.v*q.d) / n
		dn := 2 * (p.v*p.d + q.v*q.d)
		return jet{math.Atan2(p.v, q.v), d, (q.v*p.dd - p.v*q.dd - d*dn) / n}
	case polar, elevate: // h_pp = h_p p/(1 - p²); the value is left to displacement
		if sine <= small {
			return jet{}
		}
		return jet{0, dp * p.d, dp*p.dd + dp*p.v/(sine*sine)*p.d*p.d}
	}
	return p
}
