package adm

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// elementEmitter turns one statement into an element.
type elementEmitter struct {
	r   *reader
	st  *statement
	raw deck.Raw
}

// emitElement makes the element of a statement.
func (r *reader) emitElement(st *statement) {
	sp := st.spec
	if sp.refused != "" {
		r.diags.AddErrorf(st.word.fileSpan(), "E614", "%s: not supported: %s", st.messageName(), sp.refused)
		return
	}
	e := &elementEmitter{r: r, st: st, raw: deck.Raw{Kind: sp.kind, Span: st.word.fileSpan(), Section: r.section, Attrs: r.attrs[:0]}}
	defer func() { r.attrs = e.raw.Attrs }()
	if sp.id && st.id.src != nil {
		e.addAttr("id", st.word, st.id)
	}
	if st.label.src != nil {
		e.addAttr("label", st.label, st.label)
	}
	for _, f := range sp.fixed {
		e.setDerived(f.name, f.value, st.word)
	}
	for i := range st.args {
		e.emitArgument(&st.args[i])
	}
	if sp.read != nil && !sp.read(e) {
		return
	}
	e.finishElement()
}

// finishElement hands the element over.
func (e *elementEmitter) finishElement() {
	if !e.r.builder.HasKind(e.raw.Kind) {
		e.r.diags.AddErrorf(e.raw.Span, "E609", "%s: not supported: there is no element of kind %s", e.st.messageName(), e.raw.Kind)
		return
	}
	n := len(e.r.diags.List)
	e.r.builder.AddElement(&e.raw)
	said := e.r.diags.List[:n]
	for _, d := range e.r.diags.List[n:] {
		if m := missing.FindStringSubmatch(d.Msg); m != nil && d.Code == "E305" {
			if !e.setHelpForMissingAttr(d, m[1]) && m[1] != "id" && e.st.vague {
				continue
			}
		}
		said = append(said, d)
	}
	e.r.diags.List = said
}

var missing = regexp.MustCompile(`: (\w+) is missing$`)

// setHelpForMissingAttr lets the help for a missing attribute name the argument that gives
// it, and reports whether there is one: other attributes are given by words alone.
func (e *elementEmitter) setHelpForMissingAttr(d *deck.Diag, attr string) bool {
	if e.st.shown != "" { // in a language of its own
		return false
	}
	for i := range e.st.spec.args {
		a := &e.st.spec.args[i]
		if a.form != asFlag && slices.Contains(a.attrs, attr) {
			d.Help = strings.TrimSuffix("write "+a.name+"=…: "+strings.TrimPrefix(d.Help, attr+": "), ": ")
			return true
		}
	}
	return false
}

// emitArgument takes an argument as its spec says.
func (e *elementEmitter) emitArgument(a *arg) {
	s := a.spec
	if s.refused != "" {
		if !isOffValue(a.val.s) || s.form == asFlag {
			e.addErrorAt(a.name, "E614", "not supported: %s: %s", s.name, s.refused)
		}
		return
	}
	if s.idle != "" {
		e.r.diags.AddWarningf(a.name.fileSpan(), "W608", "%s: %s has no effect: %s", e.st.messageName(), s.name, s.idle)
		return
	}
	if len(s.attrs) == 0 {
		return
	}
	switch s.form {
	case asFlag:
		v := s.value
		if v == "" {
			v = "TRUE"
		}
		e.setDerived(s.attrs[0], v, a.name)
	case asExpr:
		e.emitLaw(a)
	case asNumbers, asWords:
		if s.many {
			e.addAttr(s.attrs[0], a.name, a.val.withoutLineBreaks())
		} else {
			e.distributeEntries(a, s.attrs)
		}
	default:
		e.addAttr(s.attrs[0], a.name, a.val.withoutLineBreaks())
	}
}

// isOffValue reports whether a value leaves out what its argument would do: zeros, NONE and the like.
func isOffValue(value string) bool {
	for _, v := range strings.FieldsFunc(strings.ToUpper(value), func(r rune) bool { return r == ',' || r <= ' ' }) {
		x, err := strconv.ParseFloat(strings.Replace(v, "D", "E", 1), 64)
		if err == nil && x == 0 || slices.Contains([]string{"NONE", "OFF", "FALSE", "NO"}, v) {
			continue
		}
		return false
	}
	return true
}

// emitLaw takes an expression or the parameters of a routine.
func (e *elementEmitter) emitLaw(a *arg) {
	kind, name := "EXPRESSION", a.spec.attrs[0]
	if isUserList(a.val.s) {
		kind, name = "USERSUB", "usrsub_param_string"
	}
	if e.st.spec.typed && !e.hasAttr("type") {
		e.setDerived("type", kind, a.name)
	}
	e.addAttr(name, a.name, a.val)
}

// distributeEntries gives the entries of a list to attributes, one each.
func (e *elementEmitter) distributeEntries(a *arg, attrs []string) {
	list := splitEntries(a.val)
	least := max(a.spec.least, 1)
	if len(list) > len(attrs) || len(list) < least {
		e.checkCount(a, len(list), least, len(attrs))
	}
	for i, v := range list {
		if i < len(attrs) {
			e.addAttr(attrs[i], a.name, v)
		}
	}
}

