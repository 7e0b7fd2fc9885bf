package source

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzPrepare: no text makes the readers panic, and a second pass over what the first one wrote changes nothing more than it allows: it
// fails or passes as the first did.
func FuzzPrepare(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("..", "..", "cmd", "trammel", "testdata", "wild", "source", "*.[cf]*"))
	if err != nil || len(files) < 8 {
		f.Fatal(files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("!DEC$ IF DEFINED(A)\n      OPEN(10,FORM='BINARY',\n     & NAME=\n'x'C\\)"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range []string{"a.f", "a.f90"} {
			r, err := PrepareFortran(name, text, Options{})
			if err != nil || r.Text == nil {
				continue
			}
			if _, err := PrepareFortran(name, r.Text, Options{}); err != nil {
				t.Errorf("%s: %v in %q, which was made of %q", name, err, r.Text, text)
			}
		}
		ExamineCSource("a.c", text, nil)
	})
}
