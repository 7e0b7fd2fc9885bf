package wasm

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// What the rewritten module has besides its own exports.
const (
	ticksLeft  = "trammel.left"  // loops until the host is asked
	tickTable  = "trammel.tick"  // holds the function that asks it
	stackPlace = "trammel.stack" // the stack pointer of C, if it is where compilers put it
	startName  = "trammel.start" // the start function, which the host calls itself
	memoryName = "trammel.memory"
	ownMemory  = "memory"
)

// ticks is the number of rounds of loops between two looks of the host: few enough
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

// shape is what the rewriting learned of a module.
type shape struct {
	least, most uint64   // pages of memory
	bounded     bool     // whether most counts
	start       bool     // there is a start function
	stack       bool     // stackPlace is exported
	names       []string // of the functions that it defines, if it reports
}

// rewriter changes a module for the host:
//
//   - its memory becomes one that the host gives, so that the functions of
//     support.wasm, which answer queries, share it with the routine;
//   - imports that support.wasm has lead there;
//   - loops and functions that call others ask the host now and then whether to go
//     on. (wazero can do that too; it then leaves the machine code in every round and
//     starts a goroutine for every call: 780 ns for a call with two queries in place
//     of 130 ns.)
//
// Numbers of functions, types, tables and variables stay as they are: what is new
// comes last.
type rewriter struct {
	section  map[byte][]byte
	names    []byte // the custom section "name"
	redirect func(module, name string) (string, string)
	shape

	types, functions, tables, globals int // imported and defined
	imported                          int // functions
	memories                          int
	firstGlobal                       bool // global 0 is the module's own, an i32 that may change
}

// magic begins every module.
const magic = "\x00asm\x01\x00\x00\x00"

var errNotWasm = errors.New("it does not begin like a WebAssembly module (version 1)")

// rewrite returns the module w for the host.
func rewrite(w []byte, redirect func(module, name string) (string, string)) ([]byte, *shape, error) {
	x := &rewriter{section: map[byte][]byte{}, redirect: redirect}
	for _, step := range []func() error{func() error { return x.split(w) }, x.imports, x.counts, x.memory, x.tick, x.exports, x.code} {
		if err := step(); err != nil {
			return nil, nil, err
		}
	}
	return x.joined(), &x.shape, nil
}

// redirectMemory returns a module of ours with the memory that the host gives.
func redirectMemory(w []byte) ([]byte, error) {
	x := &rewriter{section: map[byte][]byte{}, redirect: func(module, name string) (string, string) { return module, name }}
	if err := x.split(w); err != nil {
		return nil, err
	}
	err := x.imports()
	return x.joined(), err
}

// joined puts the sections together.
func (x *rewriter) joined() []byte {
	out := []byte(magic)
	for _, id := range order {
		if body, ok := x.section[id]; ok {
			out = append(uleb(append(out, id), uint64(len(body))), body...)
		}
	}
	if x.names != nil {
		out = append(uleb(append(out, secCustom), uint64(len(x.names))), x.names...)
	}
	return out
}

