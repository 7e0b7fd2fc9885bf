package system

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/shape"
	"github.com/trammel-mbd/trammel/core/solve/vi"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// pieces are shapes of all kinds that meet, of about the size 1; the last is a plane.
func pieces(r *rand.Rand) []RigidShape {
	size := func() float64 { return 0.2 + r.Float64() }
	ball, box, rod := size(), vec{X: size(), Y: size(), Z: size()}, shape.Rod{R: size(), H: size()}
	return []RigidShape{
		{Points: shape.NewFixedPointSet(shape.ContactPoint{R: ball}), Solid: shape.Ball{R: ball}},
		{Points: shape.NewBoxCorners(box), Solid: shape.Block{H: box}},
		{Points: shape.NewFrustumRimPoints(rod.R, rod.R, rod.H), Solid: rod},
		{Points: shape.NewFixedPointSet(shape.ContactPoint{C: vec{X: 0.3}}, shape.ContactPoint{C: vec{Y: -0.2}, R: 0.1})},
		{Points: shape.NewEllipsoidDeepestPoint(box), Solid: shape.Ellipsoid{H: box}},
		{Points: shape.NewFixedPointSet(shape.ContactPoint{}, shape.ContactPoint{C: vec{X: 2}}, shape.ContactPoint{C: vec{Y: 2}}, shape.ContactPoint{C: vec{Z: 2}}), Solid: tetrahedron},
		{Solid: shape.HalfSpace{}},
	}
}

// waysOf are the ways of pieces to meet.
func waysOf(all []RigidShape) [][]PairMethod {
	ways := make([][]PairMethod, len(all))
	for i := range all {
		ways[i] = make([]PairMethod, len(all))
		for j := range all {
			x, y := &all[i], &all[j]
			w := &ways[i][j]
			if x.Solid != nil && y.Solid != nil && shape.CanFindTouches(x.Solid, y.Solid) {
				*w = Surfaces
				continue
			}
			if x.Points != nil && y.Solid != nil && (x.Points.ArePointsFixed() || y.Points == nil) {
				*w |= PointsBefore
			}
			if y.Points != nil && x.Solid != nil && (y.Points.ArePointsFixed() || x.Points == nil) {
				*w |= SolidBehind
			}
		}
	}
	return ways
}

// heap returns bodies with up to three shapes each, and a plane on ground and one on the first body;
// sides reports whether they are of two sides. They fill a box such that each meets a few.
func heap(t *testing.T, seed uint64, n int, sides bool) (*model, *State, *integrate.Point) {
	t.Helper()
	m := newModel(seed)
	kinds := pieces(m.r)
	c := RigidContact{Element: "Force_Contact", ID: 1, Methods: waysOf(kinds), I: Global, J: NoMarker, Law: RigidLaw{Mu: 0.5, Rolling: 0.1, Spinning: 0.2}}
	add := func(b BodyIdx, kind int) {
		x := kinds[kind]
		x.Body, x.Class, x.Side = b, kind, SideI|SideJ
		if sides {
			x.Side = SideI << m.r.IntN(2)
		}
		x.Pose = shape.Pose{P: randomVec(m.r).Scale(0.2), R: randomRot(m.r)}
		c.Shapes = append(c.Shapes, x)
	}
	for k := range n {
		b := m.body(Rigid)
		for range 1 + m.r.IntN(3) {
			add(b, m.r.IntN(len(kinds)-1))
		}
		if k == 0 {
			add(b, len(kinds)-1)
		}
	}
	add(Ground, len(kinds)-1)
	m.AddRigidContact(c)
	s := m.state(t)
	p := m.anywhere(s)
	for i := 1; i < len(m.Bodies); i++ {
		b := &m.Bodies[i]
		spread := vec{X: m.r.Float64(), Y: m.r.Float64(), Z: m.r.Float64()}
		spread.Scale(1.5 * math.Cbrt(float64(n))).Store(p.Q[b.q:])
	}
	s.computePosesAndMotions(p)
	return m, s, p
}

