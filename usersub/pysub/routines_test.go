package pysub

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// sizesOf gives every size in sig a different small number.
func sizesOf(sig *usersub.Sig) map[string]int {
	dims := map[string]int{}
	for i := range sig.Args {
		for _, name := range strings.FieldsFunc(sig.Args[i].Len, func(r rune) bool { return strings.ContainsRune("*+0123456789", r) }) {
			if _, ok := dims[name]; !ok && name != "npar" {
				dims[name] = len(dims) + 2
			}
		}
	}
	return dims
}

// filled is a frame of sig whose inputs are all different.
func filled(sig *usersub.Sig) *usersub.Frame {
	f := usersub.NewFrame(sig, sig.Element, 7, []float64{9, 0.25}, sizesOf(sig))
	f.PrepareCall(1.5, false, false)
	next := 100
	for i := range sig.Args {
		a := &sig.Args[i]
		switch {
		case a.Out:
		case a.Kind == usersub.Text:
			f.Text[f.ArgOffset(i)] = "text of " + a.Name
		case a.Kind == usersub.Int && f.Ints(i)[0] == 0 && a.Name != "dflag" && a.Name != "iflag" && a.Name != "iord":
			for k := range f.Ints(i) {
				f.Ints(i)[k] = int32(next)
				next++
			}
		case a.Kind == usersub.Real && a.Name != "par" && a.Name != "time":
			for k := range f.Reals(i) {
				f.Reals(i)[k] = float64(next) + 0.5
				next++
			}
		}
	}
	return f
}

