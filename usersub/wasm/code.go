package wasm

import "fmt"

// Instructions of WebAssembly 2.0 that matter here.
const (
	opUnreachable = 0x00
	opBlock       = 0x02
	opLoop        = 0x03
	opIf          = 0x04
	opEnd         = 0x0b
	opCall        = 0x10
	opCallTable   = 0x11
	opGlobalGet   = 0x23
	opGlobalSet   = 0x24
	opConst32     = 0x41
	opIsZero32    = 0x45
	opSub32       = 0x6b
	typeI32       = 0x7f
	typeNone      = 0x40
)

// instrumentFunction copies the body of a function (locals and code) and puts tick at the
// head of each loop, and at the beginning of the function if it calls another one of
// the module: whatever does not end runs through one of these again and again.
func instrumentFunction(dst, body, tick []byte, imported int) ([]byte, error) {
	r := &moduleReader{b: body}
	for n := r.readCount(); n > 0 && r.err == nil; n-- {
		r.skipNumber()
		r.nextByte()
	}
	dst = append(dst, body[:r.at]...)
	if callsOwnFunctions(body, r.at, imported) {
		dst = append(dst, tick...)
	}
	for !r.atEnd() {
		from := r.at
		op := skipInstruction(r)
		if r.err != nil {
			return nil, r.err
		}
		dst = append(dst, body[from:r.at]...)
		if op == opLoop {
			dst = append(dst, tick...)
		}
	}
	return dst, r.err
}

// callsOwnFunctions reports whether code calls functions of its own module, by number or by way of
// a table.
func callsOwnFunctions(body []byte, at, imported int) bool {
	r := &moduleReader{b: body, at: at}
	for !r.atEnd() {
		from := r.at
		switch op := skipInstruction(r); {
		case op == opCallTable, op == 0x13:
			return true
		case op == opCall, op == 0x12:
			if (&moduleReader{b: body, at: from + 1}).readUint32() >= imported {
				return true
			}
		}
	}
	return false
}

// skipInstruction passes over one instruction with what belongs to it and returns its
// first byte. (WebAssembly core specification 2.0, section 5.4; tail calls besides.)
func skipInstruction(r *moduleReader) byte {
	op := r.nextByte()
	switch {
	case op >= opBlock && op <= opIf: // type of the block
		r.skipNumber()
	case op == 0x0c, op == 0x0d, op == opCall, op == 0x12, op >= 0x20 && op <= 0x26, op == 0xd0, op == 0xd2:
		r.skipNumber() // a label, function, variable, table, or type of reference
	case op == 0x0e: // br_table
		for n := r.readCount(); n >= 0 && r.err == nil; n-- {
			r.skipNumber()
		}
	case op == opCallTable, op == 0x13, op >= 0x28 && op <= 0x3e: // two numbers: type and table; alignment and offset
		r.skipNumber()
		r.skipNumber()
	case op == 0x1c: // select with types
		r.nextBytes(r.readCount())
	case op == 0x3f, op == 0x40, op == opConst32, op == 0x42: // memory.size and .grow, constants
		r.skipNumber()
	case op == 0x43:
		r.nextBytes(4)
	case op == 0x44:
		r.nextBytes(8)
	case op == 0xfc:
		skipBulk(r)
	case op == 0xfd:
		skipVector(r)
	case op <= 0x01, op == 0x05, op == opEnd, op == 0x0f, op == 0x1a, op == 0x1b, op >= 0x45 && op <= 0xc4, op == 0xd1:
	default:
		r.setError(fmt.Errorf("the instruction %#x is not supported", op))
	}
	return op
}

// skipBulk passes over what follows 0xfc: conversions, and operations on memory and tables.
func skipBulk(r *moduleReader) {
	sub := r.readUint32()
	switch {
	case sub <= 7:
	case sub == 8, sub == 10, sub == 12, sub == 14:
		r.skipNumber()
		r.skipNumber()
	case sub <= 17:
		r.skipNumber()
	default:
		r.setError(fmt.Errorf("the instruction 0xfc %d is not supported", sub))
	}
}

// skipVector passes over what follows 0xfd: operations on 128 bits.
func skipVector(r *moduleReader) {
	sub := r.readUint32()
	switch {
	case sub <= 11, sub == 92, sub == 93: // load, store
		r.skipNumber()
		r.skipNumber()
	case sub == 12, sub == 13: // constant, shuffle
		r.nextBytes(16)
	case sub >= 21 && sub <= 34: // lane
		r.nextByte()
	case sub >= 84 && sub <= 91: // load and store a lane
		r.skipNumber()
		r.skipNumber()
		r.nextByte()
	case sub > 255:
		r.setError(fmt.Errorf("the instruction 0xfd %d is not supported", sub))
	}
}