// all is poseShapesAndAppendContactPoints by brute force.
func all(s *State, margin float64) (dst []rigidPoint) {
	for k := range s.sys.Rigid {
		c, st := &s.sys.Rigid[k], &s.rigid.contact[k]
		for i := range c.Shapes {
			body := &s.kin.body[c.Shapes[i].Body]
			of := shape.Pose{P: body.C, R: body.R}
			st.pose[i] = of.Compose(&c.Shapes[i].Pose)
		}
		for i := range c.Shapes {
			for j := range i {
				if mayTouch(&c.Shapes[i], &c.Shapes[j]) {
					dst = s.rigid.appendPairPoints(dst, k, j, i, margin)
				}
			}
		}
	}
	return dst
}

// TestRigidPointsAreAll: the points found by way of boxes are those of all pairs of shapes, on random
// worlds and margins.
func TestRigidPointsAreAll(t *testing.T) {
	found := 0
	for seed := range uint64(60) {
		n := 2 + int(seed)
		_, s, _ := heap(t, seed, n, seed%2 == 1)
		margin := []float64{0.01, 0.1, 0.5}[seed%3]
		got, want := s.rigid.poseShapesAndAppendContactPoints(nil, margin), all(s, margin)
		found += len(got)
		less := func(a, b rigidPoint) int {
			if a.key != b.key {
				return map[bool]int{true: -1, false: 1}[a.key < b.key]
			}
			return 0
		}
		slices.SortFunc(got, less)
		slices.SortFunc(want, less)
		if len(got) != len(want) {
			t.Fatalf("seed %d: %d points, want %d", seed, len(got), len(want))
		}
		for k := range got {
			if got[k] != want[k] {
				t.Fatalf("seed %d: %+v, want %+v", seed, got[k], want[k])
			}
			if k > 0 && got[k].key == got[k-1].key {
				t.Fatalf("seed %d: key %x is there twice", seed, got[k].key)
			}
			if !(got[k].gap < margin) {
				t.Fatalf("seed %d: gap %g", seed, got[k].gap)
			}
		}
	}
	if found < 10000 {
		t.Errorf("%d points only", found)
	}
}

// TestConeRows: the rows times the speeds are the rates of what they stand for, by differences of
// the poses: the gap, the way of a's place past b's along the tangents, the turn of a past b.
// Points whose normal turns with the solid are among them. Forces are the transpose. Of two boxes, rods and the like the
// nearest point alone has the rate of its gap: others are where edges cross the sides of the
// other face, and are elsewhere on both boxes a little later.
func TestConeRows(t *testing.T) {
	looked := map[string]int{}
	for seed := range uint64(40) {
		m, s, p := heap(t, seed, 6, false)
		pts := s.rigid.poseShapesAndAppendContactPoints(nil, 0.3)
		const h = 1e-5
		after := make([]integrate.Point, 2)
		near := [2]map[uint64]float64{{}, {}}
		least, count := map[uint64]float64{}, map[uint64]int{}
		for _, x := range pts {
			count[x.key>>26]++
			if g, ok := least[x.key>>26]; !ok || x.gap < g {
				least[x.key>>26] = x.gap
			}
		}
		for k, dt := range [2]float64{-h, h} {
			after[k] = *moving(s, p, dt)
			s.computePosesAndMotions(&after[k])
			for _, x := range s.rigid.poseShapesAndAppendContactPoints(nil, 0.5) {
				near[k][x.key] = x.gap
			}
		}
		for k := range pts {
			if pair := pts[k].key >> 26; surfaces(s, &pts[k]) && (pts[k].gap > least[pair] || count[pair] > 1 && meshed(s, &pts[k])) {
				continue
			}
			checkRows(t, m, s, p, &pts[k], near, after, h, looked)
		}
	}
	if looked["gap"] < 300 || looked["point"] < 300 {
		t.Errorf("looked at %v only", looked)
	}
}

// meshed reports whether a point is of a mesh: of several places the nearest may be one where edges cross.
func meshed(s *State, pt *rigidPoint) bool {
	c := &s.sys.Rigid[pt.contact]
	_, a := c.Shapes[pt.key>>45].Solid.(*shape.Mesh)
	_, b := c.Shapes[pt.key>>26&(1<<19-1)].Solid.(*shape.Mesh)
	return a || b
}

