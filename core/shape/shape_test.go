package shape

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// TestNear: distances by hand; the normal is the gradient of the distance, Curvature
// that of the normal, both against central differences (error about 1e-9 at steps of
// 1e-5), at random points inside and outside.
func TestNear(t *testing.T) {
	for _, c := range []struct {
		solid Solid
		at    vec
		gap   float64
	}{
		{HalfSpace{}, vec{X: 3, Z: -2}, -2},
		{Ball{R: 2}, vec{X: 3, Y: 4}, 3},
		{Ball{R: 2}, vec{}, -2},
		{Block{H: vec{X: 1, Y: 2, Z: 3}}, vec{X: 0.5, Y: 1, Z: 0}, -0.5},
		{Block{H: vec{X: 1, Y: 2, Z: 3}}, vec{X: -4, Y: 6, Z: 0}, 5},
		{Block{H: vec{X: 1, Y: 2, Z: 3}}, vec{X: 2, Y: -4, Z: 5}, 3},
		{Rod{R: 1, H: 2}, vec{Z: 3}, 1},
		{Rod{R: 1, H: 2}, vec{X: 0.6, Z: 1.9}, 1.9 - 2},
		{Rod{R: 1, H: 2}, vec{X: 3, Y: -4, Z: 1}, 4},
		{Rod{R: 1, H: 2}, vec{X: -4, Z: -6}, 5},
		{Cone{Bottom: 4, Top: 0, H: 1.5}, vec{X: 5, Z: 4}, 5}, // the flank has the normal (0.6, 0.8)
		{Cone{Bottom: 4, Top: 0, H: 1.5}, vec{Z: 3.5}, 2},
		{Cone{Bottom: 4, Top: 0, H: 1.5}, vec{X: 1, Y: 1, Z: -2}, 0.5},
		{Cone{Bottom: 1, Top: 4, H: 2}, vec{Y: 1, Z: 1.75}, -0.25},
		{Cone{Bottom: 1, Top: 4, H: 2}, vec{Y: -5, Z: 2}, 1},
		{Ellipsoid{vec{X: 1, Y: 2, Z: 3}}, vec{Y: -5}, 3},
		{Ellipsoid{vec{X: 1, Y: 2, Z: 3}}, vec{}, -1},
		{Ellipsoid{vec{X: 2, Y: 2, Z: 2}}, vec{X: -1}, -1},
		{Ellipsoid{vec{X: 2, Y: 2, Z: 2}}, vec{X: 3, Z: 4}, 3},
		{Ellipsoid{vec{X: 1, Y: 1, Z: 3}}, vec{Z: 2.8}, -0.2},               // within the focal line's end, 3 - 1/3
		{Ellipsoid{vec{X: 1, Y: 1, Z: 3}}, vec{Z: 1}, -math.Sqrt(1 - 1./8)}, // beyond: the circle with z = 9/8
		{Ellipsoid{vec{X: 2, Y: 1, Z: 1}}, vec{X: 1e-13}, -1},               // nearly the centre
	} {
		if q := c.solid.DistanceAt(c.at); math.Abs(q.Gap-c.gap) > 1e-14 {
			t.Errorf("%#v at %v: gap %g, want %g", c.solid, c.at, q.Gap, c.gap)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, solid := range []Solid{HalfSpace{}, Ball{R: 1}, Block{H: vec{X: 1, Y: 0.5, Z: 0.8}}, Rod{R: 0.7, H: 0.5},
		Cone{Bottom: 0.7, Top: 0.3, H: 0.5}, Cone{Bottom: 0.7, Top: 0, H: 0.6}, Cone{Bottom: 0, Top: 0.5, H: 0.5}, Cone{Bottom: 0.2, Top: 1, H: 0.3}, Cone{Bottom: 0.7, Top: 0.7, H: 0.5},
		Ellipsoid{vec{X: 0.5, Y: 1, Z: 0.7}}, Ellipsoid{vec{X: 0.5, Y: 0.5, Z: 0.9}}, Ellipsoid{vec{X: 0.5, Y: 0.9, Z: 0.9}}} {
		for range 200 {
			p := vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
			q := solid.DistanceAt(p)
			if math.Abs(q.Normal.Norm()-1) > 1e-12 {
				t.Fatalf("%#v at %v: normal %v", solid, p, q.Normal)
			}
			for k := range 3 {
				const h = 1e-5
				a, b := solid.DistanceAt(p.AddScaled(h, spatial.UnitAxis(k))), solid.DistanceAt(p.AddScaled(-h, spatial.UnitAxis(k)))
				if a.Normal.Sub(b.Normal).Norm() > 0.01 {
					continue // across the edge between two faces
				}
				if d := (a.Gap - b.Gap) / (2 * h); math.Abs(d-q.Normal.At(k)) > 1e-10*(100+q.Curvature.Col(k).Norm()*q.Curvature.Col(k).Norm()) {
					t.Errorf("%#v at %v: ∂gap %g, normal %g", solid, p, d, q.Normal.At(k))
				}
				if d := a.Normal.Sub(b.Normal).Scale(1 / (2 * h)).Sub(q.Curvature.Col(k)); d.Norm() > 1e-6*(1+q.Curvature.Col(k).Norm()*q.Curvature.Col(k).Norm()) {
					t.Errorf("%#v at %v: ∂normal is off by %v", solid, p, d)
				}
			}
		}
	}
}

// TestRims: the first point of a rim is its deepest, all lie on the rims, and
// their change with the normal is that of differences.
func TestRims(t *testing.T) {
	rims := NewFrustumRimPoints(0.5, 0.5, 2)
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		n := vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit()
		for k := range rims.ContactPointCount() {
			p, mov := rims.ContactPoint(k, n)
			if d := math.Hypot(p.C.X, p.C.Y); math.Abs(d-0.5) > 1e-14 || math.Abs(p.C.Z) != 2 {
				t.Fatalf("point %d is %v", k, p.C)
			}
			if first, _ := rims.ContactPoint(k-k%3, n); k%3 == 0 {
				for a := range 12 {
					s, c := math.Sincos(float64(a))
					if (vec{X: c / 2, Y: s / 2, Z: p.C.Z}).Dot(n) < first.C.Dot(n)-1e-14 {
						t.Fatalf("point %d is not the deepest for %v", k, n)
					}
				}
			}
			for c := range 3 {
				const h = 1e-5
				a, _ := rims.ContactPoint(k, n.AddScaled(h, spatial.UnitAxis(c)))
				b, _ := rims.ContactPoint(k, n.AddScaled(-h, spatial.UnitAxis(c)))
				if d := a.C.Sub(b.C).Scale(1 / (2 * h)).Sub(mov.Col(c)); d.Norm() > 1e-6 {
					t.Errorf("point %d at %v: off by %v", k, n, d)
				}
			}
		}
	}
	if p, _ := rims.ContactPoint(0, vec{Z: 1}); p.C != (vec{X: 0.5, Z: 2}) {
		t.Errorf("upright: %v", p.C)
	}
}

// TestTree: each point is in one leaf, and within the spheres that hold it.
func TestTree(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var many []ContactPoint
	for range 500 {
		many = append(many, ContactPoint{C: vec{X: r.NormFloat64(), Y: 3 * r.NormFloat64(), Z: r.NormFloat64()}, R: r.Float64()})
	}
	for _, c := range []ContactPointSet{
		NewBoxCorners(vec{X: 1, Y: 2, Z: 3}), NewFixedPointSet(ContactPoint{C: vec{X: 1}, R: 2}, ContactPoint{C: vec{X: -3}, R: 0.5}), NewFrustumRimPoints(1, 1, 2), NewFrustumRimPoints(0.5, 0, 2),
		NewEllipsoidDeepestPoint(vec{X: 1, Y: 2, Z: 3}), NewFixedPointSet(many...),
	} {
		seen := make([]int, c.ContactPointCount())
		for at, b := range c.BoundTree() {
			for k := b.From; k < b.To; k++ {
				if p, _ := c.ContactPoint(k, vec{X: 0.6, Z: 0.8}); p.C.Sub(b.C).Norm()+p.R > b.R+1e-14 {
					t.Fatalf("point %d of %T is outside", k, c)
				}
				if b.Leaf {
					seen[k]++
				}
			}
			if b.Skip <= at || b.Skip > len(c.BoundTree()) || b.Leaf && b.Skip != at+1 {
				t.Errorf("%T: node %d continues at %d", c, at, b.Skip)
			}
		}
		for k, n := range seen {
			if n != 1 {
				t.Errorf("point %d of %T is in %d leaves", k, c, n)
			}
		}
	}
}

// TestOvoid: no point of the surface is deeper, and the change with the normal is
// that of differences.
func TestOvoid(t *testing.T) {
	h := vec{X: 1, Y: 2, Z: 0.5}
	o := NewEllipsoidDeepestPoint(h)
	r := rand.New(rand.NewPCG(7, 8))
	for range 50 {
		n := vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit()
		p, mov := o.ContactPoint(0, n)
		for range 50 {
			u := vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit()
			if (vec{X: h.X * u.X, Y: h.Y * u.Y, Z: h.Z * u.Z}).Dot(n) < p.C.Dot(n)-1e-14 {
				t.Fatalf("the point is not the deepest for %v", n)
			}
		}
		for c := range 3 {
			const e = 1e-5
			a, _ := o.ContactPoint(0, n.AddScaled(e, spatial.UnitAxis(c)))
			b, _ := o.ContactPoint(0, n.AddScaled(-e, spatial.UnitAxis(c)))
			if d := a.C.Sub(b.C).Scale(1 / (2 * e)).Sub(mov.Col(c)); d.Norm() > 1e-7 {
				t.Errorf("at %v: off by %v", n, d)
			}
		}
	}
}

// TestConeIsRod: with equal radii.
func TestConeIsRod(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 200 {
		p := vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		a, b := Cone{Bottom: 0.7, Top: 0.7, H: 0.5}.DistanceAt(p), Rod{R: 0.7, H: 0.5}.DistanceAt(p)
		if d := a.Curvature.Sub(&b.Curvature); math.Abs(a.Gap-b.Gap)+a.Normal.Sub(b.Normal).Norm()+d.A.Norm()+d.B.Norm()+d.C.Norm() > 1e-12 {
			t.Errorf("at %v %+v, want %+v", p, a, b)
		}
	}
}

// TestPose: In undoes From.
func TestPose(t *testing.T) {
	p := Pose{P: vec{X: 1, Y: 2}, R: spatial.Euler313(0.3, 0.4, 0.5)}
	q := Pose{P: vec{Z: -1}, R: spatial.RotX(0.7)}
	in := p.Compose(&q)
	back := p.RelativeTo(&in)
	d := back.R.Sub(&q.R)
	if back.P.Sub(q.P).Norm()+d.A.Norm()+d.B.Norm()+d.C.Norm() > 1e-14 {
		t.Errorf("%v, want %v", back, q)
	}
}
