package installtest

import (
	"archive/zip"
	"bytes"
	"crypto/rand"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"aead.dev/minisign"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// here is this platform, as packs name it.
const here = runtime.GOOS + "/" + runtime.GOARCH

// zipped are the files of a pack in order.
type zipEntry struct{ name, content string }

func readZip(t *testing.T, path string) (list []zipEntry) {
	t.Helper()
	r, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, f := range r.File {
		x, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(x)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, zipEntry{f.Name, string(b)})
	}
	return list
}

func writeZip(t *testing.T, path string, list []zipEntry) {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range list {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.name})
		if err == nil {
			_, err = io.WriteString(w, f.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// put writes a file into the folder of the project.
func (p project) put(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), content, 0o755); err != nil {
		t.Fatal(err)
	}
}

func (p project) content(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// foreign puts a program for another processor into the folder: one of ours with another number in its header.
func (p project) foreign(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the header is that of ELF")
	}
	b, err := os.ReadFile(versioned(t, "1.0.0"))
	if err != nil {
		t.Fatal(err)
	}
	b[18], b[19] = 243, 0 // riscv64
	p.put(t, "foreign", b)
}

// keys writes a key pair of minisign without a password as NAME.key and NAME.pub.
func (p project) keys(t *testing.T, name string) {
	t.Helper()
	public, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := private.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	text, err := public.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	p.put(t, name+".key", secret)
	p.put(t, name+".pub", append(text, '\n'))
}

// TestPack: a pack is the same bytes each time, is installed from a file and from an address, and a lock has its source.
func TestPack(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	p.foreign(t)
	p.keys(t, "acme")
	for _, name := range []string{"", "a.zip", "b.zip"} {
		args := []string{"plugin", "pack", versioned(t, "1.0.0"), "foreign", "--sign", "acme.key"}
		if name != "" {
			args = append(args, "-o", name)
		}
		p.trammel(t, args...).Expect(t, 0, "acme/versioned@1.0.0", here, "linux/riscv64")
	}
	if !bytes.Equal(p.content(t, "a.zip"), p.content(t, "b.zip")) || !bytes.Equal(p.content(t, "a.zip"), p.content(t, "versioned-1.0.0.zip")) {
		t.Error("packs of the same programs differ")
	}
	p.trammel(t, "plugin", "install", "a.zip").Expect(t, 0, "installed acme/versioned 1.0.0", "the signature of the pack was not verified")
	p.trammel(t, "plugin", "install", "a.zip", "--key", "acme.pub").Expect(t, 0, "it replaces version 1.0.0")
	p.trammel(t, "plugin", "list", "--json").Expect(t, 0, `"key": "RW`, `"pack": "`, `a.zip"`)
	p.trammel(t, "plugin", "verify").Expect(t, 0)

	// What was verified with a key once stays so.
	p.trammel(t, "plugin", "pack", versioned(t, "1.1.0"), "-o", "later.zip").Expect(t, 0)
	p.trammel(t, "plugin", "install", "later.zip").Expect(t, 4, "later.zip is not installed: it is not signed")
	p.keys(t, "other")
	p.trammel(t, "plugin", "pack", versioned(t, "1.1.0"), "-o", "later.zip", "--sign", "other.key").Expect(t, 0)
	p.trammel(t, "plugin", "install", "later.zip").Expect(t, 4, "it is signed with the key")
	p.trammel(t, "plugin", "pack", versioned(t, "1.1.0"), "-o", "later.zip", "--sign", "acme.key").Expect(t, 0)
	p.trammel(t, "plugin", "install", "later.zip").Expect(t, 0, "installed acme/versioned 1.1.0")

	server := httptest.NewServer(http.FileServer(http.Dir(p.dir)))
	defer server.Close()
	q := newProject(t)
	q.trammel(t, "plugin", "install", server.URL+"/none.zip").Expect(t, 4, "cannot be fetched: the server says 404")
	q.trammel(t, "plugin", "install", "http://example.invalid/a.zip").Expect(t, 4, "is not encrypted: use https, or give --sha256 or --key")
	q.trammel(t, "plugin", "install", server.URL+"/a.zip", "--sha256", strings.Repeat("0", 64)).Expect(t, 4, "its SHA-256 is ", "expected was 000")
	q.trammel(t, "plugin", "install", server.URL+"/a.zip", "--key", filepath.Join(p.dir, "acme.pub")).Expect(t, 0, "installed acme/versioned 1.0.0")
	q.oneVariable(t, "deck.xml", "acme/versioned@1")
	q.trammel(t, "lock", "deck.xml").Expect(t, 0)
	if text := string(q.content(t, "deck.lock")); !strings.Contains(text, `"source": "`+server.URL+`/a.zip"`) || !strings.Contains(text, `"pack": "`) {
		t.Errorf("the lock does not have the source:\n%s", text)
	}
	q.trammel(t, "run", "deck.xml", "--locked", "--end", "0.1", "--steps", "1").Expect(t, 0)
}

