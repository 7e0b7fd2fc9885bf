package inspect

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
)

// webAssembly examines a WebAssembly module: what it exports and imports. Whether what it
// imports has the right arguments, only the loader reports.
func (r *Report) webAssembly() {
	r.Kind, r.Format, r.Bits, r.Arch, r.System = Library, "WebAssembly", 32, "wasm32", "any"
	w, err := os.ReadFile(r.File)
	if err != nil {
		r.refuse(err.Error(), "")
		return
	}
	if !strings.EqualFold(filepath.Ext(r.File), ".wasm") {
		r.refuse(r.File+" is a WebAssembly module whose name does not end in .wasm", "rename it")
	}
	m := module{b: w[min(8, len(w)):]}
	imports, exports := m.symbols()
	if m.short {
		r.refuse(r.File+" is damaged: it ends too early", "copy or build it again")
	}
	for _, s := range imports {
		if strings.HasPrefix(s, "wasi_snapshot_preview1.") {
			r.Notes = append(r.Notes, "it uses a library of C (WASI): what it prints goes to the log, there are no files")
			break
		}
	}
	var wanted []string
	for _, s := range imports {
		if name, ok := strings.CutPrefix(s, "env."); ok {
			wanted = append(wanted, name)
		}
	}
	r.imports(wanted) // the rest are functions of C: the loader knows which there are
	r.exports(exports)
}

// module reads the lists of a WebAssembly module; short is set when it ends too early.
type module struct {
	b     []byte
	short bool
}

func (m *module) bytes(n int) []byte {
	if n < 0 || n > len(m.b) {
		m.b, m.short = nil, true
		return nil
	}
	v := m.b[:n]
	m.b = m.b[n:]
	return v
}

func (m *module) byte() byte {
	if b := m.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (m *module) number() int {
	v, n := binary.Uvarint(m.b)
	if n <= 0 || v >= 1<<32 {
		m.b, m.short = nil, true
		return 0
	}
	m.b = m.b[n:]
	return int(v)
}

func (m *module) name() string { return string(bytes.Clone(m.bytes(m.number()))) }

// limits passes over the size of a memory or table.
func (m *module) limits() {
	bounded := m.byte()&1 != 0
	m.number()
	if bounded {
		m.number()
	}
}

// symbols returns the functions that the module imports, as module.name, and exports,
// without those that compilers add.
func (m *module) symbols() (imports, exports []string) {
	for len(m.b) > 0 {
		id := m.byte()
		part := module{b: m.bytes(m.number())}
		switch id {
		case 2:
			imports = part.imported()
		case 7:
			exports = part.exported()
		}
		m.short = m.short || part.short
	}
	return imports, exports
}

func (m *module) imported() (list []string) {
	for n := m.number(); n > 0 && !m.short; n-- {
		from, name := m.name(), m.name()
		switch m.byte() {
		case 0:
			m.number()
			list = append(list, from+"."+name)
		case 1:
			m.byte()
			m.limits()
		case 2:
			m.limits()
		case 3:
			m.bytes(2)
		}
	}
	return list
}

func (m *module) exported() (list []string) {
	for n := m.number(); n > 0 && !m.short; n-- {
		name, kind := m.name(), m.byte()
		m.number()
		switch {
		case kind != 0, name == "malloc", name == "fflush", name == "free":
		default:
			list = append(list, name)
		}
	}
	return list
}
