package usersub

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFindFile(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"Data/Road.Rdf", "twice.f", "Twice.f", "plain.txt", "x/Deck/a.txt"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if a, err := os.ReadDir(dir); err != nil || len(a) != 5 {
		t.Skip("names differ in more than case here")
	}
	for _, c := range []struct {
		name, want string
		other      bool
	}{
		{"plain.txt", "plain.txt", false}, {"PLAIN.TXT", "plain.txt", true}, {`data\road.rdf`, "Data/Road.Rdf", true},
		{`DATA/..\Data/Road.Rdf`, "Data/Road.Rdf", true}, {"twice.f", "twice.f", false}, {"TWICE.F", "", true}, {"data", "", true}, {"none", "", true}, {"", "", false},
		{`C:\work\Plain.txt`, "plain.txt", true}, {"d:/users/me/data/road.rdf", "Data/Road.Rdf", true}, {`\\server\share\deck\A.TXT`, "", false},
		{"/nowhere/at/all/plain.txt", "plain.txt", true}, {`C:\work\none.txt`, "", false}, {"C:plain.txt", "", true},
	} {
		want := c.want
		if want != "" {
			want = filepath.Join(dir, want)
		}
		if got, other := FindFile(dir, c.name); got != want || other != c.other {
			t.Errorf("%s: %q %v, want %q %v", c.name, got, other, want, c.other)
		}
	}
	for name, want := range map[string]bool{"/a": true, `C:\a`: true, "c:/a": true, "C:a": false, `\\a\b`: true, "a/b": false, "": false} {
		if filepath.Separator == '/' && IsAbsolutePath(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
