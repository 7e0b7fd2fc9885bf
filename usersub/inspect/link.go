package inspect

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// linker finds libraries as the dynamic linker does (man ld.so): DT_RPATH of
// the library and of those that led to it, unless it has DT_RUNPATH;
// LD_LIBRARY_PATH; DT_RUNPATH; the cache; the default folders.
type linker struct {
	*Machine
	cache  map[string]string
	loaded []*member
	needs  []Need // in the order in which they were met
}

// member is a library of the closure and the one that led to it.
type member struct {
	*elfObject
	by *member
}

// loadClosure loads o and everything that it needs.
func (l *linker) loadClosure(o *elfObject, by *member) {
	queue := []*member{{o, by}}
	l.loaded = append(l.loaded, queue[0])
	for len(queue) > 0 {
		m := queue[0]
		queue = queue[1:]
		for _, name := range m.needed {
			if l.findLoadedLibrary(name) != nil {
				continue
			}
			n := Need{Name: name}
			if m != l.loaded[0] {
				n.By = m.path
			}
			var lib *elfObject
			lib, n.Why = l.findLibrary(name, m)
			if lib != nil {
				n.Path = lib.path
				next := &member{lib, m}
				l.loaded, queue = append(l.loaded, next), append(queue, next)
			}
			if lib != nil || !slices.ContainsFunc(l.needs, func(x Need) bool { return x.Name == name }) {
				l.needs = append(l.needs, n)
			}
		}
	}
}

// findLoadedLibrary returns a loaded library by its name.
func (l *linker) findLoadedLibrary(name string) *member {
	for _, m := range l.loaded {
		if m.soname == name || filepath.Base(m.path) == name || m.path == name {
			return m
		}
	}
	return nil
}

// findLibrary returns the library called name that m needs, or why what was found did
// not do.
func (l *linker) findLibrary(name string, m *member) (lib *elfObject, why string) {
	for _, path := range l.candidateLibraryPaths(name, m) {
		if _, err := os.Stat(path); err != nil {
			continue
		}
		o, err := readELFObject(path)
		switch {
		case err != nil:
			why = fmt.Sprintf("%s is not a library", path)
		case o.machine != l.Arch || classBits(o.class) != 64:
			why = fmt.Sprintf("%s is a %d-bit library for %s", path, classBits(o.class), elfArchName(o.machine))
		default:
			return o, ""
		}
	}
	return nil, why
}

// candidateLibraryPaths lists where a library may be.
func (l *linker) candidateLibraryPaths(name string, m *member) []string {
	if strings.Contains(name, "/") {
		return []string{name}
	}
	var dirs []string
	if len(m.runpath) == 0 {
		for p := m; p != nil; p = p.by {
			if len(p.runpath) == 0 {
				dirs = append(dirs, expandOrigin(p.rpath, p.path)...)
			}
		}
	}
	dirs = append(dirs, l.LibraryPath...)
	dirs = append(dirs, expandOrigin(m.runpath, m.path)...)
	var paths []string
	for _, d := range dirs {
		paths = append(paths, filepath.Join(d, name))
	}
	if p := l.cache[name]; p != "" {
		paths = append(paths, p)
	}
	for _, d := range l.Folders {
		paths = append(paths, filepath.Join(d, name))
	}
	return paths
}

// expandOrigin puts in what $ORIGIN and $LIB stand for.
func expandOrigin(dirs []string, file string) []string {
	origin := filepath.Dir(file)
	if abs, err := filepath.Abs(file); err == nil {
		origin = filepath.Dir(abs)
	}
	var out []string
	r := strings.NewReplacer("${ORIGIN}", origin, "$ORIGIN", origin, "${LIB}", "lib64", "$LIB", "lib64")
	for _, d := range dirs {
		out = append(out, r.Replace(d))
	}
	return out
}

// checkLinking finds what o needs and reports what is missing. rest are the symbols
// that it leaves undefined and that are no utilities.
func (r *Report) checkLinking(o *elfObject, m *Machine, rest []string) {
	l := &linker{Machine: m, cache: readLinkerCache(m.Cache, m.Arch)}
	l.loadClosure(o, nil)
	r.Needs = append(r.Needs, l.needs...)
	for _, n := range l.needs {
		if n.Path == "" {
			r.reportMissing(n)
		}
	}
	l.addLibrariesOfProcess()
	r.checkSymbolVersions(o, l)
	complete := !slices.ContainsFunc(r.Needs, func(n Need) bool { return n.Path == "" })
	for _, s := range rest {
		if !l.isDefined(s) {
			r.Undefined = append(r.Undefined, s)
		}
	}
	if len(r.Undefined) > 0 && complete {
		r.refuseUndefined(r.Undefined)
	} else if len(r.Undefined) > 0 {
		r.Notes = append(r.Notes, "the undefined symbols may be those of the missing libraries")
	}
}

