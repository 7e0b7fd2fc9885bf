package scaffold_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
	"github.com/trammel-mbd/trammel/usersub/pysub"
	"github.com/trammel-mbd/trammel/usersub/scaffold"
	"github.com/trammel-mbd/trammel/usersub/trial"
)

// write makes the files of all routines in one folder and returns the sources.
func write(t *testing.T, language string) (dir string, sources []string) {
	t.Helper()
	dir = t.TempDir()
	for _, sig := range usersub.Sigs() {
		files, err := scaffold.NewRoutineFiles(sig, language)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range files {
			if err := os.WriteFile(filepath.Join(dir, f.Name), []byte(f.Text), 0o600); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				sources = append(sources, filepath.Join(dir, f.Name))
			}
		}
	}
	return dir, sources
}

// try runs the tables of a folder through a loader.
func try(t *testing.T, dir string, l usersub.Loader, ref func(sig *usersub.Sig) *usersub.Ref) {
	t.Helper()
	defer l.Close()
	open := func(sig *usersub.Sig) func() (usersub.Sub, error) {
		return func() (usersub.Sub, error) {
			r, err := l.Load(ref(sig), sig)
			if err != nil {
				return nil, err
			}
			return r.Sub, nil
		}
	}
	for _, sig := range usersub.Sigs() {
		table, err := trial.ReadTable(filepath.Join(dir, strings.ToLower(sig.Name)+".csv"), sig)
		if err != nil {
			t.Error(err)
			continue
		}
		var r trial.Report
		b := &trial.Bench{Sig: sig, Name: "template", Open: open(sig)}
		related := func(name string) (func() (usersub.Sub, error), error) { return open(usersub.FindRoutine(name)), nil }
		if err := trial.CheckRoutine(context.Background(), &r, b, table, trial.Options{DTol: 1e-7, Related: related}); err != nil {
			t.Fatal(err)
		}
		if len(r.Cases) == 0 || r.CountCases(trial.Passed) != len(r.Cases) {
			t.Errorf("%s", r.Text())
		}
	}
}

func native(t *testing.T, language, compiler string, flags ...string) {
	cc := subtest.RequireTool(t, compiler)
	dir, sources := write(t, language)
	lib := filepath.Join(dir, "all.so")
	if language != "fortran" { // one source is read sooner than fifty
		all := ""
		for _, s := range sources {
			all += "#include \"" + s + "\"\n"
		}
		sources = []string{filepath.Join(dir, "all."+language)}
		if err := os.WriteFile(sources[0], []byte(all), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := append([]string{"-shared", "-fPIC", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror", "-o", lib}, flags...)
	if out, err := exec.Command(cc, append(args, sources...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	try(t, dir, &cdll.Loader{}, func(sig *usersub.Sig) *usersub.Ref {
		return &usersub.Ref{Library: lib, Function: sig.Name, Element: sig.Element + " 1"}
	})
}

func TestC(t *testing.T)   { native(t, "c", "gcc", "-I../../sdk/c/include") }
func TestCPP(t *testing.T) { native(t, "cpp", "g++", "-I../../sdk/c/include") }
func TestFortran(t *testing.T) {
	native(t, "fortran", "gfortran", "-Wno-unused-dummy-argument")
}

func TestPython(t *testing.T) {
	dir, _ := write(t, "python")
	try(t, dir, pysub.New(pysub.Options{}), func(sig *usersub.Sig) *usersub.Ref {
		return &usersub.Ref{Script: filepath.Join(dir, strings.ToLower(sig.Name)+".py"), Interpreter: "PYTHON",
			Function: sig.Name, Element: sig.Element + " 1"}
	})
}

// TestGo puts all plugins into one package and runs their tests.
func TestGo(t *testing.T) {
	goTool := subtest.RequireTool(t, "go")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mainFunc := regexp.MustCompile(`(?s)func main\(\) \{.*?\n\}\n`)
	routine := regexp.MustCompile(`\broutine\b`)
	for _, sig := range usersub.Sigs() {
		files, err := scaffold.NewRoutineFiles(sig, "go")
		if err != nil {
			t.Fatal(err)
		}
		source := files[0].Text
		if sig.Name != "PFOSUB" {
			source = mainFunc.ReplaceAllString(source, "")
		}
		put(sig.Name+".go", routine.ReplaceAllString(source, "r"+sig.Name))
		put(sig.Name+"_test.go", routine.ReplaceAllString(files[1].Text, "r"+sig.Name))
	}
	mod, err := os.ReadFile(filepath.Join(root, "sdk", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "sdk", "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/trammel-mbd/trammel/sdk"
	put("go.mod", strings.Replace(string(mod), "module "+module, "module routines", 1)+
		"\nrequire "+module+" v0.1.0\nreplace "+module+" => "+filepath.Join(root, "sdk")+"\n")
	put("go.sum", string(sum))
	cmd := exec.Command(goTool, "test", "-mod=mod", ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOPROXY=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// Every template has the guard for the set-up call and says what its arguments
// are.
func TestWhatTemplatesSay(t *testing.T) {
	guard := map[string]string{"c": "if (*iflag)", "cpp": "if (*iflag)", "fortran": "if (iflag) return",
		"python": "if iflag:", "go": "if c.IsSetup()"}
	for _, sig := range usersub.Sigs() {
		for _, language := range scaffold.Languages {
			files, err := scaffold.NewRoutineFiles(sig, language)
			if err != nil || len(files) != 2 {
				t.Fatal(err)
			}
			text := files[0].Text
			if has := strings.Contains(text, guard[language]); has != (sig.ArgIndex("iflag") >= 0) {
				t.Errorf("%s in %s: guard %v", sig.Name, language, has)
			}
			for line := range strings.SplitSeq(text, "\n") {
				if len(line) > 132 {
					t.Errorf("%s in %s has a line of %d characters", sig.Name, language, len(line))
				}
			}
		}
	}
	if _, err := scaffold.NewRoutineFiles(usersub.PFOSUB, "cobol"); err == nil || !slices.Contains(strings.Fields(err.Error()), "fortran,") {
		t.Error(err)
	}
}
