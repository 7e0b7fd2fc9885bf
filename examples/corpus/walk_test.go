package main

import (
	"encoding/xml"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestWalks leads sixty decks (fifteen in its short form), damaged and not, through check, run, convert and back.
func TestWalks(t *testing.T) {
	n := int64(15)
	if long {
		n = 60
	}
	wrong, came, err := runCommandWalksOfSeeds("", 10000, 10000+n, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range wrong {
		t.Error(text)
	}
	// All that is judged has come.
	for _, what := range []string{"check 0", "check 3", "run 0", "run 3", "convert 0", "convert 3", "compared"} {
		if came[what] == 0 {
			t.Errorf("%s: never in %d walks: %v", what, n, came)
		}
	}
}

// TestWalksJudge: what is not documented is reported.
func TestWalksJudge(t *testing.T) {
	for _, c := range []struct {
		code int
		said string
		bad  bool
	}{
		{0, "", false}, {3, "deck.xml:1:2: error: x", false}, {3, "error: x", true}, {1, "error: x", true}, {6, "", true}, {6, "error: x", false},
		{5, "error: x", true}, {0, "internal error: x", true},
	} {
		w := new(walk)
		if w.checkExitCode("check", "deck.xml", c.code, c.said); (len(w.wrong) > 0) != c.bad {
			t.Errorf("code %d, %q: %q", c.code, c.said, w.wrong)
		}
	}
	w := new(walk)
	w.compareRows("", [][]float64{{0, 1}, {1, 1000}}, [][]float64{{0, 1}, {1, 1000 + 5e-10}})
	if len(w.wrong) > 0 {
		t.Error(w.wrong)
	}
	w.compareRows("", [][]float64{{0, 1}, {1, 1000}}, [][]float64{{0, 1}, {1, 1000 + 5e-9}})
	w.compareRows("", [][]float64{{0, 1}, {1, 1000}}, [][]float64{{0, 1}})
	if len(w.wrong) != 2 {
		t.Error(w.wrong)
	}
}

// TestAlter: changes change, and leave XML that can be read as XML, so that decks are refused for what they say.
func TestAlter(t *testing.T) {
	text := generateMotionModel(3, 0, 0).deckXML("")
	same := 0
	for seed := range uint64(300) {
		got := alterXML(text, rand.New(rand.NewPCG(seed, 0)))
		if got == text {
			same++
		}
		for d := xml.NewDecoder(strings.NewReader(got)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	if same > 30 {
		t.Errorf("%d of 300 changes change nothing", same)
	}
}