// addLibrariesOfProcess adds the libraries that are there anyway.
func (l *linker) addLibrariesOfProcess() {
	for _, name := range process {
		if l.findLoadedLibrary(name) == nil {
			if o, _ := l.findLibrary(name, l.loaded[0]); o != nil {
				n := len(l.needs)
				l.loadClosure(o, l.loaded[0])
				l.needs = l.needs[:n]
			}
		}
	}
}

func (l *linker) isDefined(symbol string) bool {
	return slices.ContainsFunc(l.loaded, func(m *member) bool { return m.defined[symbol] })
}

func (r *Report) reportMissing(n Need) {
	by := r.File
	if n.By != "" {
		by = n.By
	}
	p := Problem{Reason: fmt.Sprintf("%s needs the library %s, which was not found", by, n.Name),
		Hint: "install it, put it beside the library and link with -Wl,-rpath,'$ORIGIN', or add its folder to LD_LIBRARY_PATH"}
	if n.Why != "" {
		p.Reason = fmt.Sprintf("%s needs the library %s, but %s", by, n.Name, n.Why)
	}
	if strings.Contains(n.Name, "gfortran") || strings.Contains(n.Name, "libifcore") || strings.Contains(n.Name, "quadmath") {
		p.Hint = "it is the run-time library of the Fortran compiler: install it, or build the library here with trammel usersub build"
	}
	r.AddLoadProblem(p)
}

// checkSymbolVersions compares the symbol versions that are needed with those defined.
func (r *Report) checkSymbolVersions(o *elfObject, l *linker) {
	for _, need := range o.needs {
		for _, v := range need.Needs {
			r.GLIBC = laterGlibcVersion(r.GLIBC, v.Dep)
		}
	}
	if libc := l.findLoadedLibrary("libc.so.6"); libc != nil {
		for v := range libc.versions {
			r.HostGLIBC = laterGlibcVersion(r.HostGLIBC, v)
		}
	}
	for _, m := range l.loaded {
		for _, need := range m.needs {
			lib := l.findLoadedLibrary(need.Name)
			if lib == nil || len(lib.versions) == 0 {
				continue
			}
			for _, v := range need.Needs {
				if v.Flags&versionWeak == 0 && !lib.versions[v.Dep] {
					r.addRefusalReason(fmt.Sprintf("%s needs %s of %s, which is newer than this system", m.path, v.Dep, need.Name),
						"build it on this system, or on an older one")
				}
			}
		}
	}
}

// versionWeak marks a version that may be missing.
const versionWeak = 2

// laterGlibcVersion returns the later of two versions of glibc without the prefix; what is
// no such version does not count.
func laterGlibcVersion(current, candidate string) string {
	v, ok := strings.CutPrefix(candidate, "GLIBC_")
	if !ok || v == "" || v[0] < '0' || v[0] > '9' {
		return current
	}
	if current == "" || compareVersions(v, current) > 0 {
		return v
	}
	return current
}

// compareVersions compares numbers separated by points.
func compareVersions(a, b string) int {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(x), len(y)) {
		p, _ := strconv.Atoi(x[i])
		q, _ := strconv.Atoi(y[i])
		if p != q {
			return cmp.Compare(p, q)
		}
	}
	return cmp.Compare(len(x), len(y))
}

// refuseUndefined refuses a library for symbols that nobody defines.
func (r *Report) refuseUndefined(names []string) {
	p := Problem{Reason: fmt.Sprintf("%s calls %s, which no library defines", r.File, strings.Join(names, ", ")),
		Hint: "link the object or library that defines it"}
	for _, s := range names {
		switch {
		case strings.HasPrefix(s, "_Z") && strings.Contains(s, "c_"):
			p.Hint = "a utility is declared as C++: include trammel_usersub.h or declare it extern \"C\""
		case strings.HasPrefix(s, "c_"):
			p.Hint = "its name is like that of a utility of a solver, but it is not known here"
		case strings.HasPrefix(s, "_gfortran"):
			p.Hint = "link it with gfortran, or add -lgfortran"
		case strings.HasPrefix(s, "_ZN"), strings.HasPrefix(s, "_ZS"), strings.HasPrefix(s, "__cxa"):
			p.Hint = "link it with g++, or add -lstdc++"
		}
	}
	r.AddLoadProblem(p)
}
