package system

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// Beam is the force of a massless beam between two markers whose turns may be large. The x axis of marker J is
// the tangent of the beam at its start, that of marker I at its end; without load I is Length along J's x axis and
// parallel to J. It is a corotational beam: strains are measured in the mean frame, halfway between the axes of J and I.
// With r = pI - pJ and φ the rotation vector from J to I, which have
// the same components d along the mean frame (r) and along J, I and the mean frame (φ), the strains are
//
//	v = S(φ) d,  s = √(vx² + by vy² + bz vz²) - length,  φ
//
// and the energy is that of Timoshenko's beam, in which constant bending, φy and φz, and bending by a shear
// force, vy and vz, do not mix (as in computeBeamStiffness of core/element: K26 = -length/2 K22 and so on):
//
//	U = ½ (EA/length) s² + ½ (KY vy² + KZ vz²) + ½ (GJ φx² + EIy φy² + EIz φz²)/length.
//
// S takes the chord of an arc of constant curvature to the length of the arc: along the axis of φ it changes
// nothing, across it it is c = (|φ|/2)/sin(|φ|/2). So an arc of any angle, or a helix, has no strain but its curvature.
// by, bz are twice what the deflection v of a shear force shortens the beam by, in v²/length: 6/5 without shear
// deformation. Without the Bow, S = 1 and by = bz = 1: s is the strain of the line between the ends, a string, and what bending alone
// shortens the line by is left out.
//
// U depends on the pose of I from J only, so that a rigid motion of both changes nothing and the forces on I and J
// are in balance with their torques. To first order they are those of the linear beam.
//
// Damping adds Damping times the rate of each strain to it in the forces, which takes the power Damping q'ᵀK q'.
// Force and Torque on I along J's axes at the length without load are held by stresses, whose potential is linear in the strains.
type Beam struct {
	Owner            string // "Force_Beam 3", for messages
	I, J             int    // ids of markers
	Length           float64
	EA, GJ, EIy, EIz float64
	ShearY, ShearZ   float64 // Φ = 12 EI AS/(G A length²), in the x-y and the x-z plane
	Damping          float64 // time by which rates count
	Force, Torque    spatial.Vec
	Bow              bool
}

// ForceLawSpec returns the force and torque on I at I's origin, along J's axes: outputs 0 to 2 and 3 to 5.
func (b *Beam) ForceLawSpec() LawSpec {
	return LawSpec{Owner: b.Owner, New: func(*State) (Law, error) { return newBeamLaw(b), nil }}
}

// The inputs of a beam's law: displacement and Euler parameters of I from J, then the rates, along J's axes.
const (
	beamPosition    = 0
	beamOrientation = 3
	beamPose        = 6
	beamSpeed       = 6
	beamSpin        = 9
	beamMotion      = 12
)

// smallestCosine is the cosine of half the largest angle between the ends, 168°. At 180° the axis of the rotation
// is not unique.
const smallestCosine = 0.1

type beamLaw struct {
	*Beam
	inputs        []Call
	stretch       float64     // EA/length
	shift         spatial.Vec // stiffness by v: 0, KY, KZ
	turn          spatial.Vec // stiffness by φ
	metric        spatial.Vec // 1, by, bz
	tension       float64     // stresses of the preload: along s,
	shear, moment spatial.Vec // v and φ
}

func newBeamLaw(b *Beam) *beamLaw {
	l := b.Length
	law := &beamLaw{
		Beam: b, stretch: b.EA / l,
		shift:  spatial.Vec{Y: 12 * b.EIz / (l * l * l * (1 + b.ShearY)), Z: 12 * b.EIy / (l * l * l * (1 + b.ShearZ))},
		turn:   spatial.Vec{X: b.GJ / l, Y: b.EIy / l, Z: b.EIz / l},
		metric: spatial.Vec{X: 1, Y: 1, Z: 1},
		// At v = length x and φ = 0 the push on I is -p and -(m + p×v/2).
		tension: -b.Force.X, shear: spatial.Vec{Y: -b.Force.Y, Z: -b.Force.Z},
		moment: b.Force.Cross(spatial.Vec{X: l / 2}).Sub(b.Torque),
	}
	if b.Bow {
		law.metric.Y, law.metric.Z = shearShorteningCoefficient(b.ShearY), shearShorteningCoefficient(b.ShearZ)
	}
	at := func(name string, args ...int) { law.inputs = append(law.inputs, Call{Name: name, Args: args}) }
	for _, n := range [3]string{"DX", "DY", "DZ"} {
		at(n, b.I, b.J, b.J)
	}
	for n := 2; n <= 4; n++ {
		at("ORIENT", eulerParameters, n, b.I, b.J)
	}
	if b.Damping > 0 {
		for _, n := range [3]string{"VX", "VY", "VZ"} {
			at(n, b.I, b.J, b.J, b.J)
		}
		for _, n := range [3]string{"WX", "WY", "WZ"} {
			at(n, b.I, b.J, b.J)
		}
	}
	return law
}

