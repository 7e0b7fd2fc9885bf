package cmdfile

import (
	"fmt"
	"math"
	"strings"
)

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
