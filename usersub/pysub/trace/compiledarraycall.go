package trace

import (
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// arrayFunctions are functions of numpy that make arrays, or numbers of them. Not ok: not with these arguments.
var arrayFunctions map[string]func(c *functionCompiler, x []tracedValue) (v tracedValue, ok bool)

func init() {
	arrayFunctions = map[string]func(*functionCompiler, []tracedValue) (tracedValue, bool){
		"array": evalArrayCopy, "copy": evalArrayCopy, "asarray": evalAsArray,
		"zeros": newFillFunction(0), "ones": newFillFunction(1), "eye": evalIdentity, "identity": evalIdentity,
		"zeros_like": func(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
			a, ok := parseOneArray(c, x)
			return c.applyToEntries(a, func(*tracedNumber) *tracedNumber { return newZero(a.whole) }), ok
		},
		"dot": evalMatrixProduct, "matmul": evalMatrixProduct, "inner": evalInnerProduct, "cross": evalCrossProduct, "outer": evalOuterProduct,
		"transpose": func(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
			a, ok := parseOneArray(c, x)
			return c.transposeView(a), ok
		},
		"diag": evalDiagonal, "norm": evalNorm, "concatenate": evalConcatenate, "hstack": evalConcatenate,
		"sum": func(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
			a, ok := parseOneArray(c, x)
			return sumEntries(c, a), ok
		},
		"mean": evalMean,
	}
}

// parseOneArray returns the only argument as an array.
func parseOneArray(c *functionCompiler, x []tracedValue) (a tracedArray, ok bool) {
	if len(x) != 1 {
		return a, false
	}
	return c.toArray(x[0])
}

func evalArrayCopy(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
	a, ok := parseOneArray(c, x)
	if !ok {
		return nil, false
	}
	return c.newArrayOf(c.arrayEntries(a), a.n, a.m, a.whole), true
}

func evalAsArray(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
	return parseOneArray(c, x)
}

// newFillFunction makes zeros and ones.
func newFillFunction(value float64) func(*functionCompiler, []tracedValue) (tracedValue, bool) {
	return func(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
		if len(x) != 1 {
			return nil, false
		}
		items, ok := c.sequenceItems(x[0])
		if !ok {
			items = x
		}
		shape := [2]int{}
		if len(items) < 1 || len(items) > 2 {
			return nil, false
		}
		for k, v := range items {
			n, ok := v.(*tracedNumber)
			if !ok || !n.known || n.kind != isInt || n.k < 1 || n.k > maxItems {
				return nil, false
			}
			shape[k] = int(n.k)
		}
		all := make([]tracedValue, shape[0]*max(shape[1], 1))
		for k := range all {
			all[k] = newKnownFloat(value)
		}
		return c.newArray(all, shape[0], shape[1]), true
	}
}

func evalIdentity(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
	v, ok := newFillFunction(0)(c, x)
	a, is := v.(tracedArray)
	if !ok || !is || a.m != 0 || a.n*a.n > maxItems {
		return nil, false
	}
	all := make([]tracedValue, a.n*a.n)
	for k := range all {
		all[k] = newKnownFloat(0)
		if k%(a.n+1) == 0 {
			all[k] = newKnownFloat(1)
		}
	}
	return c.newArray(all, a.n, a.n), true
}

// parseTwoArrays returns two arguments as arrays.
func parseTwoArrays(c *functionCompiler, x []tracedValue) (a, b tracedArray, ok bool) {
	if len(x) != 2 {
		return a, b, false
	}
	a, ok = c.toArray(x[0])
	b, more := c.toArray(x[1])
	return a, b, ok && more
}

// matrixProduct is the product of two arrays; two vectors give a number.
func (c *functionCompiler) matrixProduct(a, b tracedArray) tracedValue {
	rows, inner, cols := 1, a.n, 1
	if a.m > 0 {
		rows, inner = a.n, a.m
	}
	if b.m > 0 {
		cols = b.m
	}
	if inner != b.n {
		c.abandonEvaluation() // ValueError
	}
	u, v := c.arrayEntries(a), c.arrayEntries(b)
	var all []tracedValue
	for i := range rows {
		for j := range cols {
			sum := newZero(a.whole && b.whole)
			for k := range inner {
				sum = c.addNumbers(sum, c.multiplyNumbers(u[i*inner+k].(*tracedNumber), v[k*cols+j].(*tracedNumber)))
			}
			all = append(all, sum)
		}
	}
	switch {
	case a.m == 0 && b.m == 0:
		return all[0]
	case a.m > 0 && b.m > 0:
		return c.newArray(all, rows, cols)
	}
	return c.newArray(all, len(all), 0)
}

func evalMatrixProduct(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
	a, b, ok := parseTwoArrays(c, x)
	if !ok {
		return nil, false
	}
	return c.matrixProduct(a, b), true
}

// evalInnerProduct sums over the last axes of both.
func evalInnerProduct(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
	a, b, ok := parseTwoArrays(c, x)
	if !ok {
		return nil, false
	}
	if b.m > 0 {
		b = c.transposeView(b)
	}
	return c.matrixProduct(a, b), true
}

func evalCrossProduct(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
	a, b, ok := parseTwoArrays(c, x)
	if !ok || a.n != 3 || b.n != 3 || a.m+b.m > 0 {
		return nil, false
	}
	u, v := c.arrayEntries(a), c.arrayEntries(b)
	var all []tracedValue
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		all = append(all, c.emitArithmetic(ast.Sub, c.multiplyNumbers(u[i].(*tracedNumber), v[j].(*tracedNumber)), c.multiplyNumbers(u[j].(*tracedNumber), v[i].(*tracedNumber))))
	}
	return c.newArray(all, 3, 0), true
}

