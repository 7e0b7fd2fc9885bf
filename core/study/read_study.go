package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/trammel-mbd/trammel/core/deck"
)

// readStudy reads the whole file.
func (r *reader) readStudy(s *Study, root *tomlTable) {
	design := false
	r.readTable("", root,
		key{"deck", r.readTextInto(&s.Deck), true},
		key{"commands", r.readTextInto(&s.Commands), false},
		key{"seed", r.readSeedInto(&s.Seed), false},
		key{"run", r.readTableWith(func(t *tomlTable) { r.readRun(&s.Run, t) }), false},
		key{"parameter", r.readTablesWith(func(t *tomlTable) { r.readParameter(s, t) }), false},
		key{"correlation", r.readTablesWith(func(t *tomlTable) { r.readCorrelation(s, t) }), false},
		key{"design", r.readTableWith(func(t *tomlTable) { design = true; r.readDesign(&s.Design, t) }), true},
		key{"response", r.readTablesWith(func(t *tomlTable) { r.readResponse(s, t) }), true},
		key{"limits", r.readTableWith(func(t *tomlTable) {
			r.readTable("limits", t, key{"failures", r.readNumberInto(&s.Failures, func(x float64) bool { return x >= 0 && x <= 1 }, "a share from 0 to 1"), false})
		}), false},
		key{"engine", r.readTableWith(func(t *tomlTable) { r.readEngine(&s.Engine, t) }), false},
	)
	r.checkColumnNames(s)
	if design && slices.Contains(designKinds, s.Design.Kind) {
		r.checkDesign(s)
		r.checkCorrelations(s)
	}
}

// readSeedInto reads an integer from 0 to 2^63-1.
func (r *reader) readSeedInto(to *uint64) func(string, *tomlValue) {
	return func(name string, v *tomlValue) {
		if v.kind != unstable.Integer {
			reportWrongType(r.diags, name, v, "an integer")
			return
		}
		n, err := strconv.ParseInt(strings.ReplaceAll(v.text, "_", ""), 0, 64)
		if err != nil || n < 0 {
			reportValue(r.diags, v.span, "", "%s is %s; wanted: an integer from 0 to %d", name, v.text, math.MaxInt64)
			return
		}
		*to = uint64(n)
	}
}

func (r *reader) readRun(s *RunSettings, t *tomlTable) {
	positive := "a number greater than 0"
	r.readTable("run", t,
		key{"end", r.readNumberInto(&s.End, isPositive, positive), false},
		key{"steps", r.readCountInto(&s.Steps, 1, math.MaxInt32), false},
		key{"dt", r.readNumberInto(&s.DT, isPositive, positive), false},
		key{"max_wall", r.readNumberInto(&s.MaxWall, isPositive, positive), false},
		key{"isolate", r.readChoiceInto(&s.Isolate, []string{"all", "native", "python", "none"}), false},
		key{"python", r.readTextInto(&s.Python), false},
		key{"python_engine", r.readChoiceInto(&s.Engine, []string{"auto", "gpython", "cpython", "cpython-child"}), false},
		key{"call_timeout", r.readTextInto(&s.CallTime), false},
	)
	if e := t.find("dt"); e != nil && t.find("steps") != nil {
		reportValue(r.diags, e.span, "give one of them", "steps and dt exclude each other")
	}
}

// distributions are the names of distributions with what their args are.
var distributions = map[string][]string{
	"uniform":    {"least", "largest"},
	"normal":     {"mean", "standard deviation"},
	"lognormal":  {"mean of the logarithm", "standard deviation of the logarithm"},
	"triangular": {"least", "mode", "largest"},
}

var distributionNames = []string{"uniform", "normal", "lognormal", "triangular"}

