package cmdfile

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// function computes a function of expressions. Its arguments are settled unless raw is set.
type function struct {
	least, most int
	call        func(s *evaluator, a []datum) (datum, error)
}

// numeric are functions of numbers.
var numeric = map[string]func(x float64) float64{
	"ABS": math.Abs, "SQRT": math.Sqrt, "EXP": math.Exp, "LOG": math.Log, "LOG10": math.Log10, "SINH": math.Sinh, "COSH": math.Cosh, "TANH": math.Tanh,
	"INT": math.Trunc, "AINT": math.Trunc, "NINT": math.Round, "ANINT": math.Round, "CEIL": math.Ceil, "FLOOR": math.Floor,
}

// circular are functions of angles, and arcs those that return them.
var (
	circular = map[string]func(x float64) float64{"SIN": math.Sin, "COS": math.Cos, "TAN": math.Tan}
	arcs     = map[string]func(x float64) float64{"ASIN": math.Asin, "ACOS": math.Acos, "ATAN": math.Atan}
)

// functions are all functions, placed those of positions and orientations.
var (
	functions, placed map[string]function
	functionOnce      sync.Once
)

// functionNamed finds a function; isPlaced is for those whose arguments and values are positions.
func functionNamed(name string) (f function, isPlaced, ok bool) {
	functionOnce.Do(makeFunctions)
	_, isPlaced = placed[name]
	f, ok = functions[name]
	return f, isPlaced, ok
}

