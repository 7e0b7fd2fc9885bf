package element

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub"
)

// none is a Load that has nothing.
func none(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	return nil, &usersub.LoadError{Ref: *ref, Routine: sig.Name, Reason: "none here"}
}

// build reads and builds a deck.
func build(text string, load Load) (*Model, string) {
	m := deck.ReadXML(&deck.Source{Name: "deck.xml", Text: []byte(text)}, ".", Table())
	b := Build(m, load)
	m.Diags.Sort()
	var w strings.Builder
	m.Diags.WriteText(&w, false)
	return b, w.String()
}

// examples are the decks of the folder examples.
func examples(t testing.TB) []string {
	decks, err := filepath.Glob("../../examples/*/*.xml")
	if err != nil || len(decks) < 10 {
		t.Fatal(len(decks), "example decks", err)
	}
	return decks
}

func TestExamplesBuild(t *testing.T) {
	for _, path := range examples(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		b, said := build(string(text), none)
		if b.Deck.Diags.HasErrors() {
			t.Errorf("%s:\n%s", path, said)
		}
		for _, err := range b.Failed {
			var l *usersub.LoadError
			if !errors.As(err, &l) || l.Reason != "none here" {
				t.Errorf("%s: %v", path, err)
			}
		}
		if len(b.Failed) > 0 {
			continue
		}
		if _, err := b.System.NewState(); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if strings.Contains(said, "warning") && !strings.Contains(path, "line.xml") {
			t.Logf("%s:\n%s", path, said)
		}
	}
}
