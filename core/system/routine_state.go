package system

import (
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// routineState is the way of user subroutines into the solver.
type routineState struct {
	s     *State
	setup bool // the set-up pass: values are zero
	service
}

var _ usersub.State = (*routineState)(nil)

// RoutineState returns the state as routines see it that are called between analyses:
// it answers from the last EvaluateForResults.
func (s *State) RoutineState() usersub.State { return &s.callState }

// toMeasureCall turns a query into the call of a measure: extra arguments beyond
// what the measure takes are dropped, as routines give them.
func (d *routineState) toMeasureCall(name string, par []int32) (Call, bool) {
	r := table[name]
	if r == nil || len(par) < r.min {
		return Call{}, false
	}
	c := Call{Name: name, Args: make([]int, min(len(par), r.max))}
	for i := range c.Args {
		c.Args[i] = int(par[i])
	}
	if _, err := d.s.sys.ResolveMeasure(c); err != nil {
		return Call{}, false
	}
	return c, true
}

// SysFnc returns the value of a measure at the point of evaluation and 0; 0 and 1 if the name, its arguments or an id is unknown. The
// query is foreseen in later calls.
func (d *routineState) SysFnc(name string, par []int32) (float64, int32) {
	c, ok := d.toMeasureCall(usersub.CanonicalMeasure(name), par)
	if !ok {
		return 0, 1
	}
	return d.evalUnforeseenQuery(c), 0
}

// SysAry sets dst to a vector measure at the point of evaluation and returns the number of values set; its flag is that of SysFnc.
func (d *routineState) SysAry(name string, par []int32, dst []float64) (int, int32) {
	calls, ok := d.toVectorMeasureCalls(usersub.CanonicalMeasure(name), par)
	if !ok {
		return 0, 1
	}
	for i, c := range calls {
		if i < len(dst) {
			dst[i] = d.evalUnforeseenQuery(c)
		}
	}
	return min(len(calls), len(dst)), 0
}

// answerComponent is a scalar measure of a SYSARY answer and how many leading arguments it
// takes.
type answerComponent struct {
	name string
	args int
}

// directionCosines returns direction cosines: components along J's axes of axes of I,
// one axis behind the other.
func directionCosines(axes string) (all []answerComponent) {
	for _, a := range axes {
		for _, c := range "xyz" {
			all = append(all, answerComponent{string([]rune{'u', a, c}), 2})
		}
	}
	return all
}

// vectors are the SYSARY names. DC is the matrix of I's axes along J's, by
// columns as in COSINES of RCNVRT.
var vectors = map[string][]answerComponent{
	"DISP":   {{"DX", 3}, {"DY", 3}, {"DZ", 3}, {"PSI", 2}, {"THETA", 2}, {"PHI", 2}},
	"TDISP":  {{"DX", 3}, {"DY", 3}, {"DZ", 3}},
	"RDISP":  {{"PSI", 2}, {"THETA", 2}, {"PHI", 2}},
	"VEL":    {{"VX", 4}, {"VY", 4}, {"VZ", 4}, {"WX", 3}, {"WY", 3}, {"WZ", 3}},
	"TVEL":   {{"VX", 4}, {"VY", 4}, {"VZ", 4}},
	"RVEL":   {{"WX", 3}, {"WY", 3}, {"WZ", 3}},
	"ACC":    {{"ACCX", 4}, {"ACCY", 4}, {"ACCZ", 4}, {"WDTX", 4}, {"WDTY", 4}, {"WDTZ", 4}},
	"TACC":   {{"ACCX", 4}, {"ACCY", 4}, {"ACCZ", 4}},
	"RACC":   {{"WDTX", 4}, {"WDTY", 4}, {"WDTZ", 4}},
	"FORCE":  {{"FX", 3}, {"FY", 3}, {"FZ", 3}, {"TX", 3}, {"TY", 3}, {"TZ", 3}},
	"TFORCE": {{"FX", 3}, {"FY", 3}, {"FZ", 3}},
	"RFORCE": {{"TX", 3}, {"TY", 3}, {"TZ", 3}},
	"UVX":    directionCosines("x"),
	"UVY":    directionCosines("y"),
	"UVZ":    directionCosines("z"),
	"DC":     directionCosines("xyz"),
}

// lists are the SYSARY names of elements with many values, and the measures of
// these.
var lists = map[string]string{"ARRAY": "ARYVAL", "PINPUT": "PINVAL", "POUTPUT": "POUVAL"}

// toVectorMeasureCalls turns a SYSARY query into the measures that answer it.
func (d *routineState) toVectorMeasureCalls(name string, par []int32) ([]Call, bool) {
	if measure, ok := lists[name]; ok && len(par) > 0 {
		v, ok := d.s.sys.Values[measure][int(par[0])]
		calls := make([]Call, v.Length)
		for i := range calls {
			calls[i] = Call{measure, []int{int(par[0]), i + 1}}
		}
		return calls, ok
	}
	var calls []Call
	for _, e := range vectors[name] {
		c, ok := d.toMeasureCall(e.name, par[:min(len(par), e.args)])
		if !ok {
			return nil, false
		}
		calls = append(calls, c)
	}
	return calls, calls != nil
}

// evalUnforeseenQuery answers a query that was not foreseen. In the set-up pass all
// values are zero; an output of a law that has not been computed yet has its
// last value, and the evaluation is repeated anyway.
func (d *routineState) evalUnforeseenQuery(c Call) float64 {
	s := d.s
	if d.setup || s.p == nil {
		return 0
	}
	if i, ok := s.plan.index[c.lookupKey()]; ok {
		if l := s.plan.lawOfMeasure(i); l < 0 {
			return s.measureValue(int(i))
		}
		return s.m[i]
	}
	m, err := s.sys.ResolveMeasure(c)
	if err != nil {
		return 0
	}
	if s.starting && !m.isComputableFromPose() {
		return 0
	}
	for _, i := range [4]MarkerIdx{m.i, m.j, m.k, m.l} {
		if i > Global {
			s.kin.setMarkerPose(i)
		}
	}
	if m.row.stage == Applied && m.ref < 0 {
		m.setNetForceLinks(s.sys.linksByMarkers())
	}
	return s.evalMeasure(&m, 0)
}

// foreseenMeasureCalls lists the measures that answer the queries of a frame from the
// one called first on, and where in Answers.Value each goes.
func (d *routineState) foreseenMeasureCalls(a *usersub.QueryAnswers, first int) (calls []Call, at []int) {
	for i := first; i < len(a.Asked); i++ {
		if a.Flag[i] != 0 {
			continue
		}
		q := &a.Asked[i]
		var list []Call
		if q.Ary {
			list, _ = d.toVectorMeasureCalls(q.Name, q.Par)
		} else if c, ok := d.toMeasureCall(q.Name, q.Par); ok {
			list = []Call{c}
		}
		for k, c := range list {
			calls = append(calls, Call{c.Name, slices.Clone(c.Args)})
			at = append(at, int(a.At[i])+k)
		}
	}
	return calls, at
}

// CustomFunction is a function that routines call by name: CUSFNC. Its parameters are what
// the caller gives.
type CustomFunction struct {
	Symbol  string // in capitals
	Routine *Routine
}

var _ usersub.Custom = (*routineState)(nil)

// customFunction is a Custom of a State.
type customFunction struct {
	law  *routineLaw
	busy bool // a call is under way
}

// setUpCustomFunctions makes the set-up calls of custom functions.
func (s *State) setUpCustomFunctions() error {
	s.customs = map[string]*customFunction{}
	for _, c := range s.sys.Customs {
		l := newRoutineLaw(c.Routine)
		s.routines = append(s.routines, l)
		s.customs[c.Symbol] = &customFunction{law: l}
	}
	for _, c := range s.sys.Customs {
		x := s.customs[c.Symbol]
		x.busy = true
		err := x.law.callSetup(s)
		if x.busy = false; err != nil {
			return err
		}
	}
	s.queryAdded = false // its queries are queries of its callers
	return nil
}

// HasCustom reports whether the model has a custom function of that name (case does not matter).
func (d *routineState) HasCustom(name string) bool {
	return d.s.customs[strings.ToUpper(strings.TrimSpace(name))] != nil
}

// CusFnc implements usersub.Custom. The function is called with the time and the
// flags of its caller. Its queries count as queries of the caller, whose
// dependence on it is then known and differenced. A call that fails ends that
// of the caller, too.
func (d *routineState) CusFnc(name string, par []float64) (float64, int32) {
	c := d.s.customs[strings.ToUpper(strings.TrimSpace(name))]
	if c == nil || d.s.failed != nil {
		return 0, 1
	}
	f := c.law.frame
	if c.busy || len(par) > len(f.RealArgNamed("par")) {
		d.s.Warn("%s: CUSFNC %s is called %s: its error flag is set", d.lastCalledElement(), name,
			map[bool]string{true: "by itself", false: "with too many parameters"}[c.busy])
		return 0, 1
	}
	under, caller := d.under, d.frame
	c.busy = true
	defer func() { c.busy, d.under, d.frame = false, under, caller }()
	var state usersub.State = d
	t, differencing := d.TimGet(), false
	if caller != nil {
		state = &usersub.QueryCache{Frame: caller, State: d}
		t = caller.Time()
		if i := caller.Sig.ArgIndex("dflag"); i >= 0 {
			differencing = caller.Ints(i)[0] != 0
		}
	}
	p := f.RealArgNamed("par")
	clear(p)
	copy(p, par)
	f.QueryAnswers = usersub.QueryAnswers{}
	f.PrepareCall(t, differencing, d.setup)
	d.recordCurrentCall(c.law, f)
	if err := c.law.meter.callRoutine(f, state); err != nil {
		d.inner = d.s.recordRoutineFailure(c.law.explainCallError(err, c.law.meter, f))
		return 0, 1
	}
	return f.RealArgNamed("value")[0], 0
}
