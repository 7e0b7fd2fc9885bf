//go:build linux && (amd64 || arm64)

package cdll

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPlacesOfALibrary(t *testing.T) {
	built := build(t, "x.so", source(t, "x.c", empty))
	image, err := os.ReadFile(built)
	if err != nil {
		t.Fatal(err)
	}
	deck, far, last := t.TempDir(), t.TempDir(), t.TempDir()
	t.Setenv("MS_USERDLL_DIR", far+";"+last)
	t.Setenv("MS_USERSUBDLL", "machine")
	beside := write(t, deck, "sub/road.so", string(image))
	plain := write(t, deck, "libplain.so", string(image))
	machine := write(t, last, "libmachine.so", string(image))
	line := write(t, far, "line.so", string(image))
	write(t, last, "line.so", string(image))
	for _, c := range []struct{ element, command, want string }{
		{"sub/road.so", "", beside},
		{"sub/road", "", beside},
		{`sub\road.dll`, "", beside},
		{beside, "", beside},
		{"plain", "line", plain},
		{"libplain", "", plain},
		{"plain.dll", "", plain},
		{"line", "", line},
		{"", "line", line},
		{"NULL", "line", line},
		{"", "", machine},
		{"null", "", machine},
	} {
		l := Loader{Library: c.command}
		r, err := l.Load(&usersub.Ref{Library: c.element, Function: "PFOSUB", Dir: deck}, usersub.PFOSUB)
		if err != nil {
			t.Errorf("%q and %q: %v", c.element, c.command, err)
		} else if r.File != c.want || len(r.SHA256) != 64 {
			t.Errorf("%q and %q: found %s (%s), want %s", c.element, c.command, r.File, r.SHA256, c.want)
		}
	}
}

func TestLibraryNotFound(t *testing.T) {
	deck := t.TempDir()
	t.Setenv("MS_USERDLL_DIR", "/nowhere/lib")
	t.Setenv("MS_USERSUBDLL", "")
	e := refusal(t, &usersub.Ref{Library: "ms_csubdll", Function: "PFOSUB", Dir: deck})
	says(t, e, `"ms_csubdll" was not found`, "MS_USERDLL_DIR")
	for _, want := range []string{filepath.Join(deck, "ms_csubdll.so"), filepath.Join(deck, "libms_csubdll.so"),
		"/nowhere/lib/ms_csubdll.so"} {
		if !strings.Contains(e.Error(), "searched "+want+"\n") {
			t.Errorf("%s is not among the places:\n%v", want, e)
		}
	}
	says(t, refusal(t, &usersub.Ref{Function: "PFOSUB", Dir: deck}), "no library is named", "MS_USERSUBDLL")
}

func TestFilesThatAreNoLibrary(t *testing.T) {
	dir := t.TempDir()
	other := map[string]string{"amd64": "\xb7\x00", "arm64": "\x3e\x00"}[runtime.GOARCH]
	own := map[string]string{"amd64": "\x3e\x00", "arm64": "\xb7\x00"}[runtime.GOARCH]
	head := func(class, machine, kind string) string {
		return "\x7fELF" + class + "\x01\x01" + strings.Repeat("\x00", 9) + kind + machine +
			"\x01\x00\x00\x00" + strings.Repeat("\x00", 28) + "\x40\x00\x38\x00\x00\x00\x40\x00\x00\x00\x00\x00"
	}
	head32 := "\x7fELF\x01\x01\x01" + strings.Repeat("\x00", 9) + "\x03\x00\x03\x00\x01\x00\x00\x00" +
		strings.Repeat("\x00", 16) + "\x34\x00\x20\x00\x00\x00\x28\x00\x00\x00\x00\x00"
	for _, c := range []struct{ name, text, reason, hint string }{
		{"windows.dll", "MZ\x90\x00" + strings.Repeat("\x00", 60), "Windows library", "-shared"},
		{"static.so", "!<arch>\nx.o/", "static archive", "--whole-archive"},
		{"mac.so", "\xcf\xfa\xed\xfe" + strings.Repeat("\x00", 60), "macOS", "-shared"},
		{"source.so", "#include <math.h>\n", "not a shared library", "source"},
		{"empty.so", "", "is empty", "source"},
		{"damaged.so", "\x7fELF\x02\x01\x01", "damaged", "again"},
		{"other.so", head("\x02", other, "\x03\x00"), "this program runs on", "on this machine"},
		{"object.so", head("\x02", own, "\x01\x00"), "not linked", "-shared"},
		{"program.so", head("\x02", own, "\x02\x00"), "a program", "-shared"},
		{"narrow.so", head32, "32-bit", "-m32"},
	} {
		says(t, refusal(t, ref(write(t, dir, c.name, c.text), "PFOSUB")), c.reason, c.hint)
	}
}

