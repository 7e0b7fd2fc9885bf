package adm

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// emitter turns one statement into an element.
type emitter struct {
	r   *reader
	st  *statement
	raw deck.Raw
}

// emit makes the element of a statement.
func (r *reader) emit(st *statement) {
	sp := st.spec
	if sp.refused != "" {
		r.diags.Errorf(st.word.span(), "E614", "%s: not supported: %s", st.title(), sp.refused)
		return
	}
	e := &emitter{r: r, st: st, raw: deck.Raw{Kind: sp.kind, Span: st.word.span(), Section: r.section, Attrs: r.attrs[:0]}}
	defer func() { r.attrs = e.raw.Attrs }()
	if sp.id && st.id.src != nil {
		e.add("id", st.word, st.id)
	}
	if st.label.src != nil {
		e.add("label", st.label, st.label)
	}
	for _, f := range sp.fixed {
		e.set(f.name, f.value, st.word)
	}
	for i := range st.args {
		e.arg(&st.args[i])
	}
	if sp.read != nil && !sp.read(e) {
		return
	}
	e.done()
}

// done hands the element over.
func (e *emitter) done() {
	if !e.r.builder.Knows(e.raw.Kind) {
		e.r.diags.Errorf(e.raw.Span, "E609", "%s: not supported: there is no element of kind %s", e.st.title(), e.raw.Kind)
		return
	}
	n := len(e.r.diags.List)
	e.r.builder.Add(&e.raw)
	said := e.r.diags.List[:n]
	for _, d := range e.r.diags.List[n:] {
		if m := missing.FindStringSubmatch(d.Msg); m != nil && d.Code == "E305" {
			if !e.inWords(d, m[1]) && m[1] != "id" && e.st.vague {
				continue
			}
		}
		said = append(said, d)
	}
	e.r.diags.List = said
}

var missing = regexp.MustCompile(`: (\w+) is missing$`)

// inWords lets the help for a missing attribute name the argument that gives
// it, and reports whether there is one: other attributes are given by words alone.
func (e *emitter) inWords(d *deck.Diag, attr string) bool {
	for i := range e.st.spec.args {
		a := &e.st.spec.args[i]
		if a.form != asFlag && slices.Contains(a.attrs, attr) {
			d.Help = strings.TrimSuffix("write "+a.name+"=…: "+strings.TrimPrefix(d.Help, attr+": "), ": ")
			return true
		}
	}
	return false
}

// arg takes an argument as its spec says.
func (e *emitter) arg(a *arg) {
	s := a.spec
	if s.refused != "" {
		if !queriesNothing(a.val.s) || s.form == asFlag {
			e.fail(a.name, "E614", "not supported: %s: %s", s.name, s.refused)
		}
		return
	}
	if s.idle != "" {
		e.r.diags.Warnf(a.name.span(), "W608", "%s: %s has no effect: %s", e.st.title(), s.name, s.idle)
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
		e.set(s.attrs[0], v, a.name)
	case asExpr:
		e.law(a)
	case asNumbers, asWords:
		if s.many {
			e.add(s.attrs[0], a.name, a.val.flat())
		} else {
			e.spread(a, s.attrs)
		}
	default:
		e.add(s.attrs[0], a.name, a.val.flat())
	}
}

// asksNothing reports whether a value leaves out what its argument would do: zeros, NONE and the like.
func queriesNothing(value string) bool {
	for _, v := range strings.FieldsFunc(strings.ToUpper(value), func(r rune) bool { return r == ',' || r <= ' ' }) {
		x, err := strconv.ParseFloat(strings.Replace(v, "D", "E", 1), 64)
		if err == nil && x == 0 || slices.Contains([]string{"NONE", "OFF", "FALSE", "NO"}, v) {
			continue
		}
		return false
	}
	return true
}

// law takes an expression or the parameters of a routine.
func (e *emitter) law(a *arg) {
	kind, name := "EXPRESSION", a.spec.attrs[0]
	if user(a.val.s) {
		kind, name = "USERSUB", "usrsub_param_string"
	}
	if e.st.spec.typed && !e.has("type") {
		e.set("type", kind, a.name)
	}
	e.add(name, a.name, a.val)
}

