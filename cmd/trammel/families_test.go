package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

type routineFamily struct {
	name  string
	adams bool    // headers give the routine a form with a struct
	moves float64 // least range of column 9.F1
	round float64 // how far Python may lie off: its library of functions is another
}

// families are the routines with an element, one small model each:
// testdata/families/NAME.xml. In a model @ stands for how an element names its
// routine, and ~ before the parameter whose change must show. The sources beside
// it are one law in every language, with the same order of operations; in the
// folder twin are the same models with expressions.
var families = []routineFamily{
	{name: "sfosub", adams: true, moves: 0.4, round: 1e-12},
	{name: "spdsub", moves: 0.4, round: 1e-12},
	{name: "gfosub", adams: true, moves: 0.1, round: 1e-10},
	{name: "vfosub", adams: true, moves: 0.1, round: 1e-12},
	{name: "vtosub", adams: true, moves: 0.4, round: 1e-12},
	{name: "varsub", adams: true, moves: 0.5, round: 1e-12},
	{name: "difsub", adams: true, moves: 0.4, round: 1e-12},
	{name: "arysub", moves: 0.5, round: 1e-12},
	{name: "gcosub", moves: 0.3, round: 1e-12},
	{name: "pfosub", moves: 0.1, round: 1e-10},
	{name: "reqsub", adams: true, moves: 0.5, round: 1e-12},
	{name: "motsub", adams: true, moves: 0.5, round: 1e-12},
	{name: "fiesub", adams: true, moves: 0.1, round: 1e-12},
	{name: "gsesub", adams: true, moves: 0.3, round: 1e-12},
	{name: "gsesplit", adams: true, moves: 0.3, round: 1e-12},
	{name: "yfosub", moves: 0.4, round: 1e-12},
	{name: "cousub", adams: true, moves: 0.2, round: 1e-12},
	{name: "ucosub", moves: 0.15, round: 1e-12},
	{name: "cursub", adams: true, moves: 0.3, round: 1e-12},
	{name: "sursub", adams: true, moves: 0.3, round: 1e-12},
	{name: "gtcurv", adams: true, moves: 0.5, round: 1e-12},
	{name: "sensub", adams: true, moves: 0.3, round: 1e-12},
	{name: "consub", adams: true, moves: 0.4, round: 1e-12},
	{name: "readers", adams: true, moves: 0.4, round: 1e-12},
	{name: "cnfsub", adams: true, moves: 0.1, round: 1e-12},
}

// settings of a run without error control whose iterations continue to rounding,
// and of one with error control.
var settings = map[string]string{
	"fixed":    `integrator_type="HHT" integr_tol="1E-12" h_fixed="2E-3" dae_jacob_eval="1"`,
	"adaptive": `integr_tol="1E-6"`,
}

// familyLibrary builds the sources of a language once. The error is
// exec.ErrNotFound without its compiler.
func familyLibrary(language string) error {
	build, _ := familyLibraries.LoadOrStore(language, sync.OnceValue(func() error {
		tool, err := exec.LookPath(familyCompiler[language])
		if err != nil {
			return err
		}
		sources, err := filepath.Glob(filepath.Join("testdata", "families", language, "*"))
		if err != nil || len(sources) == 0 {
			return fmt.Errorf("no sources of %s: %w", language, err)
		}
		args := append([]string{"-O2", "-shared", "-fPIC", "-I", "../../sdk/c/include", "-o", filepath.Join(clitest.Folder, "families-"+language+".so")}, sources...)
		if out, err := exec.Command(tool, args...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", tool, err, out)
		}
		return nil
	}))
	return build.(func() error)()
}

var (
	familyLibraries sync.Map
	familyCompiler  = map[string]string{"c": "gcc", "cpp": "g++", "f77": "gfortran", "adams": "gcc"}
	familyMark      = regexp.MustCompile(`~([0-9.]+)`)
)

// familyTable is the numbers of a run of a family's model, by rows, with the
// marked parameters times scale.
func familyTable(t *testing.T, name, language, setting string, scale float64) [][]float64 {
	t.Helper()
	title, args := familyDeck(t, name, language, setting, scale)
	if o := clitest.Run(t, args...); o.Code != 0 || o.Errors != "" {
		t.Fatalf("%s: %+v", title, o)
	}
	d, rows := clitest.ReadResults(t, title+".out", 0)
	checkImplementation(t, d, strings.TrimPrefix(language, "isolated "))
	for _, r := range d.Routines {
		if r.Isolated != strings.HasPrefix(language, "isolated ") {
			t.Errorf("%s: %s: isolated %v", title, r.Element, r.Isolated)
		}
	}
	numbers := clitest.ParseRows(t, rows)
	if len(numbers) != familySpan(name, language)+1 {
		t.Fatalf("%s: %d rows", title, len(numbers))
	}
	return numbers
}

