package system

import "fmt"

// valueKind is where a measure of the stage Values takes its value from.
type valueKind uint8

const (
	constant  valueKind = iota // Measure.value
	state                      // first-order state
	stateDot                   // its rate in the iterate
	algebraic                  // algebraic unknown
	output                     // output of a law: Measure.ref the law, at the output
	now                        // TIME
	stored                     // what a sensor stored last
)

// Value is an element whose value laws may ask by id: a variable, an array, a
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

// NewValue returns a Value that refers to nothing yet.
func NewValue(n int) Value { return Value{Law: -1, State: -1, Unk: -1, Store: -1, Length: n} }

// SetValue enters the element with the given id under a measure's name.
func (sys *System) SetValue(name string, id int, v Value) {
	if sys.Values[name] == nil {
		sys.Values[name] = map[int]Value{}
	}
	sys.Values[name][id] = v
}

func init() {
	enter(
		row{name: "VARVAL", min: 1, max: 1, stage: Values, bind: single("VARVAL", "Reference_Variable", false)},
		row{name: "ARYVAL", min: 2, max: 2, stage: Values, bind: component("ARYVAL", "Reference_Array")},
		row{name: "PINVAL", min: 2, max: 2, stage: Values, bind: component("PINVAL", "Control_PlantInput")},
		row{name: "POUVAL", min: 2, max: 2, stage: Values, bind: component("POUVAL", "Control_PlantOutput")},
		row{name: "DIF", min: 1, max: 1, stage: Values, bind: single("DIF", "Control_Diff", false)},
		row{name: "DIF1", min: 1, max: 1, stage: Values, bind: single("DIF", "Control_Diff", true)},
		row{name: "TIME", min: 0, max: 0, stage: Values, bind: func(_ *System, m *Measure) error {
			m.kind = now
			return nil
		}},
	)
}

// single binds a measure that is one number of an element.
func single(name, element string, rate bool) func(*System, *Measure) error {
	return func(sys *System, m *Measure) error {
		v, ok := sys.Values[name][m.Args[0]]
		if !ok {
			return fmt.Errorf("there is no %s %d", element, m.Args[0])
		}
		return m.take(sys, v, 0, rate)
	}
}

// component binds a measure that is one of the numbers of an element.
func component(name, element string) func(*System, *Measure) error {
	return func(sys *System, m *Measure) error {
		v, ok := sys.Values[name][m.Args[0]]
		if !ok {
			return fmt.Errorf("there is no %s %d", element, m.Args[0])
		}
		if n := m.Args[1]; n < 1 || n > v.Length {
			return fmt.Errorf("%s %d has components 1 to %d, not %d", element, m.Args[0], v.Length, n)
		}
		return m.take(sys, v, m.Args[1]-1, false)
	}
}

// take makes m entry n of v.
func (m *Measure) take(sys *System, v Value, n int, rate bool) error {
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

// current returns the value of a measure of the stage Values.
func (s *State) current(m *Measure) float64 {
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
	}
	return m.value
}
