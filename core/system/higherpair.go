package system

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// HigherPair keeps a point, a curve or a surface of marker I in contact with a
// curve or a surface of marker J. The place of the contact along each is an unknown of
// its own, a body of kind Parameter: one coordinate u without mass. With the arms
// ρ from the mass centres to the contact,
//
//	xI - xJ = 0      three rows along global axes, x = c + ρ
//	t · n = 0        a row for each tangent t of I's curve or surface, n normal to J's
//
// A point has no tangents. The normal of a surface is n = x_a × x_b, that of a plane curve
// n = x_u × (normal of its plane). As the parameters have no mass, their equations say
// that the force is normal to curves and surfaces: l·x_u = 0.
//
// A point on a curve loses two freedoms, on a surface one; two curves lose two, of
// which one is across their plane; a curve or a surface on a surface loses one.
type HigherPair struct {
	RowOwner
	side  [2]shapeSide // of I and of J
	lines int          // tangents of I that touch J
}

// shapeSide is what one marker of a pair carries.
type shapeSide struct {
	marker MarkerIdx
	shape  int        // in System.Shapes, -1 for the point itself
	n      int        // parameters
	slot   int32      // of the marker's body
	par    [2]BodyIdx // bodies that are its parameters
	at     [2]int32   // their slots
	start  PairStart
}

// PairStart is what is known of a contact at the start.
type PairStart struct {
	// Near is a point near the contact, in axes of the marker or global ones.
	Near   *vec
	Global bool
	// Speed is the speed of the contact along a curve, towards its end; Moves reports
	// that it is given.
	Speed float64
	Moves bool
}

// parameterStart is the start of a parameter, and its scale: way per parameter.
type parameterStart struct{ q, v, scale float64 }

// pairContact is a pair at the iterate: both sides in global axes.
type pairContact struct {
	side   [2]contactSide
	normal pairNormal
	plane  vec // of touching curves: normal of the plane of J's, in axes of J
}

// contactSide is one side of a pair: arm from the mass centre, tangents x_u, and
// derivatives of higher order by the coordinates, as in shapeJet.
type contactSide struct {
	arm  vec
	w    vec // angular velocity
	t    [2]vec
	tt   [3]vec
	ttt  [4]vec
	rate [2]float64
}

// pairNormal is n of J and its derivatives by J's coordinates.
type pairNormal struct {
	n  vec
	d  [2]vec
	dd [3]vec
}

// NewHigherPairRows returns the rows of a contact between what markers i and j carry, which AddRows adds: shapes are
// indices in Shapes, -1 for the point i.
func (sys *System) NewHigherPairRows(element string, id int, i, j MarkerIdx, shape [2]int, start [2]PairStart) *HigherPair {
	h := &HigherPair{RowOwner: RowOwner{
		Element: element, ID: id, N: 3, I: i, J: j,
		Row: []string{"position x", "position y", "position z"},
	}}
	var all Measure
	for k, m := range [2]MarkerIdx{i, j} {
		p := shapeSide{marker: m, shape: shape[k], slot: all.slotOfBody(sys.Markers[m].Body), start: start[k]}
		if shape[k] >= 0 {
			p.n = sys.Shapes[shape[k]].N
		}
		h.side[k] = p
	}
	for k := range h.side {
		p := &h.side[k]
		for n := range p.n {
			p.par[n] = sys.AddBody(Body{ID: id, Kind: Parameter,
				Name:   fmt.Sprintf("the position along %s of %s %d", &sys.Shapes[p.shape], element, id),
				ExactV: [3]bool{p.start.Moves && p.n == 1},
			})
			p.at[n] = all.slotOfBody(p.par[n])
		}
	}
	h.Bodies = all.body
	if shape[0] >= 0 {
		h.lines = h.side[0].n
		for n := range h.lines {
			h.N++
			h.Row = append(h.Row, fmt.Sprintf("tangent %d", n+1))
		}
	}
	return h
}

