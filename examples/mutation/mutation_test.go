package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// example is a package whose test notices one change of sum and none of unseen.
const example = `package example

import "errors"

var ErrOver = errors.New("over")

func sum(a, b float64) (c float64, err error) {
	c = a + 0.5*b
	if c > 10 && b != 0 {
		return c, ErrOver
	}
	return c, nil
}

func unseen(s string) string {
	n := 1e-9
	if n < 1 {
		s += "x"
	}
	return s + "y" + s
}
`

const exampleTest = `package example

import "testing"

func TestSum(t *testing.T) {
	if c, err := sum(1, 2); c != 2 || err != nil {
		t.Error(c, err)
	}
	if _, err := sum(20, 0); err != nil {
		t.Error("an error at 0")
	}
}
`

// module writes the example as a module of its own, in which the test then runs.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example\n\ngo 1.26\n", "sum.go": example, "sum_test.go": exampleTest} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("GOFLAGS", "-mod=mod")
	return dir
}

func TestMutants(t *testing.T) {
	dir := module(t)
	all, err := findMutants(dir, ".", []string{filepath.Join(dir, "sum.go")})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		if example[m.from:m.to] != m.Old {
			t.Errorf("%d..%d is %q, not %q", m.from, m.to, example[m.from:m.to], m.Old)
		}
		got = append(got, m.Func+" "+m.Old+" > "+m.New)
	}
	want := []string{
		"sum c =  > _ = ", "sum + > -", "sum 0.5 > (0.5*2)", "sum 0.5 > (0.5/2)", "sum * > /",
		"sum c > 10 && b != 0 > !(c > 10 && b != 0)", "sum && > ||", "sum > > >=", "sum > > <=", "sum 10 > (10-1)", "sum 10 > (10+1)",
		"sum != > ==", "sum 0 > 1", "sum ErrOver > nil",
		"unseen n < 1 > !(n < 1)", "unseen < > <=", "unseen < > >=", "unseen 1 > 0", "unseen 1 > 2", "unseen s +=  > _ = ",
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("\n%q, want\n%q", got, want)
	}
}

// TestEnds runs mutants of each end, and those that survived again from the file of results.
func TestEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the example several times")
	}
	dir := module(t)
	o := &options{packages: ".", results: filepath.Join(dir, "results"), limit: time.Minute}
	all, err := o.findMutantsOfPackage(".")
	if err != nil {
		t.Fatal(err)
	}
	file, err := o.openResults()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for change, want := range map[string]string{"+ > -": "test . TestSum", "&& > ||": "test . TestSum", "ErrOver > nil": "survived ", "c =  > _ = ": "test . TestSum", "n < 1 > !(n < 1)": "survived "} {
		i := slices.IndexFunc(all, func(m *mutant) bool { return m.Old+" > "+m.New == change })
		r := &result{mutant: *all[i]}
		if err := o.testMutant(r, dir); err != nil {
			t.Fatal(err)
		}
		if got := r.End + " " + r.By; got != want {
			t.Errorf("%s: %s, want %s", change, got, want)
		}
		if err := r.writeResult(file); err != nil {
			t.Fatal(err)
		}
	}
	r := &result{mutant: *all[0]}
	r.New = "+" // c + a is not a statement
	if err := o.testMutant(r, dir); err != nil || r.End != compile {
		t.Errorf("what does not compile: %s %s %v", r.End, r.By, err)
	}
	o.again, o.seeds = o.results, "0:1"
	if again, err := o.drawMutants(); err != nil || len(again) != 2 {
		t.Errorf("%d survivors, %v", len(again), err)
	}
}

// TestDraw: a seed gives one mutant, whatever the range.
func TestDraw(t *testing.T) {
	module(t)
	whole, err := (&options{packages: ".", seeds: "3:9"}).drawMutants()
	if err != nil {
		t.Fatal(err)
	}
	part, err := (&options{packages: ".", seeds: "5:6"}).drawMutants()
	if err != nil {
		t.Fatal(err)
	}
	if len(whole) != 6 || len(part) != 1 || part[0].Seed != 5 || !part[0].equalsMutant(&whole[2].mutant) {
		t.Errorf("%v is not the third of %v", part, whole)
	}
}
