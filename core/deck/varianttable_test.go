package deck_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestVariantTable: the README says which tests hold the variants of the format; each row
// names some, and all that are named exist.
func TestVariantTable(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## Where variants are tested")
	section, _, _ = strings.Cut(section, "\n## ")
	tests := testNames(t)
	named := regexp.MustCompile("`([^`]+)`")
	rows := 0
	for _, line := range strings.Split(section, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) < 5 || strings.HasPrefix(line, "|---") || strings.Contains(cells[3], "tests") {
			continue
		}
		rows++
		all := named.FindAllStringSubmatch(cells[len(cells)-2], -1)
		if len(all) == 0 {
			t.Errorf("no test stands behind %q", line)
		}
		for _, m := range all {
			name, there := m[1], false
			switch {
			case strings.HasSuffix(name, ".golden"):
				there = exists(filepath.Join("testdata", name))
			case strings.HasPrefix(name, "forms/"):
				there = exists(filepath.Join("..", "..", "cmd", "trammel", "testdata", name+".xml"))
			default:
				there = tests[name]
			}
			if !there {
				t.Errorf("there is no %s: %s", name, cells[2])
			}
		}
	}
	if rows < 60 {
		t.Errorf("%d rows only", rows)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// testNames lists the tests of the packages that read and run decks.
func testNames(t *testing.T) map[string]bool {
	names := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	for _, dir := range []string{"..", filepath.Join("..", "..", "cmd")} {
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range declared.FindAllSubmatch(text, -1) {
				names[string(m[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return names
}