// shearShorteningCoefficient returns by or bz. A shear force bends the beam by v/(1+Φ), with the slope θ = 6 v ξ(1-ξ)/(1+Φ) length, and
// shears it by the angle γ = Φ v/((1+Φ) length). The strain along the section's normal is u' + θ²/2 + θγ to second order,
// whose integral is that of u' and (3/5 + Φ)/(1+Φ)² v²/length.
func shearShorteningCoefficient(phi float64) float64 {
	return 2 * (0.6 + phi) / ((1 + phi) * (1 + phi))
}

func (l *beamLaw) Outputs() int   { return 6 }
func (l *beamLaw) Inputs() []Call { return l.inputs }

// Eval sets the force and torque on I.
func (l *beamLaw) Eval(out, in []float64, _ *State) error {
	var m beamState
	if err := l.setPose(&m, in); err != nil {
		return err
	}
	l.setForces(&m)
	m.frame.Mul(m.f).Neg().Store(out)
	m.frame.Mul(m.t).Neg().Store(out[3:])
	return nil
}

// beamState is what follows from the inputs of a beam's law, all along the mean frame.
type beamState struct {
	frame spatial.Mat // the mean frame along J's axes
	rot   meanRotation
	e0    float64     // the Euler parameters
	e     spatial.Vec // along J's axes
	d     spatial.Vec // pI - pJ
	rd    spatial.Vec // its rate in J's frame
	w     spatial.Vec // angular velocity of I from J
	// Rates of φ, of the mean frame from J, of d and v; 0 without damping.
	dphi, mu, dd, dv spatial.Vec
	v                spatial.Vec
	s                float64     // √(v·Bv), B the metric
	a                spatial.Vec // ∂s/∂v
	n                float64     // tension, along s
	p, m             spatial.Vec // stresses along v and φ
	f, g, c          spatial.Vec // stress along d, f×d and stress along φ at constant d
	t                spatial.Vec // torque about I, of which the beam's is the opposite
}

// setPose sets the kinematics from the inputs.
func (l *beamLaw) setPose(m *beamState, in []float64) error {
	m.e = spatial.LoadVec(in[beamOrientation:])
	square := m.e.Dot(m.e)
	if !(square < 1-smallestCosine*smallestCosine) {
		return retryError{fmt.Errorf("%s: its ends are turned by more than 168° against each other: divide it into several beams", l.Owner)}
	}
	m.e0 = math.Sqrt(1 - square)
	m.frame = spatial.Quat{W: 1 + m.e0, X: m.e.X, Y: m.e.Y, Z: m.e.Z}.Mat()
	m.rot.setRotation(m.e0, m.e)
	m.d = m.frame.MulTransposed(spatial.LoadVec(in[beamPosition:]))
	m.v = m.d
	if l.Bow {
		m.v = m.rot.multiplyTangentMap(m.d)
	}
	if len(in) < beamMotion {
		return nil
	}
	m.rd, m.w = m.frame.MulTransposed(spatial.LoadVec(in[beamSpeed:])), m.frame.MulTransposed(spatial.LoadVec(in[beamSpin:]))
	m.dphi, m.mu = m.rot.multiplyTangentMap(m.w), m.rot.meanFrameRotation(m.w)
	m.dd = m.rd.Add(m.d.Cross(m.mu))
	m.dv = m.dd
	if l.Bow {
		m.dv = m.rot.multiplyTangentMap(m.dd).Add(m.rot.tangentMapDerivative(m.dphi, m.d))
	}
	return nil
}

// setForces sets stresses, forces and torques: with p and m along v and φ the work on strains is p·δv + m·δφ, in which
// δv = S δd + δS d, δd = δr + d×δμ, δμ = ½(δψ - τ φ×δψ), δφ = S δψ (meanRotation).
func (l *beamLaw) setForces(m *beamState) {
	bv := multiplyEntries(l.metric, m.v)
	m.s = math.Sqrt(bv.Dot(m.v))
	if m.s > 0 {
		m.a = bv.Scale(1 / m.s)
	}
	m.n = l.tension + l.stretch*(m.s-l.Length+l.Damping*m.a.Dot(m.dv))
	m.p = l.shear.Add(m.a.Scale(m.n)).Add(multiplyEntries(l.shift, m.v.AddScaled(l.Damping, m.dv)))
	m.m = l.moment.Add(multiplyEntries(l.turn, m.rot.phi.AddScaled(l.Damping, m.dphi)))
	m.f, m.c = m.p, m.m
	if l.Bow {
		m.f = m.rot.multiplyTangentMap(m.p)
		m.c = m.m.Add(m.rot.tangentMapGradient(m.d, m.p))
	}
	m.g = m.f.Cross(m.d)
	m.t = m.rot.meanFrameRotationTransposed(m.g).Add(m.rot.multiplyTangentMap(m.c))
}

func multiplyEntries(a, b spatial.Vec) spatial.Vec {
	return spatial.Vec{X: a.X * b.X, Y: a.Y * b.Y, Z: a.Z * b.Z}
}
