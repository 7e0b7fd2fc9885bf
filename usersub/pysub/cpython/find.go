package cpython

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/trammel-mbd/trammel/usersub/loading"
)

// Interpreter is a CPython on this machine, as it describes itself.
type Interpreter struct {
	Program string   `json:"executable"` // absolute path
	Version string   `json:"version"`    // "3.11.2"
	Number  []int    `json:"number"`     // [3, 11]
	Prefix  string   `json:"prefix"`
	Base    string   `json:"base"` // prefix of the installation that a virtual environment uses
	Path    []string `json:"path"` // sys.path
	// Libraries are where its shared library may be, best first.
	Libraries []string `json:"libraries"`
	Built     string   `json:"built"` // what was requested: CPython
	// Missing are the modules that a script imports and it does not have.
	Missing []string `json:"missing"`
	Wrong   string   `json:"wrong"` // why it cannot read the script, "" if it can
}

// None is a name for no interpreter.
const None = "none"

// CheckScriptRequirements reports whether the interpreter can run the script that it was found for, as far as
// is known without running it: an error that says what it lacks.
func (i *Interpreter) CheckScriptRequirements() error {
	switch {
	case i.Wrong != "":
		return fmt.Errorf("CPython %s (%s) cannot run it either: %s", i.Version, i.Program, i.Wrong)
	case len(i.Missing) > 0:
		return fmt.Errorf("CPython %s (%s) has no module %s", i.Version, i.Program, strings.Join(i.Missing, ", "))
	}
	return nil
}

//go:embed host/describe.py
var describe string

// patience is how long an interpreter may take to describe itself.
const patience = 20 * time.Second

// FindInterpreter searches the interpreters of this machine for one that can run the script, and
// describes it. named is a program, or a folder of an installation or a virtual environment, or None;
// "" takes the first python3 or python of PATH that has all modules that the script imports, or
// that which lacks the fewest. script may be "". isolated starts them without what the environment, the user's folders and .pth files bring,
// as Options.Isolated runs it.
func FindInterpreter(programOrFolder, script string, isolated bool) (*Interpreter, error) {
	if programOrFolder == None {
		return nil, errors.New("no Python is to be used (--python none)")
	}
	if programOrFolder != "" {
		return describeInterpreter(listNamedPrograms(programOrFolder), script, isolated)
	}
	var best *Interpreter
	var failed error
	for _, p := range listCandidateInterpreters() {
		i, err := describeInterpreter(p, script, isolated)
		switch {
		case err != nil:
			failed = errors.Join(failed, err)
		case i.CheckScriptRequirements() == nil:
			return i, nil
		case best == nil, best.Wrong != "" && i.Wrong == "", (best.Wrong == "") == (i.Wrong == "") && len(i.Missing) < len(best.Missing):
			best = i
		}
	}
	switch {
	case best != nil:
		return best, nil
	case failed != nil:
		return nil, failed
	}
	return nil, errors.New("no python3 was found on PATH")
}

// listNamedPrograms returns the programs that a user may mean by a name: folders stand for what is in them.
func listNamedPrograms(named string) string {
	if info, err := os.Stat(named); err != nil || !info.IsDir() {
		return named
	}
	for _, p := range []string{"bin/python3", "bin/python", "python.exe", "Scripts/python.exe"} {
		if p = filepath.Join(named, filepath.FromSlash(p)); loading.IsFile(p) {
			return p
		}
	}
	return named
}

// listCandidateInterpreters lists the programs called python3 and python on PATH, in its order, and on Windows those of the registry behind them.
func listCandidateInterpreters() (list []string) {
	names := []string{"python3", "python"}
	if runtime.GOOS == "windows" {
		names = []string{"python3.exe", "python.exe"}
	}
	var real []string
	add := func(p string) {
		r, err := filepath.EvalSymlinks(p)
		if err == nil && !slices.Contains(real, r) {
			real, list = append(real, r), append(list, p)
		}
	}
	for _, name := range names {
		for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
			p, err := exec.LookPath(filepath.Join(dir, name))
			if dir != "" && err == nil {
				add(p)
			}
		}
	}
	for _, p := range listRegisteredInterpreters() {
		add(p)
	}
	return list
}

// describeInterpreter lets an interpreter describe itself.
func describeInterpreter(program, script string, isolated bool) (*Interpreter, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, program, "-c", describe, script)
	c.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	if isolated {
		isolateEnvironment(c)
	}
	c.WaitDelay = time.Second // what it has started may hold the pipe
	out, err := c.Output()
	if err != nil {
		what := err.Error()
		if ctx.Err() != nil {
			what = fmt.Sprintf("it does not say within %v what it is", patience)
		}
		var e *exec.ExitError
		if errors.As(err, &e) && len(e.Stderr) > 0 {
			lines := strings.Split(strings.TrimSpace(string(e.Stderr)), "\n")
			what = lines[len(lines)-1]
		}
		return nil, fmt.Errorf("%s cannot be used: %s", program, what)
	}
	i := &Interpreter{}
	if err := json.Unmarshal(out, i); err != nil {
		return nil, fmt.Errorf("%s does not say what it is: it is not Python 3", program)
	}
	if i.Built != "CPython" {
		return nil, fmt.Errorf("%s is %s, not CPython", program, i.Built)
	}
	if len(i.Number) != 2 || i.Number[0] != 3 || i.Number[1] < 7 {
		return nil, fmt.Errorf("%s is Python %s; 3.7 or later is needed", program, i.Version)
	}
	if i.Program == "" {
		i.Program = program
	}
	return i, nil
}

// isolateEnvironment lets an interpreter start without what its environment may bring.
func isolateEnvironment(c *exec.Cmd) {
	c.Args = slices.Insert(c.Args, 1, "-I", "-S", "-B")
	c.Env = slices.DeleteFunc(slices.Clone(c.Environ()), func(v string) bool { return strings.HasPrefix(v, "LD_") || strings.HasPrefix(v, "PYTHON") })
}

// sharedLibrary returns the first of the interpreter's shared libraries that is there.
func (i *Interpreter) sharedLibrary() (string, error) {
	for _, p := range i.Libraries {
		if loading.IsFile(p) {
			return p, nil
		}
	}
	return "", fmt.Errorf("no shared library of Python %s (%s) was found", i.Version, i.Program)
}