// surfaces reports whether a point is of two boxes, rods, cones, ellipsoids or meshes.
func surfaces(s *State, pt *rigidPoint) bool {
	c := &s.sys.Rigid[pt.contact]
	bulges := func(k uint64) bool {
		switch c.Shapes[k].Solid.(type) {
		case shape.Block, shape.Rod, shape.Cone, shape.Ellipsoid, *shape.Mesh:
			return true
		}
		return false
	}
	return bulges(pt.key>>45) && bulges(pt.key>>26&(1<<19-1))
}

func checkRows(t *testing.T, m *model, s *State, p *integrate.Point, pt *rigidPoint, near [2]map[uint64]float64, after []integrate.Point, h float64, looked map[string]int) {
	t.Helper()
	s.computePosesAndMotions(p)
	var blocks []int
	sizes := []int{6, 6}
	for k, b := range [2]BodyIdx{pt.a, pt.b} {
		if b != Ground {
			blocks = append(blocks, k)
		}
	}
	r := vi.NewRows(sizes)
	row := r.AddCone(s.sys.contactCone(pt, 1), blocks...)
	s.rigid.fillContactConeRows(r, row, pt)
	var rate, load [6]float64
	for i := range load {
		load[i] = m.r.NormFloat64()
	}
	push := [2][]float64{make([]float64, 6), make([]float64, 6)}
	for i := range rate {
		for k := range blocks {
			b := m.Bodies[[2]BodyIdx{pt.a, pt.b}[blocks[k]]]
			for c, x := range r.JacobianBlock(row+i, k) {
				rate[i] += x * p.V[b.v+c]
				push[blocks[k]][c] += x * load[i]
			}
		}
	}
	// Forces: what the multipliers do to a and b.
	w := s.sys.coneWrench(pt, load[:])
	for k, b := range [2]BodyIdx{pt.a, pt.b} {
		if b == Ground {
			continue
		}
		f, tq := w.F, pt.p.Sub(s.kin.body[b].C).Cross(w.F).Add(w.T)
		if k == 1 {
			f, tq = f.Neg(), tq.Neg()
		}
		if d := spatial.LoadVec(push[k]).Sub(f).Norm() + spatial.LoadVec(push[k][3:]).Sub(tq).Norm(); d > 1e-12*(1+f.Norm()+tq.Norm()) {
			t.Fatalf("the push on body %d is wrong by %g", b, d)
		}
	}
	// Differences of poses: places fixed to both bodies at p.
	local := [2]vec{}
	for k, b := range [2]BodyIdx{pt.a, pt.b} {
		st := &s.kin.body[b]
		local[k] = st.R.MulTransposed(pt.p.Sub(st.C))
	}
	var past [2]vec
	var turn [2]mat
	for k := range after {
		s.computePosesAndMotions(&after[k])
		a, b := &s.kin.body[pt.a], &s.kin.body[pt.b]
		past[k] = a.C.Add(a.R.Mul(local[0])).Sub(b.C.Add(b.R.Mul(local[1])))
		bt := b.R.T()
		turn[k] = a.R.MulMat(&bt)
	}
	u := past[1].Sub(past[0]).Scale(1 / (2 * h))
	want := [3]float64{u.Dot(pt.n), u.Dot(pt.t1), u.Dot(pt.t2)}
	tol := 1e-7 * (1 + u.Norm())
	for i, v := range want {
		if math.Abs(rate[i]-v) > tol {
			t.Fatalf("row %d: rate %.10g, by differences %.10g", i, rate[i], v)
		}
	}
	looked["point"]++
	s.computePosesAndMotions(p)
	dw := s.kin.body[pt.a].W.Sub(s.kin.body[pt.b].W)
	for i, d := range [3]vec{pt.t1, pt.t2, pt.n} {
		if math.Abs(rate[3+i]-dw.Dot(d)) > 1e-12*(1+dw.Norm()) {
			t.Fatalf("rolling row %d: %g, want %g", i, rate[3+i], dw.Dot(d))
		}
	}
	// The gap itself, where the same features meet before and behind. Kinks of the distance
	// (another face is the nearest) give another rate on one side.
	before, ok1 := near[0][pt.key]
	behind, ok2 := near[1][pt.key]
	if !ok1 || !ok2 || math.Abs(before+behind-2*pt.gap) > 1e4*h*h*(1+u.Norm()*u.Norm()) {
		return
	}
	if g := (behind - before) / (2 * h); math.Abs(g-rate[0]) > 1e-4*(1+u.Norm()) {
		t.Fatalf("gap changes by %.8g, row says %.8g (%+v)", g, rate[0], pt)
	}
	looked["gap"]++
}

