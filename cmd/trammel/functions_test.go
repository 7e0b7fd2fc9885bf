package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/trammel-mbd/trammel/core/deck/codes"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/scaffold"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestHelpFunctions: the topic lists each function; explain prints its page, beside codes too.
func TestHelpFunctions(t *testing.T) {
	o := clitest.Run(t, "help", "functions")
	for _, p := range system.FunctionPages() {
		if o.Code != 0 || !strings.Contains(o.Out+o.Errors, "\n  "+p.Form+"\n") {
			t.Errorf("code %d: %s is missing", o.Code, p.Form)
		}
		if _, both := codes.FindCode(p.Name); both {
			t.Errorf("%s is a function and a code", p.Name)
		}
		text, ok := functionPage(p.Name)
		if words := strings.Join(strings.Fields(text), " "); !ok || !strings.Contains(words, strings.Join(strings.Fields(p.Meaning), " ")) {
			t.Errorf("%s: the page does not have all of the text:\n%s", p.Name, text)
		}
		for l := range strings.Lines(text) {
			if utf8.RuneCountInString(strings.TrimSuffix(l, "\n")) > 80 {
				t.Errorf("%s: longer than 80 characters: %s", p.Name, l)
			}
		}
	}
	o = clitest.Run(t, "explain", "step", "E305", "Dx")
	if o.Code != 0 || !strings.HasPrefix(o.Out, "STEP(x, x0, h0, x1, h1)\n") || !strings.Contains(o.Out, "\n\nE305: ") || !strings.Contains(o.Out, "\n\nDX(i [, j, k])\n") {
		t.Errorf("%+v", o)
	}
	if o := clitest.Run(t, "explain", "STEQ"); o.Code != 2 || !strings.Contains(o.Errors, "STEQ") || !strings.Contains(o.Errors, "trammel help functions") {
		t.Errorf("%+v", o)
	}
	if o := clitest.Run(t, "explain", "--json", "STEP"); o.Code != 2 || !strings.Contains(o.Errors, "--json") {
		t.Errorf("%+v", o)
	}
}

// TestHelpJoints: the topic lists each type of joint; explain prints its page.
func TestHelpJoints(t *testing.T) {
	o := clitest.Run(t, "help", "joints")
	for _, p := range element.JointPages() {
		if o.Code != 0 || !strings.Contains(o.Out+o.Errors, "\n  "+p.Type+" ") {
			t.Errorf("code %d: %s is missing", o.Code, p.Type)
		}
		if _, both := system.FindFunctionPage(p.Type); both {
			t.Errorf("%s is a function and a type of joint", p.Type)
		}
	}
	o = clitest.Run(t, "explain", "revolute", "STEP")
	if o.Code != 0 || !strings.Contains(o.Out, "Degrees of freedom: 1: a rotation about z\n") || !strings.Contains(o.Out, "\n\nSTEP(x, x0, h0, x1, h1)\n") {
		t.Errorf("%+v", o)
	}
}

// TestHelpRoutines: the topic lists each routine and utility; explain prints its page in 80 columns.
func TestHelpRoutines(t *testing.T) {
	o := clitest.Run(t, "help", "routines")
	for _, p := range append(scaffold.RoutinePages(), scaffold.UtilityPages()...) {
		if o.Code != 0 || !strings.Contains(o.Out+o.Errors, "\n  "+p.Name+" ") {
			t.Errorf("code %d: %s is missing", o.Code, p.Name)
		}
		text, ok := referencePageText(p.Name)
		if !ok {
			t.Errorf("%s has no page", p.Name)
		}
		for _, a := range p.Args {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), strings.Join(strings.Fields(a[2]), " ")) {
				t.Errorf("%s: the page lacks what is said of %s:\n%s", p.Name, a[0], text)
			}
		}
		declared, _, _ := strings.Cut(routinePage(p), "\nExample:")
		for l := range strings.Lines(declared) {
			if utf8.RuneCountInString(strings.TrimSuffix(l, "\n")) > 80 {
				t.Errorf("%s: longer than 80 characters: %s", p.Name, l)
			}
		}
	}
	for _, s := range usersub.Sigs() {
		if _, both := codes.FindCode(s.Name); both {
			t.Errorf("%s is a routine and a code", s.Name)
		}
	}
	o = clitest.Run(t, "explain", "pfosub", "c_gtaray", "STEP")
	for _, part := range []string{"PFOSUB: value of the constraint function", "\nElement:      Force_Penalty\n", "\n\nGTARAY: values of an array\n",
		"\n\nSTEP(x, x0, h0, x1, h1)\n", "\n\nSTEP: cubic step"} {
		if o.Code != 0 || !strings.Contains(o.Out, part) {
			t.Errorf("code %d: %q is missing in\n%s", o.Code, part, o.Out)
		}
	}
	if o := clitest.Run(t, "explain", "PFOSUP"); o.Code != 2 || !strings.Contains(o.Errors, "trammel help routines") {
		t.Errorf("%+v", o)
	}
}
