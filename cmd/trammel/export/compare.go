package export

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/unit"
)

// Bound is what values of a quantity may be off by: Tol + Rel · the greatest magnitude in the reference. Tol is in the
// units of the results that are compared, angles in rad.
type Bound struct{ Tol, Rel float64 }

// Options of a comparison with a result file.
type Options struct {
	Bound
	// Of are the bounds of single quantities: position, angle, velocity, ...
	Of map[string]Bound
	// At are the times that are compared, all of the reference if empty.
	At []float64
}

// quantities are the quantities of components of entities.
var quantities = map[string]string{
	"X": "position", "Y": "position", "Z": "position", "PSI": "angle", "THETA": "angle", "PHI": "angle",
	"VX": "velocity", "VY": "velocity", "VZ": "velocity", "WX": "angular velocity", "WY": "angular velocity", "WZ": "angular velocity",
	"ACCX": "acceleration", "ACCY": "acceleration", "ACCZ": "acceleration",
	"WDX": "angular acceleration", "WDY": "angular acceleration", "WDZ": "angular acceleration",
	"FX": "force", "FY": "force", "FZ": "force", "TX": "torque", "TY": "torque", "TZ": "torque",
}

// pairing is a component that both have.
type pairing struct {
	name, quantity string
	ours           int     // index in the values of the view
	theirs         int     // in the values of a row of the file
	factor         float64 // from their unit to ours
	angles         bool    // the first of three 3-1-3 angles, which are compared as a rotation
}

// CompareWithResFile compares results with a result file of Adams: entities by type and id, in the units of the results.
// Orientations are compared as rotations, by the angle between them, so that equal ones with different angles do not
// differ. Rows belong together by their time; of ours those at times between rows are interpolated linearly.
func CompareWithResFile(s *Source, ref *Res, opt Options) (*result.Difference, error) {
	view := NewEntityView(s.Columns, s.Scene)
	d := &result.Difference{A: s.File, B: ref.File, Columns: []result.ColumnDifference{}, OnlyA: []string{}, OnlyB: []string{}}
	pairs, err := matchComponents(d, view, s.Scene, ref)
	if err != nil {
		return nil, err
	}
	if len(pairs) == 0 {
		return nil, &result.BadInput{Text: fmt.Sprintf("%s and %s have no entity in common: they belong together by type and id", s.File, ref.File)}
	}
	rows, err := selectReferenceRows(ref, referenceTimeFactor(s.Scene, ref), opt.At)
	if err != nil {
		return nil, err
	}
	c := &comparison{pairs: pairs, view: view, s: s, opt: opt, d: d}
	if err := c.compareRows(rows); err != nil {
		return nil, err
	}
	return d, nil
}

// matchComponents finds the components that both have.
func matchComponents(d *result.Difference, view *EntityView, scene *result.Scene, ref *Res) ([]pairing, error) {
	type key struct {
		kind string
		id   int
	}
	theirs := map[key]*ResEntity{}
	for i := range ref.Entities {
		if e := &ref.Entities[i]; e.Type != "" && e.ID > 0 {
			theirs[key{strings.ToLower(e.Type), e.ID}] = e
		}
	}
	var pairs []pairing
	at := 0
	for i := range view.Entities {
		e := &view.Entities[i]
		first := at
		at += len(e.Parts)
		k := key{strings.ToLower(e.Type), e.ID}
		x := theirs[k]
		if x == nil {
			if e.Kind != result.KindRequest { // most files have none of ours
				d.OnlyA = append(d.OnlyA, e.String())
			}
			continue
		}
		delete(theirs, k)
		for n, part := range e.Parts {
			for _, c := range x.Components {
				if !strings.EqualFold(c.Name, part) {
					continue
				}
				f, err := unitConversionFactor(c.Unit, e.Units[n], scene)
				if err != nil {
					return nil, &result.BadInput{Text: fmt.Sprintf("%s: %s of %s: %v", ref.File, c.Name, x.Name, err)}
				}
				pairs = append(pairs, pairing{
					name: e.Entity + "." + part, quantity: quantities[part], ours: first + n, theirs: c.At, factor: f, angles: part == "PSI" && e.body >= 0,
				})
			}
		}
	}
	for _, x := range theirs {
		d.OnlyB = append(d.OnlyB, fmt.Sprintf("%s %d (%s)", x.Type, x.ID, x.Entity))
	}
	slices.Sort(d.OnlyB)
	return pairs, nil
}