func evalOuterProduct(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
	a, b, ok := parseTwoArrays(c, x)
	if !ok || a.m+b.m > 0 {
		return nil, false
	}
	return c.applyPairwise(tracedArray{a.at, a.n, 1, a.whole}, b, c.multiplyNumbers), true
}

func evalDiagonal(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
	a, ok := parseOneArray(c, x)
	if !ok || a.m > 0 || a.n*a.n > maxItems {
		return nil, false
	}
	all := make([]tracedValue, a.n*a.n)
	for k := range all {
		if all[k] = newZero(a.whole); k%(a.n+1) == 0 {
			all[k] = c.arrayEntries(a)[k/(a.n+1)]
		}
	}
	return c.newArrayOf(all, a.n, a.n, a.whole), true
}

func evalNorm(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
	a, ok := parseOneArray(c, x)
	if !ok {
		return nil, false
	}
	var all []*tracedNumber
	for _, v := range c.arrayEntries(a) {
		all = append(all, c.convertToFloat(v.(*tracedNumber)))
	}
	return c.emitFunction(func(v ...expr.Value) expr.Value { return c.b.CallExternal(norm{}, v...) },
		func(k ...float64) float64 { return python.Norm(k) }, all), true
}

func evalConcatenate(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
	if len(x) != 1 {
		return nil, false
	}
	list, ok := c.sequenceItems(x[0])
	var all []tracedValue
	for _, v := range list {
		a, is := c.toArray(v)
		if !is || a.m > 0 {
			return nil, false
		}
		all = append(all, c.arrayEntries(a)...)
	}
	if !ok || len(all) == 0 {
		return nil, false
	}
	return c.newArray(all, len(all), 0), true
}

func sumEntries(c *functionCompiler, a tracedArray) *tracedNumber {
	return c.foldEntries(c.arrayEntries(a), newZero(a.whole), c.addNumbers)
}

func evalMean(c *functionCompiler, x []tracedValue) (tracedValue, bool) {
	a, ok := parseOneArray(c, x)
	if !ok {
		return nil, false
	}
	return c.emitArithmetic(ast.Div, c.convertToFloat(sumEntries(c, a)), newKnownFloat(float64(len(c.arrayEntries(a))))), true
}

// evalArrayCall is a call of a function of numpy, or of a function of numbers with an array: entry by entry.
func (s *callScope) evalArrayCall(name string, x []tracedValue) (tracedValue, bool) {
	module, short, _ := strings.Cut(name, ".")
	if module == "numpy" || name == "builtins.__matmul__" {
		if short == "__matmul__" {
			short = "matmul"
		}
		if do := arrayFunctions[short]; do != nil {
			if v, ok := do(s.c, x); ok {
				return v, true
			}
		}
		s.c.refuseToCompile("a call of %s with these arguments", short)
	}
	for k, v := range x {
		a, ok := v.(tracedArray)
		if !ok {
			continue
		}
		if name != "builtins.abs" && module != "math" {
			return nil, false
		}
		if len(x) == 1 {
			return s.c.applyToEntries(a, func(n *tracedNumber) *tracedNumber { return s.callNumberFunction(name, n) }), true
		}
		if len(x) == 2 && k < 2 {
			return s.c.applyPairwise(x[0], x[1], func(n, m *tracedNumber) *tracedNumber { return s.callNumberFunction(name, n, m) }), true
		}
	}
	return nil, false
}

