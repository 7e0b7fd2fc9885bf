package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// Output names an output of a law; Law -1 is none (zero).
type Output struct {
	Law LawIdx
	Out int
}

// None is the component that is not there.
var None = Output{Law: -1}

// Direction is what the components of a Force are along.
type Direction uint8

const (
	// Axes: six components Fx Fy Fz Tx Ty Tz along the axes of Ref, on I's
	// body at I; the opposite on J's body at I's origin.
	Axes Direction = iota
	// Line: one force along the line from J to I, positive pushing apart, on
	// I's body at I; the opposite on J's at J.
	Line
	// Turn: one torque about the z axis of I on I's body, the opposite on J's.
	Turn
	// Push: one force along the z axis of Ref on I's body at I, no reaction.
	Push
	// Spin: one torque about the z axis of Ref on I's body, no reaction.
	Spin
)

// Force is a force element between two bodies, or on one (J is NoMarker).
type Force struct {
	Element   string
	ID        int
	Direction Direction
	I, J, Ref MarkerIdx
	Comp      [6]Output
	// Blind is the distance up to which the points of a Line coincide: the line has no direction
	// there, and there is no force. It is for laws that are not zero at a distance of zero, and
	// covers what constraints leave between points that they hold together.
	Blind float64
	// Given forces push nothing: their values have been found in another way. They have no
	// components.
	Given      bool
	ReportOnly bool // only measures report it: it pushes nothing
}

// AddForce appends a force and enters it under the names of the measures that
// report it.
func (sys *System) AddForce(f Force, names ...string) int {
	i := len(sys.Forces)
	sys.Forces = append(sys.Forces, f)
	for _, n := range names {
		if sys.ForceIDs[n] == nil {
			sys.ForceIDs[n] = map[int]int{}
		}
		sys.ForceIDs[n][f.ID] = i
	}
	return i
}

// unitWrenchOf returns the wrench of a unit of component n on I's body about I.
func (kin *kinematics) unitWrenchOf(f *Force, n int) wrench {
	switch f.Direction {
	case Axes:
		a := kin.marker[f.Ref].R.Col(n % 3)
		if n < 3 {
			return wrench{F: a}
		}
		return wrench{T: a}
	case Line:
		u, _ := kin.lineOfAction(f)
		return wrench{F: u}
	case Turn:
		return wrench{T: kin.marker[f.I].R.C}
	case Push:
		return wrench{F: kin.marker[f.Ref].R.C}
	default:
		return wrench{T: kin.marker[f.Ref].R.C}
	}
}

// lineOfAction returns the direction of a force from J to I and their distance. Points whose distance
// is within the rounding of their positions coincide, and so do those that are Blind for each
// other: the direction is zero then.
func (kin *kinematics) lineOfAction(f *Force) (direction vec, distance float64) {
	const rounding = 32 * 0x1p-52
	i, j := &kin.marker[f.I], &kin.marker[f.J]
	d := i.P.Sub(j.P)
	distance = math.Sqrt(d.Dot(d))
	size := math.Abs(i.P.X) + math.Abs(i.P.Y) + math.Abs(i.P.Z) + math.Abs(i.Arm.X) + math.Abs(i.Arm.Y) + math.Abs(i.Arm.Z) +
		math.Abs(j.Arm.X) + math.Abs(j.Arm.Y) + math.Abs(j.Arm.Z)
	if distance <= rounding*size || distance <= f.Blind {
		return vec{}, distance
	}
	return d.Scale(1 / distance), distance
}

// computeForceWrench computes the wrench of force i on I's body about I.
func (s *State) computeForceWrench(i int) {
	f := &s.sys.Forces[i]
	if f.Given {
		return
	}
	if f.Direction != Axes { // one component
		s.wrench[i] = wrench{}
		if f.Comp[0].Law >= 0 {
			v, u := s.lawOutputValue(f.Comp[0]), s.kin.unitWrenchOf(f, 0)
			s.wrench[i] = wrench{u.F.Scale(v), u.T.Scale(v)}
		}
		return
	}
	var w wrench
	for n, c := range f.Comp {
		if c.Law < 0 {
			continue
		}
		v := s.lawOutputValue(c)
		u := s.kin.unitWrenchOf(f, n)
		w.F, w.T = w.F.AddScaled(v, u.F), w.T.AddScaled(v, u.T)
	}
	s.wrench[i] = w
}

func (s *State) lawOutputValue(c Output) float64 {
	return s.m[s.plan.law[c.Law].out+MeasureIdx(c.Out)]
}

// computeForceArms returns where a force acts on I's and on J's body, from their mass
// centres.
func (kin *kinematics) computeForceArms(f *Force) (onI, onJ vec) {
	onI = kin.marker[f.I].Arm
	if f.J == NoMarker {
		return onI, vec{}
	}
	if f.Direction == Line {
		return onI, kin.marker[f.J].Arm
	}
	return onI, kin.marker[f.I].P.Sub(kin.bodyStateOfMarker(f.J).C)
}

// applyForces adds the forces to the sums of their bodies.
func (s *State) applyForces() {
	for i := range s.sys.Forces {
		f, w := &s.sys.Forces[i], &s.wrench[i]
		if f.Given || f.ReportOnly {
			continue
		}
		onI, onJ := s.kin.computeForceArms(f)
		b := s.kin.bodyStateOfMarker(f.I)
		b.F, b.T = b.F.Add(w.F), b.T.Add(onI.Cross(w.F)).Add(w.T)
		if f.J != NoMarker {
			b = s.kin.bodyStateOfMarker(f.J)
			b.F, b.T = b.F.Sub(w.F), b.T.Sub(onJ.Cross(w.F)).Sub(w.T)
		}
	}
}

