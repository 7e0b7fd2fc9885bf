package cmdfile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
)

// seeds are the command files of the tests of the program, and texts with what a scanner may stumble over.
func seeds(f *testing.F) []string {
	out := []string{"", "&", "!", "model create model_name = m &", "if condition=(", "end", "a = = b", "\"", "variable create variable_name=v real_value=({{1,2},{3}}[1,2])",
		"model create model_name=m\nfor variable_name=i start_value=1 end_value=3\nmarker create marker_name=(eval(\".m.ground.a\"//i)) location=(LOC_RELATIVE_TO({i,0,0}, .m.ground))\nend\n",
		"macro create macro_name=a user=\"a\" commands=\"a\"\na\n", "model create model_name='a b'\npart create rigid_body name part_name=.'a b'.'p q' location=1,2\n",
		"defaults units angle=rad orientation_type=space123\nmodel create model_name=m\nmarker create marker_name=.m.ground.a orientation=1,2,3\n"}
	for _, pattern := range []string{"../../../cmd/trammel/testdata/wild/cmd/*.cmd", "../../../cmd/trammel/testdata/broken/cmd-*.cmd"} {
		files, _ := filepath.Glob(pattern)
		if len(files) < 8 {
			f.Fatalf("%d files %s", len(files), pattern)
		}
		for _, name := range files {
			if filepath.Base(name) == "cmd-loop-endless.cmd" {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			out = append(out, string(text))
		}
	}
	return out
}

// FuzzRead: no text makes the reader panic or loop, and each problem has a place in the file.
func FuzzRead(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	mostCommands = 10_000
	f.Fuzz(func(t *testing.T, text string) {
		m := Read(&deck.Source{Name: "x.cmd", Text: []byte(text)}, t.TempDir(), element.Table())
		for _, d := range m.Diags.List {
			if d.Span.Src == nil || d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(d.Span.Src.Text) {
				t.Errorf("%s: span %d-%d of %d characters", d.Msg, d.Span.Start, d.Span.End, len(text))
			}
		}
	})
}

// FuzzLines: the characters of commands are those of the file at their positions.
func FuzzLines(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		src := &deck.Source{Name: "x.cmd", Text: []byte(text)}
		s := &lineScanner{src: src, text: text, diags: &deck.Diags{}}
		last := -1
		for _, l := range s.scanLines() {
			for _, g := range l.segs {
				if g.Src < last {
					t.Fatalf("a command at %d behind one at %d", g.Src, last)
				}
				last = g.Src
			}
			for i := range l.s {
				if at := l.offset(i); l.s[i] != ' ' && (at < 0 || at >= len(text) || text[at] != l.s[i]) {
					t.Fatalf("character %d of %q is not at %d", i, l.s, at)
				}
			}
			p := &parser{l: l, s: l.s, diags: s.diags}
			p.parse()
		}
	})
}

// FuzzExpressions: no expression makes the parser or the evaluation panic but for a failure.
func FuzzExpressions(f *testing.F) {
	for _, s := range []string{"1+2*3**2", "-(2)**2", "{1,2,3}[2]", "IF(1:2,3,4)", "\"a\"//3", "SIN(30d)", "10(newton/mm)", "ORI_ALONG_AXIS({0,0,0},{1,0,0},\"x\")", "{{1,2},{3,4}}[*,1]", "SERIES(1,2,3)[2:3]", "((((1", "1//", ".a.b.c", "LOC_MIRROR({1,2,3}, 0, \"xy\")[1]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x := newInterpreter(".", nil)
		_, _ = catchFailure(func() datum { return x.newEvaluator().evaluate(parseExpr(text)) })
	})
}
