package system

import "github.com/trammel-mbd/trammel/core/integrate"

// rolling keeps a curve of I from slipping on the curve or surface of J that it touches.
// The points of the bodies that meet have the same velocity. As the contact
// stays together, x_I = x_J, their difference is what it moves along the two,
//
//	vI - vJ = Σ t_J v' - t_I u',
//
// and it is kept zero along each tangent t of J: a row of velocity level for a curve, two for
// a surface. Its multiplier acts on the coordinates only; so the force of the pair gets
// a part along the tangents, friction that does no work.
type rolling struct {
	RowPlace
	pair *HigherPair
	slot [2][2]int32
}

// NoSlip returns the rows that keep a pair of curves, or a curve on a surface, from
// slipping; they stand behind those of the pair.
func (h *HigherPair) NoSlip() RowSet {
	r := &rolling{
		RowPlace: RowPlace{Element: h.Element, ID: h.ID, N: h.side[1].n, I: NoMarker, J: NoMarker, Level: integrate.Velocity,
			Row: []string{"no slip", "no slip along the second parameter"}[:h.side[1].n]},
		pair: h,
	}
	var all Measure
	for k := range h.side {
		for n := range h.side[k].n {
			r.slot[k][n] = all.place(h.side[k].par[n])
		}
	}
	r.Bodies = all.body
	return r
}

// fill implements RowSet. With the slip w = Σ t_J v' - t_I u' a row is t·w; its rate
// without accelerations is t'·w + t·(Σ t_J' v' - t_I' u').
func (r *rolling) fill(s *State, b *rowBlock) error {
	at := &s.touch[r.pair.set]
	var slip, change vec
	var rate [2]vec // of J's tangents
	for k, sign := range [2]float64{-1, 1} {
		c := &at.side[k]
		for n := range r.pair.side[k].n {
			d := c.w.Cross(c.t[n]).Add(c.along(c.tt[n], c.tt[n+1]))
			slip = slip.AddScaled(sign*c.rate[n], c.t[n])
			change = change.AddScaled(sign*c.rate[n], d)
			rate[n] = d
		}
	}
	for row := range r.N {
		t := at.side[1].t[row]
		b.g[row], b.gt[row] = t.Dot(slip), 0
		b.bias[row] = rate[row].Dot(slip) + t.Dot(change)
		for k, sign := range [2]float64{-1, 1} {
			for n := range r.pair.side[k].n {
				b.row(row, r.slot[k][n])[0] = sign * t.Dot(at.side[k].t[n])
			}
		}
	}
	return s.finite(r.Element, r.ID, b.bias...)
}

// stiffen implements RowSet; as for all rows of velocity level the change of the push
// with the pose is left out.
func (r *rolling) stiffen(*State, []float64, float64, *jacobian) {}
