package pack

import (
	"archive/zip"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"time"
)

// WritePack writes a pack of programs, whose platforms are found by their bytes. Format and Programs of m are filled in. sign,
// if not nil, returns the signature of the manifest.
func WritePack(w io.Writer, m *Manifest, programs []string, sign func(manifest []byte) ([]byte, error)) error {
	paths := map[string]string{}
	m.Format, m.Programs = format, nil
	for _, path := range programs {
		p, err := m.describeProgram(path)
		if err != nil {
			return err
		}
		if other := paths[p.File]; other != "" {
			return fmt.Errorf("%s and %s are both for %s", other, path, p.Platform)
		}
		paths[p.File] = path
		m.Programs = append(m.Programs, p)
	}
	slices.SortFunc(m.Programs, func(a, b Program) int { return cmp.Compare(a.Platform, b.Platform) })
	if err := m.checkManifest(); err != nil {
		return err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	z := zip.NewWriter(w)
	if err := addZipEntry(z, manifestName, text); err != nil {
		return err
	}
	if sign != nil {
		signature, err := sign(text)
		if err != nil {
			return err
		}
		if err := addZipEntry(z, signatureName, signature); err != nil {
			return err
		}
	}
	for _, p := range m.Programs {
		b, err := os.ReadFile(paths[p.File])
		if err != nil {
			return err
		}
		if hashBytes(b) != p.SHA256 {
			return fmt.Errorf("%s changes while it is packed", paths[p.File])
		}
		if err := addZipEntry(z, p.File, b); err != nil {
			return err
		}
	}
	return z.Close()
}

// describeProgram describes a program that lies in a file.
func (m *Manifest) describeProgram(path string) (Program, error) {
	platform, err := PlatformOf(path)
	if err != nil {
		return Program{}, err
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return Program{}, err
	}
	return Program{Platform: platform, File: m.programFileName(platform), Size: int64(len(b)), SHA256: hashBytes(b)}, nil
}

func hashBytes(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// addZipEntry writes a file with a time and a mode that are always the same.
func addZipEntry(z *zip.Writer, name string, content []byte) error {
	h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
	h.SetMode(0o755)
	if name == manifestName || name == signatureName {
		h.SetMode(0o644)
	}
	w, err := z.CreateHeader(h)
	if err == nil {
		_, err = w.Write(content)
	}
	return err
}
