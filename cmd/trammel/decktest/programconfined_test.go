package decktest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// A deck that is a program does nothing outside of itself with --isolate all, whichever command reads it.
func TestConfinedPrograms(t *testing.T) {
	mark := filepath.Join(clitest.Folder, "program-mark")
	for name, act := range map[string]string{"starts": "import os\nos.system('echo > program-mark')\n", "writes": "open('program-mark', 'w').write('x')\n"} {
		deck := clitest.WriteFile(t, "program-"+name+".py", act+"PART(1, GROUND=True)\n")
		for _, command := range []string{"check", "info", "run"} {
			clitest.Run(t, command, deck, "--isolate", "all").Expect(t, 3, "confined")
			if _, err := os.Stat(mark); err == nil {
				t.Fatalf("%s %s: it was done", command, deck)
			}
		}
		clitest.Run(t, "check", deck)
		if _, err := os.Stat(mark); err != nil {
			t.Errorf("%s: without --isolate all it is not done: %v", deck, err)
		}
		os.Remove(mark)
	}
}
