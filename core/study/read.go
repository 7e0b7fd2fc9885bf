package study

import (
	"bytes"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/trammel-mbd/trammel/core/deck"
)

// Read reads a study file. What is wrong with it is in Study.Diags, all at once; the error then is an *Error. Another error is a file that cannot be read.
func Read(path string) (*Study, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse is Read with the text of the file.
func Parse(path string, text []byte) (*Study, error) {
	s := &Study{Source: &deck.Source{Name: path, Text: bytes.TrimPrefix(text, []byte("\ufeff"))}, Diags: &deck.Diags{},
		Run: RunSettings{End: math.NaN()}, Failures: math.NaN(), Engine: Engine{Kind: Local, Lease: defaultLease}}
	if root := readTOML(s.Source, s.Diags); root != nil {
		r := &reader{diags: s.Diags}
		r.readStudy(s, root)
	}
	s.Diags.Sort()
	if s.Diags.HasErrors() {
		return s, &Error{path}
	}
	return s, nil
}

// reader decodes tables and reports what is wrong.
type reader struct{ diags *deck.Diags }

// key is one that a table may have.
type key struct {
	name   string
	read   func(name string, v *tomlValue)
	needed bool
}

// readTable reads the keys of a table. title is "" for the file itself.
func (r *reader) readTable(title string, t *tomlTable, keys ...key) {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.name
	}
	for _, e := range t.entries {
		at := slices.Index(names, e.name)
		if at < 0 {
			reportKey(r.diags, e, title, names)
			continue
		}
		keys[at].read(e.name, e.value)
	}
	for _, k := range keys {
		switch {
		case !k.needed || t.find(k.name) != nil:
		case title == "":
			reportMissing(r.diags, t.span, "%s is missing", k.name)
		default:
			reportMissing(r.diags, t.span, "[%s] has no %s", title, k.name)
		}
	}
}

func (r *reader) readTextInto(to *string) func(string, *tomlValue) {
	return func(name string, v *tomlValue) {
		if v.kind != unstable.String {
			reportWrongType(r.diags, name, v, "a text in quotes")
			return
		}
		if *to = v.text; strings.TrimSpace(v.text) == "" {
			reportValue(r.diags, v.span, "", "%s is empty", name)
		}
	}
}

// readChoiceInto reads one of several words.
func (r *reader) readChoiceInto(to *string, list []string) func(string, *tomlValue) {
	return func(name string, v *tomlValue) {
		if v.kind != unstable.String {
			reportWrongType(r.diags, name, v, "one of "+strings.Join(list, ", "))
			return
		}
		if *to = v.text; slices.Contains(list, v.text) {
			return
		}
		help := "wanted: one of " + strings.Join(list, ", ")
		if near, ok := deck.NearestName(v.text, list); ok {
			help = "did you mean " + near + "?"
		}
		reportValue(r.diags, v.span, help, "%s: there is no %q", name, v.text)
	}
}

// readNumberInto reads a number that fits; wanted describes those that do.
func (r *reader) readNumberInto(to *float64, fits func(float64) bool, wanted string) func(string, *tomlValue) {
	return func(name string, v *tomlValue) {
		x, ok := v.number()
		switch {
		case !ok:
			reportWrongType(r.diags, name, v, "a number")
		case !fits(x):
			reportValue(r.diags, v.span, "", "%s is %g; wanted: %s", name, x, wanted)
		default:
			*to = x
		}
	}
}

func isPositive(x float64) bool { return x > 0 && x <= math.MaxFloat64 }

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// readCountInto reads an integer from a least value on.
func (r *reader) readCountInto(to *int, least, most int) func(string, *tomlValue) {
	return func(name string, v *tomlValue) {
		x, ok := v.number()
		switch {
		case !ok || v.kind != unstable.Integer:
			reportWrongType(r.diags, name, v, "an integer")
		case x < float64(least) || x > float64(most):
			reportValue(r.diags, v.span, "", "%s is %.0f; wanted: an integer from %d to %d", name, x, least, most)
		default:
			*to = int(x)
		}
	}
}

// readNumbersInto reads a list of finite numbers.
func (r *reader) readNumbersInto(to *[]float64) func(string, *tomlValue) {
	return func(name string, v *tomlValue) {
		if v.kind != unstable.Array {
			reportWrongType(r.diags, name, v, "a list of numbers")
			return
		}
		*to = []float64{}
		for _, e := range v.list {
			x, ok := e.number()
			if !ok {
				reportWrongType(r.diags, "an entry of "+name, e, "a number")
			} else if !isFinite(x) {
				reportValue(r.diags, e.span, "", "an entry of %s is %g; wanted: a finite number", name, x)
			}
			*to = append(*to, x)
		}
	}
}

// readTextsInto reads a list of texts.
func (r *reader) readTextsInto(to *[]string) func(string, *tomlValue) {
	return func(name string, v *tomlValue) {
		if v.kind != unstable.Array {
			reportWrongType(r.diags, name, v, "a list of texts")
			return
		}
		for _, e := range v.list {
			if e.kind != unstable.String {
				reportWrongType(r.diags, "an entry of "+name, e, "a text in quotes")
				continue
			}
			*to = append(*to, e.text)
		}
	}
}

// readValuesInto reads a list of numbers and texts.
func (r *reader) readValuesInto(to *[]Value) func(string, *tomlValue) {
	return func(name string, v *tomlValue) {
		if v.kind != unstable.Array {
			reportWrongType(r.diags, name, v, "a list of numbers or texts")
			return
		}
		if len(v.list) == 0 {
			reportValue(r.diags, v.span, "", "%s is empty", name)
		}
		for _, e := range v.list {
			x, ok := e.number()
			switch {
			case e.kind == unstable.String:
				*to = append(*to, Text(e.text))
			case !ok:
				reportWrongType(r.diags, "an entry of "+name, e, "a number or a text")
			case !isFinite(x):
				reportValue(r.diags, e.span, "", "an entry of %s is %g; wanted: a finite number", name, x)
			default:
				*to = append(*to, Number(x))
			}
		}
	}
}

// readTableWith reads a table by f.
func (r *reader) readTableWith(f func(t *tomlTable)) func(string, *tomlValue) {
	return func(name string, v *tomlValue) {
		if v.table == nil {
			reportWrongType(r.diags, name, v, "a table, ["+name+"]")
			return
		}
		f(v.table)
	}
}

// readTablesWith reads a list of tables, each by f.
func (r *reader) readTablesWith(f func(t *tomlTable)) func(string, *tomlValue) {
	return func(name string, v *tomlValue) {
		ok := v.kind == unstable.ArrayTable || v.kind == unstable.Array
		for _, e := range v.list {
			ok = ok && e.table != nil
		}
		if !ok {
			reportWrongType(r.diags, name, v, "tables, [["+name+"]]")
			return
		}
		for _, e := range v.list {
			f(e.table)
		}
	}
}