func makeFunctions() {
	placed = frameFunctionTable()
	functions = map[string]function{
		"EVAL": {1, 1, func(s *evaluator, a []datum) (datum, error) { return a[0], nil }},
		"RTOI": {1, 1, func(s *evaluator, a []datum) (datum, error) { return mapNumbers(a[0], math.Trunc) }},
		"STOI": {1, 1, func(s *evaluator, a []datum) (datum, error) { return convertText(a[0], math.Trunc) }},
		"STOR": {1, 1, func(s *evaluator, a []datum) (datum, error) {
			return convertText(a[0], func(x float64) float64 { return x })
		}},
		"ITOS": {1, 1, func(s *evaluator, a []datum) (datum, error) { return newTextDatum(a[0].String()), nil }},
		"RTOS": {1, 1, func(s *evaluator, a []datum) (datum, error) { return newTextDatum(a[0].String()), nil }},
		"STOO": {1, 1, callObject}, "STR_CASE": {2, 2, callCase},
		"ATAN2": {2, 2, func(s *evaluator, a []datum) (datum, error) {
			return callWithTwoNumbers(a, func(y, x float64) float64 { return s.x.units.fromRadians(math.Atan2(y, x)) })
		}},
		"MOD": {2, 2, func(s *evaluator, a []datum) (datum, error) { return callWithTwoNumbers(a, math.Mod) }},
		"DIM": {2, 2, func(s *evaluator, a []datum) (datum, error) {
			return callWithTwoNumbers(a, func(x, y float64) float64 { return max(x-y, 0) })
		}},
		"SIGN": {2, 2, func(s *evaluator, a []datum) (datum, error) {
			return callWithTwoNumbers(a, func(x, y float64) float64 {
				if y < 0 {
					return -math.Abs(x)
				}
				return math.Abs(x)
			})
		}},
		"MAX": {1, 2, func(s *evaluator, a []datum) (datum, error) { return largestEntry(a, 1) }}, "MIN": {1, 2, func(s *evaluator, a []datum) (datum, error) { return largestEntry(a, -1) }},
		"SUM": {1, 1, callSum}, "MEAN": {1, 1, func(s *evaluator, a []datum) (datum, error) {
			d, err := callSum(s, a)
			return newNumberDatum(d.num / float64(max(1, len(a[0].flattenEntries())))), err
		}},
		"ROWS": {1, 1, func(s *evaluator, a []datum) (datum, error) {
			if a[0].kind != arrayDatum {
				return newNumberDatum(1), nil
			}
			return newNumberDatum(float64(len(a[0].list))), nil
		}},
		"COLS": {1, 1, func(s *evaluator, a []datum) (datum, error) {
			if a[0].kind == arrayDatum && len(a[0].list) > 0 && a[0].list[0].kind == arrayDatum {
				return newNumberDatum(float64(len(a[0].list[0].list))), nil
			}
			return newNumberDatum(1), nil
		}},
		"APPEND": {2, 2, func(s *evaluator, a []datum) (datum, error) {
			return newArrayDatum(append(slices.Clone(flatEntries(a[0])), flatEntries(a[1])...)), nil
		}},
		"SERIES": {3, 3, callSeries}, "SERIES2": {3, 3, callSeries2},
		"MAG": {1, 1, callNorm}, "NORM": {1, 1, callNorm}, "NORM2": {1, 1, callNorm},
		"CROSS": {2, 2, func(s *evaluator, a []datum) (datum, error) {
			return callWithTwoVectors(a, func(u, v vec) datum { return newVectorDatum(u.cross(v)) })
		}},
		"DOT": {2, 2, func(s *evaluator, a []datum) (datum, error) {
			return callWithTwoVectors(a, func(u, v vec) datum { return newNumberDatum(u.dot(v)) })
		}},
		"ON_OFF": {1, 1, func(s *evaluator, a []datum) (datum, error) {
			b, err := s.isTrue(a[0])
			return newTextDatum(map[bool]string{true: "on", false: "off"}[b]), err
		}},
		"GETENV": {1, 1, func(s *evaluator, a []datum) (datum, error) { return newTextDatum(""), nil }},
		"STR_LENGTH": {1, 1, func(s *evaluator, a []datum) (datum, error) {
			return newNumberDatum(float64(len([]rune(a[0].String())))), nil
		}},
		"STR_IS_SPACE": {1, 1, func(s *evaluator, a []datum) (datum, error) {
			return newBoolDatum(strings.TrimSpace(a[0].String()) == ""), nil
		}},
		"STR_FIND": {2, 2, func(s *evaluator, a []datum) (datum, error) {
			return newNumberDatum(float64(strings.Index(a[0].String(), a[1].String()) + 1)), nil
		}},
		"STR_SUBSTR": {3, 3, callSubstring}, "STR_SPLIT": {2, 2, callSplit},
		"STR_COMPARE": {2, 2, func(s *evaluator, a []datum) (datum, error) {
			return newNumberDatum(float64(strings.Compare(a[0].String(), a[1].String()))), nil
		}},
		"STR_MATCH": {2, 2, callMatch},
		"STR_REPLACE_ALL": {3, 3, func(s *evaluator, a []datum) (datum, error) {
			return newTextDatum(strings.ReplaceAll(a[0].String(), a[1].String(), a[2].String())), nil
		}},
		"STR_REMOVE_WHITESPACE": {1, 1, func(s *evaluator, a []datum) (datum, error) {
			return newTextDatum(strings.Join(strings.Fields(a[0].String()), "")), nil
		}},
		"STR_PRINT": {1, 1, func(s *evaluator, a []datum) (datum, error) { return newNumberDatum(1), nil }}, "STR_IS_REAL": {1, 1, callIsReal},
		"STEP": {5, 5, callStep},
		"UNITS_CONVERSION_FACTOR": {1, 1, func(s *evaluator, a []datum) (datum, error) {
			f, ok := s.x.units.compoundUnitFactor(a[0].String())
			if !ok {
				return datum{}, fmt.Errorf("unknown unit %q", shortenForMessage(a[0].String()))
			}
			return newNumberDatum(1 / f), nil
		}},
	}
	for name, f := range numeric {
		functions[name] = function{1, 1, func(s *evaluator, a []datum) (datum, error) { return callFiniteFunction(name, a[0], f) }}
	}
	for name, f := range circular {
		functions[name] = function{1, 1, func(s *evaluator, a []datum) (datum, error) {
			return callFiniteFunction(name, a[0], func(x float64) float64 { return f(s.x.units.toRadians(x)) })
		}}
	}
	for name, f := range arcs {
		functions[name] = function{1, 1, func(s *evaluator, a []datum) (datum, error) {
			return callFiniteFunction(name, a[0], func(x float64) float64 { return s.x.units.fromRadians(f(x)) })
		}}
	}
	for name, f := range databaseFunctionTable() {
		functions[name] = f
	}
	for name, f := range placed {
		functions[name] = f
	}
}

