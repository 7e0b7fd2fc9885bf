package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// file is a file of an archive; name is relative, with slashes.
type file struct {
	name string
	data []byte
	exec bool // it is a program
}

func (f *file) permissionBits() int64 {
	if f.exec {
		return 0o755
	}
	return 0o644
}

// sortedByName returns the files in the order of their names.
func sortedByName(files []file) []file {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files
}

// parentFolders lists the folders of the files, each before what is in it.
func parentFolders(files []file) (list []string) {
	seen := map[string]bool{".": true}
	for _, f := range files {
		var up []string
		for d := path.Dir(f.name); !seen[d]; d = path.Dir(d) {
			seen[d] = true
			up = append(up, d)
		}
		slices.Reverse(up)
		list = append(list, up...)
	}
	return list
}

// makeTarball is a compressed archive of the files below a folder prefix, with owner root and one time.
func makeTarball(files []file, prefix string, date time.Time) ([]byte, error) {
	files = sortedByName(files)
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(z)
	header := func(name string, kind byte, mode, size int64) error {
		return t.WriteHeader(&tar.Header{Typeflag: kind, Name: name, Mode: mode, Size: size, ModTime: date,
			Uname: "root", Gname: "root", Format: tar.FormatUSTAR})
	}
	for _, d := range parentFolders(files) {
		if err := header(prefix+d+"/", tar.TypeDir, 0o755, 0); err != nil {
			return nil, err
		}
	}
	for _, f := range files {
		if err := header(prefix+f.name, tar.TypeReg, f.permissionBits(), int64(len(f.data))); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// makeZip is a zip of the files.
func makeZip(files []file, date time.Time) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range sortedByName(files) {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: date}
		h.SetMode(os.FileMode(f.permissionBits()))
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

// compressGzip compresses one file, without a time.
func compressGzip(data []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(data)
	}
	if err == nil {
		err = z.Close()
	}
	return b.Bytes(), err
}

// readFolder reads files of a folder; name gives each its name in an archive.
func readFolder(dir string, name func(base string) string) (list []file, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		list = append(list, file{name: name(e.Name()), data: data})
	}
	return list, nil
}
