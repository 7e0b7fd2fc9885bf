package pysub

import (
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/subtest"
)

func TestSuite(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	l := New(Options{})
	defer l.Close()
	subtest.Run(t, func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
		if function == "BEYOND" || function == "UNSETS" {
			return nil // a list ends at npar, and a result is whole
		}
		r, err := l.Load(&usersub.Ref{Script: "suite.py", Interpreter: "PYTHON",
			Function: function, Named: true, Dir: dir}, sig)
		if err != nil {
			t.Fatal(err)
		}
		return r
	})
}