// fillContactSide sets c to a side at the iterate.
func (h *HigherPair) fillContactSide(s *State, c *contactSide, k int) error {
	p := &h.side[k]
	m := &s.kin.marker[p.marker]
	*c = contactSide{arm: m.Arm, w: s.kin.bodyStateOfMarker(p.marker).W}
	if p.shape < 0 {
		return nil
	}
	order := 2
	if h.lines > 0 {
		order = 3
	}
	var j shapeJet
	var u, scale [2]float64
	for n := range p.n {
		b := p.par[n]
		scale[n] = 1 / s.slides[b].scale
		u[n] = s.kin.body[b].C.X * scale[n]
		c.rate[n] = s.kin.body[b].V.X
	}
	if err := s.shapes.evalShape(&j, p.shape, u, order); err != nil {
		return err
	}
	c.arm = c.arm.Add(m.R.Mul(j.p))
	for a := range p.n {
		c.t[a] = m.R.Mul(j.d[a]).Scale(scale[a])
		for b := a; b < p.n; b++ {
			c.tt[a+b] = m.R.Mul(j.dd[a+b]).Scale(scale[a] * scale[b])
			for d := b; d < p.n; d++ {
				c.ttt[a+b+d] = m.R.Mul(j.ddd[a+b+d]).Scale(scale[a] * scale[b] * scale[d])
			}
		}
	}
	return nil
}

// computeNormal returns the normal of side J.
func (h *HigherPair) computeNormal(s *State, c *contactSide) (n pairNormal) {
	if h.lines == 0 {
		return n
	}
	if h.side[1].n == 1 {
		z := s.kin.marker[h.J].R.Mul(s.touch[h.set].plane)
		n.n, n.d[0], n.dd[0] = c.t[0].Cross(z), c.tt[0].Cross(z), c.ttt[0].Cross(z)
		return n
	}
	n.n = c.t[0].Cross(c.t[1])
	for a := range 2 {
		n.d[a] = c.tt[a].Cross(c.t[1]).Add(c.t[0].Cross(c.tt[1+a]))
		for b := a; b < 2; b++ {
			n.dd[a+b] = c.ttt[a+b].Cross(c.t[1]).Add(c.t[0].Cross(c.ttt[1+a+b])).
				Add(c.tt[a].Cross(c.tt[1+b])).Add(c.tt[b].Cross(c.tt[1+a]))
		}
	}
	return n
}

// firstDerivativeAlongRates returns Σ d_k u_k' for the partial derivatives d_k by the coordinates u_k.
func (c *contactSide) firstDerivativeAlongRates(partials ...vec) (v vec) {
	for k := range partials {
		v = v.AddScaled(c.rate[k], partials[k])
	}
	return v
}

// secondDerivativeAlongRates returns Σ d_kl u_k' u_l' for d = (aa, ab, bb).
func (c *contactSide) secondDerivativeAlongRates(d *[3]vec) vec {
	a, b := c.rate[0], c.rate[1]
	return d[0].Scale(a*a).AddScaled(2*a*b, d[1]).AddScaled(b*b, d[2])
}

// ratesOfTurningVector returns first and second rate of a vector v of a turning side, whose
// derivatives by the coordinates are d and dd, without accelerations:
//
//	v' = ω×v + Σ v_k u_k',   v” = ω×(ω×v) + 2 ω×Σ v_k u_k' + Σ v_kl u_k' u_l'
func (c *contactSide) ratesOfTurningVector(v vec, d [2]vec, dd *[3]vec) (first, second vec) {
	slip := c.firstDerivativeAlongRates(d[0], d[1])
	turn := c.w.Cross(v)
	return turn.Add(slip), c.w.Cross(turn).AddScaled(2, c.w.Cross(slip)).Add(c.secondDerivativeAlongRates(dd))
}

// fillBlock sets the residuals, bias γ and gradients of the pair: three rows for the vector between the contact points of both sides,
// then those that keep the curves tangent.
func (h *HigherPair) fillBlock(s *State, b *rowBlock) error {
	at := &s.touch[h.set]
	for k := range at.side {
		if err := h.fillContactSide(s, &at.side[k], k); err != nil {
			return err
		}
	}
	at.normal = h.computeNormal(s, &at.side[1])
	var gap, bias vec
	for k, sign := range [2]float64{1, -1} {
		c, p := &at.side[k], &h.side[k]
		_, dd := c.ratesOfTurningVector(c.arm, c.t, &c.tt)
		gap = gap.AddScaled(sign, s.kin.bodyStateOfMarker(p.marker).C.Add(c.arm))
		bias = bias.AddScaled(sign, dd)
		for r := range 3 {
			e := spatial.UnitAxis(r).Scale(sign)
			b.setGradient(r, p.slot, e, c.arm.Cross(e))
			for n := range p.n {
				b.bodyGradient(r, p.at[n])[0] = sign * c.t[n].At(r)
			}
		}
	}
	for r := range 3 {
		b.g[r], b.gt[r], b.bias[r] = gap.At(r), 0, bias.At(r)
	}
	for m := range h.lines {
		h.fillTangentRow(at, b, m)
	}
	return s.checkFinite(h.Element, h.ID, b.bias...)
}

