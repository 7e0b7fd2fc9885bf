package run

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/system"
)

// breaking watches the constraints that break under too much load. The step ends at the time at which a reaction
// reaches what its constraint breaks at; from there on the constraint is not in force. Other constraints that are
// overloaded without it break at the same time. Impulses of impacts break nothing: their forces have no size.
type breaking struct {
	r        *runner
	load     []system.Load // one sample
	next     func() (*integrate.Point, float64, error)
	t, limit float64 // start of the step under way, end of the analysis
	probe    *integrate.Point
	steps    bool // multipliers are known at the ends of steps only, as means over these
}

// newBreaking returns nil for a model without such constraints.
func newBreaking(r *runner) *breaking {
	n := r.state.Breakable()
	if n == 0 {
		return nil
	}
	return &breaking{r: r, load: make([]system.Load, n), probe: integrate.NewPoint(r.state.Layout())}
}

// begin breaks what is overloaded where an analysis to limit begins.
func (b *breaking) begin(limit float64) error {
	if b == nil {
		return nil
	}
	b.t, b.limit = b.r.point.T, limit
	return b.breakAt(b.r.point, -1)
}

// options makes the integrator report its steps, to b before what watches them already.
func (b *breaking) options(o *integrate.Options) {
	if b == nil {
		return
	}
	b.steps = b.r.tuning.Integrator == "NSC"
	if !b.steps {
		b.next, o.Watch = o.Watch, b.watch
	}
}

// laden is the part of a breaking load above which multipliers are solved for: those of the step are not exact.
const laden = 0.7

// watch is integrate.Options.Watch.
func (b *breaking) watch() (*integrate.Point, float64, error) {
	end := math.Min(b.r.method.Now().T, b.limit)
	k, t, err := b.first(end)
	if err != nil {
		return nil, 0, err
	}
	if b.next != nil {
		restore := b.r.before(t)
		p, h, err := b.next()
		restore()
		if p != nil || err != nil {
			if p != nil {
				b.t = p.T
			}
			return p, h, err
		}
	}
	if b.t = end; k < 0 {
		return nil, 0, nil
	}
	b.t = t
	p, err := b.event(t, k)
	return p, 0, err
}

// before makes events after t no concern of sensors and of friction until restore is called.
func (r *runner) before(t float64) (restore func()) {
	r.cut = &t
	s := r.sensors
	if s == nil {
		return func() { r.cut = nil }
	}
	limit := s.limit
	s.limit = math.Min(limit, t)
	return func() { s.limit, r.cut = limit, nil }
}

// first returns the constraint that breaks first between b.t and end, and when; -1 and +Inf if none does.
func (b *breaking) first(end float64) (k int, t float64, err error) {
	a := b.t
	for _, x := range [...]float64{0.5, 1} {
		c := b.t + x*(end-b.t)
		if x == 1 {
			c = end
		}
		if !(c > a) {
			continue
		}
		if err := b.r.state.Loads(b.load, b.r.solutionAt(c, b.probe)); err != nil {
			return -1, 0, err
		}
		if b.worst() > laden {
			if k, t, err = b.between(a, c); k >= 0 || err != nil {
				return k, t, err
			}
		}
		a = c
	}
	return -1, math.Inf(1), nil
}

// between is first for a stretch of the step.
func (b *breaking) between(a, c float64) (k int, t float64, err error) {
	if err := b.solved(c); err != nil {
		return -1, 0, err
	}
	k, t = -1, math.Inf(1)
	over := []int{}
	for i := range b.load {
		if b.load[i].Part > 1 {
			over = append(over, i)
		}
	}
	for _, i := range over {
		at, err := b.locate(i, a, c)
		if err != nil {
			return -1, 0, err
		}
		if at < t {
			k, t = i, at
		}
	}
	return k, t, nil
}

// locate returns when the load of constraint i, too much at c, has become so, to rounding.
func (b *breaking) locate(i int, a, c float64) (float64, error) {
	part := func(t float64) (float64, error) {
		err := b.solved(t)
		return b.load[i].Part - 1, err
	}
	fc, err := part(c)
	if err != nil {
		return 0, err
	}
	fa, err := part(a)
	if err != nil {
		return 0, err
	}
	if fa >= 0 { // a load has jumped
		return justAfter(a, c), nil
	}
	return solve.Root(a, c, fa, fc, 1e-12, leastInterval(a, c), part)
}

