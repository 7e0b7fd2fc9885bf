package run

import (
	"os"
	"slices"
	"testing"
)

// TestRunsInMemory: a run in memory has the rows and the document of one with a folder. It makes no folder, unless a command writes files, and leaves none.
func TestRunsInMemory(t *testing.T) {
	model := oscillator(30, `integrator_type="CSTIFF" h_max="0.01"`) // which warns
	for commands, folder := range map[string]bool{
		simulate(`end_time="0.5" num_steps="10"`):                                        false,
		simulate(`end_time="0.5" num_steps="10"`) + `<Save model_file="saved.xml"/>`:     true,
		simulate(`end_time="0.5" num_steps="10"`) + `<Simulate analysis_type="LINEAR"/>`: true,
	} {
		want := carryOut(t, buildText(t, model, commands), Options{})
		dir := t.TempDir()
		t.Setenv("TMPDIR", dir)
		t.Setenv("TMP", dir) // of Windows
		made := false
		m := buildText(t, model, commands)
		got, doc, err := SolveDocument(t.Context(), m, Options{Progress: func(Progress) {
			list, _ := os.ReadDir(dir)
			made = made || len(list) > 0
		}})
		if err != nil || want.err != nil {
			t.Fatal(err, want.err)
		}
		if made != folder {
			t.Errorf("%s: there is a folder: %v, want %v", commands, made, folder)
		}
		if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
			t.Errorf("%s: %v stay: %v", commands, list, err)
		}
		if times := want.tab.of(t, "time"); len(times) < 11 || !slices.Equal(got.Time, times) {
			t.Errorf("%s: the times are %v, not %v", commands, got.Time, times)
		}
		for k, n := range got.Names {
			for i, x := range want.tab.of(t, n) {
				if got.Rows[i][k] != x {
					t.Errorf("%s: row %d of %s is %g, not %g", commands, i, n, got.Rows[i][k], x)
				}
			}
		}
		if len(doc.Warnings) == 0 || !slices.Equal(doc.Warnings, want.doc.Warnings) || !slices.Equal(doc.Columns, want.doc.Columns) ||
			doc.Status != want.doc.Status || doc.EndTime != want.doc.EndTime || doc.Steps != want.doc.Steps || *doc.EnergyDrift != *want.doc.EnergyDrift {
			t.Errorf("%s: the document is %+v, not %+v", commands, doc, want.doc)
		}
	}
}
