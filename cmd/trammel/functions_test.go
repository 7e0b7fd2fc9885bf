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
)

// TestHelpFunctions: the topic lists each function; explain prints its page, beside codes too.
func TestHelpFunctions(t *testing.T) {
	o := trammel(t, "help", "functions")
	for _, p := range system.Pages() {
		if o.code != 0 || !strings.Contains(o.out+o.errors, "\n  "+p.Form+"\n") {
			t.Errorf("code %d: %s is missing", o.code, p.Form)
		}
		if _, both := codes.Find(p.Name); both {
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
	o = trammel(t, "explain", "step", "E305", "Dx")
	if o.code != 0 || !strings.HasPrefix(o.out, "STEP(x, x0, h0, x1, h1)\n") || !strings.Contains(o.out, "\n\nE305: ") || !strings.Contains(o.out, "\n\nDX(i [, j, k])\n") {
		t.Errorf("%+v", o)
	}
	if o := trammel(t, "explain", "STEQ"); o.code != 2 || !strings.Contains(o.errors, "STEQ") || !strings.Contains(o.errors, "trammel help functions") {
		t.Errorf("%+v", o)
	}
	if o := trammel(t, "explain", "--json", "STEP"); o.code != 2 || !strings.Contains(o.errors, "--json") {
		t.Errorf("%+v", o)
	}
}

// TestHelpJoints: the topic lists each type of joint; explain prints its page.
func TestHelpJoints(t *testing.T) {
	o := trammel(t, "help", "joints")
	for _, p := range element.JointPages() {
		if o.code != 0 || !strings.Contains(o.out+o.errors, "\n  "+p.Type+" ") {
			t.Errorf("code %d: %s is missing", o.code, p.Type)
		}
		if _, both := system.FindPage(p.Type); both {
			t.Errorf("%s is a function and a type of joint", p.Type)
		}
	}
	o = trammel(t, "explain", "revolute", "STEP")
	if o.code != 0 || !strings.Contains(o.out, "Degrees of freedom: 1: a rotation about z\n") || !strings.Contains(o.out, "\n\nSTEP(x, x0, h0, x1, h1)\n") {
		t.Errorf("%+v", o)
	}
}

// TestHelpRoutines: the topic lists each routine and utility; explain prints its page in 80 columns.
func TestHelpRoutines(t *testing.T) {
	o := trammel(t, "help", "routines")
	for _, p := range append(scaffold.Pages(), scaffold.UtilityPages()...) {
		if o.code != 0 || !strings.Contains(o.out+o.errors, "\n  "+p.Name+" ") {
			t.Errorf("code %d: %s is missing", o.code, p.Name)
		}
		text, ok := pageText(p.Name)
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
		if _, both := codes.Find(s.Name); both {
			t.Errorf("%s is a routine and a code", s.Name)
		}
	}
	o = trammel(t, "explain", "pfosub", "c_gtaray", "STEP")
	for _, part := range []string{"PFOSUB: value of the constraint function", "\nElement:      Force_Penalty\n", "\n\nGTARAY: values of an array\n",
		"\n\nSTEP(x, x0, h0, x1, h1)\n", "\n\nSTEP: cubic step"} {
		if o.code != 0 || !strings.Contains(o.out, part) {
			t.Errorf("code %d: %q is missing in\n%s", o.code, part, o.out)
		}
	}
	if o := trammel(t, "explain", "PFOSUP"); o.code != 2 || !strings.Contains(o.errors, "trammel help routines") {
		t.Errorf("%+v", o)
	}
}