func TestLibraryOfOtherMachine(t *testing.T) {
	other := map[string]string{"amd64": "arm64", "arm64": "amd64"}[runtime.GOARCH]
	path, err := filepath.Abs("images/forward-linux-" + other + ".so")
	if err != nil {
		t.Fatal(err)
	}
	says(t, refusal(t, ref(path, "PFOSUB")), "is built for", "on this machine")
}

func TestObjectFile(t *testing.T) {
	dir := t.TempDir()
	compile(t, "gcc", "-c", "-o", filepath.Join(dir, "x.o"), source(t, "x.c", empty))
	says(t, refusal(t, ref(filepath.Join(dir, "x.o"), "PFOSUB")), "not linked", "-shared")
}

func TestMissingDependency(t *testing.T) {
	dir := t.TempDir()
	dep := filepath.Join(dir, "libtyre_model.so")
	compile(t, "gcc", "-shared", "-fPIC", "-o", dep, source(t, "t.c", "int tyre(void) { return 1; }"))
	lib := filepath.Join(dir, "road.so")
	compile(t, "gcc", "-shared", "-fPIC", "-o", lib, source(t, "r.c",
		"int tyre(void); void PFOSUB(double *v) { *v = tyre(); }"), dep)
	if err := os.Remove(dep); err != nil {
		t.Fatal(err)
	}
	e := refusal(t, ref(lib, "PFOSUB"))
	says(t, e, "libtyre_model.so", "LD_LIBRARY_PATH")
}

func TestUndefinedSymbols(t *testing.T) {
	for _, c := range []struct{ text, reason, hint string }{
		{"void lost(void); void PFOSUB(void) { lost(); }", "calls lost", "link"},
		{"extern int lost; int *PFOSUB(void) { return &lost; }", "lost", "link"},
		{"void c_gtunknown(int *); void PFOSUB(int *i) { c_gtunknown(i); }", "c_gtunknown", "not known"},
		{"void _Z8c_sysfncPKcPKiiPdPi(void); void PFOSUB(void) { _Z8c_sysfncPKcPKiiPdPi(); }",
			"_Z8c_sysfncPKcPKiiPdPi", `extern "C"`},
		{"void _gfortran_lost(void); void PFOSUB(void) { _gfortran_lost(); }", "_gfortran_lost", "-lgfortran"},
		{"void _ZN3std4lostEv(void); void PFOSUB(void) { _ZN3std4lostEv(); }", "_ZN3std4lostEv", "g++"},
	} {
		lib := build(t, "x.so", source(t, "x.c", c.text))
		says(t, refusal(t, ref(lib, "PFOSUB")), c.reason, c.hint)
	}
}

// A weak symbol that nothing defines is not an error.
func TestWeakSymbolMayBeMissing(t *testing.T) {
	lib := build(t, "x.so", source(t, "x.c", "__attribute__((weak)) void lost(void); void PFOSUB(void) { if (lost) lost(); }"))
	load(t, lib, usersub.PFOSUB, "PFOSUB")
}

