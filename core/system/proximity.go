package system

import "math"

// PROXIMITY(id, comp) is how near the shapes of two bodies are: comp 1 is 1 where
// they overlap and 0 elsewhere, 2 the smallest distance, negative in an overlap, 3 to
// 5 the nearest point of the first side along global axes, 6 to 8 that of the second.
func init() {
	enter(row{name: "PROXIMITY", min: 2, max: 2, stage: Values, bind: component("PROXIMITY", "Sensor_Proximity")})
}

// Proximity is the distance of shapes, which are those of a Contact. Its law has
// the inputs of a contact and, for the points along global axes, the pose of J.
type Proximity struct {
	Element string
	ID      int
	I, J    MarkerIdx
	Pairs   []ContactPair
}

const nProximity = 8

// AddProximity appends the law of a proximity and enters its values.
func (sys *System) AddProximity(p *Proximity) {
	v := NewValue(nProximity)
	v.Law = sys.AddLaw(LawSpec{Owner: p.Element + " " + itoa(p.ID), New: func(s *State) (Law, error) {
		j := s.sys.Markers[p.J].ID
		l := &proximityLaw{Proximity: p, inputs: relativeCalls(s.sys.Markers[p.I].ID, j)}
		l.inputs = append(l.inputs, relativeCalls(j, 0)[:nPose]...)
		return l, nil
	}})
	sys.SetValue("PROXIMITY", p.ID, v)
}

// nPose is how many of the inputs of a relative motion are its pose.
const nPose = 12

type proximityLaw struct {
	*Proximity
	inputs []Call
}

func (l *proximityLaw) Outputs() int   { return nProximity }
func (l *proximityLaw) Inputs() []Call { return l.inputs }

// nearest returns the point with the smallest gap and its pair.
func (l *proximityLaw) nearest(r *relMotion) (at meeting, best contactPoint) {
	best.gap = math.Inf(1)
	for k := range l.Pairs {
		m := l.Pairs[k].meet(r)
		w := m.walk()
		for n, ok := m.next(&w, best.gap); ok; n, ok = m.next(&w, best.gap) {
			if t := m.point(n, r); t.gap < best.gap {
				at, best = m, t
			}
		}
	}
	return at, best
}

// surfaces returns the points on I's and on J's surface, along J's axes: c - r n of
// the points' side and c - (r + gap) n of the solid's.
func (m *meeting) surfaces(t *contactPoint) (onI, onJ vec) {
	onI, onJ = t.c.AddScaled(-t.r, t.n), t.c.AddScaled(-t.r-t.gap, t.n)
	if m.pair.Swapped {
		onI, onJ = onJ, onI
	}
	return onI, onJ
}

func (l *proximityLaw) Eval(out, in []float64, _ *State) error {
	r, j := loadRelative(in), loadPose(in[nRelative:])
	m, t := l.nearest(&r)
	out[0], out[1] = 0, t.gap
	if t.gap < 0 {
		out[0] = 1
	}
	onI, onJ := m.surfaces(&t)
	j.d.Add(j.r.Mul(onI)).Store(out[2:])
	j.d.Add(j.r.Mul(onJ)).Store(out[5:])
	return nil
}

// loadPose reads the pose of a relMotion.
func loadPose(in []float64) relMotion {
	return relMotion{d: loadVec(in), r: mat{A: loadVec(in[3:]), B: loadVec(in[6:]), C: loadVec(in[9:])}}
}

// Partials: the pair and the point stay the nearest. With x the place of a
// point along J's axes, δ(P + R x) = δP + δR x + R δx; of δx see contactLaw.along.
func (l *proximityLaw) Partials(dst, dt, in, _ []float64, _ bool, _ *State) error {
	clear(dst)
	clear(dt)
	r, j := loadRelative(in), loadPose(in[nRelative:])
	m, t := l.nearest(&r)
	onI, onJ := m.surfaces(&t)
	for c := range nPose {
		x := change(c)
		dc, ds, dr := m.moved(&x, &t)
		gap := m.gapAlong(&t, dc.Sub(ds), &dr)
		dn := m.normalAlong(&t, dc.Sub(ds), &dr)
		dst[len(in)+c] = gap
		dI := dc.AddScaled(-t.r, dn)
		dJ := dc.AddScaled(-t.r-t.gap, dn).AddScaled(-gap, t.n)
		if m.pair.Swapped {
			dI, dJ = dJ, dI
		}
		l.enter(dst, len(in), c, j.r.Mul(dI), j.r.Mul(dJ))
		l.enter(dst, len(in), nRelative+c, x.d.Add(x.r.Mul(onI)), x.d.Add(x.r.Mul(onJ)))
	}
	return nil
}

// enter stores the changes of both points in a column.
func (l *proximityLaw) enter(dst []float64, width, c int, onI, onJ vec) {
	for k := range 3 {
		dst[(2+k)*width+c], dst[(5+k)*width+c] = onI.At(k), onJ.At(k)
	}
}
