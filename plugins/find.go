package plugins

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/trammel-mbd/trammel/plugins/store"
	"github.com/trammel-mbd/trammel/plugins/trust"
	"github.com/trammel-mbd/trammel/usersub"
)

// PathVariable is the environment variable that lists folders of plugins.
const PathVariable = store.PathVariable

// namedPlugin is a plugin that a deck names.
type namedPlugin struct {
	path      string        // of the program, absolute
	installed *store.Plugin // nil if it was not installed
}

// pluginTitle says which plugin it is: "acme/bead 1.2.0", "" if it was not installed.
func (f *namedPlugin) pluginTitle() string {
	if f.installed == nil {
		return ""
	}
	return f.installed.ID() + " " + f.installed.Manifest.Version
}

// locatePlugin returns the plugin that ref names. A name with a path separator is relative
// to the deck; where there is no such file, acme/bead is an installed plugin. Any
// other name is searched for in the deck's folder, then in those of
// TRAMMEL_PLUGIN_PATH.
//
// pinned, if not nil, returns the version that a name without an exact one is to mean, "" where that is not decided.
func locatePlugin(ref *usersub.Ref, pinnedVersion func(usersub.PluginName) string) (*namedPlugin, error) {
	n, id := usersub.ParsePluginName(ref.Plugin)
	places := candidatePluginFiles(ref)
	for _, path := range places {
		info, err := os.Stat(path)
		switch {
		case err != nil || id && info.IsDir():
			continue
		case info.IsDir():
			return nil, &usersub.LoadError{
				Reason: fmt.Sprintf("plugin %s is a folder, not a program", ref.Plugin),
				Hint:   "usrsub_plugin_name names the built program, not the folder of its sources", Searched: []string{path}}
		}
		return &namedPlugin{path: path}, checkProgramMode(path, info)
	}
	if id {
		if pinnedVersion != nil {
			n.Version = cmp.Or(pinnedVersion(n), n.Version)
		}
		return findInstalledPlugin(ref, n, places)
	}
	return nil, notFoundError(ref, places)
}

// findInstalledPlugin searches for acme/bead in the folders of plugins: as it was installed,
// or as a program FOLDER/acme/bead that somebody put there.
func findInstalledPlugin(ref *usersub.Ref, n usersub.PluginName, places []string) (*namedPlugin, error) {
	folders := store.SearchFolders(ref.Dir)
	for _, f := range folders {
		p, searched := store.FindPlugin([]store.Folder{f}, n)
		if p != nil {
			return verifyInstalledPlugin(p)
		}
		if n.Version != "" {
			places = append(places, searched...)
			continue
		}
		for _, path := range executableSpellings(filepath.Join(f.Path, n.Vendor, n.Name)) {
			places = append(places, path)
			if info, err := os.Stat(path); err == nil && !info.IsDir() {
				if err := trust.CheckTrusted(path); err != nil {
					return nil, newUntrustedPluginError(ref.Plugin, err)
				}
				return &namedPlugin{path: path}, checkProgramMode(path, info)
			}
		}
	}
	return nil, notFoundError(ref, places)
}

// verifyInstalledPlugin returns an installed plugin that nobody else may have changed; that the
// program is the one installed is seen when it is started.
func verifyInstalledPlugin(p *store.Plugin) (*namedPlugin, error) {
	switch {
	case p.Problem != nil:
		return nil, &usersub.LoadError{Reason: fmt.Sprintf("the installation of plugin %s is damaged: %v", p.ID(), p.Problem),
			Hint: "install it again: trammel plugin install PATH"}
	case p.Manifest.Platform != store.OwnPlatform():
		return nil, &usersub.LoadError{Reason: fmt.Sprintf("plugin %s in %s was installed on %s, this is %s", p.ID(), p.Folder.Path, p.Manifest.Platform, store.OwnPlatform()),
			Hint: "install the plugin for this machine: trammel plugin install PATH"}
	}
	if err := p.CheckFileOwners(); err != nil {
		return nil, newUntrustedPluginError(p.ID(), err)
	}
	return &namedPlugin{path: p.ProgramPath(), installed: p}, nil
}

