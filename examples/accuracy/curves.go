package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// mechanism is a deck with reference values of some columns of request 1 at its end.
type mechanism struct {
	name, deck string
	end        float64
	columns    []string
	want       []float64
	others     []publishedResult
}

// publishedResult is what another code needs, as measured or printed by others; 0
// stands for what they do not report. factored counts matrices.
type publishedResult struct {
	code            string
	digits          float64
	evals, steps    float64
	jacs, factored  float64
	tolerance, from string
}

const (
	measured = "measured by others"
	printed  = "printed by its authors"
	here     = "measured by us"
)

var mechanisms = []mechanism{
	{"Andrews", "andrews/andrews.xml", 0.03, []string{"1.F1", "1.F2", "1.F3", "1.F4", "1.F5", "1.F6", "1.F7"},
		[]float64{15.8107711951537, -15.7563710584118, 0.0408222401196458, -0.53473011634208, 0.524409965879954, 0.53473011634208, 1.04808074104194},
		[]publishedResult{
			{"RADAU5", 2.1, 803, 98, 55, 98, "1e-4", measured}, {"RADAU5", 4.2, 1053, 97, 68, 97, "1e-6", measured},
			{"RADAU5", 5.6, 1703, 148, 122, 148, "1e-8", measured}, {"GAMD", 5.0, 2841, 73, 73, 77, "1e-6", measured},
			{"BIMD", 3.8, 1709, 91, 90, 91, "1e-6", measured},
			{"MEBDFI", 4.0, 0, 240, 39, 39, "1e-6", printed}, {"MEBDFI", 5.6, 0, 422, 56, 56, "1e-8", printed}}},
	{"slider-crank", "slider-crank/slider-crank.xml", 10, []string{"1.F1", "1.F2", "1.F3"},
		[]float64{1.27567584865, 1.02357855898, -0.498813049182},
		[]publishedResult{{"IDA", 4.9, 874, 222, 32, 0, "1e-6", printed}}}, // its five printed digits are right
	{"heavy top", "heavy-top/heavy-top.xml", 1, []string{"1.X", "1.Y", "1.Z"},
		[]float64{0.1733439641, 0.64008859207, -0.74849079113}, nil},
	{"chain of 10 links", "accuracy/decks/chain-10.xml", 1, []string{"1.X", "1.Y"},
		[]float64{0.575895931786507, -4.93074673407691}, // planar.go of examples/peers
		// generalized-alpha, Euler parameters, modified Newton: iterations as evaluations
		[]publishedResult{{"Exudyn", 3.2, 3617, 500, 111, 111, "", here}, {"Exudyn", 3.8, 6978, 1000, 133, 133, "", here},
			{"Exudyn", 4.4, 13627, 2000, 142, 142, "", here}, {"Exudyn", 5.0, 28903, 4300, 154, 154, "", here}}},
}

// method is an integrator with what is set besides its tolerance.
type method struct {
	label, colour string
	finest        float64 // tolerance
	set           map[string]string
}

func newIntegratorAttributes(name string, more ...string) map[string]string {
	m := map[string]string{"integrator_type": name}
	for i := 0; i+1 < len(more); i += 2 {
		m[more[i]] = more[i+1]
	}
	return m
}

// methods are those whose steps the tolerance chooses.
var methods = []method{
	{traits.DSTIFF, "#1f77b4", 1e-8, newIntegratorAttributes(traits.DSTIFF)},
	{traits.DSTIFF + ", index 2", "#17becf", 1e-8, newIntegratorAttributes(traits.DSTIFF, "dae_index", "2")},
	{traits.VSTIFF, "#8c564b", 1e-8, newIntegratorAttributes(traits.VSTIFF)}, // DSTIFF of index 1 is the same
	{traits.MSTIFF, "#ff7f0e", 1e-8, newIntegratorAttributes(traits.MSTIFF)},
	{traits.ABAM, "#2ca02c", 1e-8, newIntegratorAttributes(traits.ABAM)},
	{traits.HHT, "#7f7f7f", 1e-4, newIntegratorAttributes(traits.HHT)}, // of second order: finer ones take 1e5 steps
	{traits.DOP853, "#d62728", 1e-8, newIntegratorAttributes(traits.DOP853)},
	{"RADAU 5", "#c5a3e0", 1e-8, newIntegratorAttributes(traits.RADAU, "max_order", "5")},
	{"RADAU 9", "#9467bd", 1e-8, newIntegratorAttributes(traits.RADAU, "max_order", "9")},
	{"RADAU 13", "#4b2a73", 1e-8, newIntegratorAttributes(traits.RADAU, "max_order", "13")},
}

var tolerances = []float64{1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}

var command = regexp.MustCompile(`end_time="[^"]*" print_interval="[^"]*"`)

// runToEnd runs a mechanism with one output, at the end, so that the tolerance alone
// chooses steps. A run that fails has a point of no digits.
func (m *mechanism) runToEnd(dir string, by *method, tolerance float64) (point, error) {
	data, err := os.ReadFile(filepath.Join(dir, m.deck))
	if err != nil {
		return point{}, err
	}
	text := command.ReplaceAllString(string(data), fmt.Sprintf(`end_time="%g" print_interval="%g"`, m.end, m.end))
	set := map[string]string{"integr_tol": strconv.FormatFloat(tolerance, 'g', -1, 64),
		"h_max": strconv.FormatFloat(m.end, 'g', -1, 64), "dae_interpolation": "TRUE"}
	for name, value := range by.set {
		set[name] = value
	}
	if text, err = setTransientAttributes(text, set); err != nil {
		return point{}, err
	}
	r, err := runDeck(text)
	if err != nil {
		return point{}, fmt.Errorf("%s, %s at %g: %w", m.name, by.label, tolerance, err)
	}
	d := r.doc
	p := point{tolerance: tolerance, evals: float64(d.Evaluations), steps: float64(d.Steps), rejected: d.Rejected,
		jacs: d.Jacobians, factored: d.Factorizations, seconds: r.seconds}
	p.digits, err = m.correctDigits(r.rows)
	return p, err
}

