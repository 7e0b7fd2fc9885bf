package study

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// Correlation is the rank correlation of two parameters.
type Correlation struct {
	Of   []string // the names of two parameters
	Rank float64  // Spearman's: the correlation of the ranks of their values, above -1 and below 1
	Span deck.Span
}

// Correlated parameters have the normal copula: their values are those of normal variables that are correlated, each mapped by its distribution. Spearman's
// rank correlation ρ of two values, which no monotonic mapping changes, belongs to the correlation r = 2 sin(π ρ/6) of the normal variables (K. Pearson 1907;
// W. H. Kruskal, Ordinal measures of association, Journal of the American Statistical Association 53 (1958) 814-861, section 6).

// correlationFactor returns the lower triangular factor L with L Lᵀ = R, R being the correlations of the normal variables of all parameters; nil without
// correlations. The error is that R is not positive definite.
func (s *Study) correlationFactor() ([][]float64, error) {
	if len(s.Correlations) == 0 {
		return nil, nil
	}
	n := len(s.Parameters)
	r := make([][]float64, n)
	for i := range r {
		r[i] = make([]float64, n)
		r[i][i] = 1
	}
	for _, c := range s.Correlations {
		i, j := s.parameterIndex(c.Of[0]), s.parameterIndex(c.Of[1])
		r[i][j] = 2 * math.Sin(math.Pi*c.Rank/6)
		r[j][i] = r[i][j]
	}
	if !factorCholesky(r) {
		return nil, errNotDefinite
	}
	return r, nil
}

var errNotDefinite = errors.New("the correlations contradict each other: their matrix is not positive definite")

// parameterIndex returns the index of the parameter of a name, -1 if there is none.
func (s *Study) parameterIndex(name string) int {
	return slices.IndexFunc(s.Parameters, func(p *Parameter) bool { return strings.EqualFold(p.Name, name) })
}

// leastPivot is the pivot of a matrix of correlations below which it counts as singular.
const leastPivot = 1e-10

// factorCholesky replaces a symmetric matrix by its lower triangular factor. It reports whether the matrix is positive definite.
func factorCholesky(a [][]float64) bool {
	for i := range a {
		for j := range i + 1 {
			x := a[i][j]
			for k := range j {
				x -= a[i][k] * a[j][k]
			}
			switch {
			case i != j:
				a[i][j] = x / a[j][j]
			case !(x > leastPivot):
				return false
			default:
				a[i][i] = math.Sqrt(x)
			}
		}
		clear(a[i][i+1:])
	}
	return true
}

// multiplyLower replaces x by l x.
func multiplyLower(l [][]float64, x []float64) {
	for i, row := range slices.Backward(l) {
		y := 0.0
		for j := range i + 1 {
			y += row[j] * x[j]
		}
		x[i] = y
	}
}

// solveLower replaces x by the solution of l y = x.
func solveLower(l [][]float64, x []float64) {
	for i, row := range l {
		for j := range i {
			x[i] -= row[j] * x[j]
		}
		x[i] /= row[i]
	}
}

// normalProbability is the standard normal distribution, kept from 0 and 1 by the least difference of a number from 1.
func normalProbability(x float64) float64 {
	return min(max(math.Erfc(-x/math.Sqrt2)/2, 0x1p-53), 1-0x1p-53)
}

// correlatePoints returns the points of at, whose coordinates do not depend on each other, with the correlations of the factor l.
func correlatePoints(at func(int, []float64), l [][]float64) func(int, []float64) {
	if l == nil {
		return at
	}
	return func(run int, u []float64) {
		at(run, u)
		for i, x := range u {
			u[i] = normalQuantile(x)
		}
		multiplyLower(l, u)
		for i, x := range u {
			u[i] = normalProbability(x)
		}
	}
}