// keepsObjects lists the functions whose arguments are objects even if these are variables.
var keepsObjects = map[string]bool{"DB_EXISTS": true, "DB_CHILDREN": true, "DB_DESCENDANTS": true, "DB_ANCESTOR": true, "DB_TYPE": true, "DB_OBJ_EXISTS": true, "DB_SHORT_NAME": true}

// call computes the call of a function.
func (s *evaluator) call(n *node) (datum, error) {
	if n.text == "IF" {
		return s.callIf(n)
	}
	f, isPlaced, ok := functionNamed(n.text)
	if !ok {
		return datum{}, fmt.Errorf("the function %s is not available", n.text)
	}
	if len(n.kids) < f.least || len(n.kids) > f.most {
		return datum{}, fmt.Errorf("%s takes %s, not %d", n.text, countText(f.least, f.most), len(n.kids))
	}
	args := make([]datum, len(n.kids))
	for i, k := range n.kids {
		d, err := s.evaluate(k)
		if err != nil {
			return d, err
		}
		if !keepsObjects[n.text] || i > 0 {
			if d, err = s.contentOfVariable(d); err != nil {
				return d, err
			}
		}
		if !isPlaced && n.text != "EVAL" {
			if d, err = s.resolveToFrame(d); err != nil {
				return d, err
			}
		}
		args[i] = d
	}
	return f.call(s, args)
}

func countText(least, most int) string {
	switch {
	case most == 1 && least == 1:
		return "1 argument"
	case least == most:
		return strconv.Itoa(least) + " arguments"
	}
	return strconv.Itoa(least) + " to " + strconv.Itoa(most) + " arguments"
}

// callIf is IF(x: negative, zero, positive).
func (s *evaluator) callIf(n *node) (datum, error) {
	if len(n.kids) != 4 {
		return datum{}, fmt.Errorf("IF takes a number and three values: IF(x: negative, zero, positive)")
	}
	d, err := s.evaluatePlain(n.kids[0])
	if err != nil {
		return d, err
	}
	if d.kind != numberDatum {
		return d, fmt.Errorf("%q is not a number", shortenForMessage(d.String()))
	}
	k := 2
	if d.num < 0 {
		k = 1
	} else if d.num > 0 {
		k = 3
	}
	return s.evaluatePlain(n.kids[k])
}

func callFiniteFunction(name string, d datum, f func(float64) float64) (datum, error) {
	bad := math.NaN()
	r, err := mapNumbers(d, func(x float64) float64 {
		y := f(x)
		if math.IsNaN(y) || math.IsInf(y, 0) {
			bad = x
		}
		return y
	})
	if err == nil && !math.IsNaN(bad) {
		return r, fmt.Errorf("%s of %s is not a number", name, formatNumber(bad))
	}
	return r, err
}

func convertText(d datum, f func(float64) float64) (datum, error) {
	if d.kind == numberDatum {
		return newNumberDatum(f(d.num)), nil
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(d.String()), 64)
	if err != nil {
		return d, fmt.Errorf("%q is not a number", shortenForMessage(d.String()))
	}
	return newNumberDatum(f(x)), nil
}

func callWithTwoNumbers(a []datum, f func(x, y float64) float64) (datum, error) {
	for _, d := range a {
		if d.kind != numberDatum {
			return d, fmt.Errorf("%q is not a number", shortenForMessage(d.String()))
		}
	}
	r := f(a[0].num, a[1].num)
	if math.IsNaN(r) || math.IsInf(r, 0) {
		return newNumberDatum(0), fmt.Errorf("the value for %s and %s is not a number", a[0].String(), a[1].String())
	}
	return newNumberDatum(r), nil
}

