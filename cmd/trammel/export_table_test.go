package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// Results without a store are exported from requests.csv; a format that needs the motion says what is missing.
func TestExportOfRequests(t *testing.T) {
	deck := clitest.WriteFile(t, "requests-only.xml", pendulumDeck("0.05"))
	if o := clitest.Run(t, "run", deck, "--quiet", "--results", "requests", "--out", "requests-only.out"); o.Code != 0 {
		t.Fatalf("%+v", o)
	}
	for _, suffix := range []string{".csv", ".parquet"} {
		if o := clitest.Run(t, "export", "requests-only.out", "-o", "requests-only"+suffix); o.Code != 0 || !strings.Contains(o.Errors, "6 rows") {
			t.Errorf("%s: %+v", suffix, o)
		}
	}
	text, err := os.ReadFile(filepath.Join(clitest.Folder, "requests-only.csv"))
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile(filepath.Join(clitest.Folder, "requests-only.out", "requests.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range strings.Split(strings.TrimSpace(string(table)), "\n") {
		time, values, _ := strings.Cut(row, ",")
		if line := strings.Split(string(text), "\n")[i]; !strings.HasPrefix(line, time+",") || !strings.HasSuffix(line, ","+values) {
			t.Errorf("line %d is %q, in requests.csv %q", i+1, line, row)
		}
	}
	if o := clitest.Run(t, "export", "requests-only.out", "-o", "requests-only.glb"); o.Code != 1 || !strings.Contains(o.Errors, "scene.json") {
		t.Errorf("%+v", o)
	}
	if o := clitest.Run(t, "export", filepath.Dir(clitest.Folder), "-o", "none.csv"); o.Code != 2 || !strings.Contains(o.Errors, "there are no results") {
		t.Errorf("%+v", o)
	}
}
