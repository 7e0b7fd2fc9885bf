package cmdfile

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// function computes a function of expressions. Its arguments are settled unless raw is set.
type function struct {
	least, most int
	call        func(s *evaluator, a []datum) datum
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
	functionOnce.Do(initFunctionTable)
	_, isPlaced = placed[name]
	f, ok = functions[name]
	return f, isPlaced, ok
}

func initFunctionTable() {
	placed = frameFunctionTable()
	functions = map[string]function{
		"EVAL": {1, 1, func(s *evaluator, a []datum) datum { return a[0] }},
		"RTOI": {1, 1, func(s *evaluator, a []datum) datum { return mapNumbers(a[0], math.Trunc) }},
		"STOI": {1, 1, func(s *evaluator, a []datum) datum { return applyToNumberOrNumericText(a[0], math.Trunc) }},
		"STOR": {1, 1, func(s *evaluator, a []datum) datum {
			return applyToNumberOrNumericText(a[0], func(x float64) float64 { return x })
		}},
		"ITOS": {1, 1, func(s *evaluator, a []datum) datum { return newTextDatum(a[0].String()) }},
		"RTOS": {1, 1, func(s *evaluator, a []datum) datum { return newTextDatum(a[0].String()) }},
		"STOO": {1, 1, callObject}, "STR_CASE": {2, 2, callCase},
		"ATAN2": {2, 2, func(s *evaluator, a []datum) datum {
			return callWithTwoNumbers(a, func(y, x float64) float64 { return s.x.units.fromRadians(math.Atan2(y, x)) })
		}},
		"MOD": {2, 2, func(s *evaluator, a []datum) datum { return callWithTwoNumbers(a, math.Mod) }},
		"DIM": {2, 2, func(s *evaluator, a []datum) datum {
			return callWithTwoNumbers(a, func(x, y float64) float64 { return max(x-y, 0) })
		}},
		"SIGN": {2, 2, func(s *evaluator, a []datum) datum {
			return callWithTwoNumbers(a, func(x, y float64) float64 {
				if y < 0 {
					return -math.Abs(x)
				}
				return math.Abs(x)
			})
		}},
		"MAX": {1, 2, func(s *evaluator, a []datum) datum { return largestEntry(a, 1) }}, "MIN": {1, 2, func(s *evaluator, a []datum) datum { return largestEntry(a, -1) }},
		"SUM": {1, 1, callSum}, "MEAN": {1, 1, func(s *evaluator, a []datum) datum {
			return newNumberDatum(callSum(s, a).num / float64(max(1, len(a[0].flattenEntries()))))
		}},
		"ROWS": {1, 1, func(s *evaluator, a []datum) datum {
			if a[0].kind != arrayDatum {
				return newNumberDatum(1)
			}
			return newNumberDatum(float64(len(a[0].list)))
		}},
		"COLS": {1, 1, func(s *evaluator, a []datum) datum {
			if a[0].kind == arrayDatum && len(a[0].list) > 0 && a[0].list[0].kind == arrayDatum {
				return newNumberDatum(float64(len(a[0].list[0].list)))
			}
			return newNumberDatum(1)
		}},
		"APPEND": {2, 2, func(s *evaluator, a []datum) datum {
			return newArrayDatum(append(slices.Clone(flatEntries(a[0])), flatEntries(a[1])...))
		}},
		"SERIES": {3, 3, callSeries}, "SERIES2": {3, 3, callSeries2},
		"MAG": {1, 1, callNorm}, "NORM": {1, 1, callNorm}, "NORM2": {1, 1, callNorm},
		"CROSS": {2, 2, func(s *evaluator, a []datum) datum {
			return callWithTwoVectors(a, func(u, v vec) datum { return newVectorDatum(u.cross(v)) })
		}},
		"DOT": {2, 2, func(s *evaluator, a []datum) datum {
			return callWithTwoVectors(a, func(u, v vec) datum { return newNumberDatum(u.dot(v)) })
		}},
		"ON_OFF": {1, 1, func(s *evaluator, a []datum) datum {
			return newTextDatum(map[bool]string{true: "on", false: "off"}[s.isTrue(a[0])])
		}},
		"GETENV": {1, 1, func(s *evaluator, a []datum) datum { return newTextDatum("") }},
		"STR_LENGTH": {1, 1, func(s *evaluator, a []datum) datum {
			return newNumberDatum(float64(len([]rune(a[0].String()))))
		}},
		"STR_IS_SPACE": {1, 1, func(s *evaluator, a []datum) datum {
			return newBoolDatum(strings.TrimSpace(a[0].String()) == "")
		}},
		"STR_FIND": {2, 2, func(s *evaluator, a []datum) datum {
			return newNumberDatum(float64(strings.Index(a[0].String(), a[1].String()) + 1))
		}},
		"STR_SUBSTR": {3, 3, callSubstring}, "STR_SPLIT": {2, 2, callSplit},
		"STR_COMPARE": {2, 2, func(s *evaluator, a []datum) datum {
			return newNumberDatum(float64(strings.Compare(a[0].String(), a[1].String())))
		}},
		"STR_MATCH": {2, 2, callMatch},
		"STR_REPLACE_ALL": {3, 3, func(s *evaluator, a []datum) datum {
			return newTextDatum(strings.ReplaceAll(a[0].String(), a[1].String(), a[2].String()))
		}},
		"STR_REMOVE_WHITESPACE": {1, 1, func(s *evaluator, a []datum) datum {
			return newTextDatum(strings.Join(strings.Fields(a[0].String()), ""))
		}},
		"STR_PRINT": {1, 1, func(s *evaluator, a []datum) datum { return newNumberDatum(1) }}, "STR_IS_REAL": {1, 1, callIsReal},
		"STEP": {5, 5, callStep},
		"UNITS_CONVERSION_FACTOR": {1, 1, func(s *evaluator, a []datum) datum {
			f, ok := s.x.units.compoundUnitFactor(a[0].String())
			if !ok {
				panic(failuref("unknown unit %q", shortenForMessage(a[0].String())))
			}
			return newNumberDatum(1 / f)
		}},
	}
	for name, f := range numeric {
		functions[name] = function{1, 1, func(s *evaluator, a []datum) datum { return callFiniteFunction(name, a[0], f) }}
	}
	for name, f := range circular {
		functions[name] = function{1, 1, func(s *evaluator, a []datum) datum {
			return callFiniteFunction(name, a[0], func(x float64) float64 { return f(s.x.units.toRadians(x)) })
		}}
	}
	for name, f := range arcs {
		functions[name] = function{1, 1, func(s *evaluator, a []datum) datum {
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
func (s *evaluator) call(n *node) datum {
	if n.text == "IF" {
		return s.callIf(n)
	}
	f, isPlaced, ok := functionNamed(n.text)
	if !ok {
		panic(failuref("the function %s is not available", n.text))
	}
	if len(n.kids) < f.least || len(n.kids) > f.most {
		panic(failuref("%s takes %s, not %d", n.text, argumentCountText(f.least, f.most), len(n.kids)))
	}
	args := make([]datum, len(n.kids))
	for i, k := range n.kids {
		d := s.evaluate(k)
		if !keepsObjects[n.text] || i > 0 {
			d = s.contentOfVariable(d)
		}
		if !isPlaced && n.text != "EVAL" {
			d = s.resolveToFrame(d)
		}
		args[i] = d
	}
	return f.call(s, args)
}

func argumentCountText(least, most int) string {
	switch {
	case most == 1 && least == 1:
		return "1 argument"
	case least == most:
		return strconv.Itoa(least) + " arguments"
	}
	return strconv.Itoa(least) + " to " + strconv.Itoa(most) + " arguments"
}

// callIf is IF(x: negative, zero, positive).
func (s *evaluator) callIf(n *node) datum {
	if len(n.kids) != 4 {
		panic(failuref("IF takes a number and three values: IF(x: negative, zero, positive)"))
	}
	return s.evaluatePlain(n.kids[2+cmp.Compare(s.evaluatePlain(n.kids[0]).number(), 0)])
}

func callFiniteFunction(name string, d datum, f func(float64) float64) datum {
	bad := math.NaN()
	r := mapNumbers(d, func(x float64) float64 {
		y := f(x)
		if math.IsNaN(y) || math.IsInf(y, 0) {
			bad = x
		}
		return y
	})
	if !math.IsNaN(bad) {
		panic(failuref("%s of %s is not a number", name, formatNumber(bad)))
	}
	return r
}

func applyToNumberOrNumericText(d datum, f func(float64) float64) datum {
	if d.kind == numberDatum {
		return newNumberDatum(f(d.num))
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(d.String()), 64)
	if err != nil {
		panic(failuref("%q is not a number", shortenForMessage(d.String())))
	}
	return newNumberDatum(f(x))
}

func callWithTwoNumbers(a []datum, f func(x, y float64) float64) datum {
	r := f(a[0].number(), a[1].number())
	if math.IsNaN(r) || math.IsInf(r, 0) {
		panic(failuref("the value for %s and %s is not a number", a[0].String(), a[1].String()))
	}
	return newNumberDatum(r)
}

func callWithTwoVectors(a []datum, f func(u, v vec) datum) datum {
	u, ok1 := a[0].toVector()
	v, ok2 := a[1].toVector()
	if !ok1 || !ok2 {
		panic(failuref("a vector has three numbers"))
	}
	return f(u, v)
}

func largestEntry(a []datum, sign float64) datum {
	best, some := 0.0, false
	for _, d := range a {
		for _, e := range d.flattenEntries() {
			if x := e.number(); !some || sign*x > sign*best {
				best, some = x, true
			}
		}
	}
	if !some {
		panic(failuref("an array without values has no extreme"))
	}
	return newNumberDatum(best)
}

func flatEntries(d datum) []datum {
	if d.kind == arrayDatum {
		return d.list
	}
	return []datum{d}
}

func callSum(_ *evaluator, a []datum) datum {
	x := 0.0
	for _, e := range a[0].flattenEntries() {
		x += e.number()
	}
	return newNumberDatum(x)
}

func callNorm(s *evaluator, a []datum) datum {
	x := 0.0
	for _, e := range a[0].flattenEntries() {
		x += e.number() * e.num
	}
	return newNumberDatum(math.Sqrt(x))
}

// longest bounds the arrays that functions make.
const longest = 1 << 20

func callSeries(_ *evaluator, a []datum) datum {
	return numberSeries(a, func(start, step float64, n int) float64 { return step })
}

func callSeries2(_ *evaluator, a []datum) datum {
	return numberSeries(a, func(start, end float64, n int) float64 { return (end - start) / float64(max(n-1, 1)) })
}

func numberSeries(a []datum, step func(start, x float64, n int) float64) datum {
	from, x := a[0].number(), a[1].number()
	if !(a[2].number() >= 0 && a[2].num <= longest) {
		panic(failuref("an array cannot have %s values", formatNumber(a[2].num)))
	}
	n := int(a[2].num)
	h := step(from, x, n)
	list := make([]datum, n)
	for i := range list {
		list[i] = newNumberDatum(from + float64(i)*h)
	}
	return newArrayDatum(list)
}

func callCase(_ *evaluator, a []datum) datum {
	t := a[1].String()
	switch a[0].num {
	case 1:
		return newTextDatum(strings.ToUpper(t))
	case 2:
		return newTextDatum(strings.ToLower(t))
	}
	panic(failuref("STR_CASE: the case is 1 (upper) or 2 (lower)"))
}

func callIsReal(_ *evaluator, a []datum) datum {
	_, err := strconv.ParseFloat(strings.TrimSpace(a[0].String()), 64)
	return newBoolDatum(err == nil)
}

// callStep is the cubic step from h0 at x0 to h1 at x1.
func callStep(_ *evaluator, a []datum) datum {
	var v [5]float64
	for i, d := range a {
		v[i] = d.number()
	}
	x, x0, h0, x1, h1 := v[0], v[1], v[2], v[3], v[4]
	switch {
	case x <= x0:
		return newNumberDatum(h0)
	case x >= x1:
		return newNumberDatum(h1)
	}
	u := (x - x0) / (x1 - x0)
	return newNumberDatum(h0 + (h1-h0)*u*u*(3-2*u))
}
