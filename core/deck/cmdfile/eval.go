package cmdfile

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// datumKind is the kind of a datum.
type datumKind uint8

const (
	noDatum datumKind = iota
	numberDatum
	textDatum
	arrayDatum
	objectDatum
)

// datum is the value of an expression.
type datum struct {
	kind datumKind
	num  float64
	text string
	list []datum // of an array; the rows of a matrix are arrays
	obj  *object
	// What functions of positions and orientations return is kept in the frame of the model until it is
	// known in which it is needed.
	global bool // list is a location in the frame of the model
	axes   *mat // an orientation in the frame of the model
}

func number(x float64) datum     { return datum{kind: numberDatum, num: x} }
func textOf(s string) datum      { return datum{kind: textDatum, text: s} }
func objectOf(o *object) datum   { return datum{kind: objectDatum, obj: o} }
func truth(b bool) datum         { return number(map[bool]float64{true: 1}[b]) }
func arrayOf(list []datum) datum { return datum{kind: arrayDatum, list: list} }

func vectorOf(v vec) datum { return arrayOf([]datum{number(v[0]), number(v[1]), number(v[2])}) }

func location(v vec) datum {
	d := vectorOf(v)
	d.global = true
	return d
}

func orientation(m mat) datum { return datum{kind: arrayDatum, axes: &m} }

// scope is what an expression is evaluated with.
type scope struct {
	x        *interpreter
	contexts []*object // where names are looked up
	frame    *object   // in which locations are needed; nil for the model
	depth    int
	// loop is set if the expression refers to the variable of a FOR loop.
	loop bool
}

// settled returns a datum as numbers in the frame that is wanted.
func (s *scope) settled(d datum) (datum, error) {
	if !d.global && d.axes == nil {
		return d, nil
	}
	f, err := s.x.poseOf(s.frame)
	if err != nil {
		return d, err
	}
	if d.axes != nil {
		a := angles313(f.axes.within(*d.axes))
		for k := range a {
			a[k] = s.x.units.fromRadians(a[k])
		}
		return vectorOf(a), nil
	}
	v, _ := d.vector()
	return vectorOf(f.local(v)), nil
}

// vector returns three numbers.
func (d datum) vector() (v vec, ok bool) {
	list := d.flat()
	if d.kind != arrayDatum || len(list) != 3 {
		return v, false
	}
	for k, e := range list {
		if e.kind != numberDatum {
			return v, false
		}
		v[k] = e.num
	}
	return v, true
}

// flat returns the entries of an array row by row.
func (d datum) flat() []datum {
	if d.kind != arrayDatum {
		return []datum{d}
	}
	var out []datum
	for _, e := range d.list {
		out = append(out, e.flat()...)
	}
	return out
}

// String is how a datum is written.
func (d datum) String() string {
	switch d.kind {
	case numberDatum:
		return formatNumber(d.num)
	case textDatum:
		return d.text
	case objectDatum:
		return d.obj.path()
	case arrayDatum:
		var b strings.Builder
		for i, e := range d.list {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(e.String())
		}
		return b.String()
	}
	return "(NONE)"
}

func formatNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// evaluate returns the value of an expression.
func (s *scope) evaluate(n *node) (datum, error) {
	if s.depth++; s.depth > deepest {
		return datum{}, fmt.Errorf("the expression is nested too deeply")
	}
	defer func() { s.depth-- }()
	switch n.op {
	case "known":
		return *n.known, nil
	case "num":
		return number(n.num), nil
	case "str":
		return textOf(n.text), nil
	case "group":
		return s.evaluate(n.kids[0])
	case "array":
		return s.array(n)
	case "name":
		return s.name(n.text)
	case "call":
		return s.call(n)
	case "index":
		return s.index(n)
	case "field":
		return s.fieldOf(n)
	case "unit":
		return s.unit(n)
	case "u-", "u!":
		return s.unary(n)
	case "&&", "||":
		return s.logical(n)
	}
	return s.binary(n)
}

func (s *scope) array(n *node) (datum, error) {
	list := make([]datum, 0, len(n.kids))
	for _, k := range n.kids {
		d, err := s.plain(k)
		if err != nil {
			return datum{}, err
		}
		list = append(list, d)
	}
	if len(list) == 1 && list[0].kind == arrayDatum && len(list[0].list) > 0 && list[0].list[0].kind == numberDatum {
		return list[0], nil // {marker.orientation}
	}
	return arrayOf(list), nil
}

// plain evaluates to numbers, texts and objects other than variables, in the frame that is wanted.
func (s *scope) plain(n *node) (datum, error) {
	d, err := s.evaluate(n)
	if err != nil {
		return d, err
	}
	if d, err = s.content(d); err != nil {
		return d, err
	}
	return s.settled(d)
}

