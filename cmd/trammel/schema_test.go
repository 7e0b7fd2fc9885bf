package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

func TestSchemaCommand(t *testing.T) {
	o := clitest.Run(t, "schema")
	if o.Code != 0 || o.Errors != "" || !strings.HasPrefix(o.Out, "<?xml ") || !strings.Contains(o.Out, `<xs:attributeGroup name="Force_Penalty">`) {
		t.Errorf("code %d, %q, %.200q", o.Code, o.Errors, o.Out)
	}
	page, err := os.ReadFile("../../core/element/REFERENCE.md")
	if o := clitest.Run(t, "schema", "--markdown"); err != nil || o.Code != 0 || o.Errors != "" || o.Out != string(page) {
		t.Errorf("%v, code %d, %q: not the reference page", err, o.Code, o.Errors)
	}
	if o := clitest.Run(t, "schema", "deck.xml"); o.Code != 2 {
		t.Errorf("%+v", o)
	}
}

// TestSchemaByAnotherProgram: libxml2 takes the schema, finds all decks valid by it
// that are well-formed XML, and finds the mistakes of a broken one.
func TestSchemaByAnotherProgram(t *testing.T) {
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint is missing")
	}
	xsd := filepath.Join(clitest.Folder, "deck.xsd")
	clitest.WriteFile(t, "deck.xsd", clitest.Run(t, "schema").Out)
	check := func(deck string) string {
		said, _ := exec.Command(lint, "--noout", "--schema", xsd, deck).CombinedOutput()
		return string(said)
	}
	forms, _ := filepath.Glob("testdata/forms/*.xml")
	examples, _ := filepath.Glob("../../examples/*/*.xml")
	valid := 0
	for _, deck := range append(forms, examples...) {
		switch said := check(deck); {
		case strings.HasSuffix(said, " validates\n"):
			valid++
		case !strings.Contains(said, "parser error"): // that is not XML, which is forgiven
			t.Error(said)
		}
	}
	if valid < 100 {
		t.Errorf("%d decks are valid", valid)
	}
	clitest.WriteFile(t, "invalid.xml", `<MotionSolve><Model><Body_Rigid id="x" mass="a" foo="1"/><Nothing/></Model></MotionSolve>`)
	said := check(filepath.Join(clitest.Folder, "invalid.xml"))
	for _, want := range []string{"attribute 'id'", "attribute 'mass'", "'foo' is not allowed", "'Nothing': This element is not expected"} {
		if !strings.Contains(said, want) {
			t.Errorf("%s is not in\n%s", want, said)
		}
	}
}
