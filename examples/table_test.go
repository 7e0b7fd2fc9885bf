package examples_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"
)

// table is a CSV file with a heading and numbers.
type table struct {
	name []string
	col  map[string][]float64
}

func readTable(path string) (*table, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(rows) < 2 {
		return nil, fmt.Errorf("%s has no rows", path)
	}
	tab := &table{name: rows[0], col: map[string][]float64{}}
	for _, row := range rows[1:] {
		for i, name := range tab.name {
			v, err := strconv.ParseFloat(row[i], 64)
			if err != nil {
				return nil, fmt.Errorf("%s, column %s: %w", path, name, err)
			}
			tab.col[name] = append(tab.col[name], v)
		}
	}
	return tab, nil
}

// of returns a column.
func (tab *table) of(t *testing.T, name string) []float64 {
	t.Helper()
	c, ok := tab.col[name]
	if !ok {
		t.Fatalf("no column %s among %v", name, tab.name)
	}
	return c
}

// at returns the row of a time, -1 if there is none.
func (tab *table) at(time float64) int {
	for i, v := range tab.col["time"] {
		if math.Abs(v-time) < 1e-9 {
			return i
		}
	}
	return -1
}

func largest(v []float64) float64 {
	m := 0.0
	for _, x := range v {
		m = math.Max(m, math.Abs(x))
	}
	return m
}

// deviation is how far column a of two tables of the same times lies apart:
// max |a-b| / max(1, max|b|) over the rows up to a time.
func deviation(t *testing.T, a, b *table, name string, until float64) float64 {
	t.Helper()
	x, y, time := a.of(t, name), b.of(t, name), b.of(t, "time")
	if len(x) != len(y) {
		t.Fatalf("%d rows and %d", len(x), len(y))
	}
	scale, d := math.Max(1, largest(y)), 0.0
	for i := range x {
		if time[i] > until+1e-9 {
			break
		}
		if math.IsNaN(x[i]) || math.IsNaN(y[i]) {
			return math.Inf(1)
		}
		d = math.Max(d, math.Abs(x[i]-y[i])/scale)
	}
	return d
}
