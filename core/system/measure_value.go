package system

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/shape"
)

// valueKind is where a measure of the stage Values takes its value from.
type valueKind uint8

const (
	constant          valueKind = iota // Measure.evalUnforeseenQuery
	state                              // first-order state
	stateDot                           // its rate in the iterate
	algebraic                          // algebraic unknown
	output                             // output of a law: Measure.ref the law, at the output
	now                                // TIME
	stored                             // what a sensor stored last
	modalPosition                      // modal coordinate of flexible body ref; at its place in Point.Q
	modalSpeed                         // its speed, at in Point.V
	modalAcceleration                  // the rate of the speed, at in Point.A
)

// Value is an element whose value laws may query by id: a variable, an array, a
// state.
type Value struct {
	Law    LawIdx    // outputs of this law, or -1
	Out    int       // the first of them
	State  int       // first-order states from here, or -1
	Unk    int       // algebraic unknown, or -1
	Store  int       // stored value, or -1
	Const  []float64 // constants
	Calls  []Call    // an input array of variables: what each entry is
	Length int
}

// NewUnboundValue returns a Value that refers to nothing yet.
func NewUnboundValue(entryCount int) Value {
	return Value{Law: -1, State: -1, Unk: -1, Store: -1, Length: entryCount}
}

// RegisterValue enters the element with the given id under a measure's name.
func (sys *System) RegisterValue(name string, id int, value Value) {
	if sys.Values[name] == nil {
		sys.Values[name] = map[int]Value{}
	}
	sys.Values[name][id] = value
}

func init() {
	registerMeasures(
		measureSpec{name: "VARVAL", min: 1, max: 1, stage: Values, bind: bindSingleValue("VARVAL", "Reference_Variable", false)},
		measureSpec{name: "ARYVAL", min: 2, max: 2, stage: Values, bind: bindComponent("ARYVAL", "Reference_Array")},
		measureSpec{name: "PINVAL", min: 2, max: 2, stage: Values, bind: bindComponent("PINVAL", "Control_PlantInput")},
		measureSpec{name: "POUVAL", min: 2, max: 2, stage: Values, bind: bindComponent("POUVAL", "Control_PlantOutput")},
		measureSpec{name: "DIF", min: 1, max: 1, stage: Values, bind: bindSingleValue("DIF", "Control_Diff", false)},
		measureSpec{name: "DIF1", min: 1, max: 1, stage: Values, bind: bindSingleValue("DIF", "Control_Diff", true)},
		measureSpec{name: "TIME", min: 0, max: 0, stage: Values, bind: func(_ *System, m *Measure) error {
			m.kind = now
			return nil
		}},
	)
}

// bindSingleValue binds a measure that is one number of an element.
func bindSingleValue(name, element string, rate bool) func(*System, *Measure) error {
	return func(sys *System, m *Measure) error {
		v, ok := sys.Values[name][m.Args[0]]
		if !ok {
			return fmt.Errorf("there is no %s %d", element, m.Args[0])
		}
		return m.bindElementValue(sys, v, 0, rate)
	}
}

// bindComponent binds a measure that is one of the numbers of an element.
func bindComponent(name, element string) func(*System, *Measure) error {
	return func(sys *System, m *Measure) error {
		v, ok := sys.Values[name][m.Args[0]]
		if !ok {
			return fmt.Errorf("there is no %s %d", element, m.Args[0])
		}
		if n := m.Args[1]; n < 1 || n > v.Length {
			return fmt.Errorf("%s %d has components 1 to %d, not %d", element, m.Args[0], v.Length, n)
		}
		return m.bindElementValue(sys, v, m.Args[1]-1, false)
	}
}

// bindElementValue makes m entry n of v.
func (m *Measure) bindElementValue(sys *System, v Value, n int, rate bool) error {
	switch {
	case v.Calls != nil:
		c := v.Calls[n]
		r := table[c.Name]
		if r == nil {
			return fmt.Errorf("there is no measure called %s", c.Name)
		}
		m.Name, m.Args, m.row = c.Name, c.Args, r
		return r.bind(sys, m)
	case v.Law >= 0:
		m.kind, m.ref, m.at = output, int(v.Law), v.Out+n
	case v.State >= 0:
		m.kind, m.at = state, v.State+n
		if rate {
			m.kind = stateDot
		}
	case v.Store >= 0:
		m.kind, m.at = stored, v.Store+n
	case v.Unk >= 0:
		m.kind, m.at = algebraic, v.Unk+n
	default:
		m.kind, m.value = constant, v.Const[n]
	}
	return nil
}