// correlateOrders sorts the intervals of a Latin hypercube so that they have the correlations of the factor l: order[i][run] is the interval of parameter i.
// Each parameter keeps all its intervals. (R. L. Iman and W. J. Conover, A distribution-free approach to inducing rank correlation among input
// variables, Communications in Statistics B 11 (1982) 311-334, with the scores of van der Waerden: the scores s of a run become L Q⁻¹ s, where Q Qᵀ is the
// matrix of the correlations that the scores have by chance, and intervals are given out in their order.)
func correlateOrders(order [][]int32, l [][]float64) error {
	k, n := len(order), len(order[0])
	score := make([]float64, n)
	squares := 0.0
	for j := range score {
		score[j] = normalQuantile(float64(j+1) / float64(n+1))
		squares += score[j] * score[j]
	}
	chance := make([][]float64, k)
	for i := range chance {
		chance[i] = make([]float64, k)
		for m := range i + 1 {
			for run := range n {
				chance[i][m] += score[order[i][run]] * score[order[m][run]] / squares
			}
			chance[m][i] = chance[i][m]
		}
	}
	if !factorCholesky(chance) {
		return fmt.Errorf("%d runs are too few for a Latin hypercube of %d correlated parameters", n, k)
	}
	wanted := make([][]float64, k)
	for i := range wanted {
		wanted[i] = make([]float64, n)
	}
	s := make([]float64, k)
	for run := range n {
		for i := range s {
			s[i] = score[order[i][run]]
		}
		solveLower(chance, s)
		multiplyLower(l, s)
		for i, x := range s {
			wanted[i][run] = x
		}
	}
	runs := make([]int32, n)
	for i := range order {
		for run := range runs {
			runs[run] = int32(run)
		}
		slices.SortStableFunc(runs, func(a, b int32) int { return cmp.Compare(wanted[i][a], wanted[i][b]) })
		for interval, run := range runs {
			order[i][run] = int32(interval)
		}
	}
	return nil
}

// readCorrelation reads a table [[correlation]].
func (r *reader) readCorrelation(s *Study, t *tomlTable) {
	c := Correlation{Span: t.span, Rank: math.NaN()}
	r.readTable("correlation", t,
		key{"of", r.readTextsInto(&c.Of), true},
		key{"rank", r.readNumberInto(&c.Rank, func(x float64) bool { return x > -1 && x < 1 }, "a rank correlation above -1 and below 1"), true},
	)
	if e := t.find("of"); e != nil {
		c.Span = e.value.span
	}
	s.Correlations = append(s.Correlations, c)
}

// checkCorrelations checks the correlations of a study whose parameters and design are read.
func (r *reader) checkCorrelations(s *Study) {
	good, seen := true, map[[2]int]bool{}
	wrong := func(at deck.Span, help, format string, args ...any) {
		good = false
		reportValue(r.diags, at, help, format, args...)
	}
	if len(s.Correlations) > 0 && !slices.Contains([]string{MonteCarlo, LHS, Sobol}, s.Design.Kind) {
		wrong(s.Correlations[0].Span, "leave them out, or choose montecarlo, lhs or sobol", "correlations do not go with the design %s", s.Design.Kind)
	}
	for _, c := range s.Correlations {
		if len(c.Of) != 2 {
			wrong(c.Span, "", "of has %d names; wanted: those of two parameters", len(c.Of))
			continue
		}
		pair := [2]int{s.parameterIndex(c.Of[0]), s.parameterIndex(c.Of[1])}
		for k, i := range pair {
			if i < 0 {
				wrong(c.Span, "", "%s is not a parameter of the study", c.Of[k])
			}
		}
		slices.Sort(pair[:])
		switch {
		case pair[0] >= 0 && pair[0] == pair[1]:
			wrong(c.Span, "", "%s is correlated with itself; wanted: two parameters", c.Of[0])
		case seen[pair]:
			wrong(c.Span, "give it once", "the correlation of %s and %s is given twice", c.Of[0], c.Of[1])
		}
		seen[pair] = true
		good = good && !math.IsNaN(c.Rank)
	}
	if !good || len(s.Correlations) == 0 {
		return
	}
	if _, err := s.correlationFactor(); err != nil {
		reportValue(r.diags, s.Correlations[0].Span, "smaller ones, or correlations of further pairs, fit together", "%v", err)
	}
	if k := len(s.Parameters); s.Design.Kind == LHS && s.Design.Runs > 0 && s.Design.Runs < k+2 {
		reportValue(r.diags, s.Design.Span, "", "there are %d runs; a Latin hypercube of %d parameters that are correlated needs %d at least", s.Design.Runs, k, k+2)
	}
}