// familySpan is how many of the 25 intervals of 0.02 s a language solves. Those that take a tenth of a millisecond or more
// for a call solve fewer where a model makes many of them; the constraint and the penalty have two derivatives by differences.
func familySpan(name, language string) int {
	rates := name == "gcosub" || name == "pfosub"
	switch {
	case language == "octave" && rates:
		return 2
	case language == "octave" && slices.Contains(strings.Fields("arysub difsub gfosub gtcurv motsub sfosub varsub vfosub"), name), rates && (language == "cpython-child" || language == "isolated cpython"):
		return 5
	}
	return 25
}

// familyDeck writes such a model as a deck into folder, and returns its name
// without suffix and the arguments that run it.
func familyDeck(t *testing.T, name, language, setting string, scale float64) (title string, args []string) {
	t.Helper()
	way, isolated := language, false // language may be "isolated c"
	if language, isolated = strings.CutPrefix(way, "isolated "); !isolated {
		language = way
	}
	path := filepath.Join("testdata", "families", name+".xml")
	if language == "expression" {
		path = filepath.Join("testdata", "families", "twin", name+".xml")
	}
	model, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	routine := fmt.Sprintf(`usrsub_dll_name="families-%s"`, language)
	switch language {
	case "adams":
		routine += ` usrsub_dialect="ADAMS"`
	case "python", "cpython", "cpython-child", "interpreted":
		routine = `script_name="families.py" interpreter="PYTHON"`
	case "octave":
		routine = `script_name="families.m" interpreter="MATLAB"`
	}
	text := familyMark.ReplaceAllStringFunc(strings.ReplaceAll(string(model), "@", routine), func(mark string) string {
		v, err := strconv.ParseFloat(mark[1:], 64)
		if err != nil {
			t.Fatal(err)
		}
		return strconv.FormatFloat(scale*v, 'g', -1, 64)
	})
	title = fmt.Sprintf("family-%s-%s-%s-%g", name, strings.ReplaceAll(way, " ", "-"), setting, scale)
	span := familySpan(name, way)
	command := fmt.Sprintf(`<Command><Simulate analysis_type="Transient" end_time="%g" num_steps="%d"/></Command>`, float64(span)/50, span)
	if strings.Contains(text, "<Param_Simulation") {
		command = "" // the driver simulates
	}
	clitest.WriteFile(t, title+".xml", `<MotionSolve><Model><Param_Transient `+settings[setting]+`/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
`+text+`</Model>`+command+`</MotionSolve>
`)
	args = []string{"run", title + ".xml", "--quiet"}
	if strings.HasPrefix(language, "cpython") {
		args = append(args, "--python-engine", language, "--python", "python3")
	} else if language == "interpreted" {
		args = append(args, "--interpret-python")
	}
	if isolated {
		args = append(args, "--isolate", "all", "--call-timeout", "10m")
	}
	return title, args
}

// familyCalls are the routines that the models called, by their kinds.
var familyCalls sync.Map

// uncalled are the routines that no model of this test calls: their
// arguments are tested in package cdll.
var uncalled = strings.Fields(`DMPSUB GSESAMPLE MESSAGE_SUB
MFOSUB PTDSFSUB RELSUB SAVSUB TIRSUB`)

// called holds the routines that there are against those that were called.
func called(t *testing.T) {
	for _, sig := range usersub.Sigs() {
		_, ok := familyCalls.Load(sig.Name)
		if without := slices.Contains(uncalled, sig.Name); ok == without {
			t.Errorf("%s of %s: called by a model %v, listed as uncalled %v", sig.Name, sig.Element, ok, without)
		}
	}
}

// checkImplementation makes sure that the routine ran in the language that is tested.
func checkImplementation(t *testing.T, d run.Document, language string) {
	t.Helper()
	want := map[string]string{"c": "c", "cpp": "c", "f77": "fortran", "adams": "adams", "wasm": "wasm", "python": "gpython", "interpreted": "gpython", "cpython": "cpython", "cpython-child": "cpython", "octave": "octave"}[language]
	if (len(d.Routines) == 0) != (want == "") {
		t.Errorf("run.json has %d routines", len(d.Routines))
	}
	for _, r := range d.Routines {
		familyCalls.Store(r.Kind, true)
		want := want
		if sig := usersub.FindRoutine(r.Kind); language == "adams" && (sig == nil || sig.Struct == nil) {
			want = "c" // by pointers
		}
		if language == "python" && slices.Contains(compiledKinds, r.Kind) && r.Symbol != "TRACK" { // that one asks py_gtcrv
			want = "compiled"
		}
		if r.Implementation != want || r.Calls == 0 {
			t.Errorf("%s is supplied by %s in %d calls, want %s", r.Element, r.Implementation, r.Calls, want)
		}
	}
}

// compiledKinds are the routines whose function in families.py is compiled.
var compiledKinds = strings.Fields(`ARYSUB CFFSUB CNFSUB COUSUB COUXX COUXX2 CURSUB DIFSUB FIESUB GCOSUB GSESUB GSE_SAMP GSEXX GSEXU GSEYX GSEYU MOTSUB PFOSUB
REQSUB SENSUB SEVSUB SFOSUB SPDSUB SURSUB VARSUB VFOSUB VTOSUB YFOSUB YFOXX YFOXU YFOYX YFOYU`)

