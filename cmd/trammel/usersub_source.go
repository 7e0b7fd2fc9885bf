package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/source"
)

// sourceUnit is a source on its way through a compiler.
type sourceUnit struct {
	source string // as it was named
	file   string // what is compiled: the source or a copy in which lines have been changed
	lang   *language
	force  string // the language for -x where the suffix means another
	flags  []string

	uses, defines []string // modules of Fortran
	ours          bool     // a module that comes with this program
}

// compilerArguments are the arguments that name the file.
func (u *sourceUnit) compilerArguments() []string {
	if u.force != "" {
		return []string{"-x", u.force, u.file, "-x", "none"}
	}
	return []string{u.file}
}

// combineForOneCompilerCall returns what one call of a compiler needs for all units: they have one language and the same flags, and no modules.
func combineForOneCompilerCall(units []*sourceUnit) (l *language, flags, files []string, ok bool) {
	if len(units) == 0 {
		return langC, nil, nil, true // objects alone
	}
	l, flags = units[0].lang, units[0].flags
	for _, u := range units {
		if u.lang != l || !slices.Equal(u.flags, flags) || len(u.defines) > 0 || u.ours {
			return nil, nil, nil, false
		}
		files = append(files, u.compilerArguments()...)
	}
	return l, flags, files, true
}

// prepareSources reads the sources and writes copies of those that need changes into a folder. Sources in Fortran come in an order in
// which each finds the modules that it uses.
func (b *libraryBuilder) prepareSources(work string) ([]*sourceUnit, error) {
	var units []*sourceUnit
	dates := false
	for _, s := range b.sources {
		text, err := os.ReadFile(s)
		if err != nil {
			return nil, withoutSyscall(err, s)
		}
		if compilerLanguageOfSource(s) != langFortran {
			u, err := b.prepareC(work, s, text)
			if err != nil {
				return nil, err
			}
			units = append(units, u)
			continue
		}
		u, withDates, err := b.prepareFortran(work, s, text)
		if err != nil {
			return nil, err
		}
		dates = dates || withDates
		units = append(units, u)
	}
	units, err := addIntelModules(work, units, dates)
	if err != nil {
		return nil, err
	}
	return sortByModules(units), nil
}

// definedMacros are the symbols that the flags define.
func (b *libraryBuilder) definedMacros() map[string]string {
	m := map[string]string{}
	for i, f := range b.flags {
		if f == "-D" && i+1 < len(b.flags) {
			f += b.flags[i+1]
		}
		if rest, ok := strings.CutPrefix(f, "-D"); ok && rest != "" {
			name, value, _ := strings.Cut(rest, "=")
			m[name] = value
		}
	}
	return m
}

// includeFoldersOfFlags are those that the flags name with -I.
func (b *libraryBuilder) includeFoldersOfFlags() []string {
	var list []string
	for i, f := range b.flags {
		if f == "-I" && i+1 < len(b.flags) {
			list = append(list, b.flags[i+1])
		} else if rest, ok := strings.CutPrefix(f, "-I"); ok && rest != "" {
			list = append(list, rest)
		}
	}
	return list
}

// changedCopyPath is the file of a changed copy of a source.
func changedCopyPath(work, file string) string {
	return filepath.Join(work, fmt.Sprintf("%x", []byte(filepath.Dir(file))), filepath.Base(file))
}

// writeChangedCopy writes the changed text of a source; messages of the compiler name the source itself.
func writeChangedCopy(work, file string, text []byte) (string, error) {
	to := changedCopyPath(work, file)
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return "", err
	}
	name := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(file)
	return to, os.WriteFile(to, slices.Concat([]byte("# 1 \""+name+"\"\n"), text), 0o600)
}

func (b *libraryBuilder) prepareFortran(work, file string, text []byte) (*sourceUnit, bool, error) {
	in := &includeFiles{b: b, work: work, folders: append([]string{filepath.Dir(file)}, b.includeFoldersOfFlags()...)}
	f, err := source.PrepareFortran(file, text, source.Options{Defined: b.definedMacros(), Find: in.findInclude})
	if err != nil {
		return nil, false, err
	}
	b.printNotes(f.Notes)
	u := &sourceUnit{source: file, file: file, lang: langFortran, uses: f.Uses, defines: f.Defines, flags: f.Flags}
	if f.Text != nil {
		if u.file, err = writeChangedCopy(work, file, f.Text); err != nil {
			return nil, false, err
		}
		u.flags = append(u.flags, "-I", filepath.Dir(file))
	}
	if len(f.Uses)+len(f.Defines) > 0 {
		u.flags = append(u.flags, "-J", work)
	}
	return u, f.Dates || in.dates, nil
}

func (b *libraryBuilder) printNotes(list []source.Note) {
	for _, n := range list {
		b.note("%s", n)
	}
}

// includeFiles prepares the files that a source in Fortran includes.
type includeFiles struct {
	b       *libraryBuilder
	work    string
	folders []string
	depth   int
	dates   bool
}

