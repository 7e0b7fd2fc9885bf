package pysub

import (
	"errors"
	"math"

	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
	"github.com/trammel-mbd/trammel/usersub/pysub/trace"
)

// pythonRoutine is a Python function as a usersub.Sub.
type pythonRoutine struct {
	in     *interp
	fn     py.Object
	plain  *py.Function // fn, when it is a function written in Python
	name   string
	inputs []int // places of the arguments that are handed over
	outs   []int
	door   usersub.QueryCache
	args   py.Tuple
	locals py.StringDict // for locals() and import statements
	reals  []realBox
	ints   []intBox
}

// realBox and intBox remember the Python object of a number: most arguments
// (parameters, ids, flags) are the same in the next call, and numbers never
// change.
type realBox struct {
	v float64
	o py.Object
}

type intBox struct {
	v int32
	o py.Object
}

func newRoutine(in *interp, fn py.Object, name string, sig *usersub.Sig) *pythonRoutine {
	if call := python.SpecialMethod(fn, "__call__"); call != nil { // gpython takes an instance for its class
		fn = py.NewBoundMethod(fn, call)
	}
	r := &pythonRoutine{in: in, fn: fn, name: name, locals: py.NewStringDict()}
	r.plain, _ = fn.(*py.Function)
	for i := range sig.Args {
		switch a := &sig.Args[i]; {
		case a.Skip&usersub.FormPython != 0:
		case a.Out:
			r.outs = append(r.outs, i)
		default:
			r.inputs = append(r.inputs, i)
		}
	}
	return r
}

// Call implements usersub.Sub. In a set-up call a missing result and an
// arithmetic error, which states of zero easily cause, count as done.
func (r *pythonRoutine) Call(f *usersub.Frame, s usersub.State) error {
	res, err := r.callFunction(f, s)
	r.in.out.Flush()
	if err != nil {
		flt := r.in.newFault(err)
		if flt.arithmetic && f.IsSetup() {
			return nil
		}
		return r.newCallError(f, flt)
	}
	if bad := r.storeResults(f, res); bad != "" {
		return loading.NewCallError(f, usersub.BadReturn, bad)
	}
	if c, ok := s.(usersub.Concluder); ok && len(r.outs) == 0 {
		if v, ok := python.ToFloat(res); ok && v != 0 {
			c.Conclude(v)
		}
	}
	return nil
}

// callFunction calls the function. What it finds running it leaves running: calls nest
// like the queries that cause them.
func (r *pythonRoutine) callFunction(f *usersub.Frame, s usersub.State) (res py.Object, err error) {
	in, outer, depth, watched := r.in, r.in.door, len(r.in.stack), r.in.watch
	defer func() {
		in.door, r.door.State, in.watch = outer, nil, watched
		if p := recover(); p != nil {
			err = in.newPanicFault(p, depth)
		}
		in.stack = in.stack[:depth]
	}()
	in.watch = timeLimitWatch{}
	r.door.Frame, r.door.State, r.door.Asked = f, s, 0
	in.door = &r.door
	args := r.convertInputs(f)
	if p := r.plain; p != nil {
		in.stack = append(in.stack, p.Code)
		res, err = vm.EvalCode(in, p.Code, p.Globals, r.locals, args, nil, p.Defaults, p.KwDefaults, p.Closure)
		in.stack = in.stack[:depth]
	} else {
		res, err = py.Call(r.fn, args.Copy(), nil)
	}
	if err != nil {
		return nil, err
	}
	return r.exhaustIterators(res)
}

// convertInputs returns the inputs as Python objects. The tuple is used again; the
// lists are new, because a script may keep or change them.
func (r *pythonRoutine) convertInputs(f *usersub.Frame) py.Tuple {
	r.args = r.args[:0]
	nReal, nInt := 0, 0
	for _, i := range r.inputs {
		a := &f.Sig.Args[i]
		switch {
		case a.Kind == usersub.Text:
			r.args = append(r.args, py.String(f.Text[f.ArgOffset(i)]))
		case a.Kind == usersub.Int && a.Len == "":
			r.args = append(r.args, r.boxInt(nInt, f.Int[f.ArgOffset(i)]))
			nInt++
		case a.Kind == usersub.Int:
			v := f.Ints(i)
			items := make([]py.Object, len(v))
			for k, x := range v {
				items[k] = r.boxInt(nInt+k, x)
			}
			nInt += len(v)
			r.args = append(r.args, &py.List{Items: items})
		case a.Len == "":
			r.args = append(r.args, r.boxReal(nReal, f.Real[f.ArgOffset(i)]))
			nReal++
		default:
			v := f.Reals(i)
			items := make([]py.Object, len(v))
			for k, x := range v {
				items[k] = r.boxReal(nReal+k, x)
			}
			nReal += len(v)
			r.args = append(r.args, &py.List{Items: items})
		}
	}
	return r.args
}

func (r *pythonRoutine) boxReal(i int, v float64) py.Object {
	for len(r.reals) <= i {
		r.reals = append(r.reals, realBox{o: py.Float(0)})
	}
	if b := &r.reals[i]; math.Float64bits(b.v) != math.Float64bits(v) {
		b.v, b.o = v, py.Float(v)
	}
	return r.reals[i].o
}

func (r *pythonRoutine) boxInt(i int, v int32) py.Object {
	for len(r.ints) <= i {
		r.ints = append(r.ints, intBox{o: py.Int(0)})
	}
	if b := &r.ints[i]; b.v != v {
		b.v, b.o = v, py.Int(v)
	}
	return r.ints[i].o
}

func (r *pythonRoutine) newCallError(f *usersub.Frame, flt *scriptFault) error {
	cause := usersub.Exception
	switch {
	case flt.exited:
		cause = usersub.Exited
	case flt.timedOut:
		cause = usersub.TimedOut
	}
	e := loading.NewCallError(f, cause, flt.Line)
	e.Detail = flt.detail
	if r.plain != nil && flt.hint == "" {
		flt.hint = r.in.doubts[r.plain.Code.Filename]
	}
	if flt.hint != "" {
		e.Detail += "\n  hint: " + flt.hint
	}
	return e
}

// Compile translates the function into a program that needs no interpreter, with in as its inputs.
func (r *pythonRoutine) Compile(f *usersub.Frame, in []usersub.Input, s usersub.State) (usersub.Compiled, error) {
	switch {
	case r.in.interpret:
		return nil, errors.New("scripts are interpreted: an option says so")
	case r.plain == nil:
		return nil, errors.New("it is not a function that is written in Python")
	}
	return r.in.compiler.Compile(trace.Function{Name: r.name, Python: r.plain, Inputs: r.inputs, Outputs: r.outs, Call: r.Call}, f, in, s)
}
