package spatial

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(a, b Vec) bool { return a.Sub(b).Norm() < 1e-12 }

func randomVec(r *rand.Rand) Vec { return Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()} }

// Identities of rotations on seeded random values: a quaternion and its matrix
// rotate alike, products agree, QuatFromMat inverts the matrix of a quaternion, and AngularVelocity is
// the left inverse of RateAtAngularVelocity.
func TestRotationIdentities(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		u, v, w := randomVec(r), randomVec(r), randomVec(r)
		p, q := QuatFromRotationVector(u), QuatFromRotationVector(v)
		mp, mq := p.Mat(), q.Mat()
		pq := p.Mul(q)
		m, mm := pq.Mat(), mp.MulMat(&mq)
		if !near(m.Mul(w), mm.Mul(w)) {
			t.Fatal("product of quaternions is not the product of matrices")
		}
		if !near(mp.Mul(u), u) {
			t.Fatal("a rotation moves its own axis")
		}
		back := QuatFromMat(&mp)
		mb := back.Mat()
		if !near(mb.Mul(w), mp.Mul(w)) {
			t.Fatal("FromMat does not invert Mat")
		}
		if !near(p.AngularVelocity(p.RateAtAngularVelocity(w)), w) {
			t.Fatal("Omega does not invert Rate")
		}
		h := 1e-6
		a, b := QuatFromRotationVector(w.Scale(h)).Mul(p), QuatFromRotationVector(w.Scale(-h)).Mul(p)
		fd := Quat{(a.W - b.W) / (2 * h), (a.X - b.X) / (2 * h), (a.Y - b.Y) / (2 * h), (a.Z - b.Z) / (2 * h)}
		if d := p.RateAtAngularVelocity(w); math.Abs(d.W-fd.W)+math.Abs(d.X-fd.X) > 1e-8*(1+w.Norm()) {
			t.Fatalf("Rate %v, difference %v", d, fd)
		}
		if ti := Tilde(u); !near(ti.Mul(v), u.Cross(v)) {
			t.Fatal("Tilde is not the cross product")
		}
		if tt := TildeProduct(u, v); !near(tt.Mul(w), u.Cross(v.Cross(w))) {
			t.Fatal("TildeProduct is not the double cross product")
		}
	}
}

func TestEuler313(t *testing.T) {
	m := Euler313(0.3, 0.4, 0.5)
	if got := math.Acos(m.C.Z); math.Abs(got-0.4) > 1e-14 {
		t.Errorf("theta %g, want 0.4", got)
	}
	if got := math.Atan2(m.C.X, -m.C.Y); math.Abs(got-0.3) > 1e-14 {
		t.Errorf("psi %g, want 0.3", got)
	}
	if got := math.Atan2(m.A.Z, m.B.Z); math.Abs(got-0.5) > 1e-14 {
		t.Errorf("phi %g, want 0.5", got)
	}
}
