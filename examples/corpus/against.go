package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// printCostComparison prints by how much the runs cost more than those of another version.
func (o *options) printCostComparison(all []*result) error {
	if o.against == "" {
		return nil
	}
	before, err := o.readOrMakeRunsOfOtherVersion()
	if err != nil {
		return err
	}
	type key struct {
		seed int64
		s    setting
	}
	old := map[key]*result{}
	for _, r := range before {
		old[key{r.Seed, r.Setting}] = r
	}
	fmt.Print("\n| integrator | integr_tol | models | CPU median | 95 % | evaluations median | 95 % |\n|---|---|---|---|---|---|---|\n")
	var dearer []string
	for _, s := range o.settings() {
		var cpu, evals []float64
		for _, r := range all {
			b := old[key{r.Seed, s}]
			if r.Setting != s || b == nil || b.Attempt != r.Attempt || b.CPU <= 0 || b.Evals == 0 || b.Code != 0 || r.Code != 0 {
				continue
			}
			cpu, evals = append(cpu, r.CPU/b.CPU), append(evals, float64(r.Evals)/float64(b.Evals))
			if r.CPU > 4*b.CPU {
				dearer = append(dearer, fmt.Sprintf("%.1f ×: %s; before: factor %.3g, %.3f s, %d steps", r.CPU/b.CPU, r, b.Factor, b.CPU, b.Steps))
			}
		}
		fmt.Printf("| %s | %s | %d | %.2f | %.2f | %.2f | %.2f |\n", s.Integrator, s.Tol, len(cpu), quantile(cpu, 0.5), quantile(cpu, 0.95), quantile(evals, 0.5), quantile(evals, 0.95))
	}
	if len(dearer) > 0 {
		fmt.Println("\ndearer than four times:")
		fmt.Println(strings.Join(dearer, "\n"))
	}
	return nil
}

// quantile of values, 0 of none.
func quantile(v []float64, p float64) float64 {
	if len(v) == 0 {
		return 0
	}
	v = slices.Sorted(slices.Values(v))
	return v[min(len(v)-1, int(p*float64(len(v))))]
}

// readOrMakeRunsOfOtherVersion returns the runs of the other version, read or made.
func (o *options) readOrMakeRunsOfOtherVersion() (list []*result, err error) {
	file := o.against
	if s, err := os.Stat(file); err != nil {
		return nil, err
	} else if s.IsDir() {
		dir, err := os.MkdirTemp("", "corpus")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		if file, err = o.buildAndRunOtherVersion(dir); err != nil {
			return nil, err
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return list, json.Unmarshal(data, &list)
}

// buildAndRunOtherVersion builds this command, laid over the checkout o.against, and lets it make the same runs.
func (o *options) buildAndRunOtherVersion(dir string) (string, error) {
	root, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/trammel-mbd/trammel/examples/corpus").Output()
	if err != nil {
		return "", fmt.Errorf("the source of this command: %w", err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "*.go"))
	if err != nil {
		return "", err
	}
	other, err := filepath.Abs(o.against)
	if err != nil {
		return "", err
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for _, f := range files {
		if !strings.HasSuffix(f, "_test.go") {
			overlay.Replace[filepath.Join(other, "examples", "corpus", filepath.Base(f))] = f
		}
	}
	data, err := json.Marshal(overlay)
	if err != nil {
		return "", err
	}
	list, program, out := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "corpus.exe"), filepath.Join(dir, "runs.json")
	if err := os.WriteFile(list, data, 0o666); err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-overlay", list, "-o", program, "./examples/corpus")
	build.Dir = other
	if text, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building in %s: %w\n%s", other, err, text)
	}
	run := exec.Command(program, "-seeds", o.seeds, "-integrators", o.integrators, "-tolerances", o.tolerances, "-refs", o.refs, "-families", o.families,
		"-jobs", fmt.Sprint(o.jobs), "-rounds", fmt.Sprint(o.rounds), "-limit", fmt.Sprint(o.limit), "-worst", "0", "-json", out)
	run.Stderr = os.Stderr
	fmt.Println("\nthe other version:")
	run.Stdout = os.Stdout
	return out, run.Run()
}
