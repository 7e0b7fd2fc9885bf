package scaffold

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// law is what a template computes, in no particular language.
type law struct {
	says     string // one line
	asks     bool   // it asks DX of the marker in par[0], called dx below
	lines    []line
	examples []example
}

// line sets one entry of an output: dst and value use the arguments' names,
// indices from 0, and i in a loop. A matrix entry is m[i,i].
type line struct {
	loop  string // number of passes: an argument or a number; "" for one
	iord  int    // only for this order; -1 for all
	dst   string
	value string
}

// example is a call with its outputs.
type example struct {
	name  string
	time  float64
	par   []float64
	dx    float64
	ints  map[string][]int
	reals map[string][]float64
	want  map[string][]float64
}

func all(dst, value string) line           { return line{"", -1, dst, value} }
func each(loop, dst, value string) line    { return line{loop, -1, dst, value} }
func at(iord int, dst, value string) line  { return line{"", iord, dst, value} }
func vector(v ...float64) []float64        { return v }
func only(name string, v ...float64) reals { return reals{name: v} }

type reals = map[string][]float64

// lawOf chooses a law that suits the arguments of a routine.
func lawOf(sig *usersub.Sig) law {
	has := func(name string) bool { return sig.Index(name) >= 0 }
	switch first := firstReal(sig); {
	case has("stated"):
		return stateLaw(has("output"))
	case has("nstate"):
		return partialLaw(first)
	case strings.HasPrefix(sig.Name, "COU"):
		return couplerLaw(sig.Name)
	case has("iord"):
		return orderLaw(sig.Name)
	case has("dfddis"):
		return fieldLaw()
	case has("idrsel"):
		return constraintLaw()
	case first != nil && sig.Asks && has("par"):
		return springLaw(first.Name)
	case first != nil && has("par"):
		return law{says: "The first result is the first parameter.", lines: []line{all(first.Name+"[0]", "par[0]")},
			examples: []example{{name: "first", par: vector(4), want: only(first.Name, 4)}}}
	}
	return law{says: "Nothing is done yet.", examples: []example{{name: "first", par: vector(1), want: reals{}}}}
}

func firstReal(sig *usersub.Sig) *usersub.Arg {
	for _, i := range sig.Outputs() {
		if sig.Args[i].Kind == usersub.Real {
			return &sig.Args[i]
		}
	}
	return nil
}

func springLaw(out string) law {
	return law{says: "The result is -k*DX(marker); USER(marker, k).", asks: true,
		lines: []line{all(out+"[0]", "-par[1]*dx")},
		examples: []example{
			{name: "stretched", time: 0.5, par: vector(9, 100), dx: 0.25, want: only(out, -25)},
			{name: "pressed", time: 1, par: vector(9, 100), dx: -0.5, want: only(out, 50)},
		}}
}

func stateLaw(output bool) law {
	l := law{says: "Every state decays: x' = -k*x; USER(k).", lines: []line{each("nstate", "stated[i]", "-par[0]*states[i]")}}
	want := only("stated", -2, 1)
	if output {
		l.says = "Every state decays: x' = -k*x; the first output is the first state; USER(k)."
		l.lines = append(l.lines, all("output[0]", "states[0]"))
		want["output"] = vector(1, 0, 0, 0, 0, 0)
	}
	l.examples = []example{{name: "decay", par: vector(2), reals: reals{"states": {1, -0.5}, "input": {0}}, want: want}}
	return l
}

func partialLaw(out *usersub.Arg) law {
	l := law{says: "All derivatives are zero."}
	size := map[string]int{"nstate": 2, "ninput": 1, "noutpt": 6}
	rows, cols, _ := strings.Cut(out.Len, "*")
	want := make([]float64, size[rows]*size[cols])
	switch out.Len {
	case "nstate*nstate":
		l.says, l.lines = "Derivatives of x' = -k*x; USER(k).", []line{each("nstate", out.Name+"[i,i]", "-par[0]")}
		want[0], want[3] = -2, -2
	case "noutpt*nstate":
		l.says, l.lines = "The first output is the first state.", []line{all(out.Name+"[0,0]", "1.0")}
		want[0] = 1
	}
	l.examples = []example{{name: "decay", par: vector(2), reals: reals{"states": {1, -0.5}, "input": {0}}, want: only(out.Name, want...)}}
	return l
}

func couplerLaw(name string) law {
	l := law{says: "The first displacement is ratio times the second; USER(ratio)."}
	x := example{name: "geared", par: vector(3), reals: only("disp", 1, 0.25)}
	switch name {
	case "COUSUB":
		l.lines, x.want = []line{all("phi[0]", "disp[0] - par[0]*disp[1]")}, only("phi", 0.25)
	case "COUXX":
		l.lines, x.want = []line{all("dfda[0]", "1.0"), all("dfda[1]", "-par[0]")}, only("dfda", 1, -3)
	default:
		x.want = only("d2fda2", 0, 0, 0, 0)
	}
	l.examples = []example{x}
	return l
}

