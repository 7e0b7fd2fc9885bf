package clitest

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"
)

// LastValue returns the last value of a column.
func LastValue(t *testing.T, rows []string, column string) float64 {
	t.Helper()
	end := strings.Split(rows[len(rows)-1], ",")
	for k, n := range strings.Split(rows[0], ",") {
		if n == column {
			v, err := strconv.ParseFloat(end[k], 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	t.Fatalf("no column %s in %s", column, rows[0])
	return 0
}

// ReadDocument reads run.json of a run; every key must be known.
func ReadDocument(t testing.TB, text string) run.Document {
	t.Helper()
	var d run.Document
	j := json.NewDecoder(strings.NewReader(text))
	j.DisallowUnknownFields()
	if err := j.Decode(&d); err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	return d
}

// ReadResults reads the files of a run and checks what must hold of them however
// the run ended.
func ReadResults(t testing.TB, dir string, code int) (d run.Document, rows []string) {
	t.Helper()
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(Folder, dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	d = ReadDocument(t, read(run.DocumentFile))
	if d.ExitCode != code || d.Status != run.StatusOfExitCode(code) || (d.Error == nil) != (code == 0) {
		t.Errorf("run.json: status %s, exit code %d, %+v", d.Status, d.ExitCode, d.Error)
	}
	table := read(run.RowsFile)
	if !strings.HasSuffix(table, "\n") || !strings.HasPrefix(table, "time") {
		t.Errorf("requests.csv: %.200q", table)
	}
	rows = strings.Split(strings.TrimSuffix(table, "\n"), "\n")
	for _, r := range rows {
		if strings.Count(r, ",") != strings.Count(rows[0], ",") {
			t.Errorf("requests.csv: row %q", r)
		}
	}
	if log := read(run.LogFile); !strings.Contains(log, d.Status+": exit code ") {
		t.Errorf("run.log:\n%s", log)
	}
	return d, rows
}

// Difference is the largest difference of two tables by columns: |a-b| over
// max(1, max|b|).
func Difference(a, b [][]float64) float64 {
	d := 0.0
	for c := range b[0] {
		scale := 1.0
		for _, row := range b {
			scale = math.Max(scale, math.Abs(row[c]))
		}
		for k := range b {
			d = math.Max(d, math.Abs(a[k][c]-b[k][c])/scale)
		}
	}
	return d
}

// PrintedNumbers runs a program and returns the lines it prints that begin with @, as
// lists of numbers.
func PrintedNumbers(t *testing.T, name, text string) [][]float64 {
	t.Helper()
	o := Run(t, "run", WriteFile(t, name, text))
	if o.Code != 0 {
		t.Fatalf("code %d\n%s", o.Code, o.Errors)
	}
	var all [][]float64
	for _, line := range strings.Split(o.Errors, "\n") {
		rest, ok := strings.CutPrefix(line, "@")
		if !ok {
			continue
		}
		all = append(all, ParseNumbers(t, strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune("[](), ", r) })))
	}
	return all
}

func CheckNear(t *testing.T, what string, got []float64, tol float64, want ...float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %v, want %v", what, got, want)
		return
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tol) {
			t.Errorf("%s: %v, want %v within %g", what, got, want, tol)
		}
	}
}

// ReadTable reads columns by name.
func ReadTable(t *testing.T, path string) map[string][]float64 {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return readColumns(t, f)
}

func readColumns(t *testing.T, text io.Reader) map[string][]float64 {
	t.Helper()
	rows, err := csv.NewReader(text).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	tab := map[string][]float64{}
	for k, name := range rows[0] {
		for _, r := range rows[1:] {
			v, err := strconv.ParseFloat(r[k], 64)
			if err != nil {
				t.Fatal(err)
			}
			tab[name] = append(tab[name], v)
		}
	}
	return tab
}

// ParseRow reads the numbers of a row of a CSV table.
func ParseRow(t *testing.T, row string) []float64 {
	t.Helper()
	return ParseNumbers(t, strings.Split(row, ","))
}

// ParseNumbers reads numbers, each a text of its own; a NaN fails the test.
func ParseNumbers(t *testing.T, texts []string) []float64 {
	t.Helper()
	all := make([]float64, len(texts))
	for i, s := range texts {
		v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil || math.IsNaN(v) {
			t.Fatalf("%q: %v, %v", texts, v, err)
		}
		all[i] = v
	}
	return all
}

// ReadRows reads the numbers of a CSV table, row by row, below the names in its first line.
func ReadRows(t *testing.T, path string) [][]float64 {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return ParseRows(t, strings.Split(strings.TrimSpace(string(text)), "\n"))
}

// ParseRows reads the numbers of the rows of a table, the first of which has the names.
func ParseRows(t *testing.T, rows []string) (all [][]float64) {
	t.Helper()
	for _, row := range rows[1:] {
		all = append(all, ParseRow(t, row))
	}
	return all
}
