package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck/codes"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// finding is what all formats report a problem.
type finding struct {
	severity, code, file string
	line, col            int
}

var gccLine = regexp.MustCompile(`^(?:([^:]+):(\d+):(\d+): )?(error|warning|note): .*?(?: \[(\w+)\])?$`)

func fromGCC(t *testing.T, text string) (all []finding) {
	for _, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		m := gccLine.FindStringSubmatch(l)
		if m == nil {
			t.Fatalf("line %q", l)
		}
		if m[5] == "" {
			continue // another place of the problem before
		}
		var line, col int
		fmt.Sscan(m[2], &line)
		fmt.Sscan(m[3], &col)
		all = append(all, finding{m[4], m[5], m[1], line, col})
	}
	return all
}

func fromJSON(t *testing.T, text string) (all []finding) {
	d := json.NewDecoder(strings.NewReader(text))
	for d.More() {
		var x struct {
			Severity, Code, File, Message, Help string
			Line, Col                           int
			EndLine                             int `json:"end_line"`
			EndCol                              int `json:"end_col"`
			Notes                               []any
		}
		d.DisallowUnknownFields()
		if err := d.Decode(&x); err != nil {
			t.Fatal(err)
		}
		if x.Message == "" {
			t.Error("a problem without a message")
		}
		all = append(all, finding{x.Severity, x.Code, x.File, x.Line, x.Col})
	}
	return all
}

func fromSARIF(t *testing.T, text string) (all []finding) {
	var doc struct {
		Version string
		Runs    []struct {
			ColumnKind string
			Tool       struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Level     string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           *struct{ StartLine, StartColumn, EndLine, EndColumn int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Version != "2.1.0" || len(doc.Runs) != 1 || doc.Runs[0].ColumnKind != "unicodeCodePoints" {
		t.Fatalf("%s", text)
	}
	r := doc.Runs[0]
	for _, x := range r.Results {
		if x.Message.Text == "" || r.Tool.Driver.Rules[x.RuleIndex].ID != x.RuleID {
			t.Errorf("%+v", x)
		}
		f := finding{severity: x.Level, code: x.RuleID}
		if len(x.Locations) > 0 {
			p := x.Locations[0].PhysicalLocation
			f.file, f.line, f.col = p.ArtifactLocation.URI, 1, 1
			if p.Region != nil {
				f.line, f.col = p.Region.StartLine, p.Region.StartColumn
				if p.Region.EndLine < f.line || p.Region.EndLine == f.line && p.Region.EndColumn < f.col {
					t.Errorf("%+v", *p.Region)
				}
			}
		}
		all = append(all, f)
	}
	return all
}

// TestCheckFormats: all formats report the same of a deck, with the exit code of
// the text, and nothing else.
func TestCheckFormats(t *testing.T) {
	clitest.WriteFile(t, "umlaut.adm", "title\nPART/1, GROUND\n! ä\nMARKER/1, PART=1, QP=0,0,0, RM=ä\nJOINT/1, REV, I=1, J=99\n")
	clitest.WriteFile(t, "inert.xml", inertDeck("REVOLUTE", `limit_max="2"`, `<Motion_Joint id="1" joint_id="1" expr="TIME"/>`))
	for deck, want := range map[string]finding{
		"inert.xml":        {"warning", "E636", "inert.xml", 4, 86},
		"attr-missing.xml": {"error", "E305", "attr-missing.xml", 4, 6},
		"attr-twice.xml":   {"warning", "W302", "attr-twice.xml", 0, 0},
		"lib-missing.xml":  {"error", "L001", "lib-missing.xml", 6, 94},
		"no-such.xml":      {"error", "E100", "no-such.xml", 1, 1},
		"umlaut.adm":       {"error", "E502", "umlaut.adm", 5, 22},
	} {
		text := clitest.Run(t, "check", deck)
		var lists [][]finding
		for name, read := range map[string]func(*testing.T, string) []finding{"gcc": fromGCC, "json": fromJSON, "sarif": fromSARIF} {
			o := clitest.Run(t, "check", deck, "--format", name)
			if o.Code != text.Code || o.Errors != "" {
				t.Errorf("%s as %s: code %d, %q; the text has code %d", deck, name, o.Code, o.Errors, text.Code)
			}
			lists = append(lists, read(t, o.Out))
		}
		if !slices.Equal(lists[0], lists[1]) || !slices.Equal(lists[0], lists[2]) {
			t.Errorf("%s: the formats differ: %v", deck, lists)
		}
		if !slices.ContainsFunc(lists[0], func(f finding) bool {
			return f.severity == want.severity && f.code == want.code && f.file == want.file && (want.line == 0 || f == want)
		}) {
			t.Errorf("%s: %v, want %v", deck, lists[0], want)
		}
	}
	clitest.WriteFile(t, "faultless.xml", clitest.BeadDeck("1.", clitest.Spring))
	for name, want := range map[string]string{"gcc": "", "json": "", "sarif": `"results": []`} {
		if o := clitest.Run(t, "check", "faultless.xml", "--format="+name); o.Code != 0 || !strings.Contains(o.Out, want) || want == "" && o.Out != "" {
			t.Errorf("%s: %+v", name, o)
		}
	}
	if o := clitest.Run(t, "check", "faultless.xml", "--format", "html"); o.Code != 2 || !strings.Contains(o.Errors, "--format is one of text, json, sarif, gcc") {
		t.Errorf("%+v", o)
	}
}

// TestSARIFRules: each rule explains its code, and results point at their rules.
func TestSARIFRules(t *testing.T) {
	o := clitest.Run(t, "check", "type-real.xml", "--format", "sarif")
	var doc struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct {
						ID                                      string
						ShortDescription, FullDescription, Help struct{ Text string }
					}
				}
			}
			Results []struct {
				RuleID    string
				RuleIndex int
			}
		}
	}
	if err := json.Unmarshal([]byte(o.Out), &doc); err != nil || len(doc.Runs) != 1 || len(doc.Runs[0].Results) == 0 {
		t.Fatalf("%v: %s", err, o.Out)
	}
	rules := doc.Runs[0].Tool.Driver.Rules
	for _, r := range rules {
		c, ok := codes.FindCode(r.ID)
		if !ok || r.ShortDescription.Text != c.Title+"." || r.FullDescription.Text != c.Cause || r.Help.Text != c.Remedy {
			t.Errorf("%+v", r)
		}
	}
	for _, r := range doc.Runs[0].Results {
		if rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("%+v does not point at its rule", r)
		}
	}
}
