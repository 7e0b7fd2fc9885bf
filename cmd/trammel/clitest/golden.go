package clitest

import (
	"flag"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// Update is set where golden files are to be written again.
var Update = flag.Bool("update", false, "write the golden files")

var (
	connection = regexp.MustCompile(`\(rpc error: .*?\)`)
	stack      = regexp.MustCompile(`(?m)^goroutine \d+ \[.*\n(?:.+\n\t.+\n)+`)
	rounded    = regexp.MustCompile(`0\.(?:25|2499)\d*`)
)

// Normalize takes out of a text what differs between machines.
func Normalize(text string) string {
	text = strings.ReplaceAll(text, Folder, "DIR")
	if runtime.GOOS == "windows" {
		text = strings.ReplaceAll(text, `\`, "/")
	}
	text = connection.ReplaceAllString(text, "(rpc error)")
	text = stack.ReplaceAllString(text, "goroutine …\n")
	return rounded.ReplaceAllString(text, "0.25…")
}

// CompareGolden compares a text with a golden file, which it writes first where Update is set.
func CompareGolden(t *testing.T, golden, got string) {
	t.Helper()
	if *Update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
