package scaffold

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// exampleLaw is what a template computes, in no particular language.
type exampleLaw struct {
	Summary  string // one line
	Queries  bool   // it queries DX of the marker in par[0], called dx below
	Lines    []line
	Examples []example
}

// line sets one entry of an output: dst and value use the arguments' names,
// indices from 0, and i in a loop. A matrix entry is m[i,i].
type line struct {
	Loop  string // number of passes: an argument or a number; "" for one
	Order int    // only for this iord; -1 for all
	Dst   string
	Value string
}

// example is a call with its outputs.
type example struct {
	Name  string
	Time  float64
	Par   []float64
	DX    float64
	Ints  map[string][]int
	Reals reals
	Want  reals
}

func newAssignment(dst, value string) line                   { return line{"", -1, dst, value} }
func newAssignmentLoop(loop, dst, value string) line         { return line{loop, -1, dst, value} }
func newAssignmentForOrder(iord int, dst, value string) line { return line{"", iord, dst, value} }
func newVector(v ...float64) []float64                       { return v }
func newRealInput(name string, v ...float64) reals           { return reals{name: v} }

type reals = map[string][]float64

// chooseLaw chooses a law that suits the arguments of a routine.
func chooseLaw(sig *usersub.Sig) exampleLaw {
	has := func(name string) bool { return sig.ArgIndex(name) >= 0 }
	switch first := firstReal(sig); {
	case has("stated"):
		return newStateLaw(has("output"))
	case has("nstate"):
		return newPartialsLaw(first)
	case strings.HasPrefix(sig.Name, "COU"):
		return newCouplerLaw(sig.Name)
	case has("iord"):
		return newOrderLaw(sig.Name)
	case has("dfddis"):
		return newFieldLaw()
	case has("idrsel"):
		return newConstraintLaw()
	case first != nil && sig.UsesState && has("par"):
		return newSpringLaw(first.Name)
	case first != nil && has("par"):
		return exampleLaw{Summary: "The first result is the first parameter.", Lines: []line{newAssignment(first.Name+"[0]", "par[0]")},
			Examples: []example{{Name: "first", Par: newVector(4), Want: newRealInput(first.Name, 4)}}}
	}
	return exampleLaw{Summary: "Nothing is done yet.", Examples: []example{{Name: "first", Par: newVector(1), Want: reals{}}}}
}

func firstReal(sig *usersub.Sig) *usersub.Arg {
	for _, i := range sig.OutputIndices() {
		if sig.Args[i].Kind == usersub.Real {
			return &sig.Args[i]
		}
	}
	return nil
}

func newSpringLaw(out string) exampleLaw {
	return exampleLaw{Summary: "The result is -k*DX(marker); USER(marker, k).", Queries: true,
		Lines: []line{newAssignment(out+"[0]", "-par[1]*dx")},
		Examples: []example{
			{Name: "stretched", Time: 0.5, Par: newVector(9, 100), DX: 0.25, Want: newRealInput(out, -25)},
			{Name: "pressed", Time: 1, Par: newVector(9, 100), DX: -0.5, Want: newRealInput(out, 50)},
		}}
}

func newStateLaw(output bool) exampleLaw {
	l := exampleLaw{Summary: "Every state decays: x' = -k*x; USER(k).", Lines: []line{newAssignmentLoop("nstate", "stated[i]", "-par[0]*states[i]")}}
	want := newRealInput("stated", -2, 1)
	if output {
		l.Summary = "Every state decays: x' = -k*x; the first output is the first state; USER(k)."
		l.Lines = append(l.Lines, newAssignment("output[0]", "states[0]"))
		want["output"] = newVector(1, 0, 0, 0, 0, 0)
	}
	l.Examples = []example{{Name: "decay", Par: newVector(2), Reals: reals{"states": {1, -0.5}, "input": {0}}, Want: want}}
	return l
}

