package wasm

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// refused loads what cannot be loaded and returns why.
func refused(t *testing.T, l *Loader, r *usersub.Ref, sig *usersub.Sig) *usersub.LoadError {
	t.Helper()
	_, err := l.Load(r, sig)
	var e *usersub.LoadError
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want a LoadError", err)
	}
	return e
}

const pfosub = `#include "msolve.h"
DLLFUNC void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
`

// write puts bytes into a file in a folder of its own.
func write(t *testing.T, name string, w []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, w, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFilesThatAreNoModules(t *testing.T) {
	good, err := os.ReadFile("testdata/suite.wasm")
	if err != nil {
		t.Fatal(err)
	}
	for says, w := range map[string][]byte{
		"is not a WebAssembly module: it is empty":                          {},
		"is not a WebAssembly module: it does not begin with the bytes":     []byte("SFOSUB\n"),
		"is not a WebAssembly module: it is a library or program of Linux":  []byte("\x7fELF\x02\x01\x01\x00\x00\x00"),
		"is not a WebAssembly module: it has another version":               []byte("\x00asm\x0d\x00\x01\x00"),
		"is not a WebAssembly module that can run here: at byte ":           good[:len(good)/2],
		"it has 0 memories; a routine needs one":                            []byte(magic),
		"is not a WebAssembly module that can run here: a section of the k": []byte(magic + "\x0e\x00"),
	} {
		e := refused(t, loader(t), ref(write(t, "x.wasm", w), "PFOSUB"), usersub.PFOSUB)
		if !strings.Contains(e.Reason, says) || strings.Contains(e.Reason, "\n") {
			t.Errorf("%q, want %q", e.Reason, says)
		}
	}
}

// Every beginning of a module is refused, and none stops the program.
func TestBeginningsOfModules(t *testing.T) {
	good, err := os.ReadFile("testdata/faults.wasm")
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(good)-1; n += 7 {
		if _, _, err := rewriteModule(good[:n], redirectImport); err == nil {
			// It ends behind a section: what is missing is found by others.
			if _, err := loader(t).Load(ref(write(t, "x.wasm", good[:n]), "FAULTS"), usersub.PFOSUB); err == nil {
				t.Errorf("%d bytes are loaded", n)
			}
		}
	}
}

func TestWhatIsMissing(t *testing.T) {
	l := loader(t)
	e := refused(t, l, ref(loading.AbsolutePath("testdata/suite.wasm"), "CATENNA"), usersub.PFOSUB)
	if !e.Lacks || !strings.Contains(e.Reason, "exports no function CATENNA") || !strings.Contains(e.Hint, "it exports BEYOND, BUSHNG, CATENA") {
		t.Error(e)
	}
	e = refused(t, l, ref(loading.AbsolutePath("testdata/none.wasm"), "PFOSUB"), usersub.PFOSUB)
	if !strings.Contains(e.Reason, "was not found") || len(e.Searched) != 1 {
		t.Error(e)
	}
	e = refused(t, l, ref(loading.AbsolutePath("testdata/faults.wasm"), "VARSUB"), usersub.VARSUB)
	if !strings.Contains(e.Reason, "VARSUB in ") || !strings.Contains(e.Reason, "has other arguments than a VARSUB") ||
		!strings.Contains(e.Detail, "wanted (i32, i32, i32, i32, i32, i32, i32) (id, time, par, npar, dflag, iflag, value)") ||
		!strings.Contains(e.Detail, "found  (i32, f64, i32, i32)") ||
		!strings.Contains(e.Hint, "void VARSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)") {
		t.Error(e)
	}
}

func TestImports(t *testing.T) {
	for _, c := range []struct{ name, text, reason, more string }{
		{"unknown", pfosub + "{ void road(int), wheel(void); road(*id); wheel(); }", "imports road, wheel, which there is not here", "compile what defines it together"},
		{"library", pfosub + "{ double log_gamma(double); *value = log_gamma(*time); }", "imports log_gamma, which there is not here", "with wasi-libc"},
		{"wrong", "void c_sysfnc(int, double); double sin(int); void c_akispl(double);\n" +
			"void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)\n" +
			"{ c_sysfnc(*id, *time); c_akispl(*time); }",
			"imports functions with other arguments than they have", "c_sysfnc is (i32, i32, i32, i32, i32), it is imported as (i32, f64)\n" +
				"c_akispl is (f64, f64, i32, i32, i32, i32), it is imported as (f64)\n  hint: declare them: #include \"trammel_usersub.h\""},
		{"hidden", pfosub + "{ double *p = malloc(*id); c_timget(p); *value = *p; free(p); }",
			"has the allocator malloc and does not export it", "-Wl,--export-if-defined=malloc"},
		{"large", "static volatile char room[9 << 20];\n" + pfosub + "{ *value = room[*id]; }", "begins with 9 MiB of memory, the limit is 4 MiB", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := loader(t)
			l.Memory = 4 << 20
			sources := []string{source(t, c.name+".c", c.text)}
			if c.name == "hidden" {
				sources = append(sources, hidesMalloc)
			}
			e := refused(t, l, ref(build(t, sources...), "PFOSUB"), usersub.PFOSUB)
			if !strings.Contains(e.Reason, c.reason) || !strings.Contains(e.Error(), c.more) {
				t.Error(e)
			}
		})
	}
}