// fillTangentRow sets the row that keeps tangent m of I perpendicular to n.
func (h *HigherPair) fillTangentRow(at *pairContact, b *rowBlock, m int) {
	i, j, n, r := &at.side[0], &at.side[1], &at.normal, 3+m
	t, dt, ddt := i.t[m], [2]vec{i.tt[m], i.tt[m+1]}, [3]vec{i.ttt[m], i.ttt[m+1], i.ttt[m+2]}
	td, tdd := i.ratesOfTurningVector(t, dt, &ddt)
	nd, ndd := j.ratesOfTurningVector(n.n, n.d, &n.dd)
	b.g[r], b.gt[r] = t.Dot(n.n), 0
	b.bias[r] = tdd.Dot(n.n) + 2*td.Dot(nd) + t.Dot(ndd)
	c := t.Cross(n.n)
	b.setGradient(r, h.side[0].slot, vec{}, c)
	b.setGradient(r, h.side[1].slot, vec{}, c.Neg())
	for k := range h.side[0].n {
		b.bodyGradient(r, h.side[0].at[k])[0] = dt[k].Dot(n.n)
	}
	for k := range h.side[1].n {
		b.bodyGradient(r, h.side[1].at[k])[0] = t.Dot(n.d[k])
	}
}

// noSlipRows keeps a curve of I from slipping on the curve or surface of J that it touches.
// The points of the bodies that meet have the same velocity. As the contact
// stays together, x_I = x_J, their difference is what it moves along the two,
//
//	vI - vJ = Σ t_J v' - t_I u',
//
// and it is kept zero along each tangent t of J: a row of velocity level for a curve, two for
// a surface. Its multiplier acts on the coordinates only; so the force of the pair gets
// a part along the tangents, friction that does no work.
type noSlipRows struct {
	RowOwner
	pair *HigherPair
	slot [2][2]int32
}

// NewNoSlipRows returns the rows that keep a pair of curves, or a curve on a surface, from
// slipping; they are behind those of the pair.
func (h *HigherPair) NewNoSlipRows() RowSet {
	r := &noSlipRows{
		RowOwner: RowOwner{Element: h.Element, ID: h.ID, N: h.side[1].n, I: NoMarker, J: NoMarker, Level: integrate.Velocity,
			Row: []string{"no slip", "no slip along the second parameter"}[:h.side[1].n]},
		pair: h,
	}
	var all Measure
	for k := range h.side {
		for n := range h.side[k].n {
			r.slot[k][n] = all.slotOfBody(h.side[k].par[n])
		}
	}
	r.Bodies = all.body
	return r
}

// fillBlock implements RowSet. With the slip w = Σ t_J v' - t_I u' a row is t·w; its rate
// without accelerations is t'·w + t·(Σ t_J' v' - t_I' u').
func (r *noSlipRows) fillBlock(s *State, b *rowBlock) error {
	at := &s.touch[r.pair.set]
	var slip, change vec
	var rate [2]vec // of J's tangents
	for k, sign := range [2]float64{-1, 1} {
		c := &at.side[k]
		for n := range r.pair.side[k].n {
			d := c.w.Cross(c.t[n]).Add(c.firstDerivativeAlongRates(c.tt[n], c.tt[n+1]))
			slip = slip.AddScaled(sign*c.rate[n], c.t[n])
			change = change.AddScaled(sign*c.rate[n], d)
			rate[n] = d
		}
	}
	for row := range r.N {
		t := at.side[1].t[row]
		b.g[row], b.gt[row] = t.Dot(slip), 0
		b.bias[row] = rate[row].Dot(slip) + t.Dot(change)
		for k, sign := range [2]float64{-1, 1} {
			for n := range r.pair.side[k].n {
				b.bodyGradient(row, r.slot[k][n])[0] = sign * t.Dot(at.side[k].t[n])
			}
		}
	}
	return s.checkFinite(r.Element, r.ID, b.bias...)
}

// addStiffness implements RowSet; as for all rows of velocity level the change of the push
// with the pose is left out.
func (r *noSlipRows) addStiffness(*State, []float64, float64, *jacobian) {}
