package trace

import (
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/usersub"
)

// evalUtility is a call of py_step and its kin, [value, err] = py_step(x, …, order), or
// of STEP and its kin, which give a number.
func (s *callScope) evalUtility(name string, args []tracedValue) (tracedValue, bool) {
	name = strings.TrimPrefix(name, "builtins.")
	upper := strings.ToUpper(strings.TrimPrefix(name, "py_"))
	python := name != upper
	if python && name != "py_"+strings.ToLower(upper) {
		return nil, false
	}
	if splines[upper] {
		return s.evalSpline(upper, python, args)
	}
	args, order, ok := s.parseCoefficients(upper, python, args)
	if !ok {
		return nil, false
	}
	x := make([]*tracedNumber, len(args))
	for i, a := range args {
		if x[i], ok = a.(*tracedNumber); !ok {
			return nil, false
		}
	}
	if _, ok := usersub.EvaluateUtility(upper, make([]float64, len(x)), order); !ok {
		return nil, false
	}
	f := &tabledFunction{name: upper, order: order}
	for i, n := range x {
		if i > 0 && !n.known && order > 0 {
			return nil, false // mixed derivatives
		}
	}
	return s.utilityResult(s.c.emitExternalFunction(f, x), upper, python), true
}

// utilityResult is what a call gives: the number, or in Python's form a list with the error
// flag. The value of IMPACT, BISTOP and splines counts as a list of one, too.
func (s *callScope) utilityResult(n *tracedNumber, name string, withErrorFlag bool) tracedValue {
	if !withErrorFlag {
		return n
	}
	if name == "IMPACT" || name == "BISTOP" || splines[name] {
		one := *n
		one.single = true
		n = &one
	}
	return s.c.newList([]tracedValue{n, newKnownInt(0)})
}

// parseCoefficients returns the numbers of a call with coefficients behind the others, and
// the order, which has to be known.
func (s *callScope) parseCoefficients(name string, python bool, args []tracedValue) ([]tracedValue, int, bool) {
	least := 0
	if usersub.TakesCoefficients(name) {
		least = 2
		all, rest, ok := s.expandCoefficientList(name, args)
		switch {
		case !ok:
			return nil, 0, false
		case rest == 0 && !python:
			return all, 0, true
		}
		args = all
	}
	if !python {
		return args, 0, len(args) > least
	}
	if len(args) == 0 {
		return nil, 0, false
	}
	n, ok := args[len(args)-1].(*tracedNumber)
	if !ok || !n.known {
		return nil, 0, false
	}
	return args[:len(args)-1], int(n.k), true
}

// expandCoefficientList puts the items of a list of coefficients among the arguments in its position, and
// returns how many arguments were behind it, without the number of coefficients: -1 if there is
// no list. It is false if that number is not the length of the list.
func (s *callScope) expandCoefficientList(name string, args []tracedValue) (all []tracedValue, rest int, ok bool) {
	for i, a := range args {
		items, list := s.c.sequenceItems(a)
		if _, one := a.(*tracedNumber); !list || one {
			continue
		}
		behind := args[i+1:]
		if len(behind) == 2 { // the number of coefficients
			if n, ok := behind[0].(*tracedNumber); !ok || !n.known || int(n.k) != len(items) {
				return nil, 0, false
			}
			behind = behind[1:]
		}
		head := args[:i:i]
		if strings.HasPrefix(name, "FOR") && i == 2 {
			head = append(head, newKnownFloat(1))
		}
		return append(append(head, items...), behind...), len(behind), true
	}
	return args, -1, true
}

// tabledFunction is a function of usersub.EvaluateUtility.
type tabledFunction struct {
	name  string
	order int
}

// Eval interpolates at x and sets the derivatives, unless d is nil.
func (t *tabledFunction) Eval(x []float64, d, dd []float64) float64 {
	v, _ := usersub.EvaluateUtility(t.name, x, t.order)
	t.evalSecondPartials(x, dd)
	switch {
	case d == nil:
	case t.order == 0:
		expr.ComputeFunctionPartials(t.name, x, d)
	default: // the others are constants
		clear(d)
		slope, ok := usersub.EvaluateUtility(t.name, x, t.order+1)
		if d[0] = slope; !ok {
			d[0] = math.NaN()
		}
	}
	return v
}

