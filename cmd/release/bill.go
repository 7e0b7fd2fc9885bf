package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// module is a module that is linked into a program.
type module struct{ path, version, sum string }

// listLinkedModules lists the modules of a program as the linker noted them, the library of Go first.
func listLinkedModules(program string) ([]module, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	list := []module{{path: "stdlib", version: strings.TrimPrefix(info.GoVersion, "go")}}
	for _, m := range info.Deps {
		if m.Replace != nil {
			return nil, fmt.Errorf("%s: module %s is replaced by %s: a release has no replacements", program, m.Path, m.Replace.Path)
		}
		list = append(list, module{m.Path, m.Version, m.Sum})
	}
	return list, nil
}

// addModulesOfProgram adds the modules of a program to a set.
func addModulesOfProgram(set map[string]module, program string) error {
	list, err := listLinkedModules(program)
	for _, m := range list {
		set[m.path] = m
	}
	return err
}

// component is an entry of the bill of materials.
type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// modulePackageURL is the address of a Go module as bills of materials write it.
func modulePackageURL(path, version string) string {
	return fmt.Sprintf("pkg:golang/%s@%s", path, version)
}

// makeBillOfMaterials returns the bill of materials of one program in the form of CycloneDX 1.5: what the linker noted in it.
func (r *release) makeBillOfMaterials(p platform, program string, data []byte) ([]byte, error) {
	modules, err := listLinkedModules(program)
	if err != nil {
		return nil, err
	}
	own := component{Type: "application", Ref: modulePackageURL(ownModule, "v"+r.version), Name: "trammel", Version: r.version, PURL: modulePackageURL(ownModule, "v"+r.version),
		Hashes: []hash{{"SHA-256", sha256Hex(data)}}, Properties: []property{{"platform", p.String()}, {"commit", r.commit}}}
	var parts []component
	refs := []string{}
	for _, m := range modules {
		c := component{Type: "library", Ref: modulePackageURL(m.path, m.version), Name: m.path, Version: m.version, PURL: modulePackageURL(m.path, m.version)}
		if m.sum != "" {
			c.Properties = []property{{"go.sum", m.sum}}
		}
		parts, refs = append(parts, c), append(refs, c.Ref)
	}
	type dependency struct {
		Ref string   `json:"ref"`
		On  []string `json:"dependsOn"`
	}
	text, err := json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata":     map[string]any{"timestamp": r.date.Format(time.RFC3339), "component": own},
		"components":   parts,
		"dependencies": []dependency{{own.Ref, refs}},
	}, "", "  ")
	return append(text, '\n'), err
}

// collectLicences collects the licences of the modules: a heading and the text for each file of its folder that is one.
func (r *release) collectLicences(modules map[string]module) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("The program trammel contains the modules below. Their licences follow, module by module.\n")
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		m := modules[name]
		dir, err := r.findModuleFolder(m)
		if err != nil {
			return nil, err
		}
		texts, err := readLicenceFiles(dir)
		if err != nil {
			return nil, err
		}
		if len(texts) == 0 {
			return nil, fmt.Errorf("%s %s has no file with a licence in %s", m.path, m.version, dir)
		}
		for _, f := range texts {
			fmt.Fprintf(&b, "\n%s\n%s %s, %s\n%s\n\n%s\n", strings.Repeat("=", 80), m.path, m.version, f.name, strings.Repeat("=", 80), strings.TrimSpace(string(f.data)))
		}
	}
	return b.Bytes(), nil
}

// findModuleFolder returns the folder of a module's sources.
func (r *release) findModuleFolder(m module) (string, error) {
	if m.path == "stdlib" {
		root, err := runCommand("", nil, "go", "env", "GOROOT")
		return strings.TrimSpace(root), err
	}
	dir, err := runCommand(r.source, []string{"GOFLAGS="}, "go", "list", "-m", "-f", "{{.Dir}}", m.path)
	return strings.TrimSpace(dir), err
}

// readLicenceFiles reads the files of a folder whose names are those of licences, notices and patents.
func readLicenceFiles(dir string) (list []file, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		fits := slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "PATENTS"}, func(begin string) bool {
			return strings.HasPrefix(name, begin)
		})
		if e.IsDir() || !fits || strings.HasSuffix(name, ".GO") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		list = append(list, file{name: e.Name(), data: data})
	}
	return list, nil
}
