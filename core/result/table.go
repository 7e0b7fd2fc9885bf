// Package result reads tables of results and compares them.
package result

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
)

// Table is a table of numbers with named columns. Cells that are no numbers make a
// column of texts.
type Table struct {
	File  string
	Names []string
	Time  []float64 // of the rows; nil without a first column called time
	Cols  [][]float64
	Texts map[int][]string // by column: those that hold texts
	Rows  int
}

// ReadCSV reads a file of comma-separated values whose first line has the names.
func ReadCSV(file string) (*Table, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, err := readTable(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	t.File = file
	return t, nil
}

func readTable(f io.Reader) (*Table, error) {
	r := csv.NewReader(f)
	r.FieldsPerRecord = -1 // reported below, with the line
	r.ReuseRecord = true
	head, err := r.Read()
	if err == io.EOF {
		return nil, fmt.Errorf("the file is empty: the names of the columns are missing")
	}
	if err != nil {
		return nil, err
	}
	t := &Table{Names: append([]string(nil), head...), Texts: map[int][]string{}}
	t.Names[0] = strings.TrimPrefix(t.Names[0], "\ufeff")
	known := map[string]bool{}
	for i, n := range t.Names {
		t.Names[i] = strings.TrimSpace(n)
		if known[t.Names[i]] {
			return nil, fmt.Errorf("two columns are called %q", t.Names[i])
		}
		known[t.Names[i]] = true
	}
	t.Cols = make([][]float64, len(head))
	for {
		row, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if len(row) != len(t.Names) {
			line, _ := r.FieldPos(0)
			return nil, fmt.Errorf("line %d has %d values, the first line names %d columns", line, len(row), len(t.Names))
		}
		t.addRow(row)
	}
	return t, t.extractTimeColumn()
}

func (t *Table) addRow(row []string) {
	for i, cell := range row {
		v, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
		if err != nil && t.Texts[i] == nil {
			t.Texts[i] = make([]string, t.Rows)
			for k, x := range t.Cols[i] {
				t.Texts[i][k] = strconv.FormatFloat(x, 'g', -1, 64)
			}
		}
		if t.Texts[i] != nil {
			t.Texts[i] = append(t.Texts[i], strings.TrimSpace(cell))
		}
		t.Cols[i] = append(t.Cols[i], v)
	}
	t.Rows++
}

// extractTimeColumn takes the first column as the time if it is called so.
func (t *Table) extractTimeColumn() error {
	if !strings.EqualFold(t.Names[0], "time") {
		return nil
	}
	if t.Texts[0] != nil {
		return fmt.Errorf("the time of a row is not a number")
	}
	t.Time = append([]float64{}, t.Cols[0]...) // not nil without rows
	for i, v := range t.Time {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("row %d: the time is %g", i+1, v)
		}
	}
	t.Names, t.Cols = t.Names[1:], t.Cols[1:]
	shifted := map[int][]string{}
	for i, v := range t.Texts {
		shifted[i-1] = v
	}
	t.Texts = shifted
	return nil
}

// FindColumn returns the column of a name, -1 if there is none.
func (t *Table) FindColumn(name string) int {
	for i, n := range t.Names {
		if n == name {
			return i
		}
	}
	return -1
}
