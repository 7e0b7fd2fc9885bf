package cpython

import (
	"fmt"
	"io"
	"math"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// pythonException is an error that a script gets as a Python exception.
type pythonException struct{ kind, text string }

func (x *pythonException) Error() string { return x.kind + ": " + x.text }

func newException(kind, format string, args ...any) *pythonException {
	return &pythonException{kind, fmt.Sprintf(format, args...)}
}

// answerQuery answers one query of the host script.
func (e *Engine) answerQuery(what string, m []any) []any {
	switch what {
	case "out":
		_, _ = io.WriteString(e.o.Output, textOrEmpty(m[0])) // a writer that fails loses text
		return []any{nil}
	case "fnc":
		v, flag := e.door.SysFnc(textOrEmpty(m[0]), toInt32s(m[1]))
		return []any{v, flag}
	case "ary":
		return e.querySysAry(textOrEmpty(m[0]), toInt32s(m[1]))
	case "mod":
		t, info := e.door.ModFnc(usersub.CanonicalMeasure(textOrEmpty(m[0])), int32(intOrZero(m[1])), usersub.CanonicalMeasure(textOrEmpty(m[2])))
		return []any{t, info}
	case "code":
		b, err := e.readModuleIfAllowed(textOrEmpty(m[0]), intOrZero(m[1]) != 0)
		if err != nil {
			return []any{"raise", "ImportError", err.Error()}
		}
		return []any{b}
	case "call":
		return e.program.answerCall(m)
	case "sites":
		if list, ok := m[1].([]any); ok && e.program != nil {
			e.program.addSites(textOrEmpty(m[0]), list)
		}
		return []any{nil}
	case "use":
		v, x, stop := e.callUtility(intOrZero(m[0]), textOrEmpty(m[1]), m[2].([]any))
		switch {
		case stop != "":
			return []any{"stop", stop}
		case x != nil:
			return []any{"raise", x.kind, x.text}
		}
		return []any{v}
	}
	return []any{"raise", "SystemError", "the solver does not know " + what}
}

func toInt32s(v any) []int32 {
	list, _ := v.([]any)
	out := make([]int32, len(list))
	for i := range list {
		out[i] = int32(intOrZero(list[i]))
	}
	return out
}

func (e *Engine) querySysAry(name string, par []int32) []any {
	dst := make([]float64, 64)
	n, flag := e.door.SysAry(name, par, dst)
	if n > len(dst) {
		dst = make([]float64, n)
		n, flag = e.door.SysAry(name, par, dst)
	}
	return []any{dst[:n], flag}
}

// callUtility is one call of a utility. A number below 0 means the function of the
// expression language.
func (e *Engine) callUtility(number int, name string, args []any) (v any, x *pythonException, stop string) {
	expression := number < 0
	if expression {
		number = -1 - number
	}
	u := usersub.Utilities()[number]
	if e.door == nil && loading.WorksOnlyInsideCall(u) {
		return nil, newException("RuntimeError", "%s() works only while the solver calls a function of the script", name), ""
	}
	c := e.free.Acquire(u, e.door)
	defer e.free.Release(c)
	if expression {
		args = loading.InsertLengths(u, args, isList, newList, newInt)
	}
	if x := setInputs(c, name, args); x != nil {
		return nil, x, ""
	}
	if loading.IsMessageUtility(u) {
		return nil, nil, loading.DeliverMessage(c, e.o.Log, loading.LogAttributesOfCall(e.door)...)
	}
	c.Invoke()
	if !expression {
		if c.Unsupported != "" {
			c.WarnUnsupported(e.door, name, e.said, func(text string) { e.o.Log.Warn(text) })
		}
		return outputValues(c), nil, ""
	}
	switch {
	case c.Unsupported != "":
		return nil, newException("RuntimeError", "%s() cannot be evaluated: %s", u.Name, c.Unsupported), ""
	case c.Arg[c.Flag].Int[0] != 0:
		return nil, newException("ValueError", "%s() cannot be evaluated with these arguments", u.Name), ""
	}
	return c.Arg[c.Flag-1].Real[0], nil, ""
}

func isList(v any) bool {
	_, is := v.([]any)
	return is
}

func newList(items []any) any { return items }

func newInt(n int) any { return n }

// outputValues returns what the script gets.
func outputValues(c *usersub.UtilityCall) any {
	if len(c.Args) == 0 && c.Unsupported != "" {
		return c.Failed // its arguments are not known
	}
	list := []any{}
	for _, i := range c.OutputIndices() {
		list = append(list, outputObject(&c.Args[i], &c.Arg[i]))
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return list
}

func outputObject(a *usersub.UtilityArg, v *usersub.UtilityValue) any {
	n := len(v.Int) + len(v.Real) + len(v.Text)
	switch {
	case a.IsScalar() && n == 1 && len(v.Int) == 1:
		return v.Int[0]
	case a.IsScalar() && n == 1 && len(v.Real) == 1:
		return v.Real[0]
	case a.IsScalar() && n == 1:
		return v.Text[0]
	case a.Len == "1" && len(v.Real) == 1:
		return oneItemReal(v.Real[0])
	case len(v.Int) > 0:
		return v.Int
	case len(v.Text) > 0:
		return v.Text
	}
	return v.Real
}

// roundedInt32 returns a number as a 32-bit integer.
func roundedInt32(v any) (int32, bool) {
	x, ok := toReal(v)
	x = math.Round(x)
	if !ok || !(math.Abs(x) <= math.MaxInt32) {
		return 0, false
	}
	return int32(x), true
}
