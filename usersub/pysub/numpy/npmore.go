package numpy

import (
	"bufio"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// numpyMore are functions that programs of models use here and there.
var numpyMore = []*py.Method{
	newNumpyFunction("size", 1, "a axis", func(a []py.Object) (py.Object, error) {
		x, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		if a[1] == nil {
			return py.Int(x.countEntries()), nil
		}
		n, err := x.parseAxis(a[1])
		if err != nil {
			return nil, err
		}
		return py.Int(x.shape[n]), nil
	}),
	newNumpyFunction("roll", 2, "a shift axis", func(a []py.Object) (py.Object, error) {
		x, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		shift, err := intOr(a[1], 0, "shift")
		if err != nil {
			return nil, err
		}
		return rollEntries(x, shift, a[2])
	}),
	newNumpyFunction("column_stack", 1, "tup", func(a []py.Object) (py.Object, error) {
		list, err := toArrays(a[0])
		if err != nil {
			return nil, err
		}
		for i, x := range list {
			if len(x.shape) < 2 {
				list[i] = newArrayFromData(x.copyEntries(), x.kind, []int{x.countEntries(), 1})
			}
		}
		return concatenate(list, 1)
	}),
	newNumpyFunction("block", 1, "arrays", func(a []py.Object) (py.Object, error) {
		x, err := joinBlocks(a[0])
		if err != nil {
			return nil, err
		}
		return x, nil
	}),
	newNumpyFunction("logspace", 2, "start stop num", func(a []py.Object) (py.Object, error) {
		start, stop, err := parseStartStop(a)
		if err != nil {
			return nil, err
		}
		n, err := intOr(a[2], 50, "num")
		if err != nil || n < 0 || n > 1e8 {
			return nil, py.ExceptionNewf(py.ValueError, "num of numpy.logspace is an integer that is not negative")
		}
		out := newZeroArray(realKind, n)
		for i := range out.data {
			out.data[i] = math.Pow(10, start+(stop-start)*float64(i)/float64(max(n-1, 1)))
		}
		return out, nil
	}),
	newNumpyFunction("polyval", 2, "p x", func(a []py.Object) (py.Object, error) {
		p, x, err := parseTwoArrays(a)
		if err != nil {
			return nil, err
		}
		list := p.copyEntries()
		return x.applyToAll(max(p.kind, x.kind), func(v float64) float64 {
			return foldNumbers(list, 0, func(sum, c float64) float64 { return sum*v + c })
		}).unwrapScalar(), nil
	}),
	newNumpyFunction("average", 1, "a axis", func(a []py.Object) (py.Object, error) {
		x, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		return x.reduceAxis("mean", a[1])
	}),
}

// rollEntries moves all entries on by shift, those at the end to the beginning; without an axis in the order of the entries.
func rollEntries(x *Array, shift int, axis py.Object) (py.Object, error) {
	if axis == nil {
		list := x.copyEntries()
		if n := len(list); n > 0 {
			k := ((shift % n) + n) % n
			list = slices.Concat(list[n-k:], list[:n-k])
		}
		return newArrayFromData(list, x.kind, x.shape), nil
	}
	n, err := x.parseAxis(axis)
	if err != nil {
		return nil, err
	}
	out, length, inner := newZeroArray(x.kind, x.shape...), x.shape[n], 1
	for _, s := range x.shape[n+1:] {
		inner *= s
	}
	for i, v := range x.copyEntries() {
		at := i / inner % length
		to := ((at+shift)%length + length) % length
		out.data[i+(to-at)*inner] = v
	}
	return out, nil
}

// toArrays returns the arrays of a list.
func toArrays(o py.Object) ([]*Array, error) {
	var list []*Array
	err := py.Iterate(o, func(x py.Object) bool {
		a, err := asArray(x)
		if err != nil {
			return true
		}
		list = append(list, a)
		return false
	})
	if err == nil && len(list) == 0 {
		err = py.ExceptionNewf(py.ValueError, "a list of arrays is wanted, not %s", python.DescribeObject(o))
	}
	return list, err
}

// joinBlocks puts the arrays of a list beside each other, those of a list of lists below each other.
func joinBlocks(o py.Object) (*Array, error) {
	list, ok := o.(*py.List)
	if !ok {
		x, err := asArray(o)
		if err != nil || len(x.shape) == 2 {
			return x, err
		}
		return newArrayFromData(x.copyEntries(), x.kind, []int{1, x.countEntries()}), nil
	}
	if len(list.Items) == 0 {
		return nil, py.ExceptionNewf(py.ValueError, "numpy.block takes no empty list")
	}
	axis, parts := 1, make([]*Array, len(list.Items))
	for i, item := range list.Items {
		if _, ok := item.(*py.List); ok {
			axis = 0
		}
		x, err := joinBlocks(item)
		if err != nil {
			return nil, err
		}
		parts[i] = x
	}
	return concatenate(parts, axis)
}

// newLoadtxtFunction returns numpy.loadtxt, which reads rows of numbers of a text file. What opens the file is the function of the interpreter, which
// may refuse it.
func newLoadtxtFunction(ctx py.Context) *py.Method {
	return newNumpyFunction("loadtxt", 1, "fname dtype comments delimiter skiprows unpack", func(a []py.Object) (py.Object, error) {
		text, err := readTextFile(ctx, a[0])
		if err != nil {
			return nil, err
		}
		comment, delimiter := "#", ""
		for _, x := range []struct {
			to   *string
			from py.Object
		}{{&comment, a[2]}, {&delimiter, a[3]}} {
			if s, ok := x.from.(py.String); ok {
				*x.to = string(s)
			}
		}
		skip, err := intOr(a[4], 0, "skiprows")
		if err != nil {
			return nil, err
		}
		x, err := parseRows(text, comment, delimiter, skip)
		if err != nil {
			return nil, err
		}
		if a[5] == py.True {
			return x.transpose(), nil
		}
		return x, nil
	})
}

func readTextFile(ctx py.Context, name py.Object) (string, error) {
	builtins, err := ctx.GetModule("builtins")
	if err != nil {
		return "", err
	}
	f, err := py.Call(builtins.Globals["open"], py.Tuple{name}, nil)
	if err != nil {
		return "", err
	}
	read, err := py.GetAttrString(f, "read")
	if err != nil {
		return "", err
	}
	text, err := py.Call(read, nil, nil)
	if err != nil {
		return "", err
	}
	if shut, err := py.GetAttrString(f, "close"); err == nil {
		if _, err := py.Call(shut, nil, nil); err != nil {
			return "", err
		}
	}
	s, _ := text.(py.String)
	return string(s), nil
}

// parseRows reads rows of numbers. One row, or one column, makes an array with one axis.
func parseRows(text, comment, delimiter string, skip int) (*Array, error) {
	var data []float64
	rows, columns := 0, 0
	in := bufio.NewScanner(strings.NewReader(text))
	in.Buffer(nil, len(text)+1)
	for line := 1; in.Scan(); line++ {
		row, _, _ := strings.Cut(in.Text(), comment)
		if line <= skip || strings.TrimSpace(row) == "" {
			continue
		}
		fields := strings.Fields(row)
		if delimiter != "" {
			fields = strings.Split(row, delimiter)
		}
		if rows == 0 {
			columns = len(fields)
		}
		if len(fields) != columns {
			return nil, py.ExceptionNewf(py.ValueError, "numpy.loadtxt: line %d has %d numbers and the first row %d", line, len(fields), columns)
		}
		for _, s := range fields {
			v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
			if err != nil {
				return nil, py.ExceptionNewf(py.ValueError, "numpy.loadtxt: line %d: %q is not a number", line, strings.TrimSpace(s))
			}
			data = append(data, v)
		}
		rows++
	}
	if rows == 1 || columns == 1 {
		return newArrayFromData(data, realKind, []int{len(data)}), nil
	}
	return newArrayFromData(data, realKind, []int{rows, columns}), nil
}
