package plugins_test

import (
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/subtest"
)

func TestSuite(t *testing.T) {
	l := loader(t)
	subtest.Run(t, func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
		if function == "BEYOND" {
			return nil // a slice of Go ends where it ends
		}
		r, err := l.Load(ref("refplugin", function), sig)
		if err != nil {
			t.Fatal(err)
		}
		return r
	})
}
