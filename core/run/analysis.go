package run

import (
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// Kinds of analyses that a driver asks for.
const (
	dynamics   = "dynamics"
	kinematics = "kinematics"
	statics    = "statics"
)

// kindOf returns the kind of analysis by the beginning of its name.
func kindOf(name string) string {
	name = strings.ToUpper(strings.TrimSpace(name))
	for prefix, kind := range map[string]string{
		"TRANS": dynamics, "DYNAM": dynamics, "KINEM": kinematics, "STAT": statics, "QUASI": statics, "EQUIL": statics,
	} {
		if strings.HasPrefix(name, prefix) {
			return kind
		}
	}
	return ""
}

// analyse simulates from begin to end. An analysis that begins where the one
// before ended goes on with its integrator; first, another time or a change of the
// model begins anew. One that ends where it begins only assembles the model.
func (d *driver) analyse(kind string, begin, end float64, first bool) error {
	r := d.r
	if err := d.begin(begin); err != nil {
		return err
	}
	same := math.Abs(begin-r.point.T) <= 1e-9*math.Max(end-begin, math.Abs(begin))
	if !same {
		d.retire()
		r.point.T = begin
		r.state.Restart(begin)
		if err := r.assemble(); err != nil {
			return err
		}
	}
	switch {
	case end <= r.point.T:
		return nil
	case kind == kinematics && d.moves():
		d.retire()
		before := r.state.Start()
		before.Copy(r.point)
		err := r.kinematic(end)
		if err != nil {
			r.point.Copy(before)
		}
		return err
	case kind == kinematics && r.state.Freedom() > 0:
		d.refuse(refused, "ANALYS: a model with %d degrees of freedom has no KINEMATICS: it is run as DYNAMICS", r.state.Freedom())
	}
	if first {
		d.retire()
	}
	return d.advance(end)
}

// moves tells whether all motion is prescribed and no state has to be
// integrated.
func (d *driver) moves() bool {
	return d.r.state.Freedom() <= 0 && d.r.state.Layout().NX == 0
}

// advance integrates to end, which the last step ends at.
func (d *driver) advance(end float64) error {
	r := d.r
	if !d.goesOn || r.method == nil {
		r.state.Restart(r.point.T)
		r.state.Session.Integrator = r.tuning.Integrator
		r.jumps = 0
		method, opt, err := r.choose(end - r.point.T)
		if err != nil {
			return err
		}
		opt.Interpolate = false
		if err := method.Init(r.state, r.point, opt); err != nil {
			return err
		}
		r.method, d.goesOn = method, true
		r.energy.begin(r)
	}
	for r.method.Now().T < end {
		if err := r.interrupted(); err != nil {
			return err
		}
		if err := r.step(end, end); err != nil {
			r.point.Copy(r.method.Now())
			return err
		}
	}
	r.point.Copy(r.method.Now())
	return nil
}

// kinematic moves a model without degrees of freedom to the time end. Its
// positions are those of the constraints: they are extrapolated and brought back onto
// them, in steps no larger than the largest of the integrator so that the branch
// of the solution is kept; speeds and accelerations follow.
func (r *runner) kinematic(end float64) error {
	s, p := r.state, r.point
	begin, tol := p.T, r.tuning.ConstrTol*max(1, r.model.System.Length)
	s.Restart(begin)
	s.Mode = system.Kinematic
	defer func() { s.Mode = system.Dynamic }()
	r.energy.undefinable = true // the work of motions is not followed
	n := int(math.Ceil((end-begin)/r.tuning.HMax - 1e-9))
	dq := make([]float64, len(p.V))
	for k := 1; k <= n; k++ {
		if err := r.interrupted(); err != nil {
			return err
		}
		t := begin + (end-begin)*float64(k)/float64(n)
		h := t - p.T
		for i := range dq {
			dq[i] = h * (p.V[i] + h/2*p.A[i])
			p.V[i] += h * p.A[i]
		}
		s.Move(p.Q, p.Q, dq)
		p.T = t
		if err := integrate.ProjectPositions(s, p, tol, r.work); err != nil {
			return r.stepFailed(err)
		}
		if err := integrate.ProjectVelocities(s, p, 1e3*tol, r.work); err != nil {
			return r.stepFailed(err)
		}
		if err := r.consistent(p); err != nil {
			return err
		}
		if err := s.Accept(p); err != nil {
			return err
		}
		r.stats.Steps++
	}
	return nil
}
