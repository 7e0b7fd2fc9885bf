package dll

import (
	"cmp"
	"slices"
)

// Forward is an export of a library without code: To, "LIBRARY.FUNCTION", is what its name leads to.
type Forward struct{ Name, To string }

// Sizes and offsets of a PE file with one section.
const (
	headerSize  = 0x200  // the file's alignment
	sectionAt   = 0x1000 // the alignment in memory
	peAt        = 0x40
	optionalAt  = peAt + 24
	directories = optionalAt + 112
	sections    = directories + 16*8
)

// BuildForwardingLibrary returns a library for x86-64 without code that exports names which lead to another library. Windows looks that one up when
// the library is opened. The bytes depend on the arguments only.
func BuildForwardingLibrary(library string, list []Forward) []byte {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Forward) int { return cmp.Compare(a.Name, b.Name) }) // Windows searches by halving
	data := buildExportTable(library, list)
	size := (len(data) + headerSize - 1) / headerSize * headerSize
	b := make([]byte, headerSize+size)
	copy(b[headerSize:], data)
	writePEHeader(b, len(data))
	return b
}

// buildExportTable makes the section: the table, addresses of functions and names, numbers of functions, texts.
func buildExportTable(library string, list []Forward) []byte {
	n := len(list)
	functions := 40
	names := functions + 4*n
	numbers := names + 4*n
	b := make([]byte, numbers+2*n)
	text := func(s string) uint32 {
		at := sectionAt + len(b)
		b = append(append(b, s...), 0)
		return uint32(at)
	}
	name := text(library)
	little.PutUint32(b[12:], name)
	little.PutUint32(b[16:], 1) // number of the first function
	little.PutUint32(b[20:], uint32(n))
	little.PutUint32(b[24:], uint32(n))
	little.PutUint32(b[28:], uint32(sectionAt+functions))
	little.PutUint32(b[32:], uint32(sectionAt+names))
	little.PutUint32(b[36:], uint32(sectionAt+numbers))
	for i, f := range list {
		// An address inside of the table is a text that says where the function is.
		to, name := text(f.To), text(f.Name)
		little.PutUint32(b[functions+4*i:], to)
		little.PutUint32(b[names+4*i:], name)
		little.PutUint16(b[numbers+2*i:], uint16(i))
	}
	return b
}

// writePEHeader fills in the beginning of a file whose only section has n bytes.
func writePEHeader(b []byte, n int) {
	put16 := func(at int, v uint16) { little.PutUint16(b[at:], v) }
	put32 := func(at int, v uint32) { little.PutUint32(b[at:], v) }
	copy(b, "MZ")
	put32(0x3c, peAt)
	copy(b[peAt:], "PE\x00\x00")
	put16(peAt+4, 0x8664)    // x86-64
	put16(peAt+6, 1)         // sections
	put16(peAt+20, 112+16*8) // bytes of the optional header
	put16(peAt+22, 0x2022)   // a library that is executable and knows large addresses
	put16(optionalAt, 0x20b) // 64 bits
	put32(optionalAt+8, uint32(len(b)-headerSize))
	little.PutUint64(b[optionalAt+24:], 0x180000000)
	put32(optionalAt+32, sectionAt)
	put32(optionalAt+36, headerSize)
	put16(optionalAt+40, 6) // of the system, 6.0
	put16(optionalAt+48, 6) // of the subsystem
	pages := (n + sectionAt - 1) / sectionAt * sectionAt
	put32(optionalAt+56, uint32(sectionAt+pages))
	put32(optionalAt+60, headerSize)
	put16(optionalAt+68, 3)      // console
	put16(optionalAt+70, 0x0140) // may lie anywhere, holds no code in data
	little.PutUint64(b[optionalAt+72:], 1<<20)
	little.PutUint64(b[optionalAt+80:], 1<<12)
	little.PutUint64(b[optionalAt+88:], 1<<20)
	little.PutUint64(b[optionalAt+96:], 1<<12)
	put32(optionalAt+108, 16)
	put32(directories, sectionAt)
	put32(directories+4, uint32(n))
	copy(b[sections:], ".edata")
	put32(sections+8, uint32(n))
	put32(sections+12, sectionAt)
	put32(sections+16, uint32(len(b)-headerSize))
	put32(sections+20, headerSize)
	put32(sections+36, 0x40000040) // data, readable
}
