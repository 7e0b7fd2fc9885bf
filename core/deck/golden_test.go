package deck

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck/golden"
)

// TestGolden compares what is said about each deck of testdata.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.xml")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d decks, %v", len(files), err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".xml"), func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			m := ReadXML(&Source{Name: filepath.Base(f), Text: text}, ".", table)
			path := strings.TrimSuffix(f, ".xml") + ".golden"
			got := printed(m)
			golden.CompareFile(t, path, got)
		})
	}
}