// spread gives the entries of a list to attributes, one each.
func (e *emitter) spread(a *arg, attrs []string) {
	list := entries(a.val)
	least := max(a.spec.least, 1)
	if len(list) > len(attrs) || len(list) < least {
		e.count(a, len(list), least, len(attrs))
	}
	for i, v := range list {
		if i < len(attrs) {
			e.add(attrs[i], a.name, v)
		}
	}
}

// count reports a wrong number of values.
func (e *emitter) count(a *arg, n, least, most int) {
	want := strconv.Itoa(most)
	if least < most {
		want = strconv.Itoa(least) + " to " + want
	}
	value := " values"
	if most == 1 {
		value = " value"
	}
	e.r.diags.Errorf(a.val.span(), "E607", "%s: %s takes %s%s, not %d", e.st.title(), a.spec.name, want, value, n)
}

// add gives an attribute the value that is in the file.
func (e *emitter) add(name string, key, val text) {
	e.raw.Attrs = append(e.raw.Attrs, attr(name, key, val))
}

func attr(name string, key, val text) deck.Attr {
	return deck.Attr{Name: name, Value: val.s, NameSpan: key.span(), ValueSpan: val.span(), Map: val.segs, Whole: val.computed}
}

// set gives an attribute a value that something else in the file stands for.
func (e *emitter) set(name, value string, at text) {
	e.raw.Attrs = append(e.raw.Attrs, deck.Attr{Name: name, Value: value, NameSpan: at.span(), ValueSpan: at.span(), Whole: at.computed})
}

// body sets the text of the element.
func (e *emitter) body(key, val text) {
	a := attr("", key, val.flat())
	e.raw.Text = &a
}

func (e *emitter) has(name string) bool {
	for i := range e.raw.Attrs {
		if e.raw.Attrs[i].Name == name {
			return true
		}
	}
	return false
}

// find returns the first argument of this name, nil if it is not given.
func (st *statement) find(name string) *arg {
	for i := range st.args {
		if st.args[i].spec.name == name {
			return &st.args[i]
		}
	}
	return nil
}

// argument returns the first argument of this name, nil if it is not given.
func (e *emitter) argument(name string) *arg { return e.st.find(name) }

// warn reports that something is done differently here.
func (e *emitter) warn(at text, code, format string, args ...any) *deck.Diag {
	d := e.r.diags.Warnf(at.span(), code, format, args...)
	d.Msg = e.st.title() + ": " + d.Msg
	return d
}

// fail reports an error of the statement.
func (e *emitter) fail(at text, code, format string, args ...any) *deck.Diag {
	d := e.warn(at, code, format, args...)
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

// routine takes ROUTINE=library::name[, …]. Either half may be missing. The
// names behind the first are those of routines for partial derivatives.
func routine(e *emitter) bool {
	a := e.argument("ROUTINE")
	if a == nil {
		return true
	}
	for n, r := range entries(a.val) {
		r = unquote(r)
		lib, name := text{}, r
		if i := strings.Index(r.s, "::"); i >= 0 {
			lib, name = r.slice(0, i).trim(), r.slice(i+2, len(r.s)).trim()
		}
		if strings.Contains(name.s, "::") {
			e.fail(r, "E621", "ROUTINE is library::name, not %q", shorten(r.s))
			return true
		}
		if n > 0 {
			if name.s != "" {
				e.add("usrsub_der"+strconv.Itoa(n)+"_name", a.name, name)
			}
			continue
		}
		if lib.s != "" {
			where := "usrsub_dll_name"
			if deck.IsScript(lib.s) {
				where = "script_name"
			}
			e.add(where, a.name, lib)
		}
		if name.s != "" {
			e.add("usrsub_fnc_name", a.name, name)
		}
	}
	return true
}

// unquote removes quotes around a text.
func unquote(t text) text {
	if n := len(t.s); n > 1 && (t.s[0] == '"' || t.s[0] == '\'') && t.s[n-1] == t.s[0] {
		return t.slice(1, n-1)
	}
	return t
}
