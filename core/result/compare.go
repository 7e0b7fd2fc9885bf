package result

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
)

// Options of a comparison.
type Options struct {
	// Two numbers agree when they differ by no more than Tol + Rel · the greatest
	// magnitude of the column in B.
	Tol, Rel float64
	// Columns are those to be compared, by their names in A; all if empty.
	Columns []string
	// Names gives columns of A their names in B where these differ.
	Names map[string]string
	// Interpolate takes B at the times of A, linearly between its rows.
	Interpolate bool
}

// Difference is what a comparison found.
type Difference struct {
	A       string             `json:"a"`
	B       string             `json:"b"`
	Within  bool               `json:"within"`
	Rows    int                `json:"rows"`    // compared
	Columns []ColumnDifference `json:"columns"` // the worst first
	OnlyA   []string           `json:"only_a"`  // columns
	OnlyB   []string           `json:"only_b"`
	// Unmatched reports the first row that the other table has not, "" if there is none.
	Unmatched string `json:"unmatched"`
}

// ColumnDifference is how far a column of two tables is apart at the worst row.
type ColumnDifference struct {
	Name    string   `json:"name"`
	NameB   string   `json:"name_b"`
	Within  bool     `json:"within"`
	Row     int      `json:"row"`  // of A, from 1
	Time    *float64 `json:"time"` // null without times
	A       string   `json:"value_a"`
	B       string   `json:"value_b"`
	Diff    float64  `json:"difference"`
	Allowed float64  `json:"allowed"`
	RMS     float64  `json:"rms"` // root of the mean square of the differences
}

// BadInput is a request that makes no sense for the tables.
type BadInput struct{ Text string }

func (e *BadInput) Error() string { return e.Text }

// Compare compares table a with b, which is the reference.
func Compare(a, b *Table, opt Options) (*Difference, error) {
	d := &Difference{A: a.File, B: b.File, Columns: []ColumnDifference{}, OnlyA: []string{}, OnlyB: []string{}}
	pairs, err := d.matchColumns(a, b, opt)
	if err != nil {
		return nil, err
	}
	rows, err := d.alignRows(a, b, opt.Interpolate)
	if err != nil {
		return nil, err
	}
	d.Rows = len(rows)
	d.Within = len(d.OnlyA)+len(d.OnlyB) == 0 && d.Unmatched == ""
	for _, p := range pairs {
		if len(rows) == 0 {
			break // there is no worst row
		}
		c := compareColumn(a, b, p, rows, &opt)
		d.Within = d.Within && c.Within
		d.Columns = append(d.Columns, c)
	}
	slices.SortStableFunc(d.Columns, func(x, y ColumnDifference) int {
		return cmp.Compare(y.differenceOverTolerance(), x.differenceOverTolerance())
	})
	return d, nil
}

// differenceOverTolerance is the difference in units of what is allowed.
func (c *ColumnDifference) differenceOverTolerance() float64 {
	switch {
	case c.Diff == 0:
		return 0
	case c.Allowed == 0 || math.IsNaN(c.Diff):
		return math.Inf(1)
	}
	return c.Diff / c.Allowed
}

// matchColumns finds the columns that belong together, as pairs of places.
func (d *Difference) matchColumns(a, b *Table, opt Options) ([][2]int, error) {
	for from := range opt.Names {
		if a.FindColumn(from) < 0 {
			return nil, &BadInput{fmt.Sprintf("%s has no column %q", a.File, from)}
		}
		if b.FindColumn(opt.Names[from]) < 0 {
			return nil, &BadInput{fmt.Sprintf("%s has no column %q", b.File, opt.Names[from])}
		}
	}
	chosen := opt.Columns
	if len(chosen) == 0 {
		chosen = a.Names
	}
	taken := map[int]bool{}
	var pairs [][2]int
	for _, name := range chosen {
		other := name
		if n, ok := opt.Names[name]; ok {
			other = n
		}
		i, j := a.FindColumn(name), b.FindColumn(other)
		switch {
		case len(opt.Columns) > 0 && i < 0:
			return nil, &BadInput{fmt.Sprintf("%s has no column %q", a.File, name)}
		case len(opt.Columns) > 0 && j < 0:
			return nil, &BadInput{fmt.Sprintf("%s has no column %q", b.File, other)}
		case j < 0:
			d.OnlyA = append(d.OnlyA, name)
		default:
			taken[j] = true
			pairs = append(pairs, [2]int{i, j})
		}
	}
	if len(opt.Columns) == 0 {
		for j, n := range b.Names {
			if !taken[j] {
				d.OnlyB = append(d.OnlyB, n)
			}
		}
	}
	return pairs, nil
}

// rowLocation is a row of A and where it is in B: between row Lo and the next one.
type rowLocation struct {
	row, lo int
	part    float64 // of the way from lo to the next row
}

