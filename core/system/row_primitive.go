package system

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// This file defines joints made of rows, and these rows, the primitives. A new joint is a line in JointKinds (and its page in
// package element), a new primitive a case in each switch here. Residuals and push may leave it out where direct says so.

// JointKind is a type of joint and the rows it is made of.
type JointKind struct {
	Name string
	rows []primitive
}

// primitive is one row of a joint:
//
//	coincide: (pI - pJ)·e_a          global axis a
//	inPlane:  (pI - pJ)·a            axis a of J
//	square:   a·b                    axis a of I, axis b of J
//	even:     a·b - b·a              axes a, b of I with axes b, a of J
type primitive struct {
	kind primitiveKind
	a, b int
}

type primitiveKind uint8

const (
	coincide primitiveKind = iota
	inPlane
	perpendicular
	even
)

var (
	atPoint  = []primitive{{coincide, 0, 0}, {coincide, 1, 0}, {coincide, 2, 0}}
	inLine   = []primitive{{inPlane, 0, 0}, {inPlane, 1, 0}}
	parallel = []primitive{{perpendicular, 2, 0}, {perpendicular, 2, 1}}
	inPlaneZ = []primitive{{inPlane, 2, 0}}
	noTurn   = []primitive{{perpendicular, 0, 1}}
)

