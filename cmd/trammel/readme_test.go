package main

import (
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestDeckOfReadme: the deck of the first README runs, prints what it shows and gives its table.
func TestDeckOfReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "## Ten lines of a deck")
	section, _, ok := strings.Cut(rest, "\n## ")
	_, deck, _ := strings.Cut(section, "```xml\n")
	deck, _, _ = strings.Cut(deck, "```")
	if !ok || deck == "" {
		t.Fatal("README.md has no deck")
	}
	clitest.WriteFile(t, "swing.xml", deck)
	o := clitest.Run(t, "run", "swing.xml")
	if o.Code != 0 || strings.Contains(o.Errors, "warning") {
		t.Fatalf("code %d\n%s", o.Code, o.Errors)
	}
	_, shown, _ := strings.Cut(section, "prints\n\n```\n")
	shown, _, _ = strings.Cut(shown, "```")
	numbers := regexp.MustCompile(`\d+(\.\d+)?`)
	if numbers.ReplaceAllString(shown, "n") != numbers.ReplaceAllString(o.Errors, "n") {
		t.Errorf("README.md shows %q, the run prints %q", shown, o.Errors)
	}
	f, err := os.Open(clitest.Program("swing.out/requests.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var table [][]string
	for _, l := range strings.Split(section, "\n") {
		if strings.HasPrefix(l, "| ") {
			table = append(table, strings.Split(strings.Trim(l, "| "), " | "))
		}
	}
	if len(table) != len(rows) || strings.Join(table[0], ",") != strings.Join(rows[0], ",") {
		t.Fatalf("README.md has the table %v, the run %v", table, rows)
	}
	for i, row := range rows[1:] {
		for j, text := range row {
			got, _ := strconv.ParseFloat(text, 64)
			if want, err := strconv.ParseFloat(table[i+1][j], 64); err != nil || math.Abs(got-want) > 1e-4 {
				t.Errorf("row %d, %s: %s, README.md has %s", i, rows[0][j], text, table[i+1][j])
			}
		}
	}
}

// TestCommandsOfDocuments: command lines of trammel in blocks of code of the documents name commands and flags that there are.
func TestCommandsOfDocuments(t *testing.T) {
	out, err := exec.Command("git", "-C", "../..", "ls-files", "*.md").Output()
	if err != nil {
		t.Skip("no repository of git here")
	}
	found := 0
	for _, file := range strings.Fields(string(out)) {
		text, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil || strings.HasSuffix(file, "CHANGELOG.md") {
			continue
		}
		code := false
		for i, l := range strings.Split(string(text), "\n") {
			l = strings.TrimSpace(l)
			if strings.HasPrefix(l, "```") {
				code = !code
				continue
			}
			if line, ok := strings.CutPrefix(strings.TrimPrefix(l, "go run ./cmd/"), "trammel "); ok && code {
				found++
				if wrong := commandLine(line); wrong != "" {
					t.Errorf("%s:%d: %s: %s", file, i+1, l, wrong)
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d command lines were found", found)
	}
}

// commandLine returns what is wrong with the command and the flags of a line.
func commandLine(line string) string {
	line, _, _ = strings.Cut(line, " #")
	words := strings.Fields(line)
	c := (&tool{}).rootCommand()
	for len(words) > 0 && words[0] != "help" {
		var sub *cobra.Command
		for _, s := range c.Commands() {
			if s.Name() == words[0] {
				sub = s
			}
		}
		if sub == nil {
			break
		}
		c, words = sub, words[1:]
	}
	if !c.HasParent() && (len(words) == 0 || words[0] != "help") {
		return "no such command"
	}
	for _, w := range words {
		name, _, _ := strings.Cut(w, "=")
		if name, ok := strings.CutPrefix(name, "--"); ok && name != "" && name != "help" && c.Flags().Lookup(name) == nil {
			return "no flag --" + name
		}
	}
	return ""
}
