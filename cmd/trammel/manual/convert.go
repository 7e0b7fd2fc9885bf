package manual

import (
	"bytes"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

// markdown reads the documents of the repository, whose HTML (drawings, comments) is kept.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(html.WithUnsafe()))

// anchors gives headings the anchors that code hosts give them.
type anchors map[string]int

func (a anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	id := headingAnchor(string(value))
	n := a[id]
	a[id]++
	if n > 0 {
		return a.Generate(append(value, '-', byte('0'+n%10)), ast.KindHeading)
	}
	return []byte(id)
}

func (a anchors) Put(value []byte) { a[string(value)]++ }

// convertPage makes the HTML of a page.
func (s *Site) convertPage(p *Page, files fs.FS) error {
	src := []byte(p.text)
	context := parser.NewContext(parser.WithIDs(anchors{}))
	tree := markdown.Parser().Parse(text.NewReader(src), parser.WithContext(context))
	var links []ast.Node
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if k := n.Kind(); entering && (k == ast.KindLink || k == ast.KindImage) {
			links = append(links, n)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return err
	}
	for _, n := range links {
		if err := s.rewriteLinkTarget(p, n, files); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, src, tree); err != nil {
		return err
	}
	p.body = b.String()
	return nil
}

// rewriteLinkTarget leads a link or an image of a page to a file of the site. A link to a file that is none loses its target.
func (s *Site) rewriteLinkTarget(p *Page, n ast.Node, files fs.FS) error {
	switch n := n.(type) {
	case *ast.Image:
		file := path.Join(path.Dir(p.doc.Path), string(n.Destination))
		data, err := fs.ReadFile(files, file)
		if err != nil {
			return err
		}
		s.Files[file] = data
		n.Destination = []byte(relativeLink(p.Path, file))
	case *ast.Link:
		to, ok := s.resolveLink(p, string(n.Destination))
		if ok {
			n.Destination = []byte(to)
			return nil
		}
		for c := n.FirstChild(); c != nil; c = n.FirstChild() {
			n.Parent().InsertBefore(n.Parent(), n, c)
		}
		n.Parent().RemoveChild(n.Parent(), n)
	}
	return nil
}

// resolveLink returns the target of a link, relative to the page that has it.
func (s *Site) resolveLink(p *Page, to string) (string, bool) {
	u, err := url.Parse(to)
	switch {
	case err != nil || u.Scheme != "":
		return to, err == nil
	case strings.HasPrefix(u.Path, "/"): // made by list
		return relativeLink(p.Path, u.Path[1:]), true
	}
	file := p.doc.Path
	if u.Path != "" {
		file = path.Join(path.Dir(file), u.Path)
	}
	if q := s.byMark[file][u.Fragment]; q != nil {
		return relativeLink(p.Path, q.Path), true
	}
	q := s.byPath[file]
	if q == nil {
		q = s.byPath[path.Join(file, "README.md")]
	}
	if q == nil {
		s.Outside = append(s.Outside, p.doc.Path+": "+file)
		return "", false
	}
	to = relativeLink(p.Path, q.Path)
	if q == p {
		to = ""
	}
	if u.Fragment != "" {
		to += "#" + u.Fragment
	}
	return to, true
}

// relativeLink is the way from one page to a file.
func relativeLink(from, to string) string {
	return strings.Repeat("../", strings.Count(from, "/")) + to
}
