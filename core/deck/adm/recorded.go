package adm

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/trammel-mbd/trammel/core/deck"
)

// Value is a value of a recorded statement, written as the statement language
// writes it: the entries of a list are separated by commas. If Exact is set,
// its characters are one by one from the beginning of At on; else they were
// computed from what is there.
type Value struct {
	Text  string
	At    deck.Span
	Exact bool
}

func (v Value) textOf() text {
	return text{src: v.At.Src, s: v.Text, base: v.At.Start, end: v.At.End, computed: !v.Exact}
}

// Argument is a keyword of a recorded statement with its value.
type Argument struct {
	Name string
	At   deck.Span
	Value
	Choice bool // one of the statement's words (REVOLUTE), whatever the keyword is called
}

// Statement is a statement that was not read from a file in this language but
// recorded while a program ran.
type Statement struct {
	Name  string
	At    deck.Span // of the name
	ID    *Value
	Label *Value
	Args  []Argument
	Shown string // how messages call the statement, "" for NAME(id)
}

// RecordedProgram makes elements of recorded statements by the tables of this
// language, so that PFORCE(1, PENALTY=1e4) and PFORCE/1, PENALTY=1e4 are the
// same element.
type RecordedProgram struct {
	r       *reader
	started bool // a command has been recorded
	later   []bool
	off     []*statement // commands for elements that are not active from the start
}

// NewRecordedProgram begins a model whose relative paths are taken against dir.
func NewRecordedProgram(dir string, table deck.Table) *RecordedProgram {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	r := newReader(dir, table)
	r.calls = true
	r.builder.SetRoutineDialect("") // of routines: that of MotionSolve
	return &RecordedProgram{r: r}
}

// UseAdamsRoutines makes routines those of Adams. The statements were given in a language whose elements are those of Adams.
func (p *RecordedProgram) UseAdamsRoutines() {
	p.r.builder.SetRoutineDialect("adams")
	p.r.calls = false
}

// AddFileAsUTF8 registers a file of the program and converts its text to UTF-8.
func (p *RecordedProgram) AddFileAsUTF8(src *deck.Source) { p.r.builder.AddFileAsUTF8(src) }

// DefineParameter adds a parameter that the program defines, and uses it. Its value is then in effect: what is assigned to it, else its
// default.
func (p *RecordedProgram) DefineParameter(q *deck.Parameter, at deck.Span) {
	if p.r.builder.FindAndMarkParameterUsed(q.Name) == nil {
		p.r.builder.DefineParameter(q, at)
		p.r.builder.FindAndMarkParameterUsed(q.Name)
	}
}

// Parameter returns the parameter of this name, nil if it has not been defined.
func (p *RecordedProgram) Parameter(name string) *deck.Parameter {
	return p.r.builder.FindAndMarkParameterUsed(name)
}

// Diags is where problems are collected.
func (p *RecordedProgram) Diags() *deck.Diags { return p.r.diags }

// AddStatement takes a statement. What is wrong with its keywords is reported at once,
// what is wrong with their values by Model.
func (p *RecordedProgram) AddStatement(s *Statement) {
	own := commandNames[s.Name]
	if s.Name == "SIMULATE" && len(p.r.list) == 0 {
		d := p.r.diags.AddErrorf(s.At, "E633", "SIMULATE precedes the model: there is nothing to simulate")
		d.Help = "what follows SIMULATE changes the model; the model comes first"
		return
	}
	if own && !p.started {
		p.beginCommands()
	}
	l := recordedModel()
	if p.started {
		l = recordedCommands()
	}
	st := &statement{spec: l.index[s.Name], word: text{src: s.At.Src, base: s.At.Start, end: s.At.End, s: s.Name, computed: true}, called: true, shown: s.Shown}
	if s.ID != nil {
		st.id = s.ID.textOf()
	}
	if s.Label != nil {
		st.label = s.Label.textOf()
	}
	b := binder{r: p.r, st: st}
	n := len(p.r.diags.List)
	for i := range s.Args {
		if strings.TrimSpace(s.Args[i].Text) != "" { // what is empty is not given
			b.bindKeyword(&s.Args[i])
		}
	}
	p.r.withholdProblems(st, n)
	if !p.started || b.active == nil || len(st.args) > 0 {
		p.insertStatement(st)
	}
	if b.active != nil {
		p.addActiveCommand(st, b.active)
	}
}

