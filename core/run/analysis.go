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
	case end <= r.point.T || r.halted():
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

// moves tells whether all motion is prescribed, no state has to be integrated
// and no sensor be watched.
func (d *driver) moves() bool {
	return d.r.state.Freedom() <= 0 && d.r.state.Layout().NX == 0 && d.r.sensors == nil
}

// advance integrates to end, which the last step ends at.
func (d *driver) advance(end float64) error {
	r := d.r
	out, next := timetable{start: r.point.T, end: end}, 1
	if !d.goesOn || r.method == nil {
		if stop, err := d.start(&out, &next); stop || err != nil {
			return err
		}
	}
	defer func() { r.point.Copy(r.method.Now()) }()
	if r.sensors != nil {
		r.sensors.limit = end
	}
	for r.method.Now().T < end {
		if err := r.interrupted(); err != nil {
			return err
		}
		if err := r.step(end, end); err != nil {
			return err
		}
		if stop, err := r.sensors.act(&out, &next, r.method.Now()); stop || err != nil {
			return err
		}
	}
	return nil
}

// start makes a method that analyses may go on with; stop tells that a sensor
// ends the analysis before it begins.
func (d *driver) start(out *timetable, next *int) (stop bool, err error) {
	r := d.r
	r.state.Restart(r.point.T)
	r.state.Session.Integrator = r.tuning.Integrator
	r.jumps = 0
	method, opt, err := r.choose(out.end - r.point.T)
	if err != nil {
		return false, err
	}
	opt.Interpolate = false
	r.energy.begin(r)
	if stop, err = r.sensors.begin(out, next); stop || err != nil {
		return stop, err
	}
	if err := method.Init(r.state, r.point, opt); err != nil {
		return false, err
	}
	r.method, d.goesOn = method, true
	return false, nil
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
