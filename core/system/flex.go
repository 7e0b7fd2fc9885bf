package system

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// FlexBody is a flexible body in a floating frame of reference (R. Schwertassek, O. Wallrapp, Dynamik flexibler
// Mehrkörpersysteme, 1999). A point with the undeformed position c is at p + R (c + Φ q), p and R being the pose of the frame
// and q the modal coordinates. The sums are over points of mass m; x~ y = x × y. All is in the axes of the frame, masses in
// force units.
//
// In the model a flexible body is a body for its frame, bodies of kind Modal for its coordinates and a body without mass for each node that
// has markers, tied to both by six rows (FlexNodeRows). So joints, forces and measures see nodes as they see rigid bodies.
//
// In this package modal coordinates are lengths: z_j = Size[j] q_j, Size[j] being the largest displacement of any node
// by a unit of q_j (rotations count times the size of the body). An error of z is then one of the place of a node.
// The shapes here are those of z.
type FlexBody struct {
	ID      int
	Name    string
	First   int // number of the first mode, 7: rigid motions count
	Size    []float64
	Mass    float64
	S0      vec     // Σ m c
	J0      mat     // inertia about the origin
	S       []vec   // Σ m φ_j
	C0      []vec   // Σ m c × φ_j + Σ I ψ_j
	C1      [][]vec // C1[j][k] = Σ m φ_j × φ_k; nil for zero
	M       []float64
	J1      []mat // -Σ m c~ φ_j~
	J2      []mat // n × n by rows, -Σ m φ_j~ φ_k~; nil for zero
	K, D    []float64
	KGeo    []FlexStiffening
	Damping []FlexDamping // with ratios that depend on time or state; others are in D

	Frame BodyIdx
	parts []BodyIdx // the frame and the bodies of coordinates
	q, v  int       // offsets of the first coordinate
}

// FlexStiffening is a geometric stiffness that grows with a load of the frame: the force -λ K z on the coordinates.
type FlexStiffening struct {
	Load int // 0 to 2: acceleration less gravity; 3 to 5: angular acceleration; 6 to 11: ωx², ωy², ωz², ωx ωy, ωy ωz, ωx ωz
	K    []float64
}

// FlexDamping is the damping of a mode with the shape y, yᵀ M y = 1, and the frequency f: the force -Rate ζ s (s·z'), with Rate = 4π f
// and Shape s = M y.
type FlexDamping struct {
	Ratio Output
	Rate  float64
	Shape []float64
}

// ModeCount returns the number of modal coordinates.
func (f *FlexBody) ModeCount() int { return len(f.S) }

// modesPerBody is how many coordinates a body of kind Modal has: as many as a point.
const modesPerBody = 3

// AddFlexBody appends a flexible body. frame has the pose and motion at the start, q and qd are modal coordinates and speeds.
func (sys *System) AddFlexBody(f FlexBody, frame Body, q, qd []float64) int {
	frame.Kind, frame.Role, frame.ID, frame.Name, frame.Mass, frame.Inertia = Rigid, FlexFrame, f.ID, f.Name, 0, mat{}
	f.Frame = sys.AddBody(frame)
	f.parts = []BodyIdx{f.Frame}
	n := f.ModeCount()
	f.q, f.v = sys.nq, sys.nv
	for at := 0; at < n; at += modesPerBody {
		b := Body{Kind: Modal, Role: FlexCoords, ID: f.ID, Name: f.Name, Part: f.First + at, Rot0: spatial.Identity, count: min(modesPerBody, n-at)}
		var x, v [3]float64
		for k := range b.count {
			x[k], v[k] = q[at+k]*f.Size[at+k], qd[at+k]*f.Size[at+k]
		}
		b.Pos0, b.V0 = spatial.LoadVec(x[:]), spatial.LoadVec(v[:])
		f.parts = append(f.parts, sys.AddBody(b))
	}
	sys.Flex = append(sys.Flex, f)
	return len(sys.Flex) - 1
}

