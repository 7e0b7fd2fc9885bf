package result

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func table(t *testing.T, name, text string) *Table {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	x, err := ReadCSV(path)
	if err != nil {
		t.Fatal(err)
	}
	x.File = name
	return x
}

// TestCompare: what is the worst, where, and whether it is allowed.
func TestCompare(t *testing.T) {
	a := "time,x,y\n0,1,10\n1,2,20\n2,3.001,30\n"
	for _, c := range []struct {
		name, b   string
		opt       Options
		within    bool
		rows      int
		worst     string
		row       int
		diff      float64
		unmatched string
	}{
		{"same", a, Options{}, true, 3, "x", 1, 0, ""},
		{"one number", "time,x,y\n0,1,10\n1,2,20\n2,3,30\n", Options{Tol: 1e-4}, false, 3, "x", 3, 1e-3, ""},
		{"allowed", "time,x,y\n0,1,10\n1,2,20\n2,3,30\n", Options{Tol: 2e-3}, true, 3, "x", 3, 1e-3, ""},
		{"relative to the greatest", "time,x,y\n0,1,10\n1,2,20.002\n2,3.001,30\n", Options{Rel: 1e-4}, true, 3, "y", 2, 2e-3, ""},
		{"order of columns", "time,y,x\n0,10,1\n1,20,2\n2,30,3.001\n", Options{}, true, 3, "x", 1, 0, ""},
		{"row missing", "time,x,y\n0,1,10\n2,3.001,30\n", Options{}, false, 2, "x", 1, 0, "the row at time 1 is in a only"},
		{"row more", "time,x,y\n0,1,10\n1,2,20\n1.5,0,0\n2,3.001,30\n", Options{}, false, 3, "x", 1, 0, "the row at time 1.5 is in b only"},
		{"times to rounding", "time,x,y\n0,1,10\n1.0000000001,2,20\n2,3.001,30\n", Options{}, true, 3, "x", 1, 0, ""},
		{"between", "time,x,y\n0,1,10\n2,3,30\n", Options{Interpolate: true, Tol: 1e-6}, false, 3, "x", 3, 1e-3, ""},
		{"mapped", "time,u,y\n0,1,10\n1,2,20\n2,3.001,30\n", Options{Names: map[string]string{"x": "u"}}, true, 3, "x", 1, 0, ""},
		{"chosen", "time,z,y\n0,1,10\n1,2,20\n2,3,30\n", Options{Columns: []string{"y"}}, true, 3, "y", 1, 0, ""},
		{"column missing", "time,z,y\n0,1,10\n1,2,20\n2,3,30\n", Options{}, false, 3, "y", 1, 0, ""},
		{"not a number", "time,x,y\n0,1,10\n1,NaN,20\n2,3.001,30\n", Options{Tol: 1e9}, false, 3, "x", 2, math.MaxFloat64, ""},
	} {
		d, err := Compare(table(t, "a", a), table(t, "b", c.b), c.opt)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		w := d.Columns[0]
		if d.Within != c.within || d.Rows != c.rows || w.Name != c.worst || w.Row != c.row || math.Abs(w.Diff-c.diff) > 1e-12*math.Max(1, c.diff) || d.Unmatched != c.unmatched {
			t.Errorf("%s: %+v", c.name, d)
		}
	}
}

// TestSameTimes: two rows at one time, the end of an analysis and the start of the next,
// are compared in their order.
func TestSameTimes(t *testing.T) {
	a := table(t, "a", "time,x\n0,1\n1,2\n1,5\n2,6\n")
	b := table(t, "b", "time,x\n0,1\n1,2\n1,4\n2,6\n")
	d, err := Compare(a, b, Options{})
	if err != nil || d.Rows != 4 || d.Columns[0].Row != 3 || d.Columns[0].Diff != 1 {
		t.Errorf("%+v %v", d, err)
	}
	if _, err := Compare(a, table(t, "c", "time,x\n0,1\n1,2\n0.5,4\n"), Options{Interpolate: true}); err == nil || !strings.Contains(err.Error(), "the times go back") {
		t.Errorf("%v", err)
	}
}

// TestWithoutTimes: rows by their numbers, texts, empty tables.
func TestWithoutTimes(t *testing.T) {
	a := table(t, "a", "mode,name,hz\n1,bounce,1.5\n2,roll,2.5\n")
	d, err := Compare(a, table(t, "b", "mode,name,hz\n1,bounce,1.5\n2,pitch,2.5\n"), Options{})
	if err != nil || d.Within || d.Columns[0].Name != "name" || d.Columns[0].A != "roll" || d.Columns[0].B != "pitch" || d.Columns[0].Row != 2 || d.Columns[0].Time != nil {
		t.Errorf("%+v %v", d, err)
	}
	d, err = Compare(a, table(t, "b", "mode,name,hz\n1,bounce,1.5\n"), Options{})
	if err != nil || d.Within || d.Rows != 1 || d.Unmatched != "a has 2 rows, b 1" {
		t.Errorf("%+v %v", d, err)
	}
	if _, err := Compare(a, table(t, "b", "time,hz\n0,1\n"), Options{}); err == nil {
		t.Error("a table with times and one without")
	}
	d, err = Compare(table(t, "a", "time\n"), table(t, "b", "time\n"), Options{})
	if err != nil || !d.Within || d.Rows != 0 {
		t.Errorf("%+v %v", d, err)
	}
}

func TestBadTables(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "the names of the columns are missing",
		"time,x\n0\n":          "line 2 has 1 values, the first line names 2 columns",
		"time,x,x\n":           `two columns are called "x"`,
		"time,x\nsoon,1\n":     "the time of a row is not a number",
		"time,x\n0,\"1\n":      "line 2",
		"time,x\nInf,1\n":      "the time is +Inf",
		"\ufefftime,x\n\n\"\"": "line 3",
	} {
		path := filepath.Join(t.TempDir(), "bad.csv")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadCSV(path); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
