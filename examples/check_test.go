package examples_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckIsClean: check says of no deck with a routine that it keeps state
// between evaluations; that of crush-c does, by the steps that TIMGET reports.
func TestCheckIsClean(t *testing.T) {
	exe, err := trammel()
	if err != nil {
		t.Fatal(err)
	}
	var decks []string
	for _, pattern := range []string{"legacy/*.xml", "*/*-c.xml", "*/*-python.xml"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		decks = append(decks, list...)
	}
	if len(decks) < 15 {
		t.Fatalf("only %d decks", len(decks))
	}
	for _, deck := range decks {
		path, err := stage(deck)
		if errors.Is(err, exec.ErrNotFound) && os.Getenv("TRAMMEL_REQUIRE_ALL") != "1" {
			t.Log(err)
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		text, err := exec.Command(exe, "check", path).CombinedOutput()
		if err != nil || !strings.Contains(string(text), "no errors, ") || strings.Contains(string(text), "not tried") {
			t.Errorf("%s: %v\n%s", deck, err, text)
		}
		if s := string(text); strings.Contains(s, "keeps state") || strings.Contains(s, "cannot run this") {
			t.Errorf("%s:\n%s", deck, s)
		}
	}
}
