package pysub

import (
	"bytes"
	"flag"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
)

var update = flag.Bool("update", false, "write what CPython prints")

// snippet is a script of testdata/modern.py or library.py and what it prints in CPython.
type snippet struct{ name, text, want string }

// sections cuts a file at lines that begin with mark.
func sections(t *testing.T, file, mark string) (names, texts []string) {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split("\n"+string(b), "\n"+mark)[1:] {
		name, text, _ := strings.Cut(part, "\n")
		names, texts = append(names, strings.TrimSpace(name)), append(texts, text)
	}
	return names, texts
}

func snippets(t *testing.T, file string) (list []snippet) {
	names, texts := sections(t, "testdata/"+file+".py", "#: ")
	wantNames, wants := sections(t, "testdata/"+file+".txt", "#: ")
	for i, name := range names {
		s := snippet{name: name, text: texts[i]}
		if i < len(wants) && wantNames[i] == name {
			s.want = strings.TrimSpace(wants[i])
		}
		list = append(list, s)
	}
	return list
}

// Scripts in the language of today print what they print in CPython, as scripts
// of routines and as programs.
func TestModern(t *testing.T) { testSnippets(t, "modern") }

// Scripts that use the library print what they print in CPython.
func TestLibrary(t *testing.T) { testSnippets(t, "library") }

func testSnippets(t *testing.T, file string) {
	for _, s := range snippets(t, file) {
		t.Run(s.name, func(t *testing.T) {
			var out bytes.Buffer
			file := filepath.Join(t.TempDir(), "model.py")
			if _, err := newInterp(Options{Output: &out, Log: slog.Default()}).open(file, []byte(s.text)); err != nil {
				t.Fatalf("%v\n%s", err.(*scriptFault).detail, out.String())
			}
			if got := strings.TrimSpace(out.String()); got != s.want || s.want == "" {
				t.Errorf("printed\n%s\nwant\n%s", got, s.want)
			}
			out.Reset()
			l := New(Options{Output: &out})
			defer l.Close()
			if err := l.Execute(Program{File: file, Text: []byte(s.text)}); err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSpace(out.String()); got != s.want {
				t.Errorf("the program printed\n%s\nwant\n%s", got, s.want)
			}
			if list := checkSource(file, []byte(s.text)); len(list) > 0 {
				t.Errorf("the checker says %v", list)
			}
		})
	}
}

func TestModernAsCPython(t *testing.T) { testCPython(t, subtest.RequireTool(t, "python3"), "modern") }

func TestLibraryAsCPython(t *testing.T) { testCPython(t, subtest.RequireTool(t, "python3"), "library") }

func testCPython(t *testing.T, python, file string) {
	var all strings.Builder
	for _, s := range snippets(t, file) {
		cmd := exec.Command(python, "-")
		cmd.Stdin = strings.NewReader(s.text)
		cmd.Stderr = io.Discard
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
		if got := strings.TrimSpace(string(out)); got != s.want && !*update {
			t.Errorf("%s: CPython prints\n%s\nthe file has\n%s", s.name, got, s.want)
		}
		all.WriteString("#: " + s.name + "\n" + string(out))
	}
	if *update {
		if err := os.WriteFile("testdata/"+file+".txt", []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