// findInclude returns the file that is to be included instead of the one that is named: one whose name has another case or the separators of
// Windows, or a copy in which lines have been changed; "" if it is that itself, or missing.
func (in *includeFiles) findInclude(name string, fixed bool) (string, error) {
	path, other := findInFolders(in.folders, name)
	if path == "" || in.depth > 10 {
		return "", nil
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if other {
		in.b.note("INCLUDE '%s' is read from %s", name, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", withoutSyscall(err, path)
	}
	in.depth++
	defer func() { in.depth-- }()
	f, err := source.PrepareFortran(path, text, source.Options{Defined: in.b.definedMacros(), Find: in.findInclude, Included: true, Fixed: fixed})
	if err != nil {
		return "", err
	}
	in.b.printNotes(f.Notes)
	in.dates = in.dates || f.Dates
	switch {
	case f.Text != nil:
		return writeChangedCopy(in.work, path, f.Text)
	case other:
		return abs, nil
	}
	return "", nil
}

// findInFolders finds a file in folders, and whether its name is written otherwise there: with another case, or the separators of Windows.
func findInFolders(folders []string, name string) (path string, other bool) {
	for _, wanted := range []bool{false, true} {
		for _, dir := range folders {
			if path, other := usersub.FindFile(dir, name); path != "" && other == wanted {
				return path, other
			}
		}
	}
	return "", false
}

// prepareC examines a source in C or C++, and writes the headers that it finds under no other spelling.
func (b *libraryBuilder) prepareC(work, file string, text []byte) (*sourceUnit, error) {
	include, err := installHeaders()
	if err != nil {
		return nil, fmt.Errorf("the headers cannot be written: %w", err)
	}
	c := source.ExamineCSource(file, text, b.includeFoldersOfFlags())
	b.printNotes(c.Notes)
	u := &sourceUnit{source: file, file: file, lang: compilerLanguageOfSource(file), flags: []string{"-I", include}}
	if c.Text != nil {
		if u.file, err = writeChangedCopy(work, file, c.Text); err != nil {
			return nil, err
		}
		u.flags = append(u.flags, "-iquote", filepath.Dir(file))
	}
	if u.lang == langC && c.CPP.Text != "" {
		u.lang, u.force = langCPP, "c++"
		b.note("%s:%d: %s is C++: the file is compiled as C++ despite its suffix", file, c.CPP.Line, c.CPP.Text)
	}
	if c.Names || c.Headers {
		flags, err := windowsHeaderFlags(c.Names)
		if err != nil {
			return nil, err
		}
		u.flags = append(u.flags, flags...)
	}
	if len(c.Forward) == 0 {
		return u, nil
	}
	dir := filepath.Join(work, "include")
	for name, to := range c.Forward {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte("#include "+to+"\n"), 0o600); err != nil {
			return nil, err
		}
	}
	u.flags = append(u.flags, "-I", dir)
	return u, nil
}

// addIntelModules puts the modules of Intel's compiler that units use and none of them defines before them, and DEC's subroutines of dates.
func addIntelModules(work string, units []*sourceUnit, dates bool) ([]*sourceUnit, error) {
	defined := map[string]bool{}
	for _, u := range units {
		for _, m := range u.defines {
			defined[m] = true
		}
	}
	if dates {
		u, err := writeBundledModule(work, "trammel_dec")
		if err != nil {
			return nil, err
		}
		units = append(units, u)
	}
	for i := 0; i < len(units); i++ { // grows
		for _, m := range units[i].uses {
			if defined[m] {
				continue
			}
			defined[m] = true
			u, err := writeBundledModule(work, m)
			if err != nil {
				return nil, err
			}
			if u != nil {
				units = append(units, u)
			}
		}
	}
	return units, nil
}

// writeBundledModule writes a module that comes with this program; nil if none has that name.
func writeBundledModule(work, name string) (*sourceUnit, error) {
	text, err := sdk.FortranModules.ReadFile("fortran/" + name + ".f90")
	if err != nil {
		return nil, nil // a module of the compiler or one that is missing
	}
	to := filepath.Join(work, name+".f90")
	if err := os.WriteFile(to, text, 0o600); err != nil {
		return nil, err
	}
	f, err := source.PrepareFortran(to, text, source.Options{})
	if err != nil {
		return nil, err
	}
	return &sourceUnit{source: name + ".f90", file: to, lang: langFortran, ours: true, uses: f.Uses, defines: f.Defines, flags: append(f.Flags, "-w", "-J", work)}, nil
}

// sortByModules orders units so that the one that defines a module comes before those that use it.
func sortByModules(units []*sourceUnit) []*sourceUnit {
	var out []*sourceUnit
	done := map[*sourceUnit]bool{}
	var add func(u *sourceUnit)
	add = func(u *sourceUnit) {
		if done[u] {
			return
		}
		done[u] = true
		for _, m := range u.uses {
			for _, v := range units {
				if slices.Contains(v.defines, m) {
					add(v)
				}
			}
		}
		out = append(out, u)
	}
	for _, u := range units {
		add(u)
	}
	return out
}

// hints of what a compiler found.
var hints = []struct {
	pattern *regexp.Regexp
	says    string
}{
	{regexp.MustCompile(`Cannot open module file .([\w$]+)\.mod`), "the module $1 is in none of the sources: name its source, too, in any order"},
	{regexp.MustCompile(`Cannot convert LOGICAL\(\d\) to REAL`), "a logical value is assigned to a real: Intel's compiler makes -1 of .TRUE. and 0 of .FALSE.; write MERGE(-1D0, 0D0, condition)"},
	{regexp.MustCompile(`Non-numeric character in statement label`), "a statement begins before column 7; if the source has free form, build with -- -ffree-form"},
	{regexp.MustCompile(`fatal error: (\S+): No such file`), "the header $1 is missing: name its folder with -- -I FOLDER"},
	{regexp.MustCompile(`Cannot open included file \W*([\w./\\-]+)`), "the file $1 is missing: put it beside the source or name its folder with -- -I FOLDER"},
}

// compilerHints returns what helps against the errors that a compiler reports, a line for each.
func compilerHints(text string) string {
	var b strings.Builder
	for _, h := range hints {
		if x := h.pattern.FindStringSubmatchIndex(text); x != nil {
			b.WriteString("\n  hint: ")
			b.Write(h.pattern.ExpandString(nil, h.says, text, x))
		}
	}
	return b.String()
}
