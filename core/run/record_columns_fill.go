package run

import (
	"fmt"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

// bindColumns finds where the values of the columns are in a form of the model, and has the measures evaluated. It comes
// before the state of the form is made.
func (c *columnCollector) bindColumns(sys *system.System) {
	for i := range c.bodies {
		b := &c.bodies[i]
		if b.idx, _ = sys.Body(b.kind, b.id); b.role != system.Whole {
			b.idx, _ = sys.FlexPartBody(b.role, b.id, b.part)
		}
	}
	for i := range c.modes {
		for k := range sys.Flex {
			if f := &sys.Flex[k]; f.ID == c.modes[i].id {
				c.modes[i].flex = f
			}
		}
	}
	at := map[string]int{}
	sets, names := reactionRowSets(sys)
	for k, p := range sys.RowSetOwners() {
		if n := slices.Index(sets, k); n >= 0 {
			at[fmt.Sprint(names[n], p.ID)] = k
		}
	}
	for i := range c.wrench {
		w := &c.wrench[i]
		if w.marker != 0 {
			w.force = findMultiPointForce(sys, w.id, w.marker)
			continue
		}
		if w.force >= 0 {
			if n, ok := sys.ForceIDs[w.name][w.id]; ok {
				w.force = n
			}
			continue
		}
		w.set, w.beside = -1, nil
		if n, ok := at[fmt.Sprint(w.name, w.id)]; ok {
			w.set, w.beside = n, sys.LimitRowSets(n)
		}
	}
	c.bindPenaltyAndMultiplierColumns(sys)
	for i := range c.calls {
		x := &c.calls[i]
		_, err := sys.ResolveMeasure(x.call)
		if x.ok = err == nil; x.ok {
			sys.Wanted = append(sys.Wanted, x.call)
		}
	}
}

// fillRow sets the values behind those of requests, as of the last EvaluateForResults of the state, at p.
func (c *columnCollector) fillRow(dst []float64, s *system.State, p *integrate.Point) {
	for i := range c.bodies {
		b := &c.bodies[i]
		m := s.BodyMotion(b.idx)
		q := spatial.QuatFromMat(&m.R)
		if q.W*b.last.W+q.X*b.last.X+q.Y*b.last.Y+q.Z*b.last.Z < 0 {
			q = spatial.Quat{W: -q.W, X: -q.X, Y: -q.Y, Z: -q.Z}
		}
		b.last = q
		v := dst[b.at : b.at+19]
		m.C.Store(v)
		q.Store(v[3:])
		m.V.Store(v[7:])
		m.W.Store(v[10:])
		m.A.Store(v[13:])
		m.Al.Store(v[16:])
	}
	for i := range c.wrench {
		w := &c.wrench[i]
		var f, t spatial.Vec
		switch {
		case w.force >= 0:
			f, t = s.ForceWrench(w.force)
		case w.set >= 0:
			f, t = s.RowSetWrench(w.set, w.beside)
		}
		f.Store(dst[w.at:])
		t.Store(dst[w.at+3:])
	}
	for _, x := range c.modes {
		at, size := x.flex.FirstCoordinateIndexAndSizes()
		for k, s := range size {
			dst[x.at+k] = p.Q[at+k] / s
		}
	}
	for _, x := range c.states {
		copy(dst[x.at:x.at+x.n], p.X[x.first:])
	}
	for i := range c.calls {
		if x := &c.calls[i]; x.ok {
			dst[x.at] = s.MeasureValue(x.call)
		}
	}
	c.fillPenaltyAndMultiplierColumns(dst, s)
}
