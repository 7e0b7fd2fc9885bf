package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFolderIsKept: a routine that changes the working directory does not change where the results go, though
// their folder was named by a relative path.
func TestFolderIsKept(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	r, err := NewRecorder("out")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.BeginRowFiles(named("a")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := r.WriteRow(1, []float64{2}); err != nil {
		t.Fatal(err)
	}
	if err := r.SaveDocument(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Finish(OK, 0, nil); err != nil {
		t.Fatal(err)
	}
	d, err := os.ReadFile(filepath.Join(dir, "out", DocumentFile))
	if err != nil || !strings.Contains(string(d), `"status": "ok"`) {
		t.Errorf("%v: %s", err, d)
	}
	files, err := os.ReadDir(filepath.Join(dir, "out"))
	if err != nil || len(files) != 3 {
		t.Errorf("%v, %v", files, err)
	}
}

// TestLostRowIsCut: a process that dies while it writes a row leaves whole rows.
func TestLostRowIsCut(t *testing.T) {
	r := recorder(t)
	r.BeginRowFiles(named("a"))
	r.WriteRow(1, []float64{2})
	r.rows.table.File.WriteString("2,3.14")
	r.hold.release()
	if err := CloseAbandonedResults(r.Dir, func(d *Document) { d.Status, d.ExitCode = Failed, ExitLost }); err != nil {
		t.Fatal(err)
	}
	if got := text(t, r, RowsFile); got != "time,a\n1,2\n" {
		t.Errorf("rows are %q", got)
	}
	if got := text(t, r, DocumentFile); !strings.Contains(got, `"status": "failed"`) {
		t.Error(got)
	}
	r.Finish(Failed, ExitLost, nil)
}

// TestSaveTargets: Save writes into the folder of the results, and elsewhere on demand, but never over
// the results or the deck.
func TestSaveTargets(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "saved.xml")
	for _, c := range []struct {
		target   string
		anywhere bool
		refusal  string // "" for none
	}{
		{"saved.xml", false, ""},
		{"requests.csv", true, "is a file of the results"},
		{"requests_2.csv", false, "is a file of the results"},
		{"./Run.JSON", false, "is a file of the results"},
		{"eigenvalues.csv", false, "is a file of the results"},
		{"../saved.xml", false, "is outside the results folder"},
		{elsewhere, false, "is outside the results folder"},
		{elsewhere, true, ""},
		{"DECK", true, "which the deck is read from"},
	} {
		m := buildText(t, pendulumWith(""), simulate(`end_time="0.01" num_steps="1"`)+`<Save model_file="x"/>`)
		for i := range m.Commands {
			if m.Commands[i].Save != "" {
				m.Commands[i].Save = c.target
				if c.target == "DECK" {
					m.Commands[i].Save = m.Deck.Elements[0].Span.Src.Name
				}
			}
		}
		o := carryOut(t, m, Options{SaveAnywhere: c.anywhere})
		switch {
		case c.refusal == "" && o.err != nil, c.refusal != "" && (o.err == nil || !strings.Contains(o.err.Error(), c.refusal)):
			t.Errorf("%s: %v, want %q", c.target, o.err, c.refusal)
		case c.refusal != "" && (o.doc.ExitCode != ExitUsage || o.doc.Steps > 0):
			t.Errorf("%s: code %d after %d steps", c.target, o.doc.ExitCode, o.doc.Steps)
		}
	}
}
