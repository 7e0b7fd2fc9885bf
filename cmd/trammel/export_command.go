package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

` + formatTable() + `
A run that has not ended, or was killed, is exported up to its last whole rows.

Exit codes: 0 written, 1 the file cannot be written, 2 there are no results.`,
		DisableFlagsInUseLine: true,
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
			f, err := export.FormatOf(out)
			if err != nil {
				return err
			}
			t.export(args[0], out, f, labels)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "the `FILE` to write")
	cmd.Flags().BoolVar(&labels, "labels", false, "name columns by the labels of their elements (.csv, .parquet)")
	return cmd
}

func formatTable() string {
	var b strings.Builder
	for _, s := range export.Suffixes() {
		fmt.Fprintf(&b, "  %-9s %s\n", s, export.Formats[s].Doc)
	}
	return b.String()
}

// source opens a folder of results.
func source(dir string) (*export.Source, error) {
	r, err := result.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: there is no %s: run the deck with --results motion or --results all", dir, result.StoreFile)
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

// export writes a file; one that cannot be finished is removed.
func (t *tool) export(dir, out string, f export.Format, labels bool) {
	s, err := source(dir)
	if err != nil {
		t.con.say(bad, "error", "%v", err)
		t.code = run.ExitUsage
		return
	}
	defer s.Close()
	s.Labels = labels
	if err := writeExport(s, out, f); err != nil {
		t.con.say(bad, "error", "%s is not written: %v", out, err)
		t.code = run.ExitInternal
		return
	}
	fmt.Fprintf(t.con, "%s: %s of %s\n", out, plural(s.Rows, "row"), plural(len(s.Columns), "column"))
}

func writeExport(s *export.Source, out string, f export.Format) error {
	file, err := os.CreateTemp(filepath.Dir(out), filepath.Base(out)+".*")
	if err != nil {
		return err
	}
	w, err := f.New(file, s)
	if err == nil {
		err = export.Copy(w, s)
	}
	if err = errors.Join(err, file.Chmod(0o644), file.Close()); err == nil {
		err = os.Rename(file.Name(), out)
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
	return err
}
