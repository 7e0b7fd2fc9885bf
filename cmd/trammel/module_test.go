package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// modules puts the modules of package wasm into the folder of the tests.
func modules(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		w, err := os.ReadFile(filepath.Join("..", "..", "usersub", "wasm", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		clitest.WriteFile(t, name, string(w))
	}
}

// faulty is a force whose routine goes wrong in one way from a time on.
func faulty(kind, from string) string {
	return `<Force_Penalty id="7" type="USERSUB" penalty="1E-9" usrsub_param_string="USER(` + kind + `,` + from + `)"
		usrsub_dll_name="faults.wasm" usrsub_fnc_name="FAULTS"/>`
}

// Whatever a module does, the run ends with code 5, a message that names element, routine,
// time and cause, and the rows so far.
func TestFaultsOfModules(t *testing.T) {
	modules(t, "faults.wasm")
	faults := map[string]string{
		"1": "it trapped: unreachable code", "2": "it trapped: out of bounds memory access", "3": "integer divide by zero",
		"4": "recursion without end", "6": "it called exit(3)", "7": "it trapped: unreachable code (abort", "10": "it requests a stop: the road ends",
		"11": "MiB of memory, the limit is 256 MiB", "14": "an address outside of its memory", "19": "stack overflow",
	}
	for i, kind := range slices.Sorted(maps.Keys(faults)) {
		says := faults[kind]
		if clitest.LeftOut(i) {
			continue
		}
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			deck, out := clitest.LongRun(t, "module-"+kind+".xml", faulty(kind, "0.25")), "module-"+kind+".out"
			o := clitest.Run(t, "run", deck, "--out", out)
			o.Expect(t, 5, "Force_Penalty 7: routine FAULTS failed at time 0.2", says)
			d, rows := clitest.ReadResults(t, out, 5)
			if len(rows) != 4 || d.Error.Element != "Force_Penalty 7" || d.Error.Routine != "FAULTS" || d.Error.Time == nil ||
				*d.Error.Time < 0.25 || !strings.Contains(d.Error.Message, says) {
				t.Errorf("rows %q, %+v", rows, d.Error)
			}
		})
	}
}

// The limit of memory is that of the command line.
func TestMemoryLimitOfModules(t *testing.T) {
	modules(t, "faults.wasm")
	deck := clitest.LongRun(t, "module-memory.xml", faulty("11", "0.25"))
	clitest.Run(t, "run", deck, "--out", "module-memory.out", "--memory-limit", "128M").Expect(t, 5, "the limit is 128 MiB (--memory-limit)")
}

// Loops and recursion without end are ended by the limit of a call, in good order: the
// functions that were under way are named.
func TestCallTimeoutOfModules(t *testing.T) {
	modules(t, "faults.wasm")
	for kind, function := range map[string]string{"8": "in rounds(", "9": "in many("} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			deck, out := clitest.LongRun(t, "module-timeout-"+kind+".xml", faulty(kind, "0.25")), "module-timeout-"+kind+".out"
			in := "Force_Penalty 7: routine FAULTS failed at time 0.2"
			limit, o := clitest.RunOverdue(t, in, "run", deck, "--out", out)
			o.Expect(t, 5, in, "it did not return within "+limit+" (--call-timeout)", function)
			if d, rows := clitest.ReadResults(t, out, 5); len(rows) != 4 || d.Error.Routine != "FAULTS" {
				t.Errorf("rows %q, %+v", rows, d.Error)
			}
		})
	}
}

func TestModulesThatDoNotLoad(t *testing.T) {
	modules(t, "faults.wasm")
	clitest.WriteFile(t, "text.wasm", "SFOSUB\n")
	for attrs, says := range map[string]string{
		`usrsub_dll_name="text.wasm"`:                              "is not a WebAssembly module",
		`usrsub_dll_name="none.wasm"`:                              `the module "none.wasm" was not found`,
		`usrsub_dll_name="faults.wasm"`:                            "exports no function PFOSUB",
		`usrsub_dll_name="faults.wasm" usrsub_fnc_name="VARSUB"`:   "has other arguments than a PFOSUB",
		`usrsub_dll_name="faults" usrsub_fnc_name="PFOSUB"`:        "exports no function PFOSUB", // found without its suffix
		`usrsub_dll_name="lib/faults.dll" usrsub_fnc_name="FAULT"`: "was not found",
	} {
		deck := clitest.WriteFile(t, "unloaded.xml", clitest.BeadDeck("1.", `<Force_Penalty id="7" type="USERSUB" penalty="10." usrsub_param_string="USER()" `+attrs+`/>`))
		for _, verb := range []string{"check", "run"} {
			clitest.Run(t, verb, deck).Expect(t, 4, says, "Force_Penalty 7")
		}
	}
}

// info and run.json name the implementation.
func TestImplementationOfModules(t *testing.T) {
	modules(t, "suite.wasm")
	deck := clitest.WriteFile(t, "module.xml", clitest.BeadDeck("0.1", `<Force_Penalty id="7" type="USERSUB" penalty="10." usrsub_param_string="USER(9)"
		usrsub_dll_name="suite" usrsub_fnc_name="CATENA"/>`))
	clitest.Run(t, "info", deck).Expect(t, 0, "(wasm) is CATENA in ", "suite.wasm")
	clitest.Run(t, "run", deck, "--out", "module.out").Expect(t, 0)
	b, err := os.ReadFile(filepath.Join(clitest.Folder, "module.out", "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Routines []struct {
			Implementation string `json:"supplier"`
			SHA256         string
			Queries        []struct{ Name string } `json:"questions"`
		}
	}
	if err := json.Unmarshal(b, &d); err != nil || len(d.Routines) != 1 || d.Routines[0].Implementation != "wasm" ||
		len(d.Routines[0].SHA256) != 64 || len(d.Routines[0].Queries) != 2 {
		t.Errorf("%v, %+v", err, d)
	}
}

