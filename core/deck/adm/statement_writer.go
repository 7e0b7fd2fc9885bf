package adm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// WrittenStatement is an element in the words of a statement: what the reader's tables
// make of it is that element.
type WrittenStatement struct {
	Name  string // JOINT
	ID    string // "" for a statement without id
	Label string
	Words []Word
	// Comments are the comments before the element.
	Comments []string
	spec     *spec
}

// Word is an argument of a WrittenStatement.
type Word struct {
	Name  string
	Value string
	Kind  WordKind
	Attr  string // that a Flag stands for, "" if none
}

// WordKind reports how an argument is written.
type WordKind uint8

const (
	Flag     WordKind = iota // NAME alone
	Numbers                  // numbers or ids, separated by commas
	Plain                    // a word, or words separated by commas
	Formula                  // an expression, or USER(…)
	Text                     // any text
	Property                 // an attribute of the element by its own name, which only programs may say
)

// ModelWriter turns the elements of a model into statements.
type ModelWriter struct {
	w                         *deck.OutputModel
	form                      string // for messages: "an Adams deck"
	own                       bool   // what has no word is said as a Property
	used                      map[int]bool
	eval                      map[int]bool   // Sensor_Evaluates that a sensor says
	loops                     map[int]bool   // variables that depend on themselves
	warned                    bool           // of routines in libraries
	ground                    int            // id of ground, 0 without one
	free, freeBody, freeForce int            // the largest ids of markers, bodies and vector forces
	freeMatrix                int            // and of matrices
	renamed                   map[int]string // new ids of forces without reaction
}

// NewModelWriter begins. form is how messages call the result. With properties set
// nothing that an attribute says is lost: what has no word is a Property.
func NewModelWriter(w *deck.OutputModel, form string, properties bool) *ModelWriter {
	s := &ModelWriter{w: w, form: form, own: properties, used: map[int]bool{}, eval: map[int]bool{}, renamed: map[int]string{}}
	s.indexElements()
	return s
}

// Statements returns the statements of the model block and those of the commands.
func (s *ModelWriter) Statements() (model, commands []WrittenStatement) {
	first, then := modelLanguage().byKind(), commandLanguage().byKind()
	if s.own {
		first, then = recordedModel().byKind(), recordedCommands().byKind()
	}
	for _, e := range s.w.Elements {
		model = append(model, s.writeWithComments(e, first)...)
	}
	for _, e := range s.w.Commands {
		commands = append(commands, s.writeWithComments(e, then)...)
	}
	s.w.AddNotesOnOmittedElements(s.form)
	return model, commands
}

// writeWithComments writes an element with the comments before it.
func (s *ModelWriter) writeWithComments(e *deck.Element, kinds byKind) []WrittenStatement {
	list := s.writeElement(e, kinds)
	if len(list) > 0 {
		list[0].Comments = s.w.TakeComments(e)
	}
	return list
}

// byKind lists the statements that make a kind of element.
type byKind map[string][]*spec

func (l *language) byKind() byKind {
	k := byKind{}
	for _, n := range l.names {
		if sp := l.index[n]; sp.kind != "" && sp.refused == "" {
			k[sp.kind] = append(k[sp.kind], sp)
		}
	}
	k["Motion_Marker"] = k["Motion_Joint"]
	return k
}

// statementOf returns the statement whose fixed attributes are those of e; of several
// the one that fixes most, and INTEGRATOR rather than TRANSIENT.
func (k byKind) statementOf(e *deck.Element) *spec {
	var best *spec
	for _, sp := range k[e.Kind] {
		fits := true
		for _, f := range sp.fixed {
			a := e.Attr(f.name)
			fits = fits && a != nil && strings.EqualFold(e.WrittenValue(a), f.value)
		}
		if sp.name == "CONTROL" { // of what the element holds it knows the routine only
			_, ok := e.RoutineRef("none")
			fits = fits && ok
		}
		if fits && (best == nil || len(sp.fixed) > len(best.fixed)) {
			best = sp
		}
	}
	return best
}

