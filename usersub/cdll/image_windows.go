//go:build amd64

package cdll

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/dll"
)

// others are the beginnings of files that are often taken for a library.
var others = []other{
	{"\x7fELF", "a Linux library", "build the routine's source for Windows: trammel usersub build SOURCE"},
	{"!<arch>\n", "a static archive or an import library", "name the library itself (.dll); objects are linked with gcc -shared or link /DLL"},
	{"\x64\x86", "an object file that was not linked", "link it: trammel usersub build SOURCE, gcc -shared or link /DLL"},
	{"\xcf\xfa\xed\xfe", "a macOS library", "build the routine's source for Windows: trammel usersub build SOURCE"},
	{"\xca\xfe\xba\xbe", "a macOS library", "build the routine's source for Windows: trammel usersub build SOURCE"},
}

// readLibrary reads the file at path and refuses what the system could not load.
func readLibrary(path string) (*libraryImage, *usersub.LoadError) {
	file, err := os.Open(path)
	if err != nil {
		return nil, &usersub.LoadError{Reason: err.Error(), Hint: "the file must be readable"}
	}
	p := wrongFormatProblem(path, file, "MZ", others)
	file.Close()
	if p != nil {
		return nil, p
	}
	f, err := dll.ReadFile(path)
	if err != nil {
		return nil, &usersub.LoadError{Reason: path + " is a damaged library, or a program for DOS", Detail: err.Error(),
			Hint: "copy or build it again"}
	}
	switch {
	case f.Bits == 32:
		return nil, &usersub.LoadError{Reason: path + " is a 32-bit library; this program has 64 bits",
			Hint: "build it for x64: no process can load libraries of both kinds"}
	case f.Arch != "x86-64":
		return nil, &usersub.LoadError{Reason: fmt.Sprintf("%s is built for %s; this program runs on x86-64", path, f.Arch),
			Hint: "build it for x64"}
	case f.Program:
		return nil, &usersub.LoadError{Reason: path + " is a program, not a library", Hint: "link it as a library: gcc -shared or link /DLL"}
	}
	im := &libraryImage{path: path, file: path, defined: f.Exports}
	for i := range f.Imports {
		im.needed = append(im.needed, f.Imports[i].Library)
		for _, s := range f.Imports[i].Names {
			if u := dll.UtilityName(s); u != "" {
				im.wanted = append(im.wanted, u)
			}
		}
	}
	return im, nil
}

// findLibraries finds everything that the library leads to, and refuses what would fail when it is opened: Windows itself reports
// no names.
func (im *libraryImage) findLibraries() (*dll.Closure, *usersub.LoadError) {
	c, err := dll.NewLibrarySearch().ReadClosure(im.file)
	if err != nil {
		return nil, &usersub.LoadError{Reason: err.Error()}
	}
	for i := range c.Ordinals {
		if o := &c.Ordinals[i]; dll.MissingLibraryHint(o.Library) == "" {
			return nil, &usersub.LoadError{Reason: o.String(), Hint: dll.OrdinalHint}
		}
	}
	for i := range c.Needs {
		if n := &c.Needs[i]; n.IsMissing() {
			return nil, missingLibraryProblem(n)
		}
	}
	if len(c.Undefined) > 0 {
		return nil, &usersub.LoadError{Reason: fmt.Sprintf("%s calls %s, which is not there", im.path, c.Undefined[0]),
			Hint: "link the object or library that defines it; of the solver's library only utilities are known"}
	}
	return c, nil
}

func missingLibraryProblem(n *dll.Need) *usersub.LoadError {
	p := &usersub.LoadError{Reason: fmt.Sprintf("%s needs the library %s, which was not found", n.By, n.Name), Hint: dll.MissingLibraryHint(n.Name)}
	if n.Why != "" {
		p.Reason = fmt.Sprintf("%s needs the library %s, but %s", n.By, n.Name, n.Why)
	}
	if p.Hint == "" {
		p.Hint = "copy it beside the library, or add its folder to PATH before the run starts"
	}
	for _, dir := range append([]string{filepath.Dir(n.By)}, dll.NewLibrarySearch().Folders...) {
		p.Searched = append(p.Searched, filepath.Join(dir, n.Name))
	}
	return p
}
