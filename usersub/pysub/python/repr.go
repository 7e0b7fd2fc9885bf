package python

import (
	"math"
	"strconv"
	"strings"

	"github.com/go-python/gpython/py"
)

// Str returns str(o): as Python writes it, where gpython differs.
func Str(o py.Object) (string, error) {
	switch x := o.(type) {
	case py.String:
		return string(x), nil
	case py.Float, floatWithListAccess, *py.List, py.Tuple, *Dict, py.StringDict:
		return Repr(o)
	case *py.Exception:
		if m, ok := x.Base.NativeGetAttrOrNil("__str__").(*py.Function); ok {
			return callTextMethod(m, o)
		}
		return exceptionText(x)
	}
	if m := SpecialMethod(o, "__str__"); m != nil {
		return callTextMethod(m, o)
	}
	if m := SpecialMethod(o, "__repr__"); m != nil {
		return callTextMethod(m, o)
	}
	return py.StrAsString(o)
}

// callTextMethod calls __str__ or __repr__.
func callTextMethod(m, self py.Object) (string, error) {
	r, err := py.Call(m, py.Tuple{self}, nil)
	if err != nil {
		return "", err
	}
	s, ok := r.(py.String)
	if !ok {
		return "", py.ExceptionNewf(py.TypeError, "__str__ returned non-string (type %s)", r.Type().Name)
	}
	return string(s), nil
}

// exceptionText is the text of an exception without its type.
func exceptionText(e *py.Exception) (string, error) {
	args, _ := e.Args.(py.Tuple)
	switch {
	case len(args) == 0:
		return "", nil
	case len(args) == 1 && !py.IsException(py.KeyError, e):
		return Str(args[0])
	case len(args) == 1:
		return Repr(args[0])
	}
	return Repr(args)
}

// Repr returns repr(o). A container inside itself is written [...]; that
// of gpython would end the process.
func Repr(o py.Object) (string, error) {
	var p reprWriter
	err := p.writeObject(o)
	return p.String(), err
}

type reprWriter struct {
	strings.Builder
	open []py.Object // lists and dicts that are being written
}

func (p *reprWriter) writeObject(o py.Object) error {
	switch x := o.(type) {
	case py.Float:
		p.WriteString(floatText(float64(x)))
	case floatWithListAccess:
		p.WriteString(floatText(float64(x.Float)))
	case py.Tuple:
		end := ")"
		if len(x) == 1 {
			end = ",)"
		}
		return p.writeItems("(", x, end)
	case *py.List:
		return p.writeNested(x, "[...]", func() error { return p.writeItems("[", x.Items, "]") })
	case *Dict:
		return p.writeNested(x, "{...}", func() error { return p.writeMapping(x) })
	case py.StringDict:
		d, _ := asDict(x)
		return p.writePairs(d)
	case *py.Exception: // that of gpython panics without arguments
		args, _ := x.Args.(py.Tuple)
		p.WriteString(x.Base.Name)
		return p.writeItems("(", args, ")")
	default:
		if m := SpecialMethod(o, "__repr__"); m != nil {
			s, err := callTextMethod(m, o)
			p.WriteString(s)
			return err
		}
		s, err := py.ReprAsString(o)
		p.WriteString(s)
		return err
	}
	return nil
}

func (p *reprWriter) writeNested(o py.Object, again string, do func() error) error {
	for _, other := range p.open {
		if other == o {
			p.WriteString(again)
			return nil
		}
	}
	if len(p.open) > MaxDepth {
		return py.ExceptionNewf(py.RuntimeError, "maximum recursion depth exceeded")
	}
	p.open = append(p.open, o)
	err := do()
	p.open = p.open[:len(p.open)-1]
	return err
}

func (p *reprWriter) writeItems(begin string, items []py.Object, end string) error {
	p.WriteString(begin)
	for i, o := range items {
		if i > 0 {
			p.WriteString(", ")
		}
		if err := p.writeObject(o); err != nil {
			return err
		}
	}
	p.WriteString(end)
	return nil
}

func (p *reprWriter) writePairs(d *Dict) error {
	p.WriteString("{")
	n := 0
	for i, k := range d.keys {
		if k == nil {
			continue
		}
		if n++; n > 1 {
			p.WriteString(", ")
		}
		if err := p.writeObject(k); err != nil {
			return err
		}
		p.WriteString(": ")
		if err := p.writeObject(d.vals[i]); err != nil {
			return err
		}
	}
	p.WriteString("}")
	return nil
}

// floatText writes the shortest text that reads back as the same number, with an
// exponent below 1e-4 and from 1e16 on.
func floatText(x float64) string {
	a := math.Abs(x)
	switch {
	case x != x:
		return "nan"
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	case a != 0 && (a < 1e-4 || a >= 1e16):
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	s := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// reprFunction is repr.
var reprFunction = newBuiltinMethod("repr", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
	s, err := Repr(args[0])
	return py.String(s), err
})

// newStringConstructor returns str(...).
func newStringConstructor(old py.NewFunc) py.NewFunc {
	return func(t *py.Type, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		if len(args) != 1 || len(kwargs) > 0 {
			return old(t, args, kwargs)
		}
		s, err := Str(args[0])
		return py.String(s), err
	}
}

// newPrintFunction returns the builtin print. Numbers, lists and the like are handed on as text.
func newPrintFunction(old py.Object) *py.Method {
	return py.MustNewMethod("print", func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		texts := make(py.Tuple, len(args))
		for i, o := range args {
			s, err := Str(o)
			if err != nil {
				return nil, err
			}
			texts[i] = py.String(s)
		}
		return py.Call(old, texts, kwargs)
	}, 0, "print(*values, sep=' ', end='\\n', file=sys.stdout)")
}
