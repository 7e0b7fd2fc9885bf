package system

import "github.com/trammel-mbd/trammel/core/spatial"

// Partials sets the partials of force and torque by all inputs. The Euler parameters change along rotations: with
// δe = (e0 δψ + δψ×e)/2 and δe0 = -e·δψ/2, along J's axes, δψ = 2 (e0 δe + (e·δe) e/e0 + e×δe).
func (l *beamLaw) Partials(dst, dt, in, _ []float64, _ bool, _ *State) error {
	clear(dt)
	var m beamState
	if err := l.setPose(&m, in); err != nil {
		return err
	}
	l.setForces(&m)
	for k := range in {
		var x beamChange
		unit := spatial.UnitAxis(k % 3)
		switch along := m.frame.MulTransposed(unit); {
		case k < beamOrientation:
			x.r = along
		case k < beamPose:
			psi := unit.Scale(m.e0).AddScaled(m.e.At(k%3)/m.e0, m.e).Add(m.e.Cross(unit))
			x.psi = m.frame.MulTransposed(psi.Scale(2))
		case k < beamSpin:
			x.rd = along
		default:
			x.w = along
		}
		f, t := l.differentiateForces(&m, &x)
		f, t = m.frame.Mul(f), m.frame.Mul(t)
		for i := range 3 {
			dst[i*len(in)+k], dst[(i+3)*len(in)+k] = -f.At(i), -t.At(i)
		}
	}
	return nil
}

// beamChange is a change of the pose of I from J, a displacement and a rotation, and of their rates, along the mean frame.
type beamChange struct{ r, psi, rd, w spatial.Vec }

// differentiateForces returns the change of f and t, seen from J, along a change of the pose: that of setPose
// and setForces line by line. A vector x that is constant along J changes by x×δμ along the mean frame.
func (l *beamLaw) differentiateForces(m *beamState, x *beamChange) (df, dt spatial.Vec) {
	rot := &m.rot
	phi, mu := rot.multiplyTangentMap(x.psi), rot.meanFrameRotation(x.psi)
	d := x.r.Add(m.d.Cross(mu))
	v := d
	if l.Bow {
		v = rot.multiplyTangentMap(d).Add(rot.tangentMapDerivative(phi, m.d))
	}
	var dphi, dv spatial.Vec
	if l.Damping > 0 {
		dphi, dv = l.differentiateRates(m, x, phi, mu, d)
	}

	var a spatial.Vec
	if m.s > 0 {
		a = multiplyEntries(l.metric, v).AddScaled(-m.a.Dot(v), m.a).Scale(1 / m.s)
	}
	n := l.stretch * (m.a.Dot(v) + l.Damping*(a.Dot(m.dv)+m.a.Dot(dv)))
	p := m.a.Scale(n).AddScaled(m.n, a).Add(multiplyEntries(l.shift, v.AddScaled(l.Damping, dv)))
	c := multiplyEntries(l.turn, phi.AddScaled(l.Damping, dphi))
	f := p
	if l.Bow {
		f = rot.multiplyTangentMap(p).Add(rot.tangentMapDerivative(phi, m.p))
		c = c.Add(rot.tangentMapGradient(d, m.p)).Add(rot.tangentMapGradient(m.d, p)).Add(rot.tangentMapGradientDerivative(phi, m.d, m.p))
	}
	g := f.Cross(m.d).Add(m.f.Cross(d))
	t := rot.meanFrameRotationTransposed(g).Add(rot.meanFrameRotationTransposedDerivative(phi, m.g)).
		Add(rot.multiplyTangentMap(c)).Add(rot.tangentMapDerivative(phi, m.c))
	return f.Add(mu.Cross(m.f)), t.Add(mu.Cross(m.t))
}

// differentiateRates returns the change of the rates of φ and v.
func (l *beamLaw) differentiateRates(m *beamState, x *beamChange, phi, mu, d spatial.Vec) (dphi, dv spatial.Vec) {
	rot := &m.rot
	w := x.w.Add(m.w.Cross(mu))
	rd := x.rd.Add(m.rd.Cross(mu))
	dphi = rot.multiplyTangentMap(w).Add(rot.tangentMapDerivative(phi, m.w))
	dmu := rot.meanFrameRotation(w).Add(rot.meanFrameRotationDerivative(phi, m.w))
	dd := rd.Add(d.Cross(m.mu)).Add(m.d.Cross(dmu))
	if !l.Bow {
		return dphi, dd
	}
	dv = rot.multiplyTangentMap(dd).Add(rot.tangentMapDerivative(phi, m.dd))
	dv = dv.Add(rot.tangentMapDerivative(m.dphi, d)).Add(rot.tangentMapDerivative(dphi, m.d)).Add(rot.tangentMapSecondDerivative(phi, m.dphi, m.d))
	return dphi, dv
}
