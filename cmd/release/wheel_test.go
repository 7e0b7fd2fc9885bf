package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestPythonVersions: versions as packages of Python write them.
func TestPythonVersions(t *testing.T) {
	for semantic, want := range map[string]string{"1.2.3": "1.2.3", "1.2.3-rc.1": "1.2.3rc1", "1.2.3-alpha2": "1.2.3a2", "1.2.3-beta.10": "1.2.3b10", "1.2.3-Night-4": "1.2.3.dev0+night.4"} {
		if got := toPythonVersion(semantic); got != want {
			t.Errorf("%s is %s, not %s", semantic, got, want)
		}
	}
}

// TestWheels: each platform has a wheel, whose files are those of its record, with the program and the version of the release. Two are equal.
func TestWheels(t *testing.T) {
	for _, p := range platforms {
		name, data, err := makeWheel("../..", "1.2.3-rc.1", p, []byte("program"), day)
		if err != nil {
			t.Fatal(err)
		}
		if _, again, _ := makeWheel("../..", "1.2.3-rc.1", p, []byte("program"), day); !bytes.Equal(data, again) {
			t.Errorf("%s: two wheels differ", name)
		}
		if len(wheelTags[p.String()]) == 0 || name != "trammel_mbd-1.2.3rc1-py3-none-"+strings.Join(wheelTags[p.String()], ".")+".whl" {
			t.Errorf("%s is %s", p, name)
		}
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		contents := map[string]string{}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			contents[f.Name] = string(text)
			if f.Name == "trammel_mbd/bin/"+p.executableName() && (f.Mode().Perm() != 0o755 || string(text) != "program") {
				t.Errorf("%s: the program is %q with the rights %v", name, text, f.Mode())
			}
		}
		record := contents["trammel_mbd-1.2.3rc1.dist-info/RECORD"]
		for file, text := range contents {
			sum := sha256.Sum256([]byte(text))
			want := fmt.Sprintf("%s,sha256=%s,%d\n", file, base64.RawURLEncoding.EncodeToString(sum[:]), len(text))
			if strings.HasSuffix(file, "/RECORD") {
				want = file + ",,\n"
			}
			if !strings.Contains(record, want) {
				t.Errorf("%s: %q is not in the record", name, want)
			}
		}
		for file, want := range map[string]string{"trammel_mbd/__init__.py": `__version__ = "1.2.3rc1"`, "trammel_mbd/_laws.py": "class Laws", "trammel_mbd/py.typed": "", "trammel/frames.py": "class Conn",
			"trammel_mbd-1.2.3rc1.dist-info/METADATA": "\nVersion: 1.2.3rc1\n", "trammel_mbd-1.2.3rc1.dist-info/WHEEL": "\nTag: py3-none-" + wheelTags[p.String()][0] + "\n"} {
			if text, there := contents[file]; !there || !strings.Contains(text, want) {
				t.Errorf("%s: %s lacks %q", name, file, want)
			}
		}
	}
}
