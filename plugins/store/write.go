package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/trammel-mbd/trammel/usersub"
)

// Draft is a copy of a program that is about to be installed. It lies in a private
// folder beside its place, so that it can be moved there at once.
type Draft struct {
	folder Folder
	dir    string
	File   string // absolute path of the copy
	SHA256 string
	Size   int64
}

// Names of folders of plugins while they are installed, and of what they replaced.
const (
	draftPrefix    = ".new-"
	replacedSuffix = ".old"
)

// NewDraft copies a program into a folder, which is made if need be.
func NewDraft(f Folder, program string) (*Draft, error) {
	if err := os.MkdirAll(f.Path, 0o755); err != nil {
		return nil, err
	}
	removeReplacedFolders(f.Path)
	dir, err := os.MkdirTemp(f.Path, draftPrefix)
	if err != nil {
		return nil, err
	}
	base := filepath.Base(program)
	if !usersub.IsPluginName(base) || base == manifestName {
		base = "program" + filepath.Ext(base)
	}
	d := &Draft{folder: f, dir: dir, File: filepath.Join(dir, base)}
	if d.Size, err = copyFile(d.File, program); err == nil {
		d.SHA256, err = HashFile(d.File)
	}
	if err != nil {
		d.Discard()
		return nil, err
	}
	return d, nil
}

// Discard removes the copy.
func (d *Draft) Discard() { os.RemoveAll(d.dir) }

// InstallWithManifest installs the copy with its manifest and returns the plugin; old is the one of the same version
// that it replaces, nil if there was none. Other versions stay.
func (d *Draft) InstallWithManifest(m Manifest) (p, old *Plugin, err error) {
	m.Format, m.File, m.Size, m.SHA256, m.Platform = format, filepath.Base(d.File), d.Size, d.SHA256, OwnPlatform()
	if err := m.validate(m.Vendor, m.Name); err != nil {
		return nil, nil, err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, nil, err
	}
	if err := os.WriteFile(filepath.Join(d.dir, manifestName), append(text, '\n'), 0o644); err != nil {
		return nil, nil, err
	}
	if err := os.Chmod(d.dir, 0o755); err != nil {
		return nil, nil, err
	}
	version := m.Version
	if !usersub.IsPluginVersion(version) {
		version = ""
	}
	old = readInstalledPlugin(d.folder, m.Vendor, m.Name, version)
	place := filepath.Join(d.folder.Path, m.Vendor, versionFolderName(m.Name, version))
	if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
		return nil, nil, err
	}
	if err := replaceFolder(d.dir, place); err != nil {
		return nil, nil, err
	}
	return readInstalledPlugin(d.folder, m.Vendor, m.Name, version), old, nil
}

// replaceFolder moves a folder to its place; what is there is removed afterwards.
func replaceFolder(from, target string) error {
	aside := from + replacedSuffix
	err := os.Rename(target, aside)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Rename(from, target); err != nil {
		os.Rename(aside, target)
		return err
	}
	// Windows keeps a program that is running: the next installation removes it.
	if err := os.RemoveAll(aside); err != nil && !isFileInUse(err) {
		return err
	}
	return nil
}

// isFileInUse reports whether a file cannot be removed because it is in use, which only Windows says.
func isFileInUse(err error) bool {
	return runtime.GOOS == "windows" && errors.Is(err, os.ErrPermission)
}

// removeReplacedFolders removes what earlier installations had to leave.
func removeReplacedFolders(folder string) {
	left, _ := filepath.Glob(filepath.Join(folder, draftPrefix+"*"+replacedSuffix))
	for _, dir := range left {
		os.RemoveAll(dir)
	}
}

// Remove removes an installed plugin, and the vendor's folder when it is empty.
func (p *Plugin) Remove() error {
	if err := os.RemoveAll(p.Dir); err != nil {
		return err
	}
	os.Remove(filepath.Dir(p.Dir)) // fails where there are others
	return nil
}

// copyFile copies a program; the copy may be read and executed by everybody, and
// written by its owner.
func copyFile(to, from string) (n int64, err error) {
	r, err := os.Open(from)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	if info, err := r.Stat(); err != nil {
		return 0, err
	} else if !info.Mode().IsRegular() {
		return 0, fmt.Errorf("%s is not a file but %v", from, info.Mode().Type())
	}
	w, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return 0, err
	}
	n, err = io.Copy(w, r)
	return n, errors.Join(err, w.Chmod(0o755), w.Close())
}
