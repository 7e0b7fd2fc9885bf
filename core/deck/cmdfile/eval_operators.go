package cmdfile

import (
	"fmt"
	"math"
	"strings"
)

func (s *evaluator) evaluateUnary(n *node) (datum, error) {
	d, err := s.evaluatePlain(n.kids[0])
	if err != nil {
		return d, err
	}
	if n.op == "u!" {
		b, err := s.isTrue(d)
		return newBoolDatum(!b), err
	}
	return mapNumbers(d, func(x float64) float64 { return -x })
}

func mapNumbers(d datum, f func(float64) float64) (datum, error) {
	switch d.kind {
	case numberDatum:
		return newNumberDatum(f(d.num)), nil
	case arrayDatum:
		list := make([]datum, len(d.list))
		for i, e := range d.list {
			var err error
			if list[i], err = mapNumbers(e, f); err != nil {
				return d, err
			}
		}
		return newArrayDatum(list), nil
	}
	return d, fmt.Errorf("%q is not a number", shortenForMessage(d.String()))
}

// isTrue reports whether a datum is true.
func (s *evaluator) isTrue(d datum) (bool, error) {
	switch d.kind {
	case numberDatum:
		return d.num != 0, nil
	case arrayDatum:
		for _, e := range d.flattenEntries() {
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
	return false, fmt.Errorf("%q is neither true nor false", shortenForMessage(d.String()))
}

func (s *evaluator) evaluateLogical(n *node) (datum, error) {
	for k := range n.kids {
		d, err := s.evaluatePlain(n.kids[k])
		if err != nil {
			return d, err
		}
		b, err := s.isTrue(d)
		if err != nil {
			return d, err
		}
		if b == (n.op == "||") {
			return newBoolDatum(b), nil
		}
	}
	return newBoolDatum(n.op == "&&"), nil
}

func (s *evaluator) evaluateBinary(n *node) (datum, error) {
	a, err := s.evaluatePlain(n.kids[0])
	if err != nil {
		return a, err
	}
	b, err := s.evaluatePlain(n.kids[1])
	if err != nil {
		return b, err
	}
	switch n.op {
	case "//":
		if a.kind == arrayDatum || b.kind == arrayDatum {
			return newArrayDatum(append(append([]datum{}, a.flattenEntries()...), b.flattenEntries()...)), nil
		}
		return newTextDatum(a.String() + b.String()), nil
	case "==", "!=":
		same := sameDatum(a, b)
		return newBoolDatum(same == (n.op == "==")), nil
	case "<", ">", "<=", ">=":
		return compareData(n.op, a, b)
	}
	return evaluateArithmetic(n.op, a, b)
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

func compareData(op string, a, b datum) (datum, error) {
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
		return a, fmt.Errorf("%q and %q cannot be compared", shortenForMessage(a.String()), shortenForMessage(b.String()))
	}
	return newBoolDatum(op[0] == '<' && c < 0 || op[0] == '>' && c > 0 || len(op) == 2 && c == 0), nil
}

func evaluateArithmetic(op string, a, b datum) (datum, error) {
	switch {
	case a.kind == arrayDatum && b.kind == arrayDatum:
		if len(a.list) != len(b.list) {
			return a, fmt.Errorf("arrays of %d and %d values", len(a.list), len(b.list))
		}
		return applyToPairs(op, a.list, b.list)
	case a.kind == arrayDatum && b.kind == numberDatum:
		return applyToPairs(op, a.list, repeatDatum(b, len(a.list)))
	case a.kind == numberDatum && b.kind == arrayDatum:
		return applyToPairs(op, repeatDatum(a, len(b.list)), b.list)
	case a.kind != numberDatum:
		return a, fmt.Errorf("%q is not a number", shortenForMessage(a.String()))
	case b.kind != numberDatum:
		return b, fmt.Errorf("%q is not a number", shortenForMessage(b.String()))
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
	return newNumberDatum(x), nil
}

func repeatDatum(d datum, n int) []datum {
	list := make([]datum, n)
	for i := range list {
		list[i] = d
	}
	return list
}

func applyToPairs(op string, a, b []datum) (datum, error) {
	list := make([]datum, len(a))
	for i := range a {
		d, err := evaluateArithmetic(op, a[i], b[i])
		if err != nil {
			return d, err
		}
		list[i] = d
	}
	return newArrayDatum(list), nil
}

// evaluateWithUnit converts a number with a unit: 30d, 5mm, 10(newton/mm).
func (s *evaluator) evaluateWithUnit(n *node) (datum, error) {
	d, err := s.evaluatePlain(n.kids[0])
	if err != nil {
		return d, err
	}
	f, ok := s.x.units.compoundUnitFactor(n.text)
	if !ok {
		return d, fmt.Errorf("unknown unit %q", shortenForMessage(n.text))
	}
	if f == 1 {
		return d, nil
	}
	return mapNumbers(d, func(x float64) float64 { return x * f })
}

// evaluateIndex takes entries of an array, counted from 1.
func (s *evaluator) evaluateIndex(n *node) (datum, error) {
	d, err := s.evaluatePlain(n.kids[0])
	if err != nil {
		return d, err
	}
	for _, k := range n.kids[1:] {
		if d.kind != arrayDatum {
			d = newArrayDatum([]datum{d})
		}
		if k.op == "all" {
			continue
		}
		from, to, single, err := s.evaluateIndexRange(k)
		if err != nil {
			return d, err
		}
		if from < 1 || to > len(d.list) || from > to {
			return d, fmt.Errorf("an array of %d values has no entry %d", len(d.list), to)
		}
		if single {
			d = d.list[from-1]
		} else {
			d = newArrayDatum(d.list[from-1 : to])
		}
	}
	return d, nil
}

func (s *evaluator) evaluateIndexRange(k *node) (from, to int, single bool, err error) {
	ends := []*node{k, k}
	if k.op == "range" {
		ends = k.kids
	}
	var at [2]int
	for i, e := range ends {
		d, err := s.evaluatePlain(e)
		if err != nil {
			return 0, 0, false, err
		}
		if d.kind != numberDatum || math.Abs(d.num) > 1e9 {
			return 0, 0, false, fmt.Errorf("%q is no index", shortenForMessage(d.String()))
		}
		at[i] = int(d.num)
	}
	return at[0], at[1], k.op != "range", nil
}
