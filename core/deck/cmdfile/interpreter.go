package cmdfile

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
)

// interpreter carries out commands.
type interpreter struct {
	rec   *adm.RecordedProgram
	diags *deck.Diags
	dir   string

	db          *database
	units       unitSet
	model       *object // the default one
	frame       *object // the default coordinate system, nil for the model
	frameNamed  bool    // a command has set the default coordinate system
	frameNoted  bool
	consistency *param
	taken       map[string]map[int]bool
	runModel    *object
	touching    map[*object]bool // shapes that contacts name
	scripts     []*object
	scriptDepth int
	replay      bool
	settings    []*adm.Statement
	order       rotationSequence
	axis, plane int // that directions of an orientation set
	loops       map[*object]int
	macros      []*macro

	steps   int
	nested  int // files and macros
	stopped bool
	runs    []simulation
	display tally
	// counting of commands for tests
	commands, understood int
	unknown              map[string]int
}

// tally counts commands without effect.
type tally struct {
	first deck.Span
	names []string
	n     map[string]int
}

func (t *tally) countOccurrence(name string, at deck.Span) {
	if t.n == nil {
		t.n, t.first = map[string]int{}, at
	}
	if t.n[name]++; t.n[name] == 1 {
		t.names = append(t.names, name)
	}
}

func newInterpreter(dir string, table deck.Table) *interpreter {
	rec := adm.NewRecordedProgram(dir, table)
	rec.UseAdamsRoutines()
	return &interpreter{rec: rec, diags: rec.Diags(), dir: dir, db: newDatabase(), units: defaultUnits(), order: body313, axis: 2, plane: 0,
		loops: map[*object]int{}, unknown: map[string]int{}}
}

// parseAll cuts a text into commands. fixed is the position of all of it, nil for a file.
func (x *interpreter) parseAll(src *deck.Source, text string, fixed *deck.Span) (list []*command, params []string) {
	s := &lineScanner{src: src, text: text, fixed: fixed, diags: x.diags}
	for _, l := range s.scanLines() {
		p := &parser{l: l, s: l.s, diags: x.diags}
		if c := p.parse(); c != nil && len(c.words) > 0 {
			list = append(list, c)
		}
	}
	return list, s.params
}

// nameContexts are the objects in which names without a leading point are looked up.
func (x *interpreter) nameContexts() []*object {
	var list []*object
	for _, o := range []*object{x.frame, x.model} {
		if o != nil && !o.gone {
			list = append(list, o)
		}
	}
	return list
}

func (x *interpreter) newEvaluator() *evaluator { return &evaluator{x: x, frame: x.frame} }

// newEvaluatorFor evaluates an attribute of an object.
func (x *interpreter) newEvaluatorFor(o *object, a *attr) *evaluator {
	s := &evaluator{x: x, frame: a.frame}
	if o != nil && o.parent != nil {
		s.contexts = []*object{o.parent}
	}
	return s
}

// evaluateValue returns the value of a parameter at this time.
func (s *evaluator) evaluateValue(v *value) datum {
	if v.form != formula {
		return s.evaluateItem(&item{text: v.text, form: v.form}, nil)
	}
	return s.evaluate(parseExpr(v.text))
}

// expandParameterName finds the parameter that a name means: itself, or the only one that it begins. fit are those that it may mean otherwise.
func expandParameterName(name string, all []string) (full string, fit []string) {
	if slices.Contains(all, name) {
		return name, nil
	}
	for _, n := range all {
		if strings.HasPrefix(n, name) {
			fit = append(fit, n)
		}
	}
	if len(fit) == 1 {
		return fit[0], nil
	}
	if len(fit) > 1 { // var means variable_name before variable_…
		for _, n := range fit {
			if strings.HasSuffix(n, "_name") && !slices.ContainsFunc(fit, func(m string) bool { return m != n && strings.HasSuffix(m, "_name") }) {
				return n, nil
			}
		}
		return "", fit
	}
	return name, []string{}
}

// bindParameters finds the parameters of a command that has n keywords.
func (x *interpreter) bindParameters(c *command, sp *spec, n int) *commandCall {
	k := &commandCall{x: x, c: c, spec: sp, params: map[string]*param{}}
	if len(c.words) > n {
		w := c.words[n]
		x.diags.AddErrorf(w.at, "E651", "%s: unexpected word %s", sp.path, shortenForMessage(w.s)).Help = "parameters are written NAME=value"
	}
	for i := range c.params {
		p := &c.params[i]
		full, fit := expandParameterName(p.name, sp.params)
		switch {
		case fit != nil && len(fit) == 0:
			k.reportUnknownParam(p)
			continue
		case full == "":
			x.diags.AddErrorf(p.at, "E654", "%s: %s may mean %s", sp.path, p.name, joinWithOr(fit)).Help = "write more of the name"
			continue
		case k.params[full] != nil:
			x.diags.AddErrorf(p.at, "E655", "%s: %s is given twice", sp.path, full)
			continue
		}
		if len(p.values) > 0 {
			k.params[full] = p
		}
	}
	return k
}

func (k *commandCall) reportUnknownParam(p *param) {
	if n, ok := deck.NearestMisspelling(p.name, k.spec.params); ok {
		k.x.diags.AddErrorf(p.at, "E655", "%s: unknown parameter %s", k.spec.path, shortenForMessage(p.name)).Help = "did you mean " + n + "?"
		return
	}
	d := k.x.diags.AddWarningf(p.at, "W656", "%s: unknown parameter %s is ignored", k.spec.path, shortenForMessage(p.name))
	if n, ok := deck.NearestName(p.name, k.spec.params); ok {
		d.Help = "did you mean " + n + "?"
	}
}

