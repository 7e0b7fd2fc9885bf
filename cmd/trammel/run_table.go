package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/run"
)

// Bounds of what is printed of a run; run.json and the files have all.
const (
	mostAnalyses = 8
	mostModes    = 8
)

// formatOutcome says what came of a run whose results are in a folder: its analyses with the equilibria, the first modes, and
// how many warnings there are.
func formatOutcome(d *run.Document, dir string) string {
	var b strings.Builder
	if len(d.Analyses) > 1 || len(d.Analyses) == 1 && d.Analyses[0].Kind != "transient" && d.Analyses[0].Kind != "kinematic" {
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprint(w, "analysis\tfrom\tto\toutcome\n")
		for i := range d.Analyses[:min(len(d.Analyses), mostAnalyses)] {
			a := &d.Analyses[i]
			fmt.Fprintf(w, "%s\t%.6g\t%.6g\t%s\n", a.Kind, a.Start, a.End, equilibriumText(a))
		}
		w.Flush()
		if n := len(d.Analyses) - mostAnalyses; n > 0 {
			fmt.Fprintf(&b, "and %s more\n", countText(n, "analysis"))
		}
	}
	for i := range d.Linear {
		writeModes(&b, &d.Linear[i], dir)
	}
	if n := len(d.Warnings); n > 0 {
		fmt.Fprintf(&b, "%s: see above, run.log and %s\n", countText(n, "warning"), run.DocumentFile)
	}
	return b.String()
}

// equilibriumText says what an analysis of rest has found.
func equilibriumText(a *run.AnalysisInfo) string {
	switch {
	case a.Kind != "static" && a.Kind != "quasi-static":
		return ""
	case a.Unstable:
		return "equilibrium unstable"
	}
	return "equilibrium stable"
}

// writeModes prints the first eigenvalues of a linear analysis.
func writeModes(b *strings.Builder, l *run.LinearInfo, dir string) {
	for _, name := range l.Files {
		if !strings.HasPrefix(name, "eigenvalues") {
			continue
		}
		t, err := result.ReadCSV(filepath.Join(dir, name))
		if err != nil {
			fmt.Fprintf(b, "%v\n", err)
			return
		}
		mode, real, imag, hz, damping := t.FindColumn("mode"), t.FindColumn("real_hz"), t.FindColumn("imag_hz"), t.FindColumn("frequency_hz"), t.FindColumn("damping_ratio")
		if mode < 0 || real < 0 || imag < 0 || hz < 0 || damping < 0 {
			return
		}
		w := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprint(w, "mode\tfrequency Hz\tdamping ratio\teigenvalue Hz\t\n")
		for i := range min(t.Rows, mostModes) {
			fmt.Fprintf(w, "%.0f\t%.6g\t%.4g\t%.6g%+.6gi\t\n", t.Cols[mode][i], t.Cols[hz][i], t.Cols[damping][i], t.Cols[real][i], t.Cols[imag][i])
		}
		w.Flush()
		if n := t.Rows - mostModes; n > 0 {
			fmt.Fprintf(b, "and %s in %s\n", countText(n, "more mode"), name)
		}
	}
}

// listResultFiles lists the files of a run that are in its folder.
func listResultFiles(d *run.Document, dir string) []string {
	all := []string{run.RowsFile}
	for i, r := range d.Results {
		if i > 0 {
			all = append(all, r.File)
		}
	}
	for _, l := range d.Linear {
		all = append(all, l.Files...)
	}
	if _, err := os.Stat(filepath.Join(dir, result.StoreFile)); err == nil {
		all = append(all, result.StoreFile)
	}
	return append(all, run.DocumentFile, run.LogFile)
}
