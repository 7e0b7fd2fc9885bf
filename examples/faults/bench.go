//go:build linux

package main

import (
	"embed"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed sources
var sources embed.FS

// trialBench is what all trials use: the program, the libraries that were built, and what undisturbed runs gave.
type trialBench struct {
	dir, self, program string
	keep               string
	faults             map[string][]fault
	mu                 sync.Mutex
	rows               map[string]*referenceRun
}

// fault is a case of the switch in a source, with the codes that a run may end with, by way of running it.
type fault struct {
	kind  int
	name  string
	admit []string
}

// referenceRun holds the rows of a run in which nothing happens.
type referenceRun struct {
	once sync.Once
	rows string
	said int // warnings
	err  error
}

// marked finds the cases of a source and what is said of them: number, name, codes.
var marked = regexp.MustCompile(`(?m)(?:case |case \(|kind == )(\d+)\b[^\n]*?(?:/\*|//|!|#) ([^|\n]+?) \| ([^\n*]+?)(?: \*/)?\r?$`)

// parseFaults are the faults of a source.
func parseFaults(text string) (list []fault) {
	for _, m := range marked.FindAllStringSubmatch(text, -1) {
		kind, _ := strconv.Atoi(m[1])
		f := fault{kind: kind, name: m[2]}
		for _, codes := range strings.Split(m[3], "|") {
			f.admit = append(f.admit, strings.TrimSpace(codes))
		}
		list = append(list, f)
	}
	return list
}

// buildTrialBench builds the program and the libraries. Libraries stay in the user's cache.
func buildTrialBench(o *options) (b *trialBench, err error) {
	b = &trialBench{program: o.program, keep: o.keep, rows: map[string]*referenceRun{}, faults: map[string][]fault{}}
	module, err := moduleRoot()
	if err != nil {
		return nil, err
	}
	if b.self, err = os.Executable(); err != nil {
		return nil, err
	}
	if b.dir, err = os.MkdirTemp("", "faults-"); err != nil {
		return nil, err
	}
	if b.dir, err = filepath.EvalSymlinks(b.dir); err != nil {
		return nil, err
	}
	if b.program == "" {
		b.program = filepath.Join(b.dir, "trammel")
		if err := runTool(module, "go", "build", "-trimpath", "-o", b.program, "./cmd/trammel"); err != nil {
			return nil, err
		}
	}
	if b.program, err = filepath.Abs(b.program); err != nil {
		return nil, err
	}
	plugin, err := os.ReadFile(filepath.Join(module, "examples/faults/plugin/main.go"))
	if err != nil {
		return nil, err
	}
	b.faults["plugin"] = parseFaults(string(plugin))
	if err := runTool(module, "go", "build", "-trimpath", "-o", filepath.Join(b.dir, "law-plugin"), "./examples/faults/plugin"); err != nil {
		return nil, err
	}
	files, err := sources.ReadDir("sources")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := sources.ReadFile("sources/" + f.Name())
		if err != nil {
			return nil, err
		}
		b.faults[f.Name()] = parseFaults(string(text))
		if err := os.WriteFile(filepath.Join(b.dir, f.Name()), text, 0o644); err != nil {
			return nil, err
		}
	}
	for _, line := range [][]string{
		{"gcc", "-O1", "-w", "-shared", "-fPIC", "-pthread", "-o", "law.so", "law.c"},
		{"gfortran", "-O1", "-w", "-fcheck=bounds", "-shared", "-fPIC", "-o", "lawf.so", "law.f90"},
		{b.program, "usersub", "build", "--wasm", "module.c", "-o", "module.wasm"},
	} {
		if err := runTool(b.dir, line[0], line[1:]...); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// runTool runs a program in a folder.
func runTool(dir, name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), "CGO_ENABLED=0")
	if text, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, text)
	}
	return nil
}

func (b *trialBench) close() { os.RemoveAll(b.dir) }

// referenceRunOf returns what a trial comes to in which nothing happens.
func (b *trialBench) referenceRunOf(t *trial) *referenceRun {
	c := &trial{deck: t.calm, files: t.files}
	c.args = slices.DeleteFunc(slices.Clone(t.args), func(a string) bool { return a == "--locked" || a == "--json" })
	key := c.deck + strings.Join(c.args, " ")
	b.mu.Lock()
	u := b.rows[key]
	if u == nil {
		u = new(referenceRun)
		b.rows[key] = u
	}
	b.mu.Unlock()
	u.once.Do(func() {
		dir, err := b.newTrialFolder(c)
		if err != nil {
			u.err = err
			return
		}
		defer os.RemoveAll(dir)
		cmd := exec.Command(b.program, c.args...)
		cmd.Dir = dir
		text, err := cmd.CombinedOutput()
		if err != nil {
			u.err = fmt.Errorf("undisturbed: %w\n%s", err, text)
			return
		}
		o := &outcome{said: string(text)}
		o.collectResults(dir)
		u.rows, u.said, u.err = o.rows, o.warningCount(), o.broken
	})
	return u
}

// newTrialFolder makes the folder of a trial, with links to what was built.
func (b *trialBench) newTrialFolder(t *trial) (string, error) {
	dir, err := os.MkdirTemp(b.dir, "run-")
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "deck.xml"), []byte(t.deck), 0o644); err != nil {
		return "", err
	}
	for _, name := range slices.Sorted(maps.Keys(t.files)) {
		text := t.files[name]
		if built, ok := strings.CutPrefix(text, copyOf); ok {
			data, err := os.ReadFile(filepath.Join(b.dir, built))
			if err != nil {
				return "", err
			}
			text = string(data)
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// copyOf begins the text of a file that is a copy of one that was built.
const copyOf = "\x00copy of "
