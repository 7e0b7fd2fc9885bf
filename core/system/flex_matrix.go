package system

import (
	"github.com/trammel-mbd/trammel/core/spatial"
)

// fillPartials sets m to the partials of the residual along the axes of the frame, for the increments of integrate.Coef with
// rotations along these axes too: M + V ∂/∂u + Q ∂/∂(θ, z). The terms are those of evaluate.
func (x *flexState) fillPartials(s *State, cV, cQ float64) {
	clear(x.m)
	x.addMassMatrix()
	if cV != 0 {
		x.addSpeedPartials(cV)
		x.addDampingPartials(s, cV)
	}
	if cQ != 0 {
		x.addRotationPartials(cQ)
		x.addModalCoordinatePartials(cQ)
	}
	x.addStiffeningPartials(cV, cQ)
}

// addMatrixBlock adds c m at (row, col).
func (x *flexState) addMatrixBlock(row, col int, m *mat, c float64) {
	addBlock3(x.m, 6+x.f.ModeCount(), row, col, m, c)
}

// addVectorToColumn adds c v to three rows of a column, addVectorToRow to three columns of a row.
func (x *flexState) addVectorToColumn(row, col int, v vec, c float64) {
	n := 6 + x.f.ModeCount()
	x.m[row*n+col] += c * v.X
	x.m[(row+1)*n+col] += c * v.Y
	x.m[(row+2)*n+col] += c * v.Z
}

func (x *flexState) addVectorToRow(row, col int, v vec, c float64) {
	v.Scale(c).AddTo(x.m[row*(6+x.f.ModeCount())+col:])
}

// addMassMatrix adds the mass matrix.
func (x *flexState) addMassMatrix() {
	f := x.f
	n := f.ModeCount()
	st := spatial.Tilde(x.s)
	x.addMatrixBlock(0, 0, &spatial.Identity, f.Mass)
	x.addMatrixBlock(0, 3, &st, -1)
	x.addMatrixBlock(3, 0, &st, 1)
	x.addMatrixBlock(3, 3, &x.j, 1)
	for j := range n {
		x.addVectorToColumn(0, 6+j, f.S[j], 1)
		x.addVectorToColumn(3, 6+j, x.c[j], 1)
		x.addVectorToRow(6+j, 0, f.S[j], 1)
		x.addVectorToRow(6+j, 3, x.c[j], 1)
		row := x.m[(6+j)*(6+n)+6:][:n]
		for k, m := range f.M[j*n : (j+1)*n] {
			row[k] += m
		}
	}
}

// addSpeedPartials adds c times the partials with respect to ω and z'.
func (x *flexState) addSpeedPartials(c float64) {
	x.addAngularVelocityPartials(&spatial.Identity, 3, c)
	f, w := x.f, x.w
	n := f.ModeCount()
	for k := range n {
		x.addVectorToColumn(0, 6+k, w.Cross(f.S[k]), 2*c)
		x.addVectorToColumn(3, 6+k, x.g[k].Mul(w), 2*c)
		for j := range n {
			e := 0.0
			if f.C1 != nil {
				e = 2 * w.Dot(f.C1[k][j])
			}
			if f.D != nil {
				e += f.D[j*n+k]
			}
			x.m[(6+j)*(6+n)+6+k] += c * e
		}
	}
}

// addDampingPartials adds c times the partials of damping with varying ratios with respect to z'. How the ratios change is left out.
func (x *flexState) addDampingPartials(s *State, c float64) {
	n := x.f.ModeCount()
	for i := range x.f.Damping {
		d := &x.f.Damping[i]
		rate := c * s.lawOutputValue(d.Ratio) * d.Rate
		for j, y := range d.Shape {
			for k, z := range d.Shape {
				x.m[(6+j)*(6+n)+6+k] += rate * y * z
			}
		}
	}
}

