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
	"c":       {usersub.FormC, ".c", cReference},
	"cpp":     {usersub.FormC, ".cpp", cReference},
	"fortran": {usersub.FormFortran, ".f90", fortranReference},
	"python":  {usersub.FormPython, ".py", zeroBasedReference},
	"go":      {0, "", zeroBasedReference},
}

//go:embed template
var templateFiles embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"number": numberText, "joined": joinNumbers, "spaced": spaceMultiplications, "nonzero": anyNonZero,
	"double": func(s string) string { return strings.ReplaceAll(s, "1.0", "1d0") },
	"whole":  func(s string) string { return strings.ReplaceAll(s, "1.0", "1") },
}).ParseFS(templateFiles, "template/*"))

// NewRoutineFiles returns the source of a routine, then its test: a table for the command
// "usersub test", or a test in Go.
func NewRoutineFiles(sig *usersub.Sig, language string) ([]File, error) {
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
	return []File{{s.FileName(), s.fillTemplate(of)}, {s.FileBaseName() + ".csv", formatCSVTable(sig, s.exampleLaw)}}, nil
}

// fillTemplate fills a template.
func (s *routineSource) fillTemplate(name string) string {
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
