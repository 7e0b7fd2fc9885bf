package element_test

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub"
)

// routines are the user subroutines of a test, by name.
type routines map[string]func(f *usersub.Frame, s usersub.State)

type goSub func(f *usersub.Frame, s usersub.State)

// Call implements usersub.Sub; queries go through a QueryCache, as those of other
// implementations do.
func (g goSub) Call(f *usersub.Frame, s usersub.State) error {
	g(f, &usersub.QueryCache{Frame: f, State: s})
	return nil
}

// load finds a routine by the name the deck gives, or its default name.
func (r routines) load(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	f := r[ref.Function]
	if f == nil {
		return nil, &usersub.LoadError{Ref: *ref, Routine: sig.Name, Reason: "none here"}
	}
	return &usersub.Routine{Sub: goSub(f), Implementation: "compiled"}, nil
}

// table is the results of a run: rows of numbers by column name.
type table struct {
	t    testing.TB
	head map[string]int
	rows [][]float64
}

// at returns a value in a row; -1 is the last row.
func (r *table) at(row int, column string) float64 {
	r.t.Helper()
	k, ok := r.head[column]
	if !ok {
		r.t.Fatalf("no column %q in %v", column, r.head)
	}
	if row < 0 {
		row += len(r.rows)
	}
	return r.rows[row][k]
}

// near fails unless the value is want within tol, relative to 1 + |want|.
func (r *table) near(row int, column string, want, tol float64) {
	r.t.Helper()
	if got := r.at(row, column); !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
		r.t.Errorf("%s = %.12g, want %.12g", column, got, want)
	}
}

// simulate builds and runs a deck; model and command stand for the contents of
// the two blocks.
func simulate(t *testing.T, model, command string, r routines) *table {
	t.Helper()
	return simulateWith(t, model, command, r.load)
}

func simulateWith(t *testing.T, model, command string, load element.Load) *table {
	t.Helper()
	text := "<M><Model>" + model + "</Model><Command>" + command + "</Command></M>"
	m := deck.ReadXML(&deck.Source{Name: "deck.xml", Text: []byte(text)}, ".", element.Table())
	b := element.Build(m, load)
	m.Diags.Sort()
	var said strings.Builder
	m.Diags.WriteText(&said, false)
	if m.Diags.HasErrors() || len(b.Failed) > 0 {
		t.Fatalf("%s%v", said.String(), errors.Join(b.Failed...))
	}
	if said.Len() > 0 {
		t.Logf("%s", said.String())
	}
	return carryOut(t, b)
}

// carryOut runs a deck that has been built.
func carryOut(t *testing.T, b *element.Model) *table {
	t.Helper()
	dir := t.TempDir()
	rec, err := run.NewRecorder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Run(context.Background(), b, rec, run.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := rec.Finish("ok", 0, nil); err != nil {
		t.Fatal(err)
	}
	return read(t, filepath.Join(dir, "requests.csv"))
}

func read(t *testing.T, path string) *table {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	r := &table{t: t, head: map[string]int{}}
	for k, n := range lines[0] {
		r.head[n] = k
	}
	for _, l := range lines[1:] {
		row := make([]float64, len(l))
		for k, s := range l {
			if row[k], err = strconv.ParseFloat(s, 64); err != nil {
				t.Fatal(err)
			}
		}
		r.rows = append(r.rows, row)
	}
	return r
}

// Parts of decks: tight settings, ground with marker 1 at the origin, free rigid
// body 2 with mass 2, unit moments of inertia and markers 20 (cg) at the origin
// and 21 at (1, 0, 0), point body 3 of mass 1 with marker 30 at (2, 0, 0).
const (
	tight  = `<Param_Transient integr_tol="1e-8" h_max="0.01"/>`
	ground = `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>`
	body   = `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/>
<Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" pos_x="1"/>`
	point = `<Body_Point id="3" cg_id="30" mass="1"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="2"/>`
	start = `<Simulate analysis_type="Transient" end_time="1e-3" num_steps="1"/>`
	one   = `<Simulate analysis_type="Transient" end_time="1" num_steps="4"/>`
)

// report is a request for expressions: columns 9.F1 and on.
func report(exprs ...string) string {
	s := `<Post_Request id="9" type="EXPRESSION"`
	for k, e := range exprs {
		s += fmt.Sprintf(" expr%d=%q", k+1, e)
	}
	return s + "/>"
}

// accelerations are requests for those of markers 20 (id 2) and 30 (id 3).
const accelerations = `<Post_Request id="2" type="MARKER_ACCELERATION" i_marker_id="20"/><Post_Request id="3" type="MARKER_ACCELERATION" i_marker_id="30"/>`

// out is the first output of a routine.
func out(f *usersub.Frame) []float64 { return f.Reals(f.Sig.OutputIndices()[0]) }

// diagnose returns what is said about a deck.
func diagnose(t *testing.T, model, command string) string {
	t.Helper()
	text := "<M><Model>" + model + "</Model><Command>" + command + "</Command></M>"
	m := deck.ReadXML(&deck.Source{Name: "deck.xml", Text: []byte(text)}, ".", element.Table())
	element.Build(m, routines{}.load)
	m.Diags.Sort()
	var said strings.Builder
	m.Diags.WriteText(&said, false)
	return said.String()
}
