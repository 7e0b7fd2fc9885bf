package scripttest

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
	"github.com/trammel-mbd/trammel/core/deck/golden"
)

// exudynNames are the public names of Exudyn 1.13.6: a line a module, its functions and classes behind it.
const exudynNames = "../../../core/deck/pystmt/testdata/exudyn-1.13.6.txt"

// TestExudynPage holds EXUDYN.md against what programs find when they import each name of the package.
func TestExudynPage(t *testing.T) {
	const page = "../../../core/deck/pystmt/EXUDYN.md"
	text, err := os.ReadFile(exudynNames)
	if err != nil {
		t.Fatal(err)
	}
	var program strings.Builder
	program.WriteString(`import exudyn as exu
from exudyn.utilities import *
def state(get):
    try:
        v = get()
    except (AttributeError, ImportError):
        return "missing"
    return "refused" if getattr(v, "__name__", "") == "refuse" else "known"
`)
	var modules []string
	names := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		module, list, _ := strings.Cut(line, ": ")
		modules = append(modules, module)
		names[module] = strings.Fields(list)
		alias := "exu.MainSystem"
		if module != "MainSystem" {
			alias = "module"
			fmt.Fprintf(&program, "try:\n    import %s as module\nexcept ImportError:\n    module = None\n", module)
		}
		for _, name := range names[module] {
			fmt.Fprintf(&program, "print('@', %q, %q, state(lambda: %s.%s))\n", module, name, alias, name)
		}
	}
	program.WriteString(`SC = exu.SystemContainer()
mbs = SC.AddSystem()
mbs.CreateMassPoint(physicsMass=1)
mbs.Assemble()
`)
	o := clitest.Run(t, "check", clitest.WriteFile(t, "exudyn_names.py", program.String()))
	states := map[string]map[string][]string{}
	for _, line := range strings.Split(o.Out+o.Errors, "\n") {
		f := strings.Fields(line)
		if len(f) != 4 || f[0] != "@" {
			continue
		}
		if states[f[1]] == nil {
			states[f[1]] = map[string][]string{}
		}
		states[f[1]][f[3]] = append(states[f[1]][f[3]], f[2])
	}
	var b strings.Builder
	b.WriteString("# Names of Exudyn\n\nEach function and class of Exudyn 1.13.6, by the module that defines it: those that programs may use, those that are refused with\n" +
		"a message where they are used, and those that are missing. A test writes this page (`go test ./cmd/trammel -run ExudynPage -update`).\n" +
		"That a name is known does not say that each of its arguments is: an argument that is not supported is an error where it is given.\n\n" +
		"| module | known | refused | missing |\n|---|---|---|---|\n")
	slices.SortFunc(modules, func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) })
	for _, m := range modules {
		s := states[m]
		if n := len(s["known"]) + len(s["refused"]) + len(s["missing"]); n != len(names[m]) {
			t.Errorf("%s: %d of %d names\n%s", m, n, len(names[m]), o.Errors)
		}
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d |\n", m, len(s["known"]), len(s["refused"]), len(s["missing"]))
	}
	for _, m := range modules {
		fmt.Fprintf(&b, "\n## %s\n", m)
		for _, state := range []string{"known", "refused", "missing"} {
			if list := states[m][state]; list != nil {
				fmt.Fprintf(&b, "\n%s: %s\n", state, strings.Join(list, ", "))
			}
		}
	}
	golden.CompareFile(t, filepath.FromSlash(page), b.String())
}
