package system

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// randomBeam returns a beam with stiffnesses of all sizes.
func randomBeam(r *rand.Rand, bow bool, damping float64) *Beam {
	return &Beam{
		Owner: "Force_Beam 1", I: 2, J: 1, Length: 0.5 + r.Float64(), EA: 20 + 10*r.Float64(), GJ: 1 + r.Float64(),
		EIy: 2 + r.Float64(), EIz: 4 + r.Float64(), ShearY: r.Float64(), ShearZ: 2 * r.Float64(), Damping: damping,
		Force: randomVec(r), Torque: randomVec(r), Bow: bow,
	}
}

// relativePose is the pose of I from J and its rates, along J's axes.
type relativePose struct {
	r, v, w spatial.Vec
	q       spatial.Quat
}

func randomPose(r *rand.Rand, l, turn float64) relativePose {
	return relativePose{
		r: spatial.Vec{X: l}.Add(randomVec(r).Scale(l * turn / 4)), v: randomVec(r), w: randomVec(r),
		q: spatial.QuatFromRotationVector(randomVec(r).Unit().Scale(turn)),
	}
}

// inputs are those of the law.
func (p relativePose) inputs() []float64 {
	q := p.q
	if q.W < 0 {
		q = spatial.Quat{W: -q.W, X: -q.X, Y: -q.Y, Z: -q.Z}
	}
	return []float64{p.r.X, p.r.Y, p.r.Z, q.X, q.Y, q.Z, p.v.X, p.v.Y, p.v.Z, p.w.X, p.w.Y, p.w.Z}
}

// moved moves the pose by r and turns it by psi, along J's axes.
func (p relativePose) moved(r, psi spatial.Vec) relativePose {
	p.r, p.q = p.r.Add(r), spatial.QuatFromRotationVector(psi).Mul(p.q).Unit()
	return p
}

// after is the pose after a time h with its rates.
func (p relativePose) after(h float64) relativePose { return p.moved(p.v.Scale(h), p.w.Scale(h)) }

// beamStrains returns s, vy, vz and φ by another way than the law: φ is the logarithm of the rotation, S the inverse of
// ∫ exp(ξφ) dξ from -½ to ½, by Simpson's rule.
func beamStrains(b *Beam, p relativePose) (q [6]float64) {
	axis := spatial.Vec{X: p.q.X, Y: p.q.Y, Z: p.q.Z}
	phi := axis.Unit().Scale(2 * math.Atan2(axis.Norm(), p.q.W))
	mean := spatial.QuatFromRotationVector(phi.Scale(0.5)).Mat()
	v := mean.MulTransposed(p.r)
	by, bz := 1.0, 1.0
	if b.Bow {
		var arc mat
		const panels = 40 // of Simpson's rule: 1e-9 of the integral
		for k := range 2*panels + 1 {
			w := []float64{2, 4}[k%2] / (6 * panels)
			if k == 0 || k == 2*panels {
				w /= 2
			}
			e := spatial.QuatFromRotationVector(phi.Scale(float64(k)/(2*panels) - 0.5)).Mat()
			e = e.Scale(w)
			arc = arc.Add(&e)
		}
		v = solve3(&arc, v)
		by, bz = 2*(0.6+b.ShearY)/math.Pow(1+b.ShearY, 2), 2*(0.6+b.ShearZ)/math.Pow(1+b.ShearZ, 2)
	}
	return [6]float64{math.Sqrt(v.X*v.X+by*v.Y*v.Y+bz*v.Z*v.Z) - b.Length, v.Y, v.Z, phi.X, phi.Y, phi.Z}
}

// solve3 solves m x = b by Cramer's rule.
func solve3(m *mat, b vec) vec {
	d := m.A.Dot(m.B.Cross(m.C))
	return vec{X: b.Dot(m.B.Cross(m.C)) / d, Y: m.A.Dot(b.Cross(m.C)) / d, Z: m.A.Dot(m.B.Cross(b)) / d}
}

// stiffnesses are those of the strains.
func (b *Beam) stiffnesses() [6]float64 {
	l := b.Length
	return [6]float64{b.EA / l, 12 * b.EIz / (l * l * l * (1 + b.ShearY)), 12 * b.EIy / (l * l * l * (1 + b.ShearZ)), b.GJ / l, b.EIy / l, b.EIz / l}
}

// energy is ½ Σ k q² and the potential of the preload: stresses which at the length without load hold Force and Torque, of which T = -(m + p×x length/2).
func (b *Beam) energy(p relativePose) float64 {
	q, k := beamStrains(b, p), b.stiffnesses()
	x := spatial.Vec{X: b.Length / 2}
	m := b.Torque.Neg().Add(b.Force.Cross(x))
	u := -b.Force.Dot(vec{X: q[0], Y: q[1], Z: q[2]}) + m.Dot(vec{X: q[3], Y: q[4], Z: q[5]})
	for i := range q {
		u += k[i] * q[i] * q[i] / 2
	}
	return u
}

