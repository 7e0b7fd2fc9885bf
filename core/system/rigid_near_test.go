package system

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/shape"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// ballGrid is n³ balls of radius 0.05 m at a distance of 0.15 m, which spin.
func ballGrid(t *testing.T, n int) *State {
	m := newModel(1)
	ball := shape.Ball{R: 0.05}
	c := RigidContact{Element: "Force_Contact", ID: 1, Methods: [][]PairMethod{{Surfaces}}, I: Global, J: NoMarker}
	for range n * n * n {
		c.Shapes = append(c.Shapes, RigidShape{Body: m.body(Rigid), Pose: shape.Identity, Points: shape.NewFixedPointSet(shape.ContactPoint{R: ball.R}), Solid: ball, Side: SideI | SideJ})
	}
	m.AddRigidContact(c)
	s := m.state(t)
	p := m.anywhere(s)
	s.computePosesAndMotions(p)
	for i := 1; i < len(s.kin.body); i++ {
		k := i - 1
		s.kin.body[i].C = vec{X: 0.15 * float64(k%n), Y: 0.15 * float64(k/n%n), Z: 0.15 * float64(k/n/n)}
		s.kin.body[i].V, s.kin.body[i].W = vec{}, vec{X: 300}
	}
	s.sys.Gravity, s.sys.Length = vec{}, 0.15*float64(n)
	return s
}

// TestNearness: balls that spin come no nearer, however large the model is, and one that is fast reaches its
// neighbours, which count as fast as it; others do not.
func TestNearness(t *testing.T) {
	const h = 0.005
	for _, n := range []int{4, 8} {
		s := ballGrid(t, n)
		count := func() int {
			s.rigid.poseShapes()
			m := s.rigid.computeClosingDistances(h)
			return len(s.rigid.appendContactPointsWithin(nil, &m))
		}
		if k := count(); k != 0 {
			t.Errorf("%d balls spin: %d points", n*n*n, k)
		}
		s.kin.body[1].V = vec{X: 6} // twice 3 cm a step: more than the 5 cm between balls
		// Its three neighbours have three more each; boxes meet diagonally, too.
		if k := count(); k < 12 || k > 24 {
			t.Errorf("%d balls, one is fast: %d points", n*n*n, k)
		}
		if m := s.rigid.computeClosingDistances(h); math.Abs(m.distanceFor(1, 2)-(nearPart*s.sys.lengthScale()+2*h*6)) > 1e-12 {
			t.Errorf("nearness %g", m.distanceFor(1, 2))
		}
	}
}

// TestBroadIsCheap: how many boxes are looked at grows as n log n, for a wall whose bricks lie in
// one plane and for a big plate among stones: four times as many shapes cost less than six times
// as much.
func TestBroadIsCheap(t *testing.T) {
	ball := RigidShape{Points: shape.NewFixedPointSet(shape.ContactPoint{R: 0.55}), Solid: shape.Ball{R: 0.55}, Side: SideI | SideJ}
	plate := RigidShape{Points: shape.NewBoxCorners(vec{X: 1000, Y: 1000, Z: 0.1}), Solid: shape.Block{H: vec{X: 1000, Y: 1000, Z: 0.1}}, Side: SideI | SideJ}
	look := func(n int) int {
		shapes := []RigidShape{plate}
		pose := []shape.Pose{{R: spatial.Identity, P: vec{Z: -0.7}}}
		for i := range n {
			for j := range n {
				x := ball
				x.Body = BodyIdx(1 + i*n + j)
				shapes = append(shapes, x)
				pose = append(pose, shape.Pose{P: vec{X: float64(i), Y: float64(j)}, R: spatial.Identity})
			}
		}
		var b broadPhase
		b.init(shapes)
		b.candidatePairs(shapes, pose, &searchDistance{})
		return b.examined + len(b.pair)
	}
	small, large := look(16), look(32)
	if large > 6*small {
		t.Errorf("%d boxes for 256 stones, %d for 1024", small, large)
	}
}
