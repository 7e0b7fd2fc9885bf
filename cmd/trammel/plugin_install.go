package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/plugins/pack"
	"github.com/trammel-mbd/trammel/plugins/store"
	"github.com/trammel-mbd/trammel/usersub"
)

func (t *tool) pluginInstallCommand() *cobra.Command {
	var to string
	var o installRequest
	var project, asJSON bool
	cmd := &cobra.Command{
		Use:   "install PROGRAM|PACK|URL [--project | --to FOLDER] [--vendor NAME] [--key KEY] [--sha256 HASH] [--json]",
		Short: "Install a plugin",
		Long: `Copies a program into a folder of plugins, starts the copy once for its description,
and notes that with version and SHA-256 in plugin.json beside it. The same version is
replaced, others stay beside it. Nothing is installed where

  - the program is not a plugin, or speaks another version of the protocol
  - what it says about its routines makes no sense
  - somebody else could change it: it belongs to neither you nor root, or it or a
    folder on the way to it can be written by everybody (a sticky folder is fine);
    the same for the folder that it would be installed into

A plugin that does not name its vendor is installed as local/NAME.

Of a pack (trammel plugin pack), a file or an address, the program for this system is
installed. A pack is refused if one of its hashes is wrong, if it has files that its
manifest does not list or that lead out of it, or has nothing for this system. With --key,
a public key of minisign or a file with it, also if it is not signed with that key; later
versions of the plugin must then be signed with it, too. --sha256 is the hash that the file
of the pack must have.

` + foldersHelp + `

  trammel plugin install ./bead             for the user
  trammel plugin install ./bead --project   for the project: .trammel/plugins
  trammel plugin install bead-1.2.0.zip --key acme.pub

Exit codes: 0 installed, 4 refused, 2 mistake in the command line.`,
		Args: requireOneArgPerName("the program"),
		RunE: func(_ *cobra.Command, args []string) error {
			folder, err := installationFolder(project, to)
			if err != nil {
				return err
			}
			p, err := t.installPlugin(args[0], &o, folder)
			if err != nil {
				t.reportRefusal(run.ExitLoad, err)
				return nil
			}
			text := fmt.Sprintf("installed %s %s as %s\n", p.ID(), p.Manifest.Version, p.ProgramPath())
			if p.Old != nil && p.Old.Manifest != nil {
				text += fmt.Sprintf("it replaces version %s\n", p.Old.Manifest.Version)
			}
			text += otherVersionsText(p.Plugin)
			t.writeOutput(newPluginEntry(p.Plugin), text, asJSON)
			return nil
		},
	}
	cmd.Flags().BoolVar(&project, "project", false, "install for the project of the current folder")
	cmd.Flags().StringVar(&to, "to", "", "install into this folder of plugins")
	cmd.Flags().StringVar(&o.vendor, "vendor", "", "vendor of a plugin that does not name one")
	cmd.Flags().StringVar(&o.key, "key", "", "public key of minisign, or a file with it, that must have signed the pack")
	cmd.Flags().StringVar(&o.sum, "sha256", "", "SHA-256 that the pack must have")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

// installRequest is what install was given besides the plugin.
type installRequest struct{ vendor, key, sum string }

// installPlugin installs a program, a pack, or the pack at an address.
func (t *tool) installPlugin(arg string, o *installRequest, to store.Folder) (*plugins.Installation, error) {
	remote := isPackAddress(arg)
	switch {
	case remote || pack.IsPack(arg):
	case o.key != "" || o.sum != "":
		return nil, &usersub.LoadError{Reason: arg + " is not a pack: --key and --sha256 are for packs"}
	default:
		return plugins.Install(newPluginConfig(), arg, o.vendor, to)
	}
	s := plugins.Source{Path: absolutePath(arg), From: absolutePath(arg), SHA256: strings.ToLower(o.sum)}
	var err error
	if o.key != "" {
		if s.Key, err = pack.ReadPublicKey(o.key); err != nil {
			return nil, err
		}
	}
	if remote {
		if s.Path, err = fetchPack(arg, o.key != "" || o.sum != ""); err != nil {
			return nil, err
		}
		defer os.Remove(s.Path)
		s.From = arg
	}
	in, unchecked, err := plugins.InstallPack(newPluginConfig(), s, to)
	if err == nil && unchecked {
		t.con.printMessage(notice, "warning", "the signature of the pack was not verified: --key gives the public key of the vendor")
	}
	return in, err
}

// otherVersionsText describes how decks name the other versions of a plugin in its folder.
func otherVersionsText(p *store.Plugin) string {
	text := ""
	for i, other := range store.InstalledVersions(p.Folder, p.Vendor, p.Name) {
		switch {
		case other.Version == p.Version:
		case i == 0:
			text += fmt.Sprintf("decks that name %s get version %s as before; the new one is %s\n", p.ID(), other.Version, p.FullName())
		default:
			text += fmt.Sprintf("version %s stays as %s\n", other.Version, other.FullName())
		}
	}
	return text
}

// installationFolder is where a plugin is installed.
func installationFolder(project bool, to string) (store.Folder, error) {
	switch {
	case project && to != "":
		return store.Folder{}, fmt.Errorf("--project and --to exclude each other")
	case to != "":
		return store.Folder{Path: absolutePath(to), Scope: store.Other}, nil
	case project:
		return store.Folder{Path: store.ChooseProjectFolder(absolutePath(".")), Scope: store.Project}, nil
	}
	path, err := store.UserFolder()
	return store.Folder{Path: path, Scope: store.User}, err
}

func (t *tool) pluginRemoveCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "remove VENDOR/NAME[@VERSION] [--dir DIR]",
		Short: "Remove an installed plugin",
		Long: `Removes the plugin that a deck of the folder would get, with its manifest. Where a
folder has several versions of it, the name has to give one: acme/bead@1.2.0.

Exit codes: 0 removed, 4 not installed, 1 it cannot be removed, 2 mistake in the
command line.`,
		Args: requireOneArgPerName("the plugin"),
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := findPlugin(dir, args[0])
			if err != nil {
				t.reportRefusal(run.ExitLoad, err)
				return nil
			}
			if err := checkSingleVersion(p, args[0]); err != nil {
				t.reportRefusal(run.ExitLoad, err)
				return nil
			}
			if err := p.Remove(); err != nil {
				t.reportRefusal(run.ExitInternal, err)
				return nil
			}
			fmt.Fprintf(t.data, "removed %s from %s\n", p.FullName(), p.Folder.Path)
			return nil
		},
	}
	addDirFlag(cmd, &dir)
	return cmd
}

