package pysub

import (
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

func TestSuite(t *testing.T) {
	subtest.RunSuite(t, fromScript(t, "suite.py", "BEYOND", "UNSETS")) // a list ends at npar, and a result is whole
}

func TestUtilitySuite(t *testing.T) {
	subtest.RunUtilities(t, fromScript(t, "utility.py"))
}

// fromScript loads routines of a script in testdata but those that are left out.
func fromScript(t *testing.T, script string, without ...string) subtest.Load {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	l := New(Options{Log: silent()})
	t.Cleanup(func() { l.Close() })
	return func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
		for _, name := range without {
			if function == name {
				return nil
			}
		}
		r, err := l.Load(&usersub.Ref{Script: script, Interpreter: "PYTHON",
			Function: function, Named: true, Dir: dir}, sig)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}
