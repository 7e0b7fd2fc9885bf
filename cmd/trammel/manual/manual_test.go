package manual

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestSplit(t *testing.T) {
	head, sections := splitSections("# A\n\nintro\n\n## G\n\n### one\n\nFirst. More.\n\n```\n### no heading\n```\n\n### two words\n\n`f(x)`\n\nSecond one\n", 3)
	if strings.TrimSpace(head) != "# A\n\nintro" || len(sections) != 2 || sections[0].title != "one" || sections[1].group != "G" || !strings.Contains(sections[0].text, "### no heading") {
		t.Errorf("%q %+v", head, sections)
	}
	if s := firstSentence(sections[0].text); s != "First." {
		t.Errorf("%q", s)
	}
	if s := firstSentence(sections[1].text); s != "Second one" {
		t.Errorf("%q", s)
	}
}

func TestSummary(t *testing.T) {
	for text, want := range map[string]string{
		"# T\n\n<!-- note -->\n\n**Bold one.** Then [a link](x.md) with `code`.\n":                                    "Bold one.",
		"# T\n\n| a | b |\n|---|---|\n\n```\ncode\n\nmore\n```\n\n* list\n\nText with \\_ and &lt;, e.g. 1.5 of it\n": "Text with _ and <, e.g. 1.5 of it",
		"# T\n": "",
	} {
		if got := firstSentence(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSlug(t *testing.T) {
	for title, want := range map[string]string{"User subroutines": "user-subroutines", "`run.json`": "runjson", "Force_Penalty": "force_penalty", "Größe, 2": "größe-2"} {
		if got := headingAnchor(title); got != want {
			t.Errorf("%q: %q", title, got)
		}
	}
}

// TestBuild: links lead to pages of documents, of folders and of sections; those to other files become text.
func TestBuild(t *testing.T) {
	site, err := BuildSite([]Document{
		{Path: "README.md", Text: "# Start\n\n[r](a/REF.md#two) [f](a) [top](a/README.md#more-here) [x](a/x.go) [web](https://example.org/y)\n\n![p](a/p.png)\n", Group: "G"},
		{Path: "a/REF.md", Text: "# Ref\n\n## one\n\nFirst.\n\n## two\n\nSee [one](#one) and [home](../README.md).\n", Group: "R", Kind: "thing", Split: 2, Dir: "things"},
		{Path: "a/README.md", Text: "# Folder\n\n## More here\n\ntext\n", Group: "G"},
	}, fstest.MapFS{"a/p.png": {Data: []byte("png")}})
	if err != nil {
		t.Fatal(err)
	}
	start, two := string(site.Files["index.html"]), string(site.Files["things/two.html"])
	for _, want := range []string{`href="things/two.html"`, `href="a/index.html"`, `href="a/index.html#more-here"`, `href="https://example.org/y"`, `src="a/p.png"`, " x "} {
		if !strings.Contains(start, want) {
			t.Errorf("the start page lacks %s:\n%s", want, start)
		}
	}
	for _, want := range []string{`href="../things/one.html"`, `href="../index.html"`, `<h1 id="two">two</h1>`, `rel="prev">← one`} {
		if !strings.Contains(two, want) {
			t.Errorf("the page of a section lacks %s:\n%s", want, two)
		}
	}
	if len(site.Outside) != 1 || site.Outside[0] != "README.md: a/x.go" || string(site.Files["a/p.png"]) != "png" {
		t.Errorf("%v", site.Outside)
	}
	if index := string(site.Files["index.js"]); !strings.Contains(index, `["two","thing","things/two.html","See one and home.",`) {
		t.Errorf("%s", index)
	}
	if p := site.FindPage("thing", "one"); p == nil || p.Summary != "First." || site.FindPage("thing", "three") != nil {
		t.Errorf("%+v", p)
	}
}

// TestBuildRefuses: a picture that is missing and two pages of one name are errors.
func TestBuildRefuses(t *testing.T) {
	for _, docs := range [][]Document{
		{{Path: "README.md", Text: "![p](p.png)"}},
		{{Path: "README.md", Text: "# A"}, {Path: "B.md", Text: "# B\n\n## x\n\n## x\n", Split: 2, Dir: "b"}},
	} {
		if _, err := BuildSite(docs, fstest.MapFS{}); err == nil {
			t.Errorf("%v: no error", docs)
		}
	}
}

// TestJointDrawings: the arrows of a drawing are the degrees of freedom.
func TestJointDrawings(t *testing.T) {
	for kind, s := range scenes {
		d := DrawJointSVG(kind)
		arcs, straight := strings.Count(d, "<polyline"), strings.Count(d, `<line class="free"`)
		if arcs+straight != len(s.motions) || !strings.HasSuffix(d, "</svg>") || strings.Contains(d, "NaN") {
			t.Errorf("%s: %d arcs and %d straight arrows for %d motions", kind, arcs, straight, len(s.motions))
		}
	}
	if DrawJointSVG("HINGE") != "" {
		t.Error("a drawing of a joint that there is not")
	}
}
