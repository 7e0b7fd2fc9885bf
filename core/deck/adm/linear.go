package adm

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

const linearKind = "Param_Linear"

// linearWords are the words of LINEAR that set something: for Adams they are of one
// command, here of an element of their own before it.
var linearWords = []struct{ word, attr string }{
	{"PINPUT", "pinput_id"}, {"POUTPUT", "poutput_id"}, {"PSTATE", "pstate_id"},
}

// linearArgs are the arguments of LINEAR.
func linearArgs() []argSpec {
	all := ignoredArgs(asFlag, "NOVECTOR", "ORIGINAL", "KINETIC", "STRAIN", "DISSIPATIVE")
	for _, flag := range []string{"EIGENSOL", "STATEMAT", "NODAMPIN"} {
		all = append(all, argSpec{name: flag, form: asFlag})
	}
	for _, w := range linearWords {
		all = append(all, argSpec{name: w.word, form: asWord})
	}
	return joinArgs(all, ignoredArgs(asWords, "RM", "COORDS"), ignoredArgs(asLine, "FILE", "TABLE"), ignoredArgs(asWord, "FORMAT"))
}

// emitLinear: STATEMAT alone wants no eigenvalues. A command without words that set
// something leaves the settings as they are.
func emitLinear(e *elementEmitter) bool {
	eigen, state := e.argumentNamed("EIGENSOL"), e.argumentNamed("STATEMAT")
	set := &elementEmitter{r: e.r, st: e.st, raw: deck.Raw{Kind: linearKind, Span: e.raw.Span, Section: e.raw.Section}}
	switch {
	case eigen != nil:
		set.setDerived("eigen_analysis", "TRUE", eigen.name)
	case state != nil:
		set.setDerived("eigen_analysis", "FALSE", state.name)
	}
	if a := e.argumentNamed("NODAMPIN"); a != nil {
		set.setDerived("disable_damping", "TRUE", a.name)
	} else if eigen != nil {
		set.setDerived("disable_damping", "FALSE", eigen.name)
	}
	for _, w := range linearWords {
		if a := e.argumentNamed(w.word); a != nil {
			set.addAttr(w.attr, a.name, a.val.withoutLineBreaks())
		}
	}
	if len(set.raw.Attrs) > 0 {
		set.finishElement()
	}
	return true
}

// writeLinear says the settings that are in force in the words of the command. Programs
// say them by a statement of their own.
func writeLinear(p *statementWriter) {
	if p.own {
		return
	}
	value := map[string]string{}
	read := func(list []*deck.Element) {
		for _, e := range list {
			if e == p.e {
				return
			}
			for _, a := range e.GivenAttrs() {
				if e.Kind == linearKind {
					value[a.Spec.Name] = e.WrittenValue(a)
				}
			}
		}
	}
	read(p.w.Elements)
	read(p.w.Commands)
	if strings.EqualFold(value["eigen_analysis"], "FALSE") {
		p.addWord(Flag, "STATEMAT", "")
	} else {
		p.addWord(Flag, "EIGENSOL", "")
	}
	if strings.EqualFold(value["disable_damping"], "TRUE") {
		p.addWord(Flag, "NODAMPIN", "")
	}
	for _, w := range linearWords {
		if v := value[w.attr]; v != "" {
			p.addWord(Plain, w.word, v)
		}
	}
}

// isRepeatedLaterByLinear reports settings that the commands behind them say, and reports what
// they cannot.
func (s *ModelWriter) isRepeatedLaterByLinear(e *deck.Element) bool {
	if e.Kind != linearKind || s.own {
		return false
	}
	p := &statementWriter{ModelWriter: s, e: e}
	for _, a := range e.GivenAttrs() {
		switch a.Spec.Name {
		case "eigen_analysis", "disable_damping", "pinput_id", "poutput_id", "pstate_id":
		default:
			if e.HasEffect(a) {
				p.reportLost(a.Spec.Name)
			}
		}
	}
	return true
}
