//go:build windows && amd64

package cdll

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/dll"
)

// vendor writes a library that has functions, to be linked with.
func vendor(t *testing.T, name string, functions ...string) string {
	t.Helper()
	var list []dll.Forward
	for _, f := range functions {
		list = append(list, dll.Forward{Name: f, To: forwardName + "." + f})
	}
	path := filepath.Join(libraryFolder(t), name)
	if err := os.WriteFile(path, dll.BuildForwardingLibrary(name, list), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// linked compiles a source with libraries.
func linked(t *testing.T, name, text string, with ...string) string {
	t.Helper()
	out := filepath.Join(libraryFolder(t), name)
	tool := "gcc"
	file := "x.c"
	if strings.Contains(text, "catch") || strings.Contains(text, "throw") {
		tool, file = "g++", "x.cpp"
	}
	compile(t, append([]string{tool, "-O1", "-shared", "-o", out, source(t, file, text)}, with...)...)
	return out
}

// value calls a VARSUB.
func value(t *testing.T, lib, routine string) float64 {
	t.Helper()
	f := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", 7, nil, nil)
	f.PrepareCall(1, false, false)
	if err := load(t, lib, usersub.VARSUB, routine).Call(f, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	return f.RealArgNamed("value")[0]
}

const varsub = "(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)"

// Utilities are found under whatever name of a library they are imported from, in whatever spelling, also where a library of that name lies beside.
func TestNamesOfTheSolversLibrary(t *testing.T) {
	text := `void ask(const char *, const int *, int, double *, int *) __asm__("c_sysfnc");
void VARSUB` + varsub + `{ int m = 9, err; ask("DX", &m, 1, value, &err); *value += 1000 * err; }`
	want := value(t, build(t, "x.so", source(t, "x.c", text)), "VARSUB")
	if want == 0 || want >= 1000 {
		t.Fatalf("the query is not answered: %g", want)
	}
	for _, name := range []string{"AsUtility.dll", "Some Vendor's.dll", "solver.v2.dll"} {
		beside := vendor(t, name, "c_sysfnc")
		lib := linked(t, "x.dll", text, beside)
		if f, err := dll.ReadFile(lib); err != nil || len(f.Imports) == 0 || !strings.Contains(f.Imports[0].Library+f.Imports[len(f.Imports)-1].Library, name[:3]) {
			t.Fatalf("the library is not what this test is about: %+v (%v)", f, err)
		}
		if err := os.Rename(beside, filepath.Join(filepath.Dir(lib), name)); err != nil {
			t.Fatal(err)
		}
		if v := value(t, lib, "VARSUB"); v != want {
			t.Errorf("%s: %g, want %g", name, v, want)
		}
	}
	shout := strings.ReplaceAll(text, `"c_sysfnc"`, `"C_SysFnc"`)
	if v := value(t, linked(t, "x.dll", shout, vendor(t, "Shout.dll", "C_SysFnc")), "VARSUB"); v != want {
		t.Errorf("C_SysFnc gives %g, want %g", v, want)
	}
}

// Old compilers put the length of a text behind it.
func TestLengthsBetweenArguments(t *testing.T) {
	lib := build(t, "x.so", source(t, "x.c", `
void SYSFNC(const char *, int, const int *, const int *, double *, int *);
void SYSARY(const char *, int, const int *, const int *, double *, int *, int *);
void RCNVRT(const char *, int, const double *, const char *, int, double *, int *);
void STR2INTARY(const char *, int, int *, int *, int *);
void ERRMES(const int *, const char *, int, const int *, const char *, int);
void ONE`+varsub+` { int m = 9, one = 1, err = 7; SYSFNC("DXxyz", 2, &m, &one, value, &err); *value += 1000 * err; }
void TWO`+varsub+` { int m = 9, one = 1, n = 0, err = 7; double v[6]; SYSARY("TDISP and more", 5, &m, &one, v, &n, &err); *value = v[0] + 1000 * err + 10 * n; }
void TURN`+varsub+` { double a[3] = {0.1, 0.2, 0.3}, b[9] = {0}; int err = 7;
  RCNVRT("EULERzzz", 5, a, "COSINESzz", 7, b, &err); *value = b[0] + 1000 * err; }
void SAYS`+varsub+` { int no = 0, i = 1; ERRMES(&no, "text", 4, &i, "STOP", 4); *value = 5; }
`))
	plain := build(t, "y.so", source(t, "y.c", `
void SYSFNC(const char *, const int *, const int *, double *, int *, long long);
void SYSARY(const char *, const int *, const int *, double *, int *, int *, long long);
void RCNVRT(const char *, const double *, const char *, double *, int *, long long, long long);
void ONE`+varsub+` { int m = 9, one = 1, err = 7; SYSFNC("DXxyz", &m, &one, value, &err, 2); *value += 1000 * err; }
void TWO`+varsub+` { int m = 9, one = 1, n = 0, err = 7; double v[6]; SYSARY("TDISP and more", &m, &one, v, &n, &err, 5); *value = v[0] + 1000 * err + 10 * n; }
void TURN`+varsub+` { double a[3] = {0.1, 0.2, 0.3}, b[9] = {0}; int err = 7;
  RCNVRT("EULERzzz", a, "COSINESzz", b, &err, 5, 7); *value = b[0] + 1000 * err; }
void SAYS`+varsub+` { *value = 5; }
`))
	for _, routine := range []string{"ONE", "TWO", "TURN", "SAYS"} {
		got, want := value(t, lib, routine), value(t, plain, routine)
		if got != want || got == 0 || got > 999 {
			t.Errorf("%s: %g, want %g", routine, got, want)
		}
	}
}

// What cannot be loaded is said by name before Windows tries.
func TestLibrariesThatWindowsRefuses(t *testing.T) {
	refuse := func(path, reason, hint string) {
		t.Helper()
		says(t, refusal(t, ref(path, "PFOSUB")), reason, hint)
	}
	dir := libraryFolder(t)
	good, err := os.ReadFile(build(t, "x.so", source(t, "x.c", empty)))
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string, change func(b []byte) []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, change(append([]byte(nil), good...)), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	at := int(good[0x3c]) | int(good[0x3d])<<8
	refuse(put("narrow.dll", func(b []byte) []byte { b[at+4], b[at+5] = 0x4c, 1; return b }), "32-bit", "x64")
	refuse(put("arm.dll", func(b []byte) []byte { b[at+4], b[at+5] = 0x64, 0xaa; return b }), "is built for arm64", "x64")
	refuse(put("short.dll", func(b []byte) []byte { return b[:at+6] }), "damaged", "again")
	refuse(put("linux.dll", func([]byte) []byte { return []byte("\x7fELF 123456789012") }), "a Linux library", "trammel usersub build")
	refuse(put("object.dll", func([]byte) []byte { return []byte("\x64\x86 123456789012") }), "an object file", "link")
	refuse(put("text.dll", func([]byte) []byte { return []byte("plain text") }), "is not a shared library", ".dll")
	refuse(put("empty.dll", func([]byte) []byte { return nil }), "is empty", ".dll")
	refuse(os.Args[0], "is a program", "-shared")

	calls := "void lost(void); void PFOSUB(void) { lost(); }"
	for name, hint := range map[string]string{"libifcoremd.dll": "Intel", "VCRUNTIME140D.dll": "Release",
		"libgfortran-4.dll": "MinGW", "helper of mine.dll": "beside the library"} {
		refuse(linked(t, "x.dll", calls, vendor(t, name, "lost")), "needs the library "+name+", which was not found", hint)
	}
	refuse(linked(t, "x.dll", "void c_sysfnc(void);"+strings.Replace(calls, "lost();", "lost(); c_sysfnc();", 1), vendor(t, "Half.dll", "lost", "c_sysfnc")),
		"calls lost of Half.dll, which is not there", "utilities")
	helper := vendor(t, "helper.dll", "lost")
	lib := linked(t, "x.dll", calls, helper)
	if err := os.WriteFile(filepath.Join(filepath.Dir(lib), "helper.dll"), good, 0o600); err != nil {
		t.Fatal(err)
	}
	refuse(lib, "calls lost of helper.dll, which is not there", "link")
	no := linked(t, "x.dll", "#include <windows.h>\nvoid PFOSUB(void) {}\nBOOL WINAPI DllMain(HINSTANCE h, DWORD r, void *p) { return FALSE; }")
	refuse(no, "its initialisation (DllMain) failed", "licence")
}

// A function that is imported by its number cannot be mapped.
func TestOrdinals(t *testing.T) {
	path := linked(t, "x.dll", "void c_sysfnc(void); void PFOSUB(void) { c_sysfnc(); }", vendor(t, "Numbers.dll", "c_sysfnc"))
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !byNumber(b, "c_sysfnc", 12) {
		t.Fatal("the library is not what this test is about")
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	says(t, refusal(t, ref(path, "PFOSUB")), "imports function 12 of Numbers.dll by its number (ordinal): no such library is here", "names")
}

// byNumber changes an import by name into one by number, in both lists that have it.
func byNumber(b []byte, name string, number byte) (changed bool) {
	hint := bytes.Index(b, append([]byte(name), 0)) - 2
	f, err := pe.NewFile(bytes.NewReader(b))
	if hint < 0 || err != nil {
		return false
	}
	for _, s := range f.Sections {
		if d := hint - int(s.Offset); d < 0 || d >= int(s.Size) {
			continue
		}
		entry := binary.LittleEndian.AppendUint64(nil, uint64(s.VirtualAddress)+uint64(hint)-uint64(s.Offset))
		for at := bytes.Index(b, entry); at >= 0; at = bytes.Index(b, entry) {
			copy(b[at:], []byte{number, 0, 0, 0, 0, 0, 0, 0x80})
			changed = true
		}
	}
	return changed
}

// Exceptions that the routine handles are its own; the others end the run like signals.
func TestExceptionsOfCpp(t *testing.T) {
	lib := linked(t, "x.dll", `#include <stdexcept>
#include <string>
struct guard { std::string s; ~guard() { volatile int n = s.size(); (void)n; } };
static void __attribute__((noinline)) inner(double v) { guard g{std::string(v > 0 ? "positive" : "negative")}; if (v > 0) throw std::runtime_error(g.s); }
static void __attribute__((noinline)) fault(int n) { guard g{std::string("a text that is longer than a short one")}; inner(0); *(volatile int *)(long long)n = 1; }
extern "C" {
__declspec(dllexport) void CATCHES`+varsub+` { try { inner(*time); } catch (const std::exception &e) { *value = 41; } }
__declspec(dllexport) void THROWS`+varsub+` { inner(*time); }
__declspec(dllexport) void FAULTY`+varsub+` { fault(*npar); }
}`)
	if v := value(t, lib, "CATCHES"); v != 41 {
		t.Errorf("the routine's own handler gives %g", v)
	}
	for routine, text := range map[string]string{"THROWS": "abort", "FAULTY": "segmentation fault (access violation)"} {
		status, out, messages := end(t, lib, routine)
		if status != 8 || out != "" || !strings.Contains(messages, "trammel: Force_Penalty 7: "+routine+" at time 1.250000: "+text) {
			t.Errorf("%s: status %d, %q, %q", routine, status, out, messages)
		}
	}
}

// The files that are written at run time keep their places, and are made again when they were changed.
func TestFilesInTheCache(t *testing.T) {
	data := []byte("always the same")
	path, err := writeToUserCache("größe x.dll", data)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("changed"), 0o600); err != nil {
		t.Fatal(err)
	}
	again, err := writeToUserCache("größe x.dll", data)
	if err != nil || again != path {
		t.Errorf("%s, then %s (%v)", path, again, err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != string(data) {
		t.Errorf("it holds %q (%v)", b, err)
	}
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Error(err)
	}
}
