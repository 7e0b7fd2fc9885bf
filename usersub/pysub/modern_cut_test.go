package pysub

import (
	"os"
	"strings"
	"testing"
)

// What is cut off anywhere, or lacks a letter, is an error and no panic.
func TestModernCutOff(t *testing.T) {
	step := 3
	if os.Getenv("TRAMMEL_LONG") != "1" {
		step = 13
	}
	for _, s := range snippets(t, "modern") {
		text := []byte(s.text)
		for i := 0; i < len(text); i += step {
			for _, part := range []string{string(text[:i]), string(text[:i]) + string(text[i+1:])} {
				for _, p := range checkSource("a.py", []byte(part)) {
					if strings.Contains(p.Msg, "cannot compile the script") {
						t.Fatalf("%q: %v", part, p)
					}
				}
			}
		}
	}
}
