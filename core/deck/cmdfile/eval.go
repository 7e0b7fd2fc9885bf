package cmdfile

import (
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

func newNumberDatum(x float64) datum   { return datum{kind: numberDatum, num: x} }
func newTextDatum(s string) datum      { return datum{kind: textDatum, text: s} }
func newObjectDatum(o *object) datum   { return datum{kind: objectDatum, obj: o} }
func newBoolDatum(b bool) datum        { return newNumberDatum(map[bool]float64{true: 1}[b]) }
func newArrayDatum(list []datum) datum { return datum{kind: arrayDatum, list: list} }

func newVectorDatum(v vec) datum {
	return newArrayDatum([]datum{newNumberDatum(v[0]), newNumberDatum(v[1]), newNumberDatum(v[2])})
}

func newLocationDatum(v vec) datum {
	d := newVectorDatum(v)
	d.global = true
	return d
}

func newOrientationDatum(m mat) datum { return datum{kind: arrayDatum, axes: &m} }

// evaluator is what an expression is evaluated with.
type evaluator struct {
	x        *interpreter
	contexts []*object // where names are looked up
	frame    *object   // in which locations are needed; nil for the model
	depth    int
	// loop is set if the expression refers to the variable of a FOR loop.
	loop bool
}

// resolveToFrame returns a datum as numbers in the frame that is wanted.
func (s *evaluator) resolveToFrame(d datum) datum {
	if !d.global && d.axes == nil {
		return d
	}
	f := s.x.poseOf(s.frame)
	if d.axes != nil {
		return s.anglesDatum(f.axes.relativeTo(*d.axes))
	}
	v, _ := d.toVector()
	return newVectorDatum(f.toLocalPoint(v))
}

// toVector returns three numbers.
func (d datum) toVector() (v vec, ok bool) {
	list := d.flattenEntries()
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

// number returns the number that a datum has to be.
func (d datum) number() float64 {
	if d.kind != numberDatum {
		panic(failuref("%q is not a number", shortenForMessage(d.String())))
	}
	return d.num
}

// flattenEntries returns the entries of an array row by row.
func (d datum) flattenEntries() []datum {
	if d.kind != arrayDatum {
		return []datum{d}
	}
	var out []datum
	for _, e := range d.list {
		out = append(out, e.flattenEntries()...)
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
		return d.obj.fullName()
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
func (s *evaluator) evaluate(n *node) datum {
	if s.depth++; s.depth > deepest {
		panic(failuref("the expression is nested too deeply"))
	}
	defer func() { s.depth-- }()
	switch n.op {
	case "known":
		return *n.known
	case "num":
		return newNumberDatum(n.num)
	case "str":
		return newTextDatum(n.text)
	case "group":
		return s.evaluate(n.kids[0])
	case "array":
		return s.evaluateArray(n)
	case "name":
		return s.evaluateName(n.text)
	case "call":
		return s.call(n)
	case "index":
		return s.evaluateIndex(n)
	case "field":
		return s.evaluateField(n)
	case "unit":
		return s.evaluateWithUnit(n)
	case "u-", "u!":
		return s.evaluateUnary(n)
	case "&&", "||":
		return s.evaluateLogical(n)
	}
	return s.evaluateBinary(n)
}

func (s *evaluator) evaluateArray(n *node) datum {
	list := make([]datum, 0, len(n.kids))
	for _, k := range n.kids {
		list = append(list, s.evaluatePlain(k))
	}
	if len(list) == 1 && list[0].kind == arrayDatum && len(list[0].list) > 0 && list[0].list[0].kind == numberDatum {
		return list[0] // {marker.orientation}
	}
	return newArrayDatum(list)
}

// evaluatePlain evaluates to numbers, texts and objects other than variables, in the frame that is wanted.
func (s *evaluator) evaluatePlain(n *node) datum {
	return s.resolveToFrame(s.contentOfVariable(s.evaluate(n)))
}

// contentOfVariable returns the value of a variable, and other data as they are.
func (s *evaluator) contentOfVariable(d datum) datum {
	for hops := 0; d.kind == objectDatum && d.obj.class == variableClass; hops++ {
		if hops > 10 {
			panic(failuref("%s refers to itself", d.obj.fullName()))
		}
		d = s.evaluateVariable(d.obj)
	}
	return d
}

// evaluateVariable returns the value of a variable.
func (s *evaluator) evaluateVariable(o *object) datum {
	if s.x.loops[o] > 0 {
		s.loop = true
	}
	for _, name := range []string{"real_value", "integer_value", "string_value", "object_value"} {
		a := o.findAttribute(name)
		if a == nil {
			continue
		}
		if o.busy {
			panic(failuref("%s depends on itself", o.fullName()))
		}
		o.busy = true
		defer func() { o.busy = false }()
		list := s.evaluateItems(a, o)
		for i := range list {
			if name == "object_value" && list[i].kind == textDatum {
				list[i] = s.findNamedOrProperty(list[i].text)
			}
			if name == "integer_value" && list[i].kind == numberDatum {
				list[i].num = math.Trunc(list[i].num)
			}
		}
		if len(list) == 1 {
			return list[0]
		}
		return newArrayDatum(list)
	}
	panic(failuref("%s has no value", o.fullName()))
}

// evaluateItems evaluates the values of an attribute.
func (s *evaluator) evaluateItems(a *attr, of *object) []datum {
	var out []datum
	for i := range a.items {
		d := s.evaluateItem(&a.items[i], of)
		if d.kind == arrayDatum && !d.global && d.axes == nil {
			out = append(out, d.list...)
		} else {
			out = append(out, d)
		}
	}
	return out
}

func (s *evaluator) evaluateItem(it *item, of *object) datum {
	if it.node == nil {
		if it.form == quoted {
			return newTextDatum(it.text)
		}
		if n, err := catchFailure(func() *node { return parseExpr(it.text) }); err == nil && (n.op == "num" || n.op == "unit" || n.op == "u-" && n.kids[0].op != "name" || n.op == "array") {
			return s.evaluate(n)
		}
		return newTextDatum(it.text)
	}
	t := *s
	t.frame = nil
	if of != nil && of.parent != nil {
		t.contexts = append([]*object{of.parent}, s.contexts...)
	}
	d := t.evaluate(it.node)
	s.loop = s.loop || t.loop
	return t.contentOfVariable(d)
}
