// Package scaffold writes the first version of a user subroutine: source that
// compiles and does something simple, its arguments documented, and a test; and
// the reference page of each routine and utility. All follow from the tables of package
// usersub, in every language.
package scaffold

import (
	"bytes"
	"embed"
	"fmt"
	"go/format"
	"slices"
	"strings"
	"text/template"

	"github.com/trammel-mbd/trammel/usersub"
)

// File is a file to be written.
type File struct{ Name, Text string }

// Languages that routines can be written in.
var Languages = []string{"c", "cpp", "fortran", "python", "go"}

// languages says of each language in which form its routines get their arguments, the suffix of a
// source, and how an expression names an argument.
var languages = map[string]struct {
	form   usersub.Form
	suffix string
	name   func(a *usersub.Arg, index string) string
}{
	"c":       {usersub.FormC, ".c", cName},
	"cpp":     {usersub.FormC, ".cpp", cName},
	"fortran": {usersub.FormFortran, ".f90", fortranName},
	"python":  {usersub.FormPython, ".py", plainName},
	"go":      {0, "", plainName},
}

//go:embed template
var templateFiles embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"number": numberText, "joined": joinNumbers, "spaced": spaceProducts, "nonzero": anyNonZero,
	"double": func(s string) string { return strings.ReplaceAll(s, "1.0", "1d0") },
	"whole":  func(s string) string { return strings.ReplaceAll(s, "1.0", "1") },
}).ParseFS(templateFiles, "template/*"))

// New returns the source of a routine, then its test: a table for the command
// "usersub test", or a test in Go.
func New(sig *usersub.Sig, language string) ([]File, error) {
	if !slices.Contains(Languages, language) {
		return nil, fmt.Errorf("unknown language %q; available: %s", language, strings.Join(Languages, ", "))
	}
	s := newSource(sig, language)
	if language == "go" {
		return []File{{"main.go", goFormatted(s.fillTemplate("go"))}, {"main_test.go", goFormatted(s.fillTemplate("gotest"))}}, nil
	}
	of := language
	if of == "cpp" {
		of = "c" // the source is both
	}
	return []File{{s.File(), s.fillTemplate(of)}, {s.Base() + ".csv", csvTable(sig, s.law)}}, nil
}

// fillTemplate fills a template.
func (s *source) fillTemplate(name string) string {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name, s); err != nil {
		panic("scaffold: " + err.Error())
	}
	return b.String()
}

func goFormatted(src string) string {
	out, err := format.Source([]byte(src))
	if err != nil {
		panic("scaffold: " + err.Error() + "\n" + src)
	}
	return string(out)
}
