package cmdfile

import (
	"cmp"
	"math"
	"strings"
)

func (s *evaluator) evaluateUnary(n *node) datum {
	d := s.evaluatePlain(n.kids[0])
	if n.op == "u!" {
		return newBoolDatum(!s.isTrue(d))
	}
	return mapNumbers(d, func(x float64) float64 { return -x })
}

func mapNumbers(d datum, f func(float64) float64) datum {
	if d.kind != arrayDatum {
		return newNumberDatum(f(d.number()))
	}
	list := make([]datum, len(d.list))
	for i, e := range d.list {
		list[i] = mapNumbers(e, f)
	}
	return newArrayDatum(list)
}

// isTrue reports whether a datum is true.
func (s *evaluator) isTrue(d datum) bool {
	switch d.kind {
	case numberDatum:
		return d.num != 0
	case arrayDatum:
		for _, e := range d.flattenEntries() {
			if e.kind != numberDatum || e.num == 0 {
				return false
			}
		}
		return len(d.list) > 0
	case textDatum:
		switch strings.ToLower(d.text) {
		case "yes", "on", "true":
			return true
		case "no", "off", "false", "":
			return false
		}
	case objectDatum:
		return true
	case noDatum:
		return false
	}
	panic(failuref("%q is neither true nor false", shortenForMessage(d.String())))
}

func (s *evaluator) evaluateLogical(n *node) datum {
	for k := range n.kids {
		d := s.evaluatePlain(n.kids[k])
		b := s.isTrue(d)
		if b == (n.op == "||") {
			return newBoolDatum(b)
		}
	}
	return newBoolDatum(n.op == "&&")
}

func (s *evaluator) evaluateBinary(n *node) datum {
	a := s.evaluatePlain(n.kids[0])
	b := s.evaluatePlain(n.kids[1])
	switch n.op {
	case "//":
		if a.kind == arrayDatum || b.kind == arrayDatum {
			return newArrayDatum(append(append([]datum{}, a.flattenEntries()...), b.flattenEntries()...))
		}
		return newTextDatum(a.String() + b.String())
	case "==", "!=":
		same := sameDatum(a, b)
		return newBoolDatum(same == (n.op == "=="))
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

func compareData(op string, a, b datum) datum {
	c := 0
	switch {
	case a.kind == numberDatum && b.kind == numberDatum:
		c = cmp.Compare(a.num, b.num)
	case a.kind == textDatum && b.kind == textDatum:
		c = strings.Compare(strings.ToLower(a.text), strings.ToLower(b.text))
	default:
		panic(failuref("%q and %q cannot be compared", shortenForMessage(a.String()), shortenForMessage(b.String())))
	}
	return newBoolDatum(op[0] == '<' && c < 0 || op[0] == '>' && c > 0 || len(op) == 2 && c == 0)
}

func evaluateArithmetic(op string, a, b datum) datum {
	switch {
	case a.kind == arrayDatum && b.kind == arrayDatum:
		if len(a.list) != len(b.list) {
			panic(failuref("arrays of %d and %d values", len(a.list), len(b.list)))
		}
		return applyToPairs(op, a.list, b.list)
	case a.kind == arrayDatum && b.kind == numberDatum:
		return applyToPairs(op, a.list, repeatDatum(b, len(a.list)))
	case a.kind == numberDatum && b.kind == arrayDatum:
		return applyToPairs(op, repeatDatum(a, len(b.list)), b.list)
	}
	x, y := a.number(), b.number()
	switch op {
	case "+":
		x += y
	case "-":
		x -= y
	case "*":
		x *= y
	case "/", "%":
		if y == 0 {
			panic(failuref("division by zero"))
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
		panic(failuref("%s %s %s is not a number", formatNumber(a.num), op, formatNumber(y)))
	}
	return newNumberDatum(x)
}

func repeatDatum(d datum, n int) []datum {
	list := make([]datum, n)
	for i := range list {
		list[i] = d
	}
	return list
}

func applyToPairs(op string, a, b []datum) datum {
	list := make([]datum, len(a))
	for i := range a {
		list[i] = evaluateArithmetic(op, a[i], b[i])
	}
	return newArrayDatum(list)
}

// evaluateWithUnit converts a number with a unit: 30d, 5mm, 10(newton/mm).
func (s *evaluator) evaluateWithUnit(n *node) datum {
	d := s.evaluatePlain(n.kids[0])
	f, ok := s.x.units.compoundUnitFactor(n.text)
	if !ok {
		panic(failuref("unknown unit %q", shortenForMessage(n.text)))
	}
	if f == 1 {
		return d
	}
	return mapNumbers(d, func(x float64) float64 { return x * f })
}

// evaluateIndex takes entries of an array, counted from 1.
func (s *evaluator) evaluateIndex(n *node) datum {
	d := s.evaluatePlain(n.kids[0])
	for _, k := range n.kids[1:] {
		if d.kind != arrayDatum {
			d = newArrayDatum([]datum{d})
		}
		if k.op == "all" {
			continue
		}
		from, to, single := s.evaluateIndexRange(k)
		if from < 1 || to > len(d.list) || from > to {
			panic(failuref("an array of %d values has no entry %d", len(d.list), to))
		}
		if single {
			d = d.list[from-1]
		} else {
			d = newArrayDatum(d.list[from-1 : to])
		}
	}
	return d
}

func (s *evaluator) evaluateIndexRange(k *node) (from, to int, single bool) {
	ends := []*node{k, k}
	if k.op == "range" {
		ends = k.kids
	}
	var at [2]int
	for i, e := range ends {
		d := s.evaluatePlain(e)
		if d.kind != numberDatum || math.Abs(d.num) > 1e9 {
			panic(failuref("%q is no index", shortenForMessage(d.String())))
		}
		at[i] = int(d.num)
	}
	return at[0], at[1], k.op != "range"
}
