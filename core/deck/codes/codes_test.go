package codes

import (
	"bytes"
	options "flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = options.Bool("update", false, "write the reference page")

// TestPageIsCurrent: the page is what the table says.
func TestPageIsCurrent(t *testing.T) {
	var b bytes.Buffer
	if err := Markdown(&b); err != nil {
		t.Fatal(err)
	}
	const page = "../CODES.md"
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, b.Bytes()) {
		t.Error("CODES.md is not what the table says: go test ./core/deck/codes -run Page -update")
	}
	for _, c := range AllCodes() {
		if strings.Count(b.String(), "\n### "+c.ID+"\n") != 1 {
			t.Errorf("the page does not have one section on %s", c.ID)
		}
	}
}

// TestRows: ids are unique, and no row lacks a text or repeats the title of another.
func TestRows(t *testing.T) {
	form := regexp.MustCompile(`^[A-Z]\d{3}$`)
	ids, titles := map[string]bool{}, map[string]string{}
	for _, c := range AllCodes() {
		if !form.MatchString(c.ID) || ids[c.ID] {
			t.Errorf("%q is not a code, or has two rows", c.ID)
		}
		if other := titles[c.Title]; other != "" {
			t.Errorf("%s and %s have the title %q", other, c.ID, c.Title)
		}
		ids[c.ID], titles[c.Title] = true, c.ID
		if c.Title == "" || strings.HasSuffix(c.Title, ".") || len(c.Title) > 70 {
			t.Errorf("%s: title %q: wanted is a short one without a period", c.ID, c.Title)
		}
		for _, s := range []string{c.Cause, c.Remedy} {
			if !strings.HasSuffix(s, ".") || strings.TrimSpace(s) != s {
				t.Errorf("%s: %q is not a sentence", c.ID, s)
			}
		}
		if strings.Count(c.Example, "\n") > 1 {
			t.Errorf("%s: the example has more than two lines", c.ID)
		}
	}
}

func TestFind(t *testing.T) {
	for _, id := range []string{"E305", "e305"} {
		if c, ok := FindCode(id); !ok || c.ID != "E305" {
			t.Errorf("%s: %+v", id, c)
		}
	}
	for _, id := range []string{"", "E", "E3055", "E999", "é05"} {
		if c, ok := FindCode(id); ok {
			t.Errorf("%q: %+v", id, c)
		}
	}
}

func TestNear(t *testing.T) {
	for id, want := range map[string][]string{"E300": {"E100", "E305", "E306", "E307"}, "R009": {"R001", "R002", "R003"}, "l1": {"L001", "L002"}, "": nil, "Q777": nil} {
		if have := SimilarIDs(id); !slices.Equal(have, want) {
			t.Errorf("%q: %v, wanted %v", id, have, want)
		}
	}
	if near := SimilarIDs("B999"); len(near) == 0 {
		t.Error("B999 has no near codes")
	}
}