func column(table [][]float64, c int) (v []float64) {
	for _, row := range table {
		v = append(v, row[c])
	}
	return v
}

// TestFamilies: one law in C, C++, Fortran, C with structs and Python (gpython, CPython in process
// and in a child) and Octave, some of them in workers too, gives one
// trajectory of each model, for each routine that an element has.
func TestFamilies(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("libraries are supported on Linux only")
	}
	script, err := os.ReadFile(filepath.Join("testdata", "families", "families.py"))
	if err != nil {
		t.Fatal(err)
	}
	clitest.WriteFile(t, "families.py", string(script))
	if script, err = os.ReadFile(filepath.Join("testdata", "families", "families.m")); err != nil {
		t.Fatal(err)
	}
	clitest.WriteFile(t, "families.m", string(script))
	for _, language := range []string{"c", "cpp", "f77", "adams"} {
		if err := familyLibrary(language); err != nil {
			if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" || !strings.Contains(err.Error(), exec.ErrNotFound.Error()) {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	var n atomic.Int32
	t.Run("models", func(t *testing.T) {
		for _, f := range families {
			t.Run(f.name, func(t *testing.T) {
				t.Parallel()
				n.Add(1)
				f.check(t)
			})
		}
	})
	if int(n.Load()) == len(families) { // not only some of them, by -run
		called(t)
	}
}

// check runs the model in all languages.
func (f *routineFamily) check(t *testing.T) {
	compiled := []string{"cpp", "f77"}
	if f.adams {
		compiled = append(compiled, "adams")
	}
	base := map[string][][]float64{}
	for setting := range settings {
		if setting != "fixed" && !clitest.LongForm {
			continue
		}
		base[setting] = familyTable(t, f.name, "c", setting, 1)
		for _, language := range compiled {
			// The same operations in the same order: what is allowed is what
			// compilers may arrange otherwise.
			agree(t, language+" and c, "+setting, familyTable(t, f.name, language, setting, 1), base[setting], 1e-12)
		}
	}
	// With error control the last digits of another library move steps.
	agree(t, "interpreted python and c", familyTable(t, f.name, "interpreted", "fixed", 1), base["fixed"], f.round)
	compiledTable := familyTable(t, f.name, "python", "fixed", 1)
	bound := f.round
	if f.name == "gcosub" {
		// The partials of a constraint enter its rates. Those of C are differences, good to
		// about 1e-12, and here they are exact, as those of an expression.
		bound = 1e-11
	}
	agree(t, "compiled python and c", compiledTable, base["fixed"], bound)
	if clitest.LongForm { // what starts a process for each model
		f.checkProcesses(t, base["fixed"])
	}
	if f.name != "gfosub" { // no expression gives Euler parameters
		agree(t, "expression and c", familyTable(t, f.name, "expression", "fixed", 1), base["fixed"], 1e-9)
	}
	answers(t, base["fixed"], familyTable(t, f.name, "c", "fixed", 1.25), f.moves)
}

// checkProcesses compares the model with routines that run in a process of their own with base, its table in C.
func (f *routineFamily) checkProcesses(t *testing.T, base [][]float64) {
	// The same library in a worker is called with the same bits.
	agree(t, "isolated and c", familyTable(t, f.name, "isolated c", "fixed", 1), base, 0)
	if f.adams {
		agree(t, "isolated adams and adams", familyTable(t, f.name, "isolated adams", "fixed", 1), familyTable(t, f.name, "adams", "fixed", 1), 0)
	}
	agree(t, "isolated python and c", familyTable(t, f.name, "isolated interpreted", "fixed", 1), base, f.round)
	for tool, engines := range map[string][]string{"python3": {"cpython", "cpython-child", "isolated cpython"}, "octave-cli": {"octave"}} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
				t.Error(err)
			}
			continue
		}
		for _, engine := range engines {
			agree(t, engine+" and c", familyTable(t, f.name, engine, "fixed", 1), base, f.round)
		}
	}
}

// agree holds a table against the first rows of another one.
func agree(t *testing.T, what string, a, b [][]float64, bound float64) {
	t.Helper()
	d := clitest.Difference(a, b[:len(a)])
	t.Logf("%s: %.2g", what, d)
	if !(d <= bound) {
		t.Errorf("%s: %.3g apart, the bound is %g", what, d, bound)
	}
}

// answers: column 9.F1 moves, and otherwise with another parameter.
func answers(t *testing.T, base, other [][]float64, moves float64) {
	t.Helper()
	x, y := column(base, 1), column(other, 1)
	if r := slices.Max(x) - slices.Min(x); r < moves {
		t.Errorf("9.F1 moves by %g, want %g", r, moves)
	}
	worst := 0.0
	for k := range y {
		worst = math.Max(worst, math.Abs(y[k]-x[k]))
	}
	if worst < 0.01*moves {
		t.Errorf("9.F1 changes by %g with the parameter", worst)
	}
}
