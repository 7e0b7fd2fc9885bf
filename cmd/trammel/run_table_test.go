package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestOutcomeTable: analyses, equilibria, eigenvalues and warnings are printed after a run.
func TestOutcomeTable(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "eigenvalues.csv"), []byte("simulate,mode,real_hz,imag_hz,frequency_hz,damping_ratio\n2,1,-0.5,3,3.25,0.125\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := run.NewDocument()
	d.Analyses = []run.AnalysisInfo{{Kind: "static", End: 0}, {Kind: "static", Unstable: true}, {Kind: "transient", End: 2}}
	d.Linear = []run.LinearInfo{{Files: []string{"A.csv", "eigenvalues.csv"}}}
	d.Warnings = []string{"first\nmore", "b", "c", "d"}
	text := formatOutcome(&d, dir)
	for _, want := range []string{"equilibrium stable", "equilibrium unstable", "transient", "3.25", "0.125", "-0.5+3i", "4 warnings: see above, run.log and run.json"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing:\n%s", want, text)
		}
	}
	if strings.Contains(text, "more\n  b") {
		t.Errorf("more than the first line of a warning:\n%s", text)
	}
	if files := strings.Join(listResultFiles(&d, dir), " "); files != "requests.csv A.csv eigenvalues.csv run.json run.log" {
		t.Error(files)
	}
	if text := formatOutcome(&run.Document{Analyses: d.Analyses[2:]}, dir); text != "" {
		t.Errorf("one analysis of motion needs no table: %s", text)
	}
}

// TestExportAndCompare: results of a run go into each format, and come back from a .res file without a difference.
func TestExportAndCompare(t *testing.T) {
	deck := clitest.WriteFile(t, "exported.xml", clitest.BeadDeck("0.1", clitest.Spring))
	clitest.Run(t, "run", deck, "--out", "exported.out", "--results", "all").Expect(t, 0)
	for _, suffix := range []string{".csv", ".parquet", ".res", ".glb"} {
		clitest.Run(t, "export", "exported.out", "-o", "exported"+suffix).Expect(t, 0)
		if info, err := os.Stat(filepath.Join(clitest.Folder, "exported"+suffix)); err != nil || info.Size() < 100 {
			t.Errorf("%s: %v", suffix, err)
		}
	}
	clitest.Run(t, "compare", "exported.out", "exported.res", "--tol", "1e-12").Expect(t, 0)
	clitest.Run(t, "export", "exported.out", "-o", "exported.xls").Expect(t, run.ExitUsage)
	clitest.Run(t, "export", "nowhere.out", "-o", "x.csv").Expect(t, run.ExitUsage)
	clitest.Run(t, "compare", "exported.out", "exported.res", "--bound", "weight=1").Expect(t, run.ExitUsage)
}