// referenceTimeFactor is from the unit of time of the file to that of the results.
func referenceTimeFactor(scene *result.Scene, ref *Res) float64 {
	if u, ok := unit.FindInList(unit.Times, ref.Units["time"]); ok && scene != nil {
		return u.SI / scene.Units.TimeSI
	}
	return 1
}

// unitConversionFactor returns what turns a value in a unit of the file (mm/sec**2, newton-meter) into one in a unit of ours.
func unitConversionFactor(theirs, ours string, scene *result.Scene) (float64, error) {
	if theirs == "" || ours == "" || ours == "1" || scene == nil {
		return 1, nil
	}
	a, err := unitSizeInSI(theirs)
	if err != nil {
		return 0, err
	}
	b, err := unitSizeInSI(translateUnitToAdams(ours))
	if err != nil {
		return 0, err
	}
	return a / b, nil
}

// unitSizeInSI returns the size of a unit in SI.
func unitSizeInSI(text string) (float64, error) {
	size := 1.0
	for n, side := range strings.SplitN(text, "/", 2) {
		for _, f := range strings.FieldsFunc(strings.ReplaceAll(side, "**", "^"), func(r rune) bool { return r == '-' || r == '*' || r == ' ' }) {
			base, power, _ := strings.Cut(f, "^")
			u, ok := unit.Unit{}, false
			for _, list := range [][]unit.Unit{unit.Angles, unit.Lengths, unit.Times, unit.Forces, unit.Masses} {
				if u, ok = unit.FindInList(list, base); ok {
					break
				}
			}
			if !ok {
				return 0, fmt.Errorf("unknown unit %q", base)
			}
			p := 1.0
			if power == "2" {
				p = 2
			}
			if n == 1 {
				p = -p
			}
			size *= math.Pow(u.SI, p)
		}
	}
	return size, nil
}

// referenceRow is a row of the file, its time in our unit.
type referenceRow struct {
	time   float64
	values []float64
}

// selectReferenceRows returns the rows at times, all without any, but for those of the model as it is written.
func selectReferenceRows(ref *Res, timeFactor float64, times []float64) ([]referenceRow, error) {
	var all []referenceRow
	for _, b := range ref.Blocks {
		if b.Type == "input" {
			continue
		}
		for _, r := range b.Rows {
			all = append(all, referenceRow{timeFactor * r[0], r})
		}
	}
	if len(all) == 0 {
		return nil, &result.BadInput{Text: ref.File + " has no rows but those of the model as it is written"}
	}
	if len(times) == 0 {
		return all, nil
	}
	near := 1e-9 * math.Abs(all[len(all)-1].time)
	var some []referenceRow
	for _, t := range times {
		n := slices.IndexFunc(all, func(r referenceRow) bool { return math.Abs(r.time-t) <= near })
		if n < 0 {
			return nil, &result.BadInput{Text: fmt.Sprintf("%s has no row at the time %g", ref.File, t)}
		}
		some = append(some, all[n])
	}
	return some, nil
}

// comparison gathers the differences of all components.
type comparison struct {
	pairs []pairing
	view  *EntityView
	s     *Source
	opt   Options
	d     *result.Difference
	row   []float64 // of columns
}

func (c *comparison) compareRows(rows []referenceRow) error {
	times, err := c.s.ReadTimes()
	if err != nil {
		return err
	}
	size := make([]float64, len(c.pairs))
	c.d.Columns = make([]result.ColumnDifference, len(c.pairs))
	for k, p := range c.pairs {
		c.d.Columns[k] = result.ColumnDifference{Name: p.name, NameB: p.name, Diff: -1}
		if p.angles {
			c.d.Columns[k].Name, size[k] = strings.TrimSuffix(p.name, "PSI")+"PSI THETA PHI", math.Pi
			c.d.Columns[k].NameB = c.d.Columns[k].Name
		}
	}
	ours := [2][]float64{make([]float64, c.view.Width), make([]float64, c.view.Width)}
	for _, r := range rows {
		lo, part, ok := locateTime(times, r.time)
		if !ok {
			if c.d.Unmatched == "" {
				c.d.Unmatched = fmt.Sprintf("the row at time %.9g is in %s only", r.time, c.d.B)
			}
			continue
		}
		c.d.Rows++
		for n := range 2 {
			if n == 0 || part > 0 {
				if err := c.readEntityRow(ours[n], lo+n); err != nil {
					return err
				}
			}
		}
		for k, p := range c.pairs {
			c.compareComponent(k, &p, ours, part, r, size)
		}
	}
	c.checkDifferencesAgainstBounds(size)
	return nil
}

