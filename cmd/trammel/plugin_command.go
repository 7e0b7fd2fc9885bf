package main

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/plugins/store"
	"github.com/trammel-mbd/trammel/usersub"
)

// pluginCommand groups the commands for plugins.
func (t *tool) pluginCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "plugin COMMAND",
		Short: "Begin, install, list, describe and verify plugins",
		Long: `Plugins are programs with user subroutines. An installed one is named in decks by
vendor and name, usrsub_plugin_name="acme/bead", PLUGIN=acme/bead in Adams decks. Versions
lie side by side: acme/bead is the latest one that is not a trial (1.3.0-rc.1), acme/bead@1.2 the
latest of 1.2, acme/bead@1.2.0 that one.

  trammel plugin new bead --lang go    begin a plugin: folder bead with source, test and deck
  trammel plugin install ./bead        copy it, read its description, note its SHA-256
  trammel plugin pack bead bead.exe    write one file with the programs for several systems
  trammel plugin install bead-1.2.0.zip
  trammel plugin list                  list the installed ones
  trammel plugin info acme/bead        describe its routines and their parameters
  trammel plugin verify                check that all are as they were installed
  trammel plugin remove acme/bead@1.2.0

` + foldersHelp,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("a command of plugin is missing")
			}
			return fmt.Errorf("unknown command %q of plugin", args[0])
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(t.pluginInstallCommand(), t.pluginListCommand(), t.pluginInfoCommand(), t.pluginVerifyCommand(), t.pluginRemoveCommand(), t.pluginNewCommand(), t.pluginPackCommand())
	return cmd
}

// foldersHelp says where plugins are searched for.
const foldersHelp = `Folders of plugins, in the order in which a deck's plugins are searched for:

  deck     plugins, in the deck's folder
  project  .trammel/plugins, in the deck's folder or the nearest one above it
  user     $XDG_DATA_HOME/trammel/plugins, ~/.local/share/trammel/plugins if not set
  path     the folders listed in TRAMMEL_PLUGIN_PATH`

// reportRefusal reports why something was not done.
func (t *tool) reportRefusal(code int, err error) {
	t.code = code
	var e *usersub.LoadError
	if !errors.As(err, &e) {
		t.con.printMessage(bad, "error", "%v", err)
		return
	}
	text := e.Reason
	for _, s := range e.Searched {
		text += "\n  searched " + s
	}
	if e.Detail != "" {
		text += "\n" + strings.TrimRight(e.Detail, "\n")
	}
	if e.Hint != "" {
		text += "\n  hint: " + e.Hint
	}
	t.con.printMessage(bad, "error", "%s", text)
}

// newPluginConfig returns the settings to start plugins that describe themselves and nothing more.
func newPluginConfig() plugins.Config { return plugins.Config{Log: slog.New(slog.DiscardHandler)} }

// findPlugin searches for an installed plugin by the name that decks give it.
func findPlugin(dir, id string) (*store.Plugin, error) {
	n, ok := usersub.ParsePluginName(id)
	if !ok {
		return nil, noPluginError(dir, &usersub.LoadError{Reason: fmt.Sprintf("%q is not VENDOR/NAME or VENDOR/NAME@VERSION", id)}, id)
	}
	folders := store.SearchFolders(dir)
	p, searched := store.FindPlugin(folders, n)
	if p == nil {
		if bare := store.FindUnfinishedInstallation(folders, n); bare != "" {
			return nil, &usersub.LoadError{Reason: fmt.Sprintf("plugin %s is not installed", id), Searched: searched, Hint: store.UnfinishedInstallationHint(bare)}
		}
		return nil, noPluginError(dir, &usersub.LoadError{Reason: fmt.Sprintf("plugin %s is not installed", id), Searched: searched}, id)
	}
	return p, nil
}

// noPluginError returns the error for a plugin that is not installed, with what may have been meant.
func noPluginError(dir string, e *usersub.LoadError, id string) error {
	if alike := store.SimilarNames(store.SearchFolders(dir), id); len(alike) > 0 {
		e.Hint = "installed are " + strings.Join(alike, ", ")
	}
	return e
}

// addDirFlag is the flag for the folder whose deck's plugins are meant.
func addDirFlag(cmd *cobra.Command, dir *string) {
	cmd.Flags().StringVar(dir, "dir", ".", "folder of the deck, whose folders of plugins count")
}
