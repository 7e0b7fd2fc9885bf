package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/trammel-mbd/trammel/core/deck/codes"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

func TestExplain(t *testing.T) {
	o := clitest.Run(t, "explain", "e305", "X002")
	if o.Code != 0 || o.Errors != "" || !strings.HasPrefix(o.Out, "E305: ") || !strings.Contains(o.Out, "\n\nX002: ") ||
		!strings.Contains(o.Out, "\nCause:   ") || !strings.Contains(o.Out, "\nRemedy:  ") {
		t.Errorf("%+v", o)
	}
	list := clitest.Run(t, "explain")
	if n := strings.Count(list.Out, "\n"); list.Code != 0 || n != len(codes.AllCodes()) || !strings.Contains(list.Out, "\nP101  ") {
		t.Errorf("code %d, %d lines", list.Code, n)
	}
	if o := clitest.Run(t, "explain", "E305", "E300"); o.Code != 2 || o.Out != "" || !strings.Contains(o.Errors, `there is no code "E300"; similar codes: `) || !strings.Contains(o.Errors, "E305") {
		t.Errorf("%+v", o)
	}
	page, err := os.ReadFile("../../core/deck/CODES.md")
	if o := clitest.Run(t, "explain", "--markdown"); err != nil || o.Code != 0 || o.Out != string(page) {
		t.Errorf("%v, code %d: not the reference page", err, o.Code)
	}
	if o := clitest.Run(t, "explain", "--markdown", "E305"); o.Code != 2 {
		t.Errorf("%+v", o)
	}
	o = clitest.Run(t, "explain", "--json", "B010", "W117")
	d := json.NewDecoder(strings.NewReader(o.Out))
	for _, id := range []string{"B010", "W117"} {
		var c codes.Code
		want, _ := codes.FindCode(id)
		if err := d.Decode(&c); err != nil || c != want {
			t.Errorf("%v: %+v", err, c)
		}
	}
}

// TestPagesOfCodes: printed pages are at most 80 characters wide.
func TestPagesOfCodes(t *testing.T) {
	for _, c := range codes.AllCodes() {
		var b strings.Builder
		writeCodePage(&b, c)
		for l := range strings.Lines(b.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(l, "\n")); n > 80 || n > 0 && strings.TrimSpace(l) == "" {
				t.Errorf("%s: %d characters: %s", c.ID, n, l)
			}
		}
		if words := strings.Join(strings.Fields(b.String()), " "); !strings.Contains(words, strings.Join(strings.Fields(c.Cause), " ")) || !strings.Contains(words, strings.Join(strings.Fields(c.Remedy), " ")) {
			t.Errorf("%s: the page does not have all of the text:\n%s", c.ID, b.String())
		}
	}
}

// TestExamplesOfCodes: what the table shows as right brings no problem.
func TestExamplesOfCodes(t *testing.T) {
	surround := []string{`<Body_Rigid id="1" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1" cg_id="10"/>`, `<Reference_Marker id="10" body_id="1"/>`,
		`<Reference_Variable id="11" type="EXPRESSION" expr="TIME"/>`, `<Reference_Variable id="12" type="EXPRESSION" expr="TIME"/>`,
		`<Post_Request id="1" type="MARKER_DISPLACEMENT" i_marker_id="10"/>`}
	tried := 0
	for _, c := range codes.AllCodes() {
		name, text := "example-"+c.ID, ""
		switch {
		case strings.HasPrefix(c.Example, "<?xml"):
			name, text = name+".xml", c.Example+"<MotionSolve><Model>"+strings.Join(surround, "")+"</Model></MotionSolve>"
		case strings.HasPrefix(c.Example, "<Simulate"):
			name, text = name+".xml", "<MotionSolve><Model>"+strings.Join(surround, "")+"</Model><Command>"+c.Example+"</Command></MotionSolve>"
		case strings.HasPrefix(c.Example, "<"):
			model := c.Example
			for _, e := range surround {
				if kind, _, _ := strings.Cut(e, " "); !strings.Contains(c.Example, kind+" ") {
					model += e
				}
			}
			name, text = name+".xml", "<MotionSolve><Model>"+model+"</Model></MotionSolve>"
		case strings.HasPrefix(c.Example, "PART/"):
			name, text = name+".adm", "title\nPART/1, GROUND\nMARKER/201, PART=2\nREQUEST/1, DISP, I=201\n"+c.Example+"\nEND\n"
		case strings.HasPrefix(c.Example, "PART("):
			name, text = name+".py", "PART(1, GROUND=True)\nMARKER(201, PART=2)\nREQUEST(1, DISPLACEMENT=True, I=201)\n"+c.Example+"\n"
		default:
			continue
		}
		clitest.WriteFile(t, name, text)
		if o := clitest.Run(t, "check", name); o.Code != 0 || strings.Contains(o.Errors, "warning") {
			t.Errorf("%s: code %d, %s", c.ID, o.Code, o.Errors)
		}
		tried++
	}
	if tried < 8 {
		t.Errorf("only %d examples were tried", tried)
	}
}
