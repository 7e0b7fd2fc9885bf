package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// FlexNodeRows ties the frame N of a node to its flexible body: with u = Φ z and θ = Ψ z along the axes of the body, r = R (c + u)
// and E = exp(θ~) the target axes t = R E, n being those of N,
//
//	pN - p - r = 0,    n_y·t_z = n_z·t_x = n_x·t_y = 0.
//
// The angular velocity of the target is ω + R T(θ) Ψ z', T being the left Jacobian of exp. So pushes on the coordinates
// are the transpose of the rates of the node at any rotation, not to first order only.
type FlexNodeRows struct {
	RowOwner
	flex     int
	c        vec
	phi, psi []vec
}

// FlexNodeShape is a node of a flexible body: its undeformed position in the frame of the body, and displacements and rotations for unit
// modal coordinates z. Without rotations (nil) the node turns as the frame does.
type FlexNodeShape struct {
	ID       int
	Pos      vec
	Phi, Psi []vec
}

// AddFlexNodeBodyAndRows appends the body and the rows of a node.
func (sys *System) AddFlexNodeBodyAndRows(flex int, p FlexNodeShape) BodyIdx {
	f := &sys.Flex[flex]
	r := &FlexNodeRows{flex: flex, c: p.Pos, phi: p.Phi, psi: p.Psi}
	var z, zd []float64
	for _, i := range f.parts[1:] {
		b := &sys.Bodies[i]
		for k := range b.count {
			z, zd = append(z, b.Pos0.At(k)), append(zd, b.V0.At(k))
		}
	}
	frame := &sys.Bodies[f.Frame]
	var t nodeMotion
	r.evaluateNodeMotion(&t, z, zd, &bodyState{C: frame.Pos0, R: frame.Rot0, V: frame.V0, W: frame.W0})
	i := sys.AddBody(Body{
		Kind: Rigid, Role: FlexNode, ID: f.ID, Name: f.Name, Part: p.ID,
		Pos0: frame.Pos0.Add(t.r), Rot0: t.axes, V0: frame.V0.Add(frame.W0.Cross(t.r)).Add(t.rd), W0: t.w,
	})
	f = &sys.Flex[flex]
	r.RowOwner = RowOwner{
		Element: "Body_Flexible " + itoa(f.ID) + ": node", ID: p.ID, N: 6, I: NoMarker, J: NoMarker, Bodies: append([]BodyIdx{i}, f.parts...),
		Row: []string{"position x", "position y", "position z", "rotation x", "rotation y", "rotation z"},
	}
	sys.AddRows(r)
	return i
}

// nodeMotion is where a node is from the frame and how it moves, along global axes.
type nodeMotion struct {
	r, rd   vec // from the origin of the frame to the node, and R Φ z'
	axes    mat // R E
	theta   vec // Ψ z, along the axes of the body
	turn    vec // R T Ψ z'
	w       vec // angular velocity of the axes
	bias    vec // of the axes: angular acceleration without α and z"
	biasPos vec // of the position: ω×(ω×r) + 2 ω×rd
}

// evaluateNodeMotion sets t, the motion of the node, for coordinates z, speeds zd and the motion of the frame.
func (n *FlexNodeRows) evaluateNodeMotion(t *nodeMotion, z, zd []float64, st *bodyState) {
	u, ud, th, thd := n.c, vec{}, vec{}, vec{}
	for j, x := range z {
		u, ud = u.AddScaled(x, n.phi[j]), ud.AddScaled(zd[j], n.phi[j])
		if n.psi != nil {
			th, thd = th.AddScaled(x, n.psi[j]), thd.AddScaled(zd[j], n.psi[j])
		}
	}
	t.r, t.rd, t.theta = st.R.Mul(u), st.R.Mul(ud), th
	e := spatial.QuatFromRotationVector(th).Mat()
	t.axes = st.R.MulMat(&e)
	k := newTurnSeries(th)
	t.turn = st.R.Mul(k.multiplyJacobian(thd))
	t.w = st.W.Add(t.turn)
	t.bias = st.W.Cross(t.turn).Add(st.R.Mul(k.multiplyJacobianDerivative(thd, thd)))
	t.biasPos = st.W.Cross(st.W.Cross(t.r)).AddScaled(2, st.W.Cross(t.rd))
}