// C that does not declare a utility takes an integer for its result.
func TestUndeclared(t *testing.T) {
	file := build(t, source(t, "old.c", "void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)\n"+
		"{ double v; int e; c_step(0.5, 0., 1., 1., 3., 0, &v, &e); *value = v; }"), "-Wno-implicit-function-declaration")
	f := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 7, nil, nil)
	if err := load(t, loader(t), file, usersub.PFOSUB, "PFOSUB").Call(f, &subtest.State{}); err != nil || f.RealArgNamed("value")[0] != 2 {
		t.Error(f.RealArgNamed("value"), err)
	}
}

// A module that ends or does not end while it is set up.
func TestSetUp(t *testing.T) {
	for text, says := range map[string]string{
		"exit(4);":                           "failed when it was set up: it called exit(4)",
		"double v; c_timget(&v);":            "it queries c_timget while it is set up",
		"volatile int *p = 0; p[1<<28] = 1;": "out of bounds memory access",
	} {
		file := build(t, source(t, "setup.c", pfosub+"{ }\n__attribute__((constructor)) static void begin(void) { "+text+" }\n"))
		e := refused(t, loader(t), ref(file, "PFOSUB"), usersub.PFOSUB)
		if !strings.Contains(e.Reason, says) {
			t.Errorf("%v, want %s", e, says)
		}
	}
}

func TestTakes(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []string{"road.wasm", "both.wasm", "both.so", "lib.wasm", "liblib.so"} {
		if err := os.WriteFile(filepath.Join(dir, f), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("MS_USERSUBDLL", "")
	for name, want := range map[string]bool{"x.wasm": true, "X.WASM": true, "road": true, "road.dll": true, "road.so": true, "both": false,
		"both.so": false, "both.wasm": true, "lib": false, "other": false, "": false, "NULL": false} {
		if got := new(Loader).Takes(&usersub.Ref{Library: name, Dir: dir}); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
	if new(Loader).Takes(&usersub.Ref{Library: "x.wasm", Script: "x.py"}) || new(Loader).Takes(&usersub.Ref{Library: "x.wasm", Plugin: "p"}) {
		t.Error("a script or plugin is taken")
	}
	t.Setenv("MS_USERSUBDLL", "all.wasm")
	if !new(Loader).Takes(&usersub.Ref{Dir: dir}) {
		t.Error("MS_USERSUBDLL is not taken")
	}
}

// Found where libraries are: beside the deck, and in the folders of the environment.
func TestPlaces(t *testing.T) {
	w, err := os.ReadFile("testdata/suite.wasm")
	if err != nil {
		t.Fatal(err)
	}
	path := write(t, "road.wasm", w)
	t.Setenv("MS_USERDLL_DIR", "/nowhere;"+filepath.Dir(path))
	for _, r := range []usersub.Ref{{Library: "road.wasm", Dir: filepath.Dir(path)}, {Library: "road", Dir: filepath.Dir(path)}, {Library: "road.wasm", Dir: t.TempDir()}} {
		r.Function = "CATENA"
		x, err := loader(t).Load(&r, usersub.PFOSUB)
		if err != nil {
			t.Error(err)
		} else if x.File != path || len(x.SHA256) != 64 || x.Symbol != "CATENA" {
			t.Errorf("%+v", x)
		}
	}
}
