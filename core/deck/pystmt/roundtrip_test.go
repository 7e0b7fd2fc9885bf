package pystmt_test

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
	"github.com/trammel-mbd/trammel/core/deck/pystmt"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub"
)

// lossy are decks of which a form cannot say something, and what that is. A form
// that learns it may be struck off.
var lossy = map[string]struct{ forms, what string }{
	"CustomFunction":          {".adm .py", "functions of the user's own"},
	"Force_Contact":           {".adm .py", "shapes of contacts"},
	"Force_SpringDamper-ours": {".adm", "additions of ours"},
	"Force_StateEqn":          {".adm", "Force_StateEqn"},
	"Load_Command":            {".adm .py", "other files of commands"},
	"Param_Simulation":        {".adm", "Param_Simulation in a model"},
	"Post_Graphic":            {".adm .py", "pictures"},
	"Post_Request-elemental":  {".adm", "requests of elements"},
	"Post_UserAPI":            {".adm .py", "functions of the user's own"},
	"Sensor_Proximity":        {".adm .py", "shapes"},
	"bielle-f77":              {".adm", "the marker of UCON"},
	"boom-cpp":                {".adm", "bodies that keep their velocities"},
	"bushing-fd-plugin":       {".adm", "Force_StateEqn"},
	"camcurve-f77":            {".adm", "the global start of PTCV"},
	"contact-hc-plugin":       {".adm", "Force_StateEqn"},
	"contact-plugin":          {".adm", "plugins of contacts"},
	"contact-python":          {".adm", "interpreters of contacts"},
	"crush-c":                 {".adm", "bodies that keep their velocities"},
	"drill-string":            {".adm .py", "nonlinear beams"},
	"fourbar-f77":             {".adm", "Param_Simulation in a model"},
	"heavy-top":               {".adm", "bodies that keep their velocities"},
	"hinge-f77":               {".adm", "Force_StateEqn"},
	"lugre-pendulum-c":        {".adm", "Force_StateEqn"},
	"lugre-pendulum-cpp":      {".adm", "Force_StateEqn"},
	"lugre-pendulum-plugin":   {".adm", "Force_StateEqn"},
	"lugre-pendulum-python":   {".adm", "Force_StateEqn"},
	"lugre-pendulum-wasm":     {".adm", "Force_StateEqn"},
	"lugre-plugin":            {".adm", "Force_StateEqn"},
	"lugre-stick-slip-c":      {".adm", "Force_StateEqn"},
	"lugre-stick-slip-python": {".adm", "Force_StateEqn"},
	"rows-c":                  {".adm", "the marker of UCON"},
	"rows-plugin":             {".adm", "the marker of UCON"},
	"rows-python":             {".adm", "the marker of UCON"},
	"rows-wasm":               {".adm", "the marker of UCON"},
	"shaken-lugre":            {".adm", "constants of bristles"},
	"swing-lugre":             {".adm", "constants of bristles"},
	"tyre-plugin":             {".adm", "Force_StateEqn"},
	"tyre-f77":                {".adm", "bodies that keep their velocities"},
}

// TestRoundTrips: what is written of each deck in another form, and back from
// that in XML, has the same equations, unless a warning says what is lost.
func TestRoundTrips(t *testing.T) {
	decks, _ := filepath.Glob("../../../cmd/trammel/testdata/forms/*.xml")
	examples, _ := filepath.Glob("../../../examples/*/*.xml")
	if len(decks) < 60 || len(examples) < 20 {
		t.Fatal(len(decks), len(examples))
	}
	for _, path := range append(decks, examples...) {
		name := strings.TrimSuffix(filepath.Base(path), ".xml")
		if name == "commands" {
			continue // of another deck
		}
		t.Run(name, func(t *testing.T) {
			m, err := deck.Read(path, element.Table())
			if err != nil || m.Diags.HasErrors() {
				t.Fatal(err, printedDiags(m.Diags))
			}
			for _, suffix := range []string{".adm", ".py"} {
				there, lost := rewritten(m, suffix)
				if lost != "" {
					if !strings.Contains(lossy[name].forms, suffix) {
						t.Errorf("%s: %s", suffix, lost)
					}
					continue
				}
				sameModel(t, suffix, m, there)
				back, lost := rewritten(there, ".xml")
				if lost != "" {
					t.Errorf("%s.xml: %s", suffix, lost)
				}
				sameModel(t, suffix+".xml", m, back)
			}
		})
	}
}

// rewritten writes a model in another form and reads that. lost are the codes of
// the warnings.
func rewritten(m *deck.Model, suffix string) (out *deck.Model, lost string) {
	w := &deck.OutputModel{Model: m, Name: "t", Dir: m.Dir, Lost: &deck.Diags{}}
	files := deck.WriterForSuffix(suffix)(w)
	for _, d := range w.Lost.List {
		// A force without reaction that has another id (W706) and the way in which routines are called (W704) do
		// not change the equations.
		if d.Severity != deck.Note && d.Code != "W704" && d.Code != "W706" && !strings.Contains(lost, d.Code) {
			lost += d.Code
		}
	}
	source := func(k int) *deck.Source { return &deck.Source{Name: "t" + files[k].Suffix, Text: files[k].Text} }
	switch {
	case suffix == ".py":
		l := pysub.New(pysub.Options{Output: io.Discard})
		defer l.Close()
		return pystmt.Read(source(0), m.Dir, element.Table(), pystmt.Options{Interpreter: l}), lost
	case suffix == ".xml":
		return deck.ReadXML(source(0), m.Dir, element.Table()), lost
	case len(files) > 1:
		return adm.ReadCommands(source(0), source(1), m.Dir, element.Table()), lost
	}
	return adm.ReadModel(source(0), m.Dir, element.Table()), lost
}

