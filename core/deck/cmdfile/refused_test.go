package cmdfile

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/golden"
	"github.com/trammel-mbd/trammel/core/element"
)

// TestRefusedCommands: each command that is refused is one error at its line, which names it.
func TestRefusedCommands(t *testing.T) {
	const path = "testdata/refused.golden"
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(refusals)) {
		src := &deck.Source{Name: "refused.cmd", Text: []byte("model create model_name = m\n" + name + "\n")}
		var said []string
		for _, d := range Read(src, ".", element.Table()).Diags.List {
			if d.Severity == deck.Error && d.Span.Line() == 2 {
				said = append(said, fmt.Sprintf("%s [%s]", d.Msg, d.Code))
			}
		}
		if len(said) != 1 || !strings.Contains(said[0], refusals[name]) {
			t.Errorf("%s: %q, want %q", name, said, refusals[name])
		}
		fmt.Fprintf(&b, "%s\n    %s\n", name, strings.Join(said, "\n    "))
	}
	golden.CompareFile(t, path, b.String())
}