func TestSymbolSearch(t *testing.T) {
	lib := build(t, "x.so", source(t, "x.c", `
void Exact(void) {}   void EXACT(void) {}    void exact_(void) {}
void UPPER(void) {}   void upper_(void) {}   void upper(void) {}
void fort_(void) {}   void fort(void) {}
void plain(void) {}
void with_line__(void) {}
void MixedCase(void) {}
static void hidden(void) {} void use(void) { hidden(); }`))
	for name, want := range map[string]string{
		"Exact": "Exact", "exact": "EXACT", "upper": "upper", "Upper": "UPPER", "Fort": "fort_",
		"FORT": "fort_", "PLAIN": "plain", "WITH_LINE": "with_line__", "mixedcase": "MixedCase",
	} {
		r, err := new(Loader).Load(ref(lib, name), usersub.PFOSUB)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		implementation := "c"
		if strings.HasSuffix(want, "_") {
			implementation = "fortran"
		}
		if r.Symbol != want || r.Implementation != implementation {
			t.Errorf("%s: found %s (%s), want %s (%s)", name, r.Symbol, r.Implementation, want, implementation)
		}
	}
	e := refusal(t, ref(lib, "plane"))
	says(t, e, "has no function plane", "plain")
	if !strings.Contains(e.Error(), "searched symbol plane_\n") {
		t.Errorf("the spellings tried are not listed:\n%v", e)
	}
	says(t, refusal(t, ref(lib, "hidden")), "no function hidden", "it has UPPER, plain")
}

func TestNamesOfOtherLanguages(t *testing.T) {
	cpp := build(t, "x.so", source(t, "x.cpp", "void PFOSUB(double *v) { *v = 1; }"))
	says(t, refusal(t, ref(cpp, "PFOSUB")), "no function PFOSUB", `extern "C"`)
	f := build(t, "x.so", source(t, "x.f90", `module m
contains
  subroutine pfosub(v)
    double precision v
    v = 1
  end subroutine
end module
`))
	says(t, refusal(t, ref(f, "PFOSUB")), "no function PFOSUB", "module procedure")
	none := build(t, "x.so", source(t, "x.c", "static int x; int *y = &x;"))
	says(t, refusal(t, ref(none, "PFOSUB")), "no function", "no function at all")
}

func TestDialects(t *testing.T) {
	lib := build(t, "x.so", source(t, "x.c", empty+`
void Pfosub(void) {}  void Gfosub(void) {}  void gfosub_(void) {}  void Vfosub(void) {}
void Mixed(void) {}   void CAPITALS(void) {}`))
	for _, c := range []struct {
		loader           Dialect
		element          string
		sig              *usersub.Sig
		function, symbol string
		implementation   string
		dialect          Dialect
	}{
		{Auto, "", usersub.PFOSUB, "PFOSUB", "PFOSUB", "c", C},
		{Fortran, "", usersub.PFOSUB, "PFOSUB", "PFOSUB", "fortran", Fortran},
		{Fortran, "ms", usersub.PFOSUB, "PFOSUB", "PFOSUB", "c", C},
		{Adams, "", usersub.PFOSUB, "PFOSUB", "PFOSUB", "c", Fortran},
		{Auto, "adams", usersub.GFOSUB, "GFOSUB", "gfosub_", "fortran", Fortran},
		{Auto, "adams", usersub.GFOSUB, "Gfosub", "Gfosub", "adams", Adams},
		{Auto, "adams", usersub.VFOSUB, "VFOSUB", "Vfosub", "adams", Adams},
		{Auto, "ADAMS", usersub.VFOSUB, "Mixed", "Mixed", "adams", Adams},
		{Auto, "", usersub.VFOSUB, "Mixed", "Mixed", "c", C},
		{Auto, "", usersub.VFOSUB, "VFOSUB", "Vfosub", "c", C},
		{C, "adams", usersub.VFOSUB, "Mixed", "Mixed", "adams", Adams},
		{C, "", usersub.VFOSUB, "Mixed", "Mixed", "c", C},
		{Auto, "ms", usersub.GFOSUB, "gfosub_", "gfosub_", "c", C},
		{Auto, "fortran", usersub.VFOSUB, "CAPITALS", "CAPITALS", "fortran", Fortran},
	} {
		named := ref(lib, c.function)
		named.Dialect = c.element
		r, err := (&Loader{Dialect: c.loader}).Load(named, c.sig)
		if err != nil {
			t.Errorf("%+v: %v", c, err)
		} else if d := r.Sub.(*Sub).dialect; r.Symbol != c.symbol || r.Implementation != c.implementation || d != c.dialect {
			t.Errorf("%+v: got symbol %s, implementation %s, dialect %s", c, r.Symbol, r.Implementation, d)
		}
	}
	for _, c := range []struct{ function, dialect, reason string }{
		{"Pfosub", "adams", "no form with a struct"}, {"PFOSUB", "cobol", `no dialect "cobol"`}} {
		named := ref(lib, c.function)
		named.Dialect = c.dialect
		says(t, refusal(t, named), c.reason, "")
	}
}