func (p *RecordedProgram) insertStatement(st *statement) {
	p.r.list = append(p.r.list, st)
	p.later = append(p.later, p.started)
}

// beginCommands begins the commands with those for elements that are not active from
// the start.
func (p *RecordedProgram) beginCommands() {
	p.started = true
	for _, st := range p.off {
		p.insertStatement(st)
	}
}

// addActiveCommand takes ACTIVE=: a command behind the element or, for one that the
// simulation is to start without, before all others.
func (p *RecordedProgram) addActiveCommand(st *statement, a *Argument) {
	at := a.textOf()
	sp := recordedCommands().index[a.Text]
	id := at
	id.s = st.id.s
	c := &statement{spec: sp, word: at, called: true, args: []arg{
		{spec: &argSpec{form: asFlag, attrs: []string{sp.flagAttr}, value: st.spec.name}, name: at}, {spec: sp.keys["ID"], name: at, val: id}}}
	switch {
	case p.started:
		p.insertStatement(c)
	case a.Text == "DEACTIVATE":
		p.off = append(p.off, c)
	}
}

// AddCommands takes commands that are written in the statement language, all of which are at one position.
func (p *RecordedProgram) AddCommands(commands string, at deck.Span) {
	if !p.started {
		p.beginCommands()
	}
	r := p.r
	list, section := r.list, r.section
	r.list, r.language, r.section = nil, commandLanguage(), deck.InCommand
	src := &deck.Source{Name: at.Src.Name, Text: []byte(commands)}
	s := &scanner{r: r, src: src, file: commands}
	s.take = func(word, body, label text) {
		r.addStatement(word.withPosition(at), body.withPosition(at), label)
	}
	s.readLines(0)
	added := r.list
	r.list, r.section = list, section
	for _, st := range added {
		p.insertStatement(st)
	}
}

// withPosition returns the text with all of it at one position.
func (t text) withPosition(at deck.Span) text {
	return text{src: at.Src, s: t.s, base: at.Start, end: at.End, computed: true}
}

// BuildModel checks all statements and returns the model.
func (p *RecordedProgram) BuildModel() *deck.Model {
	r := p.r
	if !p.started {
		p.beginCommands()
	}
	r.language = recordedModel()
	for i, st := range r.list {
		if !p.later[i] {
			r.assignArguments(st)
		}
		r.indexStatement(st)
	}
	r.loops = selfDependentVariables(r.list)
	idle := &idleCount{}
	for i, st := range r.list {
		if r.section = deck.InModel; p.later[i] {
			r.section = deck.InCommand
		}
		if r.hasNoEffect(st) {
			idle.countStatement(st)
			continue
		}
		r.body = text{} // a marker names its part
		r.emitElement(st)
	}
	idle.reportCounts(r.diags)
	return r.buildModel()
}

// RecordableStatements lists the statements that can be recorded.
func RecordableStatements() []string { return slices.Clone(recordedCommands().names) }

// StatementHasID reports whether a statement has an id.
func StatementHasID(name string) bool { return recordedCommands().index[name].id }

// MayNameRoutine reports whether a statement may name a routine.
func MayNameRoutine(name string) bool { return recordedCommands().index[name].keys["ROUTINE"] != nil }

// binder finds the argument of the table that a keyword means.
type binder struct {
	r      *reader
	st     *statement
	active *Argument // DEACTIVATE for ACTIVE=False, ACTIVATE for True
}

// selectors are the keywords whose values are what the statement language
// writes as a word of its own.
var selectors = map[string]bool{
	"TYPE": true, "JTYPE": true, "DTYPE": true, "DIRECTION": true, "OPERATOR": true, "MODE": true, "METHOD": true, "COMPONENT": true,
}

