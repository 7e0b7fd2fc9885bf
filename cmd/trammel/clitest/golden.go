package clitest

import (
	"regexp"
	"runtime"
	"strings"
)

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