// TestBeamForcesHaveAPotential: force and torque are the gradient of the energy, at turns up to 160°.
func TestBeamForcesHaveAPotential(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for n := range 40 {
		b := randomBeam(r, n%2 == 0, 0)
		p := randomPose(r, b.Length, []float64{0, 1e-4, 0.3, 1.5, 2.8}[n%5])
		var out [6]float64
		if err := newBeamLaw(b).Eval(out[:], p.inputs()[:6], nil); err != nil {
			t.Fatal(err)
		}
		for k := range 6 {
			e, h := spatial.UnitAxis(k%3), 1e-4
			move := func(h float64) float64 {
				if k < 3 {
					return b.energy(p.moved(e.Scale(h), vec{}))
				}
				return b.energy(p.moved(vec{}, e.Scale(h)))
			}
			slope := (8*(move(h)-move(-h)) - move(2*h) + move(-2*h)) / (12 * h)
			if math.Abs(out[k]+slope) > 1e-7*(1+math.Abs(slope)) {
				t.Errorf("bow %v: force %d is %.10g, the energy falls by %.10g", b.Bow, k, out[k], -slope)
			}
		}
	}
}

// TestBeamDampingTakesPower: the power of the forces is the loss of energy and cratio Σ k q'².
func TestBeamDampingTakesPower(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for n := range 20 {
		b := randomBeam(r, n%2 == 0, 0.3)
		p := randomPose(r, b.Length, []float64{0.01, 0.5, 2.5}[n%3])
		var out [6]float64
		if err := newBeamLaw(b).Eval(out[:], p.inputs(), nil); err != nil {
			t.Fatal(err)
		}
		const h = 1e-4
		slope := func(f func(h float64) float64) float64 { return (8*(f(h)-f(-h)) - f(2*h) + f(-2*h)) / (12 * h) }
		want := -slope(func(h float64) float64 { return b.energy(p.after(h)) })
		for i, k := range b.stiffnesses() {
			rate := slope(func(h float64) float64 { return beamStrains(b, p.after(h))[i] })
			want -= b.Damping * k * rate * rate
		}
		got := spatial.LoadVec(out[:]).Dot(p.v) + spatial.LoadVec(out[3:]).Dot(p.w)
		if math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
			t.Errorf("bow %v: the power is %.9g, want %.9g", b.Bow, got, want)
		}
	}
}

// TestBeamEndsMayBeExchanged: with I for J the force and torque on each end are the same: there are forces on both ends that hold each
// other, of a beam that has no first end. Preload aside: it is along J.
func TestBeamEndsMayBeExchanged(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for n := range 10 {
		b := randomBeam(r, n%2 == 0, 0.2)
		b.Force, b.Torque = vec{}, vec{}
		p := randomPose(r, b.Length, 2)
		frame := p.q.Mat()
		// Turned by 180° about z, the x axis of I points to J, and its y axis backwards.
		half := spatial.Quat{Z: 1}.Mat()
		own := frame.MulMat(&half)
		v := p.v.Add(p.r.Cross(p.w)) // of J's origin as I's axes see it: -(v - w×r)
		o := relativePose{r: own.MulTransposed(p.r.Neg()), v: own.MulTransposed(v.Neg()), w: own.MulTransposed(p.w.Neg())}
		q := spatial.QuatFromMat(&frame)
		q = spatial.Quat{Z: -1}.Mul(spatial.Quat{W: q.W, X: -q.X, Y: -q.Y, Z: -q.Z}).Mul(spatial.Quat{Z: 1})
		o.q = q.Unit()
		var onI, onJ [6]float64
		law := newBeamLaw(b)
		if err := errors.Join(law.Eval(onI[:], p.inputs(), nil), law.Eval(onJ[:], o.inputs(), nil)); err != nil {
			t.Fatal(err)
		}
		f, torque := spatial.LoadVec(onI[:]), spatial.LoadVec(onI[3:])
		fj, tj := own.Mul(spatial.LoadVec(onJ[:])), own.Mul(spatial.LoadVec(onJ[3:]))
		if d := f.Add(fj).Norm(); d > 1e-12*(1+f.Norm()) {
			t.Errorf("bow %v: forces %v and %v", b.Bow, f, fj)
		}
		if d := torque.Add(tj).Add(p.r.Cross(f)).Norm(); d > 1e-12*(1+torque.Norm()) {
			t.Errorf("bow %v: the torques about J add up to %g", b.Bow, d)
		}
	}
}

