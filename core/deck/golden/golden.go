// Package golden compares texts with files in tests. `go test -update` writes the files.
package golden

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// CompareFile fails the test where a text differs from a file, which it writes first with -update.
func CompareFile(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
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
