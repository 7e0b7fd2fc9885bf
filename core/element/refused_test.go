package element

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
)

// TestRefusedElements: each element of the format that is not supported is one error at its name, which says why or what to use instead.
func TestRefusedElements(t *testing.T) {
	const path = "testdata/refused.golden"
	var lines []string
	for _, s := range Table() {
		if s.Unsupported == "" {
			continue
		}
		src := &deck.Source{Name: "refused.xml", Text: []byte("<Model>\n<Body_Rigid id=\"1\" isground=\"TRUE\"/>\n<" + s.Kind + " id=\"1\"/>\n</Model>")}
		var said []string
		for _, d := range deck.ReadXML(src, ".", Table()).Diags.List {
			if d.Severity == deck.Error {
				said = append(said, fmt.Sprintf("%d: %s [%s]", d.Span.Line(), d.Msg, d.Code))
				if d.Help != "" {
					said = append(said, "help: "+d.Help)
				}
			}
		}
		if len(said) == 0 || !strings.HasPrefix(said[0], "3: ") || !strings.Contains(strings.Join(said, " "), s.Unsupported) {
			t.Errorf("%s: %q, want %q", s.Kind, said, s.Unsupported)
		}
		lines = append(lines, s.Kind+"\n    "+strings.Join(said, "\n    ")+"\n")
	}
	slices.Sort(lines)
	got := strings.Join(lines, "")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
