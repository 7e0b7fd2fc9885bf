package cpython

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Messages between Go and the host script are lists of nil, int64, float64,
// string, []byte, []float64 and lists. Every item begins with a letter; numbers are
// stored with the lowest byte first.
//
//	n        None
//	i 8      integer
//	d 8      real
//	x 8      real that is a list of one as well (to Python only)
//	s n ...  text, its length in 4 bytes first
//	b n ...  bytes (to Python only)
//	D n ...  reals (to Python only)
//	l n ...  list

// oneItemReal is a real that scripts take as a list of one, too.
type oneItemReal float64

func packItem(dst []byte, v any) []byte {
	switch x := v.(type) {
	case nil:
		return append(dst, 'n')
	case int:
		return binary.LittleEndian.AppendUint64(append(dst, 'i'), uint64(x))
	case int32:
		return packItem(dst, int(x))
	case float64:
		return binary.LittleEndian.AppendUint64(append(dst, 'd'), math.Float64bits(x))
	case oneItemReal:
		return binary.LittleEndian.AppendUint64(append(dst, 'x'), math.Float64bits(float64(x)))
	case string:
		return append(packLength(append(dst, 's'), len(x)), x...)
	case []byte:
		return append(packLength(append(dst, 'b'), len(x)), x...)
	case []float64:
		dst = packLength(append(dst, 'D'), len(x))
		for _, r := range x {
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(r))
		}
		return dst
	case []int32:
		dst = packLength(append(dst, 'l'), len(x))
		for _, k := range x {
			dst = packItem(dst, k)
		}
		return dst
	case []string:
		dst = packLength(append(dst, 'l'), len(x))
		for _, s := range x {
			dst = packItem(dst, s)
		}
		return dst
	case []any:
		dst = packLength(append(dst, 'l'), len(x))
		for _, y := range x {
			dst = packItem(dst, y)
		}
		return dst
	}
	panic(fmt.Sprintf("cpython: %T in a message", v))
}

func packLength(dst []byte, n int) []byte { return binary.LittleEndian.AppendUint32(dst, uint32(n)) }

// unpackItem reads one item and returns what follows it. What is not well formed,
// which only a damaged process can send, is an error.
func unpackItem(b []byte) (v any, rest []byte, err error) {
	if len(b) == 0 {
		return nil, nil, fmt.Errorf("a message ends early")
	}
	kind, b := b[0], b[1:]
	size := map[byte]int{'i': 8, 'd': 8, 's': 4, 'l': 4}[kind]
	if len(b) < size {
		return nil, nil, fmt.Errorf("a message ends early")
	}
	switch kind {
	case 'n':
		return nil, b, nil
	case 'i':
		return int(int64(binary.LittleEndian.Uint64(b))), b[8:], nil
	case 'd':
		return math.Float64frombits(binary.LittleEndian.Uint64(b)), b[8:], nil
	case 's', 'l':
	default:
		return nil, nil, fmt.Errorf("a message has an item of kind %q", kind)
	}
	n := int(binary.LittleEndian.Uint32(b))
	b = b[4:]
	if n > len(b) {
		return nil, nil, fmt.Errorf("a message ends early")
	}
	if kind == 's' {
		return string(b[:n]), b[n:], nil
	}
	list := make([]any, n)
	for i := range list {
		if list[i], b, err = unpackItem(b); err != nil {
			return nil, nil, err
		}
	}
	return list, b, nil
}

// unpackList reads a message.
func unpackList(b []byte) ([]any, error) {
	v, rest, err := unpackItem(b)
	list, ok := v.([]any)
	switch {
	case err != nil:
		return nil, err
	case !ok || len(list) == 0 || len(rest) > 0:
		return nil, fmt.Errorf("a message is not a list")
	}
	return list, nil
}

func textOrEmpty(v any) string { s, _ := v.(string); return s }

func intOrZero(v any) int { k, _ := v.(int); return k }

func textsOrEmpty(v any) []string {
	list, _ := v.([]any)
	out := make([]string, len(list))
	for i := range list {
		out[i] = textOrEmpty(list[i])
	}
	return out
}

func toReal(v any) (float64, bool) {
	switch x := v.(type) {
	case float64:
		return x, true
	case int:
		return float64(x), true
	}
	return 0, false
}
