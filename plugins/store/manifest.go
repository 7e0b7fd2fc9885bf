package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/trammel-mbd/trammel/plugins/trust"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/usersub"
)

// manifestName is the name of the file that holds a Manifest.
const manifestName = "plugin.json"

// format is the version of the manifest's form.
const format = 1

// Manifest is what is known of an installed plugin.
type Manifest struct {
	Format    int       `json:"format"`
	Vendor    string    `json:"vendor"`
	Name      string    `json:"name"`
	Version   string    `json:"version"`
	Protocol  int       `json:"protocol"`
	Platform  string    `json:"platform"` // "linux/amd64"
	File      string    `json:"file"`     // the program, beside the manifest
	Size      int64     `json:"size"`
	SHA256    string    `json:"sha256"`
	Installed time.Time `json:"installed"`
	From      string    `json:"from"` // absolute path of what was installed, or the address of a pack
	// Pack is the SHA-256 of the pack that held the program, Key the public key with which its signature was
	// verified; "" without one.
	Pack string `json:"pack,omitempty"`
	Key  string `json:"key,omitempty"`
	// Description is what the plugin said about itself when it was installed.
	Description json.RawMessage `json:"description"`
}

// ID is how decks name the plugin: "acme/bead".
func (m *Manifest) ID() string { return m.Vendor + "/" + m.Name }

// ReadDescription reads the description.
func (m *Manifest) ReadDescription() (*wire.Description, error) {
	return wire.UnmarshalDescription(m.Description)
}

// OwnPlatform returns the platform of this program.
func OwnPlatform() string { return runtime.GOOS + "/" + runtime.GOARCH }

// Plugin is an installed plugin, or what is left of one.
type Plugin struct {
	Folder   Folder
	Vendor   string
	Name     string
	Version  string
	Dir      string    // that holds program and manifest
	Manifest *Manifest // nil with Problem
	Problem  error     // why the manifest cannot be used
}

// ID is how decks name the plugin.
func (p *Plugin) ID() string { return p.Vendor + "/" + p.Name }

// FullName is how decks name this version of the plugin: "acme/bead@1.2.0".
func (p *Plugin) FullName() string {
	n := usersub.PluginName{Vendor: p.Vendor, Name: p.Name}
	if usersub.IsPluginVersion(p.Version) {
		n.Version = p.Version
	}
	return n.String()
}

// ProgramPath returns the path of the file that is started.
func (p *Plugin) ProgramPath() string { return filepath.Join(p.Dir, p.Manifest.File) }

// readInstalledPlugin reads a version of a plugin in a folder; nil if there is none. The version is "" for a plugin whose folder
// names none.
func readInstalledPlugin(f Folder, vendor, name, version string) *Plugin {
	p := &Plugin{Folder: f, Vendor: vendor, Name: name, Version: version, Dir: filepath.Join(f.Path, vendor, versionFolderName(name, version))}
	if info, err := os.Stat(p.Dir); err == nil && !info.IsDir() {
		return nil
	}
	path := filepath.Join(p.Dir, manifestName)
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		p.Problem = err
		return p
	}
	m := new(Manifest)
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(m); err != nil {
		p.Problem = fmt.Errorf("%s: %w", path, err)
		return p
	}
	err = m.validate(vendor, name)
	if err == nil && version != "" && m.Version != version {
		err = fmt.Errorf("it is that of version %s, not of %s", m.Version, version)
	}
	if err != nil {
		p.Problem = fmt.Errorf("%s: %w", path, err)
		return p
	}
	p.Manifest, p.Version = m, m.Version
	return p
}

// validate finds what is wrong with a manifest that was read.
func (m *Manifest) validate(vendor, name string) error {
	switch {
	case m.Format != format:
		return fmt.Errorf("its form is %d, this program knows %d", m.Format, format)
	case m.Vendor != vendor || m.Name != name:
		return fmt.Errorf("it is that of %s, not of %s/%s", m.ID(), vendor, name)
	case !usersub.IsPluginName(m.File) || m.File == manifestName:
		return fmt.Errorf("%q is not a name of a program beside it", m.File)
	case len(m.SHA256) != 2*sha256.Size:
		return fmt.Errorf("%q is not a SHA-256", m.SHA256)
	}
	if _, err := m.ReadDescription(); err != nil {
		return fmt.Errorf("description: %w", err)
	}
	return nil
}

// CheckFileOwners checks who may have changed the plugin.
func (p *Plugin) CheckFileOwners() error {
	if err := trust.CheckTrusted(p.ProgramPath()); err != nil {
		return err
	}
	return trust.CheckTrusted(filepath.Join(p.Dir, manifestName))
}

// VerifyUnchanged checks that the plugin is what was installed: manifest, platform, who may
// have changed it, and the SHA-256 of the program.
func (p *Plugin) VerifyUnchanged() error {
	if p.Problem != nil {
		return p.Problem
	}
	if p.Manifest.Platform != OwnPlatform() {
		return fmt.Errorf("it was installed on %s, this is %s", p.Manifest.Platform, OwnPlatform())
	}
	if err := p.CheckFileOwners(); err != nil {
		return err
	}
	sum, err := HashFile(p.ProgramPath())
	if err != nil {
		return err
	}
	if sum != p.Manifest.SHA256 {
		return &Changed{ID: p.ID(), File: p.ProgramPath(), Was: p.Manifest.SHA256, Is: sum}
	}
	return nil
}

// Changed reports that a program is not the one that was installed.
type Changed struct{ ID, File, Was, Is string }

func (e *Changed) Error() string {
	return fmt.Sprintf("plugin %s was changed since it was installed: the SHA-256 of %s is %s, it was %s", e.ID, e.File, e.Is, e.Was)
}

// HashFile returns the SHA-256 of a file in hexadecimal.
func HashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
