package inspect

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub/dll"
)

// compile builds sources (name, text in turn) into a library in its own
// folder and returns its path.
func compile(t *testing.T, compiler, lib string, sources map[string]string, flags ...string) string {
	t.Helper()
	cc := subtest.RequireTool(t, compiler)
	dir := t.TempDir()
	args := []string{"-shared", "-fPIC", "-o", filepath.Join(dir, lib)}
	for name, text := range sources {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	if out, err := exec.Command(cc, append(args, flags...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, lib)
}

func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// refused checks that a file would not load and that the text says why.
func refused(t *testing.T, r *Report, says ...string) {
	t.Helper()
	text := r.Text()
	if r.Loads || len(r.Problems) == 0 {
		t.Fatalf("it would load:\n%s", text)
	}
	for _, s := range says {
		if !strings.Contains(text, s) {
			t.Errorf("the report does not say %q:\n%s", s, text)
		}
	}
}

func TestGoodLibrary(t *testing.T) {
	lib := compile(t, "gcc", "good.so", map[string]string{"a.c": `
#include <math.h>
void c_sysfnc(const char *, const int *, int, double *, int *);
void c_gtcurv(int, double, int, double *, int *);
void PFOSUB(int *id, double *t, double *par, int *npar, int *dflag, int *iflag, double *v)
{ int m = par[0], e; c_sysfnc("DX", &m, 1, v, &e); c_gtcurv(1, 0, 0, v, &e); *v = cosh(*v); }
void road(void) {}
static void inner(void) {}
void *keep = inner;
`}, "-lm")
	r := ExamineFile(lib, ThisMachine())
	if !r.Loads {
		t.Fatal(r.Text())
	}
	if want := []Routine{{"PFOSUB", "PFOSUB", "Force_Penalty", "ms"}}; !slices.Equal(r.Routines, want) {
		t.Errorf("routines %v", r.Routines)
	}
	if !slices.Equal(r.Candidates, []string{"road"}) {
		t.Errorf("candidates %v", r.Candidates)
	}
	i := slices.IndexFunc(r.Utilities, func(u Use) bool { return u.Symbol == "c_sysfnc" })
	if len(r.Utilities) != 2 || i < 0 || r.Utilities[i].Status != Works {
		t.Errorf("utilities %v", r.Utilities)
	}
	if r.Dialect != "ms" || r.Bits != 64 || r.Format != "ELF" || r.GLIBC == "" || r.HostGLIBC == "" || compareVersions(r.HostGLIBC, r.GLIBC) < 0 {
		t.Errorf("%+v", r)
	}
	if !slices.ContainsFunc(r.Needs, func(n Need) bool { return n.Name == "libm.so.6" && n.Path != "" }) {
		t.Errorf("needs %v", r.Needs)
	}
}

func TestDialects(t *testing.T) {
	for symbol, want := range map[string]string{"PFOSUB": "ms", "pfosub": "ms", "pfosub_": "fortran", "Pfosub": "adams",
		"PfoSub": "ms", "_PFOSUB@28": "ms"} {
		if sig, d := MatchRoutine(symbol); sig == nil || sig.Name != "PFOSUB" || d != want {
			t.Errorf("%s: %v %s, want %s", symbol, sig, d, want)
		}
	}
	for _, symbol := range []string{"", "_", "pfo", "PFOSUBX"} {
		if sig, _ := MatchRoutine(symbol); sig != nil {
			t.Errorf("%q is %s", symbol, sig.Name)
		}
	}
	lib := compile(t, "gcc", "mixed.so", map[string]string{"a.c": "void GFOSUB(void){} void vfosub_(void){}"})
	if r := ExamineFile(lib, ThisMachine()); r.Dialect != "mixed" || len(r.Routines) != 2 {
		t.Error(r.Text())
	}
}

func TestFortran(t *testing.T) {
	lib := compile(t, "gfortran", "f.so", map[string]string{"a.f": `
      SUBROUTINE GFOSUB(ID,TIME,PAR,NPAR,DFLAG,IFLAG,RESULT)
      DOUBLE PRECISION TIME,PAR(*),RESULT(6)
      INTEGER ID,NPAR,IPAR(1),IERR
      LOGICAL DFLAG,IFLAG
      IPAR(1) = 3
      CALL SYSFNC('DX',IPAR,1,RESULT(1),IERR)
      WRITE(*,*) TIME
      END
`})
	r := ExamineFile(lib, ThisMachine())
	if !r.Loads || r.Dialect != "fortran" || len(r.Routines) != 1 || len(r.Utilities) != 1 {
		t.Fatal(r.Text())
	}
}

func TestHiddenNames(t *testing.T) {
	lib := compile(t, "g++", "cpp.so", map[string]string{"a.cpp": "void PFOSUB(int *) {}"})
	refused(t, ExamineFile(lib, ThisMachine()), "exports no function that could be a routine", "PFOSUB under its C++ name", `extern "C"`)
}

func TestMissingLibrary(t *testing.T) {
	inner := compile(t, "gcc", "libinner.so", map[string]string{"i.c": "int inner(void) { return 1; }"}, "-Wl,-soname,libinner.so")
	gone := compile(t, "gcc", "libgone.so", map[string]string{"i.c": "int gone(void) { return 1; }"}, "-Wl,-soname,libgone.so")
	lib := compile(t, "gcc", "outer.so", map[string]string{"o.c": "int inner(void); int gone(void); int VARSUB(void) { return inner() + gone(); }"},
		inner, gone, "-Wl,--enable-new-dtags,-rpath,"+filepath.Dir(inner)+":$ORIGIN/lib")
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	r := ExamineFile(lib, ThisMachine())
	refused(t, r, "needs the library", "libgone.so, which was not found", "-rpath")
	if len(r.Problems) != 1 || !slices.Equal(r.RunPath, []string{filepath.Dir(inner), "$ORIGIN/lib"}) {
		t.Error(r.Text())
	}
	// The folder of the library itself through LD_LIBRARY_PATH, then $ORIGIN.
	m := ThisMachine()
	m.LibraryPath = []string{filepath.Dir(lib)}
	copyFile(t, inner, filepath.Join(filepath.Dir(lib), "other.so"))
	if r := ExamineFile(lib, m); r.Loads {
		t.Error("another name was taken for libgone.so")
	}
	again := compile(t, "gcc", "libgone.so", map[string]string{"i.c": "int gone(void) { return 1; }"})
	if err := os.Mkdir(filepath.Join(filepath.Dir(lib), "lib"), 0o700); err != nil {
		t.Fatal(err)
	}
	copyFile(t, again, filepath.Join(filepath.Dir(lib), "lib", "libgone.so"))
	if r := ExamineFile(lib, ThisMachine()); !r.Loads {
		t.Error(r.Text())
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestUnknownSymbol(t *testing.T) {
	lib := compile(t, "gcc", "u.so", map[string]string{"a.c": "void c_nothing(int); double cosh(double); double VARSUB(void) { c_nothing(1); return cosh(1); }"})
	r := ExamineFile(lib, ThisMachine())
	refused(t, r, "calls c_nothing, which no library defines", "not known here")
	if !slices.Equal(r.Undefined, []string{"c_nothing"}) {
		t.Errorf("undefined %v", r.Undefined)
	}
}

// A library may leave libm out: the solver has it open.
func TestWithoutLibm(t *testing.T) {
	lib := compile(t, "gcc", "m.so", map[string]string{"a.c": "double cosh(double); double VARSUB(double *x) { return cosh(*x); }"}, "-fno-builtin")
	if r := ExamineFile(lib, ThisMachine()); !r.Loads {
		t.Fatal(r.Text())
	}
}

func TestNewerSystem(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "v.map")
	if err := os.WriteFile(script, []byte("FOO_1 { global: far; }; FOO_2 { global: near; } FOO_1;"), 0o600); err != nil {
		t.Fatal(err)
	}
	source := map[string]string{"v.c": "int far(void) { return 1; } int near(void) { return 2; }"}
	foo := compile(t, "gcc", "libfoo.so", source, "-Wl,--version-script="+script, "-Wl,-soname,libfoo.so")
	lib := compile(t, "gcc", "uses.so", map[string]string{"u.c": "int near(void); int VARSUB(void) { return near(); }"}, foo,
		"-Wl,-rpath,"+filepath.Dir(foo))
	if r := ExamineFile(lib, ThisMachine()); !r.Loads {
		t.Fatal(r.Text())
	}
	if err := os.WriteFile(script, []byte("FOO_1 { global: far; near; };"), 0o600); err != nil {
		t.Fatal(err)
	}
	copyFile(t, compile(t, "gcc", "libfoo.so", source, "-Wl,--version-script="+script, "-Wl,-soname,libfoo.so"), foo)
	refused(t, ExamineFile(lib, ThisMachine()), "needs FOO_2 of libfoo.so, which is newer than this system")
}

// header32 is the head of a 32-bit ELF library without sections.
func header32(machine elf.Machine) []byte {
	var b bytes.Buffer
	h := elf.Header32{Type: uint16(elf.ET_DYN), Machine: uint16(machine), Version: 1, Ehsize: 52, Phentsize: 32, Shentsize: 40}
	copy(h.Ident[:], elf.ELFMAG)
	h.Ident[elf.EI_CLASS], h.Ident[elf.EI_DATA], h.Ident[elf.EI_VERSION] = byte(elf.ELFCLASS32), byte(elf.ELFDATA2LSB), 1
	_ = binary.Write(&b, binary.LittleEndian, h)
	return b.Bytes()
}

func TestOtherFiles(t *testing.T) {
	refused(t, ExamineFile(write(t, "a.so", header32(elf.EM_386)), ThisMachine()), "32-bit library for i386", "-m32", "ELF 32-bit i386, linux")
	refused(t, ExamineFile(write(t, "a.so", []byte("just text\n")), ThisMachine()), "is a text file")
	refused(t, ExamineFile(write(t, "a.so", nil), ThisMachine()), "is empty")
	refused(t, ExamineFile(write(t, "a.c", []byte("void f(void) {}\n")), ThisMachine()), "is source code", "usersub build")
	refused(t, ExamineFile(write(t, "a.a", []byte("!<arch>\n")), ThisMachine()), "static archive", "--whole-archive")
	refused(t, ExamineFile(write(t, "a.so", []byte("\xcf\xfa\xed\xfe0000")), ThisMachine()), "macOS library")
	refused(t, ExamineFile(write(t, "a.so", []byte(elf.ELFMAG+"\x02\x01\x01junk")), ThisMachine()), "damaged")
	refused(t, ExamineFile(write(t, "a.so", []byte("MZ")), ThisMachine()), "Windows")
	refused(t, ExamineFile(t.TempDir(), ThisMachine()), "is a folder")
	refused(t, ExamineFile(filepath.Join(t.TempDir(), "none.so"), ThisMachine()), "no such file")
	refused(t, ExamineFile("/bin/sh", ThisMachine()), "is a program")
	run := compile(t, "gcc", "run", map[string]string{"a.c": "void VARSUB(void) {} int main(void) { return 0; }"}, "-pie", "-fPIE", "-rdynamic")
	refused(t, ExamineFile(run, ThisMachine()), "is a program", "VARSUB")
	m := ThisMachine()
	m.Arch = elf.EM_RISCV
	lib := compile(t, "gcc", "x.so", map[string]string{"a.c": "void VARSUB(void) {}"})
	refused(t, ExamineFile(lib, m), "is built for", "runs on riscv")
	m.System = "darwin"
	refused(t, ExamineFile(lib, m), "Linux library", "runs on darwin")
}

// windows is a minimal 64-bit DLL: one section with an export table.
func windows(names ...string) []byte {
	var b bytes.Buffer
	le := func(v ...any) {
		for _, x := range v {
			_ = binary.Write(&b, binary.LittleEndian, x)
		}
	}
	const at, section = 0x200, 0x1000
	b.WriteString("MZ")
	b.Write(make([]byte, 0x3a))
	le(uint32(0x40))
	b.WriteString("PE\x00\x00")
	le(uint16(0x8664), uint16(1), uint32(0), uint32(0), uint32(0), uint16(240), uint16(0x2022))
	le(uint16(0x20b))
	b.Write(make([]byte, 106))
	le(uint32(16), uint32(section), uint32(40))
	b.Write(make([]byte, 15*8))
	b.WriteString(".edata\x00\x00")
	le(uint32(0x200), uint32(section), uint32(0x200), uint32(at))
	b.Write(make([]byte, 16))
	b.Write(make([]byte, at-b.Len()))
	list, text := section+40, section+40+4*len(names)
	b.Write(make([]byte, 20))
	le(uint32(len(names)), uint32(len(names)), uint32(0), uint32(list), uint32(0))
	for _, n := range names {
		le(uint32(text))
		text += len(n) + 1
	}
	for _, n := range names {
		b.WriteString(n + "\x00")
	}
	b.Write(make([]byte, at+0x200-b.Len()))
	return b.Bytes()
}

func TestWindowsLibrary(t *testing.T) {
	r := ExamineFile(write(t, "a.dll", windows("GFOSUB", "_VFOSUB@28", "road")), ThisMachine())
	refused(t, r, "a Windows library (DLL) for x86-64, 64-bit", "usersub build", "GFOSUB", "road")
	if len(r.Routines) != 2 || r.Kind != Library || r.System != "windows" {
		t.Error(r.Text())
	}
}

func TestScript(t *testing.T) {
	r := ExamineFile(write(t, "a.py", []byte("import math\ndef pfosub(id, time):\n  def inner(): pass\n  return 1\ndef road(a): return 2\n")), ThisMachine())
	if !r.Loads || r.Kind != Script || len(r.Routines) != 1 || r.Routines[0].Element != "Force_Penalty" || !slices.Equal(r.Candidates, []string{"road"}) {
		t.Fatal(r.Text())
	}
	refused(t, ExamineFile(write(t, "a.py", []byte("x = 1\n")), ThisMachine()), "defines no function")
}

// The utilities listed here are those that the forwarding library has.
func TestUtilitiesAreThere(t *testing.T) {
	o, err := readELFObject("../cdll/images/forward-linux-amd64.so")
	if err != nil {
		t.Fatal(err)
	}
	for s := range o.defined {
		if strings.HasPrefix(s, "tm_") {
			continue
		}
		if _, ok := UtilityStatus(s); !ok {
			t.Errorf("%s is not listed", s)
		}
	}
	for s := range symbols() {
		if !o.defined[s] {
			t.Errorf("%s does not exist", s)
		}
	}
}

func FuzzFile(f *testing.F) {
	f.Add(header32(elf.EM_386))
	f.Add(windows("PFOSUB"))
	f.Add([]byte("\xca\xfe\xba\xbe\x00\x00\x00\x01"))
	self, _ := os.ReadFile("../cdll/images/forward-linux-amd64.so")
	f.Add(self)
	f.Fuzz(func(t *testing.T, data []byte) {
		path := write(t, "a.so", data)
		r := ExamineFile(path, ThisMachine())
		if r.Text() == "" || r.Loads == (len(r.Problems) > 0) {
			t.Fatal("no clear answer")
		}
	})
}

// A DLL is explained on every system: whose libraries are missing, which one stands for the solver, and, on Windows, why it would not load.
func TestImportsOfWindows(t *testing.T) {
	gcc := subtest.RequireTool(t, "x86_64-w64-mingw32-gcc")
	dir := t.TempDir()
	put := func(name string, b []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	forwards := func(name string, functions ...string) string {
		var list []dll.Forward
		for _, f := range functions {
			list = append(list, dll.Forward{Name: f, To: "x." + f})
		}
		return put(name, dll.BuildForwardingLibrary(name, list))
	}
	libraries := []string{forwards("AsUtility.dll", "c_sysfnc", "c_errmes", "c_mystery"), forwards("libifcoremd.dll", "for_stop"), forwards("helper.dll", "help")}
	source := put("x.c", []byte(`void c_sysfnc(void), c_errmes(void), c_mystery(void), for_stop(void), help(void);
__declspec(dllexport) void Gfosub(void) { c_sysfnc(); c_errmes(); c_mystery(); for_stop(); help(); }`))
	out := filepath.Join(dir, "user.dll")
	if b, err := exec.Command(gcc, append([]string{"-shared", "-o", out, source}, libraries...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	for _, lib := range libraries[:2] {
		if err := os.Remove(lib); err != nil {
			t.Fatal(err)
		}
	}
	here := *ThisMachine()
	here.System = "windows"
	r := ExamineFile(out, &here)
	refused(t, r, out+" needs the library libifcoremd.dll, which was not found", "Intel")
	if r.Bits != 64 || r.Arch != "x86-64" || r.Dialect != "adams" || len(r.Utilities) != 2 || len(r.Routines) != 1 ||
		!slices.Equal(r.Undefined, []string{"c_mystery of AsUtility.dll"}) || len(r.Problems) != 2 {
		t.Errorf("%+v", r)
	}
	text := r.Text()
	for _, want := range []string{"PE 64-bit x86-64, windows", "functions that are used of it: for_stop", "AsUtility.dll    the solver's, under this name", "helper.dll       " + dir,
		"KERNEL32.dll     part of Windows", "libifcoremd.dll  not found"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
	if r := ExamineFile(out, ThisMachine()); runtime.GOOS == "linux" && (len(r.Problems) != 3 || !strings.Contains(r.Problems[0].Reason, "this program runs on linux")) {
		t.Errorf("on Linux: %+v", r.Problems)
	}
	narrow := windows("GFOSUB")
	at := int(narrow[0x3c])
	narrow[at+4], narrow[at+5] = 0x4c, 1
	refused(t, ExamineFile(put("narrow.dll", narrow), &here), "32-bit library", "x64")
	if r := ExamineFile(put("fine.dll", windows("GFOSUB")), &here); !r.Loads {
		t.Errorf("%+v", r.Problems)
	}
}
