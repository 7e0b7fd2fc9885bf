package system

import (
	"errors"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// RelaxedBeam is the shape of a beam without load: an arc or a helix of constant curvature.
type RelaxedBeam struct {
	Length float64
	// J and I are the axes of the markers at its start and end; x is the tangent up to a rotation that J and I have in common along the mean frame.
	J, I mat
	Turn vec // rotation vector from J to I, along the mean frame
}

// FindRelaxedBeam returns the beam without load between two points that are r from each other, whose sections at the start and end have the
// given axes, all along the same axes. The x axes of both point along the beam. Where these are not tangents of one arc, the axes of the markers are
// rotated relative to the sections, by the angle between the line of the points and the chord of the arc, so that all strains are zero.
func FindRelaxedBeam(r vec, start, end mat) (b RelaxedBeam, err error) {
	back := start.T()
	relative := back.MulMat(&end)
	q := spatial.QuatFromMat(&relative).Unit()
	if q.W < 0 {
		q = spatial.Quat{W: -q.W, X: -q.X, Y: -q.Y, Z: -q.Z}
	}
	if q.W < smallestCosine {
		return b, errors.New("its ends are turned by more than 168° against each other: divide it into several elements")
	}
	var rot meanRotation
	rot.setRotation(q.W, vec{X: q.X, Y: q.Y, Z: q.Z})
	half := spatial.Quat{W: 1 + q.W, X: q.X, Y: q.Y, Z: q.Z}.Unit().Mat()
	mean := start.MulMat(&half)
	v := rot.multiplyTangentMap(mean.MulTransposed(r))
	b.Length = v.Norm()
	along := v.Scale(1 / b.Length)
	if !(along.X > 0.5) {
		return b, errors.New("its sections face away from the line between its nodes by more than 60°")
	}
	c := vec{X: 1}.Cross(along)
	fit := spatial.Quat{W: 1 + along.X, X: c.X, Y: c.Y, Z: c.Z}.Unit().Mat()
	if c == (vec{}) {
		fit = spatial.Identity
	}
	b.J, b.I, b.Turn = start.MulMat(&fit), end.MulMat(&fit), fit.MulTransposed(rot.phi)
	return b, nil
}

// SetRelaxedTurn makes a beam without preload free of stresses at a rotation vector between its ends, along the mean frame.
func (b *Beam) SetRelaxedTurn(turn vec) {
	b.Torque = vec{X: b.GJ * turn.X / b.Length, Y: b.EIy * turn.Y / b.Length, Z: b.EIz * turn.Z / b.Length}
}
