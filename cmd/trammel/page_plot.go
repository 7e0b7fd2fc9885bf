package main

import (
	"fmt"
	"io"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	webpage "github.com/trammel-mbd/trammel/cmd/trammel/page"
	"github.com/trammel-mbd/trammel/core/run"
)

// plotFlags are the options of plot.
type plotFlags struct {
	out, over, title, size string
	with                   []string
	o                      webpage.PlotOptions
}

func (t *tool) plotCommand() *cobra.Command {
	var f plotFlags
	cmd := &cobra.Command{
		Use:   "plot RESULT COLUMN... -o FILE.svg|FILE.png|FILE.html [--over COLUMN] [--with RESULT]",
		Short: "Plot columns of results into a file",
		Long: `Plots columns over time, or over another column, as SVG, PNG or a page with the same tools as trammel view. RESULT is a
folder that a run has left, or a file of comma-separated values. A COLUMN may have wildcards: "1.*" are all components of request 1,
"BODY/3.[XYZ]" the position of body 3. With --with the same columns of other results are plotted, too.

Exit codes: 0 written, 1 the file cannot be written, 2 the results cannot be read or have no such column.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := requireResultArgs(cmd, args); err != nil {
				return err
			}
			if len(args) < 2 {
				return fmt.Errorf("a column is missing: its name in requests.csv, or with wildcards such as \"1.*\"")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := f.checkFlags(); err != nil {
				return err
			}
			t.writePlot(args[0], args[1:], &f)
			return nil
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringVarP(&f.out, "output", "o", "", "file to write: .svg, .png or .html")
	set.StringVar(&f.over, "over", "", "column of the horizontal axis instead of time")
	set.StringArrayVar(&f.with, "with", nil, "further result whose columns of the same names are plotted; may be repeated")
	set.Float64Var(&f.o.From, "from", math.Inf(-1), "plot from this time on")
	set.Float64Var(&f.o.To, "to", math.Inf(1), "plot up to this time")
	set.StringVar(&f.title, "title", "", "text above the plot")
	set.StringVar(&f.size, "size", "800x450", "width and height in pixels (a PNG has twice as many)")
	return cmd
}

func (f *plotFlags) checkFlags() error {
	switch f.o.Format = strings.TrimPrefix(strings.ToLower(filepath.Ext(f.out)), "."); {
	case f.out == "":
		return fmt.Errorf("the file is missing: -o FILE.svg")
	case !slices.Contains([]string{"svg", "png", "html"}, f.o.Format):
		return fmt.Errorf("-o %s: a plot is a .svg, a .png or an .html", f.out)
	case f.o.Format == "html" && (f.over != "" || len(f.with) > 0 || !math.IsInf(f.o.From, 0) || !math.IsInf(f.o.To, 0)):
		return fmt.Errorf("-o %s: --over, --with, --from and --to go with .svg and .png; a page has them as tools", f.out)
	case !(f.o.From < f.o.To):
		return fmt.Errorf("--from must be less than --to")
	}
	if n, err := fmt.Sscanf(f.size, "%dx%d", &f.o.Width, &f.o.Height); n != 2 || err != nil || f.o.Width < 200 || f.o.Height < 150 || f.o.Width > mostPixels || f.o.Height > mostPixels {
		return fmt.Errorf("--size %s: it is WIDTHxHEIGHT, from 200x150 to %dx%d", f.size, mostPixels, mostPixels)
	}
	f.o.Title = f.title
	return nil
}

func (t *tool) writePlot(result string, names []string, f *plotFlags) {
	all := t.openResults(append([]string{result}, f.with...))
	if all == nil {
		return
	}
	defer closeResults(all)
	columns, err := matchColumns(all[0], names)
	if err == nil && f.over != "" {
		var over []int
		if over, err = matchColumns(all[0], []string{f.over}); err == nil {
			f.o.Over = &over[0]
		}
	}
	if err != nil {
		t.con.printMessage(bad, "error", "%s: %v", result, err)
		t.code = run.ExitUsage
		return
	}
	t.code = t.writeFile(f.out, func(w io.Writer) error { return webpage.WritePlot(w, all, columns, &f.o) })
}

// matchColumns returns the columns of a result that names or patterns name, in their order.
func matchColumns(r *webpage.Result, patterns []string) ([]int, error) {
	var all []int
	for _, p := range patterns {
		before := len(all)
		for i := range r.Columns {
			name := r.Columns[i].Name
			// A slash parts kind and number in a name, not folders.
			ok, err := path.Match(strings.ReplaceAll(p, "/", "\x00"), strings.ReplaceAll(name, "/", "\x00"))
			if err != nil {
				return nil, fmt.Errorf("%q is not a pattern of names: %v", p, err)
			}
			if (ok || name == p) && !slices.Contains(all, i) {
				all = append(all, i)
			}
		}
		if len(all) == before {
			return nil, fmt.Errorf("there is no column %q; the columns are %s", p, listColumnNames(r))
		}
	}
	return all, nil
}

// listColumnNames lists names of columns, up to thirty.
func listColumnNames(r *webpage.Result) string {
	const most = 30
	var names []string
	for i := range r.Columns {
		if len(names) == most {
			return strings.Join(names, ", ") + fmt.Sprintf(" and %d more", len(r.Columns)-most)
		}
		names = append(names, r.Columns[i].Name)
	}
	return strings.Join(names, ", ")
}
