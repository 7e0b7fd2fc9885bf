package system

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// idle switches the pair off: its coordinates stay where they are.
func (h *HigherPair) idle(sys *System) {
	for k := range h.side {
		for _, b := range h.side[k].par[:h.side[k].n] {
			sys.Bodies[b].Idle = true
		}
	}
}

// resumePairs sets the coordinates of contacts in q from p, a point of old, or where
// old has no such contact to the nearest places with the bodies as in q.
func (s *State) resumePairs(q *integrate.Point, old *State, p *integrate.Point) error {
	before := map[owner]*HigherPair{}
	for _, set := range old.sys.Rows {
		if h, ok := set.(*HigherPair); ok {
			before[owner{h.Element, h.ID}] = h
		}
	}
	for _, set := range s.sys.Rows {
		h, ok := set.(*HigherPair)
		if !ok {
			continue
		}
		if o := before[owner{h.Element, h.ID}]; o != nil {
			h.resume(s, q, o, old, p)
			continue
		}
		s.place(q)
		s.memo.ok = false
		if err := h.seek(s, [2]PairStart{}); err != nil {
			return err
		}
		for k := range h.side {
			for _, b := range h.side[k].par[:h.side[k].n] {
				q.Q[s.sys.Bodies[b].q], q.V[s.sys.Bodies[b].v] = s.slides[b].q, 0
			}
		}
	}
	return nil
}

func (h *HigherPair) resume(s *State, q *integrate.Point, o *HigherPair, old *State, p *integrate.Point) {
	for k := range h.side {
		for n, b := range h.side[k].par[:h.side[k].n] {
			a := o.side[k].par[n]
			f := s.slides[b].scale / old.slides[a].scale
			to, from := &s.sys.Bodies[b], &old.sys.Bodies[a]
			q.Q[to.q], q.V[to.v], q.A[to.v] = f*p.Q[from.q], f*p.V[from.v], f*p.A[from.v]
		}
	}
}

// onShapes returns an error if an accepted contact lies beyond an end of its curve
// or surface.
func (s *State) onShapes(p *integrate.Point) error {
	if s.Mode == InitialConditions {
		return nil
	}
	for _, set := range s.sys.Rows {
		h, ok := set.(*HigherPair)
		if !ok {
			continue
		}
		for k := range h.side {
			side := &h.side[k]
			for n := range side.n {
				if err := h.within(s, p, side, n); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (h *HigherPair) within(s *State, p *integrate.Point, side *pairSide, n int) error {
	sh := &s.sys.Shapes[side.shape]
	b := side.par[n]
	u := p.Q[s.sys.Bodies[b].q] / s.slides[b].scale
	w := 1e-9 * (sh.Hi[n] - sh.Lo[n])
	if sh.Closed[n] || u >= sh.Lo[n]-w && u <= sh.Hi[n]+w {
		return nil
	}
	return &EndError{
		Element: fmt.Sprintf("%s %d", h.Element, h.ID), Shape: sh.String(), Time: p.T,
		Parameter: u, Lo: sh.Lo[n], Hi: sh.Hi[n],
	}
}

// EndError is a contact that would leave its curve or surface.
type EndError struct {
	Element, Shape          string
	Time, Parameter, Lo, Hi float64
}

func (e *EndError) Error() string {
	return fmt.Sprintf("%s: the contact passes the end of %s at time %.6g (parameter %.6g, range %g to %g)",
		e.Element, e.Shape, e.Time, e.Parameter, e.Lo, e.Hi)
}
