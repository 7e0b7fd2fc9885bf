package inspect

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
)

// examineWebAssembly examines a WebAssembly module: what it exports and imports. Whether what it
// imports has the right arguments, only the loader reports.
func (r *Report) examineWebAssembly() {
	r.Kind, r.Format, r.Bits, r.Arch, r.System = Library, "WebAssembly", 32, "wasm32", "any"
	w, err := os.ReadFile(r.File)
	if err != nil {
		r.addRefusalReason(err.Error(), "")
		return
	}
	if !strings.EqualFold(filepath.Ext(r.File), ".wasm") {
		r.addRefusalReason(r.File+" is a WebAssembly module whose name does not end in .wasm", "rename it")
	}
	m := wasmModule{b: w[min(8, len(w)):]}
	imports, exports := m.readImportsAndExports()
	if m.short {
		r.addRefusalReason(r.File+" is damaged: it ends too early", "copy or build it again")
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
	r.classifyImports(wanted) // the rest are functions of C: the loader knows which there are
	r.classifyExports(exports)
}

// wasmModule reads the lists of a WebAssembly module; short is set when it ends too early.
type wasmModule struct {
	b     []byte
	short bool
}

func (m *wasmModule) nextBytes(n int) []byte {
	if n < 0 || n > len(m.b) {
		m.b, m.short = nil, true
		return nil
	}
	v := m.b[:n]
	m.b = m.b[n:]
	return v
}

func (m *wasmModule) nextByte() byte {
	if b := m.nextBytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (m *wasmModule) nextNumber() int {
	v, n := binary.Uvarint(m.b)
	if n <= 0 || v >= 1<<32 {
		m.b, m.short = nil, true
		return 0
	}
	m.b = m.b[n:]
	return int(v)
}

func (m *wasmModule) nextName() string { return string(bytes.Clone(m.nextBytes(m.nextNumber()))) }

// skipLimits passes over the size of a memory or table.
func (m *wasmModule) skipLimits() {
	bounded := m.nextByte()&1 != 0
	m.nextNumber()
	if bounded {
		m.nextNumber()
	}
}

// readImportsAndExports returns the functions that the module imports, as wasmModule.nextName, and exports,
// without those that compilers add.
func (m *wasmModule) readImportsAndExports() (imports, exports []string) {
	for len(m.b) > 0 {
		id := m.nextByte()
		part := wasmModule{b: m.nextBytes(m.nextNumber())}
		switch id {
		case 2:
			imports = part.readImports()
		case 7:
			exports = part.readExports()
		}
		m.short = m.short || part.short
	}
	return imports, exports
}

func (m *wasmModule) readImports() (list []string) {
	for n := m.nextNumber(); n > 0 && !m.short; n-- {
		from, name := m.nextName(), m.nextName()
		switch m.nextByte() {
		case 0:
			m.nextNumber()
			list = append(list, from+"."+name)
		case 1:
			m.nextByte()
			m.skipLimits()
		case 2:
			m.skipLimits()
		case 3:
			m.nextBytes(2)
		}
	}
	return list
}

func (m *wasmModule) readExports() (list []string) {
	for n := m.nextNumber(); n > 0 && !m.short; n-- {
		name, kind := m.nextName(), m.nextByte()
		m.nextNumber()
		switch {
		case kind != 0, name == "malloc", name == "fflush", name == "free":
		default:
			list = append(list, name)
		}
	}
	return list
}