// content returns the value of a variable, and other data as they are.
func (s *scope) content(d datum) (datum, error) {
	for hops := 0; d.kind == objectDatum && d.obj.class == variableClass; hops++ {
		if hops > 10 {
			return d, fmt.Errorf("%s refers to itself", d.obj.path())
		}
		var err error
		if d, err = s.variable(d.obj); err != nil {
			return d, err
		}
	}
	return d, nil
}

// variable returns the value of a variable.
func (s *scope) variable(o *object) (datum, error) {
	if s.x.loops[o] > 0 {
		s.loop = true
	}
	for _, name := range []string{"real_value", "integer_value", "string_value", "object_value"} {
		a := o.attr(name)
		if a == nil {
			continue
		}
		if o.busy {
			return datum{}, fmt.Errorf("%s depends on itself", o.path())
		}
		o.busy = true
		defer func() { o.busy = false }()
		list, err := s.items(a, o)
		if err != nil {
			return datum{}, err
		}
		for i := range list {
			if name == "object_value" && list[i].kind == textDatum {
				if list[i], err = s.named(list[i].text); err != nil {
					return datum{}, err
				}
			}
			if name == "integer_value" && list[i].kind == numberDatum {
				list[i].num = math.Trunc(list[i].num)
			}
		}
		if len(list) == 1 {
			return list[0], nil
		}
		return arrayOf(list), nil
	}
	return datum{}, fmt.Errorf("%s has no value", o.path())
}

// items evaluates the values of an attribute.
func (s *scope) items(a *attr, of *object) ([]datum, error) {
	var out []datum
	for i := range a.items {
		d, err := s.item(&a.items[i], of)
		if err != nil {
			return nil, err
		}
		if d.kind == arrayDatum && !d.global && d.axes == nil {
			out = append(out, d.list...)
		} else {
			out = append(out, d)
		}
	}
	return out, nil
}

func (s *scope) item(it *item, of *object) (datum, error) {
	if it.node == nil {
		if it.form == quoted {
			return textOf(it.text), nil
		}
		if n, err := parseExpr(it.text); err == nil && (n.op == "num" || n.op == "unit" || n.op == "u-" && n.kids[0].op != "name" || n.op == "array") {
			return s.evaluate(n)
		}
		return textOf(it.text), nil
	}
	t := *s
	t.frame = nil
	if of != nil && of.parent != nil {
		t.contexts = append([]*object{of.parent}, s.contexts...)
	}
	d, err := t.evaluate(it.node)
	s.loop = s.loop || t.loop
	if err != nil {
		return d, err
	}
	return t.content(d)
}

func (s *scope) unary(n *node) (datum, error) {
	d, err := s.plain(n.kids[0])
	if err != nil {
		return d, err
	}
	if n.op == "u!" {
		b, err := s.condition(d)
		return truth(!b), err
	}
	return mapNumbers(d, func(x float64) float64 { return -x })
}

func mapNumbers(d datum, f func(float64) float64) (datum, error) {
	switch d.kind {
	case numberDatum:
		return number(f(d.num)), nil
	case arrayDatum:
		list := make([]datum, len(d.list))
		for i, e := range d.list {
			var err error
			if list[i], err = mapNumbers(e, f); err != nil {
				return d, err
			}
		}
		return arrayOf(list), nil
	}
	return d, fmt.Errorf("%q is not a number", shorten(d.String()))
}

// condition reports whether a datum is true.
func (s *scope) condition(d datum) (bool, error) {
	switch d.kind {
	case numberDatum:
		return d.num != 0, nil
	case arrayDatum:
		for _, e := range d.flat() {
			if e.kind != numberDatum || e.num == 0 {
				return false, nil
			}
		}
		return len(d.list) > 0, nil
	case textDatum:
		switch strings.ToLower(d.text) {
		case "yes", "on", "true":
			return true, nil
		case "no", "off", "false", "":
			return false, nil
		}
	case objectDatum:
		return true, nil
	case noDatum:
		return false, nil
	}
	return false, fmt.Errorf("%q is neither true nor false", shorten(d.String()))
}

func (s *scope) logical(n *node) (datum, error) {
	for k := range n.kids {
		d, err := s.plain(n.kids[k])
		if err != nil {
			return d, err
		}
		b, err := s.condition(d)
		if err != nil {
			return d, err
		}
		if b == (n.op == "||") {
			return truth(b), nil
		}
	}
	return truth(n.op == "&&"), nil
}

func (s *scope) binary(n *node) (datum, error) {
	a, err := s.plain(n.kids[0])
	if err != nil {
		return a, err
	}
	b, err := s.plain(n.kids[1])
	if err != nil {
		return b, err
	}
	switch n.op {
	case "//":
		if a.kind == arrayDatum || b.kind == arrayDatum {
			return arrayOf(append(append([]datum{}, a.flat()...), b.flat()...)), nil
		}
		return textOf(a.String() + b.String()), nil
	case "==", "!=":
		same := sameDatum(a, b)
		return truth(same == (n.op == "==")), nil
	case "<", ">", "<=", ">=":
		return compare(n.op, a, b)
	}
	return arithmetic(n.op, a, b)
}

