package inspect

import (
	"debug/elf"
	"fmt"
	"slices"
	"strings"
)

// object is what is read of an ELF file.
type object struct {
	path, soname string
	class        elf.Class
	machine      elf.Machine
	kind         elf.Type
	program      bool            // it is started, not loaded
	functions    []string        // exported
	defined      map[string]bool // all symbols that others may use
	wanted       []string        // symbols that others must define
	needed       []string        // DT_NEEDED
	rpath        []string
	runpath      []string
	versions     map[string]bool // that it defines
	needs        []elf.DynamicVersionNeed
	compiler     []string
}

func readObject(path string) (*object, error) {
	f, err := elf.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	o := &object{path: path, class: f.Class, machine: f.Machine, kind: f.Type,
		defined: map[string]bool{}, versions: map[string]bool{}}
	symbols, _ := f.DynamicSymbols()
	for _, s := range symbols {
		o.symbol(&s)
	}
	o.needed, _ = f.ImportedLibraries()
	o.rpath, o.runpath = list(f, elf.DT_RPATH), list(f, elf.DT_RUNPATH)
	if s, _ := f.DynString(elf.DT_SONAME); len(s) > 0 {
		o.soname = s[0]
	}
	defs, _ := f.DynamicVersions()
	for _, d := range defs {
		o.versions[d.Name] = true
	}
	o.needs, _ = f.DynamicVersionNeeds()
	o.compiler = comment(f)
	o.program = o.kind == elf.ET_EXEC || starts(f) && (len(o.functions) == 0 || pie(f))
	return o, nil
}

// starts reports whether a file names the dynamic linker, as programs do and
// very few libraries.
func starts(f *elf.File) bool {
	return slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP })
}

// pie reports whether a file is marked as a program that may be placed anywhere.
func pie(f *elf.File) bool {
	flags, _ := f.DynValue(elf.DT_FLAGS_1)
	return len(flags) > 0 && elf.DynFlag1(flags[0])&elf.DF_1_PIE != 0
}

func (o *object) symbol(s *elf.Symbol) {
	bind, typ := elf.ST_BIND(s.Info), elf.ST_TYPE(s.Info)
	switch {
	case s.Name == "" || bind == elf.STB_LOCAL:
	case s.Section == elf.SHN_UNDEF:
		if bind == elf.STB_GLOBAL && typ != elf.STT_TLS {
			o.wanted = append(o.wanted, s.Name)
		}
	default:
		o.defined[s.Name] = true
		if typ == elf.STT_FUNC || typ == elf.STT_GNU_IFUNC {
			o.functions = append(o.functions, s.Name)
		}
	}
}

func list(f *elf.File, tag elf.DynTag) []string {
	var out []string
	values, _ := f.DynString(tag)
	for _, v := range values {
		out = append(out, split(v)...)
	}
	return out
}

func split(paths string) []string {
	return slices.DeleteFunc(strings.Split(paths, ":"), func(s string) bool { return s == "" })
}

// comment names the compilers that left their mark.
func comment(f *elf.File) []string {
	s := f.Section(".comment")
	if s == nil || s.Size > 1<<16 {
		return nil
	}
	data, _ := s.Data()
	var out []string
	for c := range strings.SplitSeq(string(data), "\x00") {
		if c != "" && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// elf examines an ELF file.
func (r *Report) elf(m *Machine) {
	r.Kind, r.Format, r.System = Library, "ELF", "linux"
	o, err := readObject(r.File)
	if err != nil {
		r.refuse(r.File+" is a damaged shared library", "copy or build it again")
		r.Problems[0].Detail = err.Error()
		r.header()
		return
	}
	r.Bits, r.Arch, r.Compiler = bits(o.class), archName(o.machine), o.compiler
	r.RunPath = append(r.RunPath, append(o.rpath, o.runpath...)...)
	rest := r.imports(o.wanted)
	r.exports(o.functions)
	if !r.fits(o, m) {
		return
	}
	r.linked(o, m, rest)
	switch {
	case len(o.functions) == 0:
		r.refuse(r.File+" exports no function", "check the flags -fvisibility and -s and the keyword static")
	case len(r.Routines)+len(r.Candidates) == 0:
		r.refuse(r.File+" exports no function that could be a routine", notFound(r.Notes))
	}
}

// notFound is the hint for a library whose routines have other names.
func notFound(notes []string) string {
	if len(notes) > 0 {
		return notes[0]
	}
	return "name the function after its routine, or in usrsub_fnc_name"
}

// header reads class and machine of a file that is damaged behind them.
func (r *Report) header() {
	head, err := beginning(r.File)
	if err != nil || len(head) < 20 {
		return
	}
	r.Bits = bits(elf.Class(head[elf.EI_CLASS]))
	r.Arch = archName(elf.Machine(uint16(head[18]) | uint16(head[19])<<8))
}

// fits refuses what is ELF but no library for this machine.
func (r *Report) fits(o *object, m *Machine) bool {
	switch {
	case m.System != "linux":
		r.refuse(fmt.Sprintf("%s is a Linux library; this program runs on %s", r.File, m.System), build)
	case bits(o.class) != 64:
		r.refuse(fmt.Sprintf("%s is a 32-bit library for %s; this program has 64 bits", r.File, r.Arch), "build it without -m32")
	case o.machine != m.Arch:
		r.refuse(fmt.Sprintf("%s is built for %s; this program runs on %s", r.File, r.Arch, archName(m.Arch)), "build it on this machine")
	case o.kind == elf.ET_REL:
		r.Kind = Object
		r.refuse(r.File+" is an object file that was not linked", "link it: gcc -shared -o NAME.so "+r.File)
	case o.program:
		r.Kind = Program
		r.refuse(r.File+" is a program, not a shared library", "link it with -shared; a plugin is named with usrsub_plugin_name")
	case o.kind != elf.ET_DYN:
		r.refuse(r.File+" is a core file, not a shared library", "link it with -shared")
	default:
		return true
	}
	return false
}

func elfKind(path string) Kind {
	o, err := readObject(path)
	switch {
	case err != nil:
		return Library
	case o.kind == elf.ET_REL:
		return Object
	case o.program:
		return Program
	}
	return Library
}

func bits(c elf.Class) int {
	return map[elf.Class]int{elf.ELFCLASS32: 32, elf.ELFCLASS64: 64}[c]
}

func archName(m elf.Machine) string {
	switch m {
	case elf.EM_386:
		return "i386"
	case elf.EM_X86_64:
		return "x86-64"
	case elf.EM_AARCH64:
		return "arm64"
	}
	return strings.ToLower(strings.TrimPrefix(m.String(), "EM_"))
}
