package page

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/result"
)

func TestOpenTable(t *testing.T) {
	for _, x := range []struct {
		name, text string
		columns    string // names, "" if the table is refused
		reason     string
	}{
		{"times", "time,1.X,note,p\n0,1,a,2\n1,3,b,4\n", "1.X p", ""},
		{"another first column", "t / s,force\n0,1\n2,3\n", "force", ""},
		{"no numbers first", "name,force\na,1\n", "", "first column must hold numbers"},
		{"empty", "", "", "empty"},
		{"ragged", "time,a\n0\n", "", "line 2"},
	} {
		file := filepath.Join(t.TempDir(), "test.csv")
		if err := os.WriteFile(file, []byte(x.text), 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := OpenResult(file)
		if x.columns == "" {
			if err == nil || !strings.Contains(err.Error(), x.reason) {
				t.Errorf("%s: %v, want %q", x.name, err, x.reason)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		var names []string
		for _, c := range r.Columns {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); got != x.columns || r.Name != "test" {
			t.Errorf("%s: columns %q of %s, want %q", x.name, got, r.Name, x.columns)
		}
	}
}

// A column of requests.csv names its request.
func TestRequestOf(t *testing.T) {
	for name, want := range map[string]struct {
		id        int
		component string
	}{"12.FX": {12, "FX"}, "1.X": {1, "X"}, "x.1": {0, "x.1"}, "1.": {0, "1."}, ".5": {0, ".5"}, "": {0, ""}, "9999999999.X": {0, "9999999999.X"}} {
		if e := requestOfColumn(name); e.ID != want.id || componentOfColumn(name) != want.component {
			t.Errorf("%q: %+v %q, want %+v", name, e, componentOfColumn(name), want)
		}
	}
}

// Damaged scenes and folders without results are errors with the name of the file.
func TestOpenDamaged(t *testing.T) {
	if _, err := OpenResult(filepath.Join(t.TempDir(), "none.out")); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("missing: %v", err)
	}
	if _, err := OpenResult(t.TempDir()); err == nil || !strings.Contains(err.Error(), "there are no results") {
		t.Errorf("empty folder: %v", err)
	}
	for reason, change := range map[string]func(*result.Scene){
		"no bodies":             func(s *result.Scene) { s.Bodies = nil },
		"no body of index 9":    func(s *result.Scene) { s.Markers[0].Body = 9 },
		"no marker of index 77": func(s *result.Scene) { s.Joints[0].I = 77 },
		"no marker of index -2": func(s *result.Scene) { s.Forces[0].J = -2 },
		"no vertex of index 5": func(s *result.Scene) {
			s.Graphics[0].Vertices, s.Graphics[0].Triangles = make([]float64, 9), []int{0, 1, 5}
		},
		"the pose of body 4 is not":  func(s *result.Scene) { s.Bodies[3].Pose = 25 },
		"triangles must come in thr": func(s *result.Scene) { s.Graphics[0].Vertices = make([]float64, 4) },
	} {
		dir := writeFixture(t, "crank.out")
		s := crankScene()
		change(s)
		text, err := s.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, result.SceneFile), text, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenResult(dir); err == nil || !strings.Contains(err.Error(), reason) || !strings.Contains(err.Error(), result.SceneFile) {
			t.Errorf("%s: %v", reason, err)
		}
	}
}

// A folder of an older version has plots only.
func TestOpenWithoutStore(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "requests.csv"), []byte("time,1.X\n0,1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := OpenResult(dir)
	if err != nil || r.Scene != nil || len(r.Columns) != 1 || len(r.Notes) != 1 {
		t.Fatalf("%v %+v", err, r)
	}
	if _, err := r.newPainter(&PictureOptions{}); err != ErrNoScene {
		t.Errorf("picture: %v", err)
	}
}
