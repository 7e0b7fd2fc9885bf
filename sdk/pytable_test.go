package sdk_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

// pyTable is what the Python package needs to know of the utilities.
func pyTable() string {
	var b strings.Builder
	b.WriteString("\"\"\"The arguments of the utilities, written from the solver's table by: go test ./sdk -run PyTable -update.\n\n" +
		"How to read them stands with Entry in utilities.py. Do not edit.\"\"\"\n\nTABLE = {\n")
	for _, u := range usersub.Utilities() {
		var args []string
		for i := range u.Args {
			a := &u.Args[i]
			letters := "irt"
			if a.Out {
				letters = "IRT"
			}
			s := a.Name + ":" + letters[a.Kind:a.Kind+1]
			if a.Len != "" {
				s += "[" + a.Len + "]"
			}
			if a.Reads {
				s += "+"
			}
			if a.Implied {
				s += "-"
			}
			if a.May {
				s += fmt.Sprintf("=%g", a.Default)
			}
			args = append(args, s)
		}
		fmt.Fprintf(&b, "    %q: %q,\n", u.Name, strings.Join(args, " "))
	}
	return b.String() + "}\n"
}

func TestPyTableIsUpToDate(t *testing.T) {
	const path = "python/trammel/_table.py"
	text := pyTable()
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != text {
		t.Errorf("%s is not what the table gives: go test ./sdk -run PyTable -update (%v)", path, err)
	}
}
