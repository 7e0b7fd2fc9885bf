package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// contraryAcceleration is the part of the accelerations that a row is made of by which a redundant
// row may be off at the start. It is large, since only what moves on apart is an error.
const contraryAcceleration = 0.1

// ContraryAcceleration returns a ContradictionError when a row that was taken out as redundant has an
// acceleration at p, for which accelerations have been solved: what it prescribes moves away
// from what other constraints hold, though positions and rates agree at this time.
func (s *State) ContraryAcceleration(p *integrate.Point) error {
	h := s.sharing()
	if len(h.at) == 0 {
		return nil
	}
	if err := s.learning(func() error { return s.forces(p) }); err != nil {
		return err
	}
	largest := 0.0
	for i := range s.body {
		largest = math.Max(largest, s.body[i].A.Norm())
	}
	for _, n := range h.at {
		i := s.setOf(n)
		place, b := s.sys.Rows[i].place(), &s.rows.set[i]
		k := n - place.At
		acc := b.bias[k]
		size := math.Abs(acc)
		for slot, body := range place.Bodies {
			st, w := &s.body[body], b.row(k, int32(slot))
			for _, x := range [2]float64{w[0]*st.A.X + w[1]*st.A.Y + w[2]*st.A.Z, w[3]*st.Al.X + w[4]*st.Al.Y + w[5]*st.Al.Z} {
				acc += x
				size += math.Abs(x)
			}
		}
		if math.Abs(acc) > contraryAcceleration*size && math.Abs(acc) > 1e-6*(largest+s.lengthScale()) {
			return &ContradictionError{p.T, "acceleration", s.removed(n), s.partners(p, n), math.Abs(acc)}
		}
	}
	return nil
}
