package scaffold

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

var update = flag.Bool("update", false, "write ROUTINES.md")

// TestRoutinesPageIsCurrent: the page is what the tables give.
func TestRoutinesPageIsCurrent(t *testing.T) {
	var b bytes.Buffer
	WriteRoutineAndUtilityReference(&b)
	const page = "../ROUTINES.md"
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(page); err != nil || !bytes.Equal(have, b.Bytes()) {
		t.Error("ROUTINES.md is not what the tables give: go test ./usersub/scaffold -run RoutinesPage -update", err)
	}
}

// checkArg reports an argument without meaning, or a real one without unit.
func checkArg(t *testing.T, of string, a *usersub.Arg) {
	t.Helper()
	if a.Doc == "" || a.DocSummary() == "" {
		t.Errorf("%s: the argument %s has no meaning", of, a.Name)
	}
	if (a.Kind == usersub.Real) != (a.Unit != "") {
		t.Errorf("%s: the argument %s has the unit %q", of, a.Name, a.Unit)
	}
	if a.Kind == usersub.Real && (a.Len == "3" || a.Len == "6") && !strings.Contains(a.Doc, "axes") && !strings.Contains(a.Doc, "frame") &&
		!strings.Contains(a.Doc, "coordinates") && !strings.Contains(a.Doc, "components") && !strings.Contains(a.Doc, "about") && !strings.Contains(a.Doc, "not read") {
		t.Errorf("%s: the argument %s does not name its axes", of, a.Name)
	}
}

// TestPagesOfRoutines: each routine has all texts, each argument its meaning and unit, and the page each
// argument and each language.
func TestPagesOfRoutines(t *testing.T) {
	for _, sig := range usersub.Sigs() {
		if sig.Doc == "" || sig.Called == "" || sig.Returns == "" {
			t.Errorf("%s: Doc, Called or Returns is missing", sig.Name)
		}
		p := FindPages(strings.ToLower(sig.Name))
		if len(p) != 1 {
			t.Fatalf("%s has %d pages", sig.Name, len(p))
		}
		page := p[0].String()
		for i := range sig.Args {
			a := &sig.Args[i]
			checkArg(t, sig.Name, a)
			if !sig.UsesState && strings.Contains(a.Doc, "quer") {
				t.Errorf("%s may make no queries, but %s says %q", sig.Name, a.Name, a.Doc)
			}
			if !strings.Contains(page, "\n  "+a.Name+"\t") {
				t.Errorf("%s: the page lacks %s", sig.Name, a.Name)
			}
		}
		for _, part := range []string{"\nC:\n  void " + sig.Name + "(", "\nFortran:\n  subroutine " + strings.ToLower(sig.Name) + "(", "\nPython:\n  def " + sig.Name + "(", "\nExample:\n  def "} {
			if !strings.Contains(page, part) {
				t.Errorf("%s: the page lacks %q", sig.Name, part)
			}
		}
		if (sig.Struct != nil) != strings.Contains(page, "\nC, struct first:\n") {
			t.Errorf("%s: the form with a struct is missing, or there is none", sig.Name)
		}
	}
}

// TestPagesOfUtilities: each utility has all texts and an example whose inputs fit; those of utilities
// that only calculate give results.
func TestPagesOfUtilities(t *testing.T) {
	for _, u := range usersub.Utilities() {
		for i := range u.Args {
			checkArg(t, u.Name, &u.Args[i].Arg)
		}
		p := FindPages(u.InC)
		if len(p) != 1 || u.Doc == "" {
			t.Fatalf("%s has %d pages, Doc %q", u.Name, len(p), u.Doc)
		}
		if u.Call == nil {
			continue
		}
		if c, err := ExampleCall(u); err != nil {
			t.Error(err)
		} else if u.NeedsNoSolver() && u.Flag >= 0 && c.Arg[u.Flag].Int[0] != 0 {
			t.Errorf("%s: the example sets the error flag", u.Name)
		}
		if page := p[0].String(); !strings.Contains(page, "\nC:\n  "+strings.SplitAfter(u.CPrototype(), "(")[0]) || !strings.Contains(page, "\nExample:\n") {
			t.Errorf("%s: the page lacks the form in C or the example:\n%s", u.Name, page)
		}
	}
	if p := FindPages("STEP"); len(p) != 1 || !strings.Contains(p[0].Example, "[value, errflg] = py_step(0.25, 0, 0, 1, 2, 0)  # 0.3125, 0") {
		t.Errorf("%v", p)
	}
}