// statementWriter is a statement that is being made.
type statementWriter struct {
	*ModelWriter
	e    *deck.Element
	s    WrittenStatement
	done map[string]bool
	// without is an attribute that must be given and cannot be said.
	without   string
	preceding []WrittenStatement // other statements that this one names
}

func (s *ModelWriter) writeElement(e *deck.Element, kinds byKind) []WrittenStatement {
	if e.IsWithoutEffect() || s.isOmitted(e) || e.Kind == "Sensor_Evaluate" && s.eval[e.ID()] && !s.own {
		return nil
	}
	sp := kinds.statementOf(e)
	if one := s.writeOneBody(e, kinds); one != nil {
		return one
	}
	if sp == nil && (isRedundantSetting(e) || s.isRepeatedLaterByLinear(e)) {
		return nil
	}
	if sp == nil {
		s.w.Lost.AddWarningf(e.Span, "W702", "%s dropped: %s has nothing like it", e.KindIDLabel(), s.form)
		return nil
	}
	p := &statementWriter{ModelWriter: s, e: e, done: map[string]bool{}}
	p.s = WrittenStatement{Name: sp.name, Label: e.Label(), spec: sp}
	if sp.id && e.ID() > 0 {
		p.s.ID = strconv.Itoa(e.ID())
	}
	for _, f := range sp.fixed {
		p.done[f.name] = true
	}
	if sp.write != nil {
		sp.write(p)
	}
	before := len(s.w.Lost.List)
	if p.finishStatement(); p.without != "" {
		s.w.Lost.List = s.w.Lost.List[:before]
		s.w.Lost.AddWarningf(e.Span, "W702", "%s dropped: %s has no %s", e.KindIDLabel(), s.form, p.without)
		return nil
	}
	return append(p.preceding, p.s)
}

// finishStatement writes what the tables know of an element, and reports the rest.
func (p *statementWriter) finishStatement() {
	for i := range p.s.spec.args {
		p.writeArg(&p.s.spec.args[i])
	}
	p.writeRoutine()
	p.writeRemaining()
	slices.SortStableFunc(p.s.Words, func(a, b Word) int { return int(a.Kind) - int(b.Kind) })
}

// consumeValue returns the value of an attribute, which is then written; ok is false if it
// is not given or has been written.
func (p *statementWriter) consumeValue(name string) (value string, ok bool) {
	if p.done[name] || !p.schemaHasAttr(name) {
		return "", false
	}
	p.done[name] = true
	a := p.e.Attr(name)
	if a == nil {
		return "", false
	}
	return p.e.WrittenValue(a), true
}

// schemaHasAttr reports whether the element's schema has an attribute of this name.
func (p *statementWriter) schemaHasAttr(name string) bool { return hasSchemaAttr(p.e, name) }

func hasSchemaAttr(e *deck.Element, name string) bool {
	return slices.ContainsFunc(e.Schema.Attrs, func(a deck.AttrSpec) bool { return a.Name == name })
}

// isPending reports whether an attribute is given and not yet written.
func (p *statementWriter) isPending(name string) bool {
	return !p.done[name] && p.schemaHasAttr(name) && p.e.Has(name)
}

func (p *statementWriter) addWord(kind WordKind, name, value string) {
	p.s.Words = append(p.s.Words, Word{Name: name, Value: value, Kind: kind})
}

// writeArg writes what an argument of the table stands for.
func (p *statementWriter) writeArg(a *argSpec) {
	if len(a.attrs) == 0 || a.idle != "" || a.silent || located[a.name] {
		return
	}
	switch a.form {
	case asFlag:
		p.writeFlag(a)
	case asExpr:
		p.writeExpression(a)
	case asNumbers, asWords:
		p.writeNumberList(a)
	default:
		kind := Plain
		if a.form == asLine {
			kind = Text
		}
		if v, ok := p.consumeValue(a.attrs[0]); ok {
			p.addWord(kind, a.name, v)
		}
	}
}

