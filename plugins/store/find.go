package store

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// FindPlugin searches for an installed plugin in folders, in order. Without one, searched
// are the places that were examined.
//
// Of the first folder that has a version which the name means, it is the latest one.
func FindPlugin(folders []Folder, n usersub.PluginName) (p *Plugin, searched []string) {
	for _, f := range folders {
		for _, p := range InstalledVersions(f, n.Vendor, n.Name) {
			if MatchesVersion(p.Version, n.Version) {
				return p, nil
			}
		}
		searched = append(searched, filepath.Join(f.Path, n.Vendor, versionFolderName(n.Name, n.Version)))
	}
	return nil, searched
}

// FindUnfinishedInstallation returns a folder of a plugin that holds its program, but no manifest: what is left of
// an installation, or a copy of the program alone. It is "" where there is none.
func FindUnfinishedInstallation(list []Folder, n usersub.PluginName) string {
	for _, f := range list {
		for _, folder := range listSubfolders(filepath.Join(f.Path, n.Vendor)) {
			name, version, ok := parseVersionFolder(folder)
			if !ok || name != n.Name || !MatchesVersion(version, n.Version) || readInstalledPlugin(f, n.Vendor, name, version) != nil {
				continue
			}
			dir := filepath.Join(f.Path, n.Vendor, folder)
			for _, program := range []string{name, name + ".exe"} {
				if info, err := os.Stat(filepath.Join(dir, program)); err == nil && info.Mode().IsRegular() {
					return dir
				}
			}
		}
	}
	return ""
}

// UnfinishedInstallationHint says what to do about such a folder.
func UnfinishedInstallationHint(dir string) string {
	return dir + " has a program, but no " + manifestName + ": install it again with trammel plugin install PATH"
}

// ListPlugins returns all plugins that are installed in folders, those of the first folder
// first, and the latest version first of those of a name. Of one name and version only the first is used.
func ListPlugins(list []Folder) (all []*Plugin) {
	seen := map[string]bool{}
	for _, f := range list {
		if real, err := filepath.EvalSymlinks(f.Path); err != nil || seen[real] {
			continue
		} else {
			seen[real] = true
		}
		for _, vendor := range listSubfolders(f.Path) {
			if usersub.IsPluginName(vendor) {
				all = append(all, listVendorPlugins(f, vendor)...)
			}
		}
	}
	return all
}

// listSubfolders lists what is in a folder, in alphabetical order.
func listSubfolders(dir string) (list []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list // os.ReadDir sorts
}

// SimilarNames lists the names of installed plugins that share the vendor, the name or a
// part of it with one that was not found, at most five.
func SimilarNames(folders []Folder, name string) (list []string) {
	name, version, _ := strings.Cut(strings.ToLower(name), "@")
	vendor, plugin, ok := strings.Cut(name, "/")
	if !ok {
		vendor, plugin = "", name
	}
	for _, p := range ListPlugins(folders) {
		v, n := strings.ToLower(p.Vendor), strings.ToLower(p.Name)
		id := p.ID()
		if version != "" {
			id = p.FullName()
		}
		if len(list) < 5 && !slices.Contains(list, id) && (v == vendor || n == plugin || strings.Contains(n, plugin) || strings.Contains(plugin, n)) {
			list = append(list, id)
		}
	}
	return list
}
