package installtest

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// project is a folder that the tool is run in, with an empty folder of the user's plugins.
type project struct{ dir, data string }

func newProject(t *testing.T) project { return project{t.TempDir(), t.TempDir()} }

func (p project) trammel(t *testing.T, args ...string) clitest.Outcome {
	t.Helper()
	c := clitest.Command(args...)
	c.Dir = p.dir
	c.Env = append(c.Env, "XDG_DATA_HOME="+p.data)
	return clitest.RunCommand(t, c)
}

// TestThirdPartyPlugin follows a plugin from its first line to its refusal: begun in a
// folder of its own with its own go.mod, tested, built, installed, verified, run in the
// three forms of decks, changed by one byte, refused, installed again, removed.
func TestThirdPartyPlugin(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	sources, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	p.trammel(t, "plugin", "new", "bead", "--lang", "go", "--vendor", "acme", "--sources", sources).
		Expect(t, 0, "wrote "+filepath.Join("bead", "main.go"), "trammel plugin install ./bead")
	p.trammel(t, "plugin", "new", "bead", "--lang", "go", "--sources", sources).Expect(t, 1, "exists already")
	p.dir = filepath.Join(p.dir, "bead")
	program := "bead"
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	commands := [][]string{{"build", "-o", program, "."}}
	if clitest.LongForm {
		commands = append(commands, []string{"vet", "."}, []string{"test", "."})
	}
	for _, args := range commands {
		c := exec.Command("go", args...)
		c.Dir, c.Env = p.dir, append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOWORK=off", "GOPROXY=off")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("go %v: %v\n%s", args, err, out)
		}
	}

	p.trammel(t, "check", "deck.xml").Expect(t, 4, "plugin acme/bead was not found", "trammel plugin install")
	p.trammel(t, "plugin", "list").Expect(t, 0, "no plugins are installed")
	p.trammel(t, "plugin", "install", "./"+program).Expect(t, 0, "installed acme/bead 0.1.0 as ")
	p.trammel(t, "plugin", "list").Expect(t, 0, "acme/bead  0.1.0  user  A spring with a damper. [spring]")
	p.trammel(t, "plugin", "info", "acme/bead").Expect(t, 0, "spring: SFOSUB, of Force_Scalar_TwoBody",
		"USER(stiffness, length, i, j, damping=0)", "number, at least 0, default 0  N s/m  force by speed", "pure")
	p.trammel(t, "plugin", "verify").Expect(t, 0, "ok      acme/bead 0.1.0 (user)")
	p.run(t, "deck.xml")
	for form, deck := range map[string][]string{"adm": {"again.adm", "again.acf"}, "py": {"again.py"}} {
		p.trammel(t, "convert", "deck.xml", deck[0]).Expect(t, 0)
		p.trammel(t, append(append([]string{"convert"}, deck...), form+".xml")...).Expect(t, 0)
		p.run(t, form+".xml")
	}
	p.trammel(t, "check", "again.py").Expect(t, 0, "1 routine loaded")
	p.trammel(t, "check", "again.adm").Expect(t, 0, "1 routine loaded")
	p.trammel(t, "info", "deck.xml").Expect(t, 0, "acme/bead 0.1.0")

	// A recording is made again by what is installed, from wherever that is seen.
	p.trammel(t, "run", "deck.xml", "--record", "calls.rec", "--quiet").Expect(t, 0)
	p.trammel(t, "usersub", "replay", "calls.rec", "--with", "acme/bead", "--tol", "0").Expect(t, 0)
	p.trammel(t, "usersub", "replay", "calls.rec", "--with", "acme/beat").Expect(t, 4, "plugin acme/beat was not found", "installed are acme/bead")
	p.trammel(t, "usersub", "replay", "calls.rec", "--with", "nothing.so").Expect(t, 4, "or an installed plugin as acme/bead")
	stranger := project{p.dir, t.TempDir()}
	stranger.trammel(t, "usersub", "replay", "calls.rec", "--with", "acme/bead").Expect(t, 4, "plugin acme/bead was not found")

	// A lock holds for a colleague too, whose plugins lie elsewhere.
	p.trammel(t, "lock", "deck.xml").Expect(t, 0)
	if text, err := os.ReadFile(filepath.Join(p.dir, "deck.lock")); err != nil || !strings.Contains(string(text), `"path": "plugin:acme/bead@0.1.0"`) {
		t.Errorf("the lock is %s, %v", text, err)
	}
	colleague := project{p.dir, t.TempDir()}
	colleague.trammel(t, "verify", "deck.xml").Expect(t, 9, "plugin:acme/bead@0.1.0: expected sha256", "it is not installed: trammel plugin install "+program)
	colleague.trammel(t, "plugin", "install", "./"+program).Expect(t, 0)
	colleague.trammel(t, "verify", "deck.xml").Expect(t, 0)
	colleague.trammel(t, "run", "deck.xml", "--locked", "--quiet").Expect(t, 0)

	file := p.installedFile(t)
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	if err := os.WriteFile(file, b, 0o755); err != nil {
		t.Fatal(err)
	}
	p.trammel(t, "run", "deck.xml", "--quiet").Expect(t, 4, "plugin acme/bead was changed since it was installed", "the SHA-256 of "+file)
	p.trammel(t, "plugin", "verify").Expect(t, 9, "FAILED  acme/bead 0.1.0 (user)")
	p.trammel(t, "plugin", "verify", "acme/bead").Expect(t, 9, "FAILED")
	p.trammel(t, "plugin", "verify", "acme/beat").Expect(t, 9, "plugin acme/beat is not installed", "installed are acme/bead")

	// The program alone, whose manifest is gone, is not run: nothing says what it should be.
	manifest := filepath.Join(filepath.Dir(file), "plugin.json")
	if err := os.Rename(manifest, manifest+".away"); err != nil {
		t.Fatal(err)
	}
	p.trammel(t, "run", "deck.xml", "--quiet").Expect(t, 4, "plugin acme/bead was not found", "has a program, but no plugin.json")
	p.trammel(t, "plugin", "verify", "acme/bead").Expect(t, 9, "not installed", "has a program, but no plugin.json")
	if err := os.Rename(manifest+".away", manifest); err != nil {
		t.Fatal(err)
	}

	p.trammel(t, "plugin", "install", "./"+program).Expect(t, 0, "it replaces version 0.1.0")
	p.trammel(t, "plugin", "verify").Expect(t, 0)
	p.run(t, "deck.xml")
	p.trammel(t, "plugin", "remove", "acme/bead").Expect(t, 0, "removed acme/bead")
	p.trammel(t, "plugin", "remove", "acme/bead").Expect(t, 4, "not installed")
}

