package store

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/trammel-mbd/trammel/usersub"
)

// versionFolderName returns the name of the folder of a version of a plugin.
func versionFolderName(name, version string) string {
	if !usersub.IsPluginVersion(version) {
		return name
	}
	return name + "@" + version
}

// parseVersionFolder splits the name of a folder into plugin and version; ok is false for a folder of something else.
func parseVersionFolder(folder string) (name, version string, ok bool) {
	name, version, versioned := strings.Cut(folder, "@")
	return name, version, usersub.IsPluginName(name) && (!versioned || usersub.IsPluginVersion(version))
}

// MatchesVersion reports whether a version is one that a deck means by wanted: "1.2" is each of 1.2, 1.2.0 and 1.2.7, "" is any.
func MatchesVersion(version, wanted string) bool {
	return wanted == "" || version == wanted || strings.HasPrefix(version, wanted+".")
}

// CompareVersions returns -1, 0 or +1 by the order of semantic versioning, where every version that is for trial
// ("1.3.0-rc.1") precedes those that are not. Texts that are no such versions precede all others, in the order of bytes.
func CompareVersions(a, b string) int {
	x, y := "v"+a, "v"+b
	if c := cmp.Compare(versionMaturity(x), versionMaturity(y)); c != 0 {
		return c
	}
	return cmp.Or(semver.Compare(x, y), strings.Compare(a, b))
}

// versionMaturity returns 2 for a version that is meant for use, 1 for one that is for trial, 0 for a text that is not a version.
func versionMaturity(v string) int {
	switch {
	case !semver.IsValid(v):
		return 0
	case semver.Prerelease(v) != "":
		return 1
	}
	return 2
}

// InstalledVersions lists the installed versions of a plugin in a folder, the one that decks get by the bare name first.
func InstalledVersions(f Folder, vendor, name string) (all []*Plugin) {
	for _, p := range listVendorPlugins(f, vendor) {
		if p.Name == name {
			all = append(all, p)
		}
	}
	return all
}

// listVendorPlugins lists the plugins of a vendor in a folder by name, the latest version of each first.
func listVendorPlugins(f Folder, vendor string) (all []*Plugin) {
	for _, folder := range listSubfolders(filepath.Join(f.Path, vendor)) {
		name, version, ok := parseVersionFolder(folder)
		if !ok {
			continue
		}
		if p := readInstalledPlugin(f, vendor, name, version); p != nil {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b *Plugin) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), -CompareVersions(a.Version, b.Version))
	})
	return all
}
