package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// row is one run of a problem, at the deck's settings or at tight ones.
type row struct {
	*problem
	tightly                                                 bool
	settings                                                string
	place                                                   deviation
	load                                                    float64 // error of loads relative to the largest of them
	also                                                    []float64
	steps, rejected, evaluations, jacobians, factorizations int
	seconds                                                 float64 // of the run with its results: the least of the rounds
}

// runRounds runs a problem once more for each round.
func (p *problem) runRounds(dir string, tightly bool, rounds int) (*row, error) {
	data, err := os.ReadFile(filepath.Join(dir, p.deck))
	if err != nil {
		return nil, err
	}
	text := string(data)
	if tightly {
		if text, err = setTransientAttributes(text, p.tight); err != nil {
			return nil, err
		}
	}
	w := &row{problem: p, tightly: tightly, settings: shortSettingsText(text), seconds: math.Inf(1)}
	for range rounds {
		r, err := runDeck(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		if err := w.addErrorsOfRun(dir, r); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return w, nil
}

// addErrorsOfRun takes the counts and errors of a run over.
func (w *row) addErrorsOfRun(dir string, r *result) (err error) {
	d := r.doc
	w.steps, w.rejected, w.evaluations, w.jacobians, w.factorizations = d.Steps, d.Rejected, d.Evaluations, d.Jacobians, d.Factorizations
	w.seconds = math.Min(w.seconds, r.seconds)
	if w.reference != "" {
		if r.want, err = readTable(filepath.Join(dir, w.reference)); err != nil {
			return err
		}
	}
	if len(w.places) > 0 {
		if w.place, err = r.compareWithReference(w.places, w.until); err != nil {
			return err
		}
	}
	if len(w.loads) > 0 {
		d, err := r.compareWithReference(w.loads, w.until)
		if err != nil {
			return err
		}
		w.load = d.abs
		if d.extent > 0 {
			w.load /= d.extent
		}
	}
	w.also = w.also[:0]
	for _, c := range w.problem.also {
		v, err := c.of(r)
		if err != nil {
			return err
		}
		w.also = append(w.also, v)
	}
	return nil
}

// positionErrorBound is that of places.
func (w *row) positionErrorBound() float64 {
	if w.tightly {
		return w.fine
	}
	return w.def
}

func (c *check) boundFor(tightly bool) float64 {
	if tightly {
		return c.fine
	}
	return c.def
}

// listExceededBounds lists what is beyond its bound.
func (w *row) listExceededBounds() (all []string) {
	over := func(what string, v, bound float64) {
		if bound > 0 && !(v <= bound) {
			all = append(all, fmt.Sprintf("%s %.2g, bound %g", what, v, bound))
		}
	}
	over("positions", w.place.abs, w.positionErrorBound())
	over("loads", w.load, w.problem.load)
	for i := range w.also {
		c := &w.problem.also[i]
		over(c.name, w.also[i], c.boundFor(w.tightly))
	}
	return all
}

// correctDigits are those of the worst place, of errors relative to the larger of 1 and the
// value; references have no more than 13 that count.
func (w *row) correctDigits() float64 { return math.Min(-math.Log10(w.place.mixed), 13) }

// solveAllProblems makes the table.
func solveAllProblems(dir string, rounds int) (rows []*row, err error) {
	for i := range problems {
		p := &problems[i]
		for _, tightly := range []bool{false, true} {
			if tightly && p.tight == nil {
				continue
			}
			w, err := p.runRounds(dir, tightly, rounds)
			if err != nil {
				return nil, err
			}
			rows = append(rows, w)
		}
	}
	return rows, nil
}

// errorText writes an error beside its bound.
func errorText(v, bound float64) string {
	s := shortNumber(v)
	if bound > 0 {
		s += " (" + shortNumber(bound) + ")"
	}
	return s
}

// shortNumber writes 0.0001 as 1e-4.
func shortNumber(v float64) string {
	if v == 0 {
		return "0"
	}
	s := fmt.Sprintf("%.1e", v)
	m, e, _ := strings.Cut(s, "e")
	sign := ""
	if e[0] == '-' {
		sign = "-"
	}
	return strings.TrimSuffix(m, ".0") + "e" + sign + strings.TrimLeft(e[1:], "0")
}

// formatMilliseconds writes a time with two digits.
func formatMilliseconds(s float64) string {
	ms := 1e3 * s
	if ms >= 10 {
		return fmt.Sprintf("%.0f", ms)
	}
	return fmt.Sprintf("%.2g", ms)
}