func sameDatum(a, b datum) bool {
	switch {
	case a.kind == numberDatum && b.kind == numberDatum:
		return a.num == b.num
	case a.kind == arrayDatum && b.kind == arrayDatum:
		if len(a.list) != len(b.list) {
			return false
		}
		for i := range a.list {
			if !sameDatum(a.list[i], b.list[i]) {
				return false
			}
		}
		return true
	case a.kind == objectDatum && b.kind == objectDatum:
		return a.obj == b.obj
	case a.kind == noDatum || b.kind == noDatum:
		return a.kind == b.kind
	}
	return strings.EqualFold(a.String(), b.String())
}

func compare(op string, a, b datum) (datum, error) {
	c := 0
	switch {
	case a.kind == numberDatum && b.kind == numberDatum:
		switch {
		case a.num < b.num:
			c = -1
		case a.num > b.num:
			c = 1
		}
	case a.kind == textDatum && b.kind == textDatum:
		c = strings.Compare(strings.ToLower(a.text), strings.ToLower(b.text))
	default:
		return a, fmt.Errorf("%q and %q cannot be compared", shorten(a.String()), shorten(b.String()))
	}
	return truth(op[0] == '<' && c < 0 || op[0] == '>' && c > 0 || len(op) == 2 && c == 0), nil
}

func arithmetic(op string, a, b datum) (datum, error) {
	switch {
	case a.kind == arrayDatum && b.kind == arrayDatum:
		if len(a.list) != len(b.list) {
			return a, fmt.Errorf("arrays of %d and %d values", len(a.list), len(b.list))
		}
		return eachPair(op, a.list, b.list)
	case a.kind == arrayDatum && b.kind == numberDatum:
		return eachPair(op, a.list, repeated(b, len(a.list)))
	case a.kind == numberDatum && b.kind == arrayDatum:
		return eachPair(op, repeated(a, len(b.list)), b.list)
	case a.kind != numberDatum:
		return a, fmt.Errorf("%q is not a number", shorten(a.String()))
	case b.kind != numberDatum:
		return b, fmt.Errorf("%q is not a number", shorten(b.String()))
	}
	x, y := a.num, b.num
	switch op {
	case "+":
		x += y
	case "-":
		x -= y
	case "*":
		x *= y
	case "/", "%":
		if y == 0 {
			return a, fmt.Errorf("division by zero")
		}
		if op == "/" {
			x /= y
		} else {
			x = math.Mod(x, y)
		}
	case "**":
		x = math.Pow(x, y)
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return a, fmt.Errorf("%s %s %s is not a number", formatNumber(a.num), op, formatNumber(y))
	}
	return number(x), nil
}

func repeated(d datum, n int) []datum {
	list := make([]datum, n)
	for i := range list {
		list[i] = d
	}
	return list
}

func eachPair(op string, a, b []datum) (datum, error) {
	list := make([]datum, len(a))
	for i := range a {
		d, err := arithmetic(op, a[i], b[i])
		if err != nil {
			return d, err
		}
		list[i] = d
	}
	return arrayOf(list), nil
}

// unit converts a number with a unit: 30d, 5mm, 10(newton/mm).
func (s *scope) unit(n *node) (datum, error) {
	d, err := s.plain(n.kids[0])
	if err != nil {
		return d, err
	}
	f, ok := s.x.units.factor(n.text)
	if !ok {
		return d, fmt.Errorf("unknown unit %q", shorten(n.text))
	}
	if f == 1 {
		return d, nil
	}
	return mapNumbers(d, func(x float64) float64 { return x * f })
}

// index takes entries of an array, counted from 1.
func (s *scope) index(n *node) (datum, error) {
	d, err := s.plain(n.kids[0])
	if err != nil {
		return d, err
	}
	for _, k := range n.kids[1:] {
		if d.kind != arrayDatum {
			d = arrayOf([]datum{d})
		}
		if k.op == "all" {
			continue
		}
		from, to, single, err := s.bounds(k)
		if err != nil {
			return d, err
		}
		if from < 1 || to > len(d.list) || from > to {
			return d, fmt.Errorf("an array of %d values has no entry %d", len(d.list), to)
		}
		if single {
			d = d.list[from-1]
		} else {
			d = arrayOf(d.list[from-1 : to])
		}
	}
	return d, nil
}

func (s *scope) bounds(k *node) (from, to int, single bool, err error) {
	ends := []*node{k, k}
	if k.op == "range" {
		ends = k.kids
	}
	var at [2]int
	for i, e := range ends {
		d, err := s.plain(e)
		if err != nil {
			return 0, 0, false, err
		}
		if d.kind != numberDatum || math.Abs(d.num) > 1e9 {
			return 0, 0, false, fmt.Errorf("%q is no index", shorten(d.String()))
		}
		at[i] = int(d.num)
	}
	return at[0], at[1], k.op != "range", nil
}
