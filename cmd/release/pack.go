package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// completions are the shells with the names that their files have.
var completions = []struct{ shell, name string }{
	{"bash", "trammel.bash"}, {"zsh", "_trammel"}, {"fish", "trammel.fish"}, {"powershell", "trammel.ps1"},
}

// collectCommonFiles returns the files that all archives have: documents, completions and man pages, as the program ownProgram writes
// them.
func (r *release) collectCommonFiles(ownProgram, temporary string) (files []file, err error) {
	for _, name := range []string{"README.md", "CHANGELOG.md", "LICENSE"} {
		data, err := os.ReadFile(filepath.Join(r.source, name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: name, data: data})
	}
	for _, c := range completions {
		text, err := runCommand(temporary, nil, ownProgram, "completion", c.shell)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: "completions/" + c.name, data: []byte(text)})
	}
	pages := filepath.Join(temporary, "man")
	if _, err := runCommand(temporary, nil, ownProgram, "docs", "--man", pages); err != nil {
		return nil, err
	}
	man, err := readFolder(pages, func(base string) string { return "man/man1/" + base })
	return append(files, man...), err
}

// archiveName is the name of the archive for p.
func (r *release) archiveName(p platform) string {
	suffix := ".tar.gz"
	if p.os == "windows" {
		suffix = ".zip"
	}
	return fmt.Sprintf("trammel-%s-%s-%s%s", r.version, p.os, p.processorAndLibc(), suffix)
}

// packPlatform writes the archive for p, its bill of materials, the wheel, and for Debian's library of C the package for Debian.
func (r *release) packPlatform(p platform, program string, common []file) error {
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	bill, err := r.makeBillOfMaterials(p, program, data)
	if err != nil {
		return err
	}
	if err := r.writeFile(strings.TrimSuffix(strings.TrimSuffix(r.archiveName(p), ".zip"), ".tar.gz")+".cdx.json", bill); err != nil {
		return err
	}
	if err := r.packWheel(p, data); err != nil {
		return err
	}
	files := append(slices.Clone(common), file{name: p.executableName(), data: data, exec: true}, file{name: "sbom.cdx.json", data: bill})
	var archive []byte
	if p.os == "windows" {
		archive, err = makeZip(files, r.date)
	} else {
		archive, err = makeTarball(files, fmt.Sprintf("trammel-%s/", r.version), r.date)
	}
	if err != nil {
		return err
	}
	if err := r.writeFile(r.archiveName(p), archive); err != nil || p.os != "linux" || p.libc != "" {
		return err
	}
	deb, err := r.makeDebPackage(p, files)
	if err != nil {
		return err
	}
	return r.writeFile(debName(r.version, p), deb)
}

// writeFile writes one file of the release and reports its size.
func (r *release) writeFile(name string, data []byte) error {
	fmt.Fprintf(os.Stderr, "%s: %d bytes\n", name, len(data))
	r.written[name] = sha256Hex(data)
	return os.WriteFile(filepath.Join(r.out, name), data, 0o666)
}

// writePackageManifestsAndChecksums writes what names the other files: formula, manifest and checksums.
func (r *release) writePackageManifestsAndChecksums() error {
	sums := map[string]string{}
	for _, p := range r.targets {
		sums[p.String()] = r.written[r.archiveName(p)]
	}
	formula, err := r.makeHomebrewFormula(sums)
	if err == nil && formula != nil {
		err = r.writeFile("trammel.rb", formula)
	}
	if err != nil {
		return err
	}
	manifest, err := r.makeScoopManifest(sums)
	if err == nil && manifest != nil {
		err = r.writeFile("trammel.json", manifest)
	}
	if err != nil {
		return err
	}
	return r.writeChecksums()
}

func sha256Hex(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// writeChecksums writes SHA256SUMS, which sha256sum --check reads, of all files that were written.
func (r *release) writeChecksums() error {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(r.written)) {
		fmt.Fprintf(&b, "%s  %s\n", r.written[name], name)
	}
	return r.writeFile("SHA256SUMS", []byte(b.String()))
}
