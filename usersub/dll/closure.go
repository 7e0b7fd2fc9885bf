package dll

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// LibrarySearch is where the libraries are that a library needs.
type LibrarySearch struct {
	Folders []string // after the folder of the library that needs it
	System  string   // the folder of Windows' own libraries; "" on another system, where names are known
	Path    []string // after System: the folders of PATH
}

// NewLibrarySearch returns where this system finds libraries of Windows: on another one beside the library, and in the folders that users name for theirs.
func NewLibrarySearch() *LibrarySearch {
	s := &LibrarySearch{}
	for _, v := range []string{"NUSOL_DLL_DIR", "MS_USERDLL_DIR"} {
		s.Folders = append(s.Folders, splitFolders(os.Getenv(v))...)
	}
	if runtime.GOOS == "windows" {
		s.System = filepath.Join(os.Getenv("SystemRoot"), "System32")
		s.Path = splitFolders(os.Getenv("PATH"))
	}
	return s
}

// splitFolders splits a list of folders at semicolons and at what separates them here.
func splitFolders(folders string) (out []string) {
	for _, dir := range strings.FieldsFunc(folders, func(c rune) bool { return c == ';' || c == filepath.ListSeparator }) {
		if dir = strings.TrimSpace(dir); dir != "" {
			out = append(out, dir)
		}
	}
	return out
}

// Closure is a library with all that it leads to.
type Closure struct {
	Files     []*File   // the library, then the others that are not Windows' own, in the order in which they were met
	Needs     []Need    // all libraries, each once
	Solvers   []Solver  // libraries that stand for the solver
	Ordinals  []Ordinal // functions of the solver, or of a library that is missing, that are imported by their number
	Undefined []string  // "FUNCTION of LIBRARY": imported, but not there
}

// Need is a library that another one imports from.
type Need struct {
	Name   string
	Path   string // where it is; "" for one of Windows that was not looked up, a solver's, or one that is missing
	By     string // the file that imports it
	System bool   // one of Windows
	Solver bool
	Why    string // why the file that was found is not taken
	Names  []string
}

// IsMissing reports whether nothing stands for the library.
func (n *Need) IsMissing() bool { return n.Path == "" && !n.System && !n.Solver }

// Solver is a library from which utilities are imported, under whatever name.
type Solver struct {
	Name     string
	Forwards []Forward // imported names and what the solver calls them
}

// Ordinal is an import by number.
type Ordinal struct {
	Library string
	Number  int
	By      string
}

// OrdinalHint is what to do about an import by number.
const OrdinalHint = "link it with an import library that has names (made from a .def file without @ numbers and NONAME)"

// String says why the import does not do.
func (o *Ordinal) String() string {
	return fmt.Sprintf("%s imports function %d of %s by its number (ordinal): no such library is here, and if it is the solver's, numbers do not say which utility is meant",
		o.By, o.Number, o.Library)
}

// ReadClosure reads what the library at path leads to. The error is that of reading this one file.
func (s *LibrarySearch) ReadClosure(path string) (*Closure, error) {
	f, err := ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := &Closure{Files: []*File{f}}
	for i := 0; i < len(c.Files); i++ {
		for k := range c.Files[i].Imports {
			s.resolveImport(c, c.Files[i], &c.Files[i].Imports[k])
		}
	}
	return c, nil
}

// resolveImport looks up one import of a file.
func (s *LibrarySearch) resolveImport(c *Closure, by *File, im *Import) {
	own, why := s.findLibrary(by, im.Library)
	if importsSolverUtilities(im, own) {
		c.recordSolverImport(by, im)
		return
	}
	n := Need{Name: im.Library, By: by.Path, Why: why, Names: im.Names}
	switch {
	case own != nil:
		n.Path, n.System = own.Path, own.Arch == ""
	case s.System == "":
		n.System = isWindowsLibrary(im.Library)
	default:
		n.System = isAPISetName(im.Library)
	}
	if n.IsMissing() {
		for _, v := range im.Ordinals {
			c.Ordinals = append(c.Ordinals, Ordinal{im.Library, v, by.Path})
		}
	}
	if own != nil && !n.System {
		for _, name := range im.Names {
			if !slices.Contains(own.Exports, name) {
				c.Undefined = append(c.Undefined, name+" of "+im.Library)
			}
		}
	}
	if slices.ContainsFunc(c.Needs, func(x Need) bool { return SameLibrary(x.Name, n.Name) }) {
		return
	}
	c.Needs = append(c.Needs, n)
	if own != nil && !n.System {
		c.Files = append(c.Files, own)
	}
}

