package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/shape"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// gapPair is a pair of shapes that the force of a contact keeps apart.
type gapPair struct {
	contact *Contact
	pair    *ContactPair // nil: solids
	solids  *SolidPair
	force   int // index in System.Forces
}

// gapPairs are those of all contacts in force.
type gapPairs struct {
	made    bool
	all     []gapPair
	finder  shape.ContactFinder
	nearest shape.NearestFinder
	touch   []shape.Touch
}

// Gap is the least gap between the shapes of a pair at a point.
type Gap struct {
	Value float64 // negative in penetration
	Rate  float64 // of Value
	V     vec     // velocity of the middle of the points of the one shape past the other, along axes of marker J
	Speed float64 // bound of the speed of the points of the one shape past the other
	Turn  float64 // relative angular speed
}

// GapPairCount returns the number of pairs of shapes that forces of contacts keep apart.
func (s *State) GapPairCount() int {
	x := &s.gaps
	if x.made {
		return len(x.all)
	}
	x.made = true
	for i := range s.plan.law {
		l, ok := s.plan.law[i].law.(*contactLaw)
		if !ok {
			continue
		}
		force := -1
		for k := range s.sys.Forces {
			if s.sys.Forces[k].Comp[0] == (Output{LawIdx(i), 0}) {
				force = k
			}
		}
		for k := range l.Pairs {
			x.all = append(x.all, gapPair{contact: l.Contact, pair: &l.Pairs[k], force: force})
		}
		for k := range l.Solids {
			x.all = append(x.all, gapPair{contact: l.Contact, solids: &l.Solids[k], force: force})
		}
	}
	return len(x.all)
}

// ForceIndexOfGap returns the force, an index in System.Forces, of pair k.
func (s *State) ForceIndexOfGap(k int) int { return s.gaps.all[k].force }

// GapAt returns the gap of pair k at p. mayClose: it is less than 2 Speed h, so that it may close within the time h; else Value and Rate are not known.
func (s *State) GapAt(k int, p *integrate.Point, duration float64) (g Gap, mayClose bool) {
	x := &s.gaps.all[k]
	r := s.relativeMotionAt(p, x.contact.I, x.contact.J)
	if x.solids != nil {
		return s.gaps.gapOfSolids(x.solids, &r, duration)
	}
	m := x.pair.poseShapes(&r)
	root := &x.pair.Points.BoundTree()[0]
	c := m.of.P.Add(m.of.R.Mul(root.C))
	g.Turn = r.w.Norm()
	g.V = r.v.Add(r.w.Cross(c.Sub(r.d)))
	g.Speed = g.V.Norm() + g.Turn*root.R
	g.Value = 2 * g.Speed * duration
	if math.IsInf(duration, 1) {
		g.Value = duration
	}
	w := m.beginPointSearch()
	for n, ok := m.nextPointWithin(&w, g.Value); ok; n, ok = m.nextPointWithin(&w, g.Value) {
		if t := m.evalContactPoint(n, &r); t.gap < g.Value {
			g.Value, g.Rate, mayClose = t.gap, t.rate, true
		}
	}
	return g, mayClose
}

// relativeMotionAt returns the motion of marker i from marker j at p. Nothing is evaluated.
func (s *State) relativeMotionAt(p *integrate.Point, i, j MarkerIdx) (r relMotion) {
	a, wa := s.markerMotionAt(p, i)
	b, wb := s.markerMotionAt(p, j)
	d := a.P.Sub(b.P)
	r.d = b.R.MulTransposed(d)
	t := b.R.T()
	r.r = t.MulMat(&a.R)
	r.v = b.R.MulTransposed(a.V.Sub(b.V).Sub(wb.Cross(d)))
	r.w = b.R.MulTransposed(wa.Sub(wb))
	return r
}

// markerMotionAt returns the pose and motion of a marker at p, and the angular velocity of its body.
func (s *State) markerMotionAt(p *integrate.Point, i MarkerIdx) (m markerState, w vec) {
	mk := &s.sys.Markers[i]
	if mk.Body == Ground {
		return s.kin.marker[i], vec{}
	}
	b := &s.sys.Bodies[mk.Body]
	q, v := p.Q[b.q:], p.V[b.v:]
	r := b.Rot0
	if b.Kind == Rigid {
		r, w = spatial.LoadQuat(q[3:7]).Mat(), spatial.LoadVec(v[3:6])
	}
	m.Arm = r.Mul(mk.Pos)
	m.P = spatial.LoadVec(q).Add(m.Arm)
	m.R = r.MulMat(&mk.Rot)
	m.V = spatial.LoadVec(v).Add(w.Cross(m.Arm))
	return m, w
}