func orderLaw(name string) law {
	rows := func(of string, want ...[]float64) (list []example) {
		for i, v := range want {
			list = append(list, example{name: "order " + strconv.Itoa(i), time: 2, par: vector(3), ints: map[string][]int{"iord": {i}},
				reals: reals{"alpha": {2}, "beta": {0.5}}, want: only(of, v...)})
		}
		return list
	}
	switch name {
	case "CURSUB":
		return law{says: "A straight line along x; USER(slope).", lines: []line{at(0, "values[0]", "par[0]*alpha"), at(1, "values[0]", "par[0]")},
			examples: rows("values", vector(6, 0, 0), vector(3, 0, 0), vector(0, 0, 0))}
	case "SURSUB":
		return law{says: "A plane: x is slope*alpha, y is beta; USER(slope).",
			lines: []line{at(0, "values[0]", "par[0]*alpha"), at(0, "values[1]", "beta"), at(1, "values[0]", "par[0]"), at(1, "values[4]", "1.0")},
			examples: rows("values", vector(6, 0.5, 0, 0, 0, 0, 0, 0, 0), vector(3, 0, 0, 0, 1, 0, 0, 0, 0),
				make([]float64, 9))}
	}
	return law{says: "A motion with constant rate; USER(rate).", lines: []line{at(0, "value[0]", "par[0]*time"), at(1, "value[0]", "par[0]")},
		examples: rows("value", vector(6), vector(3), vector(0))}
}

func fieldLaw() law {
	disp, velo := vector(0.1, 0, 0, 0, 0, 0.5), vector(0, 1, 0, 0, 0, 0)
	dfddis, dfdvel := make([]float64, 36), make([]float64, 36)
	for i := range 6 {
		dfddis[7*i], dfdvel[7*i] = -100, -2
	}
	return law{says: "Springs and dampers along all six axes; USER(k, c).",
		lines: []line{each("6", "field[i]", "-par[0]*disp[i] - par[1]*velo[i]"),
			each("6", "dfddis[7*i]", "-par[0]"), each("6", "dfdvel[7*i]", "-par[1]")},
		examples: []example{{name: "pulled", par: vector(100, 2), reals: reals{"disp": disp, "velo": velo},
			want: reals{"field": {-10, -2, 0, 0, 0, -50}, "dfddis": dfddis, "dfdvel": dfdvel}}}}
}

func constraintLaw() law {
	return law{says: "The first variable has a fixed value; USER(value). Declare the variables by UCOVAR in the set-up call.",
		lines: []line{all("scalar[0]", "q[0] - par[0]"), all("array[0]", "1.0")},
		examples: []example{{name: "off", par: vector(1), ints: map[string][]int{"idrsel": {1, 1, 1}}, reals: only("q", 1.5),
			want: reals{"scalar": {0.5}, "array": {1}, "xmatrx": {0}}}}}
}

// sizes lists what the lengths of arguments are made of, apart from npar, and
// the sizes of a state equation, which all its routines get.
func sizes(sig *usersub.Sig) []string {
	var list []string
	for _, name := range []string{"nstate", "ninput", "noutpt"} {
		if sig.Index(name) >= 0 {
			list = append(list, name)
		}
	}
	for _, a := range sig.Args {
		for f := range strings.FieldsFuncSeq(a.Len, func(c rune) bool { return c == '*' || c == '+' }) {
			if _, err := strconv.Atoi(f); err != nil && f != "npar" && !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	return list
}

// size is the value of a size in an example.
func (x *example) size(sig *usersub.Sig, name string) int {
	for _, a := range sig.Args {
		if v, ok := x.reals[a.Name]; ok && a.Len == name {
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

// padded is an expected output in full length.
func (x *example) padded(f *usersub.Frame, i int) []float64 {
	v := slices.Clone(x.want[f.Sig.Args[i].Name])
	for len(v) < f.Len(i) {
		v = append(v, 0)
	}
	return v
}

// frame gives the lengths of the arguments of an example.
func (x *example) frame(sig *usersub.Sig) *usersub.Frame {
	dims := map[string]int{}
	for _, n := range sizes(sig) {
		dims[n] = x.size(sig, n)
	}
	return usersub.NewFrame(sig, sig.Element, 1, x.par, dims)
}

// word is a name with an index or without.
var word = regexp.MustCompile(`\b([a-z]\w*)(?:\[([^\]]*)\])?`)

// translate puts every name in an expression into another language.
func translate(expr string, sig *usersub.Sig, f func(a *usersub.Arg, index string) string) string {
	return word.ReplaceAllStringFunc(expr, func(s string) string {
		m := word.FindStringSubmatch(s)
		if i := sig.Index(m[1]); i >= 0 {
			return f(&sig.Args[i], m[2])
		}
		return s
	})
}

// uses reports whether a law needs an argument.
func (l *law) uses(name string) bool {
	for _, x := range l.lines {
		for _, m := range word.FindAllStringSubmatch(x.dst+" "+x.value+" "+x.loop, -1) {
			if m[1] == name {
				return true
			}
		}
		if x.iord >= 0 && name == "iord" {
			return true
		}
	}
	return l.asks && name == "par"
}

// loops reports whether a law counts with i.
func (l *law) loops() bool {
	return slices.ContainsFunc(l.lines, func(x line) bool { return x.loop != "" })
}

// matrix reports whether an index has two parts, and returns them.
func matrix(index string) (row, col string, ok bool) { return strings.Cut(index, ",") }

// number writes a number as all languages read it.
func number(v float64) string {
	if math.IsNaN(v) {
		return "*"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
