package subtest

import (
	"os"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

// golang calls the definitions themselves: the suite must pass with them.
type golang struct {
	define func(*usersub.Frame, usersub.State) error
	calls  int
	counts bool
}

func (g *golang) Call(f *usersub.Frame, s usersub.State) error {
	if g.counts {
		valueOutput(f)[0] = float64(g.calls)
		g.calls++
		return nil
	}
	if err := g.define(f, &usersub.QueryCache{Frame: f, State: s}); err != nil {
		return &usersub.CallError{Cause: usersub.Exception, Routine: f.Sig.Name,
			Time: f.Time(), Message: err.Error()}
	}
	return nil
}

func loadGo(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
	for _, c := range append(Cases(), UtilityCases()...) {
		if c.Name == function {
			return &usersub.Routine{Sub: &golang{define: c.Define, counts: c.Counts},
				Implementation: "go", File: "/go", SHA256: "0", Symbol: function}
		}
	}
	return nil
}

func TestDefinitionsPass(t *testing.T) { RunSuite(t, loadGo) }

func TestUtilityDefinitionsPass(t *testing.T) { RunUtilities(t, loadGo) }

func TestLaterQueryComesLater(t *testing.T) {
	c := find(t, "LATERQ")
	for shift, want := range map[float64]int{0.5: 1, 3.5: 2} {
		f := c.Frame(1)
		runDefinition(t, c, f, shift)
		if len(f.Asked) != want {
			t.Errorf("%d queries at shift %g, want %d", len(f.Asked), shift, want)
		}
	}
}

func TestEveryRoutineIsDocumented(t *testing.T) {
	text := packageComment(t)
	for _, c := range Cases() {
		if !strings.Contains(text, "//\t"+c.Name+" ") {
			t.Errorf("%s is not in the package comment", c.Name)
		}
	}
}

func find(t *testing.T, name string) *Case {
	t.Helper()
	for _, c := range Cases() {
		if c.Name == name {
			return &c
		}
	}
	t.Fatalf("no case %s", name)
	return nil
}

func packageComment(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
