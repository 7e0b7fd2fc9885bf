package system

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// pointCloud is a flexible body made of point masses, whose integrals are plain sums.
type pointCloud struct {
	mass []float64
	pos  []vec
	phi  [][]vec // by points and modes
}

func newPointCloud(r *rand.Rand, n int) *pointCloud {
	c := &pointCloud{}
	for range 9 {
		c.mass = append(c.mass, 0.2+r.Float64())
		c.pos = append(c.pos, randomVec(r))
		shape := make([]vec, n)
		for j := range shape {
			shape[j] = randomVec(r).Scale(0.3)
		}
		c.phi = append(c.phi, shape)
	}
	return c
}

// flexBody returns the body of the cloud; size are the lengths by unit of q that shapes are divided by.
func (c *pointCloud) flexBody(r *rand.Rand, id int, size []float64) FlexBody {
	n := len(size)
	f := FlexBody{ID: id, First: 7, Size: size, S: make([]vec, n), C0: make([]vec, n), C1: make([][]vec, n),
		M: make([]float64, n*n), J1: make([]mat, n), J2: make([]mat, n*n), K: make([]float64, n*n), D: make([]float64, n*n)}
	for j := range n {
		f.C1[j] = make([]vec, n)
		f.K[j*n+j], f.D[j*n+j] = 3+r.Float64(), 0.2+r.Float64()
		for k := range j {
			x := 0.1 * r.NormFloat64()
			f.K[j*n+k], f.K[k*n+j] = x, x
		}
	}
	for p, m := range c.mass {
		f.Mass += m
		f.S0 = f.S0.AddScaled(m, c.pos[p])
		in := spatial.TildeProduct(c.pos[p], c.pos[p])
		addScaledMat(&f.J0, -m, &in)
		for j, a := range c.phi[p] {
			f.S[j] = f.S[j].AddScaled(m, a)
			f.C0[j] = f.C0[j].AddScaled(m, c.pos[p].Cross(a))
			one := spatial.TildeProduct(c.pos[p], a)
			addScaledMat(&f.J1[j], -m, &one)
			for k, b := range c.phi[p] {
				f.C1[j][k] = f.C1[j][k].AddScaled(m, a.Cross(b))
				f.M[j*n+k] += m * a.Dot(b)
				two := spatial.TildeProduct(a, b)
				addScaledMat(&f.J2[j*n+k], -m, &two)
			}
		}
	}
	for load := range 12 {
		k := make([]float64, n*n)
		for i := range k {
			k[i] = 0.1 * r.NormFloat64()
		}
		f.KGeo = append(f.KGeo, FlexStiffening{load, k})
	}
	return f
}

// addRandomFlex adds a flexible body of n modes with two nodes to a model, and returns it, its cloud and the bodies of the nodes.
func (m *model) addRandomFlex(n int) (f int, c *pointCloud, nodes [2]BodyIdx) {
	c = newPointCloud(m.r, n)
	size, q, qd := make([]float64, n), make([]float64, n), make([]float64, n)
	for j := range size {
		size[j], q[j], qd[j] = 1, 0.3*m.r.NormFloat64(), m.r.NormFloat64()
	}
	frame := Body{Pos0: randomVec(m.r), Rot0: randomRot(m.r), V0: randomVec(m.r), W0: randomVec(m.r)}
	f = m.AddFlexBody(c.flexBody(m.r, len(m.Bodies), size), frame, q, qd)
	for k := range nodes {
		psi := make([]vec, n)
		for j := range psi {
			psi[j] = randomVec(m.r).Scale(0.8)
		}
		if k == 1 {
			psi = nil
		}
		nodes[k] = m.AddFlexNodeBodyAndRows(f, FlexNodeShape{ID: k + 1, Pos: c.pos[k], Phi: c.phi[k], Psi: psi})
	}
	return f, c, nodes
}

// TestMatrixOfFlexibleBodies: the matrix is exact, for 1 to 7 modes, with joints on the nodes, geometric stiffening and gravity.
func TestMatrixOfFlexibleBodies(t *testing.T) {
	for seed, n := range []int{1, 2, 3, 5, 7} {
		m := newModel(7000 + uint64(seed))
		m.Gravity = randomVec(m.r)
		f, _, nodes := m.addRandomFlex(n)
		id := m.Flex[f].ID
		whole := make([]float64, 6+n)
		for k := range whole {
			whole[k] = m.r.NormFloat64()
		}
		m.FlexLoads = append(m.FlexLoads, FlexLoad{Flex: f, Terms: []FlexLoadTerm{
			{Value: m.law(t, "SIN(3*TIME)+Q(%d,7)*QDOT(%d,7)", id, id), Load: whole}, {Value: m.law(t, "0.4*QDOT(%d,7)**2", id), At: 1}, {Value: m.law(t, "1-Q(%d,7)", id), At: 6}}})
		other := m.body(Rigid)
		m.joint("REVOLUTE", other, nodes[0])
		m.joint("SPHERICAL", other, nodes[1])
		s := m.state(t)
		for _, c := range coefs {
			compareMatrix(t, "flexible bodies", s, m.anywhere(s), c, 1e-7)
		}
	}
}

