package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestPartialsByStandardNames: routines for partial derivatives are called under
// their standard names where the deck names none: the same calls as by name, and the
// same results to the last digit.
func TestPartialsByStandardNames(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("libraries are supported on Linux only")
	}
	script, err := os.ReadFile(filepath.Join("testdata", "families", "families.py"))
	if err != nil {
		t.Fatal(err)
	}
	clitest.WriteFile(t, "families.py", string(script))
	names := regexp.MustCompile(` usrsub_der\d_name="\w+"`)
	for _, c := range []struct {
		model, language string
		kinds           []string
	}{
		{"gsesub", "c", []string{"GSEXX", "GSEXU", "GSEYX", "GSEYU"}},
		{"gsesub", "adams", []string{"GSEXX", "GSEXU", "GSEYX", "GSEYU"}},
		{"gsesub", "python", []string{"GSEXX", "GSEXU", "GSEYX", "GSEYU"}},
		{"yfosub", "f77", []string{"YFOXX", "YFOXU", "YFOYX", "YFOYU"}},
		{"cousub", "f77", []string{"COUXX", "COUXX2"}},
	} {
		if c.language != "python" {
			if err := familyLibrary(c.language); err != nil {
				if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
					t.Fatal(err)
				}
				t.Logf("%s: %v", c.language, err)
				continue
			}
		}
		familyTable(t, c.model, c.language, "fixed", 1)
		title := "family-" + c.model + "-" + c.language + "-fixed-1"
		named, err := os.ReadFile(filepath.Join(clitest.Folder, title+".xml"))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(names.FindAll(named, -1)); n != len(c.kinds) {
			t.Fatalf("%s names %d routines", title, n)
		}
		clitest.WriteFile(t, title+"-plain.xml", names.ReplaceAllString(string(named), ""))
		if o := clitest.Run(t, "run", title+"-plain.xml", "--quiet"); o.Code != 0 || o.Errors != "" {
			t.Fatalf("%s: %+v", title, o)
		}
		_, want := clitest.ReadResults(t, title+".out", 0)
		d, rows := clitest.ReadResults(t, title+"-plain.out", 0)
		if !slices.Equal(rows, want) {
			t.Errorf("%s: the results differ", title)
		}
		calls := map[string]int{}
		for _, r := range d.Routines {
			calls[r.Kind] = r.Calls
		}
		info := clitest.Run(t, "info", title+"-plain.xml")
		for _, kind := range c.kinds {
			if calls[kind] == 0 {
				t.Errorf("%s: %s is not called: %v", title, kind, calls)
			}
			if kind != "COUXX2" && !strings.Contains(info.Out, ": "+kind+" (") {
				t.Errorf("%s: info does not list %s\n%s", title, kind, info.Out)
			}
		}
	}
}
