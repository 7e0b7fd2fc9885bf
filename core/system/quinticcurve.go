package system

import "github.com/trammel-mbd/trammel/core/spline"

// beyondEnds is how many points of a closed curve are repeated at either end: what the ends
// of a quintic spline do to it falls by 0.43 a point, 0.43⁴⁵ = 3e-17.
const beyondEnds = 45

// InterpolateQuintic is Interpolate with pieces of fifth degree: an open curve is the
// natural quintic spline, the third and fourth derivatives of which are zero at its ends;
// a closed one is periodic, with four continuous derivatives there too. There are three
// points or more.
func InterpolateQuintic(points []vec, closed bool) *SplineCurve {
	at, first := chordLengthParameters(points), 0
	n := len(points) - 1
	c := &SplineCurve{at: at, piece: make([][6]vec, n), closed: closed}
	x, p := at, points
	if closed {
		x, p, first = nil, nil, beyondEnds
		for k := -beyondEnds; k <= n+beyondEnds; k++ {
			turn := (k + 64*n) / n // points before the start count up from a multiple of n
			i := (k + 64*n) % n
			x, p = append(x, at[i]+2*float64(turn-64)), append(p, points[i])
		}
	}
	y := make([]float64, len(p))
	for axis := range 3 {
		for k := range p {
			y[k] = p[k].At(axis)
		}
		for k, q := range spline.NaturalQuintic(x, y)[first : first+n] {
			for i, v := range q {
				switch axis {
				case 0:
					c.piece[k][i].X = v
				case 1:
					c.piece[k][i].Y = v
				default:
					c.piece[k][i].Z = v
				}
			}
		}
	}
	return c
}
