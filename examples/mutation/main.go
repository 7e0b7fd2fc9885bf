// Command mutation changes one operator, sign, constant, condition or statement of a package at a
// time, drawn by seeds, and checks whether a test fails. README.md says which changes and what came out.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// options are the flags.
type options struct {
	seeds, packages, then, run, skip, results, again, files string
	jobs                                                    int
	limit                                                   time.Duration
	list, verbose                                           bool
}

const mechanics = "./core/element,./core/system,./core/solve,./core/expr,./core/integrate,./core/run"

func main() {
	o := new(options)
	flag.StringVar(&o.seeds, "seeds", "0:50", "`range` of seeds, the second left out: a seed is a mutant of each package")
	flag.StringVar(&o.packages, "packages", mechanics, "packages, by commas")
	flag.StringVar(&o.files, "files", "", "change only files whose name contains this `text`")
	flag.StringVar(&o.then, "then", "./core,./core/system,./core/element,./core/run", "packages whose tests see what those of the package itself do not")
	flag.StringVar(&o.run, "run", "", "run only tests of this `pattern`")
	flag.StringVar(&o.skip, "skip", "", "leave tests of this `pattern` out")
	flag.StringVar(&o.results, "results", "", "add the results to a `file`, a line of JSON each")
	flag.StringVar(&o.again, "again", "", "take the survivors of a `file` of results instead of seeds")
	flag.IntVar(&o.jobs, "jobs", 1, "mutants at a time")
	flag.DurationVar(&o.limit, "limit", 2*time.Minute, "time that the tests of a package may take")
	flag.BoolVar(&o.list, "list", false, "list the mutants, run nothing")
	flag.BoolVar(&o.verbose, "v", false, "print each mutant")
	flag.Parse()
	if err := o.runMutants(); err != nil {
		fmt.Fprintln(os.Stderr, "mutation:", err)
		os.Exit(1)
	}
}

// The ways in which a mutant ends.
const (
	compile  = "compile"
	test     = "test"
	timedOut = "timed out"
	survived = "survived"
)

// result is a line of the file of results.
type result struct {
	Seed uint64 `json:"seed"`
	mutant
	End     string  `json:"end"`
	By      string  `json:"by,omitempty"` // package and first test that failed
	Seconds float64 `json:"s"`
}

// runMutants runs the mutants that are wanted and prints what became of them.
func (o *options) runMutants() error {
	drawn, err := o.drawMutants()
	if err != nil {
		return err
	}
	if o.list {
		for _, r := range drawn {
			fmt.Println(r)
		}
		return nil
	}
	// Without a change the tests pass, and all is compiled.
	for _, p := range slices.Compact(slices.Sorted(slices.Values(append(splitList(o.packages), splitList(o.then)...)))) {
		if end, by := o.runTests("", p); end != survived {
			return fmt.Errorf("%s without a change: %s %s", p, end, by)
		}
	}
	file, err := o.openResults()
	if err != nil {
		return err
	}
	defer file.Close()
	work, err := os.MkdirTemp("", "mutation")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	var mu sync.Mutex
	var wait sync.WaitGroup
	next := make(chan *result)
	for range max(1, o.jobs) {
		wait.Go(func() {
			for r := range next {
				start := time.Now()
				err := o.testMutant(r, work)
				r.Seconds = time.Since(start).Seconds()
				mu.Lock()
				if err != nil {
					fmt.Fprintln(os.Stderr, "mutation:", r, err)
				} else if err := r.writeResult(file); err != nil {
					fmt.Fprintln(os.Stderr, "mutation:", err)
				}
				if o.verbose || r.End == survived {
					fmt.Println(r)
				}
				mu.Unlock()
			}
		})
	}
	for _, r := range drawn {
		next <- r
	}
	close(next)
	wait.Wait()
	printTable(drawn)
	return nil
}

func (r *result) String() string {
	return fmt.Sprintf("%s:%d:%d %s (seed %d): %q -> %q %s %s", r.File, r.Line, r.Col, r.Func, r.Seed, r.Old, r.New, r.End, r.By)
}

func (r *result) writeResult(w io.Writer) error {
	line, err := json.Marshal(r)
	if err == nil {
		_, err = w.Write(append(line, '\n'))
	}
	return err
}

func splitList(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' })
}

