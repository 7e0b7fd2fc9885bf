package main

import (
	"os"
	"strings"
	"testing"
)

func TestSchemaCommand(t *testing.T) {
	o := trammel(t, "schema")
	if o.code != 0 || o.errors != "" || !strings.HasPrefix(o.out, "<?xml ") || !strings.Contains(o.out, `<xs:attributeGroup name="Force_Penalty">`) {
		t.Errorf("code %d, %q, %.200q", o.code, o.errors, o.out)
	}
	page, err := os.ReadFile("../../core/element/REFERENCE.md")
	if o := trammel(t, "schema", "--markdown"); err != nil || o.code != 0 || o.errors != "" || o.out != string(page) {
		t.Errorf("%v, code %d, %q: not the reference page", err, o.code, o.errors)
	}
	if o := trammel(t, "schema", "deck.xml"); o.code != 2 {
		t.Errorf("%+v", o)
	}
}