// inPython writes the value of an input as the script should see it.
func inPython(f *usersub.Frame, i int) string {
	a := &f.Sig.Args[i]
	var items []string
	switch a.Kind {
	case usersub.Text:
		return fmt.Sprintf("%q", f.Text[f.ArgOffset(i)])
	case usersub.Int:
		for _, v := range f.Ints(i) {
			items = append(items, fmt.Sprint(v))
		}
	case usersub.Real:
		for _, v := range f.Reals(i) {
			s := fmt.Sprint(v)
			if !strings.Contains(s, ".") {
				s += ".0"
			}
			items = append(items, s)
		}
	}
	if a.Len == "" {
		return items[0]
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// Every routine gets its inputs by position with the right types, and what it
// returns lands in its outputs.
func TestEveryRoutine(t *testing.T) {
	for _, sig := range usersub.Sigs() {
		t.Run(sig.Name, func(t *testing.T) {
			f := filled(sig)
			var names, checks, results []string
			var want []float64
			for i := range sig.Args {
				a := &sig.Args[i]
				if a.Skip&usersub.FormPython != 0 {
					continue
				}
				if !a.Out {
					names = append(names, a.Name+"_in")
					v := inPython(f, i)
					checks = append(checks, fmt.Sprintf("    if %s_in != %s or type(%s_in) != type(%s):\n        raise ValueError('%s is %%s' %% %s_in)",
						a.Name, v, a.Name, v, a.Name, a.Name))
					continue
				}
				var values []string
				n := f.Len(i)
				for range n {
					want = append(want, float64(len(want)+1))
					values = append(values, fmt.Sprint(len(want)))
				}
				result := "[" + strings.Join(values, ", ") + "]"
				if a.Len == "" || a.Len == "1" {
					result = values[0]
				}
				if sig == usersub.SURSUB {
					result, want = "[1, 2, 3]", []float64{1, 2, 3, 0, 0, 0, 0, 0, 0}
				}
				results = append(results, result)
			}
			result := "None"
			if len(results) > 0 {
				result = strings.Join(results, ", ")
			}
			if len(results) > 1 {
				result = "[" + result + "]"
			}
			text := fmt.Sprintf("def F(%s):\n%s\n    return %s\n", strings.Join(names, ", "), strings.Join(checks, "\n"), result)
			b := newBench(t, "a.py", text)
			call(t, b.load("a.py", "F", sig), f)
			if got := given(f); !slices.Equal(got, want) {
				t.Errorf("outputs %v, want %v", got, want)
			}
			// The set-up call may return nothing or a status.
			b.write("b.py", "def F(*a):\n    return None\ndef G(*a):\n    return 0\n")
			for _, name := range []string{"F", "G"} {
				f := filled(sig)
				f.PrepareCall(0, false, true)
				if !f.IsSetup() && len(results) > 0 {
					continue
				}
				call(t, b.load("b.py", name, sig), f)
			}
		})
	}
}

// given returns the outputs that Python has.
func given(f *usersub.Frame) (v []float64) {
	for _, i := range f.Sig.OutputIndices() {
		a := &f.Sig.Args[i]
		switch {
		case a.Skip&usersub.FormPython != 0:
		case a.Kind == usersub.Int:
			for _, x := range f.Ints(i) {
				v = append(v, float64(x))
			}
		default:
			v = append(v, f.Reals(i)...)
		}
	}
	return v
}

// TestSpecialReturns holds what only some routines may return.
func TestSpecialReturns(t *testing.T) {
	six := "[[10 * i + j for j in range(6)] for i in range(6)]"
	var byColumns []float64
	for j := range 6 {
		for i := range 6 {
			byColumns = append(byColumns, float64(10*i+j))
		}
	}
	ints := func(name string, v ...int32) func(f *usersub.Frame) {
		return func(f *usersub.Frame) { copy(f.Ints(f.Sig.ArgIndex(name)), v) }
	}
	for _, c := range []struct {
		sig  *usersub.Sig
		set  func(f *usersub.Frame)
		expr string
		want []float64
		bad  string
	}{
		{usersub.CONSUB, nil, "None", nil, ""},
		{usersub.CONSUB, nil, "0", nil, ""},
		{usersub.CONSUB, nil, "[1]", nil, "F must return nothing or a status but returned a list of 1 item"},
		{usersub.SPLINE_READ, nil, "1", []float64{1}, ""},
		{usersub.SPLINE_READ, nil, "True", []float64{1}, ""},
		{usersub.SPLINE_READ, nil, "[0]", []float64{0}, ""},
		{usersub.SPLINE_READ, nil, "None", []float64{0}, ""},
		{usersub.SPLINE_READ, nil, "'x'", nil, `F must return an integer (errflg) but returned the text "x"`},
		{usersub.SPLINE_READ, nil, "[1, 2]", nil, "F must return an integer (errflg) but returned a list of 2 items"},
		{usersub.FIESUB, nil, "[6 * [1], " + six + ", 36 * [2]]", slices.Concat(slices.Repeat([]float64{1}, 6), byColumns, slices.Repeat([]float64{2}, 36)), ""},
		{usersub.FIESUB, nil, "[6 * [1], [[1, 2]] + 5 * [6 * [0]], 36 * [2]]", nil, "dfddis: row 0 has 2 values, not 6"},
		{usersub.FIESUB, nil, "[6 * [1], 36 * [2]]", nil, "but returned a list of 2 items"},
		{usersub.YFOXU, nil, "[[1, 2, 3], [4, 5, 6]]", []float64{1, 4, 2, 5, 3, 6}, ""},
		{usersub.YFOXU, nil, "[[1, 2], [3, 4], [5, 6]]", nil, "it has 3 values"},
		{usersub.UCOSUB, ints("idrsel", 0, 1, 0), "[4, None, []]", []float64{4, 0, 0, 0, 0, 0, 0}, ""},
		{usersub.UCOSUB, ints("idrsel", 1, 1, 1), "[4, [1, 2], [[1, 2], [3, 4]]]", []float64{4, 1, 2, 1, 3, 2, 4}, ""},
		{usersub.UCOSUB, ints("idrsel", 1, 1, 1), "[4, [1, 2], None]", []float64{4, 1, 2, 0, 0, 0, 0}, ""},
		{usersub.UCOSUB, ints("idrsel", 1, 1, 0), "[4, None, None]", nil, "array: it is None"},
		{usersub.UCOSUB, ints("iflag", 1), "[0, 3 * [0], 9 * [0]]", make([]float64, 7), ""},
		{usersub.MFOSUB, nil, "[2.5, 3, None]", append([]float64{2.5, 3}, make([]float64, 8)...), ""},
		{usersub.SURSUB, ints("iord", 0), "[1, 2, 3, 0.5, 0.25]", []float64{1, 2, 3, .5, .25, 0, 0, 0, 0}, ""},
		{usersub.SURSUB, ints("iord", 1), "[1, 2, 3, 4, 5, 6]", []float64{1, 2, 3, 4, 5, 6, 0, 0, 0}, ""},
		{usersub.SURSUB, ints("iord", 1), "[1, 2, 3]", nil, "F must return a list of 3, 6 or 9 numbers (values) for iord 0, 1 or 2 but returned a list of 3 items; it has 3 values"},
		{usersub.DMPSUB, nil, "nmode * [0.5]", []float64{.5, .5}, ""},
		{usersub.PTDSFSUB, nil, "[1, [2, 3, 4]]", []float64{1, 2, 3, 4}, ""},
		{usersub.PTDSFSUB, nil, "([1], (2, 3, 4))", []float64{1, 2, 3, 4}, ""},
	} {
		t.Run(c.sig.Name+" "+c.expr, func(t *testing.T) {
			args := "*a"
			if c.sig == usersub.DMPSUB {
				args = "id, time, par, npar, freq, nmode, h"
			}
			b := newBench(t, "a.py", "def F("+args+"):\n    return "+c.expr+"\n")
			f := filled(c.sig)
			if c.set != nil {
				c.set(f)
			}
			err := b.load("a.py", "F", c.sig).Call(f, nil)
			var ce *usersub.CallError
			switch {
			case c.bad == "" && err != nil:
				t.Fatal(err)
			case c.bad == "" && !slices.Equal(given(f), c.want):
				t.Fatalf("got %v, want %v", given(f), c.want)
			case c.bad != "" && (!errors.As(err, &ce) || ce.Cause != usersub.BadReturn || !strings.Contains(ce.Message, c.bad)):
				t.Fatalf("got %v, want %s", err, c.bad)
			}
		})
	}
}
