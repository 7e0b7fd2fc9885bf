package study

import (
	"errors"
	"math"
	"strings"
	"testing"
)

const whole = `# a study
deck = "a.xml"
seed = 7
[run]
end = 5.0
steps = 500
max_wall = 10
[[parameter]]
name = "k"
range = [500.0, 5_000.0]
points = 10
[[parameter]]
path = "Force_SpringDamper/3.damping"
values = [1, 2.5]
[[parameter]]
name = "kind"
values = ["soft", "hard"]
[design]
kind = "grid"
[[response]]
name = "peak"
column = "3.F2"
reduce = "maxabs"
[[response]]
name = "late"
column = "3.F2"
reduce = "at"
at = 1.5
[[response]]
name = "f1"
column = "mode.1.frequency_hz"
[limits]
failures = 0.1
[engine]
kind = "local"
workers = 2
lease = 5.0
`

// TestReadAll: a file with all tables.
func TestReadAll(t *testing.T) {
	s, err := Parse("a.toml", []byte(whole))
	if err != nil {
		t.Fatalf("%v %v", err, s.Diags.List)
	}
	if s.Deck != "a.xml" || s.Seed != 7 || s.Run.End != 5 || s.Run.Steps != 500 || s.Run.MaxWall != 10 || s.Failures != 0.1 || s.Engine.Workers != 2 || s.Engine.Lease != 5 {
		t.Errorf("%+v", s)
	}
	if p := s.Parameters; len(p) != 3 || p[0].Range[1] != 5000 || p[1].Name != "Force_SpringDamper/3.damping" || p[1].Values[0] != Number(1) || p[2].Values[1] != Text("hard") {
		t.Errorf("%+v", p)
	}
	if r := s.Responses; len(r) != 3 || r[1].At != 1.5 || r[2].Mode != 1 || r[2].Figure != "frequency_hz" {
		t.Errorf("%+v", r)
	}
	if n := newGrid(s.Parameters).runCount(); n != 40 {
		t.Errorf("%d runs", n)
	}
}

// TestReadFaults: each mistake has its position and a message that says what is wanted.
func TestReadFaults(t *testing.T) {
	for _, c := range []struct{ old, new, at, code, says, help string }{
		{"seed = 7", "seed = ", "3:8", "S001", "not TOML", ""},
		{"seed = 7", "deck = \"b.xml\"", "3:1", "S001", "deck", ""},
		{"[limits]", "[run]", "32:2", "S001", "run is given twice", ""},
		{"[limits]", "[parameter]", "32:2", "S001", "parameter is given twice", ""},
		{"[limits]", "[deck]", "32:2", "S001", "deck is given twice", ""},
		{"seed = 7", "seed = 7\nseed.a = 8", "4:1", "S001", "seed is given twice", ""},
		{"seed = 7", "seed = 7 8", "3:10", "S001", "not TOML", ""},
		{"seed = 7", "sed = 7", "3:1", "S002", "there is no key sed", "did you mean seed?"},
		{"steps = 500", "step = 500", "6:1", "S002", "no key step in [run]", "did you mean steps?"},
		{"steps = 500", "steps = 500\ndt = 0.1", "7:1", "S004", "exclude each other", ""},
		{"seed = 7", "seed = -7", "3:8", "S004", "wanted: an integer from 0", ""},
		{"seed = 7", `seed = "x"`, "3:8", "S003", "seed is a text; wanted: an integer", ""},
		{"end = 5.0", "end = 0.0", "5:7", "S004", "greater than 0", ""},
		{"end = 5.0", "end = [1]", "5:7", "S003", "end is a list; wanted: a number", ""},
		{"steps = 500", "steps = 1.5", "6:9", "S003", "wanted: an integer", ""},
		{"range = [500.0, 5_000.0]", "range = [5000.0, 500.0]", "10:9", "S004", "the least and the largest", ""},
		{"range = [500.0, 5_000.0]", "range = [500.0, inf]", "10:17", "S004", "finite", ""},
		{"points = 10", "", "9:8", "S005", "needs points", ""},
		{`kind = "grid"`, `kind = "lsh"` + "\nruns = 3", "19:8", "S004", `no "lsh"`, "did you mean lhs?"},
		{`kind = "grid"`, `kind = "lhs"`, "18:2", "S005", "needs runs", ""},
		{`kind = "grid"`, `kind = "grid"` + "\nruns = 3", "20:1", "S004", "does not go with", ""},
		{`reduce = "maxabs"`, `reduce = "maxbas"`, "23:10", "S004", "no \"maxbas\"", "did you mean maxabs?"},
		{`reduce = "maxabs"`, ``, "20:3", "S005", "no reduce", ""},
		{"at = 1.5", "", "27:1", "S005", "needs at", ""},
		{`column = "mode.1.frequency_hz"`, `column = "mode.0.frequency_hz"`, "31:10", "S004", "counted from 1", ""},
		{`column = "mode.1.frequency_hz"`, `column = "mode.1.frequency"`, "31:10", "S004", "frequency_hz", ""},
		{`name = "late"`, `name = "peak"`, "26:10", "S004", "the name of a response, too", ""},
		{`name = "late"`, `name = "status"`, "26:10", "S004", "a column of the results", ""},
		{"failures = 0.1", "failures = 10", "33:12", "S004", "from 0 to 1", ""},
		{"workers = 2", "workers = 0", "36:11", "S004", "from 1", ""},
		{"workers = 2", `submit = "x"`, "36:1", "S004", "template only", ""},
		{`kind = "local"`, `kind = "template"`, "34:2", "S005", "needs submit", ""},
		{`deck = "a.xml"`, "", "1:1", "S005", "deck is missing", ""},
	} {
		text := strings.Replace(whole, c.old, c.new, 1)
		s, err := Parse("a.toml", []byte(text))
		var bad *Error
		if !errors.As(err, &bad) {
			t.Errorf("%q is taken", c.new)
			continue
		}
		found := false
		for _, d := range s.Diags.List {
			found = found || d.Code == c.code && d.Span.String() == "a.toml:"+c.at && strings.Contains(d.Msg, c.says) && strings.Contains(d.Help, c.help)
		}
		if !found {
			for _, d := range s.Diags.List {
				t.Errorf("%q for %q: %s: %s [%s] %s; wanted %s %s %q", c.new, c.old, d.Span, d.Msg, d.Code, d.Help, c.at, c.code, c.says)
			}
		}
	}
	// All at once.
	text := strings.NewReplacer("seed = 7", "sed = 7", "steps = 500", "steps = 0", "workers = 2", "worker = 2").Replace(whole)
	if s, _ := Parse("a.toml", []byte(text)); len(s.Diags.List) != 3 {
		t.Errorf("%d problems of 3", len(s.Diags.List))
	}
}

