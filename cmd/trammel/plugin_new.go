package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins/scaffold"
	"github.com/trammel-mbd/trammel/sdk"
)

func (t *tool) pluginNewCommand() *cobra.Command {
	var lang, dir string
	o := scaffold.Options{Vendor: "local", SDK: sdk.Sources, Release: release}
	langs := strings.Join(scaffold.LanguageNames(), "|")
	cmd := &cobra.Command{
		Use:   "new NAME --lang " + langs + " [--vendor NAME] [--dir DIR] [--sources DIR]",
		Short: "Begin a plugin: a folder with source, test, deck and README",
		Long: `Makes a folder with a plugin that builds and runs: the force of a spring with a
damper, with parameters that decks are checked against. Nothing that exists is
overwritten.

  trammel plugin new bead --lang go --vendor acme

A plugin in Go builds with the sources of trammel where these are in the current folder
or above it, or --sources names them; else with the SDK that was published with this
version. One in another language has all that it needs in its folder.

Exit codes: 0 fine, 1 a file cannot be written or the folder exists, 2 mistake in the
command line.`,
		Args: requireOneArgPerName("the name of the plugin"),
		RunE: func(_ *cobra.Command, args []string) error {
			if lang == "" {
				return fmt.Errorf("--lang is missing: %s", langs)
			}
			o.Name = args[0]
			if o.Sources == "" {
				o.Sources = scaffold.FindSources(absolutePath("."))
			} else {
				o.Sources = absolutePath(o.Sources)
			}
			files, next, err := scaffold.NewPluginFiles(lang, o)
			if err != nil {
				return err
			}
			if dir == "" {
				dir = o.Name
			}
			t.writePluginProject(dir, files, next)
			return nil
		},
	}
	cmd.Flags().StringVar(&lang, "lang", "", "language: "+langs)
	cmd.Flags().StringVar(&o.Vendor, "vendor", o.Vendor, "who ships the plugin")
	cmd.Flags().StringVar(&dir, "dir", "", "folder that is made, NAME if missing")
	cmd.Flags().StringVar(&o.Sources, "sources", "", "folder of trammel's sources")
	return cmd
}

// writePluginProject makes a folder with files and says what comes next.
func (t *tool) writePluginProject(dir string, files []scaffold.File, next []string) {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		t.reportRefusal(run.ExitInternal, fmt.Errorf("%s exists already and is not empty: remove it, or choose another --dir", dir))
		return
	}
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = createFile(path, f.Text)
		}
		if err == nil && f.Exec {
			err = os.Chmod(path, fs.FileMode(0o755))
		}
		if err != nil {
			t.reportRefusal(run.ExitInternal, err)
			return
		}
		fmt.Fprintf(t.data, "wrote %s\n", path)
	}
	fmt.Fprintf(t.con, "next:\n  cd %s\n", dir)
	for _, c := range next {
		fmt.Fprintf(t.con, "  %s\n", c)
	}
}