// storedMeasureValue returns the value of a measure of the stage Values.
func (s *State) storedMeasureValue(m *Measure) float64 {
	switch m.kind {
	case state:
		return s.p.X[m.at]
	case stateDot:
		return s.p.XDot[m.at]
	case algebraic:
		return s.p.Y[m.at]
	case output:
		return s.m[s.plan.law[m.ref].out+MeasureIdx(m.at)]
	case now:
		return s.p.T
	case stored:
		return s.stored[m.at]
	case modalPosition:
		return s.p.Q[m.at] / m.value
	case modalSpeed:
		return s.p.V[m.at] / m.value
	case modalAcceleration:
		return s.p.A[m.at] / m.value
	}
	return m.value
}

// SENVAL(id) is the value that an event stored last, 0 before the first one. It
// changes between steps only, by State.SetStoredValue.
func init() {
	registerMeasures(measureSpec{name: "SENVAL", min: 1, max: 1, stage: Values, bind: bindSingleValue("SENVAL", "Sensor_Evaluate", false)})
}

// AddStoredValue returns the place of a new stored value, for State.SetStoredValue. It is 0 at first.
func (sys *System) AddStoredValue() (index int) {
	sys.storedIC = append(sys.storedIC, 0)
	return len(sys.storedIC) - 1
}

// DiscreteStates are stored values that an element changes at times of its own.
type DiscreteStates struct {
	Element string
	ID      int
	Store   int // place of the first value
	N       int
}

// AddDiscreteStates adds stored values that begin with ic, and returns the place of the first.
func (sys *System) AddDiscreteStates(element string, id int, ic []float64) int {
	at := len(sys.storedIC)
	sys.storedIC = append(sys.storedIC, ic...)
	sys.discrete = append(sys.discrete, DiscreteStates{element, id, at, len(ic)})
	return at
}

// HasStoredValuesInRows reports whether a constraint or motion contains a stored value.
func (s *State) HasStoredValuesInRows() bool { return s.sys.storedInRows }

// StoredValue returns the stored value at the given place.
func (s *State) StoredValue(index int) float64 { return s.stored[index] }

// SetStoredValue keeps v as the stored value at the given place from now on.
func (s *State) SetStoredValue(index int, v float64) {
	s.stored[index] = v
	s.memo.ok = false
}

// EvalOnDemandOutputs sets dst to outputs of laws that are evaluated on demand only, at p.
// Accelerations and multipliers are those of p.
func (s *State) EvalOnDemandOutputs(dst []float64, p *integrate.Point, outs []Output) error {
	return s.repeatWhileQueriesChange(func() error {
		if err := s.computeForces(p); err != nil {
			return err
		}
		if s.delays.active && s.delays.nested {
			if err := s.delays.evaluateNeededDelayLookups(); err != nil {
				return err
			}
		}
		for k, o := range outs {
			if k > 0 && outs[k-1].Law == o.Law { // a routine that counts its calls is called once
				dst[k] = s.lawOutputValue(o)
				continue
			}
			if err := s.evalLawOnDemand(int(o.Law)); err != nil {
				return err
			}
			dst[k] = s.lawOutputValue(o)
		}
		if s.queryAdded {
			return errRelearn
		}
		return nil
	})
}

// evalLawOnDemand evaluates a law and the measures that it needs.
func (s *State) evalLawOnDemand(l int) error {
	for _, m := range s.plan.law[l].in {
		if s.plan.lawOfMeasure(m) < 0 {
			s.m[m] = s.measureValue(int(m))
		}
	}
	return s.evalLaw(l)
}

// PROXIMITY(id, comp) is how near the shapes of two bodies are: comp 1 is 1 where
// they overlap and 0 elsewhere, 2 the smallest distance, negative in an overlap, 3 to
// 5 the nearest point of the first side along global axes, 6 to 8 that of the second.
func init() {
	registerMeasures(measureSpec{name: "PROXIMITY", min: 2, max: 2, stage: Values, bind: bindComponent("PROXIMITY", "Sensor_Proximity")})
}

// Proximity is the distance of shapes, which are those of a Contact. Its law has
// the inputs of a contact and, for the points along global axes, the pose of J.
type Proximity struct {
	Element string
	ID      int
	I, J    MarkerIdx
	Pairs   []ContactPair
	Solids  []SolidPair
}

const nProximity = 8