// synonyms are names of attributes that keywords of programs have.
var synonyms = map[string]string{
	"VIRTUAL": "is_virtual", "RM_ID": "ref_marker_id", "DAE_VC_ERROR_CTRL": "dae_vel_ctrl", "DAE_VC_TOL_FACTOR": "vel_tol_factor",
	"VEL_TOL_FACTOR": "vel_tol_factor", "STATIC_HOLD": "is_static_hold", "IMPLICIT": "implicit",
}

// bindKeyword takes one keyword: an argument of the statement, one of its words with
// True or False, or an attribute of the element by its own name.
func (b *binder) bindKeyword(a *Argument) {
	sp, name := b.st.spec, strings.TrimSuffix(strings.ToUpper(a.Name), "_")
	key := text{src: a.At.Src, base: a.At.Start, end: a.At.End, s: name, computed: true}
	val := a.textOf()
	take := func(s *argSpec) { b.st.args = append(b.st.args, arg{s, key, val}) }
	truth, isTruth := truths[strings.ToUpper(a.Text)]
	switch k, f := sp.keys[name], sp.flags[name]; {
	case a.Choice:
		b.bindWord(a, key, val)
	case k != nil && !k.inFile && !(f != nil && isTruth):
		take(k)
	case f != nil && isTruth:
		if truth {
			take(f)
		}
	case f != nil:
		b.r.diags.AddErrorf(val.fileSpan(), "E617", "%s: %s is True or False, not %q", b.st.messageName(), name, shortenForMessage(a.Text))
	case b.r.hasAttr(sp.kind, strings.ToLower(name)) && name != "TYPE":
		take(&argSpec{name: name, form: asLine, attrs: []string{strings.ToLower(name)}})
	case b.r.hasAttr(sp.kind, synonyms[name]):
		take(&argSpec{name: name, form: asLine, attrs: []string{synonyms[name]}})
	case selectors[name]:
		b.bindWord(a, key, val)
	case name == "ACTIVE" && isTruth:
		b.active = &Argument{At: a.At, Value: Value{At: a.Value.At, Text: "DEACTIVATE"}}
		if truth {
			b.active.Text = "ACTIVATE"
		}
	default:
		b.reportUnknownKeyword(name, key)
	}
}

var truths = map[string]bool{"TRUE": true, "FALSE": false}

// bindWord takes a word of the statement.
func (b *binder) bindWord(a *Argument, key, val text) {
	sp := b.st.spec
	f, several := resolvePrefix(a.Text, sp.flags, sp.flagNames)
	switch {
	case f != nil:
		b.st.args = append(b.st.args, arg{f, val, val})
	case several != nil:
		b.st.vague = true
		b.r.diags.AddErrorf(val.fileSpan(), "E604", "%s: %s may mean %s", b.st.messageName(), strings.ToUpper(a.Text), joinWithOr(several))
	case sp.kind == "Post_Request" && strings.EqualFold(a.Text, "ELEMENTAL_FORCE"): // which Adams has not
		b.st.args = append(b.st.args, arg{spec: &argSpec{form: asFlag, attrs: []string{"type"}, value: "ELEMENTAL_FORCE"}, name: val})
	case sp.flagAttr != "":
		b.st.args = append(b.st.args, arg{spec: &argSpec{form: asFlag, attrs: []string{sp.flagAttr}, value: a.Text}, name: val})
	case len(sp.flagNames) == 0 || strings.EqualFold(a.Text, "EXPRESSION") || strings.EqualFold(a.Text, "USERSUB"):
		// The statement has one form, or its form follows from what is given.
	default:
		b.st.vague = true
		d := b.r.diags.AddErrorf(val.fileSpan(), "E623", "%s: %s cannot be %q", b.st.messageName(), key.s, shortenForMessage(a.Text))
		if n, ok := deck.NearestName(strings.ToUpper(a.Text), sp.flagNames); ok {
			d.Help = "did you mean " + n + "?"
		} else {
			d.Help = "it is " + joinWithOr(slices.Clone(sp.flagNames))
		}
	}
}