func (r *reader) readParameter(s *Study, t *tomlTable) {
	p := &Parameter{Span: t.span}
	var name, path string
	r.readTable("parameter", t,
		key{"name", r.readTextInto(&name), false},
		key{"path", r.readTextInto(&path), false},
		key{"values", r.readValuesInto(&p.Values), false},
		key{"range", r.readNumbersInto(&p.Range), false},
		key{"points", r.readCountInto(&p.Points, 2, math.MaxInt32), false},
		key{"dist", r.readChoiceInto(&p.Dist, distributionNames), false},
		key{"args", r.readNumbersInto(&p.Args), false},
	)
	s.Parameters = append(s.Parameters, p)
	p.Name = name + path
	for _, k := range []string{"name", "path"} {
		if e := t.find(k); e != nil {
			p.Span = e.value.span
		}
	}
	switch {
	case t.find("name") == nil && t.find("path") == nil:
		reportMissing(r.diags, t.span, "[parameter] has neither name, a parameter of the deck, nor path, such as Force_SpringDamper/3.stiffness")
	case name != "" && path != "":
		reportValue(r.diags, p.Span, "give one of them", "name and path exclude each other")
	}
	given := []string{}
	for _, k := range []string{"values", "range", "dist"} {
		if t.find(k) != nil {
			given = append(given, k)
		}
	}
	if len(given) > 1 {
		reportValue(r.diags, t.find(given[1]).span, "give one of them", "%s exclude each other", strings.Join(given, " and "))
	}
	for _, pair := range [][2]string{{"points", "range"}, {"args", "dist"}, {"dist", "args"}} {
		if e := t.find(pair[0]); e != nil && t.find(pair[1]) == nil {
			reportMissing(r.diags, e.span, "%s needs %s", pair[0], pair[1])
		}
	}
	if e := t.find("range"); e != nil && e.value.kind == unstable.Array && (len(p.Range) != 2 || !(p.Range[0] < p.Range[1])) {
		reportValue(r.diags, e.value.span, "", "range is %v; wanted: two numbers, the least and the largest", p.Range)
	}
	if e := t.find("args"); e != nil && e.value.kind == unstable.Array && distributions[p.Dist] != nil {
		r.checkDistributionArgs(p, e.value.span)
	}
}

// checkDistributionArgs checks the arguments of a distribution.
func (r *reader) checkDistributionArgs(p *Parameter, at deck.Span) {
	wanted := distributions[p.Dist]
	if len(p.Args) != len(wanted) {
		reportValue(r.diags, at, "wanted: "+strings.Join(wanted, ", "), "args has %d numbers, %s has %d", len(p.Args), p.Dist, len(wanted))
		return
	}
	a := p.Args
	ok := true
	switch p.Dist {
	case "uniform":
		ok = a[0] < a[1]
	case "triangular":
		ok = a[0] <= a[1] && a[1] <= a[2] && a[0] < a[2]
	default:
		ok = a[1] > 0
	}
	if !ok {
		reportValue(r.diags, at, "wanted: "+strings.Join(wanted, ", "), "args of %s cannot be %v", p.Dist, a)
	}
}

func (r *reader) readDesign(d *Design, t *tomlTable) {
	d.Span = t.span
	r.readTable("design", t,
		key{"kind", r.readChoiceInto(&d.Kind, designKinds), true},
		key{"runs", r.readCountInto(&d.Runs, 1, mostRuns), false},
		key{"file", r.readTextInto(&d.File), false},
		key{"levels", r.readCountInto(&d.Levels, 2, 1000), false},
	)
	for _, k := range []struct {
		name string
		of   []string
	}{{"runs", []string{MonteCarlo, LHS, Sobol, Morris}}, {"file", []string{List}}, {"levels", []string{Morris}}} {
		e := t.find(k.name)
		switch fits := slices.Contains(k.of, d.Kind); {
		case e != nil && !fits && slices.Contains(designKinds, d.Kind):
			reportValue(r.diags, e.span, "leave it out", "%s does not go with the design %s", k.name, d.Kind)
		case e == nil && fits && k.name != "levels":
			reportMissing(r.diags, t.span, "the design %s needs %s", d.Kind, k.name)
		}
	}
	if e := t.find("levels"); e != nil && d.Levels%2 != 0 {
		reportValue(r.diags, e.value.span, "", "levels is %d; wanted: an even number", d.Levels)
	}
	if d.Levels == 0 {
		d.Levels = 4
	}
}

