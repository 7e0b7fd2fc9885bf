package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
	"github.com/trammel-mbd/trammel/core/element"
)

// one is a mass of 2 on a spring of 200: 10 rad/s.
var one = along + slider(1, 1, 2) + spring(1, 10, 9999, 200, 0, 1)

// TestLinearBetweenChanges: two analyses, and a stiffer spring between them.
func TestLinearBetweenChanges(t *testing.T) {
	x := linearize(t, one, about+`<Force_SpringDamper id="1" stiffness="800"/>`+about, nil)
	x.expect(t, []complex128{10i}, 1e-12)
	for _, c := range []struct {
		file, first string
	}{{"eigenvalues.csv", "1"}, {"eigenvalues_2.csv", "2"}} {
		names, v := x.rows(t, c.file)
		if strings.Join(names, ",") != "simulate,mode,real_hz,imag_hz,frequency_hz,damping_ratio" || len(v) != 1 {
			t.Fatalf("%s: %v %v", c.file, names, v)
		}
		n := map[string]float64{"1": 1, "2": 2}[c.first]
		isNear(t, c.file+": simulate", v[0][0], n, 0)
		isNear(t, c.file+": frequency", v[0][4], 10*n/(2*3.141592653589793), 1e-12)
	}
}

// TestLinearByDriver: a CONSUB asks for linear analyses and changes the model between them.
func TestLinearByDriver(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "deck.xml")
	write(t, path, `<M><Model><Param_Simulation usrsub_param_string="USER(1)" usrsub_fnc_name="DRIVE"/>`+one+`</Model></M>`)
	m, err := deck.Read(path, element.Table())
	if err != nil {
		t.Fatal(err)
	}
	c := consub(func(q *consubCall) {
		q.status("first", q.Analys("LINEAR", "", 0, 0, true), 0)
		q.status("MODIFY", q.Modify("SPRINGDAMPER/1, K=800"), 0)
		q.status("second", q.Analys("EIGENVALUES", "", 0, 0, false), 0)
		q.status("motion behind it", q.Analys("TRANSIENT", "", 0, 0.1, true), 0)
	})
	rec, err := NewRecorder(dir)
	if err != nil {
		t.Fatal(err)
	}
	err = Run(t.Context(), element.Build(m, c.load(t)), rec, Options{Modify: func(m *deck.Model, text string) ([]*deck.Element, error) {
		return adm.ReadModifications(m, element.Table(), text)
	}})
	if err != nil {
		t.Fatal(err)
	}
	doc, _ := rec.Finish(OK, 0, nil)
	if len(doc.Linear) != 2 || len(doc.Analyses) != 3 {
		t.Fatalf("%+v %+v", doc.Linear, doc.Analyses)
	}
	x := linearOutput{dir, doc, nil}
	for k, l := range doc.Linear {
		if _, err := os.Stat(filepath.Join(dir, l.Files[1])); err != nil || !strings.HasPrefix(l.Files[1], "eigenvalues") {
			t.Fatalf("%v %v", l.Files, err)
		}
		_, v := x.rows(t, l.Files[1])
		isNear(t, l.Files[1], v[0][4], float64(k+1)*10/(2*3.141592653589793), 1e-12)
	}
}
