package installtest

import (
	"archive/zip"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// publish puts the folder sdk into a folder with the layout of a module proxy, as the version of this program, and
// returns the address of that folder.
func publish(t *testing.T) string {
	const path = "github.com/trammel-mbd/trammel/sdk"
	version := "v" + strings.Fields(clitest.Run(t, "version").Out)[1]
	dir := filepath.Join(t.TempDir(), filepath.FromSlash(path), "@v")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	source := os.DirFS("../../../sdk")
	mod, err := fs.ReadFile(source, "go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(mod), "replace") {
		t.Errorf("what is published has a replacement:\n%s", mod)
	}
	archive, err := os.Create(filepath.Join(dir, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	z := zip.NewWriter(archive)
	err = fs.WalkDir(source, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := fs.ReadFile(source, name)
		if err != nil {
			return err
		}
		w, err := z.Create(path + "@" + version + "/" + name)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	})
	if err == nil {
		err = z.Close()
	}
	for name, text := range map[string]string{"list": version + "\n", version + ".info": fmt.Sprintf(`{"Version":%q}`, version), version + ".mod": string(mod)} {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return "file://" + filepath.ToSlash(strings.TrimSuffix(dir, filepath.FromSlash("/"+path+"/@v")))
}

// TestPublishedSDK: a plugin of the SDK as it is published, without the sources of trammel, has few requirements, none of the
// solver, and is small.
func TestPublishedSDK(t *testing.T) {
	if !clitest.LongForm {
		t.Skip("it builds what the SDK needs again: TRAMMEL_LONG=1")
	}
	t.Parallel()
	p := newProject(t)
	p.trammel(t, "plugin", "new", "bead", "--lang", "go", "--vendor", "acme").Expect(t, 0, "go mod tidy")
	p.dir = filepath.Join(p.dir, "bead")
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	modules := filepath.Join(strings.TrimSpace(string(cache)), "cache", "download")
	env := append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-modcacherw", "GOSUMDB=off",
		"GOPROXY="+publish(t)+",file://"+filepath.ToSlash(modules), "GOMODCACHE="+t.TempDir())
	tool := func(args ...string) string {
		c := exec.Command("go", args...)
		c.Dir, c.Env = p.dir, env
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("go %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	tool("mod", "tidy", "-e") // tests of what protobuf needs may not be in the cache
	tool("test", ".")
	tool("build", "-trimpath", "-ldflags", "-s -w", "-o", "bead", ".")
	p.trammel(t, "plugin", "install", "./bead").Expect(t, 0, "installed acme/bead 0.1.0")
	p.run(t, "deck.xml")
	p.trammel(t, "run", "deck.xml", "--plugin-transport", "grpc").Expect(t, 4, "frames only", "grpc.Serve")

	mod, err := os.ReadFile(filepath.Join(p.dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(mod), " v"); n > 8 {
		t.Errorf("%d requirements:\n%s", n, mod)
	}
	for line := range strings.Lines(tool("version", "-m", "bead")) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "dep" && (fields[1] == "github.com/trammel-mbd/trammel" || strings.Contains(fields[1], "grpc")) {
			t.Errorf("the plugin has %s", fields[1])
		}
	}
	if info, err := os.Stat(filepath.Join(p.dir, "bead")); err != nil || info.Size() > 8_000_000 {
		t.Errorf("%v: %d bytes", err, info.Size())
	} else {
		t.Logf("%d bytes, %d requirements", info.Size(), strings.Count(string(mod), " v"))
	}
}