// split takes the module apart; of the custom sections only the names stay.
func (x *rewriter) split(w []byte) error {
	if !strings.HasPrefix(string(w[:min(len(w), len(magic))]), magic) {
		return errNotWasm
	}
	r := &reader{b: w, at: len(magic)}
	for !r.done() {
		id := r.byte()
		body := r.bytes(r.u32())
		switch {
		case r.err != nil:
		case id == secCustom:
			if c := (&reader{b: body}); c.name() == "name" && c.err == nil {
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
func (x *rewriter) functionNames() (list []string) {
	r := &reader{b: x.names}
	if r.name(); x.names == nil {
		return nil
	}
	for !r.done() && r.err == nil {
		kind := r.byte()
		part := &reader{b: r.bytes(r.u32())}
		if kind != 1 {
			continue
		}
		for n := part.vector(); n > 0 && part.err == nil; n-- {
			if number, name := part.u32(), part.name(); number >= x.imported {
				list = append(list, name)
			}
		}
	}
	return list
}

// imports counts what is imported, sends functions elsewhere, and adds the memory.
func (x *rewriter) imports() error {
	r := &reader{b: x.section[secImport]}
	n := 0
	if len(r.b) > 0 {
		n = r.vector()
	}
	var list []byte
	for range n {
		module, name := r.name(), r.name()
		from := r.at
		switch kind := r.byte(); kind {
		case 0:
			r.skip()
			x.functions++
			module, name = x.redirect(module, name)
		case 1:
			r.skip()
			r.limits()
			x.tables++
		case 2:
			x.least, x.most, x.bounded = r.limits()
			x.memories++
			module, name = memoryName, ownMemory
		case 3:
			r.bytes(2)
			x.globals++
		default:
			r.fail(fmt.Errorf("an import of the kind %d is not supported", kind))
		}
		if r.err != nil {
			return r.err
		}
		list = append(nameTo(nameTo(list, module), name), r.b[from:r.at]...)
	}
	x.imported = x.functions
	x.shape.names = x.functionNames()
	x.section[secImport] = append(uleb(nil, uint64(n)), list...)
	return r.err
}

// counts counts what is defined.
func (x *rewriter) counts() error {
	count := func(id byte) int {
		if x.section[id] == nil {
			return 0
		}
		return (&reader{b: x.section[id]}).vector()
	}
	x.types = count(secType)
	x.functions += count(secFunction)
	x.tables += count(secTable)
	if g := x.section[secGlobal]; g != nil && x.globals == 0 {
		r := &reader{b: g}
		x.firstGlobal = r.vector() > 0 && r.byte() == typeI32 && r.byte() == 1
	}
	x.globals += count(secGlobal)
	return nil
}

// memory makes the memory an import.
func (x *rewriter) memory() error {
	if m := x.section[secMemory]; m != nil {
		r := &reader{b: m}
		n := r.vector()
		if n > 0 {
			x.least, x.most, x.bounded = r.limits()
		}
		if r.err != nil {
			return r.err
		}
		x.memories += n
		delete(x.section, secMemory)
		if n == 1 {
			entry := append(nameTo(nameTo(nil, memoryName), ownMemory), 2)
			if x.bounded {
				entry = uleb(uleb(append(entry, 1), x.least), x.most)
			} else {
				entry = uleb(append(entry, 0), x.least)
			}
			x.add(secImport, entry)
		}
	}
	if x.memories != 1 {
		return fmt.Errorf("it has %d memories; a routine needs one", x.memories)
	}
	return nil
}

// tick adds the variable that counts, and the table with the function that asks.
func (x *rewriter) tick() error {
	x.add(secType, []byte{0x60, 0, 0})
	x.add(secTable, []byte{0x70, 1, 1, 1})
	x.add(secGlobal, []byte{typeI32, 1, opConst32, 0xff, 0xff, 0xff, 0xff, 0x07, opEnd})
	return nil
}

// exports adds the names under which the host finds what is new.
func (x *rewriter) exports() error {
	entry := func(name string, kind byte, number int) {
		x.add(secExport, uleb(append(nameTo(nil, name), kind), uint64(number)))
	}
	entry(tickTable, 1, x.tables)
	entry(ticksLeft, 3, x.globals)
	if x.firstGlobal {
		entry(stackPlace, 3, 0)
		x.stack = true
	}
	if s := x.section[secStart]; s != nil {
		entry(startName, 0, (&reader{b: s}).u32())
		x.start = true
		delete(x.section, secStart)
	}
	return nil
}

// code puts the queries to the host into the functions:
//
//	left = left-1; if left == 0 { left = ticks; tick() }
func (x *rewriter) code() error {
	if x.section[secCode] == nil {
		return nil
	}
	left := uleb(nil, uint64(x.globals))
	tick := slices.Concat([]byte{opGlobalGet}, left, []byte{opConst32, 1, opSub32, opGlobalSet}, left,
		[]byte{opGlobalGet}, left, []byte{opIsZero32, opIf, typeNone, opConst32, 0x80, 0x80, 0x01, opGlobalSet}, left,
		[]byte{opConst32, 0, opCallTable}, uleb(nil, uint64(x.types)), uleb(nil, uint64(x.tables)), []byte{opEnd})
	r := &reader{b: x.section[secCode]}
	n := r.vector()
	out := uleb(nil, uint64(n))
	var body []byte
	for k := range n {
		var err error
		body, err = instrumented(body[:0], r.bytes(r.u32()), tick, x.imported)
		if err == nil {
			err = r.err
		}
		if err != nil {
			return fmt.Errorf("function %d: %w", x.imported+k, err)
		}
		out = append(uleb(out, uint64(len(body))), body...)
	}
	x.section[secCode] = out
	return r.err
}

// add appends an entry to a section that is a list.
func (x *rewriter) add(id byte, entry []byte) {
	r := &reader{b: x.section[id]}
	n := 0
	if len(r.b) > 0 {
		n = r.vector()
	}
	x.section[id] = slices.Concat(uleb(nil, uint64(n)+1), r.b[r.at:], entry)
}

// memoryModule is a module that has nothing but a memory.
func memoryModule(least, most uint64) []byte {
	body := uleb(uleb([]byte{1, 1}, least), most)
	export := append(nameTo([]byte{1}, ownMemory), 2, 0)
	return module(secMemory, body, secExport, export)
}

// fillerModule puts the function tick of the module host into the table of the
// routine's module.
func fillerModule(user string) []byte {
	imports := append(nameTo(nameTo([]byte{2}, "host"), "tick"), 0, 0)
	imports = append(nameTo(nameTo(imports, user), tickTable), 1, 0x70, 1, 1, 1)
	return module(secType, []byte{1, 0x60, 0, 0}, secImport, imports,
		secElement, []byte{1, 0, opConst32, 0, opEnd, 1, 0})
}

// module builds a module from sections: numbers and bodies in turn.
func module(parts ...any) []byte {
	out := []byte(magic)
	for i := 0; i < len(parts); i += 2 {
		id, body := parts[i].(int), parts[i+1].([]byte)
		out = append(uleb(append(out, byte(id)), uint64(len(body))), body...)
	}
	return out
}
