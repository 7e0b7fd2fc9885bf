//go:build linux && amd64

package failtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// markC is code that leaves a mark when it is loaded.
const markC = `#include <fcntl.h>
#include <stdlib.h>
__attribute__((constructor)) static void mark(void) { open(getenv("MARK"), O_CREAT | O_WRONLY, 0600); }
`

// markPython returns the mark as a Python script.
const markPython = "import os\nopen(os.environ['MARK'], 'w')\n"

// attack is a change around a locked deck, by which other code would run.
type attack struct {
	name string
	env  []string
	make func(t *testing.T, dir string)
}

// refused makes the attack on a deck that was locked: nothing of it runs, and the run is as before or ends with code 4.
func (a *attack) refused(t *testing.T, dir string, flags ...string) {
	mark := filepath.Join(t.TempDir(), "mark")
	if a.make != nil {
		a.make(t, dir)
	}
	c := clitest.Command(append([]string{"run", filepath.Join(dir, "deck.xml"), "--locked", "--quiet"}, flags...)...)
	c.Env = append(append(c.Env, "MARK="+mark), a.env...)
	text, _ := c.CombinedOutput()
	if code := c.ProcessState.ExitCode(); code != 0 && code != 4 {
		t.Errorf("code %d\n%s", code, text)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Errorf("its code was executed\n%s", text)
	}
}