func (o *options) openResults() (*os.File, error) {
	if o.results == "" {
		return os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	}
	return os.OpenFile(o.results, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
}

// drawMutants returns the mutants of the seeds, or those that survived before.
func (o *options) drawMutants() ([]*result, error) {
	from, to, err := seedRange(o.seeds)
	if err != nil {
		return nil, err
	}
	before, err := o.readSurvivors()
	if err != nil {
		return nil, err
	}
	var all []*result
	for _, p := range splitList(o.packages) {
		m, err := o.findMutantsOfPackage(p)
		if err != nil {
			return nil, err
		}
		if len(m) == 0 {
			return nil, fmt.Errorf("nothing to change in %s", p)
		}
		for _, b := range before {
			if i := slices.IndexFunc(m, b.equalsMutant); i >= 0 {
				all = append(all, &result{Seed: b.Seed, mutant: *m[i]})
			}
		}
		for seed := from; seed < to && o.again == ""; seed++ {
			all = append(all, &result{Seed: seed, mutant: *m[rand.New(rand.NewPCG(seed, 1)).IntN(len(m))]})
		}
	}
	// Seed by seed, so that a run that is ended has seen all packages.
	slices.SortStableFunc(all, func(a, b *result) int { return int(a.Seed) - int(b.Seed) })
	return all, nil
}

func seedRange(s string) (from, to uint64, err error) {
	a, b, _ := strings.Cut(s, ":")
	if from, err = strconv.ParseUint(a, 10, 32); err == nil {
		to, err = strconv.ParseUint(b, 10, 32)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("-seeds %s is not a range such as 0:50", s)
	}
	return from, to, nil
}

// readSurvivors reads what survived in a file of results.
func (o *options) readSurvivors() ([]*result, error) {
	if o.again == "" {
		return nil, nil
	}
	f, err := os.Open(o.again)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []*result
	for s := bufio.NewScanner(f); s.Scan(); {
		r := new(result)
		if err := json.Unmarshal(s.Bytes(), r); err != nil {
			return nil, fmt.Errorf("%s: %w", o.again, err)
		}
		if r.End == survived {
			all = append(all, r)
		}
	}
	return all, nil
}

// findMutantsOfPackage returns all mutants of a package.
func (o *options) findMutantsOfPackage(pkg string) ([]*mutant, error) {
	out, err := exec.Command("go", "list", "-f", "{{.Module.Dir}}\n{{.Dir}}\n{{join .GoFiles \"\\n\"}}", pkg).Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", pkg, err)
	}
	lines := strings.Fields(string(out))
	var files []string
	for _, name := range lines[2:] {
		if strings.Contains(name, o.files) {
			files = append(files, filepath.Join(lines[1], name))
		}
	}
	return findMutants(lines[0], pkg, files)
}

// testMutant runs the tests on a mutant, those of its own package first.
func (o *options) testMutant(r *result, work string) error {
	src, err := os.ReadFile(r.path)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(work, "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(changed, slices.Concat(src[:r.from], []byte(r.New), src[r.to:]), 0o644); err != nil {
		return err
	}
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{r.path: changed}})
	if err != nil {
		return err
	}
	if err := os.WriteFile(overlay, text, 0o644); err != nil {
		return err
	}
	for i, p := range append([]string{r.Package}, splitList(o.then)...) {
		if i > 0 && p == r.Package {
			continue
		}
		if r.End, r.By = o.runTests(overlay, p); r.End != survived {
			break
		}
	}
	return nil
}

// runTests runs the tests of a package and returns how they end and what fails.
func (o *options) runTests(overlay, pkg string) (end, by string) {
	args := []string{"test", "-vet=off", "-failfast", "-p", "1", "-timeout", o.limit.String(), "-run", o.run, "-skip", o.skip}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	c := exec.Command("go", append(args, pkg)...)
	if o.jobs > 1 {
		c.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(max(1, runtime.NumCPU()/o.jobs)))
	}
	out, err := c.CombinedOutput()
	switch {
	case err == nil:
		return survived, ""
	case bytes.Contains(out, []byte("[build failed]")) || bytes.Contains(out, []byte("[setup failed]")):
		return compile, pkg
	case bytes.Contains(out, []byte("panic: test timed out")):
		return timedOut, pkg
	}
	by = pkg
	for line := range strings.Lines(string(out)) {
		if rest, ok := strings.CutPrefix(line, "--- FAIL: "); ok {
			name, _, _ := strings.Cut(rest, " ")
			return test, by + " " + name
		}
		if strings.HasPrefix(line, "panic: ") {
			return test, by + " " + strings.TrimSpace(line)
		}
	}
	return test, by
}