// addAngularVelocityPartials adds c times the partials with respect to ω, times t, at the columns from col on.
func (x *flexState) addAngularVelocityPartials(t *mat, col int, c float64) {
	f, w := x.f, x.w
	ws, st, sd := spatial.Tilde(w.Cross(x.s)), spatial.Tilde(x.s), spatial.Tilde(x.sd)
	push := w.CrossEachColumn(&st)
	push = push.Add(&ws)
	addScaledMat(&push, 2, &sd)
	push = push.MulMat(t)
	x.addMatrixBlock(0, col, &push, -c)
	h := spatial.Tilde(x.j.Mul(w))
	turn := w.CrossEachColumn(&x.j)
	turn = turn.Sub(&h)
	for j, zd := range x.zd {
		addScaledMat(&turn, 2*zd, &x.g[j])
		v := x.g[j].Mul(w).Add(x.g[j].MulTransposed(w)).Neg()
		if f.C1 != nil {
			for k, y := range x.zd {
				v = v.AddScaled(2*y, f.C1[k][j])
			}
		}
		x.addVectorToRow(6+j, col, t.MulTransposed(v), c)
	}
	turn = turn.MulMat(t)
	x.addMatrixBlock(3, col, &turn, c)
}

// addRotationPartials adds c times the partials with respect to the rotation of the frame: a vector fixed in space with the components
// b changes by b × δθ, and the residual r along global axes by δθ × r.
func (x *flexState) addRotationPartials(c float64) {
	f := x.f
	ta, tal, tw := spatial.Tilde(x.a), spatial.Tilde(x.al), spatial.Tilde(x.w)
	st := spatial.Tilde(x.s)
	push := ta.Scale(f.Mass)
	sal := st.MulMat(&tal)
	push = push.Sub(&sal)
	x.addMatrixBlock(0, 3, &push, c)
	turn := st.MulMat(&ta)
	jal := x.j.MulMat(&tal)
	turn = turn.Add(&jal)
	x.addMatrixBlock(3, 3, &turn, c)
	for j := range f.S {
		x.addVectorToRow(6+j, 3, ta.MulTransposed(f.S[j]).Add(tal.MulTransposed(x.c[j])), c)
	}
	x.addAngularVelocityPartials(&tw, 3, c)
	rv, rw := spatial.Tilde(spatial.LoadVec(x.r)), spatial.Tilde(spatial.LoadVec(x.r[3:]))
	x.addMatrixBlock(0, 3, &rv, -c)
	x.addMatrixBlock(3, 3, &rw, -c)
}

// addModalCoordinatePartials adds c times the partials with respect to z.
func (x *flexState) addModalCoordinatePartials(c float64) {
	f, w := x.f, x.w
	n := f.ModeCount()
	for k := range n {
		sk := f.S[k]
		x.addVectorToColumn(0, 6+k, x.al.Cross(sk).Add(w.Cross(w.Cross(sk))), c)
		t := x.g[k].T()
		both := x.g[k].Add(&t)
		turn := sk.Cross(x.a).Add(both.Mul(x.al)).Add(w.Cross(both.Mul(w)))
		if f.C1 != nil {
			for j, zdd := range x.zdd {
				turn = turn.AddScaled(zdd, f.C1[k][j])
			}
		}
		for j := range n {
			at := (6+j)*(6+n) + 6 + k
			x.m[at] += c * f.K[j*n+k]
			if f.C1 != nil {
				x.m[at] += c * f.C1[k][j].Dot(x.al)
			}
			if f.J2 != nil {
				jw := f.J2[k*n+j].Mul(w)
				turn = turn.AddScaled(2*x.zd[j], jw)
				x.m[at] -= c * w.Dot(jw)
			}
		}
		x.addVectorToColumn(3, 6+k, turn, c)
	}
}

// addStiffeningPartials adds the partials of geometric stiffening.
func (x *flexState) addStiffeningPartials(cV, cQ float64) {
	f, w := x.f, x.w
	n := f.ModeCount()
	ta, tal, tw := spatial.Tilde(x.a), spatial.Tilde(x.al), spatial.Tilde(x.w)
	for i := range f.KGeo {
		g := &f.KGeo[i]
		load := x.stiffeningLoad(g.Load)
		var da, dal, dw vec // gradient of the load
		switch l := g.Load; {
		case l < 3:
			da = spatial.UnitAxis(l)
		case l < 6:
			dal = spatial.UnitAxis(l - 3)
		case l < 9:
			dw = spatial.UnitAxis(l - 6).Scale(2 * w.At(l-6))
		case l == 9:
			dw = vec{X: w.Y, Y: w.X}
		case l == 10:
			dw = vec{Y: w.Z, Z: w.Y}
		default:
			dw = vec{X: w.Z, Z: w.X}
		}
		turned := ta.MulTransposed(da).Add(tal.MulTransposed(dal)).Add(tw.MulTransposed(dw))
		for j := range n {
			kz := rowProduct(g.K, j, x.z)
			x.addVectorToRow(6+j, 0, da, kz)
			x.addVectorToRow(6+j, 3, dal.AddScaled(cV, dw).AddScaled(cQ, turned), kz)
			for k := range n {
				x.m[(6+j)*(6+n)+6+k] += cQ * load * g.K[j*n+k]
			}
		}
	}
}

