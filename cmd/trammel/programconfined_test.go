package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A deck that is a program does nothing outside of itself with --isolate all, whichever command reads it.
func TestConfinedPrograms(t *testing.T) {
	mark := filepath.Join(folder, "program-mark")
	for name, act := range map[string]string{"starts": "import os\nos.system('echo > program-mark')\n", "writes": "open('program-mark', 'w').write('x')\n"} {
		deck := write(t, "program-"+name+".py", act+"PART(1, GROUND=True)\n")
		for _, command := range []string{"check", "info", "run"} {
			trammel(t, command, deck, "--isolate", "all").expect(t, 3, "confined")
			if _, err := os.Stat(mark); err == nil {
				t.Fatalf("%s %s: it was done", command, deck)
			}
		}
		trammel(t, "check", deck)
		if _, err := os.Stat(mark); err != nil {
			t.Errorf("%s: without --isolate all it is not done: %v", deck, err)
		}
		os.Remove(mark)
	}
}