// TestBadPacks: each defect of a pack has its message and code 4, and nothing is installed.
func TestBadPacks(t *testing.T) {
	p := newProject(t)
	p.foreign(t)
	p.keys(t, "acme")
	p.keys(t, "other")
	p.trammel(t, "plugin", "pack", versioned(t, "1.0.0"), "foreign", "-o", "good.zip", "--sign", "acme.key").Expect(t, 0)
	good := readZip(t, filepath.Join(p.dir, "good.zip"))
	with := func(change func(list []zipEntry) []zipEntry) []zipEntry {
		return change(append([]zipEntry(nil), good...))
	}
	edit := func(i int, old, to string) []zipEntry {
		return with(func(list []zipEntry) []zipEntry {
			if !strings.Contains(list[i].content, old) {
				t.Fatalf("no %q in %s", old, list[i].name)
			}
			list[i].content = strings.Replace(list[i].content, old, to, 1)
			return list
		})
	}
	own := strings.ReplaceAll(here, "/", "-") + "/versioned"
	bad := map[string]struct {
		list []zipEntry
		args []string
		says string
	}{
		"changed program":     {edit(2, "\x7fELF", "\x7fELG"), nil, "the SHA-256 of " + own + " is "},
		"wrong hash":          {edit(0, `"sha256": "`, `"sha256": "00`), nil, "is not a SHA-256"},
		"changed and signed":  {edit(0, `"version": "1.0.0"`, `"version": "1.0.1"`), []string{"--key", "acme.pub"}, "the pack was changed since it was signed"},
		"another version":     {edit(0, `"version": "1.0.0"`, `"version": "1.0.1"`), nil, "it says that it is acme/versioned@1.0.1, its program for " + here + " that it is versioned 1.0.0"},
		"another key":         {good, []string{"--key", "other.pub"}, "it is signed with the key"},
		"no signature":        {with(func(l []zipEntry) []zipEntry { return append(l[:1:1], l[2:]...) }), []string{"--key", "acme.pub"}, "it is not signed"},
		"broken signature":    {edit(1, "trusted comment: acme", "trusted comment: acne"), []string{"--key", "acme.pub"}, "the pack was changed since it was signed"},
		"no key":              {good, []string{"--key", "foreign"}, "holds no public key of minisign"},
		"leads out":           {with(func(l []zipEntry) []zipEntry { return append(l, zipEntry{"../escaped", ""}) }), nil, `its file "../escaped" leads out of the pack`},
		"leads out, Windows":  {with(func(l []zipEntry) []zipEntry { return append(l, zipEntry{`..\escaped`, ""}) }), nil, `leads out of the pack`},
		"absolute":            {with(func(l []zipEntry) []zipEntry { return append(l, zipEntry{"/escaped", ""}) }), nil, `leads out of the pack`},
		"program leads out":   {edit(0, `"file": "`, `"file": "../`), nil, `leads out of the pack`},
		"not listed":          {with(func(l []zipEntry) []zipEntry { return append(l, zipEntry{"more", ""}) }), nil, "it has more, which pack.json does not list"},
		"twice":               {with(func(l []zipEntry) []zipEntry { return append(l, l[2]) }), nil, "it has " + own + " twice"},
		"a folder":            {with(func(l []zipEntry) []zipEntry { return append(l, zipEntry{"folder/", ""}) }), nil, "leads out of the pack"},
		"not there":           {with(func(l []zipEntry) []zipEntry { return l[:3] }), nil, "which is not in it"},
		"missing platform":    {edit(0, `"`+here+`"`, `"plan9/mips"`), nil, "has no program for " + here + ": it has plan9/mips, linux/riscv64"},
		"no manifest":         {good[1:], nil, "it has no pack.json"},
		"damaged manifest":    {edit(0, "{", "["), nil, "pack.json: "},
		"a later form":        {edit(0, `"format": 1`, `"format": 2`), nil, "its form is 2, this program knows 1"},
		"a name that escapes": {edit(0, `"name": "versioned"`, `"name": "../x"`), nil, "is not a name with a version"},
		"no programs":         {edit(0, `"programs": [`, `"programs": [], "rest": [`), nil, "it lists no programs"},
	}
	for i, name := range slices.Sorted(maps.Keys(bad)) {
		c := bad[name]
		if clitest.LeftOut(i) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			writeZip(t, filepath.Join(p.dir, "bad.zip"), c.list)
			p.trammel(t, append([]string{"plugin", "install", "bad.zip"}, c.args...)...).Expect(t, 4, c.says)
			p.trammel(t, "plugin", "list").Expect(t, 0, "no plugins are installed")
		})
	}
	b := p.content(t, "good.zip")
	p.put(t, "half.zip", b[:len(b)/2])
	p.trammel(t, "plugin", "install", "half.zip").Expect(t, 4, "it is damaged")
	if err := os.Chmod(filepath.Join(p.dir, "good.zip"), 0o666); err != nil {
		t.Fatal(err)
	}
	p.trammel(t, "plugin", "install", "good.zip").Expect(t, 4, "everybody may write to it")
	p.trammel(t, "plugin", "install", "good.zip", "--key", "acme.pub").Expect(t, 0)
}

