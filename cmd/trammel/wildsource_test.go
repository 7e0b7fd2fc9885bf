package main

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// wildSources are sources as they come from desks with Windows, each with a deck in which columns of the results come in pairs: what the
// routine gives and the same law as an expression, or a closed form.
var wildSources = []struct {
	tool, files, deck string
	notes             string // what the build says of the source
	pairs             [][2]string
	tol               float64
	closed            map[string]func(t float64) float64
}{
	{tool: "gfortran", files: "spring.for", deck: "spring.adm", notes: "spring.for:2:73: columns 73 to 80 hold numbers of lines and are not read", pairs: [][2]string{{"1.F2", "1.F3"}}},
	{tool: "gfortran", files: "damper.f", deck: "damper.adm", pairs: [][2]string{{"1.F2", "1.F3"}, {"1.F4", "1.F6"}}},
	{tool: "gfortran", files: "pump.f90 pump_data.f90", deck: "pump.xml", notes: "pump.f90:22:29: FORM='BINARY' is written as FORM='UNFORMATTED', ACCESS='STREAM'", pairs: [][2]string{{"1.F1", "1.F2"}}},
	{tool: "gfortran", files: "report.f", deck: "report.adm", notes: `INCLUDE 'INC\Limits.Fi' is read from inc/limits.fi`, tol: 1e-6,
		closed: map[string]func(float64) float64{"1.F4": func(float64) float64 { return 7.8 },
			"1.F1": func(t float64) float64 {
				if t == 0 {
					return 0
				}
				return -1 // .TRUE., as Intel's compiler has it
			},
			"1.F3": func(t float64) float64 { return 7.8 * math.Pow(math.Cos(math.Sqrt(7.5)*t), 2) }}},
	{tool: "gcc", files: "Road.c", deck: "road.xml", notes: `Road.c:5:11: #include of Inc\Law.H is read from `, pairs: [][2]string{{"1.F1", "1.F2"}, {"1.F3", "1.F5"}}},
	{tool: "gcc", files: "hook.c", deck: "hook.adm", notes: "#include of WINDOWS.H is read from windows.h", pairs: [][2]string{{"1.F2", "1.F3"}, {"1.F4", "1.F6"}}},
	{tool: "g++", files: "Motor.c", deck: "motor.xml", notes: "Motor.c:2: #include <cmath> is C++: the file is compiled as C++ despite its suffix", pairs: [][2]string{{"1.F1", "1.F2"}, {"1.F3", "1.F5"}}},
	{tool: "gcc", files: "states.c", deck: "states.adm", tol: 1e-6, pairs: [][2]string{{"1.F2", "1.F3"}, {"2.F2", "2.F3"}}},
	{tool: "gcc", files: "events.c", deck: "events.adm", tol: 1e-8, closed: map[string]func(float64) float64{
		"1.F2": func(t float64) float64 {
			if t < 0.6 {
				return 0
			}
			return 5.4
		},
		"2.F2": func(t float64) float64 { return 9 * t }}},
	{tool: "g++", files: "Stop.cpp", deck: "stop.xml", tol: 1e-12, pairs: [][2]string{{"1.F1", "1.F2"}}},
}

// TestWildSources builds them and compares what they give.
func TestWildSources(t *testing.T) {
	clitest.NeedLinux(t)
	for _, c := range wildSources {
		t.Run(c.deck, func(t *testing.T) {
			subtest.RequireTool(t, c.tool)
			dir := filepath.Join(t.TempDir(), "source")
			if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "wild", "source"))); err != nil {
				t.Fatal(err)
			}
			usersubIn(t, dir, append([]string{"build"}, strings.Fields(c.files)...)...).Expect(t, 0, "built ", c.notes)
			out := filepath.Join(dir, "out")
			clitest.Run(t, "run", filepath.Join(dir, c.deck), "--end", "2", "--steps", "50", "--out", out).Expect(t, 0)
			tab := clitest.ReadTable(t, filepath.Join(out, "requests.csv"))
			if len(tab["time"]) != 51 {
				t.Fatalf("%d rows", len(tab["time"]))
			}
			tol := c.tol
			if tol == 0 {
				tol = 1e-9
			}
			for _, p := range c.pairs {
				comparePair(t, tab, p, tol)
			}
			for column, want := range c.closed {
				compareClosed(t, tab, column, want, tol)
			}
		})
	}
}

// compareClosed compares a column with a function of time, but at 0.6 s, where a sensor acts.
func compareClosed(t *testing.T, tab map[string][]float64, column string, want func(float64) float64, tol float64) {
	t.Helper()
	for i, x := range tab["time"] {
		if got := tab[column][i]; !(math.Abs(got-want(x)) <= tol) && math.Abs(x-0.6) > 1e-6 {
			t.Errorf("%s at %g: %.12g, want %.12g", column, x, got, want(x))
		}
	}
}

