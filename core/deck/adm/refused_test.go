package adm

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/golden"
)

// refusedText is a text of a deck with each statement and each argument that is refused, one after the other, and what is said of it.
func refusedText(t *testing.T) string {
	lists := [][]spec{bodyStatements, jointStatements, higherStatements, forceStatements, beamStatements, contactStatements, controlStatements,
		dataStatements, outputStatements, recordedStatements, settingStatements}
	var lines []string
	try := func(statement, why string) {
		text := "title\nPART/1, GROUND\nMARKER/1, PART=1\n" + statement + "\nEND\n"
		m := ReadModel(&deck.Source{Name: "refused.adm", Text: []byte(text)}, ".", strict)
		var said []string
		for _, d := range m.Diags.List {
			if d.Severity == deck.Error && strings.Contains(d.Msg, why) {
				said = append(said, fmt.Sprintf("line %d: %s [%s]", d.Span.Line(), d.Msg, d.Code))
			}
		}
		if len(said) != 1 {
			t.Errorf("%s: %q among %v", statement, why, m.Diags.List)
		}
		lines = append(lines, statement+"\n    "+strings.Join(said, "\n    "))
	}
	for _, list := range lists {
		for _, s := range list {
			if s.refused != "" {
				try(s.name+"/1", s.refused)
			}
			for _, a := range s.args {
				if a.refused == "" {
					continue
				}
				if a.form == asFlag {
					try(s.name+"/1, "+a.name, a.refused)
				} else {
					try(s.name+"/1, "+a.name+" = 1", a.refused)
				}
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "\n") + "\n"
}

// TestRefusedMessages: each statement and argument that is refused is an error that names it, with its line and what to do instead.
func TestRefusedMessages(t *testing.T) {
	const path = "testdata/refused.golden"
	got := refusedText(t)
	golden.CompareFile(t, path, got)
}