func callWithTwoVectors(a []datum, f func(u, v vec) datum) (datum, error) {
	u, ok1 := a[0].toVector()
	v, ok2 := a[1].toVector()
	if !ok1 || !ok2 {
		return datum{}, fmt.Errorf("a vector has three numbers")
	}
	return f(u, v), nil
}

func largestEntry(a []datum, sign float64) (datum, error) {
	best, some := 0.0, false
	for _, d := range a {
		for _, e := range d.flattenEntries() {
			if e.kind != numberDatum {
				return e, fmt.Errorf("%q is not a number", shortenForMessage(e.String()))
			}
			if !some || sign*e.num > sign*best {
				best, some = e.num, true
			}
		}
	}
	if !some {
		return datum{}, fmt.Errorf("an array without values has no extreme")
	}
	return newNumberDatum(best), nil
}

func flatEntries(d datum) []datum {
	if d.kind == arrayDatum {
		return d.list
	}
	return []datum{d}
}

func callSum(_ *evaluator, a []datum) (datum, error) {
	x := 0.0
	for _, e := range a[0].flattenEntries() {
		if e.kind != numberDatum {
			return e, fmt.Errorf("%q is not a number", shortenForMessage(e.String()))
		}
		x += e.num
	}
	return newNumberDatum(x), nil
}

func callNorm(s *evaluator, a []datum) (datum, error) {
	list := a[0].flattenEntries()
	x := 0.0
	for _, e := range list {
		if e.kind != numberDatum {
			return e, fmt.Errorf("%q is not a number", shortenForMessage(e.String()))
		}
		x += e.num * e.num
	}
	return newNumberDatum(math.Sqrt(x)), nil
}

// longest bounds the arrays that functions make.
const longest = 1 << 20

func callSeries(_ *evaluator, a []datum) (datum, error) {
	return numberSeries(a, func(start, step float64, n int) float64 { return step })
}

func callSeries2(_ *evaluator, a []datum) (datum, error) {
	return numberSeries(a, func(start, end float64, n int) float64 { return (end - start) / float64(max(n-1, 1)) })
}

func numberSeries(a []datum, step func(start, x float64, n int) float64) (datum, error) {
	for _, d := range a {
		if d.kind != numberDatum {
			return d, fmt.Errorf("%q is not a number", shortenForMessage(d.String()))
		}
	}
	if !(a[2].num >= 0 && a[2].num <= longest) {
		return datum{}, fmt.Errorf("an array cannot have %s values", formatNumber(a[2].num))
	}
	n := int(a[2].num)
	h := step(a[0].num, a[1].num, n)
	list := make([]datum, n)
	for i := range list {
		list[i] = newNumberDatum(a[0].num + float64(i)*h)
	}
	return newArrayDatum(list), nil
}

func callCase(_ *evaluator, a []datum) (datum, error) {
	t := a[1].String()
	switch a[0].num {
	case 1:
		return newTextDatum(strings.ToUpper(t)), nil
	case 2:
		return newTextDatum(strings.ToLower(t)), nil
	}
	return datum{}, fmt.Errorf("STR_CASE: the case is 1 (upper) or 2 (lower)")
}

func callIsReal(_ *evaluator, a []datum) (datum, error) {
	_, err := strconv.ParseFloat(strings.TrimSpace(a[0].String()), 64)
	return newBoolDatum(err == nil), nil
}

// callStep is the cubic step from h0 at x0 to h1 at x1.
func callStep(_ *evaluator, a []datum) (datum, error) {
	var v [5]float64
	for i, d := range a {
		if d.kind != numberDatum {
			return d, fmt.Errorf("%q is not a number", shortenForMessage(d.String()))
		}
		v[i] = d.num
	}
	x, x0, h0, x1, h1 := v[0], v[1], v[2], v[3], v[4]
	switch {
	case x <= x0:
		return newNumberDatum(h0), nil
	case x >= x1:
		return newNumberDatum(h1), nil
	}
	u := (x - x0) / (x1 - x0)
	return newNumberDatum(h0 + (h1-h0)*u*u*(3-2*u)), nil
}
