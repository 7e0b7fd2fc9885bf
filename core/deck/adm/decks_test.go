package adm_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
)

// published returns the folder of the published decks, which is not part of
// the repository.
func published(t *testing.T) string {
	dir := filepath.Join("..", "..", "..", "..", "shared", "decks")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the published decks are not here")
	}
	return dir
}

// load reads and builds a deck.
func load(t *testing.T, path string) *element.Model {
	t.Helper()
	m, err := deck.Read(path, element.Table())
	if err != nil {
		t.Fatal(err)
	}
	return element.Build(m, nil)
}

// TestPublishedDecksBuild reads every published deck. The tests of the command
// run them.
func TestPublishedDecksBuild(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(published(t), "*.adm"))
	if len(files) < 6 {
		t.Fatal("decks are missing: ", files)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".adm"), func(t *testing.T) {
			m := load(t, f)
			for _, d := range m.Deck.Diags.List {
				t.Logf("%v: %v: %s [%s]", d.Span, d.Severity, d.Msg, d.Code)
				if d.Severity != deck.Note {
					t.Errorf("%v: %s", d.Span, d.Msg)
				}
			}
			if n := len(m.System.Bodies); n != 2 {
				t.Errorf("%d bodies", n)
			}
		})
	}
}
