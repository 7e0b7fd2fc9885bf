package run

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/trammel-mbd/trammel/core/element"
)

// Table is the results of a run that are kept in memory.
type Table struct {
	Names []string    // of the columns, without the time
	Time  []float64   // of the rows
	Rows  [][]float64 // a value a column
}

// Solve carries out the commands of a built deck as Run does and returns the
// results. Files of commands go into a folder of their own, which is removed.
func Solve(ctx context.Context, m *element.Model, opt Options) (*Table, error) {
	t, _, err := SolveDocument(ctx, m, opt)
	return t, err
}

// SolveDocument is Solve with the document of the run, which is there after an error of the run, too, as are the rows up to it.
func SolveDocument(ctx context.Context, m *element.Model, opt Options) (*Table, *Document, error) {
	rec := newDiscardingRecorder()
	if writesFiles(m.Commands) {
		dir, err := os.MkdirTemp("", "trammel-")
		if err != nil {
			return nil, nil, err
		}
		defer os.RemoveAll(dir)
		if rec, err = NewRecorder(dir); err != nil {
			return nil, nil, err
		}
	}
	t := &Table{}
	for _, c := range requestColumns(m, newUnitNames(m.Deck)) {
		t.Names = append(t.Names, c.Name)
	}
	opt.Results = RequestResults
	rec.rows.keep = func(time float64, row []float64) {
		t.Time, t.Rows = append(t.Time, time), append(t.Rows, slices.Clone(row))
	}
	err := Run(ctx, m, rec, opt)
	doc, closing := rec.Finish(StatusOfExitCode(ExitCode(err)), ExitCode(err), nil)
	if err == nil {
		err = closing
	}
	return t, doc, err
}

// writesFiles reports whether commands write files besides those of rows: models, states, matrices, results of further models.
func writesFiles(commands []element.Command) bool {
	return slices.ContainsFunc(commands, func(c element.Command) bool {
		return c.Save != "" || c.Load != nil || c.Linear != nil || c.Driver != nil
	})
}

// Times are the times of the rows.
func (t *Table) Times() []float64 { return t.Time }

// Column is component k, from 0, of a request: F1 is component 0 of expressions
// even if other components are missing. It is nil if there is none.
func (t *Table) Column(request, k int) []float64 {
	prefix, own := fmt.Sprintf("%d.", request), []int{}
	at := -1
	for i, n := range t.Names {
		if len(n) > len(prefix) && n[:len(prefix)] == prefix {
			own = append(own, i)
			if n[len(prefix):] == fmt.Sprintf("F%d", k+1) {
				at = i
			}
		}
	}
	if at < 0 && k >= 0 && k < len(own) && t.Names[own[0]][len(prefix)] != 'F' {
		at = own[k]
	}
	if at < 0 {
		return nil
	}
	v := make([]float64, len(t.Rows))
	for i, r := range t.Rows {
		v[i] = r[at]
	}
	return v
}
