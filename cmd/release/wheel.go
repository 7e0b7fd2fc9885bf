package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// wheelTags are the tags of wheels. A program that asks for glibc's loader is none for musl's, and the other way about.
var wheelTags = map[string][]string{
	"linux/amd64":      {"manylinux_2_17_x86_64", "manylinux2014_x86_64"},
	"linux/amd64-musl": {"musllinux_1_1_x86_64"},
	"linux/arm64":      {"manylinux_2_17_aarch64", "manylinux2014_aarch64"},
	"windows/amd64":    {"win_amd64"},
	"darwin/arm64":     {"macosx_11_0_arm64"},
	"darwin/amd64":     {"macosx_11_0_x86_64"},
}

const wheelMetadata = `Metadata-Version: 2.1
Name: trammel-mbd
Version: %s
Summary: Multibody dynamics: models run, are stepped and linearized from Python
License: Apache-2.0
Requires-Python: >=3.8
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
Provides-Extra: pandas
Requires-Dist: pandas; extra == "pandas"
Provides-Extra: pyarrow
Requires-Dist: pyarrow; extra == "pyarrow"
Description-Content-Type: text/markdown

%s`

var (
	pythonVersionLine = regexp.MustCompile(`(?m)^__version__ = "([^"]+)"$`)
	preRelease        = regexp.MustCompile(`^(alpha|beta|rc)\.?(\d+)$`)
)

// toPythonVersion returns a semantic version as Python's packages write it: 1.2.3-rc.1 is 1.2.3rc1.
func toPythonVersion(semantic string) string {
	base, pre, found := strings.Cut(semantic, "-")
	if !found {
		return semantic
	}
	if x := preRelease.FindStringSubmatch(pre); x != nil {
		return base + map[string]string{"alpha": "a", "beta": "b", "rc": "rc"}[x[1]] + x[2]
	}
	return base + ".dev0+" + strings.ReplaceAll(strings.ToLower(pre), "-", ".")
}

// makeWheel returns the name and the bytes of the wheel of the Python package with the program for p inside. version "" is that of the package.
func makeWheel(source, version string, p platform, program []byte, date time.Time) (name string, data []byte, err error) {
	python := filepath.Join(source, "sdk", "python")
	init, err := os.ReadFile(filepath.Join(python, "trammel_mbd", "__init__.py"))
	if err != nil {
		return "", nil, err
	}
	line := pythonVersionLine.FindSubmatch(init)
	if line == nil {
		return "", nil, fmt.Errorf("trammel_mbd/__init__.py has no __version__")
	}
	if version = toPythonVersion(version); version == "" {
		version = string(line[1])
	}
	readme, err := os.ReadFile(filepath.Join(python, "README.md"))
	if err != nil {
		return "", nil, err
	}
	var files []file
	for _, folder := range []string{"trammel", "trammel_mbd"} {
		entries, err := os.ReadDir(filepath.Join(python, folder))
		if err != nil {
			return "", nil, err
		}
		for _, e := range entries {
			if n := e.Name(); !strings.HasSuffix(n, ".py") && n != "py.typed" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(python, folder, e.Name()))
			if err != nil {
				return "", nil, err
			}
			files = append(files, file{name: folder + "/" + e.Name(), data: pythonVersionLine.ReplaceAll(text, []byte(`__version__ = "`+version+`"`))})
		}
	}
	tags := wheelTags[p.String()]
	about := "trammel_mbd-" + version + ".dist-info/"
	files = append(files,
		file{name: "trammel_mbd/bin/" + p.executableName(), data: program, exec: true},
		file{name: about + "METADATA", data: fmt.Appendf(nil, wheelMetadata, version, readme)},
		file{name: about + "WHEEL", data: []byte("Wheel-Version: 1.0\nGenerator: trammel\nRoot-Is-Purelib: false\nTag: py3-none-" + strings.Join(tags, "\nTag: py3-none-") + "\n")})
	var record bytes.Buffer
	for _, f := range sortedByName(files) {
		sum := sha256.Sum256(f.data)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.data))
	}
	fmt.Fprintf(&record, "%sRECORD,,\n", about)
	data, err = makeZip(append(files, file{name: about + "RECORD", data: record.Bytes()}), date)
	return fmt.Sprintf("trammel_mbd-%s-py3-none-%s.whl", version, strings.Join(tags, ".")), data, err
}

// packWheel writes the wheel for p.
func (r *release) packWheel(p platform, program []byte) error {
	name, data, err := makeWheel(r.source, r.version, p, program, r.date)
	if err != nil {
		return err
	}
	return r.writeFile(name, data)
}

// runWheelCommand makes one wheel of the sources as they are, without a release.
func runWheelCommand(args []string) error {
	flags := flag.NewFlagSet("release wheel", flag.ContinueOnError)
	of := flags.String("platform", hostPlatform().String(), "platform of the tool inside, such as linux/arm64")
	out := flags.String("out", "dist", "folder of the wheel")
	tool := flags.String("tool", "", "a program trammel that is built already for the platform")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("usage: release wheel [--platform NAME] [--out FOLDER] [--tool PROGRAM]")
	}
	list, err := parsePlatforms([]string{*of})
	if err != nil {
		return err
	}
	top, err := runCommand(os.Getenv(sourcesVariable), nil, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	source := strings.TrimSpace(top)
	if *tool == "" {
		temporary, err := os.MkdirTemp("", "trammel-wheel-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temporary)
		r := &release{source: source, version: "unreleased"}
		if *tool, err = r.buildProgram(list[0], temporary); err != nil {
			return err
		}
	}
	program, err := os.ReadFile(*tool)
	if err != nil {
		return err
	}
	name, data, err := makeWheel(source, "", list[0], program, time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		return err
	}
	path := filepath.Join(*out, name)
	if err := os.MkdirAll(*out, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		return err
	}
	fmt.Println(path)
	return nil
}

// testWheel installs the wheel for this platform into an environment of its own with nothing else, where Python is there, and runs a model with it.
func (r *release) testWheel(p platform, temporary string) error {
	python, err := exec.LookPath("python3")
	if err != nil {
		fmt.Fprintln(os.Stderr, "wheel: there is no python3 to try it with")
		return nil
	}
	name := fmt.Sprintf("trammel_mbd-%s-py3-none-%s.whl", toPythonVersion(r.version), strings.Join(wheelTags[p.String()], "."))
	folder := filepath.Join(temporary, "wheel")
	if _, err := runCommand("", nil, python, "-m", "venv", folder); err != nil {
		fmt.Fprintln(os.Stderr, "wheel: there is no environment to try it in:", err)
		return nil
	}
	inside := filepath.Join(folder, "bin", "python3")
	if _, err := runCommand("", nil, inside, "-m", "pip", "-q", "--disable-pip-version-check", "install", "--no-index", filepath.Join(r.out, name)); err != nil {
		return err
	}
	out, err := runCommand(temporary, []string{"TRAMMEL=", "PYTHONPATH="}, inside, "-c", fourLines, filepath.Join(r.source, "sdk", "python", "examples", "cart-pole.xml"))
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: %s", name, out)
	return nil
}

// fourLines load a model, run it and read a result.
const fourLines = `import sys, trammel_mbd as tm
m = tm.load(sys.argv[1], lean=0.1)
r = m.run(end=0.5, steps=50)
assert len(r) == 51 and r["5.F2"][-1] > 0.1 and tm.find_tool().startswith(sys.prefix)
print("time %g, angle %.6f, trammel_mbd %s" % (r.time[-1], r["5.F2"][-1], tm.__version__))`
