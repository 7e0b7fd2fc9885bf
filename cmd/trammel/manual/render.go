package manual

import (
	"bytes"
	"embed"
	"encoding/json"
	"html/template"
	"slices"
	"strings"
)

//go:embed page.html style.css search.js
var parts embed.FS

var layout = template.Must(template.ParseFS(parts, "page.html"))

// entry is a row of the navigation.
type entry struct {
	Title, To string
	Here      bool
}

type group struct {
	Title string
	Items []entry
}

// pageView is what the template of a page gets.
type pageView struct {
	*Page
	Root           string // the way to the root of the site
	Body           template.HTML
	Groups         []group
	Before, Behind *Page
}

// PathTo is the way, as the template wants it, from the page to another.
func (v pageView) PathTo(q *Page) string { return v.Root + q.Path }

// renderPages makes the files of the site.
func (s *Site) renderPages() error {
	for _, name := range []string{"style.css", "search.js"} {
		data, err := parts.ReadFile(name)
		if err != nil {
			return err
		}
		s.Files[name] = data
	}
	for _, p := range s.Pages {
		v := pageView{Page: p, Root: strings.Repeat("../", strings.Count(p.Path, "/")), Body: template.HTML(p.body), Groups: s.buildNavigation(p)}
		if p.Up != nil {
			i := slices.Index(p.Near, p)
			if i > 0 {
				v.Before = p.Near[i-1]
			}
			if i+1 < len(p.Near) {
				v.Behind = p.Near[i+1]
			}
		}
		var b bytes.Buffer
		if err := layout.Execute(&b, v); err != nil {
			return err
		}
		s.Files[p.Path] = b.Bytes()
	}
	return s.writeSearchIndex()
}

// buildNavigation returns the navigation of a page.
func (s *Site) buildNavigation(p *Page) (all []group) {
	for _, q := range s.Pages {
		if q.Up != nil {
			continue
		}
		if len(all) == 0 || all[len(all)-1].Title != q.Group {
			all = append(all, group{Title: q.Group})
		}
		g := &all[len(all)-1]
		g.Items = append(g.Items, entry{q.Title, relativeLink(p.Path, q.Path), q == p || q == p.Up})
	}
	return all
}

// writeSearchIndex makes the script with what search.js searches: rows of title, kind, path, summary and words.
func (s *Site) writeSearchIndex() error {
	rows := make([][5]string, 0, len(s.Pages))
	for _, p := range s.Pages {
		rows = append(rows, [5]string{p.Title, p.Kind, p.Path, p.Summary, strings.Join(distinctWords(p.text), " ")})
	}
	data, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	s.Files["index.js"] = []byte("var pages = " + string(data) + ";\n")
	return nil
}

// distinctWords are the different words of a text, in small letters, sorted.
func distinctWords(text string) []string {
	text = strings.ToLower(stripMarkdown(comment.ReplaceAllString(text, " ")))
	list := strings.FieldsFunc(text, func(r rune) bool {
		return !(r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r > 127)
	})
	list = slices.DeleteFunc(list, func(w string) bool { return len(strings.Trim(w, "-_0123456789")) < 3 })
	slices.Sort(list)
	return slices.Compact(list)
}
