package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"slices"
	"sort"
	"strconv"
)

// table is a CSV file of numbers with names in its first line.
type table struct {
	names []string
	rows  [][]float64
}

func readTable(path string) (*table, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	t := &table{names: all[0]}
	for _, r := range all[1:] {
		row := make([]float64, len(r))
		for i, x := range r {
			if row[i], err = strconv.ParseFloat(x, 64); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
		t.rows = append(t.rows, row)
	}
	return t, nil
}

func (t *table) columnValues(name string) ([]float64, error) {
	k := slices.Index(t.names, name)
	if k < 0 {
		return nil, fmt.Errorf("no column %q in %q", name, t.names)
	}
	c := make([]float64, len(t.rows))
	for i, r := range t.rows {
		c[i] = r[k]
	}
	return c, nil
}

// findRowAtTime returns the row of a time.
func (t *table) findRowAtTime(time float64) (int, error) {
	i := sort.Search(len(t.rows), func(i int) bool { return t.rows[i][0] >= time-1e-9 })
	if i == len(t.rows) || t.rows[i][0] > time+1e-9 {
		return 0, fmt.Errorf("no row at time %g", time)
	}
	return i, nil
}

// deviation is how far columns are from their reference.
type deviation struct {
	abs    float64 // largest error
	mixed  float64 // largest of the errors divided by the larger of 1 and the value
	extent float64 // largest value
}

// compareWithReference compares columns at all times of the reference up to one, or all for 0.
func (r *result) compareWithReference(columns []column, until float64) (d deviation, err error) {
	for _, c := range columns {
		got, err := r.rows.columnValues(c.got)
		if err != nil {
			return d, err
		}
		want, err := r.want.columnValues(c.want)
		if err != nil {
			return d, err
		}
		for i, row := range r.want.rows {
			if until > 0 && row[0] > until+1e-9 {
				break
			}
			j, err := r.rows.findRowAtTime(row[0])
			if err != nil {
				return d, err
			}
			e := math.Abs(got[j] - want[i])
			if math.IsNaN(e) {
				e = math.Inf(1)
			}
			d.abs = math.Max(d.abs, e)
			d.mixed = math.Max(d.mixed, e/math.Max(1, math.Abs(want[i])))
			d.extent = math.Max(d.extent, math.Abs(want[i]))
		}
	}
	return d, nil
}

// newEnergyDriftCheck returns a function for the drift of m (vx² + vy²)/2 + w y, J, of the point that requests 1
// and 2 report: m is the mass in kg that moves with it, w the weight in N that rises.
func newEnergyDriftCheck(m, w float64) func(*result) (float64, error) {
	return func(r *result) (drift float64, err error) {
		var c [3][]float64
		for k, name := range []string{"2.VX", "2.VY", "1.Y"} {
			if c[k], err = r.rows.columnValues(name); err != nil {
				return 0, err
			}
		}
		of := func(i int) float64 { return m/2*(c[0][i]*c[0][i]+c[1][i]*c[1][i]) + w*c[2][i] }
		for i := range c[0] {
			drift = math.Max(drift, math.Abs(of(i)-of(0)))
		}
		return drift, nil
	}
}

// newLargestErrorCheck returns a function for the largest error of some columns, given as for columnsOfSameNames.
func newLargestErrorCheck(names ...string) func(*result) (float64, error) {
	return func(r *result) (float64, error) {
		d, err := r.compareWithReference(columnsOfSameNames(names...), 0)
		return d.abs, err
	}
}

// newColumnDriftCheck returns a function for how far a column has moved from one time to another.
func newColumnDriftCheck(name string, from, to float64) func(*result) (float64, error) {
	return func(r *result) (float64, error) {
		c, err := r.rows.columnValues(name)
		if err != nil {
			return 0, err
		}
		i, err := r.rows.findRowAtTime(from)
		if err != nil {
			return 0, err
		}
		j, err := r.rows.findRowAtTime(to)
		return math.Abs(c[j] - c[i]), err
	}
}

// frequencyError is the largest relative error of the frequencies of ten unit masses
// between eleven springs of 100 N/m with fixed ends: 2 √100 sin(kπ/22) rad/s.
func frequencyError(r *result) (worst float64, err error) {
	if len(r.frequency) != 10 {
		return 0, fmt.Errorf("%d frequencies, want 10", len(r.frequency))
	}
	for k, hz := range r.frequency {
		want := 20 * math.Sin(float64(k+1)*math.Pi/22)
		worst = math.Max(worst, math.Abs(2*math.Pi*hz/want-1))
	}
	return worst, nil
}
