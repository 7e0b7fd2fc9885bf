package wasm

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// What the rewritten module has besides its own exports.
const (
	ticksLeft  = "trammel.left"  // loops until the host is called
	tickTable  = "trammel.tick"  // holds the function that calls it
	stackPlace = "trammel.stack" // the stack pointer of C, if it is where compilers put it
	startName  = "trammel.start" // the start function, which the host calls itself
	memoryName = "trammel.memory"
	ownMemory  = "memory"
)

// ticks is the number of rounds of loops between two calls of the host: few enough
// that Go's garbage collector never waits long for it, many enough to cost nothing.
const ticks = 16384

// Sections by their numbers, and the order in which they must be.
const (
	secCustom, secType, secImport, secFunction, secTable, secMemory = 0, 1, 2, 3, 4, 5
	secGlobal, secExport, secStart, secElement, secCode, secData    = 6, 7, 8, 9, 10, 11
	secDataCount                                                    = 12
)

var order = []byte{secType, secImport, secFunction, secTable, secMemory, secGlobal, secExport, secStart, secElement,
	secDataCount, secCode, secData}

// moduleShape is what the rewriting learned of a module.
type moduleShape struct {
	least, most uint64   // pages of memory
	bounded     bool     // whether most counts
	start       bool     // there is a start function
	stack       bool     // stackPlace is exported
	names       []string // of the functions that it defines, if it reports
}

// moduleRewriter changes a module for the host:
//
//   - its memory becomes one that the host gives, so that the functions of
//     support.wasm, which answer queries, share it with the routine;
//   - imports that support.wasm has lead there;
//   - loops and functions that call others query the host now and then whether to go
//     on. (wazero can do that too; it then leaves the machine code in every round and
//     starts a goroutine for every call: 780 ns for a call with two queries in place
//     of 130 ns.)
//
// Numbers of functions, types, tables and variables stay as they are: what is new
// comes last.
type moduleRewriter struct {
	section  map[byte][]byte
	names    []byte // the custom section "name"
	redirect func(module, name string) (string, string)
	moduleShape

	types, functions, tables, globals int // imported and defined
	imported                          int // functions
	memories                          int
	firstGlobal                       bool // global 0 is the module's own, an i32 that may change
}

// magic begins every module.
const magic = "\x00asm\x01\x00\x00\x00"

var errNotWasm = errors.New("it does not begin like a WebAssembly module (version 1)")

// rewriteModule returns the module w for the host.
func rewriteModule(w []byte, redirect func(module, name string) (string, string)) ([]byte, *moduleShape, error) {
	x := &moduleRewriter{section: map[byte][]byte{}, redirect: redirect}
	for _, step := range []func() error{func() error { return x.splitSections(w) }, x.rewriteImports, x.countDefinitions, x.importMemory, x.addTickTable, x.addExports, x.instrumentFunctions} {
		if err := step(); err != nil {
			return nil, nil, err
		}
	}
	return x.joinSections(), &x.moduleShape, nil
}

// redirectMemory returns a module of ours with the memory that the host gives.
func redirectMemory(w []byte) ([]byte, error) {
	x := &moduleRewriter{section: map[byte][]byte{}, redirect: func(module, name string) (string, string) { return module, name }}
	if err := x.splitSections(w); err != nil {
		return nil, err
	}
	err := x.rewriteImports()
	return x.joinSections(), err
}

// joinSections puts the sections together.
func (x *moduleRewriter) joinSections() []byte {
	out := []byte(magic)
	for _, id := range order {
		if body, ok := x.section[id]; ok {
			out = append(appendULEB(append(out, id), uint64(len(body))), body...)
		}
	}
	if x.names != nil {
		out = append(appendULEB(append(out, secCustom), uint64(len(x.names))), x.names...)
	}
	return out
}

