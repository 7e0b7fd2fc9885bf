package inspect

import (
	"debug/macho"
	"fmt"
	"runtime"
	"strings"
)

// examineMachO examines a library of macOS, of a universal file its first part.
func (r *Report) examineMachO() {
	r.Kind, r.Format, r.System = Library, "Mach-O", "darwin"
	defer func() {
		r.addRefusalReason(fmt.Sprintf("%s is a macOS library; this program runs on %s", r.File, runtime.GOOS), build)
	}()
	f, err := macho.Open(r.File)
	if err != nil {
		fat, err := macho.OpenFat(r.File)
		if err != nil || len(fat.Arches) == 0 {
			return
		}
		defer fat.Close()
		f = fat.Arches[0].File
		r.Notes = append(r.Notes, fmt.Sprintf("it holds libraries for %d architectures, the first is shown", len(fat.Arches)))
	} else {
		defer f.Close()
	}
	r.Bits = 32
	if f.Magic == macho.Magic64 {
		r.Bits = 64
	}
	r.Arch = machoArch(f.Cpu)
	names, _ := f.ImportedLibraries()
	for _, n := range names {
		r.Needs = append(r.Needs, Need{Name: n})
	}
	wanted, _ := f.ImportedSymbols()
	for i := range wanted {
		wanted[i] = strings.TrimPrefix(wanted[i], "_")
	}
	r.classifyImports(wanted)
	r.classifyExports(machoExports(f))
}

func machoArch(c macho.Cpu) string {
	switch c {
	case macho.CpuAmd64:
		return "x86-64"
	case macho.CpuArm64:
		return "arm64"
	case macho.Cpu386:
		return "i386"
	}
	return c.String()
}

// machoExports returns defined external symbols without their underscore: the
// low bits of a symbol's type are 0x0e for a section and 1 for external.
func machoExports(f *macho.File) []string {
	var names []string
	if f.Symtab == nil {
		return nil
	}
	for _, s := range f.Symtab.Syms {
		if s.Type&0x0e == 0x0e && s.Type&1 != 0 && s.Type&0xe0 == 0 {
			names = append(names, strings.TrimPrefix(s.Name, "_"))
		}
	}
	return names
}
