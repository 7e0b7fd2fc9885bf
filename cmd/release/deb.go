package main

import (
	"bytes"
	"crypto/md5"
	"fmt"
	"path"
	"strings"
)

// debName is the name of the package for Debian. A hyphen begins the revision of a package there, a tilde sorts before
// the release.
func debName(version string, p platform) string {
	return fmt.Sprintf("trammel_%s_%s.deb", debVersion(version), p.arch)
}

func debVersion(version string) string { return strings.Replace(version, "-", "~", 1) }

// makeDebPackage returns the package for Debian: an archive (ar) of the version of its form, of the data that dpkg keeps, and of the
// files. It depends on nothing, since the program is linked to nothing.
func (r *release) makeDebPackage(p platform, files []file) ([]byte, error) {
	installed, err := r.arrangeDebFiles(files)
	if err != nil {
		return nil, err
	}
	size, sums := 0, ""
	for _, f := range sortedByName(installed) {
		size += len(f.data)
		sums += fmt.Sprintf("%x  %s\n", md5.Sum(f.data), f.name)
	}
	control := fmt.Sprintf(`Package: trammel
Version: %s
Section: science
Priority: optional
Architecture: %s
Maintainer: The trammel authors <trammel-mbd@users.noreply.github.com>
Installed-Size: %d
Homepage: https://github.com/trammel-mbd/trammel
Description: solver for multibody dynamics with user subroutines
 Runs MotionSolve and Adams models together with their C, C++, Fortran and
 Python user subroutines, unmodified.
`, debVersion(r.version), p.arch, (size+1023)/1024)
	head, err := makeTarball([]file{{name: "control", data: []byte(control)}, {name: "md5sums", data: []byte(sums)}}, "./", r.date)
	if err != nil {
		return nil, err
	}
	body, err := makeTarball(installed, "./", r.date)
	if err != nil {
		return nil, err
	}
	return makeArArchive([]file{{name: "debian-binary", data: []byte("2.0\n")}, {name: "control.tar.gz", data: head}, {name: "data.tar.gz", data: body}}, r.date.Unix()), nil
}

// arrangeDebFiles gives the files of an archive the paths that Debian wants. Manual pages and the list of changes are
// compressed there.
func (r *release) arrangeDebFiles(files []file) (list []file, err error) {
	for _, f := range files {
		switch base := path.Base(f.name); {
		case f.exec:
			f.name = "usr/bin/" + base
		case base == "trammel.bash":
			f.name = "usr/share/bash-completion/completions/trammel"
		case base == "_trammel":
			f.name = "usr/share/zsh/vendor-completions/_trammel"
		case base == "trammel.fish":
			f.name = "usr/share/fish/vendor_completions.d/trammel.fish"
		case base == "trammel.ps1":
			continue
		case strings.HasPrefix(f.name, "man/"):
			f.name = "usr/share/" + f.name + ".gz"
			f.data, err = compressGzip(f.data)
		case base == "CHANGELOG.md":
			f.name = "usr/share/doc/trammel/changelog.gz"
			f.data, err = compressGzip(f.data)
		case base == "LICENSE":
			f.name = "usr/share/doc/trammel/copyright"
		default:
			f.name = "usr/share/doc/trammel/" + f.name
		}
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

// makeArArchive returns an archive in the form of Unix's ar: a header of 60 characters before each file, files at even offsets.
func makeArArchive(files []file, seconds int64) []byte {
	var b bytes.Buffer
	b.WriteString("!<arch>\n")
	for _, f := range files {
		fmt.Fprintf(&b, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", f.name, seconds, 0, 0, 0o100644, len(f.data))
		b.Write(f.data)
		if len(f.data)%2 != 0 {
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}
