package system

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve/vi"
	"github.com/trammel-mbd/trammel/usersub"
)

// contactCone returns the rows of a point for a step h (multipliers are impulses): normal, two
// tangents where there is friction, two rolling rows and one spinning row where these are
// resisted and one of the bodies turns.
func (sys *System) contactCone(pt *rigidPoint, h float64) vi.Cone {
	c := vi.Cone{Cohesion: h * pt.law.Cohesion}
	switch {
	case pt.law.Asked:
		c.Rows[0], c.Length[0] = 2, pt.friction.mu
	case pt.law.Mu > 0:
		c.Rows[0], c.Length[0] = 2, pt.law.Mu
	}
	if sys.hasRotation(pt.a) || sys.hasRotation(pt.b) {
		if pt.law.Rolling > 0 {
			c.Rows[1], c.Length[1] = 2, pt.law.Rolling
		}
		if pt.law.Spinning > 0 {
			c.Rows[2], c.Length[2] = 1, pt.law.Spinning
		}
	}
	return c
}

func (sys *System) hasRotation(b BodyIdx) bool { return sys.Bodies[b].Kind == Rigid }

// fillContactConeRows fills the Jacobians of a point's cone, whose first row is row and whose blocks
// are the speeds of a and then of b, without ground.
//
// With the bodies' velocities v and ω and the arms r from the mass centres to p the
// velocity of a past b there is
//
//	u = v_a + ω_a×r_a - v_b - ω_b×r_b,
//
// so that a row along d has d and r_a×d for a and the opposite for b. Rows of rolling and
// spinning have the axis alone, for ω_a - ω_b.
func (rs *rigidState) fillContactConeRows(r *vi.Rows, row int, pt *rigidPoint) {
	rs.s.sys.fillContactConeRowsWithArms(r, row, pt, &[2]vec{pt.p.Sub(rs.s.kin.body[pt.a].C), pt.p.Sub(rs.s.kin.body[pt.b].C)})
}

// fillContactConeRowsWithArms fills the rows of a cone, with the arms r_a and r_b.
func (sys *System) fillContactConeRowsWithArms(r *vi.Rows, row int, pt *rigidPoint, arms *[2]vec) {
	c := sys.contactCone(pt, 0)
	block := 0
	for k, body := range [2]BodyIdx{pt.a, pt.b} {
		if body == Ground {
			continue
		}
		sign := float64(1 - 2*k)
		arm := arms[k]
		at := row
		along := func(d vec) {
			j := r.JacobianBlock(at, block)
			d = d.Scale(sign)
			d.Store(j)
			if len(j) == 6 {
				arm.Cross(d).Store(j[3:])
			}
			at++
		}
		about := func(d vec) {
			j := r.JacobianBlock(at, block)
			clear(j)
			if len(j) == 6 {
				d.Scale(sign).Store(j[3:])
			}
			at++
		}
		along(pt.n)
		if c.Rows[0] > 0 {
			along(pt.t1)
			along(pt.t2)
		}
		if c.Rows[1] > 0 {
			about(pt.t1)
			about(pt.t2)
		}
		if c.Rows[2] > 0 {
			about(pt.n)
		}
		block++
	}
}

// coneWrench returns what the multipliers l of a point's cone do to a: force (or impulse) at p and
// moment. b feels the opposite.
func (sys *System) coneWrench(pt *rigidPoint, l []float64) (w wrench) {
	c := sys.contactCone(pt, 0)
	w.F = pt.n.Scale(l[0])
	l = l[1:]
	if c.Rows[0] > 0 {
		w.F, l = w.F.AddScaled(l[0], pt.t1).AddScaled(l[1], pt.t2), l[2:]
	}
	if c.Rows[1] > 0 {
		w.T, l = pt.t1.Scale(l[0]).AddScaled(l[1], pt.t2), l[2:]
	}
	if c.Rows[2] > 0 {
		w.T = w.T.AddScaled(l[0], pt.n)
	}
	return w
}

// clearRigidLoads begins the sums that CONTACT reports of rigid contacts.
func (rs *rigidState) clearRigidLoads() {
	for k := range rs.s.sys.Rigid {
		rs.s.wrench[rs.s.sys.Rigid[k].force] = wrench{}
	}
	rs.bearing, rs.points = 0, rs.points[:0]
}