func joinPrimitives(parts ...[]primitive) []primitive {
	var all []primitive
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// JointKinds are the joints by name; conditions as in the format's reference.
var JointKinds = map[string]*JointKind{}

func init() {
	for _, k := range []JointKind{
		{"FIXED", joinPrimitives(atPoint, parallel, noTurn)},
		{"REVOLUTE", joinPrimitives(atPoint, parallel)},
		{"SPHERICAL", atPoint},
		{"UNIVERSAL", joinPrimitives(atPoint, []primitive{{perpendicular, 2, 2}})},
		{"TRANSLATIONAL", joinPrimitives(inLine, parallel, noTurn)},
		{"CYLINDRICAL", joinPrimitives(inLine, parallel)},
		{"HOOKE", joinPrimitives(atPoint, noTurn)},
		{"CONSTANT_VELOCITY", joinPrimitives(atPoint, []primitive{{even, 0, 1}})},
		{"PLANAR", joinPrimitives(inPlaneZ, parallel)},
		{"INLINE", inLine},
		{"INPLANE", inPlaneZ},
		{"ORIENTATION", joinPrimitives(parallel, noTurn)},
		{"PARALLEL_AXES", parallel},
		{"PERPENDICULAR", []primitive{{perpendicular, 2, 2}}},
	} {
		JointKinds[k.Name] = &k
	}
}

// Equations writes the conditions of the joint: p is the origin of a marker, x, y and z are its axes.
func (k *JointKind) Equations() []string {
	var all []string
	for _, p := range k.rows {
		all = append(all, p.equation())
	}
	return all
}

// hasLengthError reports whether the error of the row is a length; those of others are sines of angles.
func (p primitive) hasLengthError() bool { return p.kind == coincide || p.kind == inPlane }

func (p primitive) equation() string {
	a, b := "xyz"[p.a], "xyz"[p.b]
	switch p.kind {
	case coincide:
		return fmt.Sprintf("(pI - pJ)·e%c = 0", a)
	case inPlane:
		return fmt.Sprintf("(pI - pJ)·%cJ = 0", a)
	case even:
		return fmt.Sprintf("%cI·%cJ - %cI·%cJ = 0", a, b, b, a)
	}
	return fmt.Sprintf("%cI·%cJ = 0", a, b)
}

func (p primitive) String() string {
	axes := [...]string{"x", "y", "z"}
	switch p.kind {
	case coincide:
		return "position " + axes[p.a]
	case inPlane:
		return "position along " + axes[p.a] + " of J"
	case even:
		return "equal bends about both axes"
	}
	return axes[p.a] + " of I perpendicular to " + axes[p.b] + " of J"
}

func (j *Joint) fillBlock(s *State, b *rowBlock) error {
	mi, mj := &s.kin.marker[j.I], &s.kin.marker[j.J]
	bi, bj := s.kin.bodyStateOfMarker(j.I), s.kin.bodyStateOfMarker(j.J)
	d := mi.P.Sub(mj.P)
	dd := mi.V.Sub(mj.V)
	// d” without the accelerations: ω×(ω×r) of either side
	ddd := bi.W.Cross(bi.W.Cross(mi.Arm)).Sub(bj.W.Cross(bj.W.Cross(mj.Arm)))
	for k, p := range j.kind.rows {
		b.gt[k] = 0
		switch p.kind {
		case coincide:
			e := spatial.UnitAxis(p.a)
			b.g[k], b.bias[k] = d.At(p.a), ddd.At(p.a)
			b.setGradient(k, j.slot[0], e, mi.Arm.Cross(e))
			b.setGradient(k, j.slot[1], e.Neg(), e.Cross(mj.Arm))
		case inPlane:
			a := mj.R.Col(p.a)
			ad := bj.W.Cross(a)
			b.g[k] = d.Dot(a)
			b.bias[k] = ddd.Dot(a) + 2*dd.Dot(ad) + d.Dot(bj.W.Cross(ad))
			b.setGradient(k, j.slot[0], a, mi.Arm.Cross(a))
			b.setGradient(k, j.slot[1], a.Neg(), a.Cross(d.Add(mj.Arm)))
		case perpendicular:
			a, c := mi.R.Col(p.a), mj.R.Col(p.b)
			ad, cd := bi.W.Cross(a), bj.W.Cross(c)
			t := a.Cross(c)
			b.g[k] = a.Dot(c)
			b.bias[k] = bi.W.Cross(ad).Dot(c) + 2*ad.Dot(cd) + a.Dot(bj.W.Cross(cd))
			b.setGradient(k, j.slot[0], vec{}, t)
			b.setGradient(k, j.slot[1], vec{}, t.Neg())
		case even:
			j.fillDotDifference(s, b, k, p)
		}
	}
	return nil
}

// fillDotDifference sets row k to the difference of two dots of axes.
func (j *Joint) fillDotDifference(s *State, b *rowBlock, k int, p primitive) {
	mi, mj := &s.kin.marker[j.I], &s.kin.marker[j.J]
	wi, wj := s.kin.bodyStateOfMarker(j.I).W, s.kin.bodyStateOfMarker(j.J).W
	b.g[k], b.bias[k] = 0, 0
	t, sign := vec{}, 1.0
	for _, ax := range [2][2]int{{p.a, p.b}, {p.b, p.a}} {
		a, c := mi.R.Col(ax[0]), mj.R.Col(ax[1])
		ad, cd := wi.Cross(a), wj.Cross(c)
		b.g[k] += sign * a.Dot(c)
		b.bias[k] += sign * (wi.Cross(ad).Dot(c) + 2*ad.Dot(cd) + a.Dot(wj.Cross(cd)))
		t = t.AddScaled(sign, a.Cross(c))
		sign = -1
	}
	b.setGradient(k, j.slot[0], vec{}, t)
	b.setGradient(k, j.slot[1], vec{}, t.Neg())
}

// addStiffness adds the change of the push Gᵀl with the pose. With F = Σ l f and
// arms rI, ρ (to the point of action on J):
//
//	global axes:  torque rI×F turns with the arm: F̃ r̃I δθI on I, -F̃ r̃J δθJ on J
//	axis of J:    δF = -F̃ δθJ in addition, and ρ = pI - cJ moves with both bodies
//	axes a, c:    δ(a×c) = c̃ ã δθI - ã c̃ δθJ
func (j *Joint) addStiffness(s *State, l []float64, q float64, jac *jacobian) {
	mi, mj := &s.kin.marker[j.I], &s.kin.marker[j.J]
	var world, slide vec
	var turn mat // Σ l c̃ ã; that of ã c̃ is its transpose
	for k, p := range j.kind.rows {
		switch p.kind {
		case coincide:
			world = world.AddScaled(l[k], spatial.UnitAxis(p.a))
		case inPlane:
			slide = slide.AddScaled(l[k], mj.R.Col(p.a))
		case perpendicular:
			ca := spatial.TildeProduct(mj.R.Col(p.b).Scale(l[k]), mi.R.Col(p.a))
			turn = turn.Add(&ca)
		case even:
			ca := spatial.TildeProduct(mj.R.Col(p.b).Scale(l[k]), mi.R.Col(p.a))
			turn = turn.Add(&ca)
			ca = spatial.TildeProduct(mj.R.Col(p.a).Scale(-l[k]), mi.R.Col(p.b))
			turn = turn.Add(&ca)
		}
	}
	back := turn.T()
	ti := spatial.TildeProduct(world.Add(slide), mi.Arm)
	ti = ti.Add(&turn)
	jac.addPoseBlock(j.slot[0], j.slot[0], 3, 3, &ti, -q)
	jac.addPoseBlock(j.slot[0], j.slot[1], 3, 3, &back, q)
	jac.addPoseBlock(j.slot[1], j.slot[0], 3, 3, &turn, q)
	tj := spatial.TildeProduct(world, mj.Arm)
	tj = tj.Sub(&back)
	jac.addPoseBlock(j.slot[1], j.slot[1], 3, 3, &tj, q)
	if slide != (vec{}) {
		j.addSlideStiffness(s, slide, q, jac)
	}
}

// A joint's residuals and the push of its multipliers come directly from poses
// and motions of its markers: gradients, which cost more to fill and to multiply
// than all of this, are filled only where something reads them.

// hasDirectRows reports whether the joint has rows that go without gradients.
func (j *Joint) hasDirectRows() bool {
	for _, p := range j.kind.rows {
		if p.kind == even {
			return false
		}
	}
	return true
}

// computeDirectResiduals sets error, rate and second rate of the rows; see fillBlock for what
// they are. With a, c axes of I and J and t = a×c the rate of a·c is
// (ωI - ωJ)·t.
func (j *Joint) computeDirectResiduals(s *State, pos, vel, acc []float64) {
	mi, mj := &s.kin.marker[j.I], &s.kin.marker[j.J]
	bi, bj := s.kin.bodyStateOfMarker(j.I), s.kin.bodyStateOfMarker(j.J)
	d, dd := mi.P.Sub(mj.P), mi.V.Sub(mj.V)
	ddd := bi.markerAcceleration(mi).Sub(bj.markerAcceleration(mj))
	rows := j.kind.rows
	pos, vel, acc = pos[:len(rows)], vel[:len(rows)], acc[:len(rows)]
	for k, p := range rows {
		switch p.kind {
		case coincide:
			pos[k], vel[k], acc[k] = d.At(p.a), dd.At(p.a), ddd.At(p.a)
		case inPlane:
			a := mj.R.Col(p.a)
			ad := bj.W.Cross(a)
			pos[k] = d.Dot(a)
			vel[k] = dd.Dot(a) + d.Dot(ad)
			acc[k] = ddd.Dot(a) + 2*dd.Dot(ad) + d.Dot(bj.Al.Cross(a).Add(bj.W.Cross(ad)))
		case perpendicular:
			a, c := mi.R.Col(p.a), mj.R.Col(p.b)
			t := a.Cross(c)
			ad, cd := bi.W.Cross(a), bj.W.Cross(c)
			pos[k] = a.Dot(c)
			vel[k] = bi.W.Sub(bj.W).Dot(t)
			acc[k] = bi.Al.Sub(bj.Al).Dot(t) + bi.W.Cross(ad).Dot(c) + 2*ad.Dot(cd) + a.Dot(bj.W.Cross(cd))
		}
	}
}

// computeReactionForces returns what the multipliers do: the force on I's body, of which J's gets
// the opposite, and the torques about their mass centres.
func (j *Joint) computeReactionForces(s *State, l []float64) (f, onI, onJ vec) {
	mi, mj := &s.kin.marker[j.I], &s.kin.marker[j.J]
	var world, slide, turn vec
	for k, p := range j.kind.rows {
		switch p.kind {
		case coincide:
			world = world.AddScaled(l[k], spatial.UnitAxis(p.a))
		case inPlane:
			slide = slide.AddScaled(l[k], mj.R.Col(p.a))
		case perpendicular:
			turn = turn.AddScaled(l[k], mi.R.Col(p.a).Cross(mj.R.Col(p.b)))
		}
	}
	f = world.Add(slide)
	onI = mi.Arm.Cross(f).Add(turn)
	onJ = world.Cross(mj.Arm).Sub(turn)
	if slide != (vec{}) { // it acts on J where I is
		onJ = onJ.Sub(mi.P.Sub(mj.P).Add(mj.Arm).Cross(slide))
	}
	return f, onI, onJ
}

// setDirectBlocks sets the blocks of the rows in the iteration matrix; see fillBlock.
func (j *Joint) setDirectBlocks(s *State, pb *pairBlocks) {
	mi, mj := &s.kin.marker[j.I], &s.kin.marker[j.J]
	for k, p := range j.kind.rows {
		switch p.kind {
		case coincide:
			e := spatial.UnitAxis(p.a)
			pb.setGradient(j.N, k, j.slot[0], e, mi.Arm.Cross(e))
			pb.setGradient(j.N, k, j.slot[1], e.Neg(), e.Cross(mj.Arm))
		case inPlane:
			a := mj.R.Col(p.a)
			pb.setGradient(j.N, k, j.slot[0], a, mi.Arm.Cross(a))
			pb.setGradient(j.N, k, j.slot[1], a.Neg(), a.Cross(mi.P.Sub(mj.P).Add(mj.Arm)))
		case perpendicular:
			t := mi.R.Col(p.a).Cross(mj.R.Col(p.b))
			pb.setGradient(j.N, k, j.slot[0], vec{}, t)
			pb.setGradient(j.N, k, j.slot[1], vec{}, t.Neg())
		}
	}
}
