package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/plugins/pack"
)

func (t *tool) pluginPackCommand() *cobra.Command {
	var o plugins.PackOrder
	var out string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "pack PROGRAM [PROGRAM ...] [-o FILE] [--vendor NAME] [--sign KEYFILE] [--json]",
		Short: "Write a pack: a plugin for several systems in one file",
		Long: `Writes a zip with the programs of a plugin, one for each system, and pack.json, which has
their SHA-256, version and description. For which system a program is, its bytes say; a
script that begins with #! is for all systems but Windows. The program for this system is
started once for its description. The same programs give the same bytes.

  trammel plugin pack bead bead.exe -o bead-1.2.0.zip
  trammel plugin pack bead --sign acme.key
  trammel plugin install bead-1.2.0.zip

--sign signs with a secret key of minisign (minisign -G makes one); ` + pack.PasswordVariable + `
has its password. The name of the file is NAME-VERSION.zip unless -o gives one.

Exit codes: 0 written, 4 a program cannot be packed, 1 the file cannot be written, 2
mistake in the command line.`,
		Args: requireAtLeastOneArg("the program"),
		RunE: func(_ *cobra.Command, args []string) error {
			o.Programs = args
			path, m, err := writePack(out, o)
			if err != nil {
				t.reportRefusal(packExitCode(err), err)
				return nil
			}
			text := fmt.Sprintf("wrote %s: %s\n", path, m.FullName())
			for _, p := range m.Programs {
				text += fmt.Sprintf("  %-14s %9d bytes  %s\n", p.Platform, p.Size, p.SHA256)
			}
			t.writeOutput(m, text, asJSON)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "name of the pack")
	cmd.Flags().StringVar(&o.Vendor, "vendor", "", "vendor of a plugin that does not name one")
	cmd.Flags().StringVar(&o.Key, "sign", "", "file with the secret key of minisign that signs the pack")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the manifest as JSON")
	return cmd
}

// requireAtLeastOneArg is for commands that need arguments.
func requireAtLeastOneArg(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("%s is missing", what)
		}
		return nil
	}
}

// unwrittenError is an error of the file that was to be written.
type unwrittenError struct{ error }

// packExitCode returns the exit code of a pack that was not written.
func packExitCode(err error) int {
	if _, ok := err.(unwrittenError); ok {
		return run.ExitInternal
	}
	return run.ExitLoad
}

// writePack writes a pack whole or not at all; it is named after the plugin if path is "".
func writePack(path string, o plugins.PackOrder) (string, *pack.Manifest, error) {
	dir := "."
	if path != "" {
		dir = filepath.Dir(path)
	}
	f, err := os.CreateTemp(dir, ".pack-")
	if err != nil {
		return "", nil, unwrittenError{err}
	}
	defer os.Remove(f.Name()) // if it is still there
	m, err := plugins.WritePack(newPluginConfig(), f, o)
	if err != nil {
		f.Close()
		return "", nil, err
	}
	if path == "" {
		path = m.Name + "-" + m.Version + ".zip"
	}
	err = f.Chmod(0o644)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return "", nil, unwrittenError{err}
	}
	return path, m, nil
}
