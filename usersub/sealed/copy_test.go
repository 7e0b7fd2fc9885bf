package sealed

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// The copy keeps the bytes whatever happens to the file, and cannot be written to,
// made longer or shorter by anybody.
func TestCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "code")
	if err := os.WriteFile(path, []byte("first"), 0o700); err != nil {
		t.Fatal(err)
	}
	file, sum, err := SealCopy(path)
	if runtime.GOOS != "linux" {
		if !errors.Is(err, errors.ErrUnsupported) {
			t.Fatal(err)
		}
		t.Skip("copies are sealed on Linux only")
	}
	want := sha256.Sum256([]byte("first"))
	if err != nil || sum != hex.EncodeToString(want[:]) {
		t.Fatalf("%s, %v", sum, err)
	}
	if err := os.WriteFile(path, []byte("other"), 0o700); err != nil {
		t.Fatal(err)
	}
	if f, err := os.OpenFile(file, os.O_WRONLY, 0); err == nil {
		if _, err := f.Write([]byte("x")); err == nil {
			t.Error("it was written to")
		}
		if err := f.Truncate(1); err == nil {
			t.Error("it was made shorter")
		}
		if err := f.Truncate(100); err == nil {
			t.Error("it was made longer")
		}
		f.Close()
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "first" {
		t.Errorf("it holds %q, %v", text, err)
	}
	again, _, err := SealCopy(path)
	if err != nil || again == file {
		t.Errorf("the path %s is used again, %v", again, err)
	}
	if _, _, err := SealCopy(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
