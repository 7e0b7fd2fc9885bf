package python

import (
	"strings"

	"github.com/dlclark/regexp2"
	"github.com/go-python/gpython/py"
)

func installRegex() {
	g := py.StringDict{"error": reError, "Pattern": patternType, "Match": foundType}
	for _, f := range reFlags {
		for _, name := range f.names {
			g[name] = py.Int(f.bit)
		}
	}
	list := []*py.Method{
		py.MustNewMethod("compile", func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
			p, rest, err := takePattern(args, kwargs, 1)
			if err == nil && len(rest) > 0 {
				err = py.ExceptionNewf(py.TypeError, "compile() takes at most 2 arguments")
			}
			return p, err
		}, 0, "compile(pattern, flags=0)"),
		newBuiltinMethod("escape", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
			s, err := textArgument(args[0])
			var b strings.Builder
			for _, c := range s {
				if strings.ContainsRune("()[]{}?*+-|^$\\.&~# \t\n\r\v\f", c) {
					b.WriteByte('\\')
				}
				b.WriteRune(c)
			}
			return py.String(b.String()), err
		}),
		newBuiltinMethod("purge", 0, 0, func(py.Object, py.Tuple) (py.Object, error) { return py.None, nil }),
	}
	for _, m := range patternMethods {
		patternType.Dict[m.name] = py.MustNewMethod(m.name, func(self py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
			return m.callMethod(self.(*regexPattern), args, kwargs)
		}, 0, m.name+"()")
		list = append(list, py.MustNewMethod(m.name, func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
			p, rest, err := takePattern(args, kwargs, 1+m.inputs)
			if err != nil {
				return nil, err
			}
			return m.callMethod(p, rest, kwargs)
		}, 0, m.name+"(pattern, ...)"))
	}
	for _, m := range foundMethods {
		foundType.Dict[m.Name] = m
	}
	py.RegisterModule(&py.ModuleImpl{Info: py.ModuleInfo{Name: "re"}, Methods: list, Globals: g})
}

func textArgument(o py.Object) (string, error) {
	s, ok := o.(py.String)
	if !ok {
		return "", py.ExceptionNewf(py.TypeError, "expected string, got '%s'", typeName(o))
	}
	return string(s), nil
}

// takePattern takes pattern and flags off the arguments; flags are behind at others.
func takePattern(args py.Tuple, kwargs py.StringDict, flagsIndex int) (*regexPattern, py.Tuple, error) {
	if len(args) == 0 {
		return nil, nil, py.ExceptionNewf(py.TypeError, "a pattern is missing")
	}
	flags, rest := 0, args[1:]
	for name, o := range kwargs {
		if name == "flags" {
			flags, _ = py.IndexInt(o)
		}
	}
	if len(args) > flagsIndex {
		n, err := py.IndexInt(args[flagsIndex])
		if err != nil {
			return nil, nil, err
		}
		flags, rest = n, args[1:flagsIndex]
	}
	if p, ok := args[0].(*regexPattern); ok {
		return p, rest, nil
	}
	s, err := textArgument(args[0])
	if err != nil {
		return nil, nil, err
	}
	p, err := compilePattern(s, flags)
	return p, rest, err
}

// patternMethod is a method of patterns.
type patternMethod struct {
	name   string
	inputs int
	do     func(p *regexPattern, args []py.Object, text string, most int) (py.Object, error)
}