// partName names a part of a flexible body in messages.
func (b *Body) partName() string {
	name := fmt.Sprintf("flexible body %d", b.ID)
	if b.Name != "" {
		name += " (" + b.Name + ")"
	}
	switch b.Role {
	case FlexNode, BeamNode:
		return fmt.Sprintf("node %d of %s", b.Part, name)
	case FlexCoords:
		return fmt.Sprintf("modes %d to %d of %s", b.Part, b.Part+b.count-1, name)
	}
	return name
}

// isOfDeck reports whether b is a body of the deck: rigid, a point, or the frame of a flexible body.
func (b *Body) isOfDeck() bool {
	return (b.Kind == Rigid || b.Kind == PointMass) && b.Role != FlexNode
}

// modalBody returns the body that has the coordinate of a measure of modal coordinates, and its place there.
func (sys *System) modalBody(m *Measure) (BodyIdx, int) {
	k := m.comp
	f := &sys.Flex[m.ref]
	return f.parts[1+k/modesPerBody], k % modesPerBody
}

// vecFromLeadingEntries returns the first n entries of s as a vector, zero behind them.
func vecFromLeadingEntries(s []float64, n int) (v vec) {
	switch n {
	case 3:
		v.Z = s[2]
		fallthrough
	case 2:
		v.Y = s[1]
		fallthrough
	case 1:
		v.X = s[0]
	}
	return v
}

// storeVec sets the entries of s, at most three.
func storeVec(s []float64, v vec) {
	for k := range s {
		s[k] = v.At(k)
	}
}

// flexState is a flexible body at an iterate. Vectors are along its axes.
type flexState struct {
	f     *FlexBody
	at    int       // in System.Flex
	z, zd []float64 // coordinates and speeds
	s, sd vec       // Σ m c of the deformed body and its rate
	j     mat       // inertia about the origin
	c     []vec     // Σ m c × φ_j of the deformed body
	g     []mat     // ½ ∂J/∂z_j is the symmetric part
	w     vec       // angular velocity

	a, al vec       // acceleration of the origin less gravity, angular acceleration
	zdd   []float64 // rates of the speeds
	r     []float64 // residual without Gᵀl, (6 + n)
	m     []float64 // partials, (6 + n)²
	load  []float64 // scratch, a load, (6 + n)
}

func (s *State) initFlex() {
	s.flex = make([]flexState, len(s.sys.Flex))
	for i := range s.flex {
		f := &s.sys.Flex[i]
		n := f.ModeCount()
		s.flex[i] = flexState{f: f, at: i, c: make([]vec, n), g: make([]mat, n), r: make([]float64, 6+n), m: make([]float64, (6+n)*(6+n)), load: make([]float64, 6+n)}
	}
}

// evaluateModalTerms evaluates what depends on modal coordinates and speeds alone: mass moment, inertia and their rates.
func (x *flexState) evaluateModalTerms(s *State) {
	f := x.f
	n := f.ModeCount()
	x.z, x.zd = s.p.Q[f.q:f.q+n], s.p.V[f.v:f.v+n]
	st := &s.kin.body[f.Frame]
	x.w = st.R.MulTransposed(st.W)
	x.s, x.sd, x.j = f.S0, vec{}, f.J0
	copy(x.c, f.C0)
	copy(x.g, f.J1)
	for j, z := range x.z {
		x.s, x.sd = x.s.AddScaled(z, f.S[j]), x.sd.AddScaled(x.zd[j], f.S[j])
		if f.C1 != nil {
			for k, c := range f.C1[j] {
				x.c[k] = x.c[k].AddScaled(z, c)
			}
		}
		if f.J2 != nil {
			row := f.J2[j*n : (j+1)*n]
			for k := range row {
				addScaledMat(&x.g[k], z, &row[k])
			}
		}
	}
	for j, z := range x.z { // J0 + Σ z_j (G_j + J1_jᵀ)
		addScaledMat(&x.j, z, &x.g[j])
		t := f.J1[j].T()
		addScaledMat(&x.j, z, &t)
	}
}

