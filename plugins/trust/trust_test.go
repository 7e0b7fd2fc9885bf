//go:build unix

package trust_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/plugins/trust"
)

// folder is a private one: those of testing may lie below one that is open.
func folder(t *testing.T) string {
	dir := t.TempDir()
	if err := trust.CheckTrusted(touch(t, dir, "probe", 0o755)); err != nil {
		t.Skipf("the temporary folder itself is not trusted: %v", err)
	}
	return dir
}

func touch(t *testing.T, dir, name string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

// refused checks that a file is not trusted because of what lies at path.
func refused(t *testing.T, file, path, says string) {
	t.Helper()
	err := trust.CheckTrusted(file)
	var e *trust.Error
	if !errors.As(err, &e) || e.Path != path || !strings.Contains(e.Reason, says) || e.Hint == "" {
		t.Errorf("%s: got %v, want %s: %s", file, err, path, says)
	}
}

func TestModes(t *testing.T) {
	dir := folder(t)
	refused(t, touch(t, dir, "open", 0o757), filepath.Join(dir, "open"), "everybody may write to it")
	deep := touch(t, dir, "a/b/c/file", 0o755)
	if err := trust.CheckTrusted(deep); err != nil {
		t.Error(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(deep, link); err != nil {
		t.Fatal(err)
	}
	a := filepath.Join(dir, "a")
	for mode, fine := range map[os.FileMode]bool{0o777: false, 0o777 | os.ModeSticky: true, 0o775: true} {
		if err := os.Chmod(a, mode); err != nil {
			t.Fatal(err)
		}
		for _, file := range []string{deep, link} {
			if fine {
				if err := trust.CheckTrusted(file); err != nil {
					t.Errorf("%v: %v", mode, err)
				}
			} else {
				refused(t, file, a, "everybody may write to this folder")
			}
		}
	}
	if err := trust.CheckTrusted(filepath.Join(dir, "nothing")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// The way to a link counts too: whoever can replace the link chooses the file.
func TestWayToALink(t *testing.T) {
	dir := folder(t)
	file := touch(t, dir, "safe/file", 0o755)
	open := filepath.Join(dir, "open")
	if err := os.Mkdir(open, 0o700); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(open, "link")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	refused(t, link, open, "everybody may write to this folder")
}

func TestForeignOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	dir := folder(t)
	file := touch(t, dir, "file", 0o755)
	if err := os.Chown(file, 12345, -1); err != nil {
		t.Skip(err)
	}
	refused(t, file, file, "it belongs to user 12345")
}

// A link of somebody else is refused where it lies in a sticky folder, as the file or as a folder on the way.
func TestForeignLink(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a link away")
	}
	dir := folder(t)
	file := touch(t, dir, "safe/file", 0o755)
	for link, to := range map[string]string{"file-link": file, "folder-link": filepath.Dir(file)} {
		link = filepath.Join(dir, link)
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
		through := link
		if to != file {
			through = filepath.Join(link, "file")
		}
		if err := trust.CheckTrusted(through); err != nil {
			t.Errorf("%s: %v", through, err)
		}
		if err := os.Lchown(link, 12345, -1); err != nil {
			t.Skip(err)
		}
		refused(t, through, link, "this link belongs to user 12345")
	}
}
