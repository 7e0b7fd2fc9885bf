package system

import "github.com/trammel-mbd/trammel/core/expr"

// An expression that is kept zero names one marker where its reaction is seen.
// The other end is known where the expression is about that marker and one
// other, and nothing else: what acts on the one body at I then acts on the other,
// opposite and along the same line, because measures do not change when all
// bodies that they are about move together.

// Between sets the marker at the other end of the reaction, which is then seen
// between the two only.
func (g *General) Between(j MarkerIdx) { g.J, g.alone = j, false }

// partner returns the marker at the other end of a reaction at i, NoMarker if
// there is not just one.
func (sys *System) partner(i MarkerIdx, calls []expr.Call) MarkerIdx {
	j := NoMarker
	var frames []MarkerIdx
	for _, c := range calls {
		m, err := sys.Resolve(Call{c.Name, c.Args})
		if err != nil || m.row.stage > Motion {
			continue
		}
		for _, x := range m.points() {
			switch {
			case x == i || x == j:
			case j != NoMarker || x == Global:
				return NoMarker
			default:
				j = x
			}
		}
		frames = append(frames, m.frames()...)
	}
	if i == NoMarker || j == NoMarker {
		return NoMarker
	}
	for _, k := range frames {
		if of := sys.Markers[k].Body; of != sys.Markers[i].Body && of != sys.Markers[j].Body {
			return NoMarker
		}
	}
	return j
}

// points are the markers whose origins or axes a displacement or velocity is of.
func (m *Measure) points() []MarkerIdx {
	if m.row.fn.combine == included {
		return []MarkerIdx{m.i, m.j, m.k}
	}
	return []MarkerIdx{m.i, m.j}
}

// frames are the markers along whose axes it is measured and against which
// rates are taken.
func (m *Measure) frames() []MarkerIdx {
	switch f := m.row.fn; {
	case m.row.stage != Motion:
	case f.closing || f.angular && f.norm:
		return nil
	case f.angular:
		return []MarkerIdx{m.k}
	default:
		return []MarkerIdx{m.k, m.l}
	}
	for _, d := range m.row.fn.dots {
		if d.kind == along {
			return []MarkerIdx{m.k}
		}
	}
	return nil
}
