package store

import (
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// Find searches for an installed plugin in folders, in order. Without one, searched
// are the places that were examined.
func Find(folders []Folder, vendor, name string) (p *Plugin, searched []string) {
	for _, f := range folders {
		if p := open(f, vendor, name); p != nil {
			return p, nil
		}
		searched = append(searched, filepath.Join(f.Path, vendor, name))
	}
	return nil, searched
}

// Bare returns a folder VENDOR/NAME that holds the program NAME, but no manifest: what is left of
// an installation, or a copy of the program alone. It is "" where there is none.
func Bare(folders []Folder, vendor, name string) string {
	for _, f := range folders {
		dir := filepath.Join(f.Path, vendor, name)
		for _, program := range []string{name, name + ".exe"} {
			if info, err := os.Stat(filepath.Join(dir, program)); err == nil && info.Mode().IsRegular() && open(f, vendor, name) == nil {
				return dir
			}
		}
	}
	return ""
}

// BareHint says what to do about such a folder.
func BareHint(dir string) string {
	return dir + " has a program, but no " + manifestName + ": install it again with trammel plugin install PATH"
}

// List returns all plugins that are installed in folders, those of the first folder
// first. Of one name only the first is used.
func List(folders []Folder) (all []*Plugin) {
	seen := map[string]bool{}
	for _, f := range folders {
		if real, err := filepath.EvalSymlinks(f.Path); err != nil || seen[real] {
			continue
		} else {
			seen[real] = true
		}
		for _, vendor := range names(f.Path) {
			for _, name := range names(filepath.Join(f.Path, vendor)) {
				if p := open(f, vendor, name); p != nil {
					all = append(all, p)
				}
			}
		}
	}
	return all
}

// names lists the folders in a folder that may be a vendor or a plugin.
func names(dir string) (list []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if usersub.IsPluginName(e.Name()) {
			list = append(list, e.Name())
		}
	}
	sort.Strings(list)
	return list
}

// Alike lists the names of installed plugins that share the vendor, the name or a
// part of it with one that was not found, at most five.
func Alike(folders []Folder, name string) (list []string) {
	name = strings.ToLower(name)
	vendor, plugin, ok := strings.Cut(name, "/")
	if !ok {
		vendor, plugin = "", name
	}
	for _, p := range List(folders) {
		v, n := strings.ToLower(p.Vendor), strings.ToLower(p.Name)
		if len(list) < 5 && (v == vendor || n == plugin || strings.Contains(n, plugin) || strings.Contains(plugin, n)) {
			list = append(list, p.ID())
		}
	}
	return list
}
