package study

import (
	"fmt"
	"math"
	"path/filepath"
)

// designRuns are the values of all parameters in all runs.
type designRuns interface {
	runCount() int
	// setRunValues sets dst to the values of a run, from 0 on; a value a parameter.
	setRunValues(run int, dst []Value)
}

// expandDesign returns the values that the design of the study gives the parameters in each run. Paths are relative to dir.
func (s *Study) expandDesign(dir string) (designRuns, error) {
	d, n := &s.Design, s.Design.Runs
	if d.Kind == Grid {
		return newGrid(s.Parameters), nil
	}
	if d.Kind == List {
		file := d.File
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		return s.readList(file)
	}
	c := &continuousDesign{n: n}
	for _, p := range s.Parameters {
		c.quantiles = append(c.quantiles, p.quantile())
	}
	k := len(s.Parameters)
	l, err := s.correlationFactor()
	if err != nil {
		return nil, err
	}
	switch d.Kind {
	case MonteCarlo:
		c.at = correlatePoints(newMonteCarloSampler(s.Seed), l)
	case LHS:
		c.at, err = newLatinHypercubeSampler(s.Seed, n, k, l)
	case Sobol:
		c.at = correlatePoints(newCenteredSobolSampler(n), l)
	case Morris:
		c.at = newMorrisSampler(s.Seed, d.Levels, s.Parameters)
	default:
		return nil, fmt.Errorf("study: no design %q", d.Kind)
	}
	return c, err
}

// continuousDesign are points of the unit cube that distributions turn into values.
type continuousDesign struct {
	n         int
	quantiles []func(float64) Value
	at        func(run int, u []float64)
	u         []float64
}

func (c *continuousDesign) runCount() int { return c.n }

func (c *continuousDesign) setRunValues(run int, dst []Value) {
	if c.u == nil {
		c.u = make([]float64, len(c.quantiles))
	}
	c.at(run, c.u)
	for i, q := range c.quantiles {
		dst[i] = q(c.u[i])
	}
}

// gridDesign has all combinations of the values of parameters; those of the last one change from run to run.
type gridDesign struct{ values [][]Value }

func newGrid(list []*Parameter) *gridDesign {
	g := &gridDesign{}
	for _, p := range list {
		g.values = append(g.values, p.gridValues())
	}
	return g
}

// gridValues are the values of a parameter in a grid.
func (p *Parameter) gridValues() []Value {
	if p.Range == nil {
		return p.Values
	}
	f, list := uniformQuantile(p.Range[0], p.Range[1]), make([]Value, p.Points)
	for i := range list {
		list[i] = Number(f(float64(i) / float64(p.Points-1)))
	}
	return list
}

// gridRunCount is the number of combinations.
func gridRunCount(list []*Parameter) float64 {
	n := 1.0
	for _, p := range list {
		n *= math.Max(float64(len(p.Values)), float64(p.Points))
	}
	return n
}

func (g *gridDesign) runCount() int {
	n := 1
	for _, v := range g.values {
		n *= len(v)
	}
	return n
}

func (g *gridDesign) setRunValues(run int, dst []Value) {
	for i := len(g.values) - 1; i >= 0; i-- {
		n := len(g.values[i])
		dst[i] = g.values[i][run%n]
		run /= n
	}
}

// FirstRunValues returns the values of the first run. What is wrong with a file of values is in the diagnostics then, and the error is an *Error.
func (s *Study) FirstRunValues() ([]Value, error) {
	p, err := s.expandDesign(filepath.Dir(s.Source.Name))
	if err != nil {
		return nil, err
	}
	values := make([]Value, len(s.Parameters))
	p.setRunValues(0, values)
	return values, nil
}
