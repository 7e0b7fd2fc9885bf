package system

import (
	"fmt"
)

// Penalty is a Force_Penalty: the generalized force F along the gradient of
// g(q,t), with
//
//	F = -p g - p1 g'
//
// and, when unilateral, only where g > 0, p and p1 multiplied by
// STEP(g, 0, 0, smoothing, 1). It is not clamped: a one-sided penalty may pull
// while separating, as the law is documented.
type Penalty struct {
	ID         int
	G          LawIdx
	P, P1      float64
	Unilateral bool
	Smoothing  float64
}

// penaltyState is the displacement measures that g reduces to and its partials
// with respect to them.
type penaltyState struct {
	leaf []MeasureIdx
	coef []float64
	dt   float64 // ∂g/∂t
	f    float64 // F
	dg   float64 // ∂F/∂g at fixed g'
	p1   float64 // -∂F/∂g'
}

// leaves lists the displacement measures that a penalty reduces to, through
// variables and arrays; any other measure is an error that names it.
func (s *State) leaves(pen *Penalty, st *penaltyState) error {
	seen := map[MeasureIdx]bool{}
	var walk func(l int) error
	walk = func(l int) error {
		for _, in := range s.plan.law[l].in {
			if n := s.plan.lawOf(in); n >= 0 {
				if err := walk(n); err != nil {
					return err
				}
				continue
			}
			m := &s.plan.measure[in]
			switch {
			case m.row.stage == Pose && !seen[in]:
				seen[in] = true
				st.leaf = append(st.leaf, in)
			case m.row.stage == Pose:
			case m.row.stage == Values && (m.kind == constant || m.kind == now):
			default:
				return fmt.Errorf("Force_Penalty %d: the constraint depends on %s; only displacement measures, TIME, constants and variables of these may be penalised",
					pen.ID, Call{m.Name, m.Args})
			}
		}
		return nil
	}
	if err := walk(int(pen.G)); err != nil {
		return err
	}
	st.coef = make([]float64, len(st.leaf))
	return nil
}

// reduce adds c times the partials of output out of law l to the leaves.
func (s *State) reduce(st *penaltyState, l, out int, c float64) error {
	n := &s.plan.law[l]
	dt := s.scratchDt(n.n)
	in := n.val
	if err := n.law.Partials(n.part, dt, in, s.m[n.out:n.out+MeasureIdx(n.n)], true, s); err != nil {
		return err
	}
	st.dt += c * dt[out]
	for k, i := range n.in {
		p := n.part[out*len(n.in)+k]
		if p == 0 {
			continue
		}
		if d := s.plan.lawOf(i); d >= 0 {
			if err := s.reduce(st, d, int(i-s.plan.law[d].out), c*p); err != nil {
				return err
			}
			continue
		}
		if m := &s.plan.measure[i]; m.row.stage == Values {
			if m.kind == now {
				st.dt += c * p
			}
			continue
		}
		for j, leaf := range st.leaf {
			if leaf == i {
				st.coef[j] += c * p
			}
		}
	}
	return nil
}

// scratchDt returns room for n partials with respect to time.
func (s *State) scratchDt(n int) []float64 {
	if len(s.dt) < n {
		s.dt = make([]float64, n)
	}
	return s.dt[:n]
}

// penalise computes a penalty's force and adds it to the bodies.
func (s *State) penalise(i int) error {
	pen, st := &s.sys.Penalties[i], &s.pen[i]
	g := s.output(Output{Law: pen.G})
	st.f, st.dg, st.p1, st.dt = 0, 0, 0, 0
	clear(st.coef)
	if pen.Unilateral && g <= 0 {
		return nil
	}
	if err := s.reduce(st, int(pen.G), 0, 1); err != nil {
		return err
	}
	rate := st.dt
	for k, m := range st.leaf {
		rate += st.coef[k] * s.rate(m)
	}
	p, p1, dstep := pen.P, pen.P1, 0.0
	if pen.Unilateral {
		f, d := smoothStep(g / pen.Smoothing)
		dstep = d / pen.Smoothing
		p, p1 = p*f, p1*f
	}
	st.f = -p*g - p1*rate
	st.dg = -p - dstep*(pen.P*g+pen.P1*rate)
	st.p1 = p1
	for k, m := range st.leaf {
		s.pushAlong(m, st.coef[k]*st.f)
	}
	return nil
}

// smoothStep returns STEP(x,0,0,1,1) and its derivative.
func smoothStep(x float64) (f, d float64) {
	switch {
	case x <= 0:
		return 0, 0
	case x >= 1:
		return 1, 0
	}
	return x * x * (3 - 2*x), 6 * x * (1 - x)
}

// rate returns the rate of a displacement measure along the motion.
func (s *State) rate(i MeasureIdx) float64 {
	m := &s.plan.measure[i]
	g := s.gradPose(m)
	sum := 0.0
	for k, b := range m.body {
		st := &s.body[b]
		w := g[6*k:]
		sum += w[0]*st.V.X + w[1]*st.V.Y + w[2]*st.V.Z + w[3]*st.W.X + w[4]*st.W.Y + w[5]*st.W.Z
	}
	return sum
}

// pushAlong adds the generalized force f along measure i to its bodies.
func (s *State) pushAlong(i MeasureIdx, f float64) {
	m := &s.plan.measure[i]
	g := s.gradPose(m)
	for k, b := range m.body {
		st := &s.body[b]
		w := g[6*k:]
		st.F = st.F.Add(vec{X: f * w[0], Y: f * w[1], Z: f * w[2]})
		st.T = st.T.Add(vec{X: f * w[3], Y: f * w[4], Z: f * w[5]})
	}
}

// linearizePenalty adds -∂(F ∂g/∂q)/∂(unknowns), with F's dependence on g and
// g' and without the curvature of g.
func (s *State) linearizePenalty(i int, j *jacobian) {
	st := &s.pen[i]
	c := st.dg*s.coef.Q - st.p1*s.coef.V
	if c == 0 {
		return
	}
	s.gather.reset()
	for k, m := range st.leaf {
		s.collectBodies(&s.plan.measure[m], s.gradPose(&s.plan.measure[m]), st.coef[k])
	}
	for _, n := range s.gather.touched {
		j.addOuter(int(n), s.gather.of(int(n)), -c, &s.gather)
	}
}