// checkSingleVersion refuses a name that several versions in the folder of a plugin have.
func checkSingleVersion(p *store.Plugin, name string) error {
	var list []string
	for _, v := range store.InstalledVersions(p.Folder, p.Vendor, p.Name) {
		if n, ok := usersub.ParsePluginName(name); ok && store.MatchesVersion(v.Version, n.Version) {
			list = append(list, v.FullName())
		}
	}
	if len(list) < 2 || slices.Contains(list, name) {
		return nil
	}
	return &usersub.LoadError{Reason: fmt.Sprintf("%s is the name of %d plugins in %s: %s", name, len(list), p.Folder.Path, strings.Join(list, ", ")),
		Hint: "name one of them"}
}

func (t *tool) pluginVerifyCommand() *cobra.Command {
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify [VENDOR/NAME[@VERSION] ...] [--dir DIR] [--json]",
		Short: "Check that plugins are as they were installed",
		Long: `Checks the installed plugins, or those named: the manifest, the platform, who may
have changed the program, and its SHA-256. Nothing is started. A run checks the same
before it starts a plugin.

Exit codes: 0 all are as they were installed, 9 one is not or is missing, 2 mistake
in the command line.`,
		RunE: func(_ *cobra.Command, args []string) error {
			list := store.ListPlugins(store.SearchFolders(dir))
			if len(args) > 0 {
				list = nil
			}
			for _, id := range args {
				p, err := findPlugin(dir, id)
				if err != nil {
					t.reportRefusal(run.ExitCompare, err)
					continue
				}
				list = append(list, p)
			}
			t.verifyPlugins(list, asJSON)
			return nil
		},
	}
	addDirFlag(cmd, &dir)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

// verifyPlugins checks plugins and prints the findings.
func (t *tool) verifyPlugins(list []*store.Plugin, asJSON bool) {
	var b strings.Builder
	all := []pluginEntry{}
	for _, p := range list {
		e := newPluginEntry(p)
		e.Problem = ""
		if err := p.VerifyUnchanged(); err != nil {
			e.Problem = err.Error()
			t.code = run.ExitCompare
			fmt.Fprintf(&b, "FAILED  %s %s (%s): %v\n", e.ID, e.Version, e.Scope, err)
		} else {
			fmt.Fprintf(&b, "ok      %s %s (%s)\n", e.ID, e.Version, e.Scope)
		}
		all = append(all, e)
	}
	if len(list) == 0 && t.code == 0 {
		b.WriteString("no plugins are installed\n")
	}
	t.writeOutput(all, b.String(), asJSON)
}
