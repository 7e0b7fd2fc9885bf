package element_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
)

// TestPartialsOfAllLaws: the partial derivatives of every law without a routine, in the decks that use each element
// and in the examples, are those that differences of the law give. Friction, contacts and springs are
// tried at several points near the start of the deck.
func TestPartialsOfAllLaws(t *testing.T) {
	var decks []string
	for _, pattern := range []string{"../../cmd/trammel/testdata/forms/*.xml", "../../examples/*/*.xml", "testdata/partials/*.xml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		decks = append(decks, found...)
	}
	tried := 0
	for _, path := range decks {
		m, err := deck.Read(path, element.Table())
		if err != nil {
			t.Fatal(err)
		}
		b := element.Build(m, nil)
		if m.Diags.HasErrors() || len(b.Failed) > 0 || len(b.Routines) > 0 {
			continue
		}
		s, err := b.System.NewRunState(&system.Session{}, func(string, ...any) {})
		if err != nil {
			continue // a user subroutine that is not loaded
		}
		p := s.DeckPoint()
		if _, err := s.Assemble(p, 1e-9); err != nil {
			continue
		}
		found, err := s.CheckPartials(p)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		tried++
		for _, w := range found {
			t.Errorf("%s: %s", strings.TrimPrefix(path, "../../"), w)
		}
	}
	if tried < 100 {
		t.Errorf("%d decks of %d were tried", tried, len(decks))
	}
}
