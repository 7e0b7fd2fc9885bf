package wasm

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

func (m *machine) printing() map[string]entry {
	count := func(s []uint64, n int) { s[0] = uint64(uint32(n)) }
	out := func(s []uint64, text string) {
		m.print.Write([]byte(text))
		count(s, len(text))
	}
	return map[string]entry{
		"printf":  {"ii i", func(s []uint64) { out(s, m.format(at(s, 0), at(s, 1))) }},
		"fprintf": {"iii i", func(s []uint64) { out(s, m.format(at(s, 1), at(s, 2))) }},
		"puts":    {"i i", func(s []uint64) { out(s, string(m.c(at(s, 0)))+"\n") }},
		"fputs":   {"ii i", func(s []uint64) { out(s, string(m.c(at(s, 0)))) }},
		"putchar": {"i i", func(s []uint64) { m.print.Write([]byte{byte(s[0])}) }},
		"fflush":  {"i i", func(s []uint64) { s[0] = 0 }},
		"sprintf": {"iii i", func(s []uint64) {
			text := m.format(at(s, 1), at(s, 2))
			m.put(at(s, 0), []byte(text))
			count(s, len(text))
		}},
		"snprintf": {"iiii i", func(s []uint64) {
			text := m.format(at(s, 2), at(s, 3))
			if room := int(at(s, 1)); room > 0 {
				m.put(at(s, 0), []byte(text[:min(len(text), room-1)]))
			}
			count(s, len(text))
		}},
	}
}

// format does what printf does with a format and the arguments behind it, which clang puts
// one behind the other into memory: integers and addresses in four bytes, long long and
// double in eight at multiples of eight.
func (m *machine) format(text, args uint32) string {
	next32 := func() int32 {
		args += 4
		return int32(binary.LittleEndian.Uint32(m.view(args-4, 4)))
	}
	next64 := func() uint64 {
		args = (args + 7) &^ 7
		args += 8
		return binary.LittleEndian.Uint64(m.view(args-8, 8))
	}
	var b strings.Builder
	for f := string(m.c(text)); f != ""; {
		i := strings.IndexByte(f, '%')
		if i < 0 {
			b.WriteString(f)
			break
		}
		b.WriteString(f[:i])
		f = f[i+1:]
		flags, wide := "%", 0
		for f != "" && strings.IndexByte("-+ #0123456789.*hlzjt", f[0]) >= 0 {
			switch c := f[0]; c {
			case '*':
				flags += fmt.Sprint(next32())
			case 'l':
				wide++
			case 'j':
				wide = 2
			case 'h', 'z', 't':
			default:
				flags += string(c)
			}
			f = f[1:]
		}
		if f == "" {
			break
		}
		verb := f[0]
		f = f[1:]
		integer := func() int64 {
			if wide > 1 {
				return int64(next64())
			}
			return int64(next32())
		}
		switch verb {
		case 'd', 'i':
			fmt.Fprintf(&b, flags+"d", integer())
		case 'u', 'x', 'X', 'o':
			v := uint64(integer())
			if wide < 2 {
				v &= 1<<32 - 1
			}
			fmt.Fprintf(&b, flags+strings.Replace(string(verb), "u", "d", 1), v)
		case 'e', 'E', 'f', 'F', 'g', 'G':
			v := math.Float64frombits(next64())
			if !strings.Contains(flags, ".") {
				flags += ".6" // Go's default is another one
			}
			if math.IsNaN(v) || math.IsInf(v, 0) {
				width, _, _ := strings.Cut(strings.ReplaceAll(flags, "0", ""), ".")
				fmt.Fprintf(&b, width+"s", strings.ToLower(strings.TrimPrefix(fmt.Sprint(v), "+")))
				break
			}
			fmt.Fprintf(&b, flags+string(verb), v)
		case 'c':
			fmt.Fprintf(&b, flags+"s", string([]byte{byte(next32())}))
		case 's':
			if p := uint32(next32()); p == 0 {
				fmt.Fprintf(&b, flags+"s", "(null)")
			} else {
				fmt.Fprintf(&b, flags+"s", m.c(p))
			}
		case 'p':
			fmt.Fprintf(&b, "%#x", uint32(next32()))
		case '%':
			b.WriteByte('%')
		default:
			b.WriteString(flags + string(verb))
		}
	}
	return b.String()
}