// run runs the deck of the template, whose second request is the difference to the
// closed form. 1e-4 of 0.1 m is what the default tolerance (0.001) and a step of 0.01
// leave.
func (p project) run(t *testing.T, deck string) {
	t.Helper()
	p.trammel(t, "run", deck, "--quiet").Expect(t, 0)
	f, err := os.Open(filepath.Join(p.dir, strings.TrimSuffix(deck, ".xml")+".out", "requests.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table, err := csv.NewReader(f).ReadAll()
	if err != nil || len(table) != 102 {
		t.Fatalf("%s: %d rows, %v", deck, len(table), err)
	}
	for _, row := range table[1:] {
		e, err := strconv.ParseFloat(row[len(row)-1], 64)
		if err != nil || math.Abs(e) > 1e-4 {
			t.Fatalf("%s: the error is %s at time %s", deck, row[len(row)-1], row[0])
		}
	}
}

// installedFile is the program of the only plugin.
func (p project) installedFile(t *testing.T) string {
	t.Helper()
	o := p.trammel(t, "plugin", "list", "--json")
	var list []struct{ ID, File string }
	if err := json.Unmarshal([]byte(o.Out), &list); err != nil || len(list) != 1 || list[0].ID != "acme/bead" {
		t.Fatalf("%v: %s%s", err, o.Out, o.Errors)
	}
	return list[0].File
}

func TestPluginCommands(t *testing.T) {
	p := newProject(t)
	p.trammel(t, "plugin").Expect(t, 2, "a command of plugin is missing")
	p.trammel(t, "plugin", "instal").Expect(t, 2, `unknown command "instal"`)
	p.trammel(t, "plugin", "install").Expect(t, 2, "the program is missing")
	p.trammel(t, "plugin", "install", "x", "--project", "--to", "y").Expect(t, 2, "exclude each other")
	p.trammel(t, "plugin", "install", "nothing").Expect(t, 4, "there is no file")
	p.trammel(t, "plugin", "install", clitest.Program("other-program")).Expect(t, 4, "is not a plugin", "sdk.Serve")
	p.trammel(t, "plugin", "install", clitest.Program("wrong-version")).Expect(t, 4, "version 7 of the protocol")
	p.trammel(t, "plugin", "install", clitest.Program("misbehaves"), "--vendor", "no name").Expect(t, 4, "is not a name that")
	p.trammel(t, "plugin", "install", clitest.Program("described"), "--vendor", "other").Expect(t, 4, "is by acme, not by other")
	p.trammel(t, "plugin", "install", clitest.Program("misbehaves")).Expect(t, 0, "installed local/misbehaves 1.0.0")
	p.trammel(t, "plugin", "install", clitest.Program("described"), "--project").Expect(t, 0, filepath.Join(p.dir, ".trammel", "plugins", "acme"))
	p.trammel(t, "plugin", "install", clitest.Program("described"), "--to", "plugins").Expect(t, 0, filepath.Join(p.dir, "plugins", "acme"))
	p.trammel(t, "plugin", "list").Expect(t, 0, "deck", "project  Springs. [force, none, spring, two, untold] (hidden)", "local/misbehaves")
	p.trammel(t, "plugin", "list", "--dir", t.TempDir()).Expect(t, 0, "local/misbehaves")
	p.trammel(t, "plugin", "info", "acme/described").Expect(t, 0, "order", "whole number, at least 1 and at most 3, default 2",
		"id of a Reference_Marker, any number of them", "describes no parameters", "states: z [mm], w [mm]")
	p.trammel(t, "plugin", "info", clitest.Program("described"), "--json").Expect(t, 0, `"parameterless": true`, `"aboveMin": true`, `"vendor": "acme"`)
	p.trammel(t, "plugin", "info", "described").Expect(t, 4, "neither a plugin nor a program", "installed are acme/described")
	p.trammel(t, "plugin", "info", "acme/other").Expect(t, 4, "is not installed")
	p.trammel(t, "plugin", "new", "a/b", "--lang", "go").Expect(t, 2, "is not a name of a plugin")
	p.trammel(t, "plugin", "new", "a", "--lang", "cobol").Expect(t, 2, "there is no template")
	p.trammel(t, "plugin", "new", "a").Expect(t, 2, "--lang is missing")
	if err := os.WriteFile(filepath.Join(p.dir, "plugins", "acme", "described@1.2.0", "plugin.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.trammel(t, "plugin", "list").Expect(t, 0, "damaged: ")
	p.trammel(t, "plugin", "verify", "--json").Expect(t, 9, `"problem": `)
	p.trammel(t, "plugin", "info", "acme/described").Expect(t, 4, "unexpected EOF")
}