func printedDiags(ds *deck.Diags) string {
	var b strings.Builder
	ds.WriteText(&b, false)
	return b.String()
}

func sameModel(t *testing.T, form string, a, b *deck.Model) {
	t.Helper()
	if b.Diags.HasErrors() {
		t.Errorf("%s: %s", form, printedDiags(b.Diags))
		return
	}
	x, y := settings(a), settings(b)
	for k := range max(len(x), len(y)) {
		if k >= len(x) || k >= len(y) || x[k] != y[k] {
			t.Errorf("%s: it says\n%s\nwant\n%s", form, strings.Join(y[min(k, len(y)):], "\n"), strings.Join(x[min(k, len(x)):], "\n"))
			break
		}
	}
	p, q := equations(a), equations(b)
	if len(p) != len(q) {
		t.Errorf("%s: %d numbers, want %d; the last is %v, want %v", form, len(q), len(p), q[len(q)-1], p[len(p)-1])
		return
	}
	for k := range p {
		if p[k] == q[k] {
			continue
		}
		u, errU := strconv.ParseFloat(p[k], 64)
		v, errV := strconv.ParseFloat(q[k], 64)
		if errU != nil || errV != nil || !(math.Abs(u-v) <= 1e-12*math.Max(1, math.Abs(u))) {
			t.Errorf("%s: number %d is %s, want %s", form, k, q[k], p[k])
			return
		}
	}
}

var numeral = regexp.MustCompile(`[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?`)

// settings lists what is not a part of the equations: requests, sensors, settings
// and commands, with their numbers in one form.
func settings(m *deck.Model) []string {
	var all []string
	for k, e := range append(append([]*deck.Element{}, m.Elements...), m.Commands...) {
		if k == len(m.Elements) {
			slices.Sort(all) // the order of commands counts
		}
		kind := regexp.MustCompile(`^(Post_Request|Sensor_|Param_)`).MatchString(e.Kind)
		if !kind && !e.Command || e.Schema.Ignored || e.Schema.Unsupported != "" {
			continue
		}
		var words []string
		for _, a := range e.GivenAttrs() {
			v := strings.ReplaceAll(e.WrittenValue(a), " ", "")
			if !e.HasEffect(a) || a.Spec.Name == "type" || a.Spec.Name == "usrsub_dialect" || strings.HasSuffix(a.Spec.Name, "_graphics") || v == "USER()" {
				continue
			}
			v = numeral.ReplaceAllStringFunc(v, func(s string) string {
				f, _ := strconv.ParseFloat(s, 64)
				return fmt.Sprint(f)
			})
			words = append(words, strings.Replace(a.Spec.Name, "marker_id", "", 1)+"="+v)
		}
		slices.Sort(words)
		if len(words) > 0 || e.Command && e.Kind != "ResOutput" {
			all = append(all, strings.Replace(e.KindID(), "OneBody", "TwoBody", 1)+" "+strings.Join(words, " "))
		}
	}
	return all
}

// stand is in place of all routines: its outputs depend on parameters and time.
type stand struct{}

func (stand) Call(f *usersub.Frame, _ usersub.State) error {
	sum := 0.3 * f.Time()
	if par := f.Sig.ArgIndex("par"); par >= 0 {
		for k, v := range f.Reals(par) {
			sum += v / float64(k+2)
		}
	}
	for _, o := range f.Sig.OutputIndices() {
		if f.Sig.Args[o].Kind != usersub.Real {
			continue
		}
		for k := range f.Reals(o) {
			f.Reals(o)[k] = math.Sin(sum + float64(k))
		}
	}
	return nil
}

func standIn(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	return &usersub.Routine{Sub: stand{}, Implementation: "c", File: "none", Symbol: sig.Name}, nil
}

// equations returns the residuals of a model at its start and beside it.
func equations(m *deck.Model) (out []string) {
	b := element.Build(m, standIn)
	if m.Diags.HasErrors() {
		return []string{printedDiags(m.Diags)}
	}
	s, err := b.System.NewState()
	if err != nil {
		return []string{err.Error()}
	}
	out = append(out, fmt.Sprint(len(b.System.Bodies), len(b.System.Rows), len(b.System.Wanted)))
	p := s.DeckPoint()
	random := rand.New(rand.NewPCG(1, 2))
	for range 3 {
		out = append(out, residual(s, p)...)
		for _, list := range [][]float64{p.Q, p.V, p.A, p.X, p.XDot, p.Y, p.L} {
			for k := range list {
				list[k] += 0.1 * (random.Float64() - 0.5)
			}
		}
		p.T += 0.125
	}
	return out
}

func residual(s *system.State, p *integrate.Point) (out []string) {
	r := integrate.NewResidual(s.Layout())
	if err := s.EvaluateResidual(r, p); err != nil {
		return []string{err.Error()}
	}
	for _, list := range [][]float64{r.V, r.X, r.Y, r.Pos, r.Vel, r.Acc} {
		for _, v := range list {
			out = append(out, strconv.FormatFloat(v, 'g', -1, 64))
		}
	}
	return out
}
