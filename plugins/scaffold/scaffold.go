// Package scaffold writes the first version of a plugin: a folder with source, test,
// deck and README, whose only routine is a spring with a damper. A language is one
// file of this package, with a row in languages.
package scaffold

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/trammel-mbd/trammel/usersub"
)

// Options are what a template knows.
type Options struct {
	Name   string // of the plugin: usersub.IsPluginName
	Vendor string
	// Sources is the folder of this program's sources, for languages that build
	// with them; "" where they are not there.
	Sources string
	Release string // version of this program, which is that of the SDK: 0.1.0
	// SDK holds the sources of the SDKs in other languages, as package sdk does.
	SDK fs.FS
	// Module is what a language needs of those sources, filled by its row.
	Module string
}

// SDKFolder is the folder of the SDK in the sources.
func (o Options) SDKFolder() string { return filepath.Join(o.Sources, "sdk") }

// ID is how decks name the plugin.
func (o Options) ID() string { return o.Vendor + "/" + o.Name }

// File is a file of the new folder; Path is relative, with slashes.
type File struct {
	Path string
	Text string
	Exec bool // it is a program
}

// language is what there is for one language.
type language struct {
	name string
	// prepare fills what the templates need; nil if there is nothing.
	prepare func(o *Options) error
	// files are the names in the new folder and those of the templates. Further files
	// are what more returns, which may be nil.
	files map[string]string
	more  func(o *Options) ([]File, error)
	// next are the commands that lead to a first run, in the new folder.
	next []string
}

// languages lists all languages, in the order in which messages name them.
var languages = []*language{&golang, &c, &cpp, &fortran, &rust, &python}

//go:embed template
var templates embed.FS

// LanguageNames lists the names of the languages.
func LanguageNames() (names []string) {
	for _, l := range languages {
		names = append(names, l.name)
	}
	return names
}

// NewPluginFiles returns the files of a new plugin, and the commands that lead to a first run.
func NewPluginFiles(language string, o Options) (files []File, next []string, err error) {
	l := findLanguage(language)
	switch {
	case l == nil:
		return nil, nil, fmt.Errorf("there is no template for %q: there are %s", language, strings.Join(LanguageNames(), ", "))
	case !usersub.IsPluginName(o.Name):
		return nil, nil, fmt.Errorf("%q is not a name of a plugin: letters, digits and - _ . with a letter or digit first", o.Name)
	case !usersub.IsPluginName(o.Vendor):
		return nil, nil, fmt.Errorf("%q is not a name of a vendor: letters, digits and - _ . with a letter or digit first", o.Vendor)
	}
	if l.prepare != nil {
		if err := l.prepare(&o); err != nil {
			return nil, nil, err
		}
	}
	for _, c := range l.next {
		next = append(next, expandTemplate(c, &o, nil))
	}
	for _, pair := range [][2]string{{"deck.xml", "template/deck.xml"}, {"README.md", "template/README.md"}} {
		if l.files[pair[0]] == "" {
			files = append(files, newFileFromTemplate(pair[0], pair[1], &o, next))
		}
	}
	for path, from := range l.files {
		files = append(files, newFileFromTemplate(path, from, &o, next))
	}
	if l.more != nil {
		more, err := l.more(&o)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, more...)
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, next, nil
}

func findLanguage(lang string) *language {
	for _, l := range languages {
		if l.name == strings.ToLower(lang) {
			return l
		}
	}
	return nil
}

// newFileFromTemplate returns a file made from a template.
func newFileFromTemplate(path, template string, o *Options, next []string) File {
	b, err := templates.ReadFile(template)
	if err != nil {
		panic("scaffold: " + err.Error())
	}
	return File{Path: path, Text: expandTemplate(string(b), o, next)}
}

// expandTemplate fills a template; «» enclose what is filled in.
func expandTemplate(src string, o *Options, next []string) string {
	t := template.Must(template.New("").Delims("«", "»").Parse(src))
	var b bytes.Buffer
	err := t.Execute(&b, struct {
		*Options
		Next []string
	}{o, next})
	if err != nil {
		panic("scaffold: " + err.Error())
	}
	return b.String()
}
