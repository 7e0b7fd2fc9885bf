package main

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// pythonSDK is the folder of the Python packages.
func pythonSDK(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../../sdk/python")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestPythonPackage: the tests of trammel_mbd, which are in Python, with numpy.
func TestPythonPackage(t *testing.T) {
	clitest.NeedPython(t)
	if out, err := exec.Command("python3", "-c", "import numpy").CombinedOutput(); err != nil {
		if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
			t.Fatalf("%v %s", err, out)
		}
		t.Log("without numpy: what needs it is left out")
	}
	sdk := pythonSDK(t)
	cmd := exec.Command("python3", "-B", "-m", "unittest", "discover", "-s", filepath.Join(sdk, "tests"))
	cmd.Env = append(os.Environ(), "PYTHONPATH="+sdk, "TRAMMEL="+clitest.Program("trammel"))
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	if text := string(out); err != nil || !strings.Contains(text, "\nOK") || strings.Contains(text, "Ran 0 tests") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestPythonNotebooks: the notebooks of sdk/python/examples run in real kernels, without a message on the standard error, and show pictures. TRAMMEL_JUPYTER is the Python
// that has nbclient, ipykernel and what the notebooks import.
func TestPythonNotebooks(t *testing.T) {
	clitest.NeedPython(t)
	python := cmp.Or(os.Getenv("TRAMMEL_JUPYTER"), "python3")
	if out, err := exec.Command(python, "-c", "import nbclient, ipykernel, gymnasium, matplotlib, numpy, pyarrow, scipy").CombinedOutput(); err != nil {
		if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
			t.Fatalf("%v %s", err, out)
		}
		t.Skip("without Jupyter: set TRAMMEL_JUPYTER to a Python that has nbclient, ipykernel, gymnasium, matplotlib, numpy, pyarrow and scipy")
	}
	sdk := pythonSDK(t)
	all, err := filepath.Glob(filepath.Join(sdk, "examples", "*.ipynb"))
	if err != nil || len(all) < 5 {
		t.Fatal(all, err)
	}
	for _, path := range all {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `"output_type"`) {
			t.Errorf("%s has outputs: commit it without", path)
		}
	}
	cmd := exec.Command(python, append([]string{"-B", filepath.Join(sdk, "tests", "run_notebooks.py")}, all...)...)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+sdk, "TRAMMEL="+clitest.Program("trammel"), "PYTHONDONTWRITEBYTECODE=1", "MPLCONFIGDIR="+t.TempDir(), "PYTHONWARNINGS=ignore")
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}

// TestPythonWheel: the wheel, in an environment with nothing else, has the tool that it takes, and runs four lines where pip installs it. Two wheels are equal.
func TestPythonWheel(t *testing.T) {
	clitest.NeedPython(t)
	folder := t.TempDir()
	python := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("python3", append([]string{"-B"}, args...)...)
		cmd.Dir = folder
		for _, v := range os.Environ() {
			if !strings.HasPrefix(v, "TRAMMEL=") && !strings.HasPrefix(v, "PYTHONPATH=") {
				cmd.Env = append(cmd.Env, v)
			}
		}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	var wheels [2]string
	for i, to := range []string{"a", "b"} {
		made, err := exec.Command("go", "run", "../release", "wheel", "--out", filepath.Join(folder, to), "--tool", clitest.Program("trammel")).Output()
		if err != nil {
			t.Fatalf("%v %s", err, made)
		}
		path := strings.TrimSpace(string(made))
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		wheels[i] = string(text)
		if i == 1 { // a wheel is a zip file
			python("-c", "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])", path, filepath.Join(folder, "site"))
		}
	}
	if wheels[0] != wheels[1] {
		t.Error("two wheels differ")
	}
	deck := filepath.Join(folder, "deck.xml")
	if err := os.WriteFile(deck, []byte(cartPole), 0o600); err != nil {
		t.Fatal(err)
	}
	out := python("-I", "-c", `import sys; sys.path.insert(0, sys.argv[1])
import trammel_mbd as tm, trammel_mbd.plugin
r = tm.load(sys.argv[2], push=0.3).run()
print(tm.find_tool().startswith(sys.argv[1]), len(r), r.status)`, filepath.Join(folder, "site"), deck)
	if out != "True 9 ok" {
		t.Errorf("it prints %q", out)
	}
	if clitest.LongForm {
		checkFourLines(t, python, filepath.Join(folder, "env"), filepath.Join(folder, "b"), deck)
	}
}

// checkFourLines installs the wheel in a folder by pip in a fresh virtual environment, without an index and anything else, and runs four lines of Python there.
func checkFourLines(t *testing.T, python func(...string) string, environment, wheels, deck string) {
	t.Helper()
	python("-m", "venv", environment)
	found, err := filepath.Glob(filepath.Join(wheels, "*.whl"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	inside := func(args ...string) string {
		t.Helper()
		bin := "bin/python"
		if runtime.GOOS == "windows" {
			bin = "Scripts/python.exe"
		}
		out, err := exec.Command(filepath.Join(environment, bin), append([]string{"-I"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	inside("-m", "pip", "-q", "--disable-pip-version-check", "install", "--no-index", found[0])
	if list := inside("-m", "pip", "--disable-pip-version-check", "list", "--format=freeze", "--exclude", "pip", "--exclude", "setuptools", "--exclude", "wheel"); !strings.HasPrefix(list, "trammel-mbd==") || strings.Contains(list, "\n") {
		t.Errorf("the environment has %s", list)
	}
	out := inside("-c", `import sys, trammel_mbd as tm
m = tm.load(sys.argv[1], push=0.3)
r = m.run()
print(r.status, len(r.time), tm.find_tool().startswith(sys.prefix))`, deck)
	if out != "ok 9 True" {
		t.Errorf("four lines print %q", out)
	}
}
