package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/cmd/trammel/export"
	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/run"
)

func (t *tool) exportCommand() *cobra.Command {
	out, labels := "", false
	cmd := &cobra.Command{
		Use:   "export OUT -o FILE [--labels]",
		Short: "Write results in a format of other programs",
		Long: `Writes the results in the folder OUT, which trammel run has left, in the format that the suffix of
FILE names:

` + exportFormatTable() + `
Where there is no results.store, as after run --results requests, the columns are those of requests.csv.
A run that has not ended, or was killed, is exported up to its last whole rows.

Exit codes: 0 written, 1 the file cannot be written, 2 there are no results.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("export needs one folder of results, not %d", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if out == "" {
				return errors.New("-o FILE is missing: it names the file and, by its suffix, the format")
			}
			f, err := export.FormatBySuffix(out)
			if err != nil {
				return err
			}
			t.runExport(args[0], out, f, labels)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "the `FILE` to write")
	cmd.Flags().BoolVar(&labels, "labels", false, "name columns by the labels of their elements (.csv, .parquet)")
	return cmd
}

func exportFormatTable() string {
	var b strings.Builder
	for _, s := range export.FormatSuffixes() {
		fmt.Fprintf(&b, "  %-9s %s\n", s, export.Formats[s].Doc)
	}
	return b.String()
}

// openExportSource opens a folder of results.
func openExportSource(dir string) (*export.Source, error) {
	r, err := result.OpenFolder(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return openRequestsSource(dir)
	}
	if err != nil {
		return nil, err
	}
	s, err := result.ReadScene(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.Close()
		return nil, err
	}
	return &export.Source{Reader: r, Scene: s}, nil
}

// openRequestsSource opens the requests alone, of a run with --results requests: as a store that is removed behind it.
func openRequestsSource(dir string) (*export.Source, error) {
	t, err := result.ReadCSV(filepath.Join(dir, run.RowsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: there are no results: %s and %s are missing", dir, result.StoreFile, run.RowsFile)
	}
	if err != nil {
		return nil, err
	}
	if len(t.Texts) > 0 || t.Time == nil && t.Rows > 0 {
		return nil, fmt.Errorf("%s: its cells must be numbers, and its first column time", t.File)
	}
	f, err := os.CreateTemp("", "trammel-export-*")
	if err != nil {
		return nil, err
	}
	w := result.NewStoreWriter(f)
	err = errors.Join(copyTableToStore(w, t, describeTableColumns(dir, t)), w.FinishWriting())
	var r *result.Reader
	if err == nil {
		r, err = result.OpenStore(f.Name())
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return nil, err
	}
	return &export.Source{Reader: r, Temporary: f.Name()}, nil
}

func copyTableToStore(w *result.StoreWriter, t *result.Table, columns []result.Column) error {
	if err := w.WriteColumns(columns); err != nil {
		return err
	}
	row := make([]float64, len(columns))
	for i := range t.Rows {
		for k := range row {
			row[k] = t.Cols[k][i]
		}
		if err := w.WriteRow(t.Time[i], row); err != nil {
			return err
		}
	}
	return nil
}

// describeTableColumns returns the columns of requests.csv, with what run.json says of them.
func describeTableColumns(dir string, t *result.Table) []result.Column {
	known := map[string]run.ColumnInfo{}
	if text, err := os.ReadFile(filepath.Join(dir, run.DocumentFile)); err == nil {
		var d run.Document
		if json.Unmarshal(text, &d) == nil {
			for _, c := range d.Columns {
				known[c.Name] = c
			}
		}
	}
	all := make([]result.Column, len(t.Names))
	for i, name := range t.Names {
		c := known[name]
		all[i] = result.Column{Name: name, Element: result.Element{Kind: result.KindRequest, Label: c.Label}, Component: name, Quantity: c.Quantity, Unit: c.Unit}
		if id, component, ok := strings.Cut(name, "."); ok {
			if n, err := strconv.Atoi(id); err == nil {
				all[i].Element.ID, all[i].Component = n, component
			}
		}
	}
	return all
}

// runExport writes a file; one that cannot be finished is removed.
func (t *tool) runExport(dir, out string, f export.Format, labels bool) {
	s, err := openExportSource(dir)
	if err != nil {
		t.con.printMessage(bad, "error", "%v", err)
		t.code = run.ExitUsage
		return
	}
	defer s.Close()
	s.Labels, s.Path = labels, out
	if err := writeExport(s, out, f); err != nil {
		t.con.printMessage(bad, "error", "%s is not written: %v", out, err)
		t.code = run.ExitInternal
		return
	}
	fmt.Fprintf(t.con, "%s: %s of %s\n", out, countText(s.Rows, "row"), countText(len(s.Columns), "column"))
}

func writeExport(s *export.Source, out string, f export.Format) error {
	file, err := os.CreateTemp(filepath.Dir(out), filepath.Base(out)+".*")
	if err != nil {
		return err
	}
	w, err := f.New(file, s)
	if err == nil {
		err = export.CopyRows(w, s)
	}
	if err = errors.Join(err, file.Chmod(0o644), file.Close()); err == nil {
		err = os.Rename(file.Name(), out)
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
	return err
}