// callNumberFunction is a function of numbers.
func (s *callScope) callNumberFunction(name string, x ...*tracedNumber) *tracedNumber {
	args := make([]tracedValue, len(x))
	for k, n := range x {
		args[k] = n
	}
	if v, ok := s.callMathFunction(name, args); ok {
		if n, ok := v.(*tracedNumber); ok {
			return n
		}
	}
	s.c.refuseToCompile("a function of arrays with these arguments")
	return nil
}

// evalArrayMethod is a method of an array.
func (s *callScope) evalArrayMethod(a tracedArray, name string, x []tracedValue) tracedValue {
	c := s.c
	switch {
	case name == "dot" && len(x) == 1:
		if b, ok := c.toArray(x[0]); ok {
			return c.matrixProduct(a, b)
		}
	case len(x) > 0:
	case name == "copy":
		return c.newArrayOf(c.arrayEntries(a), a.n, a.m, a.whole)
	case name == "flatten" || name == "ravel":
		all := c.newArrayOf(c.arrayEntries(a), len(c.arrayEntries(a)), 0, a.whole)
		return all
	case name == "transpose":
		return c.transposeView(a)
	case name == "sum":
		return sumEntries(c, a)
	case name == "tolist":
		return c.arrayToLists(a)
	}
	c.refuseToCompile("the method %s of an array", name)
	return nil
}

// arrayToLists is an array as lists.
func (c *functionCompiler) arrayToLists(a tracedArray) tracedValue {
	if a.m == 0 {
		return c.newList(append([]tracedValue(nil), c.arrayEntries(a)...))
	}
	var rows []tracedValue
	for i := range a.n {
		rows = append(rows, c.newList(append([]tracedValue(nil), c.arrayEntries(a)[i*a.m:(i+1)*a.m]...)))
	}
	return c.newList(rows)
}

// evalArrayAttribute is an attribute of an array that is no method.
func (s *callScope) evalArrayAttribute(a tracedArray, name string) (tracedValue, bool) {
	switch name {
	case "T":
		return s.c.transposeView(a), true
	case "size":
		return newKnownInt(float64(len(s.c.arrayEntries(a)))), true
	case "shape":
		t := tuple{items: []tracedValue{newKnownInt(float64(a.n))}}
		if a.m > 0 {
			t.items = append(t.items, newKnownInt(float64(a.m)))
		}
		return t, true
	}
	return nil, false
}

// applyFloatDtype checks that the only argument by name says that entries are floats, and makes them floats.
func (s *callScope) applyFloatDtype(name string, x []tracedValue, names []string, named []tracedValue) ([]tracedValue, bool) {
	if len(names) != 1 || names[0] != "dtype" || len(x) != 1 || !strings.HasPrefix(name, "numpy.") {
		return nil, false
	}
	if t, ok := named[0].(entity); !ok || t.o != py.Object(py.FloatType) {
		return nil, false
	}
	if name == "numpy.array" || name == "numpy.asarray" {
		a, ok := s.c.toArray(x[0])
		if !ok {
			return nil, false
		}
		return []tracedValue{s.c.newArrayOf(s.c.arrayEntries(a), a.n, a.m, false)}, true
	}
	return x, name == "numpy.zeros" || name == "numpy.ones"
}

// registerArrayFunctions notes the functions of numpy that are compiled.
func (k *Compiler) registerArrayFunctions(np *py.Module) {
	linalg, _ := np.Globals["linalg"].(*py.Module)
	for name := range arrayFunctions {
		m, ok := np.Globals[name].(*py.Method)
		if name == "norm" && linalg != nil {
			m, ok = linalg.Globals[name].(*py.Method)
		}
		if ok {
			k.known[m] = "numpy." + name
		}
	}
}