// correctDigits is -log10 of the largest error at the end, each divided by the larger of 1
// and the value (the measure that the published counts use), up to those of the
// reference.
func (m *mechanism) correctDigits(t *table) (float64, error) {
	last, err := t.findRowAtTime(m.end)
	if err != nil {
		return 0, err
	}
	worst := 0.0
	for i, name := range m.columns {
		c, err := t.columnValues(name)
		if err != nil {
			return 0, err
		}
		worst = math.Max(worst, math.Abs(c[last]-m.want[i])/math.Max(1, math.Abs(m.want[i])))
	}
	return math.Min(-math.Log10(worst), 11), nil
}

// writeCurves makes curves.csv and curves.svg, and the table of counts in the README.
func writeCurves(dir string) error {
	var curves []curve
	for i := range mechanisms {
		m := &mechanisms[i]
		for k := range methods {
			by := &methods[k]
			c := curve{m, by, nil}
			for _, tolerance := range tolerances {
				if tolerance < by.finest*(1-1e-9) {
					break
				}
				p, err := m.runToEnd(dir, by, tolerance)
				if err != nil {
					fmt.Fprintln(os.Stderr, err) // a gap in the curve, and no row
					continue
				}
				c.points = append(c.points, p)
			}
			curves = append(curves, c)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "accuracy", "curves.csv"), formatCurvesCSV(curves), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "accuracy", "curves.svg"), drawCurves(curves), 0o644); err != nil {
		return err
	}
	return replaceBlock(filepath.Join(dir, "accuracy", "README.md"), "counts", formatCountTable(curves))
}

// formatCurvesCSV returns the CSV file.
func formatCurvesCSV(curves []curve) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"problem", "method", "tolerance", "digits", "steps", "rejected", "evaluations", "jacobians", "factorizations", "ms"})
	number := func(v float64) string {
		if v == 0 {
			return ""
		}
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	for i, c := range curves {
		for _, p := range c.points {
			_ = w.Write([]string{c.of.name, c.by.label, strconv.FormatFloat(p.tolerance, 'g', 3, 64), strconv.FormatFloat(p.digits, 'f', 2, 64),
				number(p.steps), strconv.Itoa(p.rejected), number(p.evals), strconv.Itoa(p.jacs), strconv.Itoa(p.factored), formatMilliseconds(p.seconds)})
		}
		if i+1 < len(curves) && curves[i+1].of == c.of {
			continue
		}
		for _, o := range c.of.others {
			_ = w.Write([]string{c.of.name, o.code + ", " + o.from, o.tolerance, strconv.FormatFloat(o.digits, 'f', 1, 64),
				number(o.steps), "", number(o.evals), number(o.jacs), number(o.factored), ""})
		}
	}
	w.Flush() // into memory: no error
	return b.Bytes()
}

// formatCountTable returns a table for readers: for each point of another code, and for each full
// number of digits, the cheapest of our runs in evaluations that has as many.
func formatCountTable(curves []curve) string {
	var b bytes.Buffer
	b.WriteString("| problem | code | digits | steps | evaluations | Jacobians | fact. | ours, fewest evaluations for as many digits | ours, fewest factorizations |\n|---|---|---|---|---|---|---|---|---|\n")
	number := func(v float64) string {
		if v == 0 {
			return "-"
		}
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	for i := range mechanisms {
		m := &mechanisms[i]
		for _, o := range m.others {
			name := o.code
			if o.tolerance != "" {
				name += " at " + o.tolerance
			}
			fmt.Fprintf(&b, "| %s | %s | %.1f | %s | %s | %s | %s | %s | %s |\n", m.name, name, o.digits,
				number(o.steps), number(o.evals), number(o.jacs), number(o.factored),
				cheapestRun(curves, m, o.digits, evaluationsOf), cheapestRun(curves, m, o.digits, factorizationsOf))
		}
		if m.others == nil {
			for _, d := range []float64{3, 5, 7, 9} {
				fmt.Fprintf(&b, "| %s | - | %.0f | | | | | %s | %s |\n", m.name, d, cheapestRun(curves, m, d, evaluationsOf), cheapestRun(curves, m, d, factorizationsOf))
			}
		}
	}
	return b.String()
}

func evaluationsOf(p *point) float64    { return p.evals }
func factorizationsOf(p *point) float64 { return float64(p.factored) }

// cheapestRun names the run that reaches so many digits for the least work of a kind.
func cheapestRun(curves []curve, m *mechanism, digits float64, work func(*point) float64) string {
	var by *method
	var best point
	for _, c := range curves {
		for _, p := range c.points {
			if c.of == m && p.digits >= digits && (by == nil || work(&p) < work(&best)) {
				by, best = c.by, p
			}
		}
	}
	if by == nil {
		return "none"
	}
	return fmt.Sprintf("%s at %s: %.1f digits, %.0f steps, %.0f eval., %d Jac., %d fact.", by.label, shortNumber(best.tolerance), best.digits,
		best.steps, best.evals, best.jacs, best.factored)
}
