package pysub

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConfinedProgram: a program that is confined starts nothing, writes nothing, and reads in its folder only.
func TestConfinedProgram(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	for _, path := range []string{filepath.Join(dir, "data.txt"), filepath.Join(elsewhere, "secret.txt")} {
		if err := os.WriteFile(path, []byte("7\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(elsewhere, "secret.txt"), filepath.Join(dir, "link.txt")); err != nil {
		t.Skip(err)
	}
	text := func(path string) string { return strings.ReplaceAll(path, `\`, `/`) }
	in := func(name string) string { return text(filepath.Join(dir, name)) }
	for code, refused := range map[string]bool{
		"open('" + in("data.txt") + "').read()":                            false,
		"open(file='" + in("data.txt") + "', mode='r').read()":             false,
		"open('" + in("out.txt") + "', 'w')":                               true,
		"open('" + in("out.txt") + "', mode='a')":                          true,
		"open('" + in("link.txt") + "')":                                   true,
		"open('" + in("../x") + "')":                                       true,
		"open('" + text(filepath.Join(elsewhere, "secret.txt")) + "')":     true,
		"import os; os.system('echo x > " + in("out.txt") + "')":           true,
		"import os; os.remove('" + in("data.txt") + "')":                   true,
		"import os; os.mkdir('" + in("folder") + "')":                      true,
		"from os import makedirs; makedirs('" + in("folder") + "')":        true,
		"import tempfile; tempfile.mkdtemp()":                              true,
		"import glob; glob.glob('/*')":                                     true,
		"import os; os.getcwd(); os.path.exists('" + in("data.txt") + "')": false,
	} {
		for _, confined := range []bool{true, false} {
			if !confined && (refused || strings.Contains(code, "..")) {
				continue // what it does is not wanted here
			}
			l := New(Options{Output: io.Discard, Confined: confined})
			err := l.Execute(Program{File: filepath.Join(dir, "model.py"), Text: []byte(code + "\n")})
			if (err != nil) != refused || refused && !strings.Contains(err.Error(), "confined") {
				t.Errorf("%s: %v", code, err)
			}
			l.Close()
		}
	}
	files, _ := os.ReadDir(dir)
	if len(files) != 2 {
		t.Errorf("the folder holds %v", files)
	}
}