func TestUsersubModules(t *testing.T) {
	modules(t, "faults.wasm", "suite.wasm", "structs.wasm")
	dir := clitest.Folder
	usersubIn(t, dir, "inspect", "suite.wasm").Expect(t, 0, "suite.wasm: would load", "WebAssembly 32-bit", "c_sysfnc")
	usersubIn(t, dir, "inspect", "faults.wasm").Expect(t, 4, "VARSUB in ", "has other arguments than a VARSUB", "wanted (i32", "SPLINE_READ")
	usersubIn(t, dir, "inspect", "structs.wasm").Expect(t, 0, "Gfosub", "adams")
	clitest.WriteFile(t, "module.csv", "par,DX(9),DY(9),value\n9,0.5,2,0.8723740347887396\n")
	usersubIn(t, dir, "test", "suite.wasm", "PFOSUB", "--function", "CATENA", "--table", "module.csv").Expect(t, 0)
	clitest.WriteFile(t, "faults.csv", "par,value\n1,0\n")
	usersubIn(t, dir, "test", "faults.wasm", "PFOSUB", "--function", "FAULTS", "--table", "faults.csv").Expect(t, 5, "unreachable")
	b, err := os.ReadFile(filepath.Join(dir, "suite.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	clitest.WriteFile(t, "suite.bin", string(b))
	usersubIn(t, dir, "inspect", "suite.bin").Expect(t, 4, "does not end in .wasm")
	clitest.WriteFile(t, "half.wasm", string(b[:len(b)/2]))
	usersubIn(t, dir, "inspect", "half.wasm").Expect(t, 4, "it ends too early")
}

func TestUsersubBuildOfModules(t *testing.T) {
	for _, tool := range []string{"clang", "wasm-ld"} {
		subtest.RequireTool(t, tool)
	}
	dir := scratch(t,
		"road.c", "#include <msolve.h>\nscale(x) { return 2 * x; }\nvoid PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *v)\n{ printf(\"%d\\n\", *id); *v = SLOPE * scale(1) * pow(*time, 2); }\n",
		"new.cpp", "#include \"trammel_usersub.h\"\nstruct law { double k; double operator()(double x) const { return -k * x; } };\nDLLFUNC void VARSUB(int *, double *, double *par, int *, int *, int *, double *v) { *v = law{3}(par[0]); }\n",
		"missing.c", "void nobody(void); void VARSUB(int *a, double *b, double *c, int *d, int *e, int *f, double *g) { nobody(); }\n",
		"heap.c", "#include <stdlib.h>\nvoid VARSUB(int *a, double *b, double *c, int *d, int *e, int *f, double *g) { double *p = malloc(8 * *a); c_timget(p); *g = *p; free(p); }\n",
		"old.f", "      END\n", "new.csv", "par,value\n2,-6\n", "road.csv", "time,value\n3,54\n")
	usersubIn(t, dir, "build", "--wasm", "road.c", "--", "-DSLOPE=3").Expect(t, 0, "clang --target=wasm32", "-DSLOPE=3", "road.c -o road.wasm", "built road.wasm: PFOSUB (Force_Penalty)")
	usersubIn(t, dir, "test", "road.wasm", "PFOSUB", "--table", "road.csv").Expect(t, 0)
	subtest.RequireTool(t, "clang++")
	usersubIn(t, dir, "build", "--wasm", "new.cpp").Expect(t, 0, "clang++", "built new.wasm: VARSUB (Reference_Variable)")
	usersubIn(t, dir, "test", "new.wasm", "VARSUB", "--table", "new.csv").Expect(t, 0)
	usersubIn(t, dir, "build", "--wasm", "missing.c").Expect(t, 4, "imports nobody, which there is not here", "was built, but it would not load")
	usersubIn(t, dir, "build", "--wasm", "heap.c").Expect(t, 0, "built heap.wasm")
	usersubIn(t, dir, "build", "--wasm", "old.f").Expect(t, 4, "no compiler of Fortran makes WebAssembly here")
}

// TestStatesInModules: routines of a state equation reach sizes, states and inputs by utilities from WebAssembly, too.
func TestStatesInModules(t *testing.T) {
	for _, tool := range []string{"clang", "wasm-ld"} {
		subtest.RequireTool(t, tool)
	}
	source, err := os.ReadFile(filepath.Join("testdata", "families", "c", "states.c"))
	if err != nil {
		t.Fatal(err)
	}
	clitest.WriteFile(t, "families-wasm.c", string(source))
	usersubIn(t, clitest.Folder, "build", "--wasm", "families-wasm.c").Expect(t, 0, "built families-wasm.wasm")
	agree(t, "WebAssembly and expression", familyTable(t, "gsesplit", "wasm", "fixed", 1), familyTable(t, "gsesplit", "expression", "fixed", 1), 1e-9)
}

// A compiler that finds no library of C for WebAssembly is refused with the packages that bring it.
func TestModulesNeedWasiLibc(t *testing.T) {
	subtest.RequireTool(t, "wasm-ld")
	clang := subtest.RequireTool(t, "clang")
	t.Setenv("WASM_CC", clang+" --sysroot=/nowhere -resource-dir=/nowhere")
	dir := scratch(t, "road.c", "void VARSUB(int *a, double *b, double *c, int *d, int *e, int *f, double *g) { *g = 1; }\n")
	usersubIn(t, dir, "build", "--wasm", "road.c").Expect(t, 4, "finds no library of C for WebAssembly", "install the packages wasi-libc and libclang-rt-")
}
