package trial

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

type fn func(f *usersub.Frame, s usersub.State) error

func (f fn) Call(x *usersub.Frame, s usersub.State) error { return f(x, s) }

func bench(sig *usersub.Sig, f fn) *Bench {
	return &Bench{Sig: sig, Name: "test", Open: func() (usersub.Sub, error) { return f, nil }}
}

// spring is par[1] * DX(par[0]).
var spring = fn(func(f *usersub.Frame, s usersub.State) error {
	door := usersub.QueryCache{Frame: f, State: s}
	dx, _ := door.SysFnc("dx ", []int32{int32(f.RealArgNamed("par")[0])})
	f.RealArgNamed("value")[0] = -f.RealArgNamed("par")[1] * dx
	return nil
})

func table(t *testing.T, sig *usersub.Sig, name, text string) *Table {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	tab, err := ReadTable(path, sig)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func try(t *testing.T, b *Bench, tab *Table, o Options) *Report {
	t.Helper()
	var r Report
	if err := CheckRoutine(context.Background(), &r, b, tab, o); err != nil {
		t.Fatal(err)
	}
	return &r
}

// wrong lists the checks that did not pass.
func wrong(r *Report) string {
	var list []string
	for _, c := range r.Cases {
		if c.Outcome != Passed {
			list = append(list, c.Check)
		}
	}
	return strings.Join(list, " ")
}

const rows = `# two springs
name,  time, par,   "DX(3)", value, rtol
short, 0.5,  3 100, 0.25,    -25,
long,  1,    3 100, 2,       -200,
other, 1,    3 7,   2,       -14.001, 1e-3
`

func TestGoodRoutine(t *testing.T) {
	r := try(t, bench(usersub.PFOSUB, spring), table(t, usersub.PFOSUB, "t.csv", rows), Options{})
	if wrong(r) != "" || r.CountCases(Passed) != 3*4+2*3+3 {
		t.Fatal(r.Text())
	}
}

func TestJSONIsTheSame(t *testing.T) {
	text := `{"rows": [{"name": "short", "time": 0.5, "par": [3, 100], "DX(3)": 0.25, "value": -25},
		{"par": [3, 100], "DX(3)": 2, "value": [-200]}]}`
	r := try(t, bench(usersub.PFOSUB, spring), table(t, usersub.PFOSUB, "t.json", text), Options{})
	if wrong(r) != "" || r.Cases[1].Check != "values" {
		t.Fatal(r.Text())
	}
}

func TestEachCheckFinds(t *testing.T) {
	tab := table(t, usersub.PFOSUB, "t.csv", rows)
	calls := 0
	for want, f := range map[string]fn{
		"values values values": func(f *usersub.Frame, s usersub.State) error {
			err := spring(f, s)
			f.RealArgNamed("value")[0] += 1
			return err
		},
		"finite values finite values finite values": func(f *usersub.Frame, s usersub.State) error {
			f.RealArgNamed("value")[0] = math.NaN()
			return nil
		},
		"queries queries queries": func(f *usersub.Frame, s usersub.State) error {
			(&usersub.QueryCache{Frame: f, State: s}).SysAry("VEL", []int32{4}, make([]float64, 6))
			return spring(f, s)
		},
		"dflag dflag dflag": func(f *usersub.Frame, s usersub.State) error {
			err := spring(f, s)
			if f.Ints(f.Sig.ArgIndex("dflag"))[0] != 0 {
				f.RealArgNamed("value")[0] = 0
			}
			return err
		},
	} {
		if got := wrong(try(t, bench(usersub.PFOSUB, f), tab, Options{})); got != want {
			t.Errorf("found %q, want %q", got, want)
		}
	}
	// Counts its calls in the last digits: no two are the same.
	r := try(t, bench(usersub.PFOSUB, func(f *usersub.Frame, s usersub.State) error {
		err := spring(f, s)
		calls++
		f.RealArgNamed("value")[0] *= 1 + 1e-15*float64(calls)
		return err
	}), tab, Options{RTol: 1e-9})
	if got := wrong(r); !strings.HasPrefix(got, "repeat repeat repeat order") || strings.Contains(got, "values") {
		t.Error(r.Text())
	}
	// Keeps the parameters of the set-up call made last.
	kept := 0.0
	r = try(t, bench(usersub.PFOSUB, func(f *usersub.Frame, s usersub.State) error {
		if f.Time() == 0.5 {
			kept = 1
		}
		err := spring(f, s)
		f.RealArgNamed("value")[0] += kept * 1e-12 * f.Time()
		if f.Time() == 1 {
			kept = 0
		}
		return err
	}), tab, Options{RTol: 1e-9})
	if got := wrong(r); !strings.Contains(got, "order") || strings.Contains(got, "values") {
		t.Error(r.Text())
	}
}

func TestErrorsOfTheRoutine(t *testing.T) {
	boom := &usersub.CallError{Message: "boom"}
	b := bench(usersub.PFOSUB, func(f *usersub.Frame, s usersub.State) error {
		if f.Time() == 1 && !f.IsSetup() && f.RealArgNamed("par")[1] == 100 {
			return boom
		}
		return spring(f, s)
	})
	r := try(t, b, table(t, usersub.PFOSUB, "t.csv", rows), Options{})
	if errs := r.RoutineErrors(); len(errs) != 1 || !errors.Is(errs[0], boom) || r.Cases[3].Outcome != Broken {
		t.Fatal(r.Text())
	}
	retry := bench(usersub.PFOSUB, func(*usersub.Frame, usersub.State) error { return usersub.ErrRetry })
	if r := try(t, retry, table(t, usersub.PFOSUB, "t.csv", rows), Options{}); len(r.RoutineErrors()) != 0 || r.CountCases(Failed) == 0 {
		t.Fatal(r.Text())
	}
}

func TestAgreement(t *testing.T) {
	other := bench(usersub.PFOSUB, func(f *usersub.Frame, s usersub.State) error {
		err := spring(f, s)
		f.RealArgNamed("value")[0] *= 1 + 1e-6
		return err
	})
	tab := table(t, usersub.PFOSUB, "t.csv", rows)
	if r := try(t, bench(usersub.PFOSUB, spring), tab, Options{Against: other, RTol: 1e-5}); wrong(r) != "" {
		t.Error(r.Text())
	}
	if r := try(t, bench(usersub.PFOSUB, spring), tab, Options{Against: other, RTol: 1e-7}); wrong(r) != "agreement agreement" {
		t.Error(r.Text())
	}
}

// oscillator is x” = -par x + u with force outputs x, x” u.
var oscillator = fn(func(f *usersub.Frame, _ usersub.State) error {
	x, u, w := f.RealArgNamed("states"), f.RealArgNamed("input"), f.RealArgNamed("par")[0]
	f.RealArgNamed("stated")[0], f.RealArgNamed("stated")[1] = x[1], -w*math.Sin(x[0])+u[0]
	f.RealArgNamed("output")[0], f.RealArgNamed("output")[5] = x[0], x[1]*u[0]
	return nil
})

func family(wrongEntry float64) func(string) (func() (usersub.Sub, error), error) {
	subs := map[string]fn{
		"YFOSUB": oscillator,
		"YFOXX": func(f *usersub.Frame, _ usersub.State) error {
			p := f.RealArgNamed("pxxmat")
			p[2], p[1] = 1, -f.RealArgNamed("par")[0]*math.Cos(f.RealArgNamed("states")[0])+wrongEntry
			return nil
		},
		"YFOYU": func(f *usersub.Frame, _ usersub.State) error {
			f.RealArgNamed("pyumat")[5] = f.RealArgNamed("states")[1]
			return nil
		},
	}
	return func(name string) (func() (usersub.Sub, error), error) {
		f, ok := subs[name]
		if !ok {
			return nil, errors.New("none")
		}
		return func() (usersub.Sub, error) { return f, nil }, nil
	}
}

const stateRows = "par,states,input,noutpt,stated\n4,0.3 2,5,6,2 *\n9,-1 0.5,1,6,\n"

func TestPartials(t *testing.T) {
	tab := table(t, usersub.YFOSUB, "t.csv", stateRows)
	good := try(t, bench(usersub.YFOSUB, oscillator), tab, Options{DTol: 1e-8, Related: family(0)})
	if wrong(good) != "" || !strings.Contains(good.Text(), "partials   4 ok") {
		t.Error(good.Text())
	}
	bad := try(t, bench(usersub.YFOSUB, oscillator), tab, Options{DTol: 1e-8, Related: family(1e-6)})
	if wrong(bad) != "partials partials" || !strings.Contains(bad.Text(), "entry (2,1) is") {
		t.Error(bad.Text())
	}
	// The partial routine itself is tried: its base is found.
	open, _ := family(0)("YFOXX")
	b := &Bench{Sig: usersub.YFOXX, Name: "test", Open: open}
	r := try(t, b, table(t, usersub.YFOXX, "t.csv", "par,states,input,noutpt\n4,0.3 2,5,6\n"), Options{DTol: 1e-8, Related: family(0)})
	if wrong(r) != "" || !strings.Contains(r.Text(), "partials   1 ok") {
		t.Error(r.Text())
	}
}

func TestOrders(t *testing.T) {
	motion := func(second float64) fn {
		return func(f *usersub.Frame, _ usersub.State) error {
			w := f.RealArgNamed("par")[0]
			s, c := math.Sincos(w * f.Time())
			f.RealArgNamed("value")[0] = [3]float64{s, w * c, -second * w * s}[f.Ints(f.Sig.ArgIndex("iord"))[0]]
			return nil
		}
	}
	tab := table(t, usersub.MOTSUB, "t.csv", "time,par,iord,value\n0,3,0,0\n0.2,3,1,\n0.7,3,2,\n")
	if r := try(t, bench(usersub.MOTSUB, motion(3)), tab, Options{DTol: 1e-8}); wrong(r) != "" || !strings.Contains(r.Text(), "partials   2 ok") {
		t.Error(r.Text())
	}
	if r := try(t, bench(usersub.MOTSUB, motion(2.99)), tab, Options{DTol: 1e-8}); wrong(r) != "partials" {
		t.Error(r.Text())
	}
}

// A difference over a jump judges nothing.
func TestJumpIsNotJudged(t *testing.T) {
	tab := table(t, usersub.MOTSUB, "t.csv", "time,par,iord\n1,3,1\n")
	r := try(t, bench(usersub.MOTSUB, func(f *usersub.Frame, _ usersub.State) error {
		if f.Time() >= 1 && f.Ints(f.Sig.ArgIndex("iord"))[0] == 0 {
			f.RealArgNamed("value")[0] = 1
		}
		return nil
	}), tab, Options{DTol: 1e-6})
	if r.CountCases(Skipped) != 1 {
		t.Error(r.Text())
	}
}

func TestBadTables(t *testing.T) {
	for text, says := range map[string]string{
		"":                            "the table is empty",
		"time\n":                      "no rows",
		"time,force\n1,2\n":           "line 2: PFOSUB has no argument force; columns: name,",
		"time\nabc\n":                 `time: "abc" is not a number`,
		"time,value\n1,1 2\n":         "row 1: value has 2 values, 1 fit",
		"time,\"DX(a)\"\n1,2\n":       `"a" is not an integer`,
		"time,iflag\n1,2\n":           "iflag is set by the checks",
		"time,value[3]\n1,2\n":        "value has 4 values",
		"time,value[99999999]\n1,2\n": "out of range",
		"time,par[1]\n1,2\n":          "has no output par",
		"time\n1,2\n":                 "wrong number of fields",
		"time,\"MODFNC(a,b)\"\n1,2\n": "three arguments",
	} {
		path := filepath.Join(t.TempDir(), "t.csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadTable(path, usersub.PFOSUB); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
	huge := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(huge, []byte("ninput,states,noutpt\n1000000,1,6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadTable(huge, usersub.YFOXU); err == nil || !strings.Contains(err.Error(), "ninput = 1000000 is not a size") {
		t.Error(err)
	}
	if _, err := readJSON([]byte(`[{"par": {"a": 1}}]`), usersub.PFOSUB); err == nil {
		t.Error("an object was taken for a value")
	}
	if _, err := ReadTable(filepath.Join(t.TempDir(), "none.csv"), usersub.PFOSUB); err == nil {
		t.Error("a missing table was read")
	}
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte("par,states\n4,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadTable(path, usersub.YFOSUB); err == nil || !strings.Contains(err.Error(), "the size ninput is not known") {
		t.Error(err)
	}
}

func TestJUnit(t *testing.T) {
	r := &Report{Routine: "PFOSUB", Name: "a<b"}
	r.addCase("values", "row \"1\"", Failed, "off & away")
	r.addCase("values", "row 2", Broken, "boom\nat line 3")
	r.addCase("partials", "row 3", Skipped, "why")
	r.addCase("finite", "row 1", Passed, "")
	var b bytes.Buffer
	if err := r.WriteJUnit(&b); err != nil {
		t.Fatal(err)
	}
	var s suites
	if err := xml.Unmarshal(b.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	c := s.Suite.Cases
	if s.Suite.Tests != 4 || s.Suite.Failures != 1 || s.Suite.Errors != 1 || s.Suite.Skipped != 1 ||
		c[0].Failure.Message != "off & away" || c[1].Error.Text != "boom\nat line 3" || c[2].Skipped == nil || c[3].Failure != nil {
		t.Fatal(b.String())
	}
}

// Every routine can be called with a row made of its sizes.
func TestAllRoutines(t *testing.T) {
	for _, sig := range usersub.Sigs() {
		r := newEmptyRow()
		r.Name = "row"
		for _, n := range sizeNames(sig) {
			r.Sizes[n] = 2
		}
		if err := r.completeSizes(sig); err != nil {
			t.Errorf("%s: %v", sig.Name, err)
			continue
		}
		quiet := bench(sig, func(*usersub.Frame, usersub.State) error { return nil })
		if rep := try(t, quiet, &Table{Rows: []Row{r, r}}, Options{}); rep.CountCases(Failed)+rep.CountCases(Broken) > 0 {
			t.Errorf("%s: %s", sig.Name, rep.Text())
		}
	}
}
