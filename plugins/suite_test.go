package plugins_test

import (
	"testing"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// overAll runs a test over each transport.
func overAll(t *testing.T, f func(t *testing.T, l *plugins.Loader)) {
	for _, transport := range transports {
		t.Run(string(transport), func(t *testing.T) { f(t, over(t, transport)) })
	}
}

func TestSuite(t *testing.T) { overAll(t, suite) }

func suite(t *testing.T, l *plugins.Loader) {
	subtest.RunSuite(t, func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
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
