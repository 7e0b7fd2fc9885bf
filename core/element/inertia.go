package element

import (
	"math"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// readInertia returns the inertia about the mass centre in CM marker axes. The deck
// gives it about the origin and in the axes of the IM marker, with positive
// integrals ∫xy dm as products: the off-diagonal entries of the tensor are
// their negatives, unless inertia_convention says that these are given. From IM to the mass centre, at d from it,
//
//	I = I_IM - m (d² - d dᵀ) = I_IM + m d̃ d̃.
func (b *builder) readInertia(e *deck.Element, cm *frame) spatial.Mat {
	xy, yz, xz := e.Real("inertia_xy"), e.Real("inertia_yz"), e.Real("inertia_xz")
	if e.Enum("inertia_convention") == "TENSOR" {
		xy, yz, xz = -xy, -yz, -xz
	}
	i := spatial.Mat{
		A: spatial.Vec{X: e.Real("inertia_xx"), Y: -xy, Z: -xz},
		B: spatial.Vec{X: -xy, Y: e.Real("inertia_yy"), Z: -yz},
		C: spatial.Vec{X: -xz, Y: -yz, Z: e.Real("inertia_zz")},
	}
	scale := math.Abs(i.A.X) + math.Abs(i.B.Y) + math.Abs(i.C.Z)
	if im := b.findFrameOnSameBody(e, "im_id", cm); im != cm {
		r := cm.rot.T()
		r = r.MulMat(&im.rot)
		rt := r.T()
		i = r.MulMat(&i)
		i = i.MulMat(&rt)
		t := spatial.Tilde(cm.rot.MulTransposed(im.pos.Sub(cm.pos)))
		s := t.MulMat(&t)
		s = s.Scale(e.Real("mass"))
		i = i.Add(&s)
	}
	b.checkInertia(e, &i, scale)
	return i.Scale(b.units)
}

// checkInertia reports a tensor that no mass distribution has: one with a
// negative principal moment, and one of which a principal moment is larger
// than the sum of the others. The latter is the same as a negative principal
// value of ½ tr I - I, the matrix of second moments.
func (b *builder) checkInertia(e *deck.Element, i *spatial.Mat, scale float64) {
	if b.faults.of[e] {
		return
	}
	if !isSemidefinite(i, scale) {
		d := e.AddErrorf("inertia_xx", "B021", "the tensor about the mass centre has a negative principal moment: "+
			"xx %.4g, yy %.4g, zz %.4g, xy %.4g, yz %.4g, xz %.4g", i.A.X, i.B.Y, i.C.Z, -i.B.X, -i.C.Y, -i.C.X)
		if e.Ref("im_id") != 0 && e.Ref("im_id") != e.Ref("cg_id") {
			d.Help = "moments about the origin of im_id are at least the mass times the square of its distance from cg_id"
		}
		return
	}
	h := spatial.Identity.Scale((i.A.X + i.B.Y + i.C.Z) / 2)
	n := i.Scale(-1)
	if h = h.Add(&n); !isSemidefinite(&h, scale) {
		e.AddWarningf("inertia_xx", "B022", "no body has these moments of inertia: one is larger than the sum of the other two")
	}
}

// isSemidefinite reports whether a symmetric matrix has no negative principal
// value, but for round-off in entries of the given size: then and only then
// all principal minors are 0 or more.
func isSemidefinite(m *spatial.Mat, scale float64) bool {
	tol := 1e-6 * scale
	x, y, z := m.A.X+tol, m.B.Y+tol, m.C.Z+tol
	xy, yz, xz := m.B.X, m.C.Y, m.C.X
	if x < 0 || y < 0 || z < 0 || x*y < xy*xy || y*z < yz*yz || x*z < xz*xz {
		return false
	}
	det := x*(y*z-yz*yz) - xy*(xy*z-yz*xz) + xz*(xy*yz-y*xz)
	return det >= -1e-12*scale*scale*scale
}
