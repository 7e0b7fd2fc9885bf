package plugins

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// PathVariable is the environment variable that lists folders of plugins.
const PathVariable = "TRAMMEL_PLUGIN_PATH"

// find returns the absolute path of the plugin that ref names. A name with a
// path separator is relative to the deck; any other is looked for in the
// deck's folder, then in those of TRAMMEL_PLUGIN_PATH.
func find(ref *usersub.Ref) (string, error) {
	places := candidates(ref)
	for _, path := range places {
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		if info.IsDir() {
			return "", &usersub.LoadError{
				Reason: fmt.Sprintf("plugin %s is a folder, not a program", ref.Plugin),
				Hint:   "usrsub_plugin_name names the built program, not the folder of its sources", Searched: []string{path}}
		}
		if runtime.GOOS != "windows" && info.Mode()&0o111 == 0 {
			return "", &usersub.LoadError{
				Reason: fmt.Sprintf("plugin %s may not be executed: its mode is %v", path, info.Mode()),
				Hint:   "chmod +x " + path}
		}
		return path, nil
	}
	e := &usersub.LoadError{
		Reason: fmt.Sprintf("plugin %s was not found", ref.Plugin), Searched: places}
	for _, path := range places {
		if e.Hint == "" {
			e.Hint = buildHint(path)
		}
	}
	if e.Hint == "" && !hasSeparator(ref.Plugin) {
		e.Hint = "folders of plugins can be listed in " + PathVariable
	}
	return "", e
}

// candidates lists the files that ref may mean, in order.
func candidates(ref *usersub.Ref) []string {
	folders := []string{ref.Dir}
	if filepath.IsAbs(ref.Plugin) {
		folders = []string{""}
	} else if !hasSeparator(ref.Plugin) {
		for _, dir := range filepath.SplitList(os.Getenv(PathVariable)) {
			if dir != "" {
				folders = append(folders, dir)
			}
		}
	}
	var list []string
	for _, dir := range folders {
		path, err := filepath.Abs(filepath.Join(dir, filepath.FromSlash(ref.Plugin)))
		if err != nil {
			continue
		}
		if runtime.GOOS == "windows" && !strings.EqualFold(filepath.Ext(path), ".exe") {
			list = append(list, path+".exe")
		}
		list = append(list, path)
	}
	return list
}

func hasSeparator(name string) bool {
	return strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator)
}

// buildHint is the command that builds the missing program at path, when its
// Go sources lie in the folder plugin beside it.
func buildHint(path string) string {
	dir, name := filepath.Split(path)
	sources, err := filepath.Glob(filepath.Join(dir, "plugin", "*.go"))
	if err != nil || len(sources) == 0 {
		return ""
	}
	return fmt.Sprintf("its sources lie beside it, build it with\n  go build -C %s -o %s ./plugin", filepath.Clean(dir), name)
}