// AddProximity appends the law of a proximity and enters its values.
func (sys *System) AddProximity(p *Proximity) {
	v := NewUnboundValue(nProximity)
	v.Law = sys.AddLaw(LawSpec{Owner: p.Element + " " + itoa(p.ID), New: func(s *State) (Law, error) {
		j := s.sys.Markers[p.J].ID
		l := &proximityLaw{Proximity: p, inputs: relativeMotionMeasures(s.sys.Markers[p.I].ID, j)}
		l.inputs = append(l.inputs, relativeMotionMeasures(j, 0)[:nPose]...)
		return l, nil
	}})
	sys.RegisterValue("PROXIMITY", p.ID, v)
}

// nPose is how many of the inputs of a relative motion are its pose.
const nPose = 12

type proximityLaw struct {
	*Proximity
	inputs []Call
	finder shape.NearestFinder
}

func (l *proximityLaw) Outputs() int   { return nProximity }
func (l *proximityLaw) Inputs() []Call { return l.inputs }

// nearestPoint returns the point with the smallest gap and its pair.
func (l *proximityLaw) nearestPoint(r *relMotion) (at pairPose, best contactPoint) {
	best.gap = math.Inf(1)
	for k := range l.Pairs {
		m := l.Pairs[k].poseShapes(r)
		w := m.beginPointSearch()
		for n, ok := m.nextPointWithin(&w, best.gap); ok; n, ok = m.nextPointWithin(&w, best.gap) {
			if t := m.evalContactPoint(n, r); t.gap < best.gap {
				at, best = m, t
			}
		}
	}
	return at, best
}

// surfacePoints returns the points on I's and on J's surface, along J's axes: c - r n of
// the points' side and c - (r + gap) n of the solid's.
func (m *pairPose) surfacePoints(t *contactPoint) (onI, onJ vec) {
	onI, onJ = t.c.AddScaled(-t.r, t.n), t.c.AddScaled(-t.r-t.gap, t.n)
	if m.pair.Swapped {
		onI, onJ = onJ, onI
	}
	return onI, onJ
}

func (l *proximityLaw) Eval(out, in []float64, _ *State) error {
	r, j := relMotionFromInputs(in), relPoseFromInputs(in[nRelative:])
	var gap float64
	var onI, onJ vec
	m, t := l.nearestPoint(&r)
	if near, of := l.findNearestSolids(&r, t.gap); of != nil {
		gap = near.Gap
		onI, onJ = nearestSurfacePoints(&near)
	} else {
		gap = t.gap
		onI, onJ = m.surfacePoints(&t)
	}
	out[0], out[1] = 0, gap
	if gap < 0 {
		out[0] = 1
	}
	j.d.Add(j.r.Mul(onI)).Store(out[2:])
	j.d.Add(j.r.Mul(onJ)).Store(out[5:])
	return nil
}

// relPoseFromInputs reads the pose of a relMotion.
func relPoseFromInputs(in []float64) relMotion {
	return relMotion{d: vecFromSlice(in), r: mat{A: vecFromSlice(in[3:]), B: vecFromSlice(in[6:]), C: vecFromSlice(in[9:])}}
}

// Partials: the pair and the point stay the nearest. With x the place of a
// point along J's axes, δ(P + R x) = δP + δR x + R δx; of δx see contactLaw.along.
func (l *proximityLaw) Partials(dst, dt, in, _ []float64, _ bool, _ *State) error {
	clear(dst)
	clear(dt)
	r, j := relMotionFromInputs(in), relPoseFromInputs(in[nRelative:])
	m, t := l.nearestPoint(&r)
	if near, of := l.findNearestSolids(&r, t.gap); of != nil {
		l.setSolidPartials(dst, len(in), &near, of, &r, &j)
		return nil
	}
	onI, onJ := m.surfacePoints(&t)
	for c := range nPose {
		x := unitInputChange(c)
		dc, ds, dr := m.differentiatePose(&x, &t)
		gap := m.gapDerivative(&t, dc.Sub(ds), &dr)
		dn := m.normalDerivative(&t, dc.Sub(ds), &dr)
		dst[len(in)+c] = gap
		dI := dc.AddScaled(-t.r, dn)
		dJ := dc.AddScaled(-t.r-t.gap, dn).AddScaled(-gap, t.n)
		if m.pair.Swapped {
			dI, dJ = dJ, dI
		}
		l.storePointChanges(dst, len(in), c, j.r.Mul(dI), j.r.Mul(dJ))
		l.storePointChanges(dst, len(in), nRelative+c, x.d.Add(x.r.Mul(onI)), x.d.Add(x.r.Mul(onJ)))
	}
	return nil
}

// storePointChanges stores the changes of both points in a column.
func (l *proximityLaw) storePointChanges(dst []float64, width, c int, onI, onJ vec) {
	for k := range 3 {
		dst[(2+k)*width+c], dst[(5+k)*width+c] = onI.At(k), onJ.At(k)
	}
}
