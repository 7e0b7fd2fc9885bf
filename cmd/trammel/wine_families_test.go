package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestFamiliesUnderWine: every routine of an element, in a DLL of C, C++, Fortran and C with structs that MinGW builds, gives the rows of
// Linux: the same bits, or 1e-12 where the functions of mathematics of the two systems differ.
func TestFamiliesUnderWine(t *testing.T) {
	if os.Getenv(wineTool) == "" {
		t.Skip(wineTool + " does not name a tool for Windows: .ci/run wine does")
	}
	if err := familyLibrary("c"); err != nil {
		t.Fatal(err)
	}
	languages := []string{"c", "cpp", "f77", "adams"}
	for _, language := range languages {
		args := []string{"usersub", "build"}
		sources, err := filepath.Glob(filepath.Join("testdata", "families", language, "*"))
		if err != nil || len(sources) == 0 {
			t.Fatalf("no sources of %s (%v)", language, err)
		}
		for _, path := range sources {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, clitest.WriteFile(t, language+"-"+filepath.Base(path), string(text)))
		}
		args = append(args, "-o", "families-"+language+".dll", "--", "-O2", "-ffp-contract=off")
		underWine(t, clitest.Folder, nil, args...).Expect(t, 0, "built families-"+language+".dll")
	}
	same, all := 0, 0
	for _, f := range families {
		base := familyTable(t, f.name, "c", "fixed", 1)
		for _, language := range languages {
			if language == "adams" && !f.adams {
				continue
			}
			title, args := familyDeck(t, f.name, language, "fixed", 1)
			out := title + "-windows.out"
			if o := underWine(t, clitest.Folder, nil, append(args, "--out", out)...); o.Code != 0 {
				t.Errorf("%s: %+v", title, o)
				continue
			}
			_, rows := clitest.ReadResults(t, out, 0)
			have := clitest.ParseRows(t, rows)
			if len(have) != len(base) {
				t.Errorf("%s: %d rows, on Linux %d", title, len(have), len(base))
				continue
			}
			d := clitest.Difference(have, base)
			if all++; d == 0 {
				same++
			}
			if !(d <= 1e-12) {
				t.Errorf("%s: %.3g from Linux", title, d)
			}
		}
	}
	t.Logf("%d of %d tables have the bits of Linux", same, all)
}
