package host

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"
)

// Messages are numbers of 64 bits, their count first. The first number of a
// message reports what it is. Lists hold texts and arrays of numbers (pack).
//
// To Octave:
//
//	1 load    list: the file, its true folder, names that must exist afterwards
//	2 bind    list: handle, name, text that makes the call, 1 if there are
//	          texts among the inputs, lengths of the outputs, number of numbers among the inputs, place of
//	          the order of a surface (0: it is none), places of flags that report whether results are wanted
//	3 call    handle, 1 with a list of the foreseen queries and the lengths of their
//	          values or 0, inputs, values, flags, list of texts if there are any
//	4 answer  list: "" and the values, or "!" and what is wrong
//
// From Octave:
//
//	10 done     list (load), nothing (bind)
//	11 result   outputs, one behind the other
//	12 failure  list: identifier, message, calls (lines of name, file, line and
//	            column between tabs)
//	13 query list: fnc, ary, mod or use, and what is asked
//
// Calls may come between a query and its answer.
const (
	msgLoad, msgBind, msgCall, msgAnswer     = 1, 2, 3, 4
	msgDone, msgResult, msgFailure, msgQuery = 10, 11, 12, 13
)

// packList turns a list into numbers: how many, then for each 1 for a text, 2 for several
// (to Octave only; one a line) or 0, its length and its entries.
func packList(list []any) []float64 {
	v := []float64{float64(len(list))}
	for _, x := range list {
		switch x := x.(type) {
		case string:
			v = append(v, 1, float64(len(x)))
			for i := range len(x) {
				v = append(v, float64(x[i]))
			}
		case []string:
			joined := packList([]any{strings.Join(x, "\n")})[1:]
			joined[0] = 2
			v = append(v, joined...)
		case int:
			v = append(v, 0, 1, float64(x))
		case float64:
			v = append(v, 0, 1, x)
		case []int:
			v = append(v, 0, float64(len(x)))
			for _, k := range x {
				v = append(v, float64(k))
			}
		case []float64:
			v = append(append(v, 0, float64(len(x))), x...)
		default:
			panic(fmt.Sprintf("octave: %T in a message", x))
		}
	}
	return v
}

// unpackList reads a list: string and []float64. What is not well formed, which
// only a damaged process can send, ends the list.
func unpackList(v []float64) []any {
	var list []any
	for n := popNumber(&v); n > 0 && len(v) >= 2; n-- {
		isText, size := popNumber(&v), int(popNumber(&v))
		if size < 0 || size > len(v) {
			return list
		}
		x := v[:size]
		v = v[size:]
		if isText == 0 {
			list = append(list, x)
			continue
		}
		b := make([]byte, size)
		for i := range x {
			b[i] = byte(x[i])
		}
		list = append(list, string(b))
	}
	return list
}

func popNumber(v *[]float64) float64 {
	if len(*v) == 0 {
		return 0
	}
	x := (*v)[0]
	*v = (*v)[1:]
	return x
}

// textItem returns item i of a list as text, "" if it is none.
func textItem(list []any, i int) string {
	if i < len(list) {
		s, _ := list[i].(string)
		return s
	}
	return ""
}

// numbersItem returns item i of a list as numbers.
func numbersItem(list []any, i int) []float64 {
	if i < len(list) {
		v, _ := list[i].([]float64)
		return v
	}
	return nil
}

// sendMessage sends a message.
func (s *octaveSession) sendMessage(v []float64) error {
	s.buf = binary.NativeEndian.AppendUint64(s.buf[:0], math.Float64bits(float64(len(v))))
	for _, x := range v {
		s.buf = binary.NativeEndian.AppendUint64(s.buf, math.Float64bits(x))
	}
	_, err := s.to.Write(s.buf)
	return err
}

// maxMessage bounds what Octave may send at once.
const maxMessage = 1 << 26

// receiveMessage waits for a message.
func (s *octaveSession) receiveMessage() ([]float64, error) {
	var head [8]byte
	if _, err := io.ReadFull(s.from, head[:]); err != nil {
		return nil, err
	}
	n := math.Float64frombits(binary.NativeEndian.Uint64(head[:]))
	if !(n >= 1 && n <= maxMessage) {
		return nil, fmt.Errorf("a message of %g numbers", n)
	}
	body := make([]byte, 8*int(n))
	if _, err := io.ReadFull(s.from, body); err != nil {
		return nil, err
	}
	v := make([]float64, int(n))
	for i := range v {
		v[i] = math.Float64frombits(binary.NativeEndian.Uint64(body[8*i:]))
	}
	return v, nil
}