// turnSeries is the left Jacobian of the rotation exp(θ~), T = 1 + a θ~ + b θ~², with a = (1 - cos|θ|)/|θ|² and b = (|θ| - sin|θ|)/|θ|³;
// da and db are the derivatives of a and b by |θ|, divided by |θ|.
type turnSeries struct {
	th           vec
	a, b, da, db float64
}

func newTurnSeries(th vec) turnSeries {
	x2 := th.Dot(th)
	if x2 < 1e-4 { // the terms left out are below 1e-15
		return turnSeries{th, 0.5 - x2/24*(1-x2/30*(1-x2/56)), 1.0/6 - x2/120*(1-x2/42*(1-x2/72)),
			-1.0/12 + x2/180*(1-x2*3/112), -1.0/60 + x2/1260*(1-x2/48)}
	}
	x := math.Sqrt(x2)
	sin, cos := math.Sincos(x)
	h := math.Sin(x / 2)
	a, b := 2*h*h/x2, (x-sin)/(x2*x)
	return turnSeries{th, a, b, (sin/x - 2*a) / x2, ((1-cos)/x2 - 3*b) / x2}
}

// multiplyJacobian returns T v.
func (k *turnSeries) multiplyJacobian(v vec) vec {
	c := k.th.Cross(v)
	return v.AddScaled(k.a, c).AddScaled(k.b, k.th.Cross(c))
}

// multiplyJacobianDerivative returns the change of T v along a change d of θ.
func (k *turnSeries) multiplyJacobianDerivative(d, v vec) vec {
	c, along := k.th.Cross(v), k.th.Dot(d)
	x := c.Scale(k.da*along).AddScaled(k.a, d.Cross(v))
	return x.AddScaled(k.db*along, k.th.Cross(c)).AddScaled(k.b, d.Cross(c).Add(k.th.Cross(d.Cross(v))))
}

// nodeAxes are the axes n·t of the rows of rotation: n × t is x, y and z where both frames agree.
var nodeAxes = [3][2]int{{1, 2}, {2, 0}, {0, 1}}

func (n *FlexNodeRows) fillBlock(s *State, b *rowBlock) error {
	x := &s.flex[n.flex]
	frame, node := &s.kin.body[x.f.Frame], &s.kin.body[n.Bodies[0]]
	var t nodeMotion
	n.evaluateNodeMotion(&t, x.z, x.zd, frame)
	gap := node.C.Sub(frame.C).Sub(t.r)
	clear(b.gt)
	var e [3]vec
	for k := range 3 {
		e[k] = spatial.UnitAxis(k)
		b.g[k], b.bias[k] = gap.At(k), -t.biasPos.At(k)
		b.setGradient(k, 0, e[k], vec{})
		b.setGradient(k, 1, e[k].Neg(), e[k].Cross(t.r))
	}
	dw := node.W.Sub(t.w)
	var w [3]vec
	for k, ax := range nodeAxes {
		a, c := node.R.Col(ax[0]), t.axes.Col(ax[1])
		w[k] = a.Cross(c)
		rate := node.W.Cross(a).Cross(c).Add(a.Cross(t.w.Cross(c)))
		b.g[3+k] = a.Dot(c)
		b.bias[3+k] = rate.Dot(dw) - w[k].Dot(t.bias)
		b.setGradient(3+k, 0, vec{}, w[k])
		b.setGradient(3+k, 1, vec{}, w[k].Neg())
	}
	series := newTurnSeries(t.theta)
	for j := range x.z {
		rp := frame.R.Mul(n.phi[j])
		var rt vec
		if n.psi != nil {
			rt = frame.R.Mul(series.multiplyJacobian(n.psi[j]))
		}
		slot, at := int32(2+j/modesPerBody), j%modesPerBody
		for k := range 3 {
			b.bodyGradient(k, slot)[at] = -rp.At(k)
			b.bodyGradient(3+k, slot)[at] = -w[k].Dot(rt)
		}
	}
	return nil
}

