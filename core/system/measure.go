package system

import (
	"fmt"
	"sort"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/spline"
)

// Stage is what a measure depends on; stages are filled in this order.
type Stage uint8

const (
	Pose     Stage = iota // displacements: positions only. Only these may carry a penalty or a constraint
	Motion                // velocities: positions and speeds
	Rates                 // accelerations of the iterate
	Reaction              // reactions of constraints: multipliers of the iterate
	Values                // states, outputs of laws
	Applied               // forces of elements: outputs of laws along directions
	Energy                // kinetic energies: positions and speeds
)

// measureSpec is one line of the measure table: a name that expressions, SYSFNC and
// requests share.
type measureSpec struct {
	name     string
	min, max int // number of integer arguments
	stage    Stage
	bind     func(sys *System, m *Measure) error
	fn       *measureFunction // what is measured, for the stages Pose, Motion and Rates
}

// isHidden reports names in small letters, which are parts of SYSARY answers
// only: expressions and SYSFNC know names in capitals.
func (r *measureSpec) isHidden() bool { return r.name[0] >= 'a' }

var table = map[string]*measureSpec{}

func registerMeasures(specs ...measureSpec) {
	for i := range specs {
		r := specs[i]
		if table[r.name] != nil {
			panic("system: measure " + r.name + " entered twice")
		}
		table[r.name] = &r
	}
}

// Measure is one measure with its arguments resolved.
type Measure struct {
	Name string
	Args []int

	row        *measureSpec
	i, j, k, l MarkerIdx
	comp       int // component of a force, 1 based; axis of a vector, 0 based
	jflag      int
	ref        int     // index of an element
	at         int     // index of a state, algebraic unknown or law output
	value      float64 // of a constant
	kind       valueKind
	net        *netForceLinks // of net forces, filled by the plan
	beside     []int          // of JOINT: the row sets of the joint's limits, filled by the plan

	slot [4]int32  // places of the bodies of i, j, k, l in body; -1 for ground
	body []BodyIdx // distinct moving bodies that the measure depends on
	grad int       // offset of the gradient blocks in State.grad
}

// Call names a measure: its name in upper case and its integer arguments.
type Call struct {
	Name string
	Args []int
}

func (c Call) lookupKey() string { return fmt.Sprint(c.Name, c.Args) }

func (c Call) String() string {
	s := c.Name + "("
	for i, a := range c.Args {
		if i > 0 {
			s += ","
		}
		s += fmt.Sprint(a)
	}
	return s + ")"
}

// MeasureTable is the measure table as the expression language sees it, with the
// functions that evaluate splines.
type MeasureTable struct{}

// Lookup returns the signature of a measure or spline function by its name in upper case; false for unknown and internal ones.
func (MeasureTable) Lookup(name string) (expr.Signature, bool) {
	if _, ok := spline.MethodOfFunction(name); ok {
		return splineForm, true
	}
	r := table[name]
	if r == nil || r.isHidden() {
		return expr.Signature{}, false
	}
	return expr.Signature{Kind: expr.KindMeasure, Min: r.min, Max: r.max}, true
}

// Names returns the names of all measures and spline functions that decks may use, in alphabetical order.
func (MeasureTable) Names() []string {
	all := spline.FunctionNames()
	for n, r := range table {
		if r.isHidden() {
			continue
		}
		all = append(all, n)
	}
	sort.Strings(all)
	return all
}

// ResolveMeasure turns a call into a measure. The error says which argument is wrong.
func (sys *System) ResolveMeasure(c Call) (Measure, error) {
	r := table[c.Name]
	if r == nil {
		return Measure{}, fmt.Errorf("there is no measure called %s", c.Name)
	}
	if len(c.Args) < r.min || len(c.Args) > r.max {
		return Measure{}, fmt.Errorf("%s takes %s, not %d", c.Name, argumentCountText(r.min, r.max), len(c.Args))
	}
	m := Measure{Name: c.Name, Args: c.Args, row: r}
	if err := r.bind(sys, &m); err != nil {
		return Measure{}, fmt.Errorf("%s: %w", c, err)
	}
	m.listBodies(sys)
	return m, nil
}

func argumentCountText(lo, hi int) string {
	if lo == hi {
		return fmt.Sprintf("%d arguments", lo)
	}
	return fmt.Sprintf("%d to %d arguments", lo, hi)
}

// listBodies lists the distinct moving bodies of the measure's markers.
func (m *Measure) listBodies(sys *System) {
	for n, mk := range [4]MarkerIdx{m.i, m.j, m.k, m.l} {
		m.slot[n] = m.slotOfBody(sys.Markers[max(mk, 0)].Body)
	}
}

func (m *Measure) slotOfBody(b BodyIdx) int32 {
	if b == Ground {
		return -1
	}
	for s, have := range m.body {
		if have == b {
			return int32(s)
		}
	}
	m.body = append(m.body, b)
	return int32(len(m.body) - 1)
}

// resolveMarker resolves argument n as a marker; a missing one is the global frame.
func (m *Measure) resolveMarker(sys *System, n int, dst *MarkerIdx) error {
	if n >= len(m.Args) {
		return nil
	}
	i, ok := sys.Marker(m.Args[n])
	if !ok {
		return fmt.Errorf("there is no Reference_Marker %d", m.Args[n])
	}
	if sys.Markers[i].Floating {
		return fmt.Errorf("marker %d is floating and has no pose", m.Args[n])
	}
	*dst = i
	return nil
}

// bindMarkers resolves the leading arguments as the markers i, j, k, l.
func bindMarkers(sys *System, m *Measure) error {
	for n, dst := range [4]*MarkerIdx{&m.i, &m.j, &m.k, &m.l} {
		if err := m.resolveMarker(sys, n, dst); err != nil {
			return err
		}
	}
	return nil
}

// bindAxis returns a bind that resolves markers and sets the axis.
func bindAxis(k int) func(*System, *Measure) error {
	return func(sys *System, m *Measure) error {
		m.comp = k
		return bindMarkers(sys, m)
	}
}

// bindFrames resolves i, j and the frame of differentiation l, without k.
func bindFrames(sys *System, m *Measure) error {
	for n, dst := range [3]*MarkerIdx{&m.i, &m.j, &m.l} {
		if err := m.resolveMarker(sys, n, dst); err != nil {
			return err
		}
	}
	return nil
}

// The components of marker I's axes along J's, for SYSARY: uxy is the component
// of I's x axis along J's y axis.
func init() {
	const axes = "xyz"
	for a := range axes {
		for c := range axes {
			registerMeasures(measureSpec{"u" + axes[a:a+1] + axes[c:c+1], 1, 2, Pose, bindMarkers,
				&measureFunction{dots: []dotTerm{{cosine, a, c}}}})
		}
	}
}