// TestBeamPartials: the partials are those of differences of the forces.
func TestBeamPartials(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	for n := range 60 {
		b := randomBeam(r, n%2 == 0, []float64{0, 0.4}[n/2%2])
		p := randomPose(r, b.Length, []float64{0, 1e-3, 0.4, 1.5, 2.9}[n%5])
		law := newBeamLaw(b)
		in := p.inputs()[:len(law.Inputs())]
		part, dt := make([]float64, 6*len(in)), make([]float64, 6)
		if err := law.Partials(part, dt, in, nil, true, nil); err != nil {
			t.Fatal(err)
		}
		for k := range in {
			at := func(h float64) (out [6]float64) {
				x := append([]float64(nil), in...)
				x[k] += h
				if err := law.Eval(out[:], x, nil); err != nil {
					t.Fatal(err)
				}
				return out
			}
			const h = 1e-4
			a, c, d, e := at(-2*h), at(-h), at(h), at(2*h)
			for i := range 6 {
				want := (8*(d[i]-c[i]) - e[i] + a[i]) / (12 * h)
				if got := part[i*len(in)+k]; math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
					t.Errorf("bow %v, turn %d: ∂%d/∂%v is %.10g, differences give %.10g", b.Bow, n%5, i, law.Inputs()[k], got, want)
				}
			}
		}
	}
}

// TestMeanRotationSeries: c, κ, τ and their derivatives from their formulas, which lose digits at small angles.
func TestMeanRotationSeries(t *testing.T) {
	for _, angle := range []float64{0.05, 0.3, 0.8, 1.7, 2.6, 2.95} {
		var r meanRotation
		s, c := math.Sincos(angle / 2)
		r.setRotation(c, vec{Y: s})
		h := angle / 2
		cu := func(h float64) float64 { // dc/du with u = 4h²
			s, c := math.Sincos(h)
			return (s - h*c) / (s * s) / (8 * h)
		}
		u := angle * angle
		value := [3]float64{h / math.Sin(h), (1 - h/math.Sin(h)) / u, math.Tan(angle/4) / angle}
		for k, got := range [3]float64{r.c[0], r.k[0], r.t[0]} {
			if math.Abs(got/value[k]-1) > 1e-11 {
				t.Errorf("at %g: function %d is %.15g, want %.15g", angle, k, got, value[k])
			}
		}
		cos := math.Cos(angle / 4)
		slope := [3]float64{cu(h), (-cu(h) - value[1]) / u, (1/(4*cos*cos) - value[2]) / (2 * u)}
		for k, got := range [3]float64{r.c[1], r.k[1], r.t[1]} {
			if math.Abs(got/slope[k]-1) > 1e-10/(u*u) {
				t.Errorf("at %g: derivative %d is %.15g, want %.15g", angle, k, got, slope[k])
			}
		}
		second := (cu(h+1e-4) - cu(h-1e-4)) / (2e-4 * 8 * h)
		for k, want := range [2]float64{second, (-second - 2*slope[1]) / u} {
			if got := [2]float64{r.c[2], r.k[2]}[k]; math.Abs(got/want-1) > 1e-6*(1+1/(u*u)) {
				t.Errorf("at %g: second derivative %d is %.12g, want %.12g", angle, k, got, want)
			}
		}
	}
}

// TestBeamTurnsTooFar: ends that are turned by 170° are an error that names the beam and asks for a shorter step.
func TestBeamTurnsTooFar(t *testing.T) {
	b := randomBeam(rand.New(rand.NewPCG(5, 3)), true, 0)
	s, _ := math.Sincos(170 * math.Pi / 360)
	err := newBeamLaw(b).Eval(make([]float64, 6), []float64{1, 0, 0, 0, s, 0}, nil)
	if !errors.Is(err, integrate.ErrRetry) || err.Error() != "Force_Beam 1: its ends are turned by more than 168° against each other: divide it into several beams" {
		t.Error(err)
	}
}

// BenchmarkBeam: one evaluation, and one of the partials.
func BenchmarkBeam(b *testing.B) {
	r := rand.New(rand.NewPCG(6, 3))
	for _, damping := range []float64{0, 0.1} {
		beam := randomBeam(r, true, damping)
		law := newBeamLaw(beam)
		in := randomPose(r, beam.Length, 0.3).inputs()[:len(law.Inputs())]
		out, part := make([]float64, 6), make([]float64, 6*len(in))
		b.Run(fmt.Sprintf("Eval/%d", len(in)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = law.Eval(out, in, nil)
			}
		})
		b.Run(fmt.Sprintf("Partials/%d", len(in)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = law.Partials(part, out, in, out, false, nil)
			}
		})
	}
}
