package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/trammel-mbd/trammel/core/deck/codes"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
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