// checkCount reports a wrong number of values.
func (e *elementEmitter) checkCount(a *arg, n, least, most int) {
	want := strconv.Itoa(most)
	if least < most {
		want = strconv.Itoa(least) + " to " + want
	}
	value := " values"
	if most == 1 {
		value = " value"
	}
	e.r.diags.AddErrorf(a.val.fileSpan(), "E607", "%s: %s takes %s%s, not %d", e.st.messageName(), a.spec.name, want, value, n)
}

// addAttr gives an attribute the value that is in the file.
func (e *elementEmitter) addAttr(name string, key, val text) {
	e.raw.Attrs = append(e.raw.Attrs, newAttr(name, key, val))
}

func newAttr(name string, key, val text) deck.Attr {
	return deck.Attr{Name: name, Value: val.s, NameSpan: key.fileSpan(), ValueSpan: val.fileSpan(), Map: val.segs, Whole: val.computed}
}

// setDerived gives an attribute a value that something else in the file stands for.
func (e *elementEmitter) setDerived(name, value string, at text) {
	e.raw.Attrs = append(e.raw.Attrs, deck.Attr{Name: name, Value: value, NameSpan: at.fileSpan(), ValueSpan: at.fileSpan(), Whole: at.computed})
}

// setText sets the text of the element.
func (e *elementEmitter) setText(key, val text) {
	a := newAttr("", key, val.withoutLineBreaks())
	e.raw.Text = &a
}

func (e *elementEmitter) hasAttr(name string) bool {
	for i := range e.raw.Attrs {
		if e.raw.Attrs[i].Name == name {
			return true
		}
	}
	return false
}

// argumentNamed returns the first argument of this name, nil if it is not given.
func (st *statement) argumentNamed(name string) *arg {
	for i := range st.args {
		if st.args[i].spec.name == name {
			return &st.args[i]
		}
	}
	return nil
}

// argumentNamed returns the first argument of this name, nil if it is not given.
func (e *elementEmitter) argumentNamed(name string) *arg { return e.st.argumentNamed(name) }

// addWarningAt reports that something is done differently here.
func (e *elementEmitter) addWarningAt(at text, code, format string, args ...any) *deck.Diag {
	d := e.r.diags.AddWarningf(at.fileSpan(), code, format, args...)
	d.Msg = e.st.messageName() + ": " + d.Msg
	return d
}

// addErrorAt reports an error of the statement.
func (e *elementEmitter) addErrorAt(at text, code, format string, args ...any) *deck.Diag {
	d := e.addWarningAt(at, code, format, args...)
	d.Severity = deck.Error
	return d
}

// routineArgs are the arguments by which a statement names its routine.
func routineArgs() []argSpec {
	return []argSpec{
		{name: "ROUTINE", form: asWords, many: true},
		{name: "INTERPRETER", form: asWord, attrs: []string{"interpreter"}},
		{name: "SCRIPT", form: asLine, attrs: []string{"script_name"}},
		{name: "PLUGIN", form: asLine, attrs: []string{"usrsub_plugin_name"}},
		{name: "DIALECT", form: asWord, attrs: []string{"usrsub_dialect"}},
		{name: "ISOLATE", form: asWord, attrs: []string{"isolate"}},
		{name: "PURE", form: asWord, attrs: []string{"usrsub_pure"}},
		{name: "KEEP_PAR", form: asWord, attrs: []string{"usrsub_keep_par"}},
	}
}

// emitRoutine takes ROUTINE=library::name[, …]. Either half may be missing. The
// names behind the first are those of routines for partial derivatives.
func emitRoutine(e *elementEmitter) bool {
	a := e.argumentNamed("ROUTINE")
	if a == nil {
		return true
	}
	for n, r := range splitEntries(a.val) {
		r = unquote(r)
		lib, name := text{}, r
		if i := strings.Index(r.s, "::"); i >= 0 {
			lib, name = r.substring(0, i).trimmed(), r.substring(i+2, len(r.s)).trimmed()
		}
		if strings.Contains(name.s, "::") {
			e.addErrorAt(r, "E621", "ROUTINE is library::name, not %q", shortenForMessage(r.s))
			return true
		}
		if n > 0 {
			if name.s != "" {
				e.addAttr("usrsub_der"+strconv.Itoa(n)+"_name", a.name, name)
			}
			continue
		}
		if lib.s != "" {
			where := "usrsub_dll_name"
			if deck.IsScript(lib.s) {
				where = "script_name"
			}
			e.addAttr(where, a.name, lib)
		}
		if name.s != "" {
			e.addAttr("usrsub_fnc_name", a.name, name)
		}
	}
	return true
}

// unquote removes quotes around a text.
func unquote(t text) text {
	if n := len(t.s); n > 1 && (t.s[0] == '"' || t.s[0] == '\'') && t.s[n-1] == t.s[0] {
		return t.substring(1, n-1)
	}
	return t
}