// joinWithOr writes a list of words with "or".
func joinWithOr(list []string) string {
	if len(list) > 6 {
		list = append(slices.Clone(list[:6]), "others")
	}
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

// parentFor returns the object that a new object of this name belongs to, and the last component of the name.
func (x *interpreter) parentFor(name string, c class) (*object, string) {
	name = strings.TrimSpace(name)
	all := splitObjectName(name)
	own := all[len(all)-1]
	if strings.HasPrefix(name, ".") {
		all = all[1:]
		if len(all) == 0 || own == "" {
			return nil, ""
		}
		o, rest := x.db.followNames(x.db.root, all[:len(all)-1])
		if len(rest) > 0 {
			if c != variableClass && c != macroClass && c != libraryClass && !(o == x.db.root && c == modelClass) {
				return nil, own
			}
			for _, r := range rest { // libraries such as .mdi or .gui
				o, _ = x.db.addObject(o, r, libraryClass, deck.Span{})
			}
		}
		return o, own
	}
	if own == "" {
		return nil, ""
	}
	if len(all) > 1 {
		o, rest := x.db.lookUp(strings.Join(all[:len(all)-1], "."), x.nameContexts()...)
		if o == nil || len(rest) > 0 {
			return nil, own
		}
		return o, own
	}
	switch c {
	case modelClass, libraryClass, macroClass:
		return x.db.root, own
	case markerClass, pointClass, geometryClass:
		if p := x.frame.ancestor(partClass); p != nil && !p.gone {
			return p, own
		}
	}
	if x.model == nil {
		return x.db.root, own
	}
	return x.model, own
}

// findCommand returns the command that keywords name and how many keywords it has. several are what they may mean otherwise.
func (x *interpreter) findCommand(c *command) (sp *spec, n int, several []string) {
	if len(c.words) == 0 {
		return nil, 0, nil
	}
	if m := x.findMacro(c); m != nil {
		return &spec{path: strings.Join(m.words, " "), params: m.parameterNames(), run: m.expandAndRun}, len(m.words), nil
	}
	t := sharedCommandIndex()
	for n < len(c.words) && len(t.kids) > 0 {
		w := strings.ToLower(c.words[n].s)
		full, fit := expandParameterName(w, t.names)
		if len(fit) > 0 {
			return nil, n, fit
		}
		next := t.kids[full]
		if next == nil {
			break
		}
		t = next
		if n++; t.spec != nil && t.spec.idle && len(t.kids) == 0 {
			return t.spec, len(c.words), nil
		}
	}
	return t.spec, n, nil
}

// executeCommand carries out one command.
func (x *interpreter) executeCommand(c *command) {
	x.commands++
	before := len(x.diags.List)
	sp, n, several := x.findCommand(c)
	switch {
	case sp != nil:
	case len(several) > 0 && n < len(c.words):
		x.diags.AddErrorf(c.words[n].at, "E654", "%s may mean %s", shortenForMessage(c.words[n].s), joinWithOr(several)).Help = "write more of the word"
		return
	default:
		x.reportUnknownCommand(c, n)
		return
	}
	x.understood++
	switch {
	case sp.why != "":
		x.diags.AddErrorf(c.keywordSpan(), "E660", "%s: not supported: %s", sp.path, sp.why)
		x.understood--
	case sp.idle:
		x.display.countOccurrence(sp.path, c.keywordSpan())
	default:
		sp.run(x.bindParameters(c, sp, n))
		for _, d := range x.diags.List[before:] {
			if d.Severity == deck.Error {
				x.understood--
				x.unknown[sp.path]++
				break
			}
		}
	}
}

// reportUnknownCommand reports a command that is not known; n keywords of it are.
func (x *interpreter) reportUnknownCommand(c *command, n int) {
	known := make([]string, 0, n)
	for _, w := range c.words[:n] {
		known = append(known, w.s)
	}
	t := sharedCommandIndex()
	for i := 0; i < n; i++ {
		full, _ := expandParameterName(strings.ToLower(c.words[i].s), t.names)
		t = t.kids[full]
	}
	x.unknown[strings.ToLower(c.text())]++
	if n == len(c.words) {
		x.diags.AddErrorf(c.keywordSpan(), "E650", "incomplete command %s", shortenForMessage(c.text())).Help = "it continues with " + joinWithOr(t.names)
		return
	}
	at := c.words[n].at
	name := shortenForMessage(strings.Join(append(known, c.words[n].s), " "))
	if near, ok := deck.NearestMisspelling(c.words[n].s, t.names); ok {
		x.diags.AddErrorf(at, "E650", "unknown command %s", name).Help = "did you mean " + strings.Join(append(known, near), " ") + "?"
		return
	}
	d := x.diags.AddErrorf(at, "E650", "unknown command %s", name)
	if near, ok := deck.NearestName(c.words[n].s, t.names); ok {
		d.Help = "did you mean " + strings.Join(append(known, near), " ") + "?"
	} else if n == 0 {
		d.Help = "if it is a macro, its file must be read before (macro read)"
	}
}

// readFile returns the text of a file that commands name.
func (x *interpreter) readFile(name string) (*deck.Source, error) {
	name = strings.ReplaceAll(name, `\`, "/")
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(x.dir, name)
	}
	text, err := deck.ReadRegularFile(path)
	if err != nil {
		return nil, err
	}
	src := &deck.Source{Name: path, Text: text}
	x.rec.AddFileAsUTF8(src)
	return src, nil
}
