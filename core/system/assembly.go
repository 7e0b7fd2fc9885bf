package system

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// AssemblyReport reports what the last call of Assemble did: which joints did not fit at the pose that the
// deck gives, and how far the bodies were moved to make them fit.
type AssemblyReport struct {
	Gaps  []JointMisfit      // of joints whose errors exceeded the tolerance, in the order of the deck
	Moves []BodyDisplacement // of bodies that moved, in the order of the deck
}

// JointMisfit is the error of a joint before assembly.
type JointMisfit struct {
	Joint    string  // "Constraint_Joint 2 (REVOLUTE)"
	Owner    string  // "Constraint_Joint 2"
	Distance float64 // of the rows that align positions, in the deck's length unit
	Angle    float64 // of the rows that align axes, in rad
	Bodies   []string
}

// BodyDisplacement is how far assembly moved a body.
type BodyDisplacement struct {
	Body     string
	Distance float64 // of the mass centre, in the deck's length unit
	Angle    float64 // of the rotation that takes the old orientation to the new one, in rad
}

// LargestMoves returns the largest distance and the largest angle among the moves, with the bodies. The
// names are empty if nothing moved.
func (a *AssemblyReport) LargestMoves() (distance, angle BodyDisplacement) {
	for _, m := range a.Moves {
		if m.Distance > distance.Distance {
			distance = m
		}
		if m.Angle > angle.Angle {
			angle = m
		}
	}
	return distance, angle
}

// What a joint may be off by at the pose of the deck before assembly warns of it: a fraction of the
// model's size, but at least a multiple of the tolerance of rows, and an angle in rad.
const (
	gapOfSize  = 1e-3
	gapsOfTol  = 10
	gapOfAngle = math.Pi / 180
)

// LargeJointMisfits returns the gaps that are too large to be rounding in the deck: above 1e-3 of length, the
// size of the model, and above ten times tol, the tolerance of constraint rows; angles above 1 degree.
func (a *AssemblyReport) LargeJointMisfits(length, tol float64) []JointMisfit {
	var all []JointMisfit
	for _, g := range a.Gaps {
		if g.Distance > math.Max(gapOfSize*length, gapsOfTol*tol) || g.Angle > math.Max(gapOfAngle, gapsOfTol*tol) {
			all = append(all, g)
		}
	}
	return all
}

func (g JointMisfit) String() string {
	text := g.Joint + ": "
	switch {
	case g.Angle == 0:
		text += fmt.Sprintf("gap %.4g", g.Distance)
	case g.Distance == 0:
		text += fmt.Sprintf("axes off by %.3g deg", g.Angle*180/math.Pi)
	default:
		text += fmt.Sprintf("gap %.4g, axes off by %.3g deg", g.Distance, g.Angle*180/math.Pi)
	}
	return text
}

func (d BodyDisplacement) String() string {
	return fmt.Sprintf("%s by %.4g and %.3g deg", d.Body, d.Distance, d.Angle*180/math.Pi)
}

// AssemblyReport returns the report of the last Assemble; it is empty before and for a model without constraints.
func (s *State) AssemblyReport() *AssemblyReport { return &s.assembly }

// ModelSize returns the size of the model, in the deck's length unit.
func (s *State) ModelSize() float64 { return s.sys.Length }

// recordJointGaps records the errors of joints at the pose that the rows were evaluated at last.
func (a *AssemblyReport) recordJointGaps(s *State, tol float64) {
	a.Gaps = nil
	for i, set := range s.sys.Rows {
		j, ok := set.(*Joint)
		if !ok || !isEnforcedAfterAssembly(set) || j.Law != nil { // an inequality may be open
			continue
		}
		g := JointMisfit{Joint: j.elementName(), Owner: fmt.Sprintf("%s %d", j.Element, j.ID)}
		sum := 0.0
		for k, p := range j.kind.rows {
			if e := math.Abs(s.rows.set[i].g[k]); p.hasLengthError() {
				sum += e * e
			} else {
				g.Angle = math.Max(g.Angle, math.Asin(math.Min(e, 1)))
			}
		}
		g.Distance = math.Sqrt(sum)
		if g.Angle <= tol {
			g.Angle = 0
		}
		if g.Distance <= tol {
			g.Distance = 0
		}
		if g.Distance == 0 && g.Angle == 0 {
			continue
		}
		for _, b := range j.Bodies {
			g.Bodies = append(g.Bodies, s.sys.Bodies[b].String())
		}
		a.Gaps = append(a.Gaps, g)
	}
}

