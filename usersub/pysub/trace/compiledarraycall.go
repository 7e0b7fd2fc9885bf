package trace

import (
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// arrayFunctions are functions of numpy that make arrays, or numbers of them. Not ok: not with these arguments.
var arrayFunctions map[string]func(c *comp, x []val) (v val, ok bool)

func init() {
	arrayFunctions = map[string]func(*comp, []val) (val, bool){
		"array": copyOfArray, "copy": copyOfArray, "asarray": sameArray,
		"zeros": filledArray(0), "ones": filledArray(1), "eye": identityArray, "identity": identityArray,
		"zeros_like": func(c *comp, x []val) (val, bool) {
			a, ok := oneArray(c, x)
			return c.mapArray(a, func(*num) *num { return zeroOf(a.whole) }), ok
		},
		"dot": productOfArrays, "matmul": productOfArrays, "inner": innerProductOfArrays, "cross": crossOfArrays, "outer": outerOfArrays,
		"transpose": func(c *comp, x []val) (val, bool) { a, ok := oneArray(c, x); return c.transposed(a), ok },
		"diag":      diagonalOfArray, "norm": normOfArray, "concatenate": joinedArrays, "hstack": joinedArrays,
		"sum":  func(c *comp, x []val) (val, bool) { a, ok := oneArray(c, x); return sumOfArray(c, a), ok },
		"mean": meanOfArray,
	}
}

// oneArray is the only argument as an array.
func oneArray(c *comp, x []val) (a array, ok bool) {
	if len(x) != 1 {
		return a, false
	}
	return c.toArray(x[0])
}

func copyOfArray(c *comp, x []val) (val, bool) {
	a, ok := oneArray(c, x)
	if !ok {
		return nil, false
	}
	return c.newArrayOf(c.entriesOf(a), a.n, a.m, a.whole), true
}

func sameArray(c *comp, x []val) (val, bool) { return oneArray(c, x) }

// filledArray makes zeros and ones.
func filledArray(value float64) func(*comp, []val) (val, bool) {
	return func(c *comp, x []val) (val, bool) {
		if len(x) != 1 {
			return nil, false
		}
		items, ok := c.itemsOf(x[0])
		if !ok {
			items = x
		}
		shape := [2]int{}
		if len(items) < 1 || len(items) > 2 {
			return nil, false
		}
		for k, v := range items {
			n, ok := v.(*num)
			if !ok || !n.known || n.kind != isInt || n.k < 1 || n.k > maxItems {
				return nil, false
			}
			shape[k] = int(n.k)
		}
		all := make([]val, shape[0]*max(shape[1], 1))
		for k := range all {
			all[k] = knownFloat(value)
		}
		return c.newArray(all, shape[0], shape[1]), true
	}
}

func identityArray(c *comp, x []val) (val, bool) {
	v, ok := filledArray(0)(c, x)
	a, is := v.(array)
	if !ok || !is || a.m != 0 || a.n*a.n > maxItems {
		return nil, false
	}
	all := make([]val, a.n*a.n)
	for k := range all {
		all[k] = knownFloat(0)
		if k%(a.n+1) == 0 {
			all[k] = knownFloat(1)
		}
	}
	return c.newArray(all, a.n, a.n), true
}

// twoArrays are two arguments as arrays.
func twoArrays(c *comp, x []val) (a, b array, ok bool) {
	if len(x) != 2 {
		return a, b, false
	}
	a, ok = c.toArray(x[0])
	b, more := c.toArray(x[1])
	return a, b, ok && more
}

// matrixProduct is the product of two arrays; two vectors give a number.
func (c *comp) matrixProduct(a, b array) val {
	rows, inner, cols := 1, a.n, 1
	if a.m > 0 {
		rows, inner = a.n, a.m
	}
	if b.m > 0 {
		cols = b.m
	}
	if inner != b.n {
		c.endEvaluation() // ValueError
	}
	u, v := c.entriesOf(a), c.entriesOf(b)
	var all []val
	for i := range rows {
		for j := range cols {
			sum := zeroOf(a.whole && b.whole)
			for k := range inner {
				sum = c.add(sum, c.mul(u[i*inner+k].(*num), v[k*cols+j].(*num)))
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

func productOfArrays(c *comp, x []val) (val, bool) {
	a, b, ok := twoArrays(c, x)
	if !ok {
		return nil, false
	}
	return c.matrixProduct(a, b), true
}

// innerProductOfArrays sums over the last axes of both.
func innerProductOfArrays(c *comp, x []val) (val, bool) {
	a, b, ok := twoArrays(c, x)
	if !ok {
		return nil, false
	}
	if b.m > 0 {
		b = c.transposed(b)
	}
	return c.matrixProduct(a, b), true
}

func crossOfArrays(c *comp, x []val) (val, bool) {
	a, b, ok := twoArrays(c, x)
	if !ok || a.n != 3 || b.n != 3 || a.m+b.m > 0 {
		return nil, false
	}
	u, v := c.entriesOf(a), c.entriesOf(b)
	var all []val
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		all = append(all, c.emitArithmetic(ast.Sub, c.mul(u[i].(*num), v[j].(*num)), c.mul(u[j].(*num), v[i].(*num))))
	}
	return c.newArray(all, 3, 0), true
}

func outerOfArrays(c *comp, x []val) (val, bool) {
	a, b, ok := twoArrays(c, x)
	if !ok || a.m+b.m > 0 {
		return nil, false
	}
	return c.pairArrays(array{a.at, a.n, 1, a.whole}, b, c.mul), true
}

func diagonalOfArray(c *comp, x []val) (val, bool) {
	a, ok := oneArray(c, x)
	if !ok || a.m > 0 || a.n*a.n > maxItems {
		return nil, false
	}
	all := make([]val, a.n*a.n)
	for k := range all {
		if all[k] = zeroOf(a.whole); k%(a.n+1) == 0 {
			all[k] = c.entriesOf(a)[k/(a.n+1)]
		}
	}
	return c.newArrayOf(all, a.n, a.n, a.whole), true
}

// norm is the root of the sum of the squares r, with the derivatives x/r and (1 - x xᵀ/r²)/r, which are 0 at the origin.
type norm struct{}

// Eval returns the Euclidean norm of x and sets its first and second derivatives, unless d is nil.
func (norm) Eval(x []float64, d, dd []float64) float64 {
	r := python.Norm(x)
	clear(d)
	clear(dd)
	if r == 0 {
		return r
	}
	for i, v := range x {
		if d != nil {
			d[i] = v / r
		}
		for j, w := range x {
			if dd == nil {
				break
			}
			if dd[i*len(x)+j] = -(v / r) * (w / r) / r; i == j {
				dd[i*len(x)+j] += 1 / r
			}
		}
	}
	return r
}

func normOfArray(c *comp, x []val) (val, bool) {
	a, ok := oneArray(c, x)
	if !ok {
		return nil, false
	}
	var all []*num
	for _, v := range c.entriesOf(a) {
		all = append(all, c.toFloat(v.(*num)))
	}
	return c.emitFunction(func(v ...expr.Value) expr.Value { return c.b.CallExternal(norm{}, v...) },
		func(k ...float64) float64 { return python.Norm(k) }, all), true
}

func joinedArrays(c *comp, x []val) (val, bool) {
	if len(x) != 1 {
		return nil, false
	}
	list, ok := c.itemsOf(x[0])
	var all []val
	for _, v := range list {
		a, is := c.toArray(v)
		if !is || a.m > 0 {
			return nil, false
		}
		all = append(all, c.entriesOf(a)...)
	}
	if !ok || len(all) == 0 {
		return nil, false
	}
	return c.newArray(all, len(all), 0), true
}

func sumOfArray(c *comp, a array) *num { return c.foldArray(c.entriesOf(a), zeroOf(a.whole), c.add) }

func meanOfArray(c *comp, x []val) (val, bool) {
	a, ok := oneArray(c, x)
	if !ok {
		return nil, false
	}
	return c.emitArithmetic(ast.Div, c.toFloat(sumOfArray(c, a)), knownFloat(float64(len(c.entriesOf(a))))), true
}

// evalArrayCall is a call of a function of numpy, or of a function of numbers with an array: entry by entry.
func (s *scope) evalArrayCall(name string, x []val) (val, bool) {
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
		s.c.refuseCompile("a call of %s with these arguments", short)
	}
	for k, v := range x {
		a, ok := v.(array)
		if !ok {
			continue
		}
		if name != "builtins.abs" && module != "math" {
			return nil, false
		}
		if len(x) == 1 {
			return s.c.mapArray(a, func(n *num) *num { return s.numberOf(name, n) }), true
		}
		if len(x) == 2 && k < 2 {
			return s.c.pairArrays(x[0], x[1], func(n, m *num) *num { return s.numberOf(name, n, m) }), true
		}
	}
	return nil, false
}

// numberOf is a function of numbers.
func (s *scope) numberOf(name string, x ...*num) *num {
	args := make([]val, len(x))
	for k, n := range x {
		args[k] = n
	}
	if v, ok := s.mathCall(name, args); ok {
		if n, ok := v.(*num); ok {
			return n
		}
	}
	s.c.refuseCompile("a function of arrays with these arguments")
	return nil
}

// evalArrayMethod is a method of an array.
func (s *scope) evalArrayMethod(a array, name string, x []val) val {
	c := s.c
	switch {
	case name == "dot" && len(x) == 1:
		if b, ok := c.toArray(x[0]); ok {
			return c.matrixProduct(a, b)
		}
	case len(x) > 0:
	case name == "copy":
		return c.newArrayOf(c.entriesOf(a), a.n, a.m, a.whole)
	case name == "flatten" || name == "ravel":
		all := c.newArrayOf(c.entriesOf(a), len(c.entriesOf(a)), 0, a.whole)
		return all
	case name == "transpose":
		return c.transposed(a)
	case name == "sum":
		return sumOfArray(c, a)
	case name == "tolist":
		return c.listsOf(a)
	}
	c.refuseCompile("the method %s of an array", name)
	return nil
}

// listsOf is an array as lists.
func (c *comp) listsOf(a array) val {
	if a.m == 0 {
		return c.newList(append([]val(nil), c.entriesOf(a)...))
	}
	var rows []val
	for i := range a.n {
		rows = append(rows, c.newList(append([]val(nil), c.entriesOf(a)[i*a.m:(i+1)*a.m]...)))
	}
	return c.newList(rows)
}

// evalArrayAttribute is an attribute of an array that is no method.
func (s *scope) evalArrayAttribute(a array, name string) (val, bool) {
	switch name {
	case "T":
		return s.c.transposed(a), true
	case "size":
		return knownInt(float64(len(s.c.entriesOf(a)))), true
	case "shape":
		t := tuple{items: []val{knownInt(float64(a.n))}}
		if a.m > 0 {
			t.items = append(t.items, knownInt(float64(a.m)))
		}
		return t, true
	}
	return nil, false
}

// asFloats checks that the only argument by name says that entries are floats, and makes them floats.
func (s *scope) asFloats(name string, x []val, names []string, named []val) ([]val, bool) {
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
		return []val{s.c.newArrayOf(s.c.entriesOf(a), a.n, a.m, false)}, true
	}
	return x, name == "numpy.zeros" || name == "numpy.ones"
}

// addArrayFunctions notes the functions of numpy that are compiled.
func (k *Compiler) addArrayFunctions(np *py.Module) {
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
