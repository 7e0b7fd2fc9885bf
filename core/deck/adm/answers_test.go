package adm

import (
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
)

// The name of the model stands in FILE/MODEL= or alone on the first line.
func TestModelOf(t *testing.T) {
	for text, want := range map[string]string{
		"file/model=crank\nSTOP\n":           "crank",
		"! run it\nFi/Mo = 'crank.adm'\n":    "crank.adm",
		"crank\ncrank_out\nSIM/DYN, END=1\n": "crank",
		" crank \r\nSTOP\r\n":                "crank",
		"SIMULATE/DYNAMIC, END=1\n":          "",
		"STOP\n":                             "",
		"! crank\nSTOP\n":                    "",
		"":                                   "",
	} {
		if got := ModelFileNamedIn(&deck.Source{Text: []byte(text)}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
