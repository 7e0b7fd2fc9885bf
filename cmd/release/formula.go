package main

import (
	"bytes"
	"encoding/json"
	"text/template"
)

// formulaText is the formula of Homebrew, for macOS and Linux.
var formulaText = template.Must(template.New("formula").Parse(`class Trammel < Formula
  desc "Solver for multibody dynamics with user subroutines"
  homepage "https://github.com/trammel-mbd/trammel"
  version "{{.Version}}"
  license "Apache-2.0"
{{range .Systems}}
  {{.Block}} do{{range .Archives}}
    {{.Block}} do
      url "{{.URL}}"
      sha256 "{{.Sum}}"
    end{{end}}
  end
{{end}}
  def install
    bin.install "trammel"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/trammel.bash" => "trammel"
    zsh_completion.install "completions/_trammel"
    fish_completion.install "completions/trammel.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/trammel --version")
  end
end
`))

type formulaArchive struct{ Block, URL, Sum string }

type formulaSystem struct {
	Block    string
	Archives []formulaArchive
}

// makeHomebrewFormula returns the formula of Homebrew; nil where no archive for it was built. sums are the checksums of the archives by
// platform.
func (r *release) makeHomebrewFormula(sums map[string]string) ([]byte, error) {
	var systems []formulaSystem
	for _, s := range []struct{ block, os string }{{"on_macos", "darwin"}, {"on_linux", "linux"}} {
		var archives []formulaArchive
		for _, a := range []struct{ block, arch string }{{"on_arm", "arm64"}, {"on_intel", "amd64"}} {
			p := platform{os: s.os, arch: a.arch}
			if sum := sums[p.String()]; sum != "" {
				archives = append(archives, formulaArchive{a.block, r.base + "/" + r.archiveName(p), sum})
			}
		}
		if len(archives) > 0 {
			systems = append(systems, formulaSystem{s.block, archives})
		}
	}
	if systems == nil {
		return nil, nil
	}
	var b bytes.Buffer
	err := formulaText.Execute(&b, map[string]any{"Version": r.version, "Systems": systems})
	return b.Bytes(), err
}

// makeScoopManifest returns the manifest of Scoop, for Windows; nil where no archive for it was built.
func (r *release) makeScoopManifest(sums map[string]string) ([]byte, error) {
	p := platform{os: "windows", arch: "amd64"}
	sum := sums[p.String()]
	if sum == "" {
		return nil, nil
	}
	text, err := json.MarshalIndent(map[string]any{
		"version":      r.version,
		"description":  "Solver for multibody dynamics with user subroutines",
		"homepage":     "https://github.com/trammel-mbd/trammel",
		"license":      "Apache-2.0",
		"architecture": map[string]any{"64bit": map[string]string{"url": r.base + "/" + r.archiveName(p), "hash": sum}},
		"bin":          "trammel.exe",
	}, "", "    ")
	return append(text, '\n'), err
}