// mostRuns bounds the runs of a study.
const mostRuns = 100_000_000

func (r *reader) readEngine(g *Engine, t *tomlTable) {
	r.readTable("engine", t,
		key{"kind", r.readChoiceInto(&g.Kind, engineKinds), false},
		key{"workers", r.readCountInto(&g.Workers, 1, 100_000), false},
		key{"lease", r.readNumberInto(&g.Lease, func(x float64) bool { return x >= 1 && x <= 1e6 }, "a time from 1 s on"), false},
		key{"submit", r.readTextInto(&g.Submit), false},
		key{"status", r.readTextInto(&g.Status), false},
		key{"cancel", r.readTextInto(&g.Cancel), false},
		key{"job_id", r.readTextInto(&g.JobID), false},
		key{"options", r.readTextsInto(&g.Options), false},
	)
	for _, name := range []string{"submit", "status", "cancel", "job_id"} {
		e := t.find(name)
		switch {
		case e != nil && g.Kind != Template:
			reportValue(r.diags, e.span, "leave it out", "%s goes with the engine template only", name)
		case e == nil && g.Kind == Template && name != "job_id":
			reportMissing(r.diags, t.span, "the engine template needs %s, a command line", name)
		}
	}
	if e := t.find("options"); e != nil && g.Kind != Slurm {
		reportValue(r.diags, e.span, "leave it out", "options go with the engine slurm only")
	}
	r.checkJobID(g, t)
}

// checkColumnNames checks that columns of the results have names of their own.
func (r *reader) checkColumnNames(s *Study) {
	used := map[string]string{}
	for _, n := range fixedColumns {
		used[n] = "a column of the results"
	}
	check := func(name, what string, at deck.Span) {
		if other := used[strings.ToLower(name)]; other != "" && name != "" {
			reportValue(r.diags, at, "give it another name", "%s is the name of %s, too", name, other)
		}
		used[strings.ToLower(name)] = what
	}
	for _, p := range s.Parameters {
		check(p.Name, "a parameter", p.Span)
	}
	for _, p := range s.Responses {
		check(p.Name, "a response", p.Span)
	}
}

// checkDesign checks that parameters have what the design needs.
func (r *reader) checkDesign(s *Study) {
	d := &s.Design
	for _, p := range s.Parameters {
		given := p.Values != nil || p.Range != nil || p.Dist != ""
		switch {
		case d.Kind == List && given:
			reportValue(r.diags, p.Span, "leave them out", "the design list takes the values of %s from %s", p.Name, d.File)
		case d.Kind != List && !given:
			reportMissing(r.diags, p.Span, "%s has neither values nor range nor dist", p.Name)
		case d.Kind == Grid && p.Dist != "":
			reportValue(r.diags, p.Span, "give values, or range with points", "a grid draws no values of %s from a distribution", p.Name)
		case d.Kind == Grid && p.Range != nil && p.Points == 0:
			reportMissing(r.diags, p.Span, "range of %s needs points in a grid", p.Name)
		}
	}
	if len(s.Parameters) == 0 && d.Kind != List {
		reportMissing(r.diags, d.Span, "there is no [[parameter]]")
		return
	}
	k := len(s.Parameters)
	switch {
	case d.Kind == Sobol && k > sobolDimensions():
		reportValue(r.diags, d.Span, "lhs takes more", "there are %d parameters; sobol takes up to %d", k, sobolDimensions())
	case d.Kind == Morris && d.Runs > 0 && d.Runs%(k+1) != 0:
		n := d.Runs / (k + 1) * (k + 1)
		help := fmt.Sprintf("%d or %d runs", n, n+k+1)
		if n == 0 {
			help = fmt.Sprintf("%d runs, or a multiple", k+1)
		}
		reportValue(r.diags, d.Span, help, "morris with %d parameters has trajectories of %d runs; runs is %d, not a multiple", k, k+1, d.Runs)
	case d.Kind == Grid:
		if n := gridRunCount(s.Parameters); n > mostRuns {
			reportValue(r.diags, d.Span, "", "the grid has %.3g runs; the limit is %d", n, mostRuns)
		}
	}
}
