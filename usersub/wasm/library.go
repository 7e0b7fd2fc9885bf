package wasm

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tetratelabs/wazero/api"

	"github.com/trammel-mbd/trammel/usersub"
)

// library are the functions of string.h, stdlib.h, stdio.h and math.h beyond numbers that a
// module compiled without a library of C imports, and the headers in the folder include
// declare. There is no malloc: that needs a library.
func (m *machine) library() map[string]hostFunc {
	if m.libc != nil {
		return m.libc
	}
	m.libc = map[string]hostFunc{}
	for _, table := range []map[string]entry{m.strings(), m.numbers(), m.printing()} {
		for name, e := range table {
			types := e.types()
			m.libc[name] = hostFunc{types[0], types[1], func(_ context.Context, s []uint64) { e.call(s) }}
		}
	}
	return m.libc
}

// entry is a function with its type: what it takes, a blank and what it gives, i for 32-bit
// integers and addresses, d for reals.
type entry struct {
	kind string
	call func(s []uint64)
}

func (e entry) types() (t [2][]api.ValueType) {
	for k, part := range strings.SplitN(e.kind, " ", 2) {
		for _, c := range part {
			if c == 'd' {
				t[k] = append(t[k], f64)
			} else {
				t[k] = append(t[k], i32)
			}
		}
	}
	return t
}

func at(s []uint64, k int) uint32 { return uint32(s[k]) }

// c returns the text at an address, up to a zero.
func (m *machine) c(at uint32) []byte {
	if at >= m.mem.Size() {
		m.view(at, 1)
	}
	b := m.view(at, m.mem.Size()-at)
	n := bytes.IndexByte(b, 0)
	if n < 0 {
		panic(&fault{cause: usersub.Exception, message: "a text in its memory does not end"})
	}
	return b[:n]
}

// put writes a text with a zero behind it.
func (m *machine) put(at uint32, text []byte) {
	b := m.view(at, uint32(len(text)+1))
	b[copy(b, text)] = 0
}

func (m *machine) strings() map[string]entry {
	place := func(s []uint64, i int) {
		if s[0] = 0; i >= 0 {
			s[0] = uint64(i)
		}
	}
	compare := func(s []uint64, f func(a, b []byte) int, n int) {
		a, b := m.c(at(s, 0)), m.c(at(s, 1))
		if n >= 0 {
			a, b = a[:min(n, len(a))], b[:min(n, len(b))]
		}
		s[0] = api.EncodeI32(int32(f(a, b)))
	}
	without := func(a, b []byte) int { return bytes.Compare(bytes.ToLower(a), bytes.ToLower(b)) }
	return map[string]entry{
		"memcpy":  {"iii i", func(s []uint64) { copy(m.view(at(s, 0), at(s, 2)), m.view(at(s, 1), at(s, 2))) }},
		"memmove": {"iii i", func(s []uint64) { copy(m.view(at(s, 0), at(s, 2)), m.view(at(s, 1), at(s, 2))) }},
		"memset": {"iii i", func(s []uint64) {
			b := m.view(at(s, 0), at(s, 2))
			for i := range b {
				b[i] = byte(s[1])
			}
		}},
		"memcmp": {"iii i", func(s []uint64) {
			s[0] = api.EncodeI32(int32(bytes.Compare(m.view(at(s, 0), at(s, 2)), m.view(at(s, 1), at(s, 2)))))
		}},
		"strlen":      {"i i", func(s []uint64) { s[0] = uint64(len(m.c(at(s, 0)))) }},
		"strcpy":      {"ii i", func(s []uint64) { m.put(at(s, 0), m.c(at(s, 1))) }},
		"strcat":      {"ii i", func(s []uint64) { m.put(at(s, 0)+uint32(len(m.c(at(s, 0)))), m.c(at(s, 1))) }},
		"strcmp":      {"ii i", func(s []uint64) { compare(s, bytes.Compare, -1) }},
		"strncmp":     {"iii i", func(s []uint64) { compare(s, bytes.Compare, int(at(s, 2))) }},
		"strcasecmp":  {"ii i", func(s []uint64) { compare(s, without, -1) }},
		"strncasecmp": {"iii i", func(s []uint64) { compare(s, without, int(at(s, 2))) }},
		"strncpy": {"iii i", func(s []uint64) {
			dst := m.view(at(s, 0), at(s, 2))
			clear(dst[copy(dst, m.c(at(s, 1))):])
		}},
		"strncat": {"iii i", func(s []uint64) {
			text := m.c(at(s, 1))
			m.put(at(s, 0)+uint32(len(m.c(at(s, 0)))), text[:min(len(text), int(at(s, 2)))])
		}},
		"strchr": {"ii i", func(s []uint64) {
			from, b := at(s, 0), m.c(at(s, 0))
			i := bytes.IndexByte(m.view(from, uint32(len(b)+1)), byte(s[1]))
			if place(s, -1); i >= 0 {
				place(s, int(from)+i)
			}
		}},
		"strrchr": {"ii i", func(s []uint64) {
			from, b := at(s, 0), m.c(at(s, 0))
			i := bytes.LastIndexByte(m.view(from, uint32(len(b)+1)), byte(s[1]))
			if place(s, -1); i >= 0 {
				place(s, int(from)+i)
			}
		}},
		"strstr": {"ii i", func(s []uint64) {
			from := at(s, 0)
			i := bytes.Index(m.c(from), m.c(at(s, 1)))
			if place(s, -1); i >= 0 {
				place(s, int(from)+i)
			}
		}},
	}
}

