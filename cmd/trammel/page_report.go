package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	webpage "github.com/trammel-mbd/trammel/cmd/trammel/page"
	"github.com/trammel-mbd/trammel/core/run"
)

func (t *tool) reportCommand() *cobra.Command {
	var out string
	megabytes := 0.0
	cmd := &cobra.Command{
		Use:   "report RESULT -o FILE.html [--max-size MB]",
		Short: "Write a run as one file that any browser opens without trammel or a network",
		Long: `Writes the page of trammel view with the results inside: the motion, plots of all requests, the text of the
deck, warnings, modes and facts of the run. The file opens from the disk, without a network, and can be mailed.
Results that are larger than --max-size are decimated: first columns that are no requests are left out, then rows, of which the
least and the greatest value of each block stay. A note on the page says so.

Exit codes: 0 written, 1 the file cannot be written, 2 the results cannot be read.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("one result at a time: unexpected argument %q", args[1])
			}
			return requireResultArgs(cmd, args)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case out == "":
				return fmt.Errorf("the file is missing: -o FILE.html")
			case !(megabytes >= 1 && megabytes <= 1000):
				return fmt.Errorf("--max-size must be from 1 to 1000")
			}
			t.writeReport(args[0], out, megabytes)
			return nil
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringVarP(&out, "output", "o", "", "file to write")
	set.Float64Var(&megabytes, "max-size", 24, "size of the data, in MB")
	return cmd
}

func (t *tool) writeReport(path, out string, megabytes float64) {
	all := t.openResults([]string{path})
	if all == nil {
		return
	}
	defer closeResults(all)
	// A value takes four bytes, which are 5.33 as base64.
	budget := int(megabytes * 1e6 / 4 * 3 / 4)
	t.code = t.writeFile(out, func(w io.Writer) error { return all[0].WriteReport(w, budget) })
}

// writeFile writes a file whole: it is made beside the old one, which it then replaces. It returns the exit code.
func (t *tool) writeFile(name string, write func(w io.Writer) error) int {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err == nil {
		w := bufio.NewWriter(f)
		if err = write(w); err == nil {
			err = w.Flush()
		}
		if e := f.Close(); err == nil {
			err = e
		}
		if err == nil {
			err = os.Chmod(f.Name(), 0o644)
		}
		if err == nil {
			err = os.Rename(f.Name(), name)
		}
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}
	if err != nil {
		t.con.printMessage(bad, "error", "%s is not written: %v", name, err)
		return run.ExitInternal
	}
	return run.ExitOK
}

// openResult returns what a command needs of one result.
func (t *tool) openResult(path string) *webpage.Result {
	if all := t.openResults([]string{path}); all != nil {
		return all[0]
	}
	return nil
}
