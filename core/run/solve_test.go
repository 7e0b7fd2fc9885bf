package run

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
)

// build reads and builds a deck whose laws are all expressions.
func build(t testing.TB, path string) *element.Model {
	t.Helper()
	return buildWith(t, path, nil)
}

// buildWith builds a deck whose routines are loaded by load.
func buildWith(t testing.TB, path string, load element.Load) *element.Model {
	t.Helper()
	m, err := deck.Read(path, element.Table())
	if err != nil {
		t.Fatal(err)
	}
	b := element.Build(m, load)
	if m.Diags.HasErrors() || len(b.Failed) > 0 {
		var text strings.Builder
		m.Diags.WriteText(&text, false)
		t.Fatalf("%s: %s %v", path, text.String(), b.Failed)
	}
	return b
}

// buildText builds a deck made of the elements of a model and its commands.
func buildText(t testing.TB, model, commands string) *element.Model {
	t.Helper()
	path := filepath.Join(t.TempDir(), "deck.xml")
	text := "<MotionSolve><Model>" + model + "</Model><Command>" + commands + "</Command></MotionSolve>"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return build(t, path)
}

// outcome is what a run left.
type outcome struct {
	doc *Document
	tab *table
	log string
	err error
}

// carryOut runs a built deck and reads what it left. Errors of the run are
// handed on.
func carryOut(t testing.TB, m *element.Model, opt Options) outcome {
	t.Helper()
	return carryOutUnder(context.Background(), t, m, opt)
}

func carryOutUnder(ctx context.Context, t testing.TB, m *element.Model, opt Options) outcome {
	t.Helper()
	rec, err := NewRecorder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	o := outcome{err: Run(ctx, m, rec, opt)}
	code := ExitCode(o.err)
	if o.doc, err = rec.Finish(StatusOfExitCode(code), code, DescribeFailure(o.err)); err != nil {
		t.Fatal(err)
	}
	o.tab = readTable(t, filepath.Join(rec.Dir, RowsFile))
	log, err := os.ReadFile(filepath.Join(rec.Dir, LogFile))
	if err != nil {
		t.Fatal(err)
	}
	o.log = string(log)
	return o
}

// tune sets attributes of Param_Transient by their names in a deck.
func tune(t testing.TB, s *element.Transient, set map[string]string) {
	t.Helper()
	for name, text := range set {
		v, _ := strconv.ParseFloat(text, 64)
		switch name {
		case "integrator_type":
			s.Integrator = text
		case "dae_interpolation":
			s.Interpolate = text == "TRUE"
		case "integr_tol":
			s.Tol = v
		case "integr_rel_tol":
			s.RelTol = v
		case "h_max":
			s.HMax = v
		case "h_fixed":
			s.FixedStep = v
		case "max_order":
			s.MaxOrder = int(v)
		case "dae_index":
			s.Index = int(v)
		default:
			t.Fatalf("the tests do not set %s", name)
		}
	}
}

// table is a CSV file with a heading and numbers.
type table struct {
	name []string
	col  map[string][]float64
}

func readTable(t testing.TB, path string) *table {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	tab := &table{name: rows[0], col: map[string][]float64{}}
	for _, row := range rows[1:] {
		for i, name := range tab.name {
			v, err := strconv.ParseFloat(row[i], 64)
			if err != nil {
				t.Fatalf("%s, column %s: %v", path, name, err)
			}
			tab.col[name] = append(tab.col[name], v)
		}
	}
	return tab
}

// of returns a column.
func (tab *table) of(t testing.TB, name string) []float64 {
	t.Helper()
	c, ok := tab.col[name]
	if !ok && len(tab.col) > 0 {
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

// brief prints an error with two digits.
func brief(v float64) string { return fmt.Sprintf("%.1e", v) }