// TestUnpackable: what cannot be packed is refused by name.
func TestUnpackable(t *testing.T) {
	p := newProject(t)
	p.foreign(t)
	p.put(t, "text", []byte("a text"))
	p.trammel(t, "plugin", "pack").Expect(t, 2, "the program is missing")
	p.trammel(t, "plugin", "pack", "none").Expect(t, 4, "no such file")
	p.trammel(t, "plugin", "pack", "text").Expect(t, 4, "text is not a program that a pack can hold")
	p.trammel(t, "plugin", "pack", "foreign").Expect(t, 4, "none of the programs is for "+here)
	p.trammel(t, "plugin", "pack", clitest.Program("other-program")).Expect(t, 4, "is not a plugin")
	p.trammel(t, "plugin", "pack", versioned(t, "1.0.0"), versioned(t, "1.1.0")).Expect(t, 4, "are both for "+here)
	p.trammel(t, "plugin", "pack", versioned(t, "1.0.0"), "--sign", "text").Expect(t, 4, "the secret key text cannot be used")
	p.trammel(t, "plugin", "pack", versioned(t, "1.0.0"), "-o", "none/x.zip").Expect(t, 1, "no such file")
	p.trammel(t, "plugin", "install", versioned(t, "1.0.0"), "--key", "x").Expect(t, 4, "is not a pack: --key and --sha256 are for packs")
}

// TestMinisign: the program minisign verifies the signature of a pack.
func TestMinisign(t *testing.T) {
	tool, err := exec.LookPath("minisign")
	if err != nil {
		t.Skip("no minisign here")
	}
	p := newProject(t)
	p.keys(t, "acme")
	p.trammel(t, "plugin", "pack", versioned(t, "1.0.0"), "-o", "x.zip", "--sign", "acme.key").Expect(t, 0)
	for _, f := range readZip(t, filepath.Join(p.dir, "x.zip"))[:2] {
		p.put(t, f.name, []byte(f.content))
	}
	c := exec.Command(tool, "-V", "-m", "pack.json", "-p", "acme.pub")
	c.Dir = p.dir
	if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "Trusted comment: acme/versioned@1.0.0") {
		t.Errorf("%v\n%s", err, out)
	}
}
