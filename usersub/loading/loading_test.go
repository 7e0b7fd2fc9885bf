package loading

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"gfosub", "gfosub", 0}, {"gfosub", "gforsub", 1}, {"gfosub", "vfosub", 1}, {"abc", "", 3}, {"kitten", "sitting", 3}} {
		if got := EditDistance(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestMessageLevel(t *testing.T) {
	for tag, want := range map[string]slog.Level{"INFO": slog.LevelInfo, "INFO_LOG": slog.LevelDebug, "WARN": slog.LevelWarn,
		"WARN_LOG": slog.LevelWarn, "FAULT": slog.LevelError, "ERROR_LOG": slog.LevelError} {
		if got := MessageLevel(tag); got != want {
			t.Errorf("%s: %v, want %v", tag, got, want)
		}
	}
}

func TestPadWithBlanks(t *testing.T) {
	b := []byte("xxxxx")
	PadWithBlanks(b, "ab")
	if string(b) != "ab   " {
		t.Errorf("%q", b)
	}
}

// Texts that are new each time are not kept for ever.
func TestTextsAreKeptWithinBounds(t *testing.T) {
	known := Texts{}
	for k := range 2 * maxTexts {
		if text := fmt.Sprint("text ", k); known.Intern([]byte(text)) != text {
			t.Fatal(text)
		}
	}
	long := strings.Repeat("x", maxKept+1)
	if len(known) != maxTexts || known.Intern([]byte(long)) != long || known[long] != "" {
		t.Errorf("%d texts are kept", len(known))
	}
}