// writeFlag writes a word for an attribute that has its value.
func (p *statementWriter) writeFlag(a *argSpec) {
	name, want := a.attrs[0], a.value
	if want == "" {
		want = "TRUE"
	}
	if !p.isPending(name) || !strings.EqualFold(p.e.WrittenValue(p.e.Attr(name)), want) {
		return
	}
	p.done[name] = true
	p.s.Words = append(p.s.Words, Word{Name: a.name, Kind: Flag, Attr: name})
}

// writeExpression writes an expression, or in its place the parameters of a routine.
func (p *statementWriter) writeExpression(a *argSpec) {
	if (a.name == "FUNCTION" || a.name == "CRATIO") && p.hasRoutine() {
		v, ok := p.consumeValue("usrsub_param_string")
		if p.done["usrsub_param_string"] && !ok && p.hasWord(a.name) {
			return
		}
		if !strings.HasPrefix(strings.ToUpper(v), "USER") { // without the word, or without parameters
			v = "USER(" + v + ")"
		}
		p.addWord(Formula, a.name, v)
		p.done[a.attrs[0]] = true
		return
	}
	if v, ok := p.consumeValue(a.attrs[0]); ok && a.attrs[0] != "usrsub_param_string" {
		p.addWord(Formula, a.name, v)
	}
}

func (p *statementWriter) hasWord(word string) bool {
	return slices.ContainsFunc(p.s.Words, func(w Word) bool { return w.Name == word })
}

// writeNumberList writes a list: missing entries before the last that is given have
// their defaults.
func (p *statementWriter) writeNumberList(a *argSpec) {
	n := 0
	for k, name := range a.attrs {
		if p.isPending(name) {
			n = k + 1
		}
	}
	if n == 0 {
		return
	}
	if a.many {
		v, _ := p.consumeValue(a.attrs[0])
		p.addWord(Numbers, a.name, separateByCommas(v))
		return
	}
	p.writeAttrList(a.name, a.attrs[:max(n, a.least)])
}

// writeAttrList writes the values of attributes.
func (p *statementWriter) writeAttrList(word string, attrs []string) {
	var list []string
	for _, name := range attrs {
		v, ok := p.consumeValue(name)
		if !ok {
			v = p.defaultNumber(name)
		}
		list = append(list, v)
	}
	p.addWord(Numbers, word, strings.Join(list, ", "))
}

// defaultNumber is the value of a number that is not given.
func (p *statementWriter) defaultNumber(name string) string {
	for i := range p.e.Schema.Attrs {
		if a := &p.e.Schema.Attrs[i]; a.Name == name && a.Default != "" {
			return a.Default
		}
	}
	return "0"
}

// separateByCommas separates the entries of a list.
func separateByCommas(list string) string {
	return strings.Join(strings.FieldsFunc(list, func(r rune) bool { return r <= ' ' || r == ',' }), ", ")
}

// writeRemaining writes, or reports as lost, what nothing has written and what matters.
func (p *statementWriter) writeRemaining() {
	if p.s.spec.typed && !p.e.Modifies {
		p.done["type"] = true
	}
	for _, a := range p.e.GivenAttrs() {
		name := a.Spec.Name
		if p.done[name] || !p.e.HasEffect(a) {
			continue
		}
		v := p.e.WrittenValue(a)
		switch {
		case name == p.s.spec.flagAttr:
			p.s.Words = append(p.s.Words, Word{Name: v, Kind: Flag, Attr: name})
		case p.own && a.Spec.Type != deck.Params:
			if a.Spec.NamesFile() {
				v = p.w.RelocatedAttrPath(a.Spec, v)
			}
			p.addWord(Property, strings.ToUpper(name), v)
		default:
			p.reportLost(name)
			if a.Spec.Required && !p.e.Modifies {
				p.without = name
			}
		}
	}
}

// reportLost reports an attribute that cannot be written.
func (p *statementWriter) reportLost(name string) {
	p.e.AddWarningf(name, "W703", "dropped: %s has no such attribute", p.form)
	// Warnings of the element go to the model's problems: these are of the writing.
	list := p.w.Diags.List
	p.w.Lost.List = append(p.w.Lost.List, list[len(list)-1])
	p.w.Diags.List = list[:len(list)-1]
}
