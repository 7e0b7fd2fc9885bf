package inspect

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// pe examines a library of Windows.
func (r *Report) pe() {
	r.Kind, r.Format, r.System = Library, "PE", "windows"
	f, err := pe.Open(r.File)
	if err != nil {
		r.refuse(r.File+" begins like a Windows library, but is damaged or a program for DOS", build)
		return
	}
	defer f.Close()
	r.Bits, r.Arch = peMachine(f.Machine)
	var functions []string
	if at := peDirectory(f, pe.IMAGE_DIRECTORY_ENTRY_EXPORT); at != 0 {
		functions = peExports(f, at)
	}
	var wanted []string
	imported, _ := f.ImportedSymbols()
	for _, s := range imported {
		name, dll, _ := strings.Cut(s, ":")
		wanted = append(wanted, decorated(name))
		if !slices.ContainsFunc(r.Needs, func(n Need) bool { return n.Name == dll }) {
			r.Needs = append(r.Needs, Need{Name: dll})
		}
	}
	r.imports(wanted)
	r.exports(functions)
	what := "a Windows library (DLL)"
	if peKind(r.File) == Program {
		r.Kind, what = Program, "a Windows program"
	}
	r.refuse(fmt.Sprintf("%s is %s for %s, %d-bit; this program runs on %s", r.File, what, r.Arch, r.Bits, runtime.GOOS), build)
}

func peMachine(m uint16) (bits int, arch string) {
	switch m {
	case pe.IMAGE_FILE_MACHINE_I386:
		return 32, "i386"
	case pe.IMAGE_FILE_MACHINE_AMD64:
		return 64, "x86-64"
	case pe.IMAGE_FILE_MACHINE_ARM64:
		return 64, "arm64"
	}
	return 0, fmt.Sprintf("machine %#x", m)
}

// peDirectory returns the address of a table, 0 if there is none.
func peDirectory(f *pe.File, entry int) uint32 {
	switch h := f.OptionalHeader.(type) {
	case *pe.OptionalHeader32:
		if int(h.NumberOfRvaAndSizes) > entry {
			return h.DataDirectory[entry].VirtualAddress
		}
	case *pe.OptionalHeader64:
		if int(h.NumberOfRvaAndSizes) > entry {
			return h.DataDirectory[entry].VirtualAddress
		}
	}
	return 0
}

// peExports reads the names in the export table: the number of names stands at
// byte 24 of it and the address of a list of addresses of names at byte 32.
func peExports(f *pe.File, at uint32) []string {
	table := peData(f, at)
	if len(table) < 40 {
		return nil
	}
	n := binary.LittleEndian.Uint32(table[24:])
	list := peData(f, binary.LittleEndian.Uint32(table[32:]))
	var names []string
	for i := 0; i < int(min(n, 1<<16)) && 4*i+4 <= len(list); i++ {
		text := peData(f, binary.LittleEndian.Uint32(list[4*i:]))
		name, _, _ := bytes.Cut(text, []byte{0})
		if len(name) > 0 {
			names = append(names, string(name))
		}
	}
	return names
}

// peData returns what follows an address of the loaded library.
func peData(f *pe.File, at uint32) []byte {
	for _, s := range f.Sections {
		if at >= s.VirtualAddress && at-s.VirtualAddress < s.Size {
			data, err := s.Data()
			if err == nil && int(at-s.VirtualAddress) < len(data) {
				return data[at-s.VirtualAddress:]
			}
		}
	}
	return nil
}
