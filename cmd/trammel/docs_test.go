package main

import (
	"html"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/trammel-mbd/trammel/cmd/trammel/manual"
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/codes"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

func buildSite(t *testing.T) *manual.Site {
	t.Helper()
	site, err := buildManual((&tool{}).rootCommand())
	if err != nil {
		t.Fatal(err)
	}
	return site
}

var tags = regexp.MustCompile(`<[^>]*>`)

// squeeze removes line breaks, blanks and marks of a text.
func squeeze(s string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("`", "", "*", "", `\`, "", "\"", "", "'", "").Replace(s)), "")
}

// TestManualHasAll: each element, attribute, function, type of joint, routine, utility, code, command and flag has a
// description, and a page with it.
func TestManualHasAll(t *testing.T) {
	site := buildSite(t)
	shown := map[*manual.Page]string{} // what a reader sees of a page, without blanks
	page := func(kind, name string, texts ...string) {
		t.Helper()
		p := site.FindPage(kind, name)
		if p == nil {
			t.Errorf("%s %s has no page", kind, name)
			return
		}
		if p.Summary == "" {
			t.Errorf("%s %s has no summary", kind, name)
		}
		if shown[p] == "" {
			shown[p] = squeeze(html.UnescapeString(tags.ReplaceAllString(string(site.Files[p.Path]), "")))
		}
		for _, text := range texts {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s %s: a description is empty", kind, name)
			} else if !strings.Contains(shown[p], squeeze(text)) {
				t.Errorf("%s %s: the page lacks %q", kind, name, text)
			}
		}
	}
	for _, s := range element.Table() {
		if s.Unsupported != "" || s.Ignored {
			continue
		}
		page("element", s.Kind, s.Doc[1:])
		for _, a := range append(append([]deck.AttrSpec{}, s.Attrs...), s.Text...) {
			if a.Type != deck.Ignored && !strings.HasPrefix(a.Name, "usrsub_") && a.Name != "script_name" && a.Name != "interpreter" && a.Name != "isolate" && a.Name != "is_pure" {
				if a.Name != "" { // else the text between the tags
					page("element", s.Kind, a.Name)
				}
				page("element", s.Kind, a.Doc)
			}
		}
	}
	for _, p := range system.FunctionPages() {
		page("function", p.Name, p.Form, p.Meaning, p.Unit, p.Example)
	}
	for _, p := range element.JointPages() {
		page("joint", p.Type, p.Freedom, p.Axes)
		if d := manual.DrawJointSVG(p.Type); d == "" || !strings.Contains(string(site.Files["joints/"+p.Type+".html"]), d) {
			t.Errorf("joint %s has no drawing", p.Type)
		}
	}
	for _, s := range usersub.Sigs() {
		page("routine", s.Name, s.Doc[1:], s.Called, s.Returns)
	}
	for _, u := range usersub.Utilities() {
		page("utility", u.Name, u.Doc[1:])
	}
	for _, c := range codes.AllCodes() {
		page("code", c.ID, c.Title, c.Cause, c.Remedy)
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			if sub.Hidden || sub.Name() == "help" || sub.IsAdditionalHelpTopicCommand() {
				continue
			}
			name := strings.TrimPrefix(sub.CommandPath(), "trammel ")
			page("command", name, sub.Short)
			sub.Flags().VisitAll(func(f *pflag.Flag) {
				if !f.Hidden && f.Name != "help" {
					_, usage := pflag.UnquoteUsage(f)
					page("command", name, "--"+f.Name, usage)
				}
			})
			walk(sub)
		}
	}
	walk((&tool{}).rootCommand())
}

var (
	reference = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	anchor    = regexp.MustCompile(` id="([^"]*)"`)
)

// TestLinksOfManual: links of pages lead to pages and headings that there are, and those that documents lose lead to files
// of the repository.
func TestLinksOfManual(t *testing.T) {
	site := buildSite(t)
	marks := map[string]bool{}
	for file, data := range site.Files {
		for _, m := range anchor.FindAllSubmatch(data, -1) {
			marks[file+"#"+html.UnescapeString(string(m[1]))] = true
		}
	}
	links := 0
	for file, data := range site.Files {
		if path.Ext(file) != ".html" {
			continue
		}
		for _, m := range reference.FindAllSubmatch(data, -1) {
			to := html.UnescapeString(string(m[1]))
			if strings.Contains(to, "://") {
				continue
			}
			links++
			name, fragment, _ := strings.Cut(to, "#")
			if name != "" {
				name = path.Join(path.Dir(file), name)
			} else {
				name = file
			}
			if site.Files[name] == nil {
				t.Errorf("%s: there is no %s", file, to)
			} else if fragment != "" && !marks[name+"#"+fragment] {
				t.Errorf("%s: %s has no heading %q", file, name, fragment)
			}
		}
	}
	if links < 1000 {
		t.Errorf("only %d links were found", links)
	}
	for _, l := range site.Outside {
		_, file, _ := strings.Cut(l, ": ")
		if _, err := os.Stat(filepath.Join("../..", file)); err != nil {
			t.Errorf("%s: there is no such file", l)
		}
	}
}

// TestManualHasAllDocuments: each document of the repository is part of the manual, but for texts of tests, templates and logs.
func TestManualHasAllDocuments(t *testing.T) {
	out, err := exec.Command("git", "-C", "../..", "ls-files", "*.md").Output()
	if err != nil {
		t.Skip("no repository of git here")
	}
	docs, err := listManualDocuments((&tool{}).rootCommand())
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for _, d := range docs {
		have[d.Path] = true
	}
	for _, file := range strings.Fields(string(out)) {
		if _, err := os.Stat(filepath.Join("../..", file)); err == nil && !have[file] && !strings.HasPrefix(file, ".") && !strings.Contains(file, "testdata/") && !strings.Contains(file, "/template/") && path.Base(file) != "LOG.md" && path.Base(file) != "head.md" {
			t.Errorf("%s is not in the manual: the patterns of embed.go miss it", file)
		}
	}
}

// TestDocsCommand: it writes the pages, and a mistake in the command line is one.
func TestDocsCommand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "pages")
	for range map[bool]int{true: 2, false: 1}[clitest.LongForm] {
		if o := clitest.Run(t, "docs", "--out", dir); o.Code != 0 || o.Out != "" || !strings.Contains(o.Errors, "index.html") {
			t.Fatalf("%+v", o)
		}
	}
	for _, file := range []string{"index.html", "index.js", "search.js", "style.css", "functions/STEP.html", "joints/REVOLUTE.html", "codes/E305.html", "examples/catenary/catenary.png"} {
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(file))); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}
	for _, args := range [][]string{{"docs"}, {"docs", "--out", dir, "more"}} {
		if o := clitest.Run(t, args...); o.Code != 2 {
			t.Errorf("%v: %+v", args, o)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if o := clitest.Run(t, "docs", "--out", file); o.Code != 1 || !strings.Contains(o.Errors, file) {
		t.Errorf("%+v", o)
	}
}