// readEntityRow sets dst to the entities of a row of ours.
func (c *comparison) readEntityRow(dst []float64, row int) error {
	if c.row == nil {
		c.row = make([]float64, len(c.s.Columns))
	}
	index := make([]int, len(c.s.Columns))
	for i := range index {
		index[i] = i
	}
	if err := c.s.ReadRowsFrom(c.row, index, row); err != nil {
		return err
	}
	c.view.FillEntityValues(dst, c.row)
	return nil
}

// locateTime finds a time among those of the rows: the row before and the part of the way to the next one.
func locateTime(times []float64, t float64) (lo int, fraction float64, found bool) {
	if len(times) == 0 {
		return 0, 0, false
	}
	near := 1e-9 * math.Max(math.Abs(times[0]), math.Abs(times[len(times)-1]))
	for i := sort.SearchFloat64s(times, t-near); i < len(times) && times[i] <= t+near; {
		return i, 0, true
	}
	i := sort.SearchFloat64s(times, t)
	if i == 0 || i == len(times) {
		return 0, 0, false
	}
	return i - 1, (t - times[i-1]) / (times[i] - times[i-1]), true
}

// compareComponent compares one component in one row.
func (c *comparison) compareComponent(k int, p *pairing, rowsAround [2][]float64, fraction float64, r referenceRow, size []float64) {
	between := func(n int) float64 {
		v := rowsAround[0][n]
		if fraction > 0 {
			v += fraction * (rowsAround[1][n] - v)
		}
		return v
	}
	a, b := between(p.ours), p.factor*r.values[p.theirs]
	diff := math.Abs(a - b)
	switch {
	case p.angles:
		q := quaternionFromEuler313(p.factor*r.values[p.theirs], p.factor*r.values[p.theirs+1], p.factor*r.values[p.theirs+2])
		x := quaternionFromEuler313(rowsAround[0][p.ours], rowsAround[0][p.ours+1], rowsAround[0][p.ours+2])
		if fraction > 0 { // the nearer row decides: angles may turn over between two
			y := quaternionFromEuler313(rowsAround[1][p.ours], rowsAround[1][p.ours+1], rowsAround[1][p.ours+2])
			dot := x[0]*y[0] + x[1]*y[1] + x[2]*y[2] + x[3]*y[3]
			for n := range x {
				x[n] = (1-fraction)*x[n] + fraction*math.Copysign(1, dot)*y[n]
			}
		}
		diff = rotationAngleBetween(x, q)
	case p.quantity == "angle":
		diff = 0 // in the rotation
	default:
		size[k] = math.Max(size[k], math.Abs(b))
	}
	x := &c.d.Columns[k]
	x.RMS += diff * diff
	if diff > x.Diff || math.IsNaN(diff) {
		t := r.time
		x.Time, x.Diff, x.Row = &t, diff, c.d.Rows
		x.A, x.B = fmt.Sprintf("%.17g", a), fmt.Sprintf("%.17g", b)
	}
}

// checkDifferencesAgainstBounds compares the differences with their bounds, and sorts them.
func (c *comparison) checkDifferencesAgainstBounds(size []float64) {
	c.d.Within = c.d.Unmatched == "" && c.d.Rows > 0
	var all []result.ColumnDifference
	for k, p := range c.pairs {
		x := c.d.Columns[k]
		if p.quantity == "angle" && !p.angles || c.d.Rows == 0 {
			continue
		}
		bound, ok := c.opt.Of[p.quantity]
		if !ok {
			bound = c.opt.Bound
		}
		x.Allowed = bound.Tol + bound.Rel*size[k]
		x.RMS = math.Sqrt(x.RMS / float64(c.d.Rows))
		x.Within = x.Diff <= x.Allowed
		c.d.Within = c.d.Within && x.Within
		all = append(all, x)
	}
	excess := func(x result.ColumnDifference) float64 {
		if x.Diff == 0 {
			return 0
		}
		return x.Diff / x.Allowed
	}
	slices.SortStableFunc(all, func(x, y result.ColumnDifference) int { return cmp.Compare(excess(y), excess(x)) })
	c.d.Columns = all
}
