package system

// symmetricMat is a symmetric 3×3 matrix.
type symmetricMat struct{ xx, xy, xz, yy, yz, zz float64 }

// mul returns m v.
func (m *symmetricMat) mul(v vec) vec {
	return vec{
		X: m.xx*v.X + m.xy*v.Y + m.xz*v.Z,
		Y: m.xy*v.X + m.yy*v.Y + m.yz*v.Z,
		Z: m.xz*v.X + m.yz*v.Y + m.zz*v.Z,
	}
}

// addScaledOuterProduct adds k v vᵀ to m.
func (m *symmetricMat) addScaledOuterProduct(k float64, v vec) {
	x, y, z := k*v.X, k*v.Y, k*v.Z
	m.xx += x * v.X
	m.xy += x * v.Y
	m.xz += x * v.Z
	m.yy += y * v.Y
	m.yz += y * v.Z
	m.zz += z * v.Z
}

func (m *symmetricMat) add(n *symmetricMat) {
	m.xx += n.xx
	m.xy += n.xy
	m.xz += n.xz
	m.yy += n.yy
	m.yz += n.yz
	m.zz += n.zz
}

// articulatedInertia is a symmetric 6×6 matrix: force = mm a + ma al, torque = maᵀ a + aa al, about a point and along global axes.
type articulatedInertia struct {
	mm symmetricMat
	ma mat
	aa symmetricMat
}

// mul returns the force and the torque for the accelerations a and al.
func (in *articulatedInertia) mul(a, al vec) (force, torque vec) {
	force, torque = in.mm.mul(a), in.aa.mul(al)
	m := &in.ma
	force.X += m.A.X*al.X + m.B.X*al.Y + m.C.X*al.Z
	force.Y += m.A.Y*al.X + m.B.Y*al.Y + m.C.Y*al.Z
	force.Z += m.A.Z*al.X + m.B.Z*al.Y + m.C.Z*al.Z
	torque.X += m.A.X*a.X + m.A.Y*a.Y + m.A.Z*a.Z
	torque.Y += m.B.X*a.X + m.B.Y*a.Y + m.B.Z*a.Z
	torque.Z += m.C.X*a.X + m.C.Y*a.Y + m.C.Z*a.Z
	return force, torque
}

// addScaledOuterProduct adds k times the product of (force, torque) with itself.
func (in *articulatedInertia) addScaledOuterProduct(k float64, force, torque vec) {
	in.mm.addScaledOuterProduct(k, force)
	in.aa.addScaledOuterProduct(k, torque)
	x, y, z := k*torque.X, k*torque.Y, k*torque.Z
	m := &in.ma
	m.A.X += force.X * x
	m.A.Y += force.Y * x
	m.A.Z += force.Z * x
	m.B.X += force.X * y
	m.B.Y += force.Y * y
	m.B.Z += force.Z * y
	m.C.X += force.X * z
	m.C.Y += force.Y * z
	m.C.Z += force.Z * z
}

// addShifted adds an inertia about a point that is r away. With a = aP - r̃ αP the parts of n become, for it,
//
//	mm, ma - mm r̃, aa + r̃ (ma - mm r̃) - maᵀ r̃.
func (in *articulatedInertia) addShifted(n *articulatedInertia, r vec) {
	in.mm.add(&n.mm)
	m, h := &n.mm, n.ma
	// column i of ma - mm r̃: entries (r × row of mm)_i are added
	h.A.X += r.Y*m.xz - r.Z*m.xy
	h.B.X += r.Z*m.xx - r.X*m.xz
	h.C.X += r.X*m.xy - r.Y*m.xx
	h.A.Y += r.Y*m.yz - r.Z*m.yy
	h.B.Y += r.Z*m.xy - r.X*m.yz
	h.C.Y += r.X*m.yy - r.Y*m.xy
	h.A.Z += r.Y*m.zz - r.Z*m.yz
	h.B.Z += r.Z*m.xz - r.X*m.zz
	h.C.Z += r.X*m.yz - r.Y*m.xz
	in.ma.A = in.ma.A.Add(h.A)
	in.ma.B = in.ma.B.Add(h.B)
	in.ma.C = in.ma.C.Add(h.C)
	// entry ij of r̃ h is (r × column j of h)_i, that of -maᵀ r̃ is (r × column i of ma)_j
	p := &n.ma
	in.aa.xx += n.aa.xx + r.Y*(h.A.Z+p.A.Z) - r.Z*(h.A.Y+p.A.Y)
	in.aa.yy += n.aa.yy + r.Z*(h.B.X+p.B.X) - r.X*(h.B.Z+p.B.Z)
	in.aa.zz += n.aa.zz + r.X*(h.C.Y+p.C.Y) - r.Y*(h.C.X+p.C.X)
	in.aa.xy += n.aa.xy + (r.Y*h.B.Z - r.Z*h.B.Y) + (r.Z*p.A.X - r.X*p.A.Z)
	in.aa.xz += n.aa.xz + (r.Y*h.C.Z - r.Z*h.C.Y) + (r.X*p.A.Y - r.Y*p.A.X)
	in.aa.yz += n.aa.yz + (r.Z*h.C.X - r.X*h.C.Z) + (r.X*p.B.Y - r.Y*p.B.X)
}