func putFile(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Whatever CPython would take in place of the locked modules is refused before it runs.
func TestLockCoversWhatPythonLoads(t *testing.T) {
	t.Parallel()
	clitest.NeedPython(t)
	gcc := subtest.RequireTool(t, "gcc")
	python := func(t *testing.T, code string, args ...string) {
		t.Helper()
		if out, err := exec.Command("python3", append([]string{"-c", code}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	cache := func(mode string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			putFile(t, dir, "evil.py", markPython+"def k(): return 1.0\n")
			python(t, `import sys, os, py_compile, importlib.util, importlib._bootstrap_external as b
dir, mode = sys.argv[1:]
good, evil = os.path.join(dir, "helper.py"), os.path.join(dir, "evil.py")
to = importlib.util.cache_from_source(good)
os.makedirs(os.path.dirname(to), exist_ok=True)
code = compile(open(evil).read(), good, "exec")
s = os.stat(good)
data = b._code_to_timestamp_pyc(code, int(s.st_mtime), s.st_size) if mode == "time" else b._code_to_hash_pyc(code, b"12345678", False)
open(to, "wb").write(data)
os.remove(evil)`, dir, mode)
		}
	}
	base := t.TempDir()
	putFile(t, base, "path/sitecustomize.py", markPython)
	putFile(t, base, "path/helper.py", markPython)
	for _, v := range []string{"3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14"} {
		putFile(t, base, "user/lib/python"+v+"/site-packages/evil.pth", "import os; open(os.environ['MARK'], 'w')\n")
		putFile(t, base, "user/lib/python"+v+"/site-packages/usercustomize.py", markPython)
	}
	putFile(t, base, "start.py", markPython)
	attacks := []attack{
		{name: "byte code with the time of the source", make: cache("time")},
		{name: "byte code that is not checked", make: cache("hash")},
		{name: "a module of the library beside the script", make: func(t *testing.T, dir string) { putFile(t, dir, "numbers.py", markPython) }},
		{name: "one that puts the true module back", make: func(t *testing.T, dir string) {
			putFile(t, dir, "numbers.py", markPython+"import sys\nsys.path.pop(0)\ndel sys.modules['numbers']\nimport numbers\n")
		}},
		{name: "a package before the module", make: func(t *testing.T, dir string) {
			putFile(t, dir, "helper/__init__.py", markPython+"__file__ = 'helper.py'\ndef k(): return 1.0\n")
		}},
		{name: "byte code without a source", make: func(t *testing.T, dir string) {
			putFile(t, dir, "evil.py", markPython)
			python(t, "import sys, py_compile; py_compile.compile(sys.argv[1] + '/evil.py', sys.argv[1] + '/numbers.pyc')", dir)
			os.Remove(filepath.Join(dir, "evil.py"))
		}},
		{name: "an extension module before the source", make: func(t *testing.T, dir string) {
			putFile(t, dir, "evil.c", markC+"void *PyInit_helper(void) { return 0; }\n")
			if out, err := exec.Command(gcc, "-shared", "-fPIC", "-o", filepath.Join(dir, "helper.abi3.so"), filepath.Join(dir, "evil.c")).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		}},
		{name: "sitecustomize by PYTHONPATH", env: []string{"PYTHONPATH=" + filepath.Join(base, "path")}},
		{name: "a .pth file of the user", env: []string{"PYTHONUSERBASE=" + filepath.Join(base, "user")}},
		{name: "PYTHONSTARTUP and PYTHONINSPECT", env: []string{"PYTHONSTARTUP=" + filepath.Join(base, "start.py"), "PYTHONINSPECT=1"}},
		{name: "a zipped module", env: []string{"PYTHONPATH=" + filepath.Join(base, "path.zip")}, make: func(t *testing.T, dir string) {
			python(t, "import sys, zipfile; zipfile.ZipFile(sys.argv[1] + '.zip', 'w').write(sys.argv[1] + '/helper.py', 'helper.py')", filepath.Join(base, "path"))
		}},
		{name: "PYTHONBREAKPOINT and PYTHONWARNINGS", env: []string{"PYTHONBREAKPOINT=helper.k", "PYTHONWARNINGS=error::helper.X"}},
		{name: "PYTHONHOME", env: []string{"PYTHONHOME=" + filepath.Join(base, "user")}},
		{name: "PYTHONPYCACHEPREFIX", env: []string{"PYTHONPYCACHEPREFIX=" + base}},
		{name: "nothing"},
	}
	locked := t.TempDir() // paths in a lock are relative
	putFile(t, locked, "law.py", "import numbers\nimport helper\nimport importlib.util, os\ns = importlib.util.spec_from_file_location('other', os.path.dirname(__file__) + '/helper.py')\n"+
		"m = importlib.util.module_from_spec(s)\ns.loader.exec_module(m)\n"+
		"def law(id, time, par, npar, dflag, iflag):\n    return helper.k() * m.k() * py_sysfnc('DX', [9])[0]\n")
	putFile(t, locked, "helper.py", "def k():\n    return 1.0  # as long as the other, nearly\n")
	putFile(t, locked, "deck.xml", clitest.LawDeck(`script_name="law.py" usrsub_fnc_name="law" usrsub_param_string="USER(0)"`))
	flags := []string{"--python", "python3", "--python-engine", "cpython"}
	clitest.Run(t, append([]string{"lock", filepath.Join(locked, "deck.xml")}, flags...)...).Expect(t, 0, "helper.py")
	for _, way := range [][]string{flags, append(flags[:3:3], "cpython-child"), append(flags[:4:4], "--isolate", "all")} {
		for i, a := range attacks {
			if way[3] == "cpython-child" && i%2 == 0 || !clitest.LongForm && (way[3] == "cpython-child" || len(way) > 4) && i%4 != 1 { // the host is the same
				continue
			}
			t.Run(strings.Join(way[3:], " ")+", "+a.name, func(t *testing.T) {
				dir := t.TempDir()
				if err := os.CopyFS(dir, os.DirFS(locked)); err != nil {
					t.Fatal(err)
				}
				a.refused(t, dir, way...)
			})
		}
	}
}

// What the dynamic linker would load with a locked library is refused before its initialisers run.
func TestLockCoversWhatTheLinkerLoads(t *testing.T) {
	t.Parallel()
	gcc := subtest.RequireTool(t, "gcc")
	build := func(t *testing.T, to, text string, more ...string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		source := filepath.Join(t.TempDir(), "source.c")
		putFile(t, filepath.Dir(source), "source.c", text)
		if out, err := exec.Command(gcc, append([]string{"-shared", "-fPIC", "-o", to, source}, more...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	const part = "double part(void) { return 1; }\n"
	other := t.TempDir()
	build(t, filepath.Join(other, "libpart.so"), markC+part, "-Wl,-soname,libpart.so")
	evil := func(under string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			build(t, filepath.Join(dir, under, "libpart.so"), markC+part, "-Wl,-soname,libpart.so")
		}
	}
	ways := [][]string{nil, {"--isolate", "all"}}
	if !clitest.LongForm {
		ways = ways[:1]
	}
	for _, a := range []attack{
		{name: "LD_LIBRARY_PATH", env: []string{"LD_LIBRARY_PATH=" + other}},
		{name: "glibc-hwcaps v3", make: evil("lib/glibc-hwcaps/x86-64-v3")},
		{name: "tls of an earlier folder", make: evil("first/tls")},
		{name: "a platform's folder of an earlier one", make: evil("first/x86_64")},
		{name: "glibc-hwcaps", make: evil("lib/glibc-hwcaps/x86-64-v2")},
		{name: "an earlier folder of the path", make: evil("first")},
		{name: "glibc-hwcaps of an earlier folder", make: evil("first/glibc-hwcaps/x86-64-v2")},
		{name: "the library itself", make: evil("lib")},
		{name: "nothing"},
	} {
		for _, flags := range ways {
			t.Run(fmt.Sprint(a.name, flags), func(t *testing.T) {
				dir := t.TempDir()
				build(t, filepath.Join(dir, "lib/libpart.so"), part, "-Wl,-soname,libpart.so")
				build(t, filepath.Join(dir, "law.so"), `extern double part(void);
extern void c_sysfnc(const char *, const int *, int, double *, int *);
void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{ int m = 9, e = 0; c_sysfnc("DX", &m, 1, value, &e); *value *= part(); }
`, "-L"+filepath.Join(dir, "lib"), "-lpart", "-Wl,--disable-new-dtags,-rpath,$ORIGIN/first:$ORIGIN/lib")
				putFile(t, dir, "deck.xml", clitest.LawDeck(`usrsub_dll_name="law" usrsub_param_string="USER(0)"`))
				deck := filepath.Join(dir, "deck.xml")
				clitest.Run(t, "lock", deck).Expect(t, 0, "lib/libpart.so")
				clitest.Run(t, "run", deck, "--locked", "--quiet").Expect(t, 0)
				a.refused(t, dir, flags...)
				if a.make != nil {
					clitest.Run(t, "verify", deck).Expect(t, 9, "libpart.so")
				}
			})
		}
	}
}
