package draw

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
)

// Floats is a list of numbers that JSON holds as base64 of little-endian float32.
type Floats []float32

// MarshalJSON returns the list as a text of base64.
func (f Floats) MarshalJSON() ([]byte, error) {
	raw := make([]byte, 0, 4*len(f))
	for _, v := range f {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return json.Marshal(base64.StdEncoding.EncodeToString(raw))
}

// Indices is a list of indices that JSON holds as base64 of little-endian uint32.
type Indices []uint32

// MarshalJSON returns the list as a text of base64.
func (l Indices) MarshalJSON() ([]byte, error) {
	raw := make([]byte, 0, 4*len(l))
	for _, v := range l {
		raw = binary.LittleEndian.AppendUint32(raw, v)
	}
	return json.Marshal(base64.StdEncoding.EncodeToString(raw))
}
