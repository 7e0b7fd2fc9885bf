package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// fall is a problem of the table and the methods that suit it, where nothing but
// the tolerance limits the step.
type fall struct {
	deck    string
	methods []string
}

// usual are the methods of most problems.
var usual = []string{traits.DSTIFF, traits.ABAM, traits.RADAU}

var falls = []fall{
	{"pendulum/pendulum.xml", usual},
	{"slider-crank/slider-crank.xml", usual},
	{"spring-mass/spring-mass.xml", usual},
	{"spring-mass/chain.xml", usual},
	{"catenary/catenary.xml", usual},
	{"one-body/revolute.xml", usual},
	{"one-body/springcb.xml", usual},
	{"heavy-top/heavy-top.xml", usual},
	{"andrews/andrews.xml", usual},
	{"lugre-stick-slip/lugre-stick-slip.xml", []string{traits.DSTIFF, traits.RADAU}},
}

var fallTolerances = []string{"1e-3", "1e-5", "1e-7", "1e-9"}

// runProblem runs a problem at one tolerance with steps of free choice and
// interpolated rows.
func (p *problem) runProblem(dir, method, tolerance string) (*row, error) {
	data, err := os.ReadFile(filepath.Join(dir, p.deck))
	if err != nil {
		return nil, err
	}
	text, err := setTransientAttributes(string(data), map[string]string{
		"integrator_type": method, "integr_tol": tolerance, "h_max": "100", "dae_interpolation": "TRUE"})
	if err != nil {
		return nil, err
	}
	r, err := runDeck(text)
	if err != nil {
		return nil, fmt.Errorf("%s, %s at %s: %w", p.name, method, tolerance, err)
	}
	w := &row{problem: p}
	return w, w.addErrorsOfRun(dir, r)
}

// formatFallTable has a line a problem and method.
func formatFallTable(dir string) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "| problem | method | %s |\n|---|---|%s\n", strings.Join(fallTolerances, " | "), strings.Repeat("---|", len(fallTolerances)))
	for _, f := range falls {
		k := slices.IndexFunc(problems, func(p problem) bool { return p.deck == f.deck })
		p := &problems[k]
		name := p.name
		for _, method := range f.methods {
			fmt.Fprintf(&b, "| %s | %s |", name, method)
			name = ""
			for _, tolerance := range fallTolerances {
				w, err := p.runProblem(dir, method, tolerance)
				if err != nil {
					return "", err
				}
				fmt.Fprintf(&b, " %s (%d) |", shortNumber(w.place.abs), w.steps)
			}
			b.WriteString("\n")
		}
	}
	return b.String(), nil
}
