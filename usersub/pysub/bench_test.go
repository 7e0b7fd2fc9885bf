package pysub

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// bench is a loader, a folder of scripts and what the scripts printed.
type bench struct {
	*Loader
	t   testing.TB
	dir string
	out bytes.Buffer

	bent int // second derivatives that were compared
}

func newBench(t testing.TB, files ...string) *bench {
	b := &bench{t: t, dir: t.TempDir()}
	b.Loader = New(Options{Output: &b.out})
	t.Cleanup(func() { b.Close() })
	for i := 0; i < len(files); i += 2 {
		b.write(files[i], files[i+1])
	}
	return b
}

func (b *bench) write(name, text string) {
	b.t.Helper()
	file := filepath.Join(b.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) ref(script, function string) *usersub.Ref {
	return &usersub.Ref{Script: script, Interpreter: "PYTHON", Function: function,
		Named: true, Dir: b.dir, Element: "Force_Penalty 7"}
}

func (b *bench) load(script, function string, sig *usersub.Sig) *usersub.Routine {
	b.t.Helper()
	r, err := b.Load(b.ref(script, function), sig)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

// refused loads what cannot be loaded. The folder of the test is cut out of
// the texts.
func (b *bench) refused(ref *usersub.Ref, sig *usersub.Sig) *usersub.LoadError {
	b.t.Helper()
	_, err := b.Load(ref, sig)
	var le *usersub.LoadError
	if !errors.As(err, &le) {
		b.t.Fatalf("got %v, want a LoadError", err)
	}
	if le.Routine != sig.Name || le.Ref != *ref {
		b.t.Errorf("the error names routine %q of %+v", le.Routine, le.Ref)
	}
	le.Detail = b.cut(le.Detail)
	return le
}

func (b *bench) cut(s string) string {
	return strings.ReplaceAll(s, b.dir+string(filepath.Separator), "")
}

// failed returns the CallError of a call.
func (b *bench) failed(err error) *usersub.CallError {
	b.t.Helper()
	var ce *usersub.CallError
	if !errors.As(err, &ce) {
		b.t.Fatalf("got %v, want a CallError", err)
	}
	ce.Detail = b.cut(ce.Detail)
	return ce
}

// frame is a frame of sig with small sizes, prepared at time 1.5.
func frame(sig *usersub.Sig, par ...float64) *usersub.Frame {
	f := usersub.NewFrame(sig, sig.Element, 7, par,
		map[string]int{"nstate": 2, "ninput": 1, "noutpt": 6, "nvalue": 3})
	f.PrepareCall(1.5, false, false)
	return f
}

func call(t testing.TB, r *usersub.Routine, f *usersub.Frame) {
	t.Helper()
	if err := r.Call(f, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
}

func silent() *slog.Logger { return slog.New(slog.DiscardHandler) }