// recordMoves records how far the bodies moved from the raw positions q to those of p.
func (a *AssemblyReport) recordMoves(sys *System, q []float64, p *integrate.Point) {
	a.Moves = nil
	for i := range sys.Bodies {
		b := &sys.Bodies[i]
		if !b.isOfDeck() {
			continue
		}
		d := BodyDisplacement{Body: b.String(), Distance: spatial.LoadVec(p.Q[b.q:]).Sub(spatial.LoadVec(q[b.q:])).Norm()}
		if b.Kind == Rigid {
			d.Angle = angleBetween(spatial.LoadQuat(q[b.q+3:]), spatial.LoadQuat(p.Q[b.q+3:]))
		}
		if d.Distance > 0 || d.Angle > 0 {
			a.Moves = append(a.Moves, d)
		}
	}
}

// angleBetween returns the angle, 0 to π, of the rotation from orientation a to b, unit quaternions.
func angleBetween(a, b spatial.Quat) float64 {
	// conj(a)·b = (cos φ/2, n sin φ/2)
	a.X, a.Y, a.Z = -a.X, -a.Y, -a.Z
	d := a.Mul(b)
	return 2 * math.Atan2(math.Sqrt(d.X*d.X+d.Y*d.Y+d.Z*d.Z), math.Abs(d.W))
}

// exactTol is the part of the largest speed by which one that is to be kept may have
// changed; exactWeight leaves some 1e-8 of it.
const exactTol = 1e-5

// warnChangedSpeeds warns of velocities that the deck wants kept exactly and that are not: the
// constraints contradict them, or they each other. All of them are in one message,
// since none is to blame alone. want are those of initialSpeedsIfAnyExact before the constraints.
func (s *State) warnChangedSpeeds(want, got []float64) {
	if want == nil {
		return
	}
	v, w := s.sys.largestSpeeds(want)
	l := max(s.sys.Length, 1e-3)
	tolV, tolW := exactTol*(v+l*w), exactTol*(v/l+w)
	var all []string
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		switch {
		case b.Kind == Parameter:
			if b.ExactV[0] && !b.Idle && math.Abs(want[b.v]-got[b.v]) > exactTol*math.Abs(want[b.v]) {
				all = append(all, fmt.Sprintf("%s the speed of the contact (%.6g, not %.6g)", b.Name, got[b.v], want[b.v]))
			}
			continue
		case b.Kind == Modal:
			continue
		case b.Kind == Rigid:
			all = append(all, listChangedSpeeds(b, "w_ic", &b.ExactAxesW, b.ExactW, want[b.v+3:], got[b.v+3:], tolW)...)
		}
		all = append(all, listChangedSpeeds(b, "v_ic", &b.ExactAxesV, b.ExactV, want[b.v:], got[b.v:], tolV)...)
	}
	if len(all) > 0 {
		slices.Sort(all)
		s.Warn("exact initial velocities contradict constraints or each other: %s", strings.Join(all, ", "))
	}
}

// largestSpeeds returns the largest components of velocities and angular velocities.
func (sys *System) largestSpeeds(p []float64) (v, w float64) {
	for i := 1; i < len(sys.Bodies); i++ {
		b := &sys.Bodies[i]
		if b.Kind == Parameter || b.Kind == Modal {
			continue
		}
		for k := range b.speedCount() {
			if x := math.Abs(p[b.v+k]); k < 3 {
				v = max(v, x)
			} else {
				w = max(w, x)
			}
		}
	}
	return v, w
}

// listChangedSpeeds lists the marked components along axes that differ by more than tol.
func listChangedSpeeds(b *Body, name string, axes *mat, marked [3]bool, want, got []float64, tol float64) (all []string) {
	kind := "Body_Rigid"
	switch {
	case b.Kind == PointMass:
		kind = "Body_Point"
	case b.Role == FlexFrame:
		kind = "Body_Flexible"
	}
	for k, m := range marked {
		if !m {
			continue
		}
		a := axes.Col(k)
		x, y := 0.0, 0.0
		for n := range 3 {
			x, y = x+a.At(n)*want[n], y+a.At(n)*got[n]
		}
		if math.Abs(x-y) > tol {
			all = append(all, fmt.Sprintf("%s %d %s_%c (%.6g, not %.6g)", kind, b.ID, name, "xyz"[k], y, x))
		}
	}
	return all
}

// initialSpeedsIfAnyExact returns the speeds at p if some are to be kept, else nil.
func (s *State) initialSpeedsIfAnyExact(p *integrate.Point) []float64 {
	marked := func(b Body) bool { return b.ExactV != [3]bool{} || b.ExactW != [3]bool{} }
	if s.continued || !slices.ContainsFunc(s.sys.Bodies, marked) {
		return nil
	}
	return slices.Clone(p.V)
}