// newUntrustedPluginError says why a plugin is not started.
func newUntrustedPluginError(plugin string, err error) error {
	e := &usersub.LoadError{Reason: fmt.Sprintf("plugin %s is not started: %v", plugin, err)}
	if why, ok := err.(*trust.Error); ok {
		e.Hint = why.Hint
	}
	return e
}

// checkProgramMode checks the mode of a program.
func checkProgramMode(path string, info os.FileInfo) error {
	if runtime.GOOS == "windows" || info.Mode()&0o111 != 0 {
		return nil
	}
	if !looksLikeProgram(path) {
		return &usersub.LoadError{Reason: path + " is not a program", Hint: "a plugin is a built program, or a script that begins with #! and may be executed"}
	}
	return &usersub.LoadError{
		Reason: fmt.Sprintf("plugin %s may not be executed: its mode is %v", path, info.Mode()),
		Hint:   "chmod +x " + path}
}

// looksLikeProgram reports, by its first bytes, whether a file can be a program of a system like this one. One that cannot be
// read may be.
func looksLikeProgram(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return true
	}
	defer f.Close()
	head := make([]byte, 4)
	n, _ := io.ReadFull(f, head)
	for _, magic := range []string{"#!", "\x7fELF", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe"} { // and two of macOS
		if strings.HasPrefix(string(head[:n]), magic) {
			return true
		}
	}
	return false
}

// notFoundError says where a plugin was searched for, and what may help.
func notFoundError(ref *usersub.Ref, places []string) error {
	e := &usersub.LoadError{
		Reason: fmt.Sprintf("plugin %s was not found", ref.Plugin), Searched: places}
	for _, path := range places {
		if e.Hint == "" {
			e.Hint = missingProgramBuildHint(path)
		}
	}
	n, id := usersub.ParsePluginName(ref.Plugin)
	folders := store.SearchFolders(ref.Dir)
	alike := store.SimilarNames(folders, ref.Plugin)
	if bare := store.FindUnfinishedInstallation(folders, n); id && bare != "" {
		e.Hint = store.UnfinishedInstallationHint(bare)
	}
	switch {
	case e.Hint != "":
	case len(alike) > 0 && id:
		e.Hint = "installed are " + strings.Join(alike, ", ")
	case len(alike) > 0 && !hasPathSeparator(ref.Plugin):
		e.Hint = "installed are " + strings.Join(alike, ", ") + ": a deck gives the name in full"
	case id:
		e.Hint = "trammel plugin install PATH installs a plugin, trammel plugin list shows those that are"
	case !hasPathSeparator(ref.Plugin):
		e.Hint = "folders of plugins can be listed in " + PathVariable
	}
	return e
}

// candidatePluginFiles lists the files that ref may mean, in order.
func candidatePluginFiles(ref *usersub.Ref) []string {
	folders := []string{ref.Dir}
	if filepath.IsAbs(ref.Plugin) {
		folders = []string{""}
	} else if !hasPathSeparator(ref.Plugin) {
		for _, dir := range filepath.SplitList(os.Getenv(PathVariable)) {
			if dir != "" {
				folders = append(folders, dir)
			}
		}
	}
	var list []string
	for _, dir := range folders {
		path, err := filepath.Abs(filepath.Join(dir, filepath.FromSlash(ref.Plugin)))
		if err == nil {
			list = append(list, executableSpellings(path)...)
		}
	}
	return list
}

// executableSpellings lists the files that a path may mean: on Windows with .exe first.
func executableSpellings(path string) []string {
	if runtime.GOOS == "windows" && !strings.EqualFold(filepath.Ext(path), ".exe") {
		return []string{path + ".exe", path}
	}
	return []string{path}
}

func hasPathSeparator(name string) bool {
	return strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator)
}

// missingProgramBuildHint returns the command that builds the missing program at path, when its
// Go sources lie in the folder plugin beside it.
func missingProgramBuildHint(path string) string {
	dir, name := filepath.Split(path)
	sources, err := filepath.Glob(filepath.Join(dir, "plugin", "*.go"))
	if err != nil || len(sources) == 0 {
		return ""
	}
	return fmt.Sprintf("its sources lie beside it, build it with\n  go build -C %s -o %s ./plugin", filepath.Clean(dir), name)
}
