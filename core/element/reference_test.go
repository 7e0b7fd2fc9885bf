package element

import (
	"bytes"
	options "flag"
	"os"
	"testing"
)

var update = options.Bool("update", false, "write the reference page")

// TestReferenceIsCurrent: the page is what the table says.
func TestReferenceIsCurrent(t *testing.T) {
	var b bytes.Buffer
	if err := Table().Markdown(&b); err != nil {
		t.Fatal(err)
	}
	const page = "REFERENCE.md"
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, b.Bytes()) {
		t.Error("REFERENCE.md is not what the table says: go test ./core/element -run Reference -update")
	}
}
