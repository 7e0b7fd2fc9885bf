package trace

import (
	"math"
	"strconv"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// itemsOfArgument returns the items of the one argument.
func (s *scope) itemsOfArgument(x []val) []val {
	if len(x) == 1 {
		if items, ok := s.c.itemsOf(x[0]); ok {
			return items
		}
	}
	s.c.refuseCompile("a call with other arguments than one list")
	return nil
}

// loopItems returns the items that a loop runs over.
func (s *scope) loopItems(e ast.Expr) []val {
	v := s.evalExpr(e)
	items, ok := s.c.itemsOf(v)
	if w, letters := v.(word); letters {
		ok = true
		for _, x := range string(w) {
			items = append(items, word(x))
		}
	}
	if !ok {
		s.c.refuseCompile("a loop over %s", describeVal(v))
	}
	return items
}

func (s *scope) callLen(x []val) val { return knownInt(float64(len(s.itemsOfArgument(x)))) }

func (s *scope) callRange(x []val) val {
	var v [3]float64
	for i, a := range x {
		n, ok := a.(*num)
		if !ok || !n.known || n.kind == isFloat || len(x) > 3 {
			s.c.refuseCompile("range with ends that are not known")
		}
		v[i] = n.k
	}
	from, to, step := v[0], v[1], 1.0
	switch len(x) {
	case 0:
		s.c.endEvaluation()
	case 1:
		from, to = 0, v[0]
	case 3:
		step = v[2]
	}
	if step == 0 {
		s.c.endEvaluation()
	}
	n := math.Ceil((to - from) / step)
	if n > maxTurns {
		s.c.refuseCompile("a range of %g numbers", n)
	}
	t := tuple{}
	for i := 0.0; i < n; i++ {
		t.items = append(t.items, knownInt(from+i*step))
	}
	return t
}

func (s *scope) callZip(x []val) val {
	t := tuple{}
	for k := 0; ; k++ {
		var row []val
		for _, v := range x {
			items := s.itemsOfArgument([]val{v})
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

func (s *scope) callEnumerate(x []val) val {
	t := tuple{}
	for i, v := range s.itemsOfArgument(x) {
		t.items = append(t.items, tuple{items: []val{knownInt(float64(i)), v}})
	}
	return t
}

func (s *scope) callBool(x []val) val {
	if len(x) != 1 {
		s.c.refuseCompile("bool of several values")
	}
	t, known, is := s.c.truthOf(x[0])
	if known {
		return knownBool(is)
	}
	return &num{kind: isBool, test: t}
}

func (s *scope) callFloat(x []val) val {
	if len(x) == 1 {
		switch v := x[0].(type) {
		case *num:
			if v.known {
				return knownFloat(v.k)
			}
			return &num{kind: isFloat, at: s.c.valueOf(v)}
		case word:
			if f, err := strconv.ParseFloat(strings.TrimSpace(string(v)), 64); err == nil {
				return knownFloat(f)
			}
		}
	}
	s.c.refuseCompile("float of something else than a number")
	return nil
}

func (s *scope) callInt(x []val) val {
	if len(x) == 1 {
		switch v := x[0].(type) {
		case *num:
			return s.c.roundToInt(v, "AINT")
		case word:
			if k, err := strconv.ParseInt(strings.TrimSpace(string(v)), 10, 53); err == nil {
				return knownInt(float64(k))
			}
		}
	}
	s.c.refuseCompile("int of something else than a number")
	return nil
}

// roundToInt makes an int of a number by AINT or FLOOR.
func (c *comp) roundToInt(v *num, op string) *num {
	if v.known {
		r := math.Trunc(v.k)
		if op == "FLOOR" {
			r = math.Floor(v.k)
		}
		if !(math.Abs(r) < 1<<53) {
			c.refuseCompile("an int beyond 2**53")
		}
		return knownInt(r + 0)
	}
	if v.kind == isInt || v.kind == isBool {
		return &num{kind: isInt, at: c.valueOf(v)}
	}
	return c.newNumber(c.b.Op(op, v.at), knownInt(0))
}

// callSum begins with the int 0, as in Python: the sum of -0.0 is 0.
func (s *scope) callSum(x []val) val {
	total := val(knownInt(0))
	if len(x) == 2 {
		total, x = x[1], x[:1]
	}
	for _, v := range s.itemsOfArgument(x) {
		total = s.evalBinary(ast.Add, total, v)
	}
	return total
}

// callMinMax is min or max: the first of those that are equal.
func (s *scope) callMinMax(op string, x []val) val {
	if len(x) == 1 {
		x = s.itemsOfArgument(x)
	}
	var best *num
	for _, v := range x {
		n, ok := v.(*num)
		if !ok {
			s.c.refuseCompile("%s of %s", strings.ToLower(op), describeVal(v))
		}
		if best == nil {
			best = n
			continue
		}
		best = s.c.smallerOrLarger(op, best, n)
	}
	if best == nil {
		s.c.endEvaluation()
	}
	return best
}

// callIsInstance is isinstance of a value and one or several types of numbers, texts and lists.
func (s *scope) callIsInstance(x []val) val {
	if len(x) != 2 {
		s.c.refuseCompile("isinstance with these arguments")
	}
	types := []val{x[1]}
	if t, ok := x[1].(tuple); ok {
		types = t.items
	}
	is := false
	for _, t := range types {
		e, ok := t.(entity)
		if !ok {
			s.c.refuseCompile("isinstance with these arguments")
		}
		is = is || s.isOfType(x[0], e)
	}
	return knownBool(is)
}

// isOfType reports whether a value is of a type.
func (s *scope) isOfType(v val, t entity) bool {
	n, number := v.(*num)
	if number && (n.kind == isEither || n.single) {
		s.c.refuseCompile("isinstance of a number that is one of two kinds")
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
	s.c.refuseCompile("isinstance with these arguments")
	return false
}
