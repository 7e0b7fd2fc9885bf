package run

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestDocumentKeysAreDescribed: the README names all keys of run.json, and those of assemblies and findings.
func TestDocumentKeysAreDescribed(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## run.json")
	for _, x := range []any{Document{}, AssemblyInfo{}, Findings{}} {
		for i := range reflect.TypeOf(x).NumField() {
			key, _, _ := strings.Cut(reflect.TypeOf(x).Field(i).Tag.Get("json"), ",")
			if !strings.Contains(table, "`"+key+"`") {
				t.Errorf("%T: %s is not described", x, key)
			}
		}
	}
}