// TestFlexibleResidualOfPoints: the residual of the frame and the coordinates is that of the point masses, whose accelerations come from
// the place p + R (c + Φ z) by differences in time.
func TestFlexibleResidualOfPoints(t *testing.T) {
	for seed := range uint64(5) {
		m := newModel(7100 + seed)
		n := 1 + int(seed)
		m.Gravity = randomVec(m.r)
		i, c, _ := m.addRandomFlex(n)
		m.Flex[i].KGeo = nil
		s := m.state(t)
		p := m.anywhere(s)
		clear(p.L)
		r := integrate.NewResidual(s.layout)
		if err := s.EvaluateResidual(r, p); err != nil {
			t.Fatal(err)
		}
		f := &m.Flex[i]
		b := &m.Bodies[f.Frame]
		st := s.kin.body[f.Frame]
		want := make([]float64, 6+n)
		for k, mass := range c.mass {
			u, ud, udd := c.pos[k], vec{}, vec{}
			for j, a := range c.phi[k] {
				u, ud, udd = u.AddScaled(p.Q[f.q+j], a), ud.AddScaled(p.V[f.v+j], a), udd.AddScaled(p.A[f.v+j], a)
			}
			x, xd, xdd := st.R.Mul(u), st.R.Mul(ud), st.R.Mul(udd)
			acc := st.A.Add(st.Al.Cross(x)).Add(st.W.Cross(st.W.Cross(x))).AddScaled(2, st.W.Cross(xd)).Add(xdd)
			force := acc.Sub(m.Gravity).Scale(mass)
			force.AddTo(want)
			x.Cross(force).AddTo(want[3:])
			for j, a := range c.phi[k] {
				want[6+j] += st.R.Mul(a).Dot(force)
			}
		}
		addMatrixProduct(want[6:], f.K, p.Q[f.q:f.q+n], 1)
		addMatrixProduct(want[6:], f.D, p.V[f.v:f.v+n], 1)
		got := append(append([]float64{}, r.V[b.v:b.v+6]...), r.V[f.v:f.v+n]...)
		for k := range want {
			if math.Abs(got[k]-want[k]) > 1e-11*(1+math.Abs(want[k])) {
				t.Errorf("seed %d: residual %d is %.12g, of the points %.12g", seed, k, got[k], want[k])
			}
		}
	}
}

// TestFlexibleNodeRates: the rates and second rates of the rows of nodes are the derivatives of their errors along a motion, so
// that pushes, which are the transpose of the rates, do the work of the reactions. Rotations are up to 3 rad.
func TestFlexibleNodeRates(t *testing.T) {
	for seed := range uint64(8) {
		m := newModel(7200 + seed)
		m.addRandomFlex(1 + int(seed)%4)
		s := m.state(t)
		p := m.anywhere(s)
		at := func(h float64) *integrate.Residual {
			q := integrate.NewPoint(s.layout)
			q.Copy(p)
			move := make([]float64, len(p.V))
			for k := range move {
				move[k] = h*p.V[k] + h*h/2*p.A[k]
				q.V[k] += h * p.A[k]
			}
			s.MovePositions(q.Q, p.Q, move)
			r := integrate.NewResidual(s.layout)
			if err := s.EvaluateResidual(r, q); err != nil {
				t.Fatal(err)
			}
			return r
		}
		r := at(0)
		for k := range r.Pos {
			vel := richardson(func(h float64) float64 { return at(h).Pos[k] }, 1e-3)
			acc := richardson(func(h float64) float64 { return at(h).Vel[k] }, 1e-3)
			if math.Abs(vel-r.Vel[k]) > 1e-8 || math.Abs(acc-r.Acc[k]) > 1e-7 {
				t.Errorf("seed %d row %d: rate %.10g, difference %.10g; second rate %.10g, difference %.10g", seed, k, r.Vel[k], vel, r.Acc[k], acc)
			}
		}
	}
}

// TestTurnSeries: T of a rotation vector gives the angular velocity of exp(θ~), and multiplyJacobianDerivative its change; below and above the limit of the series.
func TestTurnSeries(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, size := range []float64{1e-5, 5e-3, 9.9e-3, 1.01e-2, 0.1, 2} {
		th, d, v := randomVec(r).Unit().Scale(size), randomVec(r), randomVec(r)
		k := newTurnSeries(th)
		e := spatial.QuatFromRotationVector(th)
		rate := func(h float64) spatial.Quat { return spatial.QuatFromRotationVector(th.AddScaled(h, v)) }
		var q [4]float64
		for i := range q {
			q[i] = richardson(func(h float64) float64 { var s [4]float64; rate(h).Store(s[:]); return s[i] }, 1e-3)
		}
		if w, want := k.multiplyJacobian(v), e.AngularVelocity(spatial.LoadQuat(q[:])); w.Sub(want).Norm() > 1e-9 {
			t.Errorf("%g: T v is %v, difference %v", size, w, want)
		}
		for c := range 3 {
			want := richardson(func(h float64) float64 { k := newTurnSeries(th.AddScaled(h, d)); return k.multiplyJacobian(v).At(c) }, 1e-3)
			if got := k.multiplyJacobianDerivative(d, v).At(c); math.Abs(got-want) > 1e-9 {
				t.Errorf("%g: the change of T v is %.12g, difference %.12g", size, got, want)
			}
		}
	}
}