// numeral returns how many bytes of a text, behind blanks, are a number in C, and the
// number.
func numeral(text []byte) (v float64, n int) {
	blank := len(text) - len(bytes.TrimLeft(text, " \t\n\r\v\f"))
	rest := text[blank:]
	for n = min(len(rest), 400); n > 0; n-- {
		s := string(rest[:n])
		if strings.ContainsRune(s, '_') {
			continue
		}
		x, err := strconv.ParseFloat(s, 64)
		if err == nil || math.IsInf(x, 0) {
			return x, blank + n
		}
	}
	return 0, 0
}

// whole reads an integer; base 0 is as C writes them.
func whole(text []byte, base int) (v int64, n int) {
	blank := len(text) - len(bytes.TrimLeft(text, " \t\n\r\v\f"))
	rest := text[blank:]
	for n = min(len(rest), 72); n > 0; n-- {
		s := string(rest[:n])
		digits := strings.TrimLeft(s, "+-")
		if base == 16 && len(digits) > 2 && (digits[:2] == "0x" || digits[:2] == "0X") {
			s = strings.Replace(s, digits[:2], "", 1)
		}
		if strings.ContainsRune(s, '_') || base == 0 && strings.ContainsAny(s, "oO") {
			continue
		}
		x, err := strconv.ParseInt(s, base, 64)
		if err == nil {
			return min(max(x, math.MinInt32), math.MaxInt32), blank + n
		}
	}
	return 0, 0
}

func (m *machine) numbers() map[string]entry {
	toInt := func(s []uint64) { v, _ := whole(m.c(at(s, 0)), 10); s[0] = api.EncodeI32(int32(v)) }
	absolute := func(s []uint64) {
		if v := int32(s[0]); v < 0 {
			s[0] = api.EncodeI32(-v)
		}
	}
	is := func(f func(c byte) bool) entry {
		return entry{"i i", func(s []uint64) {
			yes := int32(s[0]) >= 0 && int32(s[0]) < 128 && f(byte(s[0]))
			if s[0] = 0; yes {
				s[0] = 1
			}
		}}
	}
	letter := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	upper := func(c byte) bool { return c >= 'A' && c <= 'Z' }
	lower := func(c byte) bool { return c >= 'a' && c <= 'z' }
	change := func(f func(c byte) bool) entry {
		return entry{"i i", func(s []uint64) {
			if v := int32(s[0]); v >= 0 && v < 128 && f(byte(v)) {
				s[0] ^= 0x20
			}
		}}
	}
	return map[string]entry{
		"abs": {"i i", absolute}, "labs": {"i i", absolute}, "atoi": {"i i", toInt}, "atol": {"i i", toInt},
		"atof": {"i d", func(s []uint64) { v, _ := numeral(m.c(at(s, 0))); s[0] = api.EncodeF64(v) }},
		"strtod": {"ii d", func(s []uint64) {
			v, n := numeral(m.c(at(s, 0)))
			if at(s, 1) != 0 {
				m.put32(at(s, 1), int32(at(s, 0))+int32(n))
			}
			s[0] = api.EncodeF64(v)
		}},
		"strtol": {"iii i", func(s []uint64) {
			v, n := whole(m.c(at(s, 0)), int(at(s, 2)))
			if at(s, 1) != 0 {
				m.put32(at(s, 1), int32(at(s, 0))+int32(n))
			}
			s[0] = api.EncodeI32(int32(v))
		}},
		"exit":  {"i", func(s []uint64) { exited(int32(s[0])) }},
		"abort": {"", func([]uint64) { panic(&fault{cause: usersub.Exited, message: "it called abort()"}) }},
		"__assert_fail": {"iiii", func(s []uint64) {
			panic(&fault{cause: usersub.Exited, message: fmt.Sprintf("assertion %s failed (%s:%d)", m.c(at(s, 0)), m.c(at(s, 1)), at(s, 2))})
		}},
		"frexp": {"di d", func(s []uint64) {
			v, e := math.Frexp(api.DecodeF64(s[0]))
			m.put32(at(s, 1), int32(e))
			s[0] = api.EncodeF64(v)
		}},
		"modf": {"di d", func(s []uint64) {
			v, part := math.Modf(api.DecodeF64(s[0]))
			m.putReal(at(s, 1), v)
			s[0] = api.EncodeF64(part)
		}},
		"isalpha": is(letter), "isdigit": is(digit), "isupper": is(upper), "islower": is(lower),
		"isalnum": is(func(c byte) bool { return letter(c) || digit(c) }),
		"isspace": is(func(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }),
		"toupper": change(lower), "tolower": change(upper),
	}
}
