package decktest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestConvertedDecksRunAlike: an example in all forms, and back from each,
// gives the same results, bit for bit. The files lie in another folder.
func TestConvertedDecksRunAlike(t *testing.T) {
	for name, where := range map[string]string{
		"andrews": "../../../examples/andrews", "catenary-python": "../../../examples/catenary", "four-bar": "../../../examples/four-bar",
		"lugre-pendulum-expr": "../../../examples/lugre-pendulum", "slider-crank": "../../../examples/slider-crank",
		"chain": "../../../examples/spring-mass", "two-lines": "../../../examples/two-lines", "many": "../testdata/convert",
		"Force_Contact-friction": "../testdata/forms", "Post_Graphic-mesh": "../testdata/forms", "Sensor_Proximity": "../testdata/forms",
		"Constraint_Joint-limits": "../testdata/forms", "Constraint_General-onesided": "../testdata/forms",
	} {
		if !clitest.LongForm && !strings.HasPrefix(where, "../testdata") && name != "four-bar" && name != "lugre-pendulum-expr" {
			continue // left to the long form
		}
		t.Run(name, func(t *testing.T) {
			path, err := filepath.Abs(where + "/" + name + ".xml")
			if err != nil {
				t.Fatal(err)
			}
			want := rowsOf(t, name, path)
			convert := func(args ...string) {
				if o := clitest.Run(t, append([]string{"convert"}, args...)...); o.Code != 0 || !strings.HasSuffix(o.Errors, ": 0 errors, 0 warnings\n") {
					t.Fatalf("convert %v: %+v", args, o)
				}
			}
			in := func(suffix string) string { return "converted-" + name + suffix }
			convert(path, in(".adm"))
			convert(path, in(".py"))
			convert(in(".adm"), in(".acf"), in("-adm.xml"))
			convert(in(".py"), in("-py.xml"))
			for _, args := range [][]string{{in(".adm"), in(".acf")}, {in(".py")}, {in("-adm.xml")}, {in("-py.xml")}} {
				if got := rowsOf(t, name, args...); got != want {
					t.Errorf("%v gives other results", args)
				}
			}
		})
	}
}

