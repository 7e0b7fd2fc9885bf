package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/run"
)

// compareFlags are the options of compare.
type compareFlags struct {
	tol, rel    float64
	columns     []string
	names       []string
	interpolate bool
	json        bool
	at          []float64
	bounds      []string
}

// Defaults of --tol and --rel when neither is given.
const (
	defaultTol = 1e-9
	defaultRel = 1e-6
)

func (t *tool) compareCommand() *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare A B [--tol T] [--rel R] [--columns NAMES] [--map A=B] [--interpolate] [--at TIMES] [--bound QUANTITY=D] [--json]",
		Short: "Compare two sets of results",
		Long: `Compares the results A with the reference B: folders that runs have left, or files of
comma-separated values. If A and B are folders, every table found in either is compared: requests.csv
and those of linear analyses. Numbers agree when they differ by no more than

  T + R · (the greatest magnitude of the column in B).

Rows belong together by their time, or by their number in tables without times. Prints
the worst row of each column, the worst column first. Columns and rows that only one
table has are differences. Failed runs are flagged.

B may be a result file of Adams (.res, schema xrf): the parts, joints, forces, variables and plant
inputs and outputs of the run A are compared with those of the same type and id in B, in the
units of A; entities that only one has are listed. Orientations are compared by the angle of
the rotation between them. --at compares at some times of B, --bound gives a quantity a limit of its own:
position, angle, velocity, angular velocity, acceleration, angular acceleration, force or torque.

Exit codes: 0 all agrees, 2 the tables cannot be read or compared, or none has a row, 9
something differs.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("compare needs two results, not %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			given := cmd.Flags().Changed
			if err := f.checkFlags(given("tol"), given("rel")); err != nil {
				return err
			}
			t.runCompare(args[0], args[1], &f)
			return nil
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.Float64Var(&f.tol, "tol", 0, fmt.Sprintf("allowed difference (default 0 with --rel, else %g)", defaultTol))
	set.Float64Var(&f.rel, "rel", 0, fmt.Sprintf("and this fraction of the greatest value (default 0 with --tol, else %g)", defaultRel))
	set.StringSliceVar(&f.columns, "columns", nil, "compare these columns only, by their names in A")
	set.StringArrayVar(&f.names, "map", nil, "compare column A of the first result with column B of the second, `A=B`; may be repeated")
	set.BoolVar(&f.interpolate, "interpolate", false, "take B at the times of A, linearly between its rows")
	set.Float64SliceVar(&f.at, "at", nil, "times of B at which to compare (.res)")
	set.StringArrayVar(&f.bounds, "bound", nil, "allowed difference of a quantity, `QUANTITY=D`, or D% of its greatest value; may be repeated (.res)")
	set.BoolVar(&f.json, "json", false, "print what was found as JSON on the standard output")
	return cmd
}

func (f *compareFlags) checkFlags(tol, rel bool) error {
	for _, v := range []struct {
		name  string
		value float64
	}{{"tol", f.tol}, {"rel", f.rel}} {
		if !(v.value >= 0 && v.value <= math.MaxFloat64) {
			return fmt.Errorf("--%s must not be negative", v.name)
		}
	}
	if !tol && !rel {
		f.tol, f.rel = defaultTol, defaultRel
	}
	if _, err := f.parseQuantityBounds(); err != nil {
		return err
	}
	for _, n := range f.names {
		if a, b, ok := strings.Cut(n, "="); !ok || a == "" || b == "" {
			return fmt.Errorf("--map %q: it is NAME_IN_A=NAME_IN_B", n)
		}
	}
	return nil
}

// comparisonOptions are those of a comparison of tables.
func (f *compareFlags) comparisonOptions() result.Options {
	o := result.Options{Tol: f.tol, Rel: f.rel, Columns: f.columns, Names: map[string]string{}, Interpolate: f.interpolate}
	for _, n := range f.names {
		a, b, _ := strings.Cut(n, "=")
		o.Names[a] = b
	}
	return o
}

// runCompare prints how two sets of results differ and sets the code.
func (t *tool) runCompare(a, b string, f *compareFlags) {
	t.code = run.ExitUsage
	if strings.EqualFold(filepath.Ext(b), ".res") {
		t.compareWithAdamsResult(a, b, f)
		return
	}
	pairs, missing, err := pairTables(a, b)
	if err != nil {
		t.con.printMessage(bad, "error", "%v", err)
		return
	}
	all := []*result.Difference{}
	within := len(missing) == 0
	for _, p := range pairs {
		d, err := compareFiles(p[0], p[1], f.comparisonOptions())
		if err != nil {
			t.con.printMessage(bad, "error", "%v", err)
			return
		}
		within = within && d.Within
		all = append(all, d)
	}
	for _, path := range []string{a, b} {
		if text := describeFailedRun(path); text != "" {
			t.con.printMessage(notice, "warning", "%s", text)
		}
	}
	if err := checkRowsCompared(all); err != nil && within {
		t.con.printMessage(bad, "error", "%v", err)
		return
	}
	if t.code = run.ExitOK; !within {
		t.code = run.ExitCompare
	}
	t.writeOutput(struct {
		Within  bool                 `json:"within"`
		Missing []string             `json:"missing"` // tables that one of them has not
		Tables  []*result.Difference `json:"tables"`
	}{within, append([]string{}, missing...), all}, formatDifferences(all, missing, within), f.json)
}

func compareFiles(a, b string, o result.Options) (*result.Difference, error) {
	x, err := result.ReadCSV(a)
	if err != nil {
		return nil, err
	}
	y, err := result.ReadCSV(b)
	if err != nil {
		return nil, err
	}
	return result.Compare(x, y, o)
}

// pairTables pairs the tables of two results; missing are those that one of two folders
// has alone. modes.csv is left out: the shapes of modes of one frequency are not unique.
func pairTables(a, b string) (pairs [][2]string, missing []string, err error) {
	inA, err := listResultTables(a)
	if err != nil {
		return nil, nil, err
	}
	inB, err := listResultTables(b)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case inA == nil && inB == nil:
		return [][2]string{{a, b}}, nil, nil
	case inA == nil:
		return [][2]string{{a, filepath.Join(b, run.RowsFile)}}, nil, nil
	case inB == nil:
		return [][2]string{{filepath.Join(a, run.RowsFile), b}}, nil, nil
	}
	for _, n := range inA {
		if slices.Contains(inB, n) {
			pairs = append(pairs, [2]string{filepath.Join(a, n), filepath.Join(b, n)})
		} else {
			missing = append(missing, filepath.Join(b, n))
		}
	}
	for _, n := range inB {
		if !slices.Contains(inA, n) {
			missing = append(missing, filepath.Join(a, n))
		}
	}
	return pairs, missing, nil
}

// listResultTables lists the tables of a folder of results; nil for a file.
func listResultTables(path string) ([]string, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: there is no such file or folder", path)
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, nil
	}
	list, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, e := range list {
		base, ok := strings.CutSuffix(e.Name(), ".csv")
		base, _, _ = strings.Cut(base, "_")
		if ok && slices.Contains([]string{"requests", "eigenvalues", "A", "B", "C", "D"}, base) {
			names = append(names, e.Name())
		}
	}
	if !slices.Contains(names, run.RowsFile) {
		return nil, fmt.Errorf("%s: there are no results in this folder (%s is missing)", path, run.RowsFile)
	}
	return names, nil
}

// mostColumns bounds what is printed of a table; JSON has all.
const mostColumns = 10

// formatDifferences returns the outcome for people.
func formatDifferences(all []*result.Difference, missing []string, within bool) string {
	var b strings.Builder
	for _, m := range missing {
		fmt.Fprintf(&b, "%s is missing\n", m)
	}
	for _, d := range all {
		fmt.Fprintf(&b, "%s and %s: %s compared\n", d.A, d.B, countText(d.Rows, "row"))
		for _, x := range []struct {
			file string
			list []string
		}{{d.A, d.OnlyA}, {d.B, d.OnlyB}} {
			if len(x.list) > 0 {
				fmt.Fprintf(&b, "only in %s: %s\n", x.file, strings.Join(x.list, ", "))
			}
		}
		if d.Unmatched != "" {
			fmt.Fprintf(&b, "%s\n", d.Unmatched)
		}
		writeWorstColumns(&b, d)
	}
	if within {
		b.WriteString("all agrees\n")
	} else {
		b.WriteString("there are differences\n")
	}
	return b.String()
}

// writeWorstColumns prints the columns that are farthest apart.
func writeWorstColumns(b *strings.Builder, d *result.Difference) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	shown := d.Columns[:min(len(d.Columns), mostColumns)]
	if len(shown) > 0 {
		fmt.Fprint(w, "column\tat\tvalue\treference\tdifference\tallowed\t\n")
	}
	for i := range shown {
		c := &shown[i]
		at := fmt.Sprintf("row %d", c.Row)
		if c.Time != nil {
			at = fmt.Sprintf("time %.9g", *c.Time)
		}
		name, verdict := c.Name, ""
		if c.NameB != c.Name {
			name += " = " + c.NameB
		}
		if !c.Within {
			verdict = "outside"
		}
		diff := fmt.Sprintf("%.3g", c.Diff)
		if c.Diff == math.MaxFloat64 {
			diff = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%.3g\t%s\n", name, at, shortenNumber(c.A), shortenNumber(c.B), diff, c.Allowed, verdict)
	}
	w.Flush()
	if n := len(d.Columns) - mostColumns; n > 0 {
		fmt.Fprintf(b, "and %s closer than these\n", countText(n, "column"))
	}
}

// shortenNumber is a number with fewer digits, or a text as it is.
func shortenNumber(text string) string {
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return fmt.Sprintf("%.9g", v)
	}
	return text
}
