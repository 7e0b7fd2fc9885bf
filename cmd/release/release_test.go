package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var day = time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC)

// example is a release without programs.
func example(t *testing.T) *release {
	return &release{version: "1.2.3-rc.1", base: "https://example.com/v1", out: t.TempDir(), commit: "0123456789", date: day,
		targets: platforms, written: map[string]string{}}
}

func contents() []file {
	return []file{
		{name: "trammel", data: []byte("program"), exec: true}, {name: "README.md", data: []byte("read")}, {name: "CHANGELOG.md", data: []byte("changes")},
		{name: "LICENSE", data: []byte("licence")}, {name: "completions/trammel.bash", data: []byte("b")}, {name: "completions/_trammel", data: []byte("z")},
		{name: "completions/trammel.fish", data: []byte("f")}, {name: "completions/trammel.ps1", data: []byte("p")}, {name: "man/man1/trammel.1", data: []byte(".TH")},
	}
}

func TestCommandLine(t *testing.T) {
	r, err := parseCommandLine([]string{"v1.2.3", "somewhere", "--base", "https://x/VERSION/", "--platforms", "linux/arm64"})
	if err != nil || r.version != "1.2.3" || r.base != "https://x/1.2.3" || filepath.Base(r.out) != "somewhere" || len(r.targets) != 1 || !r.checks {
		t.Errorf("%+v, %v", r, err)
	}
	for _, bad := range [][]string{{}, {"1.2"}, {"1.2.3", "a", "b"}, {"1.2.3", "--platforms", "beos/386"}, {"1.2.3", "--nope"}} {
		if _, err := parseCommandLine(bad); err == nil {
			t.Errorf("%v is taken", bad)
		}
	}
}

// The same files in another order give the same bytes, and tools of the system read them.
func TestArchives(t *testing.T) {
	files := contents()
	other := append(contents()[4:], contents()[:4]...)
	a, err := makeTarball(files, "x/", day)
	b, _ := makeTarball(other, "x/", day)
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("two tarballs differ: %v", err)
	}
	if later, _ := makeTarball(files, "x/", day.Add(time.Hour)); bytes.Equal(a, later) {
		t.Error("the time is not in the tarball")
	}
	z, err := makeZip(files, day)
	if z2, _ := makeZip(other, day); err != nil || !bytes.Equal(z, z2) {
		t.Errorf("two zips differ: %v", err)
	}
	r, err := zip.NewReader(bytes.NewReader(z), int64(len(z)))
	if err != nil || len(r.File) != len(files) || !r.File[0].Modified.Equal(day) {
		t.Errorf("the zip cannot be read: %v", err)
	}
}

func TestDeb(t *testing.T) {
	dpkg, err := exec.LookPath("dpkg-deb")
	if err != nil {
		t.Skip("no dpkg-deb")
	}
	r := example(t)
	data, err := r.makeDebPackage(platform{os: "linux", arch: "arm64"}, contents())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), debName(r.version, platform{os: "linux", arch: "arm64"}))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if filepath.Base(path) != "trammel_1.2.3~rc.1_arm64.deb" {
		t.Error(path)
	}
	fields, err := exec.Command(dpkg, "-f", path, "Version", "Architecture").CombinedOutput()
	if err != nil || string(fields) != "Version: 1.2.3~rc.1\nArchitecture: arm64\n" {
		t.Errorf("%s %v", fields, err)
	}
	root := t.TempDir()
	if out, err := exec.Command(dpkg, "-x", path, root).CombinedOutput(); err != nil {
		t.Fatalf("%s %v", out, err)
	}
	for name, mode := range map[string]os.FileMode{
		"usr/bin/trammel": 0o755, "usr/share/man/man1/trammel.1.gz": 0o644, "usr/share/bash-completion/completions/trammel": 0o644,
		"usr/share/zsh/vendor-completions/_trammel": 0o644, "usr/share/fish/vendor_completions.d/trammel.fish": 0o644,
		"usr/share/doc/trammel/copyright": 0o644, "usr/share/doc/trammel/changelog.gz": 0o644,
	} {
		if info, err := os.Stat(filepath.Join(root, name)); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

// Formula and manifest name the archives and their checksums.
func TestIndex(t *testing.T) {
	r := example(t)
	for i, p := range r.targets {
		if err := r.writeFile(r.archiveName(p), []byte{byte(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.writePackageManifestsAndChecksums(); err != nil {
		t.Fatal(err)
	}
	text := func(name string) string {
		b, err := os.ReadFile(filepath.Join(r.out, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	formula, sums := text("trammel.rb"), text("SHA256SUMS")
	for i, p := range r.targets {
		sum := sha256Hex([]byte{byte(i)})
		if !strings.Contains(sums, sum+"  "+r.archiveName(p)+"\n") {
			t.Errorf("no checksum of %s", p)
		}
		if p.libc != "" {
			continue // Homebrew and Scoop have none
		}
		where := formula
		if p.os == "windows" {
			where = text("trammel.json")
		}
		if !strings.Contains(where, `"https://example.com/v1/`+r.archiveName(p)+`"`) || !strings.Contains(where, `"`+sum+`"`) {
			t.Errorf("%s is not in\n%s", p, where)
		}
	}
	if !json.Valid([]byte(text("trammel.json"))) || strings.Count(sums, "\n") != len(r.targets)+2 {
		t.Errorf("%s\n%s", text("trammel.json"), sums)
	}
}

// The bill of materials lists what the linker noted in a program: here that of the test.
func TestBill(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := example(t)
	text, err := r.makeBillOfMaterials(hostPlatform(), program, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	var bill struct {
		BOMFormat  string
		Components []component
		Metadata   struct {
			Timestamp string
			Component component
		}
	}
	if err := json.Unmarshal(text, &bill); err != nil {
		t.Fatal(err)
	}
	if bill.BOMFormat != "CycloneDX" || bill.Metadata.Timestamp != "2026-01-02T03:04:06Z" || bill.Metadata.Component.Hashes[0].Content != sha256Hex([]byte("x")) {
		t.Errorf("%s", text)
	}
	if len(bill.Components) == 0 || bill.Components[0].PURL != modulePackageURL("stdlib", bill.Components[0].Version) {
		t.Errorf("%s", text)
	}
}

// A module without a licence stops the release.
func TestLicences(t *testing.T) {
	dir := t.TempDir()
	if list, err := readLicenceFiles(dir); err != nil || len(list) != 0 {
		t.Errorf("%v %v", list, err)
	}
	for _, name := range []string{"LICENSE.txt", "notice", "license.go", "main.go"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := readLicenceFiles(dir)
	if err != nil || len(list) != 2 || list[0].name != "LICENSE.txt" || list[1].name != "notice" {
		t.Errorf("%v %v", list, err)
	}
	r := example(t)
	r.source = "../.."
	text, err := r.collectLicences(map[string]module{"stdlib": {path: "stdlib", version: "1"}, "cobra": {path: "github.com/spf13/cobra", version: "v1"}})
	if err != nil || !strings.Contains(string(text), "The Go Authors") || !strings.Contains(string(text), "Apache License") {
		t.Errorf("%v\n%.200s", err, text)
	}
}

// A program of more than the limit, and one that is slow to start, are refused.
func TestChecks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "program")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size, fine := range map[int64]bool{largest: true, largest + 1: false} {
		if err := f.Truncate(size); err != nil {
			t.Fatal(err)
		}
		if err := checkProgramSize(path, hostPlatform(), true); (err == nil) != fine {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}