// What the kind of deck means gives way to the command line and to the element.
func TestDialectOfTheDeck(t *testing.T) {
	lib := build(t, "x.so", source(t, "x.c", "void Gfosub(void) {}"))
	for _, c := range []struct {
		loader        Dialect
		deck, element string
		dialect       Dialect
	}{
		{Auto, "adams", "", Adams}, {C, "adams", "", C}, {Auto, "adams", "ms", C}, {C, "adams", "fortran", Fortran},
		{Adams, "", "", Adams}, {Auto, "", "", C},
	} {
		named := ref(lib, "GFOSUB")
		named.Dialect, named.DeckDialect = c.element, c.deck
		r, err := (&Loader{Dialect: c.loader}).Load(named, usersub.GFOSUB)
		if err != nil {
			t.Errorf("%+v: %v", c, err)
		} else if d := r.Sub.(*Sub).dialect; d != c.dialect {
			t.Errorf("%+v: got %s", c, d)
		}
	}
}

// Pointers are passed to a symbol of the struct form only with a warning.
func TestDoubtfulDialectIsSaid(t *testing.T) {
	lib := build(t, "x.so", source(t, "x.c", "void Gfosub(void) {}"))
	for _, dialect := range []string{"", "ms", "adams"} {
		l, out := logged()
		named := ref(lib, "GFOSUB")
		named.Dialect = dialect
		if _, err := l.Load(named, usersub.GFOSUB); err != nil {
			t.Fatal(err)
		}
		if said := strings.Contains(out.String(), "resembles"); said != (dialect == "") {
			t.Errorf("dialect %q: %s", dialect, out)
		}
	}
}

// Routines for partial derivatives are optional: their lack is distinguished from a
// library that cannot be used.
func TestLackOfARoutineIsReported(t *testing.T) {
	lib := build(t, "x.so", source(t, "x.c", empty))
	if e := refusal(t, ref(lib, "GSEXX")); !e.Lacks {
		t.Errorf("%v: Lacks is not set", e)
	}
	if e := refusal(t, ref(lib+"no", "GSEXX")); e.Lacks {
		t.Errorf("%v: Lacks is set for a library that is not there", e)
	}
}

func TestRoutineWithoutName(t *testing.T) {
	lib := build(t, "x.so", source(t, "x.c", empty))
	for _, name := range []string{"", "NULL"} {
		if r := load(t, lib, usersub.PFOSUB, name); r.Symbol != "PFOSUB" {
			t.Errorf("%q: found %s", name, r.Symbol)
		}
	}
}

func TestTakes(t *testing.T) {
	l := new(Loader)
	for _, c := range []struct {
		ref  usersub.Ref
		want bool
	}{
		{usersub.Ref{Library: "x"}, true},
		{usersub.Ref{}, true},
		{usersub.Ref{Script: "x.py", Interpreter: "PYTHON"}, false},
		{usersub.Ref{Plugin: "x"}, false},
	} {
		if got := l.Takes(&c.ref); got != c.want {
			t.Errorf("%+v: %v", c.ref, got)
		}
	}
}

// TestNewerStateRoutines: a library with the newer routines of a state equation only is
// refused with what to do.
func TestNewerStateRoutines(t *testing.T) {
	lib := build(t, "newer.so", source(t, "newer.c", "void Gse_deriv(void) {}\nvoid Gse_output(void) {}\n"))
	_, err := new(Loader).Load(ref(lib, "GSESUB"), usersub.GSESUB)
	if err == nil || !strings.Contains(err.Error(), "it has Gse_deriv, a routine for one part of a state equation") {
		t.Errorf("got %v", err)
	}
	if _, err := new(Loader).Load(ref(lib, "PFOSUB"), usersub.PFOSUB); err == nil || strings.Contains(err.Error(), "newer routines") {
		t.Errorf("of another routine: %v", err)
	}
}
