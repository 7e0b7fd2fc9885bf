package element

import (
	"errors"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// Sampler is the discrete states of a Control_StateEqn: they change at sample times only, xd⁺ = F(xd, x, u, t), and are constant
// between them. Samples at one time see the states before any of them.
type Sampler struct {
	ID     int
	Title  string
	Update []system.Output // the next values, in a law on demand
	Store  int             // place in the State of the first discrete state; the time of the next sample follows the last one
	Period system.Output   // the time to the next sample, in a law on demand
}

// NextSampleTimeIndex returns the place in the State of the time of the next sample.
func (s *Sampler) NextSampleTimeIndex() int { return s.Store + len(s.Update) }

// partRoutines are the routines of a state equation that gives each part by a routine of its own, with the prefix of their
// attributes.
var partRoutines = []struct {
	prefix, doc string
	sig         *usersub.Sig
}{
	{"deriv", "derivatives of the continuous states", usersub.GSE_DERIV},
	{"output", "outputs", usersub.GSE_OUTPUT},
	{"update", "next values of the discrete states", usersub.GSE_UPDATE},
	{"samp", "time to the next sample, where sample_period is missing", usersub.GSE_SAMP},
}

// discreteStateAndPartRoutineAttrs are the attributes of a state equation with discrete states, or with a routine for each of its parts.
func discreteStateAndPartRoutineAttrs() []deck.AttrSpec {
	const when = "type=USERSUB"
	array := func(name, doc string) *deck.AttrSpec {
		return withCondition(when, withAliases(optionalReferenceAttr(name+"_array_id", doc, arrayKind), name+"_solver_array_id"))
	}
	attrs := joinAttrs(
		withCondition(when, positiveIntegerAttr("num_discrete_state", "number of states that change at sample times only, by GSE_UPDATE")),
		array("xd", "array of type X that holds the discrete states"),
		array("icd", "array of type IC that holds the discrete states at the start; zeros if missing"),
		withCondition(when, expressionAttr("sample_period", "time", "time from one sample to the next, evaluated at each sample; by GSE_SAMP if missing")),
		withCondition(when, realAttr("sample_offset", "0", "time", "time of the first sample")),
	)
	for _, r := range partRoutines {
		attrs = append(attrs, joinAttrs(
			withCondition(when, &deck.AttrSpec{Name: r.prefix + "_dll_name", Type: deck.Path, Doc: "library of " + r.sig.Name + ": " + r.doc + "; usrsub_dll_name if missing"}),
			withCondition(when, &deck.AttrSpec{Name: r.prefix + "_script_name", Type: deck.Path, Doc: "script of " + r.sig.Name + "; script_name if missing"}),
			withCondition(when, &deck.AttrSpec{Name: r.prefix + "_fnc_name", Type: deck.Path, Doc: "name of the routine " + r.sig.Name}),
		)...)
	}
	return attrs
}

// usesSeparatePartRoutines reports whether a state equation has a routine for each of its parts: it names one of them or has discrete
// states, or its library has such routines and no GSESUB.
func (b *builder) usesSeparatePartRoutines(e *deck.Element) bool {
	if e.Int("num_discrete_state") > 0 {
		return true
	}
	for _, r := range partRoutines {
		for _, end := range []string{"_dll_name", "_script_name", "_fnc_name"} {
			if e.Has(r.prefix + end) {
				return true
			}
		}
	}
	ref, _ := e.RoutineRef(usersub.GSESUB.Name)
	if ref.Named {
		return false
	}
	_, err := b.tryOpenRoutine(&ref, usersub.GSESUB)
	var load *usersub.LoadError
	if !errors.As(err, &load) || !load.Lacks {
		return false
	}
	for _, r := range partRoutines[:3] {
		ref := e.RoutineRefWithPrefix(r.prefix, r.sig.Name)
		if _, err := b.tryOpenRoutine(&ref, r.sig); err == nil {
			return true
		}
	}
	return false
}

// hintSeparatePartRoutines adds to errors of files without a GSESUB, from the one with the index firstNewDiag on, what a file may have instead.
func (b *builder) hintSeparatePartRoutines(firstNewDiag int) {
	for _, err := range b.out.Failed[firstNewDiag:] {
		var load *usersub.LoadError
		if errors.As(err, &load) && load.Routine == usersub.GSESUB.Name && load.Lacks && !load.Ref.Named {
			load.Hint += "; instead of GSESUB a file may have GSE_DERIV and GSE_OUTPUT"
		}
	}
}

// addSeparatePartRoutines adds the laws of a state equation with a routine for each of its parts; false if one cannot be had.
func (b *builder) addSeparatePartRoutines(e *deck.Element, q *stateEqn) bool {
	q.discrete = e.Int("num_discrete_state")
	ok := true
	if q.n > 0 {
		law := b.addPartRoutineLaw(e, q, 0, q.n)
		q.law, ok = law, law >= 0
	}
	if q.p > 0 {
		law := b.addPartRoutineLaw(e, q, 1, q.p)
		q.setOutputsFromLaw(law, 0)
		ok = ok && law >= 0
	}
	if q.discrete > 0 {
		ok = b.addDiscreteStates(e, q) && ok
	}
	return ok
}

// addPartRoutineLaw adds the law of routine k of partRoutines with n values, -1 if it cannot be had.
func (b *builder) addPartRoutineLaw(e *deck.Element, q *stateEqn, k, n int) system.LawIdx {
	x := &partRoutines[k]
	ref := e.RoutineRefWithPrefix(x.prefix, x.sig.Name)
	sub, err := b.tryOpenRoutine(&ref, x.sig)
	if err != nil {
		var load *usersub.LoadError
		if errors.As(err, &load) { // the hint is about another attribute
			load.Hint = strings.ReplaceAll(load.Hint, "usrsub_fnc_name", x.prefix+"_fnc_name")
		}
		b.out.Failed = append(b.out.Failed, err)
		return -1
	}
	r := &system.Routine{Element: e.Kind, ID: e.ID(), Sub: sub, Sig: x.sig, Par: b.readParams(e, sub), Dims: map[string]int{"n": n},
		Member: collectStructMembers(b.deck, e)}
	r.Member["NI"], r.Member["NO"], r.Member["ND"] = q.m, q.p, q.discrete
	b.out.Routines = append(b.out.Routines, r)
	return b.sys.AddLaw(r.LawSpec())
}

// addDiscreteStates adds the discrete states; false if their laws or arrays cannot be had.
func (b *builder) addDiscreteStates(e *deck.Element, q *stateEqn) bool {
	x := b.findReferencedArray(e, "xd_array_id", "X")
	if x == nil {
		if !e.Has("xd_array_id") {
			e.AddErrorf("", "E305", "xd_array_id is missing: the array of the %d discrete states", q.discrete)
		}
		return false
	}
	ic := make([]float64, q.discrete, q.discrete+1)
	ok := b.checkArraySize(e, "xd_array_id", x, q.discrete, "the equation has %d discrete states") && b.fillInitialStates(e, "icd_array_id", ic, "discrete states")
	s := Sampler{ID: e.ID(), Title: e.KindID()}
	s.Store = b.sys.AddDiscreteStates(e.Kind, e.ID(), append(ic, e.Real("sample_offset")))
	v := system.NewUnboundValue(q.discrete)
	v.Store = s.Store
	b.bindArrayToEquation(e, "xd_array_id", v)
	update := b.addPartRoutineLaw(e, q, 2, q.discrete)
	period := b.addSamplePeriodLaw(e, q)
	if update < 0 || period < 0 {
		return false
	}
	for k := range q.discrete {
		s.Update = append(s.Update, system.Output{Law: update, Out: k})
	}
	s.Period = system.Output{Law: period}
	b.sys.Laws[update].Demand, b.sys.Laws[period].Demand = true, true
	if !e.Inactive {
		b.out.Samplers = append(b.out.Samplers, s)
	}
	return ok
}

// addSamplePeriodLaw adds the law of the time between samples, -1 if it cannot be had.
func (b *builder) addSamplePeriodLaw(e *deck.Element, q *stateEqn) system.LawIdx {
	if !e.Has("sample_period") {
		return b.addPartRoutineLaw(e, q, 3, 1)
	}
	p, ok := b.compileAttr(e, "sample_period")
	if !ok {
		b.faults.addFaultyElement(e)
		return -1
	}
	if v, constant := p.ConstantValue(); constant && !(v > 0 && !math.IsInf(v, 1)) {
		e.AddErrorf("sample_period", "B077", "the time between samples is %g, which is not greater than 0", v)
		return -1
	}
	return b.sys.AddLaw(system.ExpressionLaw(e.KindID(), p))
}