func newPartialsLaw(out *usersub.Arg) exampleLaw {
	l := exampleLaw{Summary: "All derivatives are zero."}
	size := map[string]int{"nstate": 2, "ninput": 1, "noutpt": 6}
	rows, cols, _ := strings.Cut(out.Len, "*")
	want := make([]float64, size[rows]*size[cols])
	switch out.Len {
	case "nstate*nstate":
		l.Summary, l.Lines = "Derivatives of x' = -k*x; USER(k).", []line{newAssignmentLoop("nstate", out.Name+"[i,i]", "-par[0]")}
		want[0], want[3] = -2, -2
	case "noutpt*nstate":
		l.Summary, l.Lines = "The first output is the first state.", []line{newAssignment(out.Name+"[0,0]", "1.0")}
		want[0] = 1
	}
	l.Examples = []example{{Name: "decay", Par: newVector(2), Reals: reals{"states": {1, -0.5}, "input": {0}}, Want: newRealInput(out.Name, want...)}}
	return l
}

func newCouplerLaw(name string) exampleLaw {
	l := exampleLaw{Summary: "The first displacement is ratio times the second; USER(ratio)."}
	x := example{Name: "geared", Par: newVector(3), Reals: newRealInput("disp", 1, 0.25)}
	switch name {
	case "COUSUB":
		l.Lines, x.Want = []line{newAssignment("phi[0]", "disp[0] - par[0]*disp[1]")}, newRealInput("phi", 0.25)
	case "COUXX":
		l.Lines, x.Want = []line{newAssignment("dfda[0]", "1.0"), newAssignment("dfda[1]", "-par[0]")}, newRealInput("dfda", 1, -3)
	default:
		x.Want = newRealInput("d2fda2", 0, 0, 0, 0)
	}
	l.Examples = []example{x}
	return l
}

func newOrderLaw(name string) exampleLaw {
	rows := func(of string, want ...[]float64) (list []example) {
		for i, v := range want {
			list = append(list, example{Name: "order " + strconv.Itoa(i), Time: 2, Par: newVector(3), Ints: map[string][]int{"iord": {i}},
				Reals: reals{"alpha": {2}, "beta": {0.5}}, Want: newRealInput(of, v...)})
		}
		return list
	}
	switch name {
	case "CURSUB":
		return exampleLaw{Summary: "A straight line along x; USER(slope).", Lines: []line{newAssignmentForOrder(0, "values[0]", "par[0]*alpha"), newAssignmentForOrder(1, "values[0]", "par[0]")},
			Examples: rows("values", newVector(6, 0, 0), newVector(3, 0, 0), newVector(0, 0, 0))}
	case "SURSUB":
		return exampleLaw{Summary: "A plane: x is slope*alpha, y is beta; USER(slope).",
			Lines: []line{newAssignmentForOrder(0, "values[0]", "par[0]*alpha"), newAssignmentForOrder(0, "values[1]", "beta"), newAssignmentForOrder(1, "values[0]", "par[0]"), newAssignmentForOrder(1, "values[4]", "1.0")},
			Examples: rows("values", newVector(6, 0.5, 0, 0, 0, 0, 0, 0, 0), newVector(3, 0, 0, 0, 1, 0, 0, 0, 0),
				make([]float64, 9))}
	}
	return exampleLaw{Summary: "A motion with constant rate; USER(rate).", Lines: []line{newAssignmentForOrder(0, "value[0]", "par[0]*time"), newAssignmentForOrder(1, "value[0]", "par[0]")},
		Examples: rows("value", newVector(6), newVector(3), newVector(0))}
}

func newFieldLaw() exampleLaw {
	disp, velo := newVector(0.1, 0, 0, 0, 0, 0.5), newVector(0, 1, 0, 0, 0, 0)
	dfddis, dfdvel := make([]float64, 36), make([]float64, 36)
	for i := range 6 {
		dfddis[7*i], dfdvel[7*i] = -100, -2
	}
	return exampleLaw{Summary: "Springs and dampers along all six axes; USER(k, c).",
		Lines: []line{newAssignmentLoop("6", "field[i]", "-par[0]*disp[i] - par[1]*velo[i]"),
			newAssignmentLoop("6", "dfddis[7*i]", "-par[0]"), newAssignmentLoop("6", "dfdvel[7*i]", "-par[1]")},
		Examples: []example{{Name: "pulled", Par: newVector(100, 2), Reals: reals{"disp": disp, "velo": velo},
			Want: reals{"field": {-10, -2, 0, 0, 0, -50}, "dfddis": dfddis, "dfdvel": dfdvel}}}}
}