// rowsOf runs a deck and returns its rows.
func rowsOf(t *testing.T, name string, deck ...string) string {
	t.Helper()
	dir := "rows-" + name
	if o := clitest.Run(t, append(append([]string{"run", "--quiet", "--out", dir}, deck...), "--max-wall", "300")...); o.Code != 0 {
		t.Fatalf("run %v: %+v", deck, o)
	}
	text, err := os.ReadFile(filepath.Join(clitest.Folder, dir, "requests.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if rows := strings.Split(string(text), "\n"); len(rows) < 10 || rows[1] == rows[len(rows)-2] {
		t.Fatalf("%v does not move", deck)
	}
	return string(text)
}

// TestConvertKeepsComments: the title and the comments before elements and commands
// go from form to form and come back as they were.
func TestConvertKeepsComments(t *testing.T) {
	text := strings.Replace(clitest.BeadDeck("1.", clitest.Spring), "<MotionSolve>", "<!-- A bead\n   on a spring. --><MotionSolve>", 1)
	text = strings.Replace(text, "<Body_Point", "<!-- The bead -- it moves. --><Body_Point", 1)
	text = strings.Replace(text, "<Simulate", "<!-- ===== -->\n<!-- First -->\n<!-- and last. --><Simulate", 1)
	clitest.WriteFile(t, "said.xml", text)
	for _, args := range [][]string{{"said.xml", "said.adm"}, {"said.adm", "said.acf", "said.py"}, {"said.py", "said-again.xml"}} {
		if o := clitest.Run(t, append([]string{"convert"}, args...)...); o.Code != 0 {
			t.Fatalf("%v: %+v", args, o)
		}
	}
	for name, want := range map[string][]string{
		"said.adm":       {"A bead\n! on a spring.\n!\n", "! The bead -- it moves.\nPOINT_MASS/"},
		"said.acf":       {"! First\n! and last.\nSIMULATE/"},
		"said.py":        {"# A bead\n# on a spring.\n\n", "# The bead -- it moves.\nPOINT_MASS(", "# First\n# and last.\nSIMULATE("},
		"said-again.xml": {"<!-- A bead\n     on a spring. -->\n<MotionSolve>", "<!-- The bead - - it moves. -->\n    <Body_Point", "<!-- First\n         and last. -->\n    <Simulate"},
	} {
		got, err := os.ReadFile(filepath.Join(clitest.Folder, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if strings.Count(string(got), w) != 1 {
				t.Errorf("%s: %q is not there once:\n%s", name, w, got)
			}
		}
	}
}

// TestConvertTellsWhatIsLost: what the other form cannot say, with its place.
func TestConvertReportsLosses(t *testing.T) {
	clitest.WriteFile(t, "lossy.xml", clitest.BeadDeck("1.", clitest.Spring+`
    <Body_Rigid id="2" mass="1." cg_id="20" inertia_xx="1." inertia_yy="1." inertia_zz="1." v_ic_x="1." v_ic_x_flag="TRUE" label="it's"/>
    <Reference_Marker id="20" body_id="2"/><Post_Graphic id="1"/>`))
	if o := clitest.Run(t, "convert", "lossy.xml", "lossy.adm"); o.Code != 9 || !strings.Contains(o.Errors, "v_ic_x_flag: dropped") ||
		!strings.HasSuffix(o.Errors, "lossy.adm: 1 part of the mechanics would be lost: nothing is written; --lossy writes the rest\n") {
		t.Errorf("%+v", o)
	}
	if _, err := os.Stat(filepath.Join(clitest.Folder, "lossy.adm")); err == nil {
		t.Error("a deck was written that has lost something")
	}
	o := clitest.Run(t, "convert", "lossy.xml", "lossy.adm", "--lossy")
	if o.Code != 0 || o.Out != "" || !strings.Contains(o.Errors, "lossy.xml:7:118: warning: Body_Rigid 2 (it's): v_ic_x_flag: dropped: an Adams deck has no such attribute [W703]") ||
		!strings.Contains(o.Errors, "note: Post_Graphic has no effect and is left out") || !strings.HasSuffix(o.Errors, "lossy.adm, lossy.acf: 0 errors, 1 warning\n") {
		t.Errorf("%+v", o)
	}
	if o := clitest.Run(t, "run", "lossy.adm", "lossy.acf"); o.Code != 0 {
		t.Errorf("%+v", o)
	}
	// A program can say it by the name of the attribute.
	if o := clitest.Run(t, "convert", "lossy.xml", "lossy.py"); o.Code != 0 || strings.Contains(o.Errors, "W703") {
		t.Errorf("%+v", o)
	}
	if text, err := os.ReadFile(filepath.Join(clitest.Folder, "lossy.py")); err != nil || !strings.Contains(string(text), "V_IC_X_FLAG=True") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestConvertDialect: a routine with pointers whose name has small and capital letters is called with a struct in
// Adams decks, so that a converted deck says how it was called.
func TestConvertDialect(t *testing.T) {
	clitest.BuildBrokenLibrary(t) // skips where there is no compiler
	clitest.WriteFile(t, "pulls.c", `#define ARGS int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value
void Pull(ARGS) { *value = -par[1] * *time; }
void PULLS(ARGS) { *value = -par[1] * *time; }
void pulled_(ARGS) { *value = -par[1] * *time; }
`)
	if out, err := exec.Command("gcc", "-shared", "-fPIC", "-o", filepath.Join(clitest.Folder, "pulls.so"), filepath.Join(clitest.Folder, "pulls.c")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, c := range map[string]struct{ library, says, lost string }{
		"Pull":   {"pulls.so", "DIALECT=MS", ""},
		"PULLS":  {"pulls.so", "DIALECT=MS", ""}, // the lengths of texts would be passed elsewhere
		"pulled": {"pulls.so", "", ""},
		"PuLLed": {"nowhere.so", "", "[W704]"},
	} {
		clitest.WriteFile(t, "dialect-"+name+".xml", clitest.BeadDeck("1.", `<Body_Rigid id="3" isground="TRUE"/><Reference_Marker id="30" body_id="3"/>
<Force_Scalar_TwoBody id="3" type="FORCE" i_marker_id="9" j_marker_id="30" usrsub_dll_name="`+c.library+`" usrsub_fnc_name="`+name+`" usrsub_param_string="USER(9,3)"/>`))
		model := "dialect-" + name
		o := clitest.Run(t, "convert", model+".xml", model+".adm")
		text, err := os.ReadFile(filepath.Join(clitest.Folder, model+".adm"))
		if err != nil || o.Code != 0 || !strings.Contains(o.Errors, c.lost) || c.lost == "" && strings.Contains(o.Errors, "W704") ||
			!strings.Contains(string(text), c.says) || c.says == "" && strings.Contains(string(text), "DIALECT") {
			t.Errorf("%s: %v %+v\n%s", name, err, o, text)
		}
		if c.lost == "" && rowsOf(t, "dialect-xml", model+".xml") != rowsOf(t, "dialect-adm", model+".adm", model+".acf") {
			t.Errorf("%s: other results", name)
		}
	}
}

// TestConvertProgram: functions of a program stay behind.
func TestConvertProgram(t *testing.T) {
	o := clitest.Run(t, "convert", mustAbs(t, "../../../examples/catenary/catenary-program.py"), "program.xml")
	if o.Code != 9 || strings.Contains(o.Errors, "program.xml: 0 errors") || !strings.Contains(o.Errors, "[W707]") || !strings.Contains(o.Errors, "its routine is a function of ") {
		t.Errorf("%+v", o)
	}
}

func mustAbs(t *testing.T, path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}

func TestConvertRefuses(t *testing.T) {
	clitest.WriteFile(t, "refused.xml", clitest.BeadDeck("1.", clitest.Spring))
	clitest.WriteFile(t, "refused-broken.xml", clitest.BeadDeck("1.", "<Force_Penalty id='7'/>"))
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"", 2, "the deck is missing"},
		{"refused.xml", 2, "the name of the new deck is missing"},
		{"refused.xml new.txt", 2, `"new.txt": a deck can be written as .adm, .py, .xml`},
		{"refused.xml new.acf", 2, `"new.acf"`},
		{"none.xml new.adm", 3, "none.xml: cannot be read"},
		{"refused-broken.xml new.adm", 3, "2 errors, 0 warnings: nothing is written"},
		{"refused.xml refused.xml", 1, "refused.xml is there already; --force replaces it"},
		{"refused.xml no-such-folder/new.adm", 1, "no such file"},
	} {
		o := clitest.Run(t, append([]string{"convert"}, strings.Fields(c.args)...)...)
		if o.Code != c.code || o.Out != "" || !strings.Contains(o.Errors, c.says) {
			t.Errorf("convert %s: %+v", c.args, o)
		}
	}
	if _, err := os.Stat(filepath.Join(clitest.Folder, "new.adm")); err == nil {
		t.Error("a broken deck is converted")
	}
	if o := clitest.Run(t, "convert", "refused.xml", "refused.xml", "--force"); o.Code != 0 {
		t.Errorf("%+v", o)
	}
	if o := clitest.Run(t, "check", "refused.xml"); o.Code != 0 {
		t.Errorf("%+v", o)
	}
}

// TestConvertedUpToResults: a program that asks for results and continues is
// converted up to there, and what is lost is said.
func TestConvertedUpToResults(t *testing.T) {
	clitest.WriteFile(t, "asks.py", `from msolve import *
m = Model()
g = Part(ground=True)
a = Marker(part=g, qp=[0, 0, 0])
p = Part(mass=2, ip=[1, 1, 1])
p.cm = Marker(part=p, qp=[0, 0, 0])
s = Sforce(type="TRANSLATION", i=p.cm, j=a, actiononly=True, function="3")
r = Request(type="DISPLACEMENT", i=p.cm, j=a)
res = m.simulate(type="TRANSIENT", end=1, steps=2, returnResults=True)
if res.getObject(r).getComponent(3)[-1] > 0.7:
    s.function = "-3"
m.simulate(type="TRANSIENT", end=2, steps=2)
`)
	if o := clitest.Run(t, "convert", "asks.py", "asks.xml"); o.Code != 9 || !strings.Contains(o.Errors, "[W708]") {
		t.Error(o.Errors)
	}
	o := clitest.Run(t, "convert", "asks.py", "asks.xml", "--lossy")
	if o.Code != 0 || !strings.Contains(o.Errors, "[W708]") || !strings.Contains(o.Errors, "0 errors, 1 warning") || strings.Contains(o.Errors, "N628") {
		t.Fatal(o.Errors)
	}
}

// TestConvertKeepsForces: a force that an Adams deck has no statement for is not left out without a word and exit code 0.
func TestConvertKeepsForces(t *testing.T) {
	const deck = "../../../examples/lugre-pendulum/lugre-pendulum-python.xml"
	o := clitest.Run(t, "convert", mustAbs(t, deck), "lugre.adm")
	if o.Code != 9 || !strings.Contains(o.Errors, "Force_StateEqn 301001") {
		t.Errorf("%+v", o)
	}
	if o := clitest.Run(t, "convert", mustAbs(t, deck), "lugre.adm", "--lossy"); o.Code != 0 || !strings.Contains(o.Errors, "warning: Force_StateEqn 301001") {
		t.Errorf("%+v", o)
	}
}

// TestConvertKeepsAxes: direction cosines, and points on x alone, of random orientations at random places come back bit for bit: the
// motion of a body that falls and turns in their frames is the same.
func TestConvertKeepsAxes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 15))
	var b strings.Builder
	var quantities []string
	b.WriteString(`<M><Model><Force_Gravity grav_z="-9.81"/><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>`)
	for k := 2; k < 8; k++ {
		axis := func() [3]float64 {
			v := [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			n := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
			return [3]float64{v[0] / n, v[1] / n, v[2] / n}
		}
		z, x := axis(), axis()
		d := x[0]*z[0] + x[1]*z[1] + x[2]*z[2]
		n := math.Sqrt(1 - d*d)
		for i := range x {
			x[i] = (x[i] - d*z[i]) / n
		}
		pos := [3]float64{10 * r.Float64(), r.Float64(), 1e3 * r.Float64()}
		place := fmt.Sprintf(`pos_x="%v" pos_y="%v" pos_z="%v"`, pos[0], pos[1], pos[2])
		axes := fmt.Sprintf(`a00="%v" a10="%v" a20="%v" a02="%v" a12="%v" a22="%v"`, x[0], x[1], x[2], z[0], z[1], z[2])
		switch k {
		case 2: // z alone
			axes = fmt.Sprintf(`a02="%v" a12="%v" a22="%v"`, z[0], z[1], z[2])
		case 3: // x alone, by a point
			axes = fmt.Sprintf(`xp_x="%v" xp_y="%v" xp_z="%v"`, pos[0]+x[0], pos[1]+x[1], pos[2]+x[2])
		case 4: // hardly tilted
			axes = `a02="1e-13" a12="2e-13" a22="1" a00="0.8" a10="0.6"`
		}
		fmt.Fprintf(&b, `<Body_Rigid id="%d" cg_id="%d1" lprf_id="%d0" mass="1" inertia_xx="1" inertia_yy="2" inertia_zz="2.5" w_ic_x="1" w_ic_y="0.3"/>
<Reference_Marker id="%d0" body_id="%d" %s %s/><Reference_Marker id="%d1" body_id="%d" pos_x="0.1" %s/>`, k, k, k, k, k, place, axes, k, k, axes)
		quantities = append(quantities, fmt.Sprintf("PSI(%d1)+DX(%d1)+VY(%d1)", k, k, k))
	}
	for k, q := range quantities {
		fmt.Fprintf(&b, `<Post_Request id="%d" type="EXPRESSION" expr2="%s"/>`, k+1, q)
	}
	b.WriteString(`</Model><Command><Simulate analysis_type="Transient" end_time="1" print_interval="0.05"/></Command></M>`)
	clitest.WriteFile(t, "axes.xml", b.String())
	want := rowsOf(t, "axes", "axes.xml")
	for _, args := range [][]string{{"axes.xml", "axes.adm"}, {"axes.xml", "axes.py"}, {"axes.adm", "axes.acf", "axes-adm.xml"}, {"axes.py", "axes-py.xml"}} {
		if o := clitest.Run(t, append([]string{"convert"}, args...)...); o.Code != 0 {
			t.Fatalf("%v: %+v", args, o)
		}
	}
	for _, args := range [][]string{{"axes.adm", "axes.acf"}, {"axes.py"}, {"axes-adm.xml"}, {"axes-py.xml"}} {
		if got := rowsOf(t, "axes", args...); got != want {
			t.Errorf("%v gives other results", args)
		}
	}
}
