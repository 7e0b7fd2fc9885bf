package plugins

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/trammel-mbd/trammel/plugins/store"
	"github.com/trammel-mbd/trammel/plugins/trust"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/sealed"
)

// ReadDescription starts a program, reads its description, and ends it. The error is a
// *usersub.LoadError or that of the file system.
func ReadDescription(c Config, program string) (*wire.Description, error) {
	c = New(c).config
	p, err := startProcess(program, &c)
	if err != nil {
		return nil, err
	}
	defer p.closeProcess()
	return p.about, p.checkDescription()
}

// checkDescription checks what a plugin says about its routines.
func (p *pluginProcess) checkDescription() error {
	for _, o := range p.about.Routines {
		sig := usersub.FindRoutine(o.Kind)
		if sig == nil {
			return &usersub.LoadError{Reason: fmt.Sprintf("plugin %s %s offers %s, a %s, which this program does not know",
				p.about.Name, p.about.Version, o.Name, o.Kind)}
		}
		if err := wire.AboutOfOffer(o).Validate(sig); err != nil {
			return &usersub.LoadError{Reason: fmt.Sprintf("plugin %s %s describes its routine %s wrongly: %v",
				p.about.Name, p.about.Version, o.Name, err)}
		}
	}
	return nil
}

// Installation is what Install did.
type Installation struct {
	*store.Plugin
	Old *store.Plugin // in whose place it came, nil if there was none
}

// Install copies a program into a folder of plugins, starts the copy once to read
// what it is, and notes that with its SHA-256. vendor is for a plugin that does not
// report its own; it is "local" if empty. What somebody else could change is refused.
// On any error nothing is installed.
func Install(c Config, program, vendor string, to store.Folder) (*Installation, error) {
	program, err := checkInstallable(program)
	if err != nil {
		return nil, err
	}
	return installProgram(c, program, vendor, to, store.Manifest{From: program}, func(*wire.Description) error { return nil })
}

// installProgram copies a program into a folder and notes what it says about itself, unless fits refuses that. note is what is known already.
func installProgram(c Config, program, vendor string, to store.Folder, note store.Manifest, fits func(*wire.Description) error) (*Installation, error) {
	draft, err := store.NewDraft(to, program)
	if err != nil {
		return nil, err
	}
	defer draft.Discard()
	if err := trust.CheckTrusted(draft.File); err != nil {
		return nil, newUntrustedPluginError(to.Path, err)
	}
	about, err := ReadDescription(c, draft.File)
	if err != nil {
		return nil, restoreOriginalPath(err, draft.File, program)
	}
	if err := fits(about); err != nil {
		return nil, err
	}
	if vendor, err = chooseVendor(about, vendor); err != nil {
		return nil, err
	}
	text, err := wire.MarshalDescription(about)
	if err != nil {
		return nil, err
	}
	note.Vendor, note.Name, note.Version, note.Protocol = vendor, about.Name, about.Version, int(about.Protocol)
	note.Installed, note.Description = time.Now().UTC().Truncate(time.Second), text
	p, old, err := draft.InstallWithManifest(note)
	if err != nil {
		return nil, err
	}
	return &Installation{p, old}, nil
}

// checkInstallable returns the absolute path of a program that may be installed.
func checkInstallable(program string) (absolutePath string, err error) {
	program, err = filepath.Abs(program)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(program)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", &usersub.LoadError{Reason: fmt.Sprintf("there is no file %s", program)}
	case err != nil:
		return "", err
	case info.IsDir():
		return "", &usersub.LoadError{Reason: fmt.Sprintf("%s is a folder, not a program", program),
			Hint: "a plugin is installed as the built program; one in Go is built with go build"}
	case !info.Mode().IsRegular():
		return "", &usersub.LoadError{Reason: fmt.Sprintf("%s is not a plain file: its mode is %v", program, info.Mode())}
	}
	if err := checkProgramMode(program, info); err != nil {
		return "", err
	}
	if err := trust.CheckTrusted(program); err != nil {
		return "", newUntrustedPluginError(filepath.Base(program), err)
	}
	return program, nil
}

// chooseVendor finds under which vendor a plugin is installed.
func chooseVendor(about *wire.Description, given string) (string, error) {
	vendor := about.Vendor
	switch {
	case vendor == "":
		vendor = given
	case given != "" && given != vendor:
		return "", &usersub.LoadError{Reason: fmt.Sprintf("plugin %s is by %s, not by %s", about.Name, vendor, given)}
	}
	if vendor == "" {
		vendor = "local"
	}
	if !usersub.IsPluginName(vendor) || !usersub.IsPluginName(about.Name) {
		return "", &usersub.LoadError{Reason: fmt.Sprintf("%q by %q is not a name that a plugin can be installed under", about.Name, vendor),
			Hint: "vendor and name are letters, digits and - _ . and begin with a letter or digit"}
	}
	return vendor, nil
}

// restoreOriginalPath makes an error about the copy one about the original.
func restoreOriginalPath(err error, copied, program string) error {
	var e *usersub.LoadError
	if !errors.As(err, &e) {
		return err
	}
	e.Reason = strings.ReplaceAll(e.Reason, copied, program)
	e.Hint = strings.ReplaceAll(e.Hint, copied, program)
	return e
}

// verifyAndSealProgram returns what is to be started for a program, and the hash of that. Where it
// must be the one that was installed or is allowed it is a sealed copy, so that nobody can
// change it any more. A script is started where it lies: it may search for more beside
// itself.
func (c *Config) verifyAndSealProgram(path string) (file, sum string, err error) {
	if c.installed != nil || c.Allow != nil {
		reason := "it is a script, which may load other files beside itself"
		if !hasInterpreterLine(path) {
			if file, sum, err = sealed.SealCopy(path); err == nil {
				return file, sum, nil
			}
			reason = err.Error()
		}
		c.Log.Info("it is hashed, then started, since no copy of it is sealed", "plugin", path, "reason", reason)
	}
	sum, err = store.HashFile(path)
	return path, sum, err
}

// hasInterpreterLine reports whether a program begins with the line of an interpreter.
func hasInterpreterLine(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 2)
	n, _ := io.ReadFull(f, head)
	return string(head[:n]) == "#!"
}

// checkExpectedHash refuses a program that is not the one installed.
func (c *Config) checkExpectedHash(path, sum string) error {
	m := c.installed
	if m == nil || m.Manifest.SHA256 == sum {
		return nil
	}
	return &usersub.LoadError{
		Reason: (&store.Changed{ID: m.ID(), File: path, Was: m.Manifest.SHA256, Is: sum}).Error(),
		Hint:   "if the change is wanted, install it again: trammel plugin install PATH"}
}