// addRigidLoad adds the multipliers l of a point, times scale (1/h of impulses), to what
// CONTACT reports: the force on I's side, or, in a contact whose shapes all meet each other,
// that on the body of the first one, with the moment about I's marker.
func (rs *rigidState) addRigidLoad(pt *rigidPoint, l []float64, scale float64) {
	c := &rs.s.sys.Rigid[pt.contact]
	if l[0] > 0 {
		rs.bearing++
		rs.total.Most = max(rs.total.Most, rs.bearing)
	}
	rs.total.recordPenetration(-pt.gap, RigidOverlap{A: int(pt.key >> (64 - keyShape)), B: int(pt.key >> (64 - 2*keyShape) & (1<<keyShape - 1)), Depth: -pt.gap})
	w := rs.s.sys.coneWrench(pt, l)
	rs.recordContactPoint(pt, w.F.Scale(scale))
	if c.J == NoMarker {
		switch rs.s.sys.Markers[c.I].Body {
		case pt.a:
		case pt.b:
			scale = -scale
		default:
			return
		}
	}
	sum, f := &rs.s.wrench[c.force], w.F.Scale(scale)
	sum.F = sum.F.Add(f)
	sum.T = sum.T.AddScaled(scale, w.T).Add(pt.p.Sub(rs.s.kin.marker[c.I].P).Cross(f))
}

// gapRate returns the rate of a point's gap at the motion in s.
func (rs *rigidState) gapRate(pt *rigidPoint) float64 {
	a, b := &rs.s.kin.body[pt.a], &rs.s.kin.body[pt.b]
	u := a.V.Add(a.W.Cross(pt.p.Sub(a.C))).Sub(b.V).Sub(b.W.Cross(pt.p.Sub(b.C)))
	return u.Dot(pt.n)
}

// rigidFriction calls a CFFSUB for the coefficient of friction of the points of a rigid contact. The routine is informed
// a normal force N and a slip velocity u, as of a contact with a force law, and its force F gives
//
//	μ = ‖F - (F·n) n‖ / N:
//
// how much friction there may be. The cone says how much there is and where to, so that surfaces stick without
// creep. u is the slip at the start of the step, of the speed Stick where it is slower, or sticks: laws made for contacts that
// give way are zero at rest. N is the load of the point, of which μ may depend: the coefficient follows it from one
// solution of the step to the next (Bounds), mostFollowed times: the loads of a body on more points than hold it are not determined,
// and with laws that are not in proportion to N they need not settle. In an impact N is the load before it.
//
// As a law it has the answers to the routine's queries as inputs, and an output that nobody examines.
type rigidFriction struct {
	*routineLaw
	contact *RigidContact
	in      []float64 // answers, as of the last evaluation
	result  [3]float64
}

func (c *RigidContact) newFrictionLaw(s *State, k int) (Law, error) {
	l := &rigidFriction{routineLaw: newRoutineLaw(c.Friction), contact: c}
	l.written = true // of three results it may set those that it needs
	s.routines = append(s.routines, l.routineLaw)
	if s.rigid.friction == nil {
		s.rigid.friction = make([]*rigidFriction, len(s.sys.Rigid))
	}
	s.rigid.friction[k] = l
	return l, l.callSetup(s)
}

func (l *rigidFriction) Outputs() int { return 1 }

func (l *rigidFriction) Eval(out, in []float64, _ *State) error {
	l.in, out[0] = append(l.in[:0], in...), 0
	return nil
}

func (l *rigidFriction) Partials(dst, dt, _, _ []float64, _ bool, _ *State) error {
	clear(dst)
	clear(dt)
	return nil
}

// pointFriction is what a step knows of the friction of a point whose coefficient a routine gives.
type pointFriction struct {
	mu    float64
	load  float64 // N that it was requested
	times int     // that it followed the load in this step
	slip  vec     // of a past b at the start of the step
}

// setCoefficient sets the coefficient of a point to that at the normal force n.
func (l *rigidFriction) setCoefficient(pt *rigidPointWithArms, n float64, s *State) error {
	u, arg := pt.friction.slip, l.frame.RealArgNamed
	if v := u.Norm(); v == 0 {
		u = pt.t1.Scale(l.contact.Stick)
	} else {
		u = u.Scale(math.Max(v, l.contact.Stick) / v)
	}
	pt.p.AddScaled(pt.gap/2, pt.n).Store(arg("loci"))
	pt.p.AddScaled(-pt.gap/2, pt.n).Store(arg("locj"))
	u.Store(arg("xdot"))
	arg("nforce")[0] = n
	if err := l.evalAt(l.result[:], l.in[:min(len(l.in), len(l.at))], s.p.T, false, s); err != nil {
		return err
	}
	f := vecFromSlice(l.result[:])
	mu := f.AddScaled(-f.Dot(pt.n), pt.n).Norm() / n
	if math.IsNaN(mu) || math.IsInf(mu, 0) {
		return retryError{l.callError(usersub.NotFinite, fmt.Sprintf("the routine returned %v for the normal force %g and the slip velocity %v", l.result, n, u), s.p.T)}
	}
	pt.friction.mu, pt.friction.load = mu, n
	return nil
}

