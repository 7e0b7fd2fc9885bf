package cpython

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/windows/registry"
)

// TestRegistered: what an installer notes is found behind PATH, the newest first; 32-bit ones and those that were removed are not.
func TestRegistered(t *testing.T) {
	t.Setenv("PATH", "")
	dir := t.TempDir()
	note := func(tag, file, value string) string {
		t.Helper()
		const path = `Software\Python\PythonCore\`
		k, _, err := registry.CreateKey(registry.CURRENT_USER, path+tag+`\InstallPath`, registry.ALL_ACCESS)
		if err != nil {
			t.Fatal(err)
		}
		defer k.Close()
		t.Cleanup(func() {
			_ = registry.DeleteKey(registry.CURRENT_USER, path+tag+`\InstallPath`)
			_ = registry.DeleteKey(registry.CURRENT_USER, path+tag)
		})
		program := filepath.Join(dir, tag, file)
		what := program
		if value == "" {
			what = filepath.Dir(program)
		}
		if err := k.SetStringValue(value, what); err != nil {
			t.Fatal(err)
		}
		return program
	}
	old, fresh, removed, small := note("3.9", "python.exe", ""), note("3.12", "python3.exe", "ExecutablePath"), note("3.13", "python.exe", ""), note("3.11-32", "python.exe", "")
	for _, p := range []string{old, fresh, small} {
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := listCandidateInterpreters(), []string{fresh, old}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q (not %q)", got, want, removed)
	}
}
