package inspect

import (
	"debug/elf"
	"fmt"
	"slices"
	"strings"
)

// elfObject is what is read of an ELF file.
type elfObject struct {
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

func readELFObject(path string) (*elfObject, error) {
	f, err := elf.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	o := &elfObject{path: path, class: f.Class, machine: f.Machine, kind: f.Type,
		defined: map[string]bool{}, versions: map[string]bool{}}
	symbols, _ := f.DynamicSymbols()
	for _, s := range symbols {
		o.addSymbol(&s)
	}
	o.needed, _ = f.ImportedLibraries()
	o.rpath, o.runpath = dynamicStrings(f, elf.DT_RPATH), dynamicStrings(f, elf.DT_RUNPATH)
	if s, _ := f.DynString(elf.DT_SONAME); len(s) > 0 {
		o.soname = s[0]
	}
	defs, _ := f.DynamicVersions()
	for _, d := range defs {
		o.versions[d.Name] = true
	}
	o.needs, _ = f.DynamicVersionNeeds()
	o.compiler = compilerNames(f)
	o.program = o.kind == elf.ET_EXEC || isProgram(f) && (len(o.functions) == 0 || isPIE(f))
	return o, nil
}

// isProgram reports whether a file names the dynamic linker, as programs do and
// very few libraries.
func isProgram(f *elf.File) bool {
	return slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP })
}

// isPIE reports whether a file is marked as a program that may be placed anywhere.
func isPIE(f *elf.File) bool {
	flags, _ := f.DynValue(elf.DT_FLAGS_1)
	return len(flags) > 0 && elf.DynFlag1(flags[0])&elf.DF_1_PIE != 0
}

func (o *elfObject) addSymbol(s *elf.Symbol) {
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

func dynamicStrings(f *elf.File, tag elf.DynTag) []string {
	var out []string
	values, _ := f.DynString(tag)
	for _, v := range values {
		out = append(out, splitPaths(v)...)
	}
	return out
}

func splitPaths(paths string) []string {
	return slices.DeleteFunc(strings.Split(paths, ":"), func(s string) bool { return s == "" })
}

// compilerNames names the compilers that left their mark.
func compilerNames(f *elf.File) []string {
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

// examineELF examines an ELF file.
func (r *Report) examineELF(m *Machine) {
	r.Kind, r.Format, r.System = Library, "ELF", "linux"
	o, err := readELFObject(r.File)
	if err != nil {
		r.addRefusalReason(r.File+" is a damaged shared library", "copy or build it again")
		r.Problems[0].Detail = err.Error()
		r.readDamagedHeader()
		return
	}
	r.Bits, r.Arch, r.Compiler = classBits(o.class), elfArchName(o.machine), o.compiler
	r.RunPath = append(r.RunPath, append(o.rpath, o.runpath...)...)
	rest := r.classifyImports(o.wanted)
	r.classifyExports(o.functions)
	if !r.checkLoadable(o, m) {
		return
	}
	r.checkLinking(o, m, rest)
	switch {
	case len(o.functions) == 0:
		r.addRefusalReason(r.File+" exports no function", "check the flags -fvisibility and -s and the keyword static")
	case len(r.Routines)+len(r.Candidates) == 0:
		r.addRefusalReason(r.File+" exports no function that could be a routine", misnamedRoutinesHint(r.Notes))
	}
}

// misnamedRoutinesHint is the hint for a library whose routines have other names.
func misnamedRoutinesHint(notes []string) string {
	if len(notes) > 0 {
		return notes[0]
	}
	return "name the function after its routine, or in usrsub_fnc_name"
}

// readDamagedHeader reads class and machine of a file that is damaged behind them.
func (r *Report) readDamagedHeader() {
	head, err := readFirstBytes(r.File)
	if err != nil || len(head) < 20 {
		return
	}
	r.Bits = classBits(elf.Class(head[elf.EI_CLASS]))
	r.Arch = elfArchName(elf.Machine(uint16(head[18]) | uint16(head[19])<<8))
}

// checkLoadable refuses what is ELF but no library for this machine.
func (r *Report) checkLoadable(o *elfObject, m *Machine) bool {
	switch {
	case m.System != "linux":
		r.addRefusalReason(fmt.Sprintf("%s is a Linux library; this program runs on %s", r.File, m.System), build)
	case classBits(o.class) != 64:
		r.addRefusalReason(fmt.Sprintf("%s is a 32-bit library for %s; this program has 64 bits", r.File, r.Arch), "build it without -m32")
	case o.machine != m.Arch:
		r.addRefusalReason(fmt.Sprintf("%s is built for %s; this program runs on %s", r.File, r.Arch, elfArchName(m.Arch)), "build it on this machine")
	case o.kind == elf.ET_REL:
		r.Kind = Object
		r.addRefusalReason(r.File+" is an object file that was not linked", "link it: gcc -shared -o NAME.so "+r.File)
	case o.program:
		r.Kind = Program
		r.addRefusalReason(r.File+" is a program, not a shared library", "link it with -shared; a plugin is named with usrsub_plugin_name")
	case o.kind != elf.ET_DYN:
		r.addRefusalReason(r.File+" is a core file, not a shared library", "link it with -shared")
	default:
		return true
	}
	return false
}

func elfKind(path string) Kind {
	o, err := readELFObject(path)
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

func classBits(c elf.Class) int {
	return map[elf.Class]int{elf.ELFCLASS32: 32, elf.ELFCLASS64: 64}[c]
}

func elfArchName(m elf.Machine) string {
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
