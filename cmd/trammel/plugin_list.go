package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/plugins/store"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/usersub"
)

// pluginEntry is an installed plugin in JSON.
type pluginEntry struct {
	ID        string      `json:"id"`
	Version   string      `json:"version,omitempty"`
	Scope     store.Scope `json:"scope"`
	Folder    string      `json:"folder"`
	File      string      `json:"file,omitempty"`
	SHA256    string      `json:"sha256,omitempty"`
	Platform  string      `json:"platform,omitempty"`
	Protocol  int         `json:"protocol,omitempty"`
	Installed string      `json:"installed,omitempty"`
	From      string      `json:"from,omitempty"`
	Pack      string      `json:"pack,omitempty"`    // SHA-256 of the pack that it came in
	Key       string      `json:"key,omitempty"`     // public key that the signature of the pack was verified with
	Default   bool        `json:"default,omitempty"` // it is what a deck gets that names no version
	Hidden    bool        `json:"hidden,omitempty"`  // an earlier folder has one of that name and version
	Problem   string      `json:"problem,omitempty"`
	// Description is what the plugin said about itself.
	Description json.RawMessage `json:"description,omitempty"`
}

func newPluginEntry(p *store.Plugin) pluginEntry {
	e := pluginEntry{ID: p.ID(), Version: p.Version, Scope: p.Folder.Scope, Folder: p.Folder.Path}
	if p.Problem != nil {
		e.Problem = p.Problem.Error()
		return e
	}
	m := p.Manifest
	e.Version, e.File, e.SHA256, e.Platform, e.Protocol = m.Version, p.ProgramPath(), m.SHA256, m.Platform, m.Protocol
	e.Pack, e.Key = m.Pack, m.Key
	e.Installed, e.From, e.Description = m.Installed.Format("2006-01-02T15:04:05Z"), m.From, m.Description
	return e
}

func (t *tool) pluginListCommand() *cobra.Command {
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list [--dir DIR] [--json]",
		Short: "List the installed plugins",
		Long: `Lists the plugins that decks of the folder may name, the latest version of each first.
Behind a version that a deck does not get by the bare name its full name is given. Where
two folders have the same version, the first is used and the other marked as hidden.
Nothing is started.

` + foldersHelp,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			list, seen := []pluginEntry{}, map[string]bool{}
			var b strings.Builder
			w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
			for _, p := range store.ListPlugins(store.SearchFolders(dir)) {
				e := newPluginEntry(p)
				e.Default, e.Hidden = !seen[p.ID()], seen[p.FullName()]
				seen[p.ID()], seen[p.FullName()] = true, true
				list = append(list, e)
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", e.ID, e.Version, e.Scope, e.statusText(p))
			}
			w.Flush()
			if len(list) == 0 {
				b.WriteString("no plugins are installed\n")
			}
			t.writeOutput(list, b.String(), asJSON)
			return nil
		},
	}
	addDirFlag(cmd, &dir)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

// statusText is the last column of the list.
func (e *pluginEntry) statusText(p *store.Plugin) string {
	if e.Problem != "" {
		return "damaged: " + e.Problem
	}
	d, err := p.Manifest.ReadDescription()
	if err != nil {
		return "damaged: " + err.Error()
	}
	var names []string
	for _, o := range d.Routines {
		names = append(names, o.Name)
	}
	text := strings.TrimSpace(d.Doc + " [" + strings.Join(names, ", ") + "]")
	switch {
	case e.Hidden:
		text += " (hidden)"
	case !e.Default:
		text += " (as " + p.FullName() + ")"
	}
	return text
}

func (t *tool) pluginInfoCommand() *cobra.Command {
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "info VENDOR/NAME|PROGRAM [--dir DIR] [--json]",
		Short: "Describe a plugin and the parameters of its routines",
		Long: `Prints what an installed plugin said about itself when it was installed: its routines
with parameters in the order of USER(...), units, ranges and defaults. A program that
is not installed is started for that.

  trammel plugin info acme/bead
  trammel plugin info ./bead --json

Exit codes: 0 fine, 4 there is no such plugin or it is none, 2 mistake in the command
line.`,
		Args: requireOneArgPerName("the plugin"),
		RunE: func(_ *cobra.Command, args []string) error {
			e, d, err := readPluginDescription(dir, args[0])
			if err != nil {
				t.reportRefusal(run.ExitLoad, err)
				return nil
			}
			t.writeOutput(e, pluginInfoText(e, d), asJSON)
			return nil
		},
	}
	addDirFlag(cmd, &dir)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

// readPluginDescription finds what a plugin says about itself: an installed one, or a program.
func readPluginDescription(dir, name string) (*pluginEntry, *wire.Description, error) {
	_, id := usersub.ParsePluginName(name)
	if id {
		p, err := findPlugin(dir, name)
		switch {
		case err == nil && p.Problem != nil:
			return nil, nil, p.Problem
		case err == nil:
			e := newPluginEntry(p)
			d, err := p.Manifest.ReadDescription()
			return &e, d, err
		case !fileExists(name):
			return nil, nil, err
		}
	}
	if !fileExists(name) {
		return nil, nil, noPluginError(dir, &usersub.LoadError{Reason: fmt.Sprintf("there is neither a plugin nor a program %s", name)}, name)
	}
	path := absolutePath(name)
	d, err := plugins.ReadDescription(newPluginConfig(), path)
	if err != nil {
		return nil, nil, err
	}
	text, err := wire.MarshalDescription(d)
	if err != nil {
		return nil, nil, err
	}
	return &pluginEntry{ID: d.Name, Version: d.Version, File: path, Protocol: int(d.Protocol), Description: text}, d, nil
}