// alignRows finds the rows that belong together: those of one time, in their order, so that
// two rows at the same time (the end of an analysis and the start of the next) are
// distinguished; without times those of one number.
func (d *Difference) alignRows(a, b *Table, between bool) ([]rowLocation, error) {
	var all []rowLocation
	if (a.Rows == 0) != (b.Rows == 0) {
		empty, other := a, b
		if a.Rows > 0 {
			empty, other = b, a
		}
		d.Unmatched = fmt.Sprintf("%s has no rows, %s has %d", empty.File, other.File, other.Rows)
		return nil, nil
	}
	if (a.Time == nil) != (b.Time == nil) || between && a.Time == nil {
		return nil, &BadInput{"both tables must have a first column called time, or neither, and both to be interpolated"}
	}
	if a.Time == nil {
		for i := range min(a.Rows, b.Rows) {
			all = append(all, rowLocation{row: i, lo: i})
		}
		if a.Rows != b.Rows {
			d.Unmatched = fmt.Sprintf("%s has %d rows, %s %d", a.File, a.Rows, b.File, b.Rows)
		}
		return all, nil
	}
	if between {
		return d.locateTimesInB(a, b)
	}
	near := 1e-9 * math.Max(largestEndMagnitude(a.Time), largestEndMagnitude(b.Time))
	i, j := 0, 0
	for i < a.Rows && j < b.Rows {
		switch t, u := a.Time[i], b.Time[j]; {
		case math.Abs(t-u) <= near:
			all = append(all, rowLocation{row: i, lo: j})
			i, j = i+1, j+1
		case t < u:
			d.recordUnmatchedRow(a, i)
			i++
		default:
			d.recordUnmatchedRow(b, j)
			j++
		}
	}
	if i < a.Rows {
		d.recordUnmatchedRow(a, i)
	}
	if j < b.Rows {
		d.recordUnmatchedRow(b, j)
	}
	return all, nil
}

func (d *Difference) recordUnmatchedRow(t *Table, row int) {
	if d.Unmatched == "" {
		d.Unmatched = fmt.Sprintf("the row at time %.9g is in %s only", t.Time[row], t.File)
	}
}

func largestEndMagnitude(t []float64) float64 {
	if len(t) == 0 {
		return 0
	}
	return math.Max(math.Abs(t[0]), math.Abs(t[len(t)-1]))
}

// locateTimesInB places the times of A among those of B, which must not go back. Times
// outside of B are left out and reported.
func (d *Difference) locateTimesInB(a, b *Table) ([]rowLocation, error) {
	if !sort.Float64sAreSorted(b.Time) {
		return nil, &BadInput{b.File + ": the times go back: there is nothing to interpolate between"}
	}
	var all []rowLocation
	near := 1e-9 * math.Max(largestEndMagnitude(a.Time), largestEndMagnitude(b.Time))
	for i, t := range a.Time {
		if b.Rows == 0 || t < b.Time[0]-near || t > b.Time[b.Rows-1]+near {
			d.recordUnmatchedRow(a, i)
			continue
		}
		j := max(sort.SearchFloat64s(b.Time, t), 1) // the first row not before t
		if b.Rows == 1 {
			all = append(all, rowLocation{row: i})
			continue
		}
		j = min(j, b.Rows-1)
		part := 1.0
		if h := b.Time[j] - b.Time[j-1]; h > 0 {
			part = math.Max(0, math.Min(1, (t-b.Time[j-1])/h))
		}
		all = append(all, rowLocation{i, j - 1, part})
	}
	return all, nil
}

func compareColumn(a, b *Table, p [2]int, rows []rowLocation, opt *Options) ColumnDifference {
	c := ColumnDifference{Name: a.Names[p[0]], NameB: b.Names[p[1]], Within: true}
	if a.Texts[p[0]] != nil || b.Texts[p[1]] != nil {
		return c.compareTexts(a, b, p, rows)
	}
	x, y := a.Cols[p[0]], b.Cols[p[1]]
	size := 0.0
	for _, v := range y {
		if !math.IsInf(v, 0) && !math.IsNaN(v) {
			size = math.Max(size, math.Abs(v))
		}
	}
	c.Allowed = opt.Tol + opt.Rel*size
	sum, worst := 0.0, -1.0
	for _, r := range rows {
		v := y[r.lo]
		if r.part > 0 {
			v += r.part * (y[r.lo+1] - v)
		}
		diff := numberDifference(x[r.row], v)
		sum += diff * diff
		c.Within = c.Within && diff <= c.Allowed
		if diff > worst {
			worst = diff
			c.setWorstRow(a, r.row)
			c.Diff, c.A, c.B = math.Min(diff, math.MaxFloat64), formatNumber(x[r.row]), formatNumber(v)
		}
	}
	if len(rows) > 0 {
		c.RMS = math.Min(math.Sqrt(sum/float64(len(rows))), math.MaxFloat64)
	}
	return c
}

// numberDifference is the difference of two numbers; equal infinities and two NaNs do not differ.
func numberDifference(a, b float64) float64 {
	switch {
	case a == b || math.IsNaN(a) && math.IsNaN(b):
		return 0
	case math.IsNaN(a) || math.IsNaN(b):
		return math.Inf(1)
	}
	return math.Abs(a - b)
}

func (c *ColumnDifference) setWorstRow(t *Table, row int) {
	if c.Row = row + 1; t.Time != nil {
		c.Time = &t.Time[row]
	}
}

// compareTexts compares columns one of which holds texts.
func (c ColumnDifference) compareTexts(a, b *Table, p [2]int, rows []rowLocation) ColumnDifference {
	of := func(t *Table, col, row int) string {
		if s := t.Texts[col]; s != nil {
			return s[row]
		}
		return formatNumber(t.Cols[col][row])
	}
	for _, r := range rows {
		lo := r.lo
		if r.part > 0.5 {
			lo++
		}
		if x, y := of(a, p[0], r.row), of(b, p[1], lo); x != y {
			c.Within, c.Diff, c.A, c.B = false, math.MaxFloat64, x, y
			c.setWorstRow(a, r.row)
			return c
		}
	}
	return c
}

func formatNumber(v float64) string { return fmt.Sprintf("%.17g", v) }