// addForceDerivatives adds -∂(push)/∂(unknowns) of force i to the matrix.
func (j *jacobian) addForceDerivatives(i int) {
	s := j.s
	f := &s.sys.Forces[i]
	if f.Given || f.ReportOnly {
		return
	}
	onI, onJ := s.kin.computeForceArms(f)
	for n, c := range f.Comp {
		if c.Law < 0 {
			continue
		}
		j.gather.clearTouched()
		j.collectOutputDerivative(int(c.Law), c.Out, 1)
		u := s.kin.unitWrenchOf(f, n)
		j.addForceGradientProduct(f.I, u.F, onI.Cross(u.F).Add(u.T))
		if f.J != NoMarker {
			j.addForceGradientProduct(f.J, u.F.Neg(), onJ.Cross(u.F).Add(u.T).Neg())
		}
	}
	j.addForcePoseStiffness(f, &s.wrench[i])
}

// addForceGradientProduct adds minus a push times the gathered row to the rows of a body.
func (j *jacobian) addForceGradientProduct(i MarkerIdx, f, t vec) {
	s := j.s
	b := s.sys.Markers[i].Body
	if b == Ground {
		return
	}
	w := [6]float64{f.X, f.Y, f.Z, t.X, t.Y, t.Z}
	j.addGatheredOuterProduct(s.sys.bodyNode(b), w[:s.sys.Bodies[b].speedCount()], -1, &j.gather)
}

// addForcePoseStiffness adds the change of a force's direction and arms with the pose:
// along axes δF = -F̃ δθR; along a line δF = (f/|d|)(1 - u uᵀ) δd.
func (j *jacobian) addForcePoseStiffness(f *Force, w *wrench) {
	s := j.s
	q := j.coef.Q
	if q == 0 || (w.F == vec{} && w.T == vec{}) {
		return
	}
	s.kin.addArmStiffness(f, w, q, j)
	switch f.Direction {
	case Line:
		s.kin.addLineForceDirectionStiffness(f, w, q, j)
	case Axes, Turn, Push, Spin:
		r := f.Ref
		if f.Direction == Turn {
			r = f.I
		}
		df, dt := spatial.Tilde(w.F), spatial.Tilde(w.T)
		df, dt = df.Scale(-1), dt.Scale(-1)
		s.kin.addAxisRotationStiffness(f, r, &df, &dt, q, j)
	}
}

// addAxisRotationStiffness adds the effect of δF = df δθ, δT = dt δθ of marker r's body.
func (kin *kinematics) addAxisRotationStiffness(f *Force, r MarkerIdx, df, dt *mat, q float64, j *jacobian) {
	rb := kin.sys.Markers[r].Body
	if rb == Ground {
		return
	}
	onI, onJ := kin.computeForceArms(f)
	one := func(b BodyIdx, arm vec, sign float64) {
		a := spatial.Tilde(arm)
		t := a.MulMat(df)
		t = t.Add(dt)
		j.addBodyBlock(b, rb, 0, 3, df, -q*sign)
		j.addBodyBlock(b, rb, 3, 3, &t, -q*sign)
	}
	one(kin.sys.Markers[f.I].Body, onI, 1)
	if f.J != NoMarker {
		one(kin.sys.Markers[f.J].Body, onJ, -1)
	}
}

// addArmStiffness: the torque arm×F changes as the arm turns: F̃ r̃I δθI on I; on J
// the opposite with the arm of its own point, or with I's origin.
func (kin *kinematics) addArmStiffness(f *Force, w *wrench, q float64, j *jacobian) {
	ib := kin.sys.Markers[f.I].Body
	ft, ri := spatial.Tilde(w.F), spatial.Tilde(kin.marker[f.I].Arm)
	t := ft.MulMat(&ri)
	j.addBodyBlock(ib, ib, 3, 3, &t, -q)
	if f.J == NoMarker {
		return
	}
	jb := kin.sys.Markers[f.J].Body
	if f.Direction == Line {
		rj := spatial.Tilde(kin.marker[f.J].Arm)
		t = ft.MulMat(&rj)
		j.addBodyBlock(jb, jb, 3, 3, &t, q)
		return
	}
	j.addBodyBlock(jb, ib, 3, 0, &ft, -q)
	j.addBodyBlock(jb, ib, 3, 3, &t, q)
	j.addBodyBlock(jb, jb, 3, 0, &ft, q)
}

// addLineForceDirectionStiffness adds δF = (f/|d|)(1 - u uᵀ)(δpI - δpJ).
func (kin *kinematics) addLineForceDirectionStiffness(f *Force, w *wrench, q float64, j *jacobian) {
	u, n := kin.lineOfAction(f)
	if (u == vec{}) {
		return
	}
	c := w.F.Dot(u) / n
	k := spatial.PerpendicularProjector(u, c)
	ri, rj := spatial.Tilde(kin.marker[f.I].Arm), spatial.Tilde(kin.marker[f.J].Arm)
	j.addLineForceStiffness([2]BodyIdx{kin.sys.Markers[f.I].Body, kin.sys.Markers[f.J].Body}, [2]*mat{&ri, &rj}, &k, q)
}
