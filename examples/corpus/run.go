package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/examples/internal/measure"
)

// rows are the results of a run.
type rows struct {
	Time []float64
	Cols [][]float64 // by column of the model
	// Frequencies of the modes at rest, Hz, rising; nil where no equilibrium is wanted. Those below
	// 1e-4 of the highest are left out: they may be rounding of zero.
	Frequencies []float64
}

// outcome is what a run left.
type outcome struct {
	Code       int      `json:"code"`
	Message    string   `json:"message,omitempty"` // of a run that failed
	Warnings   []string `json:"warnings,omitempty"`
	CPU        float64  `json:"cpu_s"` // processor time of reading, building and running
	Steps      int      `json:"steps"`
	Rejected   int      `json:"rejected"`
	Evals      int      `json:"evaluations"`
	Drift      float64  `json:"energy_drift,omitempty"`
	rows       rows
	outOfLimit bool
}

// runModel runs a model; limit bounds its processor time in seconds. The calling
// goroutine holds its thread.
func runModel(m *model, settings string, limit float64) (o *outcome) {
	o = new(outcome)
	defer func() {
		if p := recover(); p != nil {
			o.Code, o.Message = run.ExitInternal, fmt.Sprint("panic: ", p)
		}
	}()
	r := measure.RunDeck(m.deckXML(settings), limit, func(dir string, doc *run.Document) error {
		o.Warnings, o.Steps, o.Rejected, o.Evals = doc.Warnings, doc.Steps, doc.Rejected, doc.Evaluations
		if doc.EnergyDrift != nil && !math.IsNaN(*doc.EnergyDrift) && !math.IsInf(*doc.EnergyDrift, 0) {
			o.Drift = *doc.EnergyDrift
		}
		if err := o.rows.readTable(filepath.Join(dir, run.RowsFile)); err != nil || !m.Rest || doc.ExitCode != run.ExitOK {
			return err
		}
		return o.rows.readModes(filepath.Join(dir, "eigenvalues.csv"))
	})
	o.Code, o.Message, o.CPU, o.outOfLimit = r.Code, r.Message, r.CPU, r.OutOfLimit
	return o
}

// readModes reads the frequencies of a linear analysis.
func (r *rows) readModes(file string) error {
	var table rows // time is the number of the analysis, the fourth column behind it the frequency
	if err := table.readTable(file); err != nil {
		return err
	}
	if len(table.Cols) > 3 {
		all := slices.Sorted(slices.Values(table.Cols[3]))
		if len(all) > 0 {
			least := 1e-4 * all[len(all)-1]
			r.Frequencies = slices.DeleteFunc(all, func(f float64) bool { return f < least })
		}
	}
	return nil
}

// readTable reads a table of results: time and a number a column.
func (r *rows) readTable(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	r.Cols = make([][]float64, len(strings.Split(string(lines[0]), ","))-1)
	for _, l := range lines[1:] {
		for k, f := range strings.Split(string(l), ",") {
			x, err := strconv.ParseFloat(f, 64)
			switch {
			case err != nil:
				return err
			case k == 0:
				r.Time = append(r.Time, x)
			default:
				r.Cols[k-1] = append(r.Cols[k-1], x)
			}
		}
	}
	return nil
}