// maxShape is up to how many arguments a function has second partials: their cost grows with
// the cube.
const maxShape = 8

// evalSecondPartials sets the second partials; without them the solver differences the function.
func (t *tabledFunction) evalSecondPartials(x, dd []float64) {
	switch {
	case dd == nil:
	case t.order > 0:
		clear(dd)
		slope, ok := usersub.EvaluateUtility(t.name, x, t.order+2)
		if dd[0] = slope; !ok {
			dd[0] = math.NaN()
		}
	case len(x) <= maxShape:
		expr.ComputeFunctionSecondPartials(t.name, x, dd)
	}
}

// emitExternalFunction emits a call of a function that raises nothing.
func (c *functionCompiler) emitExternalFunction(f expr.External, x []*tracedNumber) *tracedNumber {
	var v []expr.Value
	for _, n := range x {
		v = append(v, c.operandOf(n))
	}
	return &tracedNumber{kind: isFloat, at: c.b.CallExternal(f, v...)}
}

var splines = map[string]bool{"AKISPL": true, "CUBSPL": true, "FITSPL": true, "LINSPL": true, "QUISPL": true}

// evalSpline is AKISPL(x, z, id[, order]) and its kin of a spline with one curve, so that z
// does not matter.
func (s *callScope) evalSpline(name string, python bool, args []tracedValue) (tracedValue, bool) {
	sp, ok := usersub.As[usersub.Splines](s.c.state)
	if !python && len(args) == 3 {
		args = append(args[:3:3], newKnownInt(0))
	}
	if !ok || len(args) != 4 {
		return nil, false
	}
	x, ok1 := args[0].(*tracedNumber)
	z, ok2 := args[1].(*tracedNumber)
	id, ok3 := args[2].(*tracedNumber)
	order, ok4 := args[3].(*tracedNumber)
	if !ok1 || !ok2 || !ok3 || !ok4 || !z.known || !id.known || !order.known || order.k < 0 || order.k > 2 {
		return nil, false
	}
	f := &modelSpline{sp: sp, method: name, id: int32(math.Round(id.k)), z: z.k, order: int32(order.k)}
	if !f.hasPlainSpline() {
		return nil, false
	}
	v := s.c.b.CallExternal(f, s.c.operandOf(x))
	s.c.b.RequireFinite(v)
	return s.utilityResult(&tracedNumber{kind: isFloat, at: v}, name, python), true
}

// modelSpline is a spline of the model.
type modelSpline struct {
	sp     usersub.Splines
	method string
	id     int32
	z      float64
	order  int32
}

// hasPlainSpline reports whether there is such a spline, and z makes no difference to it.
func (c *modelSpline) hasPlainSpline() bool {
	for _, x := range [...]float64{-1, 0, 0.37, 1} {
		a, flag := c.sp.Spline(c.method, c.id, x, c.z, 0)
		if flag != 0 {
			return false
		}
		if b, _ := c.sp.Spline(c.method, c.id, x, c.z+1, 0); math.Float64bits(a) != math.Float64bits(b) {
			return false
		}
	}
	return true
}

// Eval implements expr.External. Where there is no value it is
// NaN.
func (c *modelSpline) Eval(x []float64, d, dd []float64) float64 {
	v, flag := c.sp.Spline(c.method, c.id, x[0], c.z, c.order)
	if flag != 0 {
		v = math.NaN()
	}
	if d != nil {
		d[0] = math.NaN()
		if c.order < 2 {
			d[0], _ = c.sp.Spline(c.method, c.id, x[0], c.z, c.order+1)
		}
	}
	if dd != nil {
		dd[0] = math.NaN()
		if c.order == 0 {
			dd[0], _ = c.sp.Spline(c.method, c.id, x[0], c.z, 2)
		}
	}
	return v
}