// frictionLawOfContact returns what requests the coefficients of a contact, nil of one that has a constant.
func (rs *rigidState) frictionLawOfContact(contact int) *rigidFriction {
	if rs.friction == nil {
		return nil
	}
	return rs.friction[contact]
}

// evalFrictionCoefficients sets the coefficients of the points that take part, at the loads of the step before. A point that had none
// is evaluated as if it bore the weight of the lighter body.
func (rs *rigidState) evalFrictionCoefficients(gaps []integrate.Gap, p *integrate.Point, h float64) error {
	if rs.friction == nil {
		return nil
	}
	ask := func() error {
		rs.s.queryAdded = false
		for i := range gaps {
			g := &gaps[i]
			if g.Key < uint64(rs.s.sys.nl) || !g.Part || g.Soft && h == 0 {
				continue
			}
			pt := &rs.s.nonsmooth.contacts.slot[g.Slot][g.Item]
			l := rs.frictionLawOfContact(pt.contact)
			if l == nil {
				continue
			}
			a, b := &rs.s.kin.body[pt.a], &rs.s.kin.body[pt.b]
			u := a.V.Add(a.W.Cross(pt.arm[0])).Sub(b.V).Sub(b.W.Cross(pt.arm[1]))
			pt.friction.times = 0
			pt.friction.slip = u.AddScaled(-u.Dot(pt.n), pt.n)
			n := rs.s.nonsmooth.contacts.kept[pt.key][0]
			if !(n > 0) {
				n = rs.s.sys.assumedNormalForce(pt)
			}
			if err := l.setCoefficient(pt, math.Max(n, leastLoad*rs.s.sys.assumedNormalForce(pt)), rs.s); err != nil {
				return err
			}
		}
		return nil
	}
	if err := ask(); err != nil || !rs.s.queryAdded {
		return err
	}
	return rs.s.repeatWhileQueriesChange(func() error { // the answers to what is new
		if err := rs.s.computeForces(p); err != nil {
			return err
		}
		if err := ask(); err != nil || !rs.s.queryAdded {
			return err
		}
		return errRelearn
	})
}

// assumedNormalForce is a normal force to begin with.
func (sys *System) assumedNormalForce(pt *rigidPointWithArms) float64 {
	g := sys.Gravity
	most := math.Inf(1)
	for _, b := range [2]BodyIdx{pt.a, pt.b} {
		if b != Ground && sys.Bodies[b].Mass > 0 {
			most = math.Min(most, sys.Bodies[b].Mass)
		}
	}
	if n := most * g.Norm(); n > 0 && !math.IsInf(n, 1) {
		return n
	}
	return 1
}

const (
	sameLoad     = 1e-9 // by what part a load may differ from the one for which a coefficient was requested
	leastLoad    = 1e-3 // least load that is requested, by the weight of the lighter body
	mostFollowed = 6    // how often a coefficient follows the load in a step
)

// updateFrictionCoefficients brings the coefficients up to date with the loads of the last solution, and reports by how much that may change rates.
func (rs *rigidState) updateFrictionCoefficients(h float64) (change float64, err error) {
	if rs.friction == nil {
		return 0, nil
	}
	x, r := &rs.s.nonsmooth.contacts, rs.s.nonsmooth.prob.Rows
	for i := range x.slot[x.last] {
		pt := &x.slot[x.last][i]
		if pt.row < 0 {
			continue
		}
		l := rs.frictionLawOfContact(pt.contact)
		if l == nil {
			continue
		}
		n := math.Max(r.L[pt.row]/h, leastLoad*rs.s.sys.assumedNormalForce(pt))
		if !(r.L[pt.row] > 0) || math.Abs(n-pt.friction.load) <= sameLoad*n || pt.friction.times == mostFollowed {
			continue
		}
		pt.friction.times++
		old := pt.friction.mu
		if err := l.setCoefficient(pt, n, rs.s); err != nil {
			return 0, err
		}
		r.Length[pt.row+1], r.Length[pt.row+2] = pt.friction.mu, pt.friction.mu
		change = math.Max(change, math.Abs(pt.friction.mu-old)*n*h*rs.s.nonsmooth.coneRowMobility(r, pt.row+1, pt))
	}
	return change, nil
}

// coneRowMobility is J M⁻¹ Jᵀ of a row of a point, with the masses on the diagonal.
func (ns *nonsmoothProblem) coneRowMobility(r *vi.Rows, row int, pt *rigidPointWithArms) (sum float64) {
	k := 0
	for _, b := range [2]BodyIdx{pt.a, pt.b} {
		if b == Ground {
			continue
		}
		w := ns.weight[ns.s.sys.Bodies[b].v:]
		for c, j := range r.JacobianBlock(row, k) {
			if w[c] > 0 {
				sum += j * j / w[c]
			}
		}
		k++
	}
	return sum
}
