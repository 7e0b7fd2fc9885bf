package installtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// versioned returns the program of a version of the plugin acme/versioned.
func versioned(t *testing.T, version string) string {
	t.Helper()
	path := clitest.Program("versioned-" + version)
	if _, err := os.Stat(path); err == nil {
		return path
	}
	c := exec.Command("go", "build", "-ldflags", "-s -w -X main.version="+version, "-o", path, "../testdata/versioned")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return path
}

// oneVariable is a deck with a variable by a plugin.
func (p project) oneVariable(t *testing.T, deck, plugin string) {
	t.Helper()
	text := `<MotionSolve><Model><Reference_Variable id="1" type="USERSUB" usrsub_param_string="USER()"
		usrsub_plugin_name="` + plugin + `" usrsub_fnc_name="one"/></Model></MotionSolve>`
	if err := os.WriteFile(filepath.Join(p.dir, deck), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// install installs a version of acme/versioned for the user.
func (p project) install(t *testing.T, version string, says ...string) {
	t.Helper()
	p.trammel(t, "plugin", "install", versioned(t, version)).Expect(t, 0, append(says, "installed acme/versioned "+version)...)
}

// TestVersionsSideBySide: versions of a plugin are installed beside each other, decks choose among them, and each is removed by its
// name.
func TestVersionsSideBySide(t *testing.T) {
	p := newProject(t)
	p.install(t, "1.0.0")
	p.install(t, "1.2.0-rc.1", "decks that name acme/versioned get version 1.0.0 as before; the new one is acme/versioned@1.2.0-rc.1")
	p.install(t, "1.1.0", "version 1.0.0 stays as acme/versioned@1.0.0")
	for plugin, version := range map[string]string{"": "1.1.0", "@1": "1.1.0", "@1.0": "1.0.0", "@1.0.0": "1.0.0", "@1.2": "1.2.0-rc.1", "@1.2.0-rc.1": "1.2.0-rc.1"} {
		p.oneVariable(t, "deck.xml", "acme/versioned"+plugin)
		p.trammel(t, "info", "deck.xml").Expect(t, 0, "acme/versioned "+version+"\n")
	}
	p.oneVariable(t, "deck.xml", "acme/versioned@1.3")
	p.trammel(t, "check", "deck.xml").Expect(t, 4, "plugin acme/versioned@1.3 was not found", "installed are acme/versioned@1.1.0, acme/versioned@1.0.0, acme/versioned@1.2.0-rc.1",
		"searched "+filepath.Join(p.data, "trammel", "plugins", "acme", "versioned@1.3"))
	p.trammel(t, "plugin", "list").Expect(t, 0, "acme/versioned  1.1.0       user  [one]\n", "[one] (as acme/versioned@1.0.0)")
	p.trammel(t, "plugin", "info", "acme/versioned@1.0").Expect(t, 0, "acme/versioned 1.0.0")
	p.trammel(t, "plugin", "info", "acme/versioned@").Expect(t, 4, "neither a plugin nor a program")
	p.trammel(t, "plugin", "remove", "acme/versioned@1").Expect(t, 4, "is the name of 3 plugins", "acme/versioned@1.2.0-rc.1")
	p.trammel(t, "plugin", "remove", "acme/versioned@1.1.0").Expect(t, 0, "removed acme/versioned@1.1.0")
	p.oneVariable(t, "deck.xml", "acme/versioned")
	p.trammel(t, "info", "deck.xml").Expect(t, 0, "acme/versioned 1.0.0\n")

	// The other forms of decks name versions, too.
	p.oneVariable(t, "deck.xml", "acme/versioned@1.0")
	p.trammel(t, "convert", "deck.xml", "again.adm").Expect(t, 0)
	if text, err := os.ReadFile(filepath.Join(p.dir, "again.adm")); err != nil || !strings.Contains(string(text), "PLUGIN=acme/versioned@1.0") {
		t.Errorf("%v\n%s", err, text)
	}
	p.trammel(t, "info", "again.adm").Expect(t, 0, "acme/versioned 1.0.0\n")
}

// TestLockPinsVersion: a lock has version and source of a plugin, and --locked runs that version although a later one is installed.
func TestLockPinsVersion(t *testing.T) {
	p := newProject(t)
	p.oneVariable(t, "deck.xml", "acme/versioned")
	p.install(t, "1.0.0")
	p.trammel(t, "lock", "deck.xml").Expect(t, 0, "plugin:acme/versioned@1.0.0")
	text, err := os.ReadFile(filepath.Join(p.dir, "deck.lock"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"plugin": "acme/versioned@1.0.0"`, `"source": "` + filepath.Base(versioned(t, "1.0.0")) + `"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	p.install(t, "1.1.0")
	p.trammel(t, "run", "deck.xml", "--end", "0.1", "--steps", "1", "--locked", "--out", "locked").Expect(t, 0)
	p.trammel(t, "run", "deck.xml", "--end", "0.1", "--steps", "1", "--out", "free").Expect(t, 0)
	for out, version := range map[string]string{"locked": "1.0.0", "free": "1.1.0"} {
		text, err := os.ReadFile(filepath.Join(p.dir, out, "run.json"))
		if err != nil || !strings.Contains(string(text), `"acme/versioned `+version+`"`) {
			t.Errorf("%s did not run %s: %v\n%s", out, version, err, text)
		}
	}
	p.trammel(t, "plugin", "remove", "acme/versioned@1.0.0").Expect(t, 0)
	p.trammel(t, "run", "deck.xml", "--end", "0.1", "--steps", "1", "--locked").Expect(t, 4, "plugin:acme/versioned@1.0.0", "trammel plugin install versioned-1.0.0 installs it")
}
