package python

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/go-python/gpython/py"
)

func installJSON() {
	py.RegisterModule(&py.ModuleImpl{Info: py.ModuleInfo{Name: "json"}, Globals: py.StringDict{"JSONDecodeError": py.ValueError},
		Methods: []*py.Method{jsonLoads, jsonLoad, jsonDumps, jsonDump}})
}

var jsonLoads = newBuiltinMethod("loads", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
	s, ok := args[0].(py.String)
	if !ok {
		return nil, py.ExceptionNewf(py.TypeError, "the JSON object must be str, bytes or bytearray, not %s", typeName(args[0]))
	}
	return (&jsonReader{text: string(s)}).readDocument()
})

var jsonLoad = newBuiltinMethod("load", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
	read, err := py.GetAttrString(args[0], "read")
	if err != nil {
		return nil, err
	}
	s, err := py.Call(read, nil, nil)
	if err != nil {
		return nil, err
	}
	return py.Call(jsonLoads, py.Tuple{s}, nil)
})

var jsonDumps = py.MustNewMethod("dumps", func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
	s, err := formatJSON(args, kwargs)
	return py.String(s), err
}, 0, "dumps(obj, indent=None, separators=None, sort_keys=False, default=None, ensure_ascii=True)")

var jsonDump = py.MustNewMethod("dump", func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
	if len(args) != 2 {
		return nil, py.ExceptionNewf(py.TypeError, "dump() takes 2 positional arguments but %d were given", len(args))
	}
	s, err := formatJSON(args[:1], kwargs)
	if err != nil {
		return nil, err
	}
	write, err := py.GetAttrString(args[1], "write")
	if err != nil {
		return nil, err
	}
	_, err = py.Call(write, py.Tuple{py.String(s)}, nil)
	return py.None, err
}, 0, "dump(obj, file, ...)")

// jsonWriter writes values as Python's module does by default.
type jsonWriter struct {
	b           strings.Builder
	indent      *string // nil for one line
	item, key   string  // what is between items, and behind keys
	sorted, raw bool    // keys in order; letters beyond ASCII as they are
	other       py.Object
	deep        int
}

func formatJSON(args py.Tuple, kwargs py.StringDict) (string, error) {
	w := jsonWriter{item: ", ", key: ": "}
	if len(args) != 1 {
		return "", py.ExceptionNewf(py.TypeError, "dumps() takes 1 positional argument but %d were given", len(args))
	}
	if o := kwargs["indent"]; o != nil && o != py.None {
		step, isText := o.(py.String)
		if n, ok := RoundToInt32(o); ok && !isText {
			step = py.String(strings.Repeat(" ", max(int(n), 0)))
		}
		s := string(step)
		w.indent, w.item = &s, ","
	}
	for name, o := range kwargs {
		switch name {
		case "indent", "allow_nan", "check_circular", "skipkeys":
		case "sort_keys", "ensure_ascii":
			b, err := py.MakeBool(o)
			if err != nil {
				return "", err
			}
			if name == "sort_keys" {
				w.sorted = b == py.True
			} else {
				w.raw = b == py.False
			}
		case "default":
			if o != py.None {
				w.other = o
			}
		case "separators":
			pair, err := ItemsOrNumber(o)
			if err != nil {
				return "", err
			}
			if len(pair) == 2 {
				w.item, w.key = fmt.Sprint(pair[0]), fmt.Sprint(pair[1])
			}
		default:
			return "", py.ExceptionNewf(py.TypeError, "dumps() has no argument %s in the embedded interpreter", name)
		}
	}
	err := w.writeValue(args[0])
	return w.b.String(), err
}