// addScaledMat adds k a to dst.
func addScaledMat(dst *mat, k float64, a *mat) {
	dst.A, dst.B, dst.C = dst.A.AddScaled(k, a.A), dst.B.AddScaled(k, a.B), dst.C.AddScaled(k, a.C)
}

// evaluateResidual computes the residual M u' + h + K z + D z' along the axes of the frame, gravity being g:
//
//	v: m a + α×s + S z" + ω×(ω×s) + 2 ω×(S z')
//	ω: s×a + J α + C z" + ω×Jω + 2 Σ z'_j G_j ω
//	j: S_j·a + C_j·α + M z" - ω·G_jω + 2 Σ_k z'_k ω·C1_kj + (K + D d/dt + stiffening) z
func (x *flexState) evaluateResidual(s *State, g vec) {
	f := x.f
	n := f.ModeCount()
	st := &s.kin.body[f.Frame]
	x.a, x.al = st.R.MulTransposed(st.A.Sub(g)), st.R.MulTransposed(st.Al)
	x.zdd = s.p.A[f.v : f.v+n]
	w, sdd := x.w, vec{}
	turn := x.s.Cross(x.a).Add(x.j.Mul(x.al)).Add(w.Cross(x.j.Mul(w)))
	for j, zdd := range x.zdd {
		sdd = sdd.AddScaled(zdd, f.S[j])
		gw := x.g[j].Mul(w)
		turn = turn.AddScaled(zdd, x.c[j]).AddScaled(2*x.zd[j], gw)
		x.r[6+j] = f.S[j].Dot(x.a) + x.c[j].Dot(x.al) - w.Dot(gw)
	}
	push := x.a.Scale(f.Mass).Add(x.al.Cross(x.s)).Add(sdd).Add(w.Cross(w.Cross(x.s))).AddScaled(2, w.Cross(x.sd))
	push.Store(x.r)
	turn.Store(x.r[3:])
	addMatrixProduct(x.r[6:], f.M, x.zdd, 1)
	addMatrixProduct(x.r[6:], f.K, x.z, 1)
	addMatrixProduct(x.r[6:], f.D, x.zd, 1)
	if f.C1 != nil {
		for k, zd := range x.zd {
			for j, c := range f.C1[k] {
				x.r[6+j] += 2 * zd * w.Dot(c)
			}
		}
	}
	for i := range f.Damping {
		d := &f.Damping[i]
		rate := s.lawOutputValue(d.Ratio) * d.Rate * dotProduct(d.Shape, x.zd)
		for j, y := range d.Shape {
			x.r[6+j] += rate * y
		}
	}
	for i := range f.KGeo {
		addMatrixProduct(x.r[6:], f.KGeo[i].K, x.z, x.stiffeningLoad(f.KGeo[i].Load))
	}
	x.addLoads(s, x.r, -1)
}

// addMatrixProduct adds k a x to dst; a is square, by rows, or nil.
func addMatrixProduct(dst, a, x []float64, k float64) {
	for j := 0; len(a) >= len(x) && len(x) > 0; j, a = j+1, a[len(x):] {
		sum := 0.0
		for i, v := range x {
			sum += a[i] * v
		}
		dst[j] += k * sum
	}
}

// stiffeningLoad returns the value of a load of FlexStiffening.
func (x *flexState) stiffeningLoad(load int) float64 {
	w := x.w
	switch load {
	case 0, 1, 2:
		return x.a.At(load)
	case 3, 4, 5:
		return x.al.At(load - 3)
	case 6, 7, 8:
		return w.At(load-6) * w.At(load-6)
	case 9:
		return w.X * w.Y
	case 10:
		return w.Y * w.Z
	}
	return w.X * w.Z
}

// addResidual adds the residual to r, along global axes.
func (x *flexState) addResidual(s *State, g vec, r []float64) {
	x.evaluateResidual(s, g)
	f := x.f
	st := &s.kin.body[f.Frame]
	v := s.sys.Bodies[f.Frame].v
	st.R.Mul(spatial.LoadVec(x.r)).AddTo(r[v:])
	st.R.Mul(spatial.LoadVec(x.r[3:])).AddTo(r[v+3:])
	for j, y := range x.r[6:] {
		r[f.v+j] += y
	}
}

