package loading

import (
	"log/slog"
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
