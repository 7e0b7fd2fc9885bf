package cpython

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/usersub/loading"
	"golang.org/x/sys/windows/registry"
)

// listRegisteredInterpreters lists the interpreters that installers have noted in the registry (PEP 514), of the user before those of all
// users, the newest version first.
func listRegisteredInterpreters() (list []string) {
	for _, root := range []registry.Key{registry.CURRENT_USER, registry.LOCAL_MACHINE} {
		const path = `Software\Python\PythonCore`
		k, err := registry.OpenKey(root, path, registry.ENUMERATE_SUB_KEYS)
		if err != nil {
			continue
		}
		tags, _ := k.ReadSubKeyNames(-1)
		k.Close()
		slices.SortFunc(tags, func(a, b string) int { return parseMinorVersion(b) - parseMinorVersion(a) })
		for _, tag := range tags {
			if parseMinorVersion(tag) < 0 || strings.HasSuffix(tag, "-32") {
				continue
			}
			if p := readRegisteredInterpreter(root, path+`\`+tag+`\InstallPath`); p != "" {
				list = append(list, p)
			}
		}
	}
	return list
}

// readRegisteredInterpreter returns the interpreter that a key names, "" if there is none.
func readRegisteredInterpreter(root registry.Key, path string) string {
	k, err := registry.OpenKey(root, path, registry.QUERY_VALUE)
	if err != nil {
		return ""
	}
	defer k.Close()
	program, _, err := k.GetStringValue("ExecutablePath")
	if err != nil {
		folder, _, err := k.GetStringValue("")
		if err != nil {
			return ""
		}
		program = filepath.Join(folder, "python.exe")
	}
	if !loading.IsFile(program) {
		return ""
	}
	return program
}

// parseMinorVersion returns the 12 of a tag 3.12, -1 of others.
func parseMinorVersion(tag string) int {
	minor, ok := strings.CutPrefix(strings.TrimSuffix(tag, "-32"), "3.")
	n, err := strconv.Atoi(minor)
	if !ok || err != nil {
		return -1
	}
	return n
}
