package inspect

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub/dll"
)

// examinePE examines a library of Windows, on whatever system.
func (r *Report) examinePE(m *Machine) {
	r.Kind, r.Format, r.System = Library, "PE", "windows"
	f, err := dll.ReadFile(r.File)
	if err != nil {
		r.addRefusalReason(r.File+" begins like a Windows library, but is damaged or a program for DOS", build)
		return
	}
	r.Bits, r.Arch = f.Bits, f.Arch
	what := "a Windows library (DLL)"
	if f.Program {
		r.Kind, what = Program, "a Windows program"
	}
	here := m.System == "windows"
	switch {
	case !here:
		r.addRefusalReason(fmt.Sprintf("%s is %s for %s, %d-bit; this program runs on %s", r.File, what, r.Arch, r.Bits, m.System), build)
	case f.Bits == 32:
		r.addRefusalReason(r.File+" is a 32-bit library; this program has 64 bits", "build it for x64: no process can load libraries of both kinds")
	case f.Arch != "x86-64":
		r.addRefusalReason(fmt.Sprintf("%s is built for %s; this program runs on x86-64", r.File, f.Arch), "build it for x64")
	case f.Program:
		r.addRefusalReason(r.File+" is a program, not a library", "link it as a library: gcc -shared or link /DLL")
	}
	var wanted []string
	for i := range f.Imports {
		for _, s := range f.Imports[i].Names {
			if dll.UtilityName(s) != "" {
				wanted = append(wanted, stripStdcallDecoration(s))
			}
		}
	}
	r.classifyImports(wanted)
	r.classifyExports(f.Exports)
	r.checkLibraries(dll.NewLibrarySearch())
}

// checkLibraries reports the libraries that a library of Windows leads to, and what would fail when it is opened.
func (r *Report) checkLibraries(s *dll.LibrarySearch) {
	c, err := s.ReadClosure(r.File)
	if err != nil {
		return
	}
	for i := range c.Needs {
		n := &c.Needs[i]
		need := Need{Name: n.Name, Path: n.Path, Why: n.Why}
		if n.By != r.File {
			need.By = n.By
		}
		switch {
		case n.Solver:
			need.Note = "the solver's, under this name: utilities are found whatever it is called"
		case n.System:
			need.Path, need.Note = "", "part of Windows"
		}
		r.Needs = append(r.Needs, need)
	}
	for i := range c.Ordinals {
		if o := &c.Ordinals[i]; dll.MissingLibraryHint(o.Library) == "" {
			r.addRefusalReason(o.String(), dll.OrdinalHint)
		}
	}
	for i := range c.Needs {
		if c.Needs[i].IsMissing() {
			r.refuseMissing(&c.Needs[i])
		}
	}
	if len(c.Undefined) > 0 {
		r.Undefined = append(r.Undefined, c.Undefined...)
		r.addRefusalReason(fmt.Sprintf("%s calls %s, which is not there", r.File, strings.Join(c.Undefined, ", ")),
			"link the object or library that defines it; of the solver's library only utilities are known")
	}
}

// refuseMissing refuses a library for another one that is missing.
func (r *Report) refuseMissing(n *dll.Need) {
	p := Problem{Reason: fmt.Sprintf("%s needs the library %s, which was not found", n.By, n.Name), Hint: dll.MissingLibraryHint(n.Name)}
	if n.Why != "" {
		p.Reason = fmt.Sprintf("%s needs the library %s, but %s", n.By, n.Name, n.Why)
	}
	if p.Hint == "" {
		p.Hint = "copy it beside the library (" + filepath.Dir(r.File) + "), or add its folder to PATH before the run starts"
	}
	if len(n.Names) > 0 {
		shown := slices.Clone(n.Names[:min(len(n.Names), 8)])
		if len(n.Names) > len(shown) {
			shown = append(shown, fmt.Sprintf("and %d more", len(n.Names)-len(shown)))
		}
		p.Detail = "functions that are used of it: " + strings.Join(shown, ", ")
	}
	r.AddLoadProblem(p)
}