// splitSections takes the module apart; of the custom sections only the names stay.
func (x *moduleRewriter) splitSections(w []byte) error {
	if !strings.HasPrefix(string(w[:min(len(w), len(magic))]), magic) {
		return errNotWasm
	}
	r := &moduleReader{b: w, at: len(magic)}
	for !r.atEnd() {
		id := r.nextByte()
		body := r.nextBytes(r.readUint32())
		switch {
		case r.err != nil:
		case id == secCustom:
			if c := (&moduleReader{b: body}); c.readName() == "name" && c.err == nil {
				x.names = body
			}
		case !slices.Contains(order, id):
			return fmt.Errorf("a section of the kind %d is not supported", id)
		case x.section[id] != nil:
			return fmt.Errorf("the section %d is there twice", id)
		default:
			x.section[id] = body
		}
	}
	return r.err
}

// functionNames reads the names of the functions that the module defines from the section
// of names.
func (x *moduleRewriter) functionNames() (list []string) {
	r := &moduleReader{b: x.names}
	if r.readName(); x.names == nil {
		return nil
	}
	for !r.atEnd() && r.err == nil {
		kind := r.nextByte()
		part := &moduleReader{b: r.nextBytes(r.readUint32())}
		if kind != 1 {
			continue
		}
		for n := part.readCount(); n > 0 && part.err == nil; n-- {
			if number, name := part.readUint32(), part.readName(); number >= x.imported {
				list = append(list, name)
			}
		}
	}
	return list
}

// rewriteImports counts what is imported, sends functions elsewhere, and adds the memory.
func (x *moduleRewriter) rewriteImports() error {
	r := &moduleReader{b: x.section[secImport]}
	n := 0
	if len(r.b) > 0 {
		n = r.readCount()
	}
	var list []byte
	for range n {
		module, name := r.readName(), r.readName()
		from := r.at
		switch kind := r.nextByte(); kind {
		case 0:
			r.skipNumber()
			x.functions++
			module, name = x.redirect(module, name)
		case 1:
			r.skipNumber()
			r.readLimits()
			x.tables++
		case 2:
			x.least, x.most, x.bounded = r.readLimits()
			x.memories++
			module, name = memoryName, ownMemory
		case 3:
			r.nextBytes(2)
			x.globals++
		default:
			r.setError(fmt.Errorf("an import of the kind %d is not supported", kind))
		}
		if r.err != nil {
			return r.err
		}
		list = append(appendName(appendName(list, module), name), r.b[from:r.at]...)
	}
	x.imported = x.functions
	x.moduleShape.names = x.functionNames()
	x.section[secImport] = append(appendULEB(nil, uint64(n)), list...)
	return r.err
}

// countDefinitions counts what is defined.
func (x *moduleRewriter) countDefinitions() error {
	count := func(id byte) int {
		if x.section[id] == nil {
			return 0
		}
		return (&moduleReader{b: x.section[id]}).readCount()
	}
	x.types = count(secType)
	x.functions += count(secFunction)
	x.tables += count(secTable)
	if g := x.section[secGlobal]; g != nil && x.globals == 0 {
		r := &moduleReader{b: g}
		x.firstGlobal = r.readCount() > 0 && r.nextByte() == typeI32 && r.nextByte() == 1
	}
	x.globals += count(secGlobal)
	return nil
}

// importMemory makes the memory an import.
func (x *moduleRewriter) importMemory() error {
	if m := x.section[secMemory]; m != nil {
		r := &moduleReader{b: m}
		n := r.readCount()
		if n > 0 {
			x.least, x.most, x.bounded = r.readLimits()
		}
		if r.err != nil {
			return r.err
		}
		x.memories += n
		delete(x.section, secMemory)
		if n == 1 {
			entry := append(appendName(appendName(nil, memoryName), ownMemory), 2)
			if x.bounded {
				entry = appendULEB(appendULEB(append(entry, 1), x.least), x.most)
			} else {
				entry = appendULEB(append(entry, 0), x.least)
			}
			x.appendEntry(secImport, entry)
		}
	}
	if x.memories != 1 {
		return fmt.Errorf("it has %d memories; a routine needs one", x.memories)
	}
	return nil
}