// comparePair compares two columns, which must not be constant.
func comparePair(t *testing.T, tab map[string][]float64, names [2]string, tol float64) {
	t.Helper()
	a, b := tab[names[0]], tab[names[1]]
	if len(a) == 0 || len(a) != len(b) {
		t.Fatalf("%s has %d rows, %s %d", names[0], len(a), names[1], len(b))
	}
	low, high := math.Inf(1), math.Inf(-1)
	for i := range a {
		low, high = min(low, b[i]), max(high, b[i])
		if !(math.Abs(a[i]-b[i]) <= tol) {
			t.Errorf("row %d: %s = %.12g, %s = %.12g", i, names[0], a[i], names[1], b[i])
		}
	}
	if high-low < 0.01 {
		t.Errorf("%s hardly moves: %g to %g", names[1], low, high)
	}
}

var updateRefused = flag.Bool("update-refused", false, "write testdata/wild/source/refused.txt")

// refusedSources are sources that no build takes, with the compiler that they need.
var refusedSources = [][3]string{
	{"", "kinds.f", "!DEC$ REAL:8\n      END\n"},
	{"", "kinds4.f90", "subroutine s\n!DEC$ INTEGER:8\nend\n"},
	{"", "value.f90", "subroutine s(n)\n!DEC$ ATTRIBUTES VALUE :: n\nend\n"},
	{"", "stdcall.for", "      SUBROUTINE S\n!DEC$ ATTRIBUTES STDCALL, ALIAS:'_S@0' :: S\n      END\n"},
	{"", "version.f90", "!DEC$ IF (_MSC_VER >= 1200)\nend\n!DEC$ ENDIF\n"},
	{"", "open.f90", "!DEC$ IF DEFINED(X)\nend\n"},
	{"gfortran", "module.f90", "subroutine s\nuse road_data\nend\n"},
	{"gfortran", "windows.f90", "subroutine s\nuse ifqwin\nend\n"},
	{"gfortran", "truth.f", "      SUBROUTINE REQSUB(RESULT)\n      REAL*8 RESULT(8)\n      RESULT(8) = 1 .GT. 2\n      END\n"},
	{"gfortran", "column.f", "SUBROUTINE S\n      END\n"},
	{"gfortran", "include.f", "      SUBROUTINE S\n      INCLUDE 'none.inc'\n      END\n"},
	{"gcc", "header.c", "#include \"none.h\"\n"},
	{"gcc", "file.c", "#include <windows.h>\nvoid SFOSUB(void) { CreateFileA(\"x\"); }\n"},
	{"g++", "mangled.c", "class X {};\nvoid SFOSUB(X *) {}\n"},
	{"", "road.cs", ""}, {"", "road.m", ""}, {"", "road.py", ""},
}

