package pysub

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Scripts of all folders share the modules of one interpreter, as they do in Python: the
// second script that imports "gains" gets what the first got, although another gains.py lies
// beside it. That changes figures and nothing fails, so it is said.

// importing finds the statements that import, wherever they are.
var importing = regexp.MustCompile(`(?m)^[ \t]*(?:from[ \t]+([A-Za-z_]\w*)|import[ \t]+([\w., \t]+))`)

// importedModules lists the first parts of the names that a source imports.
func importedModules(src []byte) (names []string) {
	for _, m := range importing.FindAllSubmatch(src, -1) {
		for _, one := range strings.Split(string(m[1])+string(m[2]), ",") {
			one = strings.TrimSpace(one)
			if i := strings.IndexAny(one, ". \t"); i >= 0 {
				one = one[:i]
			}
			if one != "" && !slices.Contains(names, one) {
				names = append(names, one)
			}
		}
	}
	return names
}

// warnOfNamesakeModules warns of modules that lie beside a script, but were imported from the folder of
// another one before.
func (l *Loader) warnOfNamesakeModules(file string, src []byte, ran []File) {
	dir := filepath.Dir(file)
	for _, name := range importedModules(src) {
		for _, form := range []string{name + ".py", filepath.Join(name, "__init__.py")} {
			own := filepath.Join(dir, form)
			if _, err := os.Stat(own); err != nil {
				continue
			}
			if other := findNamesakeThatRan(own, form, ran); other != "" && l.scripts[other] == nil {
				l.options.Log.Warn(fmt.Sprintf("%s imports %s, which was imported from %s before: that one is used, not %s "+
					"(scripts share their modules; give one another name, or each folder a process by isolate=\"process\")", file, name, other, own))
			}
		}
	}
}

// findNamesakeThatRan returns the file of another folder that ran under the name of own, which did not.
func findNamesakeThatRan(own, form string, ran []File) (other string) {
	for _, f := range ran {
		if f.Path == own {
			return ""
		}
		if strings.HasSuffix(f.Path, string(filepath.Separator)+form) {
			other = f.Path
		}
	}
	return other
}