func newConstraintLaw() exampleLaw {
	return exampleLaw{Summary: "The first variable has a fixed value; USER(value). Declare the variables by UCOVAR in the set-up call.",
		Lines: []line{newAssignment("scalar[0]", "q[0] - par[0]"), newAssignment("array[0]", "1.0")},
		Examples: []example{{Name: "off", Par: newVector(1), Ints: map[string][]int{"idrsel": {1, 1, 1}}, Reals: newRealInput("q", 1.5),
			Want: reals{"scalar": {0.5}, "array": {1}, "xmatrx": {0}}}}}
}

// sizeNames lists what the lengths of arguments are made of, apart from npar, and
// the sizes of a state equation, which all its routines get.
func sizeNames(sig *usersub.Sig) []string {
	var list []string
	for _, name := range []string{"nstate", "ninput", "noutpt"} {
		if sig.ArgIndex(name) >= 0 {
			list = append(list, name)
		}
	}
	for _, a := range sig.Args {
		for _, f := range lengthFactors(a.Len) {
			if !isNumber(f) && f != "npar" && !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	return list
}

// sizeValue is the value of a size in an example.
func (x *example) sizeValue(sig *usersub.Sig, name string) int {
	for _, a := range sig.Args {
		if v, ok := x.Reals[a.Name]; ok && a.Len == name {
			return len(v)
		}
	}
	switch name {
	case "noutpt":
		return 6
	case "nmodes", "nmode", "nvalue", "n":
		return 2
	}
	return 1
}

// ExpectedOutput is an expected output in full length.
func (x example) ExpectedOutput(sig *usersub.Sig, name string) []float64 {
	v := slices.Clone(x.Want[name])
	for n := x.newExampleFrame(sig).Len(sig.ArgIndex(name)); len(v) < n; {
		v = append(v, 0)
	}
	return v
}

// newExampleFrame gives the lengths of the arguments of an example.
func (x *example) newExampleFrame(sig *usersub.Sig) *usersub.Frame {
	dims := map[string]int{}
	for _, n := range sizeNames(sig) {
		dims[n] = x.sizeValue(sig, n)
	}
	return usersub.NewFrame(sig, sig.Element, 1, x.Par, dims)
}

// word is a name with an index or without.
var word = regexp.MustCompile(`\b([a-z]\w*)(?:\[([^\]]*)\])?`)

// translateNames puts every name in an expression into another language.
func translateNames(expr string, sig *usersub.Sig, f func(a *usersub.Arg, index string) string) string {
	return word.ReplaceAllStringFunc(expr, func(s string) string {
		m := word.FindStringSubmatch(s)
		if i := sig.ArgIndex(m[1]); i >= 0 {
			return f(&sig.Args[i], m[2])
		}
		return s
	})
}

// UsesArgument reports whether a law needs an argument.
func (l *exampleLaw) UsesArgument(name string) bool {
	for _, x := range l.Lines {
		for _, m := range word.FindAllStringSubmatch(x.Dst+" "+x.Value+" "+x.Loop, -1) {
			if m[1] == name {
				return true
			}
		}
		if x.Order >= 0 && name == "iord" {
			return true
		}
	}
	return l.Queries && name == "par"
}

// UsesLoopIndex reports whether a law counts with i.
func (l *exampleLaw) UsesLoopIndex() bool {
	return slices.ContainsFunc(l.Lines, func(x line) bool { return x.Loop != "" })
}

// splitIndex reports whether an index has two parts, and returns them.
func splitIndex(index string) (row, col string, ok bool) { return strings.Cut(index, ",") }

// numberText writes a number as all languages read it.
func numberText(v float64) string {
	if math.IsNaN(v) {
		return "*"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
