package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// TestBrokenDecks compares what is said about each deck of testdata/broken,
// and the exit code, with the golden file beside it. Decks are checked; those
// whose name begins with run are run.
func TestBrokenDecks(t *testing.T) {
	decks, err := filepath.Glob("testdata/broken/*.xml")
	if err != nil || len(decks) < 60 {
		t.Fatalf("%d decks, %v", len(decks), err)
	}
	for _, deck := range append(decks, "testdata/broken/no-such-deck.xml") {
		name := filepath.Base(deck)
		t.Run(strings.TrimSuffix(name, ".xml"), func(t *testing.T) {
			if strings.Contains(name, "native") {
				library(t)
			}
			args := []string{"check", name}
			if strings.HasPrefix(name, "run-") {
				args = []string{"run", name, "--quiet"}
			}
			o := trammel(t, args...)
			got := fmt.Sprintf("$ trammel %s\n%s%sexit code %d\n", strings.Join(args, " "), o.errors, o.out, o.code)
			compare(t, strings.TrimSuffix(deck, ".xml")+".golden", normal(got))
		})
	}
}

// TestBrokenAdamsDecks compares what is said about each model and each file of
// commands of testdata/broken, and the exit code, with the golden file beside
// it. The commands belong to pendulum.adm, which has no mistake.
func TestBrokenAdamsDecks(t *testing.T) {
	models, _ := filepath.Glob("testdata/broken/adm-*.adm")
	commands, _ := filepath.Glob("testdata/broken/acf-*.acf")
	if len(models) < 50 || len(commands) < 10 {
		t.Fatalf("%d models, %d files of commands", len(models), len(commands))
	}
	for _, deck := range append(models, commands...) {
		name := filepath.Base(deck)
		t.Run(name, func(t *testing.T) {
			o := trammel(t, "check", name)
			got := fmt.Sprintf("$ trammel check %s\n%s%sexit code %d\n", name, o.errors, o.out, o.code)
			compare(t, strings.TrimSuffix(deck, filepath.Ext(deck))+".golden", normal(got))
		})
	}
	if o := trammel(t, "check", "pendulum.adm"); o.code != 0 || !strings.Contains(o.out+o.errors, "no errors, 0 warnings") {
		t.Errorf("pendulum.adm: code %d\n%s", o.code, o.errors)
	}
}

var (
	connection = regexp.MustCompile(`\(rpc error: .*?\)`)
	stack      = regexp.MustCompile(`(?m)^goroutine \d+ \[.*\n(?:.+\n\t.+\n)+`)
	rounded    = regexp.MustCompile(`0\.(?:25|2499)\d*`)
)

// normal takes out of a text what differs between machines.
func normal(text string) string {
	text = strings.ReplaceAll(text, folder, "DIR")
	if runtime.GOOS == "windows" {
		text = strings.ReplaceAll(text, `\`, "/")
	}
	text = connection.ReplaceAllString(text, "(rpc error)")
	text = stack.ReplaceAllString(text, "goroutine …\n")
	return rounded.ReplaceAllString(text, "0.25…")
}

func compare(t *testing.T, golden, got string) {
	t.Helper()
	if *update {
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
