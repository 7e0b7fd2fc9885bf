// Package pack writes and reads packs of plugins: a zip with the programs of one version for several platforms and
// pack.json, which has their hashes.
//
//	pack.json              the manifest
//	pack.json.minisig      its signature, if the pack is signed
//	linux-amd64/bead       a program
//	windows-amd64/bead.exe
//	any/bead               a script that begins with #!
//
// The signature covers the manifest, and by its hashes the programs. What the manifest does not list may not be in a pack. Packs of the
// same programs are the same bytes.
package pack

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// Names in a pack.
const (
	manifestName  = "pack.json"
	signatureName = manifestName + ".minisig"
)

// format is the version of the manifest's form.
const format = 1

// Any is the platform of a script: all systems on which a file that begins with #! is a program.
const Any = "any"

// Manifest is pack.json.
type Manifest struct {
	Format   int       `json:"format"`
	Vendor   string    `json:"vendor"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Protocol int       `json:"protocol"`
	Programs []Program `json:"programs"` // by platform
	// Description is what the plugin says about itself.
	Description json.RawMessage `json:"description"`
}

// Program is the program of one platform.
type Program struct {
	Platform string `json:"platform"` // "linux/amd64", or Any
	File     string `json:"file"`     // its name in the pack
	Size     int64  `json:"size"`
	SHA256   string `json:"sha256"`
}

// FullName is how decks name the plugin: "acme/bead@1.2.0".
func (m *Manifest) FullName() string {
	return usersub.PluginName{Vendor: m.Vendor, Name: m.Name, Version: m.Version}.String()
}

// programFileName returns the name of the program for a platform in a pack.
func (m *Manifest) programFileName(platform string) string {
	file := strings.ReplaceAll(platform, "/", "-") + "/" + m.Name
	if strings.HasPrefix(platform, "windows/") {
		file += ".exe"
	}
	return file
}

var platforms = regexp.MustCompile(`^([a-z0-9]+/[a-z0-9]+|any)$`)

// checkManifest finds what is wrong with a manifest.
func (m *Manifest) checkManifest() error {
	if m.Format != format {
		return fmt.Errorf("its form is %d, this program knows %d", m.Format, format)
	}
	if _, ok := usersub.ParsePluginName(m.FullName()); !ok || m.Version == "" {
		return fmt.Errorf("%q is not a name with a version that a plugin can be installed under", m.FullName())
	}
	if len(m.Programs) == 0 {
		return fmt.Errorf("it lists no programs")
	}
	seen := map[string]bool{}
	for _, p := range m.Programs {
		sum, err := hex.DecodeString(p.SHA256)
		switch {
		case !platforms.MatchString(p.Platform):
			return fmt.Errorf("%q is not a platform", p.Platform)
		case seen[p.Platform]:
			return fmt.Errorf("it lists two programs for %s", p.Platform)
		case !isLocalName(p.File):
			return fmt.Errorf("its program %q leads out of the pack", p.File)
		case err != nil || len(sum) != sha256.Size:
			return fmt.Errorf("%q is not a SHA-256", p.SHA256)
		case p.Size < 0 || p.Size > maxProgram:
			return fmt.Errorf("%s has %d bytes, %d at most are read", p.File, p.Size, int64(maxProgram))
		}
		seen[p.Platform] = true
	}
	return nil
}

// isLocalName reports whether a name in a pack stays inside of it, on every system.
func isLocalName(name string) bool {
	return name != "" && !strings.ContainsAny(name, "\\:") && filepath.IsLocal(filepath.FromSlash(name)) && !strings.HasSuffix(name, "/")
}

// listPlatforms names what a pack has: "linux/amd64, windows/amd64".
func (m *Manifest) listPlatforms() string {
	var names []string
	for _, p := range m.Programs {
		names = append(names, p.Platform)
	}
	return strings.Join(names, ", ")
}
