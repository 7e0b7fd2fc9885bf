package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
	"github.com/trammel-mbd/trammel/core/deck/golden"
)

// TestBrokenDecks compares what is said about each deck of testdata/broken,
// and the exit code, with the golden file beside it. Decks are checked; those
// whose name begins with run are run.
func TestBrokenDecks(t *testing.T) {
	decks, err := filepath.Glob("testdata/broken/*.xml")
	if err != nil || len(decks) < 60 {
		t.Fatalf("%d decks, %v", len(decks), err)
	}
	for i, deck := range append(decks, "testdata/broken/no-such-deck.xml") {
		if clitest.LeftOut(i) {
			continue
		}
		name := filepath.Base(deck)
		t.Run(strings.TrimSuffix(name, ".xml"), func(t *testing.T) {
			if strings.Contains(name, "native") {
				clitest.BuildBrokenLibrary(t)
			}
			args := []string{"check", name}
			if strings.HasPrefix(name, "run-") {
				args = []string{"run", name, "--quiet"}
			}
			o := clitest.Run(t, args...)
			got := fmt.Sprintf("$ trammel %s\n%s%sexit code %d\n", strings.Join(args, " "), o.Errors, o.Out, o.Code)
			golden.CompareFile(t, strings.TrimSuffix(deck, ".xml")+".golden", clitest.Normalize(got))
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
	for i, deck := range append(models, commands...) {
		if clitest.LeftOut(i) {
			continue
		}
		name := filepath.Base(deck)
		t.Run(name, func(t *testing.T) {
			o := clitest.Run(t, "check", name)
			got := fmt.Sprintf("$ trammel check %s\n%s%sexit code %d\n", name, o.Errors, o.Out, o.Code)
			golden.CompareFile(t, strings.TrimSuffix(deck, filepath.Ext(deck))+".golden", clitest.Normalize(got))
		})
	}
	if o := clitest.Run(t, "check", "pendulum.adm"); o.Code != 0 || !strings.Contains(o.Out+o.Errors, "no errors, 0 warnings") {
		t.Errorf("pendulum.adm: code %d\n%s", o.Code, o.Errors)
	}
}