// patternMethods are methods of patterns and, behind a pattern, functions of the
// module; inputs are their arguments before the flags.
var patternMethods = []patternMethod{
	{"search", 1, func(p *regexPattern, _ []py.Object, text string, _ int) (py.Object, error) {
		return p.findFirstObject(p.re, text)
	}},
	{"match", 1, func(p *regexPattern, _ []py.Object, text string, _ int) (py.Object, error) {
		return p.findFirstObject(p.anchored, text)
	}},
	{"fullmatch", 1, func(p *regexPattern, _ []py.Object, text string, _ int) (py.Object, error) {
		return p.findFirstObject(p.whole, text)
	}},
	{"findall", 1, func(p *regexPattern, _ []py.Object, text string, _ int) (py.Object, error) {
		l := py.NewList()
		list, err := p.findAll(text)
		for _, m := range list {
			switch g := m.allGroups(py.String("")); len(g) {
			case 0:
				l.Append(m.groupText(0, py.None))
			case 1:
				l.Append(g[0])
			default:
				l.Append(g)
			}
		}
		return l, err
	}},
	{"finditer", 1, func(p *regexPattern, _ []py.Object, text string, _ int) (py.Object, error) {
		l := py.NewList()
		list, err := p.findAll(text)
		for _, m := range list {
			l.Append(m)
		}
		return &listIter{list: l}, err
	}},
	{"split", 2, func(p *regexPattern, _ []py.Object, text string, most int) (py.Object, error) {
		return p.splitText(text, most)
	}},
	{"sub", 3, func(p *regexPattern, args []py.Object, text string, most int) (py.Object, error) {
		s, _, err := p.substitute(args[0], text, most)
		return py.String(s), err
	}},
	{"subn", 3, func(p *regexPattern, args []py.Object, text string, most int) (py.Object, error) {
		s, n, err := p.substitute(args[0], text, most)
		return py.Tuple{py.String(s), py.Int(n)}, err
	}},
}

// callMethod checks the arguments of a method: a replacement for sub and subn, the text, and a
// greatest number for those that take one.
func (m *patternMethod) callMethod(p *regexPattern, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
	at := 0
	if m.inputs == 3 {
		at = 1
	}
	most := 0
	for _, name := range []string{"count", "maxsplit"} {
		if o := kwargs[name]; o != nil {
			args = append(args[:len(args):len(args)], o)
		}
	}
	if len(args) <= at || len(args) > at+1 && m.inputs == 1 || len(args) > at+2 {
		return nil, py.ExceptionNewf(py.TypeError, "%s() takes other arguments in the embedded interpreter: no more than the text and how often", m.name)
	}
	text, err := textArgument(args[at])
	if err != nil {
		return nil, err
	}
	if len(args) == at+2 {
		if most, err = py.IndexInt(args[at+1]); err != nil {
			return nil, err
		}
	}
	return m.do(p, args, text, most)
}

func (p *regexPattern) findFirstObject(re *regexp2.Regexp, text string) (py.Object, error) {
	if m, err := p.findFirst(re, text); m != nil || err != nil {
		return m, err
	}
	return py.None, nil
}

var foundMethods = []*py.Method{
	newBuiltinMethod("group", 0, 99, func(self py.Object, args py.Tuple) (py.Object, error) {
		m := self.(*regexMatch)
		if len(args) == 0 {
			args = py.Tuple{py.Int(0)}
		}
		t := py.Tuple{}
		for _, o := range args {
			n, err := m.groupNumber(o)
			if err != nil {
				return nil, err
			}
			t = append(t, m.groupText(n, py.None))
		}
		if len(t) == 1 {
			return t[0], nil
		}
		return t, nil
	}),
	newBuiltinMethod("groups", 0, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		return self.(*regexMatch).allGroups(append(args, py.None)[0]), nil
	}),
	newBuiltinMethod("groupdict", 0, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		m, d := self.(*regexMatch), &Dict{}
		for n, name := range m.p.names {
			if name != "" {
				_ = d.Set(py.String(name), m.groupText(n, append(args, py.None)[0]))
			}
		}
		return d, nil
	}),
	newOffsetMethod("start", func(from, _ int) py.Object { return py.Int(from) }),
	newOffsetMethod("end", func(_, to int) py.Object { return py.Int(to) }),
	newOffsetMethod("span", func(from, to int) py.Object { return py.Tuple{py.Int(from), py.Int(to)} }),
}

// newOffsetMethod returns a method that takes a group.
func newOffsetMethod(name string, of func(from, to int) py.Object) *py.Method {
	return newBuiltinMethod(name, 0, 1, func(self py.Object, args py.Tuple) (py.Object, error) {
		m := self.(*regexMatch)
		n, err := m.groupNumber(append(args, py.Int(0))[0])
		if err != nil {
			return nil, err
		}
		return of(m.groupSpan(n)), nil
	})
}
