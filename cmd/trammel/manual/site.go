// Package manual makes a site of static pages from documents in Markdown: a page for each document, or for
// each section of one, an index for searching, and links among them. The pages need no server and no network.
package manual

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// Document is one text of the manual.
type Document struct {
	Path  string // in the repository, such as core/run/README.md: relative links start there
	Text  string // Markdown
	Group string // heading of the navigation under which it is listed
	Kind  string // what a section describes, such as "function"; for the results of a search
	Split int    // sections with headings of this level become pages; 0: the document is one page
	Dir   string // folder of the pages of sections
}

// Page is one page of the site.
type Page struct {
	Path    string // in the site, with slashes
	Title   string
	Kind    string
	Group   string
	Summary string // one sentence
	Up      *Page  // the page of the document that it is a section of; nil for others
	Near    []*Page

	doc  *Document
	text string // Markdown
	body string // HTML
}

// Site is the set of files of the manual.
type Site struct {
	Pages   []*Page
	Files   map[string][]byte // contents by path
	Outside []string          // links to files of the repository that are not part of the site: "page: path"

	byPath map[string]*Page            // by path in the repository
	byMark map[string]map[string]*Page // pages of sections, by path in the repository and anchor
}

// BuildSite makes the site of documents. Images and other files that documents refer to are taken from files, whose
// paths are those of the repository. The first document is the start page.
func BuildSite(docs []Document, files fs.FS) (*Site, error) {
	s := &Site{Files: map[string][]byte{}, byPath: map[string]*Page{}, byMark: map[string]map[string]*Page{}}
	for i := range docs {
		if err := s.addDocument(&docs[i]); err != nil {
			return nil, err
		}
	}
	for _, p := range s.Pages {
		if err := s.convertPage(p, files); err != nil {
			return nil, fmt.Errorf("%s: %w", p.doc.Path, err)
		}
	}
	return s, s.renderPages()
}

// addDocument makes the pages of a document.
func (s *Site) addDocument(d *Document) error {
	p := &Page{Path: pagePathOfDocument(d.Path), Title: firstHeading(d.Text), Kind: "guide", Group: d.Group, doc: d, text: d.Text}
	if len(s.Pages) == 0 {
		p.Path = "index.html"
	}
	if d.Split > 0 {
		p.Path = d.Dir + "/index.html"
	}
	p.Summary = firstSentence(d.Text)
	s.byPath[d.Path] = p
	if err := s.registerPage(p); err != nil || d.Split == 0 {
		return err
	}
	head, sections := splitSections(d.Text, d.Split)
	p.text = head + sectionTable(sections, d.Dir)
	s.byMark[d.Path] = map[string]*Page{}
	for _, sec := range sections {
		q := &Page{Path: d.Dir + "/" + pageFileName(sec.title) + ".html", Title: sec.title, Kind: d.Kind, Group: d.Group, Summary: firstSentence(sec.text),
			Up: p, doc: d, text: sec.text}
		if sec.label != "" {
			q.Kind = sec.label
		}
		if err := s.registerPage(q); err != nil {
			return err
		}
		p.Near = append(p.Near, q)
		s.byMark[d.Path][headingAnchor(sec.title)] = q
	}
	for _, q := range p.Near {
		q.Near = p.Near
	}
	return nil
}

func (s *Site) registerPage(p *Page) error {
	if slices.ContainsFunc(s.Pages, func(q *Page) bool { return q.Path == p.Path }) {
		return fmt.Errorf("manual: two pages are %s", p.Path)
	}
	s.Pages = append(s.Pages, p)
	return nil
}

// FindPage returns the page of a title and a kind, nil if there is none.
func (s *Site) FindPage(kind, title string) *Page {
	i := slices.IndexFunc(s.Pages, func(p *Page) bool { return p.Kind == kind && p.Title == title })
	if i < 0 {
		return nil
	}
	return s.Pages[i]
}

// WriteFiles writes all files below a folder, which it makes; files of the same names are replaced.
func (s *Site) WriteFiles(dir string) error {
	for _, name := range slices.Sorted(maps.Keys(s.Files)) {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, s.Files[name], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// pagePathOfDocument is the path of the page of a document.
func pagePathOfDocument(doc string) string {
	dir, name := path.Split(doc)
	if name == "README.md" {
		return dir + "index.html"
	}
	return doc[:len(doc)-len(path.Ext(doc))] + ".html"
}
