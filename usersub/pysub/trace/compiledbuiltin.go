package trace

import (
	"math"
	"strconv"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// itemsOfArgument returns the items of the one argument.
func (s *callScope) itemsOfArgument(x []tracedValue) []tracedValue {
	if len(x) == 1 {
		if items, ok := s.c.sequenceItems(x[0]); ok {
			return items
		}
	}
	s.c.refuseToCompile("a call with other arguments than one list")
	return nil
}

// evalLoopItems returns the items that a loop runs over.
func (s *callScope) evalLoopItems(e ast.Expr) []tracedValue {
	v := s.evalExpr(e)
	items, ok := s.c.sequenceItems(v)
	if w, letters := v.(word); letters {
		ok = true
		for _, x := range string(w) {
			items = append(items, word(x))
		}
	}
	if !ok {
		s.c.refuseToCompile("a loop over %s", describeVal(v))
	}
	return items
}

func (s *callScope) callLen(x []tracedValue) tracedValue {
	return newKnownInt(float64(len(s.itemsOfArgument(x))))
}

func (s *callScope) callRange(x []tracedValue) tracedValue {
	var v [3]float64
	for i, a := range x {
		n, ok := a.(*tracedNumber)
		if !ok || !n.known || n.kind == isFloat || len(x) > 3 {
			s.c.refuseToCompile("range with ends that are not known")
		}
		v[i] = n.k
	}
	from, to, step := v[0], v[1], 1.0
	switch len(x) {
	case 0:
		s.c.abandonEvaluation()
	case 1:
		from, to = 0, v[0]
	case 3:
		step = v[2]
	}
	if step == 0 {
		s.c.abandonEvaluation()
	}
	n := math.Ceil((to - from) / step)
	if n > maxTurns {
		s.c.refuseToCompile("a range of %g numbers", n)
	}
	t := tuple{}
	for i := 0.0; i < n; i++ {
		t.items = append(t.items, newKnownInt(from+i*step))
	}
	return t
}

func (s *callScope) callZip(x []tracedValue) tracedValue {
	t := tuple{}
	for k := 0; ; k++ {
		var row []tracedValue
		for _, v := range x {
			items := s.itemsOfArgument([]tracedValue{v})
			if k >= len(items) {
				return t
			}
			row = append(row, items[k])
		}
		if len(row) == 0 {
			return t
		}
		t.items = append(t.items, tuple{items: row})
	}
}

func (s *callScope) callEnumerate(x []tracedValue) tracedValue {
	t := tuple{}
	for i, v := range s.itemsOfArgument(x) {
		t.items = append(t.items, tuple{items: []tracedValue{newKnownInt(float64(i)), v}})
	}
	return t
}

func (s *callScope) callBool(x []tracedValue) tracedValue {
	if len(x) != 1 {
		s.c.refuseToCompile("bool of several values")
	}
	t, known, is := s.c.evalTruth(x[0])
	if known {
		return newKnownBool(is)
	}
	return &tracedNumber{kind: isBool, test: t}
}

func (s *callScope) callFloat(x []tracedValue) tracedValue {
	if len(x) == 1 {
		switch v := x[0].(type) {
		case *tracedNumber:
			if v.known {
				return newKnownFloat(v.k)
			}
			return &tracedNumber{kind: isFloat, at: s.c.operandOf(v)}
		case word:
			if f, err := strconv.ParseFloat(strings.TrimSpace(string(v)), 64); err == nil {
				return newKnownFloat(f)
			}
		}
	}
	s.c.refuseToCompile("float of something else than a number")
	return nil
}

func (s *callScope) callInt(x []tracedValue) tracedValue {
	if len(x) == 1 {
		switch v := x[0].(type) {
		case *tracedNumber:
			return s.c.roundToInt(v, "AINT")
		case word:
			if k, err := strconv.ParseInt(strings.TrimSpace(string(v)), 10, 53); err == nil {
				return newKnownInt(float64(k))
			}
		}
	}
	s.c.refuseToCompile("int of something else than a number")
	return nil
}

// roundToInt makes an int of a number by AINT or FLOOR.
func (c *functionCompiler) roundToInt(v *tracedNumber, op string) *tracedNumber {
	if v.known {
		r := math.Trunc(v.k)
		if op == "FLOOR" {
			r = math.Floor(v.k)
		}
		if !(math.Abs(r) < 1<<53) {
			c.refuseToCompile("an int beyond 2**53")
		}
		return newKnownInt(r + 0)
	}
	if v.kind == isInt || v.kind == isBool {
		return &tracedNumber{kind: isInt, at: c.operandOf(v)}
	}
	return c.newComputedNumber(c.b.Op(op, v.at), newKnownInt(0))
}

// callSum begins with the int 0, as in Python: the sum of -0.0 is 0.
func (s *callScope) callSum(x []tracedValue) tracedValue {
	total := tracedValue(newKnownInt(0))
	if len(x) == 2 {
		total, x = x[1], x[:1]
	}
	for _, v := range s.itemsOfArgument(x) {
		total = s.evalBinary(ast.Add, total, v)
	}
	return total
}

// callMinMax is min or max: the first of those that are equal.
func (s *callScope) callMinMax(op string, x []tracedValue) tracedValue {
	if len(x) == 1 {
		x = s.itemsOfArgument(x)
	}
	var best *tracedNumber
	for _, v := range x {
		n, ok := v.(*tracedNumber)
		if !ok {
			s.c.refuseToCompile("%s of %s", strings.ToLower(op), describeVal(v))
		}
		if best == nil {
			best = n
			continue
		}
		best = s.c.emitMinOrMax(op, best, n)
	}
	if best == nil {
		s.c.abandonEvaluation()
	}
	return best
}

// callIsInstance is isinstance of a value and one or several types of numbers, texts and lists.
func (s *callScope) callIsInstance(x []tracedValue) tracedValue {
	if len(x) != 2 {
		s.c.refuseToCompile("isinstance with these arguments")
	}
	types := []tracedValue{x[1]}
	if t, ok := x[1].(tuple); ok {
		types = t.items
	}
	is := false
	for _, t := range types {
		e, ok := t.(entity)
		if !ok {
			s.c.refuseToCompile("isinstance with these arguments")
		}
		is = is || s.isOfType(x[0], e)
	}
	return newKnownBool(is)
}

// isOfType reports whether a value is of a type.
func (s *callScope) isOfType(v tracedValue, t entity) bool {
	n, number := v.(*tracedNumber)
	if number && (n.kind == isEither || n.single) {
		s.c.refuseToCompile("isinstance of a number that is one of two kinds")
	}
	_, text := v.(word)
	switch o, _ := t.o.(*py.Type); o {
	case py.FloatType:
		return number && n.kind == isFloat
	case py.IntType:
		return number && n.kind != isFloat
	case py.BoolType:
		return number && n.kind == isBool
	case py.StringType:
		return text
	case py.ListType:
		return isList(v)
	case py.TupleType:
		x, ok := v.(tuple)
		return ok && !x.list
	}
	s.c.refuseToCompile("isinstance with these arguments")
	return false
}