// addFlexBlocks adds the partials of flexible body i to the iteration matrix.
func (j *jacobian) addFlexBlocks(i int) {
	s := j.s
	x := &s.flex[i]
	x.evaluateResidual(s, s.gravityNow())
	x.fillPartials(s, j.coef.V, j.coef.Q)
	x.resolvePartialsInGlobalAxes(&s.kin.body[x.f.Frame].R)
	j.scatterFlexBlocks(x)
}

// resolvePartialsInGlobalAxes resolves the rows and columns of the frame in m along global axes.
func (x *flexState) resolvePartialsInGlobalAxes(r *mat) {
	n := 6 + x.f.ModeCount()
	for row := range n {
		v := x.m[row*n:]
		r.Mul(spatial.LoadVec(v)).Store(v)
		r.Mul(spatial.LoadVec(v[3:])).Store(v[3:])
	}
	for col := range n {
		for at := 0; at < 6; at += 3 {
			v := r.Mul(vec{X: x.m[at*n+col], Y: x.m[(at+1)*n+col], Z: x.m[(at+2)*n+col]})
			x.m[at*n+col], x.m[(at+1)*n+col], x.m[(at+2)*n+col] = v.X, v.Y, v.Z
		}
	}
}

// scatterFlexBlocks adds m to the blocks of the parts.
func (j *jacobian) scatterFlexBlocks(x *flexState) {
	s := j.s
	blocks := s.plan.flex[x.at]
	n := 6 + x.f.ModeCount()
	row := 0
	for a, pa := range x.f.parts {
		rows := s.sys.Bodies[pa].speedCount()
		col := 0
		for b, pb := range x.f.parts {
			cols := s.sys.Bodies[pb].speedCount()
			dst := blocks[a*len(x.f.parts)+b]
			for r := range rows {
				for c := range cols {
					dst[r*cols+c] += x.m[(row+r)*n+col+c]
				}
			}
			col += cols
		}
		row += rows
	}
}

// addFlexMass adds the mass matrices of flexible bodies to the iteration matrix.
func (j *jacobian) addFlexMass() {
	for i := range j.s.flex {
		x := &j.s.flex[i]
		clear(x.m)
		x.addMassMatrix()
		x.resolvePartialsInGlobalAxes(&j.s.kin.body[x.f.Frame].R)
		j.scatterFlexBlocks(x)
	}
}

// addGyroscopicTerm adds to dst the derivative, along the speeds v, of the terms of the residual that are quadratic in speeds.
func (x *flexState) addGyroscopicTerm(s *State, dst, v []float64) {
	f := x.f
	n := f.ModeCount()
	st, at := &s.kin.body[f.Frame], s.sys.Bodies[f.Frame].v
	damping := f.D
	clear(x.m)
	x.addSpeedPartials(1)
	du := make([]float64, 6+n)
	st.R.MulTransposed(spatial.LoadVec(v[at:])).Store(du)
	st.R.MulTransposed(spatial.LoadVec(v[at+3:])).Store(du[3:])
	copy(du[6:], v[x.f.v:x.f.v+n])
	out := make([]float64, 6+n)
	addMatrixProduct(out, x.m, du, 1)
	addMatrixProduct(out[6:], damping, du[6:], -1)
	st.R.Mul(spatial.LoadVec(out)).AddTo(dst[at:])
	st.R.Mul(spatial.LoadVec(out[3:])).AddTo(dst[at+3:])
	addVector(dst[x.f.v:x.f.v+n], out[6:])
}