// TestReadDistributions: arguments that make no distribution are refused.
func TestReadDistributions(t *testing.T) {
	for args, ok := range map[string]bool{
		`"uniform"` + "\nargs = [1, 2]": true, `"uniform"` + "\nargs = [2, 1]": false, `"normal"` + "\nargs = [0, 1]": true, `"normal"` + "\nargs = [0, 0]": false,
		`"lognormal"` + "\nargs = [0, 0.5]": true, `"triangular"` + "\nargs = [0, 1, 2]": true, `"triangular"` + "\nargs = [0, 3, 2]": false, `"triangular"` + "\nargs = [0, 1]": false, `"normal"`: false,
	} {
		_, err := Parse("a.toml", []byte("deck = \"a\"\n[[parameter]]\nname = \"k\"\ndist = "+args+"\n[design]\nkind = \"lhs\"\nruns = 3\n[[response]]\nname = \"r\"\ncolumn = \"1.X\"\nreduce = \"max\"\n"))
		if (err == nil) != ok {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// TestResponses: of a column that is a line, of one with corners, and of the command line.
func TestResponses(t *testing.T) {
	time, y := []float64{0, 1, 2, 4}, []float64{-3, 1, 1, 5}
	for text, want := range map[string]float64{
		"a=max(1.X)": 5, "a=min(1.X)": -3, "a=maxabs(1.X)": 5, "a=final(1.X)": 5, "a = at(1.X, 0.5)": -1, "a=at(1.X,4)": 5, "a=at(1.X,4.1)": math.NaN(),
		"a=mean(1.X)":              (-1 + 1 + 6) / 4.0,                        // of trapezoids
		"a=rms(1.X)":               math.Sqrt((7.0/3 + 1 + 2*(31.0/3)) / 4.0), // integrals of (4t-3)^2, 1 and (1+2t)^2
		"a=first_above(1.X,-1)":    0.5,
		"a=first_above(1.X,1)":     2,
		"a=first_above(1.X,-4)":    0,
		"a=first_above(1.X,5)":     math.NaN(),
		"a=first_above(1.X,4.999)": 2 + 2*3.999/4,
	} {
		r, err := ParseResponse(text)
		if err != nil || r.Name != "a" || r.Column != "1.X" {
			t.Errorf("%s: %+v %v", text, r, err)
			continue
		}
		if got := r.ReduceColumn(time, y); math.Abs(got-want) > 1e-12 && !(math.IsNaN(got) && math.IsNaN(want)) || math.IsNaN(got) != math.IsNaN(want) {
			t.Errorf("%s is %g, not %g", text, got, want)
		}
	}
	for text, says := range map[string]string{"a": "wanted", "a=maxx(1.X)": "did you mean max", "a=1.X": "needs a reducer", "a=max(1.X,2)": "nothing else", "a=at(1.X)": "a number", "a=mode.0.frequency_hz": "from 1"} {
		if _, err := ParseResponse(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if r, err := ParseResponse("f=mode.2.damping_ratio"); err != nil || r.Mode != 2 || r.Figure != "damping_ratio" {
		t.Errorf("%+v %v", r, err)
	}
	if !math.IsNaN((&Response{Reduce: "max"}).ReduceColumn(nil, nil)) {
		t.Error("a column without rows has a largest value")
	}
}
