package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// result is the counts of run.json and the digits of the worst column.
type result struct {
	Steps, Rejected, Evaluations, Jacobians, Factorizations int
	digits                                                  float64
}

var (
	settings = regexp.MustCompile(`<Param_Transient[^>]*/>`)
	command  = regexp.MustCompile(`end_time="[^"]*" print_interval="[^"]*"`)
)

// solve runs a deck with one output, at the end, so that the tolerance alone
// chooses steps.
func solve(tool, deck string, p *problem, method string, order int, tol float64) (*result, error) {
	text, err := os.ReadFile(deck)
	if err != nil {
		return nil, err
	}
	set := fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="%g" h_max="%g" max_order="%d" dae_interpolation="TRUE"/>`, method, tol, p.end, order)
	text = settings.ReplaceAll(text, []byte(set))
	text = command.ReplaceAll(text, fmt.Appendf(nil, `end_time="%g" print_interval="%g"`, p.end, p.end))
	dir, err := os.MkdirTemp("", "accuracy")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "model.xml")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return nil, err
	}
	if out, err := exec.Command(tool, "run", file, "--out", filepath.Join(dir, "out")).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	r := new(result)
	data, err := os.ReadFile(filepath.Join(dir, "out", "run.json"))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, err
	}
	r.digits, err = digits(filepath.Join(dir, "out", "requests.csv"), p)
	return r, err
}

// digits is -log10 of the largest error at the end, each divided by the larger of 1
// and the value (the measure that the published counts use), up to those of the
// reference.
func digits(file string, p *problem) (float64, error) {
	f, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return 0, err
	}
	last, worst := rows[len(rows)-1], 0.0
	for i, name := range p.columns {
		k := slices.Index(rows[0], name)
		if k < 0 {
			return 0, fmt.Errorf("no column %s", name)
		}
		v, err := strconv.ParseFloat(last[k], 64)
		if err != nil {
			return 0, err
		}
		worst = math.Max(worst, math.Abs(v-p.want[i])/math.Max(1, math.Abs(p.want[i])))
	}
	return math.Min(-math.Log10(worst), 11), nil
}