// TestRefusedSources: what a build refuses, and what it advises, are those of refused.txt.
func TestRefusedSources(t *testing.T) {
	clitest.NeedLinux(t)
	for _, c := range refusedSources {
		if c[0] != "" {
			subtest.RequireTool(t, c[0])
		}
	}
	var b bytes.Buffer
	for _, c := range refusedSources {
		dir := scratch(t, c[1], c[2])
		o := usersubIn(t, dir, "build", c[1])
		if o.Code != 4 && o.Code != 2 {
			t.Errorf("%s: code %d", c[1], o.Code)
		}
		b.WriteString("== " + c[1] + "\n")
		for line := range strings.Lines(o.Errors) {
			if ourLine.MatchString(line) {
				b.WriteString(strings.ReplaceAll(line, dir, "DIR"))
			}
		}
	}
	path := filepath.Join("testdata", "wild", "source", "refused.txt")
	if *updateRefused {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != b.String() {
		t.Errorf("%s is not what is said (go test -run TestRefusedSources -update-refused):\n%s", path, b.String())
	}
}

// ourLine is a line of this program among those of a compiler, whose words change from version to version.
var ourLine = regexp.MustCompile(`^(error|note|warning): |hint: |which no library defines|declare it with DLLFUNC`)

// TestMisuseOfSafeFunctions: a destination that is too small ends the run with the name of the function, as on Windows.
func TestMisuseOfSafeFunctions(t *testing.T) {
	clitest.NeedLinux(t)
	subtest.RequireTool(t, "gcc")
	dir := scratch(t, "small.c", "#include \"msolve.h\"\nDLLFUNC void VARSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *v)\n{ char a[3]; strcpy_s(a, sizeof(a), \"abc\"); *v = a[0]; }\n",
		"small.xml", `<Model><Body_Rigid id="1" isground="TRUE"/><Reference_Variable id="1" type="USERSUB" usrsub_param_string="USER()" usrsub_dll_name="small" usrsub_fnc_name="VARSUB"/></Model>`)
	usersubIn(t, dir, "build", "small.c").Expect(t, 0)
	clitest.Run(t, "run", filepath.Join(dir, "small.xml"), "--end", "1", "--steps", "2", "--out", filepath.Join(dir, "out")).Expect(t, 8, "strcpy_s: the destination is too small", "Reference_Variable 1")
}

// TestBothLibraries: beside a library of another system that has the name in the deck, that of this system is taken.
func TestBothLibraries(t *testing.T) {
	clitest.NeedLinux(t)
	subtest.RequireTool(t, "gcc")
	dir := scratch(t, "two.c", "#include \"msolve.h\"\nDLLFUNC void VARSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *v)\n{ *v = 2 * *time; }\n",
		"two.dll", windows, "deck.xml", `<Model><Body_Rigid id="1" isground="TRUE"/><Reference_Variable id="1" type="USERSUB" usrsub_param_string="USER()" usrsub_dll_name="C:\lib\two.dll" usrsub_fnc_name="VARSUB"/>
<Post_Request id="1" type="EXPRESSION" expr1="VARVAL(1)"/></Model>`)
	usersubIn(t, dir, "build", "two.c").Expect(t, 0)
	clitest.Run(t, "run", filepath.Join(dir, "deck.xml"), "--end", "1", "--steps", "2", "--out", filepath.Join(dir, "out")).Expect(t, 0, `the library "C:\\lib\\two.dll" is `+filepath.Join(dir, "two.so"))
	clitest.CheckNear(t, "variable", clitest.ReadTable(t, filepath.Join(dir, "out", "requests.csv"))["1.F1"], 1e-12, 0, 1, 2)
}

// TestMissingLibrary: the advice for a name from another machine is what helps here.
func TestMissingLibrary(t *testing.T) {
	clitest.NeedLinux(t)
	dir := scratch(t, "deck.xml", `<Model><Body_Rigid id="1" isground="TRUE"/><Reference_Variable id="1" type="USERSUB" usrsub_param_string="USER()" usrsub_dll_name="C:/work/mysub.dll"/></Model>`)
	clitest.Run(t, "check", filepath.Join(dir, "deck.xml")).Expect(t, 4, "put mysub.so beside the deck or in a folder of MS_USERDLL_DIR: the folder that the deck names is not on this machine")
}

// TestFilesByOtherNames: meshes, files of splines and of commands, scripts and models of command files are found whatever the case of
// their names, with the separators of Windows, and beside the deck where their names are those of another machine.
func TestFilesByOtherNames(t *testing.T) {
	clitest.NeedLinux(t)
	dir := scratch(t,
		"Points.Dat", "", "Give.Py", "def SPLINE_READ(id, file_name, block_name):\n    assert file_name.endswith('Points.Dat'), file_name\n    py_put_spline(id, [0., 1., 2., 3.], [1., 3., 5., 7.], 0.0)\n    return 0\n",
		"deck.xml", `<Model><Body_Rigid id="1" isground="TRUE"/>
<Reference_Spline id="1" file_name="D:\projects\points.DAT" block_name="a" script_name=".\give.py" interpreter="PYTHON" usrsub_fnc_name="SPLINE_READ"/>
<Post_Request id="1" type="EXPRESSION" expr1="AKISPL(TIME,0,1)"/></Model>
<Command><Load_Command command_file="C:/decks/go.XML"/></Command>`,
		"Go.xml", `<Command><Simulate analysis_type="TRANSIENT" end_time="1" print_interval="0.5"/></Command>`,
		"model.ADM", "title\nPART/1, GROUND\nREQUEST/1, F2=2*TIME\nEND\n", "go.acf", "FILE/MODEL=Model.adm\nSIMULATE/DYNAMIC, END=1, STEPS=2\nSTOP\n")
	o := clitest.Run(t, "run", filepath.Join(dir, "deck.xml"), "--out", filepath.Join(dir, "out"))
	o.Expect(t, 0, `file_name: "D:\\projects\\points.DAT" is read from Points.Dat [N218]`, `script_name: ".\\give.py" is read from Give.Py [N218]`, `command_file: "C:/decks/go.XML" is read from Go.xml [N218]`)
	tab := clitest.ReadTable(t, filepath.Join(dir, "out", "requests.csv"))
	clitest.CheckNear(t, "spline", tab["1.F1"], 1e-12, 1, 2, 3)
	o = clitest.Run(t, "run", filepath.Join(dir, "go.acf"), "--out", filepath.Join(dir, "acf"))
	o.Expect(t, 0, `the model "Model.adm" is read from`, "[N218]")
	clitest.CheckNear(t, "request", clitest.ReadTable(t, filepath.Join(dir, "acf", "requests.csv"))["1.F2"], 1e-12, 0, 1, 2)
}