// addTickTable adds the variable that counts, and the table with the function that queries the host.
func (x *moduleRewriter) addTickTable() error {
	x.appendEntry(secType, []byte{0x60, 0, 0})
	x.appendEntry(secTable, []byte{0x70, 1, 1, 1})
	x.appendEntry(secGlobal, []byte{typeI32, 1, opConst32, 0xff, 0xff, 0xff, 0xff, 0x07, opEnd})
	return nil
}

// addExports adds the names under which the host finds what is new.
func (x *moduleRewriter) addExports() error {
	entry := func(name string, kind byte, number int) {
		x.appendEntry(secExport, appendULEB(append(appendName(nil, name), kind), uint64(number)))
	}
	entry(tickTable, 1, x.tables)
	entry(ticksLeft, 3, x.globals)
	if x.firstGlobal {
		entry(stackPlace, 3, 0)
		x.stack = true
	}
	if s := x.section[secStart]; s != nil {
		entry(startName, 0, (&moduleReader{b: s}).readUint32())
		x.start = true
		delete(x.section, secStart)
	}
	return nil
}

// instrumentFunctions puts the queries to the host into the functions:
//
//	left = left-1; if left == 0 { left = ticks; tick() }
func (x *moduleRewriter) instrumentFunctions() error {
	if x.section[secCode] == nil {
		return nil
	}
	left := appendULEB(nil, uint64(x.globals))
	tick := slices.Concat([]byte{opGlobalGet}, left, []byte{opConst32, 1, opSub32, opGlobalSet}, left,
		[]byte{opGlobalGet}, left, []byte{opIsZero32, opIf, typeNone, opConst32, 0x80, 0x80, 0x01, opGlobalSet}, left,
		[]byte{opConst32, 0, opCallTable}, appendULEB(nil, uint64(x.types)), appendULEB(nil, uint64(x.tables)), []byte{opEnd})
	r := &moduleReader{b: x.section[secCode]}
	n := r.readCount()
	out := appendULEB(nil, uint64(n))
	var body []byte
	for k := range n {
		var err error
		body, err = instrumentFunction(body[:0], r.nextBytes(r.readUint32()), tick, x.imported)
		if err == nil {
			err = r.err
		}
		if err != nil {
			return fmt.Errorf("function %d: %w", x.imported+k, err)
		}
		out = append(appendULEB(out, uint64(len(body))), body...)
	}
	x.section[secCode] = out
	return r.err
}

// appendEntry appends an entry to a section that is a list.
func (x *moduleRewriter) appendEntry(id byte, entry []byte) {
	r := &moduleReader{b: x.section[id]}
	n := 0
	if len(r.b) > 0 {
		n = r.readCount()
	}
	x.section[id] = slices.Concat(appendULEB(nil, uint64(n)+1), r.b[r.at:], entry)
}

// newMemoryModule returns a module that has nothing but a memory.
func newMemoryModule(least, most uint64) []byte {
	body := appendULEB(appendULEB([]byte{1, 1}, least), most)
	export := append(appendName([]byte{1}, ownMemory), 2, 0)
	return encodeModule(secMemory, body, secExport, export)
}

// newTickInstallerModule puts the function tick of the module host into the table of the
// routine's module.
func newTickInstallerModule(user string) []byte {
	imports := append(appendName(appendName([]byte{2}, "host"), "tick"), 0, 0)
	imports = append(appendName(appendName(imports, user), tickTable), 1, 0x70, 1, 1, 1)
	return encodeModule(secType, []byte{1, 0x60, 0, 0}, secImport, imports,
		secElement, []byte{1, 0, opConst32, 0, opEnd, 1, 0})
}

// encodeModule builds a module from sections: numbers and bodies in turn.
func encodeModule(parts ...any) []byte {
	out := []byte(magic)
	for i := 0; i < len(parts); i += 2 {
		id, body := parts[i].(int), parts[i+1].([]byte)
		out = append(appendULEB(append(out, byte(id)), uint64(len(body))), body...)
	}
	return out
}
