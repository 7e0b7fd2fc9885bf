package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/scaffold"
)

func (t *tool) usersubNewCommand() *cobra.Command {
	var lang, dir string
	cmd := &cobra.Command{
		Use:   "new ROUTINE --lang c|cpp|fortran|python|go [--dir DIR]",
		Short: "Begin a user subroutine: source that compiles, and a test",
		Long: `Writes the source of a routine that compiles and does something simple, with its
arguments documented and the guard for the set-up call, and a test: a table for
usersub test, or a test in Go for a plugin. Files that exist are kept. Sources in C and
C++ build as libraries and, with usersub build --wasm, as WebAssembly modules.

  trammel usersub new PFOSUB --lang c
  trammel usersub new YFOSUB --lang fortran --dir bushing
  trammel usersub new GFOSUB --lang go --dir tyre

Routines:
` + routineTable() + `
Exit codes: 0 fine, 1 a file cannot be written or exists, 2 mistake in the
command line.`,
		Args: requireOneArgPerName("the name of the routine"),
		RunE: func(_ *cobra.Command, args []string) error {
			sig := usersub.FindRoutine(strings.ToUpper(args[0]))
			if sig == nil {
				return unknownRoutineError(args[0])
			}
			if lang == "" {
				return fmt.Errorf("--lang is missing: %s", strings.Join(scaffold.Languages, ", "))
			}
			files, err := scaffold.NewRoutineFiles(sig, lang)
			if err != nil {
				return fmt.Errorf("--lang: %w", err)
			}
			t.writeNewFiles(dir, files, lang)
			return nil
		},
	}
	cmd.Flags().StringVar(&lang, "lang", "", "language: "+strings.Join(scaffold.Languages, ", "))
	cmd.Flags().StringVar(&dir, "dir", ".", "folder of the files")
	return cmd
}

// routineTable lists all routines with their elements.
func routineTable() string {
	var b strings.Builder
	for _, s := range usersub.Sigs() {
		fmt.Fprintf(&b, "  %-12s %-22s %s\n", s.Name, s.Element, s.Doc)
	}
	return b.String()
}

// writeNewFiles writes all files or none.
func (t *tool) writeNewFiles(dir string, files []scaffold.File, lang string) {
	fail := func(err error) {
		t.con.printMessage(bad, "error", "%v", err)
		t.code = run.ExitInternal
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if _, err := os.Lstat(path); err == nil {
			fail(fmt.Errorf("%s exists already: remove it, or choose another --dir", path))
			return
		} else if !errors.Is(err, fs.ErrNotExist) {
			fail(err)
			return
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		fail(err)
		return
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if err := createFile(path, f.Text); err != nil {
			fail(err)
			return
		}
		fmt.Fprintf(t.data, "wrote %s\n", path)
	}
	if lang == "go" {
		fmt.Fprintf(t.con, "The folder needs a go.mod that knows the module of the kit:\n"+
			"  go mod init NAME\n  go mod edit -require=github.com/trammel-mbd/trammel/sdk@v%s\n"+
			"  go mod edit -replace=github.com/trammel-mbd/trammel/sdk=SOURCES-OF-TRAMMEL/sdk   (to build with the sources instead of the published version)\n"+
			"  go mod tidy && go test . && go build .\n", release)
	}
}

// createFile writes a file that does not exist.
func createFile(path, text string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