// worst returns the largest part of a breaking load in the last sample.
func (b *breaking) worst() float64 {
	w := 0.0
	for i := range b.load {
		w = math.Max(w, b.load[i].Part)
	}
	return w
}

// solved samples the loads at t with accelerations and multipliers solved for.
func (b *breaking) solved(t float64) error {
	b.r.copyAt(t, b.probe)
	return b.loads(b.probe)
}

// loads samples the loads at p, whose accelerations and multipliers it solves for.
func (b *breaking) loads(p *integrate.Point) error {
	if err := b.r.consistent(p); err != nil {
		return err
	}
	if b.r.state.Shares() == system.LeastNorm {
		if _, err := b.r.state.Share(p); err != nil {
			return err
		}
		b.r.work.Replaced()
	}
	return b.r.state.Loads(b.load, p)
}

// event ends the step at t, where constraint k breaks.
func (b *breaking) event(t float64, k int) (*integrate.Point, error) {
	r := b.r
	if r.behind != nil { // outputs before it know of the constraint
		if err := r.behind(t); err != nil {
			return nil, err
		}
	}
	p := b.probe
	r.copyAt(t, p)
	if err := r.onto(p); err != nil {
		return nil, err
	}
	if err := r.energy.step(r, p); err != nil {
		return nil, err
	}
	kinetic, potential := r.state.Energy()
	if err := b.breakAt(p, k); err != nil {
		return nil, err
	}
	if err := r.energy.struck(r, p, kinetic+potential); err != nil {
		return nil, err
	}
	r.sides.start(t, b.limit)
	return p, r.sensors.struck(p)
}

// breakAt breaks constraint k at p, none for -1, and what is overloaded there then.
func (b *breaking) breakAt(p *integrate.Point, k int) error {
	r := b.r
	for {
		if err := b.loads(p); err != nil {
			return err
		}
		if k < 0 {
			for i := range b.load {
				if b.load[i].Part > 1 && (k < 0 || b.load[i].Part > b.load[k].Part) {
					k = i
				}
			}
		}
		if k < 0 {
			return nil
		}
		if err := r.state.Break(k, p); err != nil {
			return r.failed(err, p)
		}
		r.work.Replaced()
		b.tell(p.T, k)
		if err := r.shares(); err != nil {
			return err
		}
		r.sides.lose(r.state.Laws())
		if err := r.admissible(p); err != nil {
			return err
		}
		k = -1
	}
}

// stepped breaks what a step without events has overloaded, at its end.
func (b *breaking) stepped(now *integrate.Point) error {
	if b == nil || !b.steps {
		return nil
	}
	if err := b.r.state.Loads(b.load, now); err != nil {
		return err
	}
	any := false
	for i := range b.load {
		if b.load[i].Part > 1 {
			if err := b.r.state.Break(i, now); err != nil {
				return b.r.failed(err, now)
			}
			b.tell(now.T, i)
			any = true
		}
	}
	if any {
		b.r.work.Replaced()
		b.r.method.Restart()
	}
	return nil
}

// lose takes note that only n rows with laws are left, those of a constraint that has broken being gone.
func (s *siding) lose(n int) {
	if s != nil {
		s.from, s.to, s.look, s.floor, s.last = s.from[:n], s.to[:n], s.look[:n], s.floor[:n], 0
	}
}

// tell notes in run.log and run.json that constraint k has broken at time t.
func (b *breaking) tell(t float64, k int) {
	x, name, dof := b.load[k], b.r.state.Breaker(k), b.r.state.Freedom()
	b.r.rec.Update(func(d *Document) {
		d.DOF = &dof
		d.Events = append(d.Events, EventInfo{Time: t, Element: name, Value: x.Value, Actions: []string{"breaks"}})
	})
	b.r.rec.Log("%s", fmt.Sprintf("%s breaks at time %g: %s %g; degrees of freedom: %d", name, t, x.What, x.Value, dof))
}
