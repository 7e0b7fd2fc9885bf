package pysub

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
	"github.com/trammel-mbd/trammel/usersub/pysub/numpy"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// exhaustIterators runs iterators to their end, also those that a list of several outputs
// holds, so that what they query and raise belongs to the call.
func (r *pythonRoutine) exhaustIterators(res py.Object) (py.Object, error) {
	res, err := collectIterator(res)
	items, ok := python.ListOrTupleItems(res)
	if len(r.outs) == 1 || !ok || err != nil {
		return res, err
	}
	all := slices.Clone(items) // the script may keep its list
	for i, o := range items {
		if all[i], err = collectIterator(o); err != nil {
			return nil, err
		}
	}
	return &py.List{Items: all}, nil
}

// collectIterator is what an iterator gives as a tuple, and an array of numpy as lists.
func collectIterator(o py.Object) (py.Object, error) {
	switch x := o.(type) {
	case *numpy.Array:
		return x.Lists(), nil
	case *py.Map, *py.Filter, *py.Zip, *py.Range, *py.Generator, *py.Iterator:
		return py.SequenceTuple(o)
	}
	return o, nil
}

// storeResults writes what a function returned into the outputs of f. It returns
// "" or what is wrong with it. In a set-up call outputs do not count: nothing
// and a mere status are as good as values, and the sizes of UCOSUB are not
// known yet. Routines that give nothing but an error flag, or nothing at all,
// may return nothing.
func (r *pythonRoutine) storeResults(f *usersub.Frame, res py.Object) (problem string) {
	if f.IsSetup() && (res == py.None || r.isErrorStatus(f, res) || f.Sig == usersub.UCOSUB) {
		return ""
	}
	switch len(r.outs) {
	case 0:
		if _, ok := python.ToFloat(res); ok || res == py.None {
			return ""
		}
		return fmt.Sprintf("%s must return nothing or a status but returned %s", r.name, python.DescribeObject(res))
	case 1:
		if bad := r.storeOutput(f, r.outs[0], res); bad != "" {
			return r.mismatchText(f, res, bad)
		}
		return ""
	}
	items, ok := python.ListOrTupleItems(res)
	if !ok || len(items) != len(r.outs) {
		return r.mismatchText(f, res, "")
	}
	for k, i := range r.outs {
		if isNoneOrEmpty(items[k]) && isOutputOptional(f, i) {
			continue
		}
		if bad := r.storeOutput(f, i, items[k]); bad != "" {
			return r.mismatchText(f, res, f.Sig.Args[i].Name+": "+bad)
		}
	}
	return ""
}

// isErrorStatus reports whether res is one number where an array is wanted.
func (r *pythonRoutine) isErrorStatus(f *usersub.Frame, res py.Object) bool {
	_, ok := python.ToFloat(res)
	return ok && (len(r.outs) != 1 || f.Len(r.outs[0]) != 1)
}

// isNoneOrEmpty reports whether res is None or an empty list.
func isNoneOrEmpty(res py.Object) bool {
	items, ok := python.ListOrTupleItems(res)
	return res == py.None || ok && len(items) == 0
}

// isOutputOptional reports whether output i may be left out of a list of outputs: UCOSUB is
// requested some of them only (idrsel: array, scalar, xmatrx) and need not know
// xmatrx, which the solver differences then, and MFOSUB gives
// either a load case with its scale or a load.
func isOutputOptional(f *usersub.Frame, i int) bool {
	switch f.Sig {
	case usersub.UCOSUB:
		wanted := map[string]int{"array": 0, "scalar": 1, "xmatrx": 2}
		name := f.Sig.Args[i].Name
		return name == "xmatrx" || f.Ints(f.Sig.ArgIndex("idrsel"))[wanted[name]] == 0
	case usersub.MFOSUB:
		return f.Sig.Args[i].Kind == usersub.Real
	}
	return false
}

// storeOutput writes one output: a number or a list of one for a scalar, a list or
// tuple for an array, a list of rows for a matrix.
func (r *pythonRoutine) storeOutput(f *usersub.Frame, i int, res py.Object) (problem string) {
	if f.Sig.Args[i].Kind == usersub.Int {
		return r.storeIntOutput(f, i, res)
	}
	dst := f.Reals(i)
	if v, ok := python.ToFloat(res); ok {
		if len(dst) != 1 {
			return "it is one number"
		}
		dst[0] = v
		return ""
	}
	items, ok := python.ListOrTupleItems(res)
	if !ok {
		if res == py.None && len(dst) == 0 {
			return ""
		}
		return "it is " + python.DescribeObject(res)
	}
	if rows := loading.MatrixRows(f, i); rows > 0 && len(items) == rows {
		if _, nested := python.ListOrTupleItems(items[0]); nested {
			return storeRowsByColumns(dst, items)
		}
	}
	if n := outputLength(f, i, len(items)); len(items) != n {
		return fmt.Sprintf("it has %s", python.FormatCount(len(items), "value"))
	}
	for k, o := range items {
		v, ok := python.ToFloat(o)
		if !ok {
			clear(dst)
			return fmt.Sprintf("item %d is %s", k, python.DescribeObject(o))
		}
		dst[k] = v
	}
	return ""
}

// outputLength is how many values output i has. SURSUB has fewer for low orders, and
// may give the parameters behind a point.
func outputLength(f *usersub.Frame, i, given int) int {
	if f.Sig != usersub.SURSUB {
		return f.Len(i)
	}
	order := int(f.Ints(f.Sig.ArgIndex("iord"))[0])
	if given == 9 || given == 5 && order == 0 {
		return given
	}
	return min(max(3*(order+1), 3), 9)
}

// storeIntOutput writes an integer output; nothing is 0.
func (r *pythonRoutine) storeIntOutput(f *usersub.Frame, i int, res py.Object) (problem string) {
	if items, ok := python.ListOrTupleItems(res); ok && len(items) == 1 {
		res = items[0]
	}
	v, ok := python.RoundToInt32(res)
	if !ok && res != py.None {
		return "it is " + python.DescribeObject(res)
	}
	f.Ints(i)[0] = v
	return ""
}

// mismatchText says what was wanted and what came.
func (r *pythonRoutine) mismatchText(f *usersub.Frame, res py.Object, bad string) string {
	var wanted []string
	for _, i := range r.outs {
		w := fmt.Sprintf("a list of %s (%s)", python.FormatCount(f.Len(i), "number"), f.Sig.Args[i].Name)
		if f.Sig.Args[i].Kind == usersub.Int {
			w = fmt.Sprintf("an integer (%s)", f.Sig.Args[i].Name)
		} else if f.Sig == usersub.SURSUB {
			w = "a list of 3, 6 or 9 numbers (values) for iord 0, 1 or 2"
		} else if f.Len(i) == 1 && len(r.outs) == 1 {
			w = fmt.Sprintf("a number (%s)", f.Sig.Args[i].Name)
		}
		wanted = append(wanted, w)
	}
	want := wanted[0]
	if len(wanted) > 1 {
		want = fmt.Sprintf("a list of %d: [%s]", len(wanted), strings.Join(wanted, ", "))
	}
	s := fmt.Sprintf("%s must return %s but returned %s", r.name, want, python.DescribeObject(res))
	if bad != "" && bad != "it is "+python.DescribeObject(res) {
		s += "; " + bad
	}
	if res == py.None {
		s += " (a return statement is missing)"
	}
	return s
}
