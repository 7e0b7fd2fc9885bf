package trial

import (
	"fmt"
	"maps"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// derivative says that output result of a routine holds the derivatives of an
// output of another one with respect to an argument, by columns.
type derivative struct{ routine, result, base, of, by string }

var derivatives = []derivative{
	{"YFOXX", "pxxmat", "YFOSUB", "stated", "states"},
	{"YFOXU", "pxumat", "YFOSUB", "stated", "input"},
	{"YFOYX", "pyxmat", "YFOSUB", "output", "states"},
	{"YFOYU", "pyumat", "YFOSUB", "output", "input"},
	{"GSEXX", "pxxmat", "GSESUB", "stated", "states"},
	{"GSEXU", "pxumat", "GSESUB", "stated", "input"},
	{"GSEYX", "pyxmat", "GSESUB", "output", "states"},
	{"GSEYU", "pyumat", "GSESUB", "output", "input"},
	{"COUXX", "dfda", "COUSUB", "phi", "disp"},
	{"COUXX2", "d2fda2", "COUXX", "dfda", "disp"},
	{"FIESUB", "dfddis", "FIESUB", "field", "disp"},
	{"FIESUB", "dfdvel", "FIESUB", "field", "velo"},
	{"UCOSUB", "array", "UCOSUB", "scalar", "q"},
	{"UCOSUB", "xmatrx", "UCOSUB", "array", "q"},
}

// order says that entries at..at+n of an output for iord are the derivatives
// of entries from..from+n for iord-1 with respect to an argument.
type order struct {
	routine, result string
	iord, at        int
	by              string
	from, n         int
}

var orders = []order{
	{"MOTSUB", "value", 1, 0, "time", 0, 1},
	{"MOTSUB", "value", 2, 0, "time", 0, 1},
	{"CURSUB", "values", 1, 0, "alpha", 0, 3},
	{"CURSUB", "values", 2, 0, "alpha", 0, 3},
	{"SURSUB", "values", 1, 0, "alpha", 0, 3},
	{"SURSUB", "values", 1, 3, "beta", 0, 3},
	{"SURSUB", "values", 2, 0, "alpha", 0, 3},
	{"SURSUB", "values", 2, 3, "beta", 0, 3},
	{"SURSUB", "values", 2, 6, "beta", 3, 3},
}

// checkPartials checks every derivative that the routine has part in: its own
// against differences of the base, and those of routines that belong to it.
func (x *routineTrial) checkPartials() {
	name := x.bench.Sig.Name
	for _, d := range derivatives {
		if d.routine != name && d.base != name {
			continue
		}
		exact, base, missing := x.derivativePair(d)
		if missing != "" {
			if d.routine != name {
				continue // the solver differences
			}
			x.report.addCase("partials", d.routine, Skipped, "%s", missing)
			continue
		}
		x.forEachRowThatWorked(func(i int) { x.comparePartials(d, exact, base, i) })
	}
	for _, o := range orders {
		if o.routine == name {
			x.forEachRowThatWorked(func(i int) { x.compareOrder(o, i) })
		}
	}
}

// derivativePair returns both routines of a derivative, or why there are not both.
func (x *routineTrial) derivativePair(d derivative) (exact, base *Bench, missing string) {
	get := func(name string) *Bench {
		if name == x.bench.Sig.Name {
			return x.bench
		}
		if x.Related == nil {
			return nil
		}
		open, err := x.Related(name)
		if err != nil {
			return nil
		}
		return &Bench{Sig: usersub.FindRoutine(name), Name: x.bench.Name, Open: open}
	}
	if exact, base = get(d.routine), get(d.base); exact == nil {
		return nil, nil, "there is no " + d.routine
	} else if base == nil {
		return nil, nil, "there is no " + d.base + " to be differenced"
	}
	return exact, base, ""
}

// copyWithEntryMoved returns a copy of a row for another evaluation: entry k of a real
// argument moved by step, all selections on.
func (r *Row) copyWithEntryMoved(argument string, k int, step float64) *Row {
	c := *r
	c.Want = nil
	c.Ints = maps.Clone(r.Ints)
	if _, ok := c.Ints["idrsel"]; ok {
		c.Ints["idrsel"] = []int32{1, 1, 1}
	}
	if argument == "time" {
		c.Time += step
		return &c
	}
	c.Reals = maps.Clone(r.Reals)
	v := append([]float64{}, r.Reals[argument]...)
	for len(v) <= k {
		v = append(v, 0)
	}
	v[k] += step
	c.Reals[argument] = v
	return &c
}

// entryAt is the value of entry k of a real argument.
func (r *Row) entryAt(argument string, k int) float64 {
	if argument == "time" {
		return r.Time
	}
	if v := r.Reals[argument]; k < len(v) {
		return v[k]
	}
	return 0
}

// differentiateByEntry differences an output centrally with two spacings, h and h/2, and
// extrapolates (Richardson): the error of each is of second order in h, so
// that of the result is of fourth. err is a bound made of the change and the
// rounding. h is the fifth root of the machine epsilon times the scale of the
// argument, where both errors of the fourth-order formula are about equal.
func differentiateByEntry(b *Bench, r *Row, of, by string, k int) (d, err []float64, fail error) {
	h := math.Pow(2.2e-16, 0.2) * max(1, math.Abs(r.entryAt(by, k)))
	var rough [2][]float64
	big := 0.0
	for s, step := range []float64{h, h / 2} {
		plus, _, e := b.callRow(r.copyWithEntryMoved(by, k, step), callOptions{dflag: true})
		if e != nil {
			return nil, nil, e
		}
		minus, _, e := b.callRow(r.copyWithEntryMoved(by, k, -step), callOptions{dflag: true})
		if e != nil {
			return nil, nil, e
		}
		for i, v := range plus[of] {
			big = max(big, math.Abs(v))
			rough[s] = append(rough[s], (v-minus[of][i])/(2*step))
		}
	}
	for i := range rough[0] {
		d = append(d, (4*rough[1][i]-rough[0][i])/3)
		err = append(err, math.Abs(rough[1][i]-rough[0][i])+4e-16*big/h)
	}
	return d, err, nil
}

// comparePartials compares one matrix of one row.
func (x *routineTrial) comparePartials(d derivative, exact, base *Bench, i int) {
	name := fmt.Sprintf("%s, d%s/d%s by %s", x.rows[i].Name, d.of, d.by, d.routine)
	r := &x.rows[i]
	if err := r.completeSizes(exact.Sig); err != nil {
		x.report.addCase("partials", name, Skipped, "%v", err)
		return
	}
	if err := r.completeSizes(base.Sig); err != nil {
		x.report.addCase("partials", name, Skipped, "%v", err)
		return
	}
	out, _, err := exact.callRow(r.copyWithEntryMoved(d.by, 0, 0), callOptions{})
	if err != nil {
		x.addRoutineError("partials", i, fmt.Errorf("%s: %w", d.routine, err))
		return
	}
	matrix := out[d.result]
	f := r.newFrame(base.Sig, 1)
	nBy, nOf := f.Len(base.Sig.ArgIndex(d.by)), f.Len(base.Sig.ArgIndex(d.of))
	c := comparison{tol: x.DTol * largestOrOne(matrix)}
	for k := range nBy {
		slopes, bounds, err := differentiateByEntry(base, r, d.of, d.by, k)
		if err != nil {
			x.addRoutineError("partials", i, fmt.Errorf("%s: %w", d.base, err))
			return
		}
		for j := range nOf {
			c.comparePartialAndRecord(fmt.Sprintf("entry (%d,%d)", j+1, k+1), matrix[k*nOf+j], slopes[j], bounds[j])
		}
	}
	x.addComparisonResult(name, &c)
}

// compareOrder compares a higher order of a row.
func (x *routineTrial) compareOrder(o order, i int) {
	r := &x.rows[i]
	if v := r.Ints["iord"]; len(v) != 1 || int(v[0]) != o.iord {
		return
	}
	name := fmt.Sprintf("%s, iord %d by %s", r.Name, o.iord, o.by)
	lower := *r
	lower.Ints = maps.Clone(r.Ints)
	lower.Ints["iord"] = []int32{int32(o.iord - 1)}
	slopes, bounds, err := differentiateByEntry(x.bench, &lower, o.result, o.by, 0)
	if err != nil {
		x.addRoutineError("partials", i, err)
		return
	}
	got := x.first[i][o.result]
	c := comparison{tol: x.DTol * largestOrOne(got)}
	for k := range o.n {
		c.comparePartialAndRecord(fmt.Sprintf("%s[%d]", o.result, o.at+k), got[o.at+k], slopes[o.from+k], bounds[o.from+k])
	}
	x.addComparisonResult(name, &c)
}

// largestOrOne is the largest entry, at least 1.
func largestOrOne(v []float64) float64 {
	s := 1.0
	for _, e := range v {
		if !math.IsNaN(e) && !math.IsInf(e, 0) {
			s = max(s, math.Abs(e))
		}
	}
	return s
}

// comparison collects entries that are off. Differences that are uncertain by
// more than a tenth of the slope judge nothing.
type comparison struct {
	tol       float64
	wrong     []string
	uncertain []string
}

func (c *comparison) comparePartialAndRecord(name string, given, slope, bound float64) {
	switch {
	case !(math.Abs(given-slope) <= c.tol+bound):
		if !(bound <= 0.1*max(1, math.Abs(slope))) {
			c.uncertain = append(c.uncertain, name)
			return
		}
		c.wrong = append(c.wrong, fmt.Sprintf("%s is %.10g, differences give %.10g", name, given, slope))
	}
}

func (x *routineTrial) addComparisonResult(name string, c *comparison) {
	switch {
	case len(c.wrong) > 0:
		x.report.addCase("partials", name, Failed, "%s", strings.Join(c.wrong, "; "))
	case len(c.uncertain) > 0:
		x.report.addCase("partials", name, Skipped, "the function is not smooth here: %s", strings.Join(c.uncertain, ", "))
	default:
		x.report.addCase("partials", name, Passed, "")
	}
}