// kineticEnergy returns ½ uᵀ M u at the last evaluated point.
func (x *flexState) kineticEnergy(s *State) float64 {
	f := x.f
	st := &s.kin.body[f.Frame]
	v, w := st.R.MulTransposed(st.V), x.w
	sum := f.Mass*v.Dot(v) + 2*v.Dot(w.Cross(x.s).Add(x.sd)) + w.Dot(x.j.Mul(w))
	for j, zd := range x.zd {
		sum += 2*zd*w.Dot(x.c[j]) + zd*rowProduct(f.M, j, x.zd)
	}
	return sum / 2
}

// rowProduct returns row j of the square matrix a times x.
func rowProduct(a []float64, j int, x []float64) (sum float64) {
	for k, v := range x {
		sum += a[j*len(x)+k] * v
	}
	return sum
}

// potentialEnergy returns ½ zᵀ K z and the potential of gravity g.
func (x *flexState) potentialEnergy(s *State, g vec) float64 {
	f := x.f
	st := &s.kin.body[f.Frame]
	return x.strainEnergy() - g.Dot(st.C.Scale(f.Mass).Add(st.R.Mul(x.s)))
}

// strainEnergy returns ½ zᵀ K z.
func (x *flexState) strainEnergy() (sum float64) {
	for j, z := range x.z {
		sum += z * rowProduct(x.f.K, j, x.z) / 2
	}
	return sum
}

// power returns the power of damping, of stiffening and of a gravity g beside that of potentialEnergy.
func (x *flexState) power(s *State, g vec) float64 {
	f := x.f
	st := &s.kin.body[f.Frame]
	gb := st.R.MulTransposed(g)
	p := f.Mass*g.Dot(st.V) + gb.Dot(x.w.Cross(x.s).Add(x.sd)) + x.loadPower(s)
	for i := range f.Damping {
		d := &f.Damping[i]
		rate := dotProduct(d.Shape, x.zd)
		p -= s.lawOutputValue(d.Ratio) * d.Rate * rate * rate
	}
	for j, zd := range x.zd {
		if f.D != nil {
			p -= zd * rowProduct(f.D, j, x.zd)
		}
		for i := range f.KGeo {
			p -= x.stiffeningLoad(f.KGeo[i].Load) * zd * rowProduct(f.KGeo[i].K, j, x.z)
		}
	}
	return p
}

// FlexStrainEnergy returns the strain energy of a flexible body at the last evaluated point.
func (s *State) FlexStrainEnergy(i int) float64 { return s.flex[i].strainEnergy() }

// storeInertias sets the entries of all, by speeds, of the frame, whose speeds begin at v, and of the coordinates.
func (f *FlexBody) storeInertias(all []float64, v int) {
	for k := range 3 {
		all[v+k], all[v+3+k] = f.Mass, max(f.J0.A.X, f.J0.B.Y, f.J0.C.Z)
	}
	n := f.ModeCount()
	for j := range n {
		all[f.v+j] = f.M[j*n+j]
	}
}

// FirstCoordinateIndexAndSizes returns where the coordinates of the body are in Point.Q, and the sizes by which they are divided to give modal coordinates.
func (f *FlexBody) FirstCoordinateIndexAndSizes() (first int, sizes []float64) { return f.q, f.Size }

// FirstSpeedIndex returns where the speeds of the coordinates are in Point.V.
func (f *FlexBody) FirstSpeedIndex() int { return f.v }

// FlexPartBody returns the body with a role that is a part, such as a node, of the flexible body with an id.
func (sys *System) FlexPartBody(role BodyRole, id, part int) (BodyIdx, bool) {
	i, ok := sys.bodyAt[bodyKey{kind: Rigid, id: id, role: role, part: part}]
	return i, ok
}
