package dll

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"strings"
)

// File is what a library or program of Windows says about itself.
type File struct {
	Path    string
	Bits    int      // 32 or 64, 0 if unknown
	Arch    string   // "x86-64", "i386", "arm64", or a number
	Program bool     // it is not a library
	Exports []string // names, in their order in the file
	Imports []Import
}

// Import is what a file uses of one library.
type Import struct {
	Library  string // as it is written: "AsUtility.dll"
	Names    []string
	Ordinals []int // functions that are named by their number
	Delayed  bool  // it is loaded at the first call
}

// ReadFile reads the file at path.
func ReadFile(path string) (*File, error) {
	f, err := pe.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := &File{Path: path}
	out.Bits, out.Arch = describeMachine(f.Machine)
	out.Program = f.Characteristics&pe.IMAGE_FILE_DLL == 0 && f.Characteristics&pe.IMAGE_FILE_EXECUTABLE_IMAGE != 0
	r := newReader(f)
	out.Exports = r.readExports()
	out.Imports = append(r.readImports(), r.readDelayedImports()...)
	return out, nil
}

// IsProgram reports whether the file at path is a program, not a library.
func IsProgram(path string) bool {
	f, err := pe.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return f.Characteristics&pe.IMAGE_FILE_DLL == 0 && f.Characteristics&pe.IMAGE_FILE_EXECUTABLE_IMAGE != 0
}

func describeMachine(m uint16) (bits int, arch string) {
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

// peReader finds what lies at an address of the loaded file.
type peReader struct {
	directories []pe.DataDirectory
	base        uint64 // where the file wants to be loaded
	wide        bool   // addresses have 64 bits
	sections    []section
}

type section struct {
	at   uint32
	data []byte
}

func newReader(f *pe.File) *peReader {
	r := &peReader{}
	switch h := f.OptionalHeader.(type) {
	case *pe.OptionalHeader32:
		r.directories, r.base = h.DataDirectory[:min(h.NumberOfRvaAndSizes, 16)], uint64(h.ImageBase)
	case *pe.OptionalHeader64:
		r.directories, r.base, r.wide = h.DataDirectory[:min(h.NumberOfRvaAndSizes, 16)], h.ImageBase, true
	}
	for _, s := range f.Sections {
		if data, err := s.Data(); err == nil {
			r.sections = append(r.sections, section{s.VirtualAddress, data})
		}
	}
	return r
}

// bytesAt returns what follows an address, nil outside of the file.
func (r *peReader) bytesAt(address uint32) []byte {
	for _, s := range r.sections {
		if address >= s.at && uint64(address-s.at) < uint64(len(s.data)) {
			return s.data[address-s.at:]
		}
	}
	return nil
}

// dataDirectory returns a table of the file, nil if there is none.
func (r *peReader) dataDirectory(entry int) []byte {
	if entry >= len(r.directories) || r.directories[entry].VirtualAddress == 0 {
		return nil
	}
	return r.bytesAt(r.directories[entry].VirtualAddress)
}

func (r *peReader) textAt(address uint32) string {
	name, _, _ := bytes.Cut(r.bytesAt(address), []byte{0})
	return string(name)
}

var little = binary.LittleEndian

// maxNames bounds what is read of a damaged file.
const maxNames = 1 << 16

// readExports reads the names in the export table: their number is at byte 24 of it, the address of a list of
// addresses of names at byte 32.
func (r *peReader) readExports() (names []string) {
	table := r.dataDirectory(pe.IMAGE_DIRECTORY_ENTRY_EXPORT)
	if len(table) < 40 {
		return nil
	}
	n := int(min(little.Uint32(table[24:]), maxNames))
	list := r.bytesAt(little.Uint32(table[32:]))
	for i := 0; i < n && 4*i+4 <= len(list); i++ {
		if name := r.textAt(little.Uint32(list[4*i:])); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// readImports reads the import table: an entry has 20 bytes, the addresses of the list of names at 0, of the name of the library at 12 and
// of the list that the loader fills in at 16.
func (r *peReader) readImports() (list []Import) {
	table := r.dataDirectory(pe.IMAGE_DIRECTORY_ENTRY_IMPORT)
	for ; len(table) >= 20 && len(list) < maxNames; table = table[20:] {
		names, library := little.Uint32(table), little.Uint32(table[12:])
		if library == 0 {
			break
		}
		if names == 0 { // old linkers leave it out
			names = little.Uint32(table[16:])
		}
		im := Import{Library: r.textAt(library)}
		r.readImportedNames(&im, names, 0)
		list = append(list, im)
	}
	return list
}

// readDelayedImports reads the table of libraries that are loaded at the first call: an entry has 32 bytes, flags at 0, the addresses of the
// name of the library at 4 and of the list of names at 16. Without the lowest flag they are no offsets.
func (r *peReader) readDelayedImports() (list []Import) {
	table := r.dataDirectory(pe.IMAGE_DIRECTORY_ENTRY_DELAY_IMPORT)
	for ; len(table) >= 32 && len(list) < maxNames; table = table[32:] {
		flags, library, names := little.Uint32(table), little.Uint32(table[4:]), little.Uint32(table[16:])
		if library == 0 {
			break
		}
		base := uint32(0)
		if flags&1 == 0 {
			base = uint32(r.base)
		}
		im := Import{Library: r.textAt(library - base), Delayed: true}
		r.readImportedNames(&im, names-base, base)
		list = append(list, im)
	}
	return list
}

// readImportedNames reads a list of names: the address of a name with two bytes before it, or a number with the highest bit set.
func (r *peReader) readImportedNames(im *Import, at, base uint32) {
	list, size := r.bytesAt(at), 4
	if r.wide {
		size = 8
	}
	for ; len(list) >= size && len(im.Names)+len(im.Ordinals) < maxNames; list = list[size:] {
		v := uint64(little.Uint32(list))
		number := v>>31 != 0
		if r.wide {
			v = little.Uint64(list)
			number = v>>63 != 0
		}
		switch {
		case v == 0:
			return
		case number:
			im.Ordinals = append(im.Ordinals, int(v&0xffff))
		default:
			im.Names = append(im.Names, r.textAt(uint32(v)-base+2))
		}
	}
}

// SameLibrary reports whether two names mean the same library: case does not count, and .dll may be left out.
func SameLibrary(a, b string) bool { return libraryKey(a) == libraryKey(b) }

func libraryKey(name string) string {
	name = strings.ToLower(name)
	if filepath.Ext(name) == "" {
		name += ".dll"
	}
	return name
}