// addStiffness: with F and τ the force and torque on the node, A = Σ λ c~n~ and B = Σ λ n~c~ (n and c being the axes of row λ), the
// pushes are F and τ on the node, -F and -r×F - τ on the frame, -Rφ_j·F - RTψ_j·τ on z_j; τ changes by A δθN - B δθt.
func (n *FlexNodeRows) addStiffness(s *State, l []float64, q float64, jac *jacobian) {
	x := &s.flex[n.flex]
	frame, node := &s.kin.body[x.f.Frame], &s.kin.body[n.Bodies[0]]
	var t nodeMotion
	n.evaluateNodeMotion(&t, x.z, x.zd, frame)
	f := spatial.LoadVec(l)
	ft, rt := spatial.Tilde(f), spatial.Tilde(t.r)
	var tau vec
	var a, b mat
	for k, ax := range nodeAxes {
		on, ot := node.R.Col(ax[0]), t.axes.Col(ax[1])
		tau = tau.AddScaled(l[3+k], on.Cross(ot))
		nt, ct := spatial.Tilde(on), spatial.Tilde(ot)
		p, r := ct.MulMat(&nt), nt.MulMat(&ct)
		addScaledMat(&a, l[3+k], &p)
		addScaledMat(&b, l[3+k], &r)
	}
	fr := ft.MulMat(&rt)
	jac.addPoseBlock(0, 0, 3, 3, &a, -q)
	jac.addPoseBlock(0, 1, 3, 3, &b, q)
	jac.addPoseBlock(1, 0, 3, 3, &a, q)
	jac.addPoseBlock(1, 1, 3, 3, &b, -q)
	jac.addPoseBlock(1, 1, 3, 3, &fr, q)
	series := newTurnSeries(t.theta)
	u := frame.R.MulTransposed(tau)
	for j := range x.z {
		fp := f.Cross(frame.R.Mul(n.phi[j]))
		n.addModeEntries(jac, 1, j, fp, -q)
		n.addModeRow(jac, j, 1, fp, -q)
		if n.psi == nil {
			continue
		}
		w := frame.R.Mul(series.multiplyJacobian(n.psi[j]))
		bw := b.Mul(w)
		n.addModeEntries(jac, 0, j, bw, q)
		n.addModeEntries(jac, 1, j, bw, -q)
		n.addModeRow(jac, j, 0, a.MulTransposed(w), q)
		n.addModeRow(jac, j, 1, b.MulTransposed(w).Sub(w.Cross(tau)), -q)
		for k := range x.z {
			wk := frame.R.Mul(series.multiplyJacobian(n.psi[k]))
			h := w.Dot(b.Mul(wk)) - series.multiplyJacobianDerivative(n.psi[k], n.psi[j]).Dot(u)
			n.addModePair(jac, j, k, h, -q)
		}
	}
}

// addModeEntries adds c v to the rows of rotation of the body in a slot and the column of mode j.
func (n *FlexNodeRows) addModeEntries(jac *jacobian, slot, j int, v vec, c float64) {
	p := jac.pair
	to, at := 2+j/modesPerBody, j%modesPerBody
	d, w := p.body[slot*p.n+to], p.size[to]
	d[3*w+at] += c * v.X
	d[4*w+at] += c * v.Y
	d[5*w+at] += c * v.Z
}

// addModeRow adds c v to the row of mode j and the columns of rotation of the body in a slot.
func (n *FlexNodeRows) addModeRow(jac *jacobian, j, slot int, v vec, c float64) {
	p := jac.pair
	to, at := 2+j/modesPerBody, j%modesPerBody
	v.Scale(c).AddTo(p.body[to*p.n+slot][at*p.size[slot]+3:])
}

func (n *FlexNodeRows) addModePair(jac *jacobian, j, k int, v, c float64) {
	p := jac.pair
	a, b := 2+j/modesPerBody, 2+k/modesPerBody
	p.body[a*p.n+b][(j%modesPerBody)*p.size[b]+k%modesPerBody] += c * v
}

// UndeformedNodePosition returns the undeformed position of a node in the frame of its flexible body.
func (sys *System) UndeformedNodePosition(b BodyIdx) vec {
	for _, set := range sys.Rows {
		if n, ok := set.(*FlexNodeRows); ok && n.Bodies[0] == b {
			return n.c
		}
	}
	return vec{}
}
