package page

import (
	"encoding/binary"
	"math"

	"github.com/trammel-mbd/trammel/core/result"
)

// hasContacts reports whether the results have points of contact.
func (r *Result) hasContacts() bool {
	s, ok := r.rows.(storeRows)
	return ok && s.r.HasContacts()
}

// EncodeContactPoints returns the points of contact in the frames of a motion as the page reads them, little endian: the count of frames, the first
// point of each frame and the count of all points as uint32, then the points (result.ContactPoint.AppendBinary). It returns nil where the points of all frames have more than a number of values.
func (r *Result) EncodeContactPoints(frames []uint32, maxPoints int) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var points []byte
	first := make([]uint32, len(frames)+1)
	count, f := uint32(0), 0
	begin := func(row int) {
		for ; f < len(frames) && int(frames[f]) <= row; f++ {
			first[f] = count
		}
	}
	if s, ok := r.rows.(storeRows); ok {
		err := s.r.ForEachContactRow(func(row int, all []result.ContactPoint) {
			begin(row)
			if f == 0 || int(frames[f-1]) != row || len(points)/4 > maxPoints {
				return
			}
			count += uint32(len(all))
			for i := range all {
				points = all[i].AppendBinary(points)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	begin(math.MaxInt)
	first[f] = count
	if len(points)/4 > maxPoints {
		return nil, nil
	}
	out := make([]byte, 0, 4+4*len(first)+len(points))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(frames)))
	for _, n := range first {
		out = binary.LittleEndian.AppendUint32(out, n)
	}
	return append(out, points...), nil
}