// importsSolverUtilities reports whether utilities are imported. A library of the user may have functions of its own with such names: it has
// all that is imported from it and does not answer queries.
func importsSolverUtilities(im *Import, own *File) bool {
	if !slices.ContainsFunc(im.Names, func(x string) bool { return UtilityName(x) != "" }) {
		return false
	}
	if own == nil {
		return true
	}
	if own.Arch == "" {
		return false
	}
	for _, x := range own.Exports {
		if u := strings.ToUpper(UtilityName(x)); strings.Contains(u, "SYSFNC") || strings.Contains(u, "SYSARY") {
			return true
		}
	}
	return slices.ContainsFunc(im.Names, func(x string) bool { return !slices.Contains(own.Exports, x) })
}

// recordSolverImport notes what is imported from a library that stands for the solver.
func (c *Closure) recordSolverImport(by *File, im *Import) {
	i := slices.IndexFunc(c.Solvers, func(x Solver) bool { return SameLibrary(x.Name, im.Library) })
	if i < 0 {
		i = len(c.Solvers)
		c.Solvers = append(c.Solvers, Solver{Name: im.Library})
		c.Needs = append(c.Needs, Need{Name: im.Library, By: by.Path, Solver: true, Names: im.Names})
	}
	for _, name := range im.Names {
		f := Forward{Name: name, To: UtilityName(name)}
		if f.To == "" {
			c.Undefined = append(c.Undefined, name+" of "+im.Library)
		} else if !slices.Contains(c.Solvers[i].Forwards, f) {
			c.Solvers[i].Forwards = append(c.Solvers[i].Forwards, f)
		}
	}
	for _, v := range im.Ordinals {
		c.Ordinals = append(c.Ordinals, Ordinal{im.Library, v, by.Path})
	}
}

// findLibrary returns the library called name that a file needs, or why what was found is not taken. One of Windows has nothing but a path.
func (s *LibrarySearch) findLibrary(by *File, name string) (f *File, why string) {
	if isAPISetName(name) {
		return nil, ""
	}
	name = filepath.Base(strings.ReplaceAll(name, `\`, "/"))
	if filepath.Ext(name) == "" {
		name += ".dll"
	}
	dirs := append([]string{filepath.Dir(by.Path)}, s.Folders...)
	if s.System != "" {
		dirs = append(dirs, s.System)
	}
	for _, dir := range append(dirs, s.Path...) {
		path := findInFolder(dir, name)
		if path == "" {
			continue
		}
		if s.System != "" && strings.EqualFold(dir, s.System) {
			return &File{Path: path}, "" // what Windows has is not examined
		}
		f, err := ReadFile(path)
		switch {
		case err != nil:
			why = path + " is not a library"
		case f.Arch != by.Arch:
			why = path + " is built for " + f.Arch
		default:
			return f, ""
		}
	}
	return nil, why
}

// findInFolder returns the path of a file in a folder, whatever the case of its letters; "" if there is none.
func findInFolder(dir, name string) string {
	path := filepath.Join(dir, name)
	if st, err := os.Stat(path); err == nil && !st.IsDir() {
		return path
	}
	if filepath.Separator == '\\' { // case does not count there
		return ""
	}
	list, err := os.ReadDir(dir)
	if err != nil && errors.Is(err, os.ErrNotExist) {
		return ""
	}
	for _, e := range list {
		if strings.EqualFold(e.Name(), name) && !e.IsDir() {
			return filepath.Join(dir, e.Name())
		}
	}
	return ""
}
