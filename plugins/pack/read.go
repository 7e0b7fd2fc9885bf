package pack

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Most bytes that are read of a program, and of a manifest.
const (
	maxProgram  = 1 << 30
	maxManifest = 16 << 20
)

// Pack is a pack whose manifest was read and whose names were checked. Its programs were not read yet.
type Pack struct {
	Manifest
	text      []byte // of the manifest
	signature []byte // nil without one
	files     map[string]*zip.File
}

// IsPack reports whether a file is a zip by its first bytes. Programs are none.
func IsPack(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 4)
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == "PK\x03\x04"
}

// ReadPack reads the manifest of a pack of size bytes. Refused are packs with files that the manifest does not list, that lead out of the pack, occur twice or are no
// plain files.
func ReadPack(r io.ReaderAt, size int64) (*Pack, error) {
	z, err := zip.NewReader(r, size)
	if errors.Is(err, zip.ErrInsecurePath) {
		err = nil // entry names the file
	}
	if err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	p := &Pack{files: map[string]*zip.File{}}
	for _, f := range z.File {
		switch {
		case !isLocalName(f.Name):
			return nil, fmt.Errorf("its file %q leads out of the pack", f.Name)
		case !f.Mode().IsRegular():
			return nil, fmt.Errorf("%s is not a plain file in it but %v", f.Name, f.Mode().Type())
		case p.files[f.Name] != nil:
			return nil, fmt.Errorf("it has %s twice", f.Name)
		}
		p.files[f.Name] = f
	}
	if p.files[manifestName] == nil {
		return nil, fmt.Errorf("it has no %s: trammel plugin pack writes packs", manifestName)
	}
	if p.text, err = p.readEntry(manifestName, maxManifest); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(p.text, &p.Manifest); err != nil {
		return nil, fmt.Errorf("%s: %w", manifestName, err)
	}
	if err := p.checkManifest(); err != nil {
		return nil, fmt.Errorf("%s: %w", manifestName, err)
	}
	return p, p.checkFiles()
}

// checkFiles compares the files of the pack with its manifest.
func (p *Pack) checkFiles() (err error) {
	listed := map[string]bool{manifestName: true, signatureName: true}
	for _, q := range p.Programs {
		listed[q.File] = true
		if p.files[q.File] == nil {
			return fmt.Errorf("%s lists %s, which is not in it", manifestName, q.File)
		}
	}
	for name := range p.files {
		if !listed[name] {
			return fmt.Errorf("it has %s, which %s does not list", name, manifestName)
		}
	}
	if p.files[signatureName] != nil {
		p.signature, err = p.readEntry(signatureName, maxManifest)
	}
	return err
}

// readEntry returns the content of a file that may have maxSize bytes.
func (p *Pack) readEntry(name string, maxSize int64) ([]byte, error) {
	r, err := p.files[name].Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s is damaged: %w", name, err)
	case int64(len(b)) > maxSize:
		return nil, fmt.Errorf("%s has more than %d bytes", name, maxSize)
	}
	return b, nil
}

// ProgramFor returns the program for a platform: its own, else a script where scripts are programs.
func (p *Pack) ProgramFor(platform string) (*Program, error) {
	var script *Program
	for i := range p.Programs {
		switch q := &p.Programs[i]; q.Platform {
		case platform:
			return q, nil
		case Any:
			script = q
		}
	}
	if script != nil && !strings.HasPrefix(platform, "windows/") {
		return script, nil
	}
	return nil, fmt.Errorf("%s has no program for %s: it has %s", p.FullName(), platform, p.listPlatforms())
}

// Extract writes a program of the pack to a new file; it is an error if the file exists. Its size and SHA-256 must be those of the manifest.
func (p *Pack) Extract(q *Program, to string) error {
	b, err := p.readEntry(q.File, q.Size)
	if err != nil {
		return err
	}
	if sum := hashBytes(b); sum != q.SHA256 {
		return fmt.Errorf("the SHA-256 of %s is %s, %s says %s: the pack was changed or is damaged", q.File, sum, manifestName, q.SHA256)
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	return errors.Join(err, f.Close())
}