// TestTangents: the tangents are a right-handed frame and move with the normal continuously but at one cone
// about x: where normals shake about the axes and usual slopes they do not turn.
func TestTangents(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	at := []vec{{X: 1}, {Y: 1}, {Z: 1}, {X: -1}, {Y: -1}, {Z: -1}, {X: 1, Z: 1}, {Y: 1, Z: 1}, {X: 1, Y: 1, Z: 1}, {X: 3, Z: 4}, {X: 4, Z: 3}}
	for _, deg := range []float64{10, 15, 20, 30, 45, 60} {
		s, c := math.Sincos(deg * math.Pi / 180)
		at = append(at, vec{X: s, Z: c}, vec{X: -c, Y: s})
	}
	for _, n := range at {
		n = n.Unit()
		first := rigidPoint{n: n}.withTangents()
		if d := first.t1.Cross(first.t2).Sub(n).Norm(); d > 1e-14 {
			t.Errorf("normal %v: not right-handed by %g", n, d)
		}
		for range 100 {
			m := n.AddScaled(1e-6, randomVec(r)).Unit()
			x := rigidPoint{n: m}.withTangents()
			if d := x.t1.Sub(first.t1).Norm() + x.t2.Sub(first.t2).Norm(); d > 1e-4 {
				t.Errorf("normal %v: the tangents jump by %g", n, d)
			}
		}
	}
}

// TestRigidSteady: nothing is allocated when points are listed again, and small motion keeps their keys.
func TestRigidSteady(t *testing.T) {
	_, s, p := heap(t, 7, 40, false)
	pts := s.rigid.poseShapesAndAppendContactPoints(nil, 0.1)
	if n := testing.AllocsPerRun(10, func() { pts = s.rigid.poseShapesAndAppendContactPoints(pts[:0], 0.1) }); n > 0 {
		t.Errorf("%g allocations", n)
	}
	keys := map[uint64]bool{}
	for _, x := range pts {
		keys[x.key] = true
	}
	s.computePosesAndMotions(moving(s, p, 1e-9))
	same := 0
	for _, x := range s.rigid.poseShapesAndAppendContactPoints(nil, 0.1) {
		if keys[x.key] {
			same++
		}
	}
	if same < len(pts)*99/100 || len(pts) < 100 {
		t.Errorf("%d of %d keys are the same", same, len(pts))
	}
}

// TestRigidLoad: what CONTACT reports is the sum over the points of force and moment about I, which is on ground.
func TestRigidLoad(t *testing.T) {
	on := 0
	for seed := range uint64(10) {
		_, s, _ := heap(t, seed, 12, false)
		w := &s.wrench[s.sys.Rigid[0].force]
		s.rigid.clearRigidLoads()
		var sum wrench
		bear, deep := 0, 0.0
		pts := s.rigid.poseShapesAndAppendContactPoints(nil, 0.1)
		for k := range pts {
			pt := &pts[k]
			l := []float64{float64(k%3 - 1), 2, 3, 4, 5, 6}
			s.rigid.addRigidLoad(pt, l, 2)
			x := s.sys.coneWrench(pt, l)
			if sign := map[BodyIdx]float64{pt.a: 2, pt.b: -2}[Ground]; sign != 0 {
				sum.F = sum.F.AddScaled(sign, x.F)
				sum.T = sum.T.AddScaled(sign, x.T.Add(pt.p.Cross(x.F)))
				on++
			}
			if l[0] > 0 {
				bear++
			}
			deep = max(deep, -pt.gap)
		}
		if d := w.F.Sub(sum.F).Norm() + w.T.Sub(sum.T).Norm(); d > 1e-12*(1+sum.F.Norm()+sum.T.Norm()) {
			t.Errorf("seed %d: %v, want %v", seed, *w, sum)
		}
		if x := s.RigidContactTotals(); x.Most != bear || x.Deepest != deep {
			t.Errorf("seed %d: totals %+v, want %d points and %g", seed, x, bear, deep)
		}
	}
	if on < 10 {
		t.Errorf("%d points on ground only", on)
	}
}
