package core_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core"
	"github.com/trammel-mbd/trammel/core/run"
)

var update = flag.Bool("update", false, "write testdata/record.csv again")

// The record is of the decks of examples and of one deck for each kind of element, as far as they need no routine of a user's.
var recordDecks = []string{"../examples/*/*.xml", "../examples/*/decks/*.xml", "../cmd/trammel/testdata/forms/*.xml"}

// outcome is what a run left.
type outcome struct {
	counts []float64 // steps, rejected ones, evaluations, rows, events and warnings
	means  []float64 // of the columns of its rows
	sizes  []float64 // the largest value of each
}

// follow runs the deck at path with all masses times 1 + more.
func follow(t *testing.T, path string, more float64) (*outcome, error) {
	dir := t.TempDir()
	if more != 0 {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		text = massOf.ReplaceAllFunc(text, func(b []byte) []byte {
			v, err := strconv.ParseFloat(string(massOf.FindSubmatch(b)[1]), 64)
			if err != nil {
				return b
			}
			return fmt.Appendf(nil, ` mass="%.17g"`, v*(1+more))
		})
		// Beside the deck stand files that it names.
		if err := os.CopyFS(dir, os.DirFS(filepath.Dir(path))); err != nil {
			return nil, err
		}
		path = filepath.Join(dir, filepath.Base(path))
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return nil, err
		}
	}
	doc, file, err := runDeck(path, filepath.Join(dir, "results"))
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("%d rows, %v", len(rows), err)
	}
	rows = rows[1:]
	o := &outcome{counts: []float64{float64(doc.Steps), float64(doc.Rejected), float64(doc.Evaluations), float64(len(rows)), float64(len(doc.Events)), float64(len(doc.Warnings))}}
	for k := range len(slices.Concat(rows[:min(1, len(rows))]...)) {
		sum, size := 0.0, 0.0
		for _, row := range rows {
			v, err := strconv.ParseFloat(row[k], 64)
			if err != nil {
				v = float64(len(row[k]))
			}
			sum += v
			size = math.Max(size, math.Abs(v))
		}
		o.means, o.sizes = append(o.means, sum/float64(len(rows))), append(o.sizes, size)
	}
	return o, nil
}

// runDeck carries out a deck with its results in a new folder, and returns the document of the run and the file of rows.
func runDeck(path, folder string) (doc *run.Document, rowsFile string, err error) {
	m, err := core.Load(path)
	if err != nil {
		return nil, "", err
	}
	if err := os.Mkdir(folder, 0o755); err != nil {
		return nil, "", err
	}
	doc, err = core.Run(context.Background(), m, folder, run.Options{})
	return doc, filepath.Join(folder, run.RowsFile), err
}

var massOf = regexp.MustCompile(` mass="([^"]*)"`)

// outcomeRow is a line of the record: an outcome, and how far it moves where masses do in their last digits: counts, and means in parts of
// the size of their column.
type outcomeRow struct {
	outcome
	few, off float64
}

// TestRecord runs decks and compares what came out with what is on record: how many steps and evaluations they took and the mean of each
// column of results, within what rounding does to them. Other tests say what is right; this one notices what has changed. A
// change that is meant continues record by
//
//	go test ./core -run TestRecord -update
//
// and the difference of testdata/record.csv reports what it moved: what still holds stays as it is.
func TestRecord(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the record is of a machine that rounds after each operation")
	}
	const file = "testdata/record.csv"
	record, err := readRecord(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"deck", "steps", "rejected", "evaluations", "rows", "events", "warnings", "counts move by", "means move by", "means ..."})
	for _, path := range decks(t) {
		k, ok := record[path]
		if !ok && !*update {
			t.Logf("%s is not on record", path)
			continue
		}
		got, err := follow(t, path, 0)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		few, off := 0.0, 0.0
		if ok {
			few, off = k.apart(got)
		}
		switch holds := ok && few <= 3*k.few+0.02 && off <= 3*k.off+1e-6; {
		case holds:
			w.Write(k.text(path))
		case *update:
			w.Write(spread(t, path, got).text(path))
		default:
			t.Errorf("%s: %.7g %.7g\n\ton record are\n\t%.7g %.7g\n\tapart by %.2g (%.2g) and %.2g (%.2g)", path, got.counts, got.means, k.counts, k.means, few, k.few, off, k.off)
		}
	}
	if w.Flush(); *update {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// spread returns an outcome with what changes of masses in their last digits make of it.
func spread(t *testing.T, path string, got *outcome) *outcomeRow {
	k := &outcomeRow{outcome: *got}
	for n := range 6 {
		o, err := follow(t, path, float64(n-3)*0x1p-51+0x1p-52)
		if err != nil {
			t.Fatal(path, err)
		}
		few, off := k.apart(o)
		k.few, k.off = math.Max(k.few, few), math.Max(k.off, off)
	}
	return k
}

// decks returns the paths of the decks of the record.
func decks(t *testing.T) (all []string) {
	for _, pattern := range recordDecks {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paths {
			text, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), "usrsub") && !strings.Contains(string(text), "script_name") {
				all = append(all, filepath.ToSlash(p))
			}
		}
	}
	return all
}

// apart returns by how much o is off: the largest difference of a count, in parts of it or of 20 where it is less, and of a mean, in
// parts of the size of its column.
func (k *outcomeRow) apart(o *outcome) (few, off float64) {
	if len(o.means) != len(k.means) {
		return math.Inf(1), math.Inf(1)
	}
	for i, c := range k.counts {
		few = math.Max(few, math.Abs(o.counts[i]-c)/math.Max(c, 20))
	}
	for i, m := range k.means {
		// A column of rounding alone is not compared.
		off = math.Max(off, math.Abs(o.means[i]-m)/math.Max(o.sizes[i], 1e-6))
	}
	return few, off
}

func (k *outcomeRow) text(path string) []string {
	row := []string{path}
	for _, c := range k.counts {
		row = append(row, strconv.Itoa(int(c)))
	}
	row = append(row, fmt.Sprintf("%.1e", k.few), fmt.Sprintf("%.1e", k.off))
	for _, m := range k.means {
		row = append(row, fmt.Sprintf("%.8g", m))
	}
	return row
}

func readRecord(file string) (map[string]*outcomeRow, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	all := map[string]*outcomeRow{}
	for _, row := range rows[1:] {
		var v []float64
		for _, cell := range row[1:] {
			x, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				return nil, err
			}
			v = append(v, x)
		}
		all[row[0]] = &outcomeRow{outcome{v[:6], v[8:], nil}, v[6], v[7]}
	}
	return all, nil
}