func (b *binder) reportUnknownKeyword(name string, key text) {
	sp := b.st.spec
	if n, ok := b.st.nearestArgument(name); ok {
		b.st.vague = true
		b.r.diags.AddErrorf(key.fileSpan(), "E641", "%s: unknown keyword %s", b.st.messageName(), shortenForMessage(name)).Help = "did you mean " + n + "?"
		return
	}
	d := b.r.diags.AddWarningf(key.fileSpan(), "W605", "%s: unknown keyword %s is ignored", b.st.messageName(), shortenForMessage(name))
	names := slices.Concat(sp.keyNames, sp.flagNames)
	if len(sp.flagNames) > 0 || sp.flagAttr != "" {
		names = append(names, "TYPE")
	}
	if n, ok := deck.NearestName(name, names); ok {
		d.Help = "did you mean " + n + "?"
	}
}

// recordedStatements are those that Adams does not have.
var recordedStatements = []spec{
	{name: "YFORCE", kind: "Force_StateEqn", id: true, read: emitStateForce, write: writeStates, args: joinArgs(stateArrayArgs(),
		newArgWithOptionalEntries("I", "i_marker_id"), addAlias(newArgWithOptionalEntries("JFLOAT", "j_floating_marker_id"), "J"),
		newArgWithOptionalEntries("RM", "ref_marker_id"), newArgWithOptionalEntries("A", "a_matrix_id"), newArgWithOptionalEntries("B", "b_matrix_id"), newArgWithOptionalEntries("C", "c_matrix_id"), newArgWithOptionalEntries("D", "d_matrix_id"),
		newArgWithOptionalEntries("NS", "num_state"), newArgWithOptionalEntries("NO", "num_output"), expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "EVALUATE", kind: "Sensor_Evaluate", id: true, typed: true, read: emitRoutine, args: joinArgs(
		expressionArg("FUNCTION", "expr"), routineArgs(),
	)},
	{name: "SETTINGS", kind: "Param_Simulation"},
	{name: "LINEARIZATION", kind: linearKind, args: joinArgs(newArgWithOptionalEntries("PINPUT", "pinput_id"), newArgWithOptionalEntries("POUTPUT", "poutput_id"), newArgWithOptionalEntries("PSTATE", "pstate_id"),
		newArgWithOptionalEntries("NODAMPING", "disable_damping"), ignoredArgs(asNumbers, "ANIMATION_SCALE", "CUTOFF_FREQUENCY"),
		ignoredArgs(asWord, "EIGENSOL", "STATEMAT", "SIMULINK_MDL", "OML", "MATLAB", "KINETIC"),
	)},
}

// emitStateForce is linear unless it names a routine.
func emitStateForce(e *elementEmitter) bool {
	kind := "LINEAR"
	if e.argumentNamed("FUNCTION") != nil {
		kind = "USERSUB"
	}
	if !e.hasAttr("type") {
		e.setDerived("type", kind, e.st.word)
	}
	return emitStateSizes(e)
}

// IsCommandStatement reports whether a statement is a command: the commands of a program begin with the first one.
func IsCommandStatement(name string) bool { return commandNames[name] }

// commandNames are the statements that begin the commands of a program.
var commandNames = map[string]bool{"SIMULATE": true, "ACTIVATE": true, "DEACTIVATE": true, "STOP": true, "SAVE": true, "LINEAR": true}

var (
	recordedModel    = sync.OnceValue(func() *language { return recordedLanguage(bodyStatements) })
	recordedCommands = sync.OnceValue(func() *language { return recordedLanguage(bodyCommands()) })
)

func recordedLanguage(bodies []spec) *language {
	var all []spec
	for _, list := range [][]spec{bodies, jointStatements, higherStatements, forceStatements, beamStatements, contactStatements,
		controlStatements, dataStatements, outputStatements, settingStatements, commandStatements, recordedStatements} {
		for _, s := range list {
			twin := func(o spec) bool { return o.name == s.name }
			if s.kind+s.refused != "" && !slices.ContainsFunc(all, twin) || s.idle {
				all = append(all, s)
			}
		}
	}
	return newLanguage(all)
}
