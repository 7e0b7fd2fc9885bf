package trace

import (
	"math"
	"strconv"
	"strings"

	"github.com/go-python/gpython/ast"
)

// all returns the items of the one argument.
func (s *scope) all(x []val) []val {
	if len(x) == 1 {
		if items, ok := s.c.items(x[0]); ok {
			return items
		}
	}
	s.c.refuse("a call with other arguments than one list")
	return nil
}

// iterable returns the items that a loop runs over.
func (s *scope) iterable(e ast.Expr) []val {
	v := s.expr(e)
	items, ok := s.c.items(v)
	if !ok {
		s.c.refuse("a loop over %s", describeVal(v))
	}
	return items
}

func (s *scope) length(x []val) val { return knownInt(float64(len(s.all(x)))) }

func (s *scope) span(x []val) val {
	var v [3]float64
	for i, a := range x {
		n, ok := a.(*num)
		if !ok || !n.known || n.kind == isFloat || len(x) > 3 {
			s.c.refuse("range with ends that are not known")
		}
		v[i] = n.k
	}
	from, to, step := v[0], v[1], 1.0
	switch len(x) {
	case 0:
		s.c.stop()
	case 1:
		from, to = 0, v[0]
	case 3:
		step = v[2]
	}
	if step == 0 {
		s.c.stop()
	}
	n := math.Ceil((to - from) / step)
	if n > maxTurns {
		s.c.refuse("a range of %g numbers", n)
	}
	t := tuple{}
	for i := 0.0; i < n; i++ {
		t.items = append(t.items, knownInt(from+i*step))
	}
	return t
}

func (s *scope) zip(x []val) val {
	t := tuple{}
	for k := 0; ; k++ {
		var row []val
		for _, v := range x {
			items := s.all([]val{v})
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

func (s *scope) enumerate(x []val) val {
	t := tuple{}
	for i, v := range s.all(x) {
		t.items = append(t.items, tuple{items: []val{knownInt(float64(i)), v}})
	}
	return t
}

func (s *scope) bool(x []val) val {
	if len(x) != 1 {
		s.c.refuse("bool of several values")
	}
	t, known, is := s.c.truth(x[0])
	if known {
		return knownBool(is)
	}
	return &num{kind: isBool, test: t}
}

func (s *scope) float(x []val) val {
	if len(x) == 1 {
		switch v := x[0].(type) {
		case *num:
			if v.known {
				return knownFloat(v.k)
			}
			return &num{kind: isFloat, at: s.c.value(v)}
		case word:
			if f, err := strconv.ParseFloat(strings.TrimSpace(string(v)), 64); err == nil {
				return knownFloat(f)
			}
		}
	}
	s.c.refuse("float of something else than a number")
	return nil
}

func (s *scope) int(x []val) val {
	if len(x) == 1 {
		switch v := x[0].(type) {
		case *num:
			return s.c.whole(v, "AINT")
		case word:
			if k, err := strconv.ParseInt(strings.TrimSpace(string(v)), 10, 53); err == nil {
				return knownInt(float64(k))
			}
		}
	}
	s.c.refuse("int of something else than a number")
	return nil
}

// whole makes an int of a number by AINT or FLOOR.
func (c *comp) whole(v *num, op string) *num {
	if v.known {
		r := math.Trunc(v.k)
		if op == "FLOOR" {
			r = math.Floor(v.k)
		}
		if !(math.Abs(r) < 1<<53) {
			c.refuse("an int beyond 2**53")
		}
		return knownInt(r + 0)
	}
	if v.kind == isInt || v.kind == isBool {
		return &num{kind: isInt, at: c.value(v)}
	}
	return c.made(c.b.Op(op, v.at), knownInt(0))
}

// sum begins with the int 0, as in Python: the sum of -0.0 is 0.
func (s *scope) sum(x []val) val {
	total := val(knownInt(0))
	if len(x) == 2 {
		total, x = x[1], x[:1]
	}
	for _, v := range s.all(x) {
		total = s.binary(ast.Add, total, v)
	}
	return total
}

// extreme is min or max: the first of those that are equal.
func (s *scope) extreme(op string, x []val) val {
	if len(x) == 1 {
		x = s.all(x)
	}
	var best *num
	for _, v := range x {
		n, ok := v.(*num)
		if !ok {
			s.c.refuse("%s of %s", strings.ToLower(op), describeVal(v))
		}
		if best == nil {
			best = n
			continue
		}
		best = s.c.better(op, best, n)
	}
	if best == nil {
		s.c.stop()
	}
	return best
}