func (w *jsonWriter) writeValue(o py.Object) error {
	if w.deep++; w.deep > jsonDepth {
		return py.ExceptionNewf(py.ValueError, "Circular reference detected")
	}
	defer func() { w.deep-- }()
	switch x := o.(type) {
	case py.NoneType:
		w.b.WriteString("null")
		return nil
	case py.Bool:
		fmt.Fprintf(&w.b, "%t", bool(x))
		return nil
	case py.String:
		w.writeString(string(x))
		return nil
	case *py.List:
		return w.writeList(x.Items)
	case py.Tuple:
		return w.writeList(x)
	case py.Float, floatWithListAccess:
		f, _ := ToFloat(o)
		return w.writeFloat(f)
	}
	if d, ok := asDict(o); ok {
		return w.writeObject(d)
	}
	if o.Type() == py.IntType || o.Type() == py.BigIntType {
		s, err := Str(o)
		w.b.WriteString(s)
		return err
	}
	if w.other == nil {
		return py.ExceptionNewf(py.TypeError, "Object of type %s is not JSON serializable", typeName(o))
	}
	r, err := py.Call(w.other, py.Tuple{o}, nil)
	if err != nil {
		return err
	}
	return w.writeValue(r)
}

func (w *jsonWriter) writeFloat(f float64) error {
	switch {
	case math.IsNaN(f):
		w.b.WriteString("NaN")
	case math.IsInf(f, 1):
		w.b.WriteString("Infinity")
	case math.IsInf(f, -1):
		w.b.WriteString("-Infinity")
	default:
		s, err := Repr(py.Float(f))
		w.b.WriteString(s)
		return err
	}
	return nil
}

// beginItem begins an item: behind a separator unless it is the first.
func (w *jsonWriter) beginItem(first bool, separator string, depth int) {
	if !first {
		w.b.WriteString(separator)
	}
	if w.indent != nil {
		w.b.WriteString("\n" + strings.Repeat(*w.indent, depth))
	}
}

func (w *jsonWriter) writeList(items []py.Object) error {
	w.b.WriteByte('[')
	for i, o := range items {
		w.beginItem(i == 0, w.item, w.deep)
		if err := w.writeValue(o); err != nil {
			return err
		}
	}
	if len(items) > 0 {
		w.beginItem(true, "", w.deep-1)
	}
	w.b.WriteByte(']')
	return nil
}

func (w *jsonWriter) writeObject(d *Dict) error {
	pairs := d.listEntries(selectKeyValuePair).Items
	keys := make([]string, len(pairs))
	order := make([]int, len(pairs))
	for i, p := range pairs {
		k, err := formatJSONKey(p.(py.Tuple)[0])
		if err != nil {
			return err
		}
		keys[i], order[i] = k, i
	}
	if w.sorted {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	}
	w.b.WriteByte('{')
	for n, i := range order {
		w.beginItem(n == 0, w.item, w.deep)
		w.writeString(keys[i])
		w.b.WriteString(w.key)
		if err := w.writeValue(pairs[i].(py.Tuple)[1]); err != nil {
			return err
		}
	}
	if len(pairs) > 0 {
		w.beginItem(true, "", w.deep-1)
	}
	w.b.WriteByte('}')
	return nil
}

// formatJSONKey returns a key as text.
func formatJSONKey(o py.Object) (string, error) {
	switch x := o.(type) {
	case py.String:
		return string(x), nil
	case py.Bool:
		return fmt.Sprint(bool(x)), nil
	case py.NoneType:
		return "null", nil
	}
	if _, ok := ToFloat(o); ok {
		return Repr(o)
	}
	return "", py.ExceptionNewf(py.TypeError, "keys must be str, int, float, bool or None, not %s", typeName(o))
}

var jsonLetters = map[rune]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`, '\b': `\b`, '\f': `\f`}

func (w *jsonWriter) writeString(s string) {
	w.b.WriteByte('"')
	for _, c := range s {
		switch e, ok := jsonLetters[c]; {
		case ok:
			w.b.WriteString(e)
		case c < ' ' || c > 0x7f && !w.raw:
			for _, u := range utf16.Encode([]rune{c}) {
				fmt.Fprintf(&w.b, `\u%04x`, u)
			}
		default:
			w.b.WriteRune(c)
		}
	}
	w.b.WriteByte('"')
}
