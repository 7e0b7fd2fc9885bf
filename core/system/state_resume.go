package system

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// TransferState returns the state of sys, a changed form of the model of old, as it
// continues from p, and the point that p is in it. What both models have is found
// by kind and id:
//
//   - Bodies. A body that the deck places at (c0, R0) and that is at (c, R) has
//     been displaced by D = R R0ᵀ about c0. A change may give it another mass
//     centre c0' and other axes R0'; it is then at c + D (c0' - c0) with the axes
//     D R0', and the new mass centre moves with v + ω × D (c0' - c0).
//   - Contacts stay where they are along their curves and surfaces; those that begin
//     now begin at the nearest place.
//   - States, algebraic unknowns and what sensors stored keep their values, multipliers and rates are
//     first guesses, angles that count turns continue counting.
//   - Routines that are the same with the same parameters continue as they are: they
//     get no set-up call, and their queries are known.
//
// The point is not made consistent with the constraints of sys.
func (sys *System) TransferState(old *State, p *integrate.Point) (*State, *integrate.Point, error) {
	s, err := sys.newStateFrom(old.Session, old.Warn, old, nil)
	if err != nil {
		return nil, nil, err
	}
	q := s.DeckPoint()
	q.T = p.T
	s.sys.copyBodies(q, old, p)
	if err := s.copyPairCoordinates(q, old, p); err != nil {
		return nil, nil, err
	}
	s.copyUnknowns(q, old, p)
	for k, i := range old.plan.index {
		if n, ok := s.plan.index[k]; ok && int(i) < len(old.turns.count) {
			s.turns.count[n] = old.turns.count[i]
		}
	}
	s.turns.kept, s.turns.t, s.turns.h = old.turns.kept, old.turns.t, old.turns.h
	for id, v := range s.sys.Values["SENVAL"] {
		if o, ok := old.sys.Values["SENVAL"][id]; ok {
			s.stored[v.Store] = old.stored[o.Store]
		}
	}
	for _, d := range s.sys.discrete {
		for _, o := range old.sys.discrete {
			if o.Element == d.Element && o.ID == d.ID && o.N == d.N {
				copy(s.stored[d.Store:d.Store+d.N], old.stored[o.Store:])
			}
		}
	}
	for i := range s.sys.Delays {
		for k := range old.sys.Delays {
			if old.sys.Delays[k].Key == s.sys.Delays[i].Key {
				s.delays.all[i] = old.delays.all[k]
			}
		}
	}
	s.callState.accepted, s.continued = old.callState.accepted, true
	s.past = append(slices.Clone(old.past), s.profilesNotTakenOver()...)
	s.from = nil
	return s, q, nil
}

func (sys *System) copyBodies(q *integrate.Point, old *State, p *integrate.Point) {
	for i := range sys.Bodies {
		b := &sys.Bodies[i]
		k, ok := old.sys.bodyAt[b.key()]
		if b.Kind == GroundBody || b.Kind == Parameter || !ok {
			continue
		}
		o := &old.sys.Bodies[k]
		if b.Kind == Modal {
			sys.copyModalMotion(q, b, old, o, p)
			continue
		}
		shift := b.Pos0.Sub(o.Pos0)
		c, v := spatial.LoadVec(p.Q[o.q:]), spatial.LoadVec(p.V[o.v:])
		copy(q.A[b.v:b.v+b.speedCount()], p.A[o.v:])
		if b.Kind == Rigid {
			r := spatial.LoadQuat(p.Q[o.q+3:]).Mat()
			back := o.Rot0.T()
			d := r.MulMat(&back)
			if b.Rot0 == o.Rot0 {
				copy(q.Q[b.q+3:b.q+7], p.Q[o.q+3:])
			} else {
				axes := d.MulMat(&b.Rot0)
				spatial.QuatFromMat(&axes).Store(q.Q[b.q+3:])
			}
			w := spatial.LoadVec(p.V[o.v+3:])
			w.Store(q.V[b.v+3:])
			if shift != (vec{}) {
				shift = d.Mul(shift)
				v = v.Add(w.Cross(shift))
			}
		}
		c.Add(shift).Store(q.Q[b.q:])
		v.Store(q.V[b.v:])
	}
}

// owner identifies an element that has unknowns.
type owner struct {
	name string
	id   int
}

func (s *State) copyUnknowns(q *integrate.Point, old *State, p *integrate.Point) {
	states := map[owner]int{}
	for i, g := range old.sys.States {
		states[owner{g.Name, g.ID}] = i
	}
	for i, g := range s.sys.States {
		if k, ok := states[owner{g.Name, g.ID}]; ok && len(old.sys.States[k].IC) == len(g.IC) {
			at, from := s.sys.groups[i], old.sys.groups[k]
			copy(q.X[at:at+len(g.IC)], p.X[from:])
			copy(q.XDot[at:at+len(g.IC)], p.XDot[from:])
		}
	}
	unknowns := map[owner]int{}
	for i, a := range old.sys.Algebraic {
		unknowns[owner{a.Name, a.ID}] = i
	}
	for i, a := range s.sys.Algebraic {
		if k, ok := unknowns[owner{a.Name, a.ID}]; ok {
			q.Y[i] = p.Y[k]
		}
	}
	s.rows.copyBrokenConstraints(old)
	rows := map[owner]*RowOwner{}
	for _, set := range old.sys.Rows {
		if r := set.rowOwner(); isEnforcedAfterAssembly(set) {
			rows[owner{r.Element, r.ID}] = r
		}
	}
	for _, set := range s.sys.Rows {
		r := set.rowOwner()
		if o := rows[owner{r.Element, r.ID}]; o != nil && o.N == r.N && isEnforcedAfterAssembly(set) {
			copy(q.L[r.At:r.At+r.N], p.L[o.At:])
			if r.Law != nil && o.Law != nil {
				copy(s.rows.offset[r.At:r.At+r.N], old.rows.offset[o.At:])
			}
		}
	}
}

// takeOverFrame lets a routine continue as it was in the state before: with its frame,
// to which its implementation may have pointers, and what it has queried.
func (l *routineLaw) takeOverFrame(s *State) (taken bool) {
	if s.from == nil {
		return false
	}
	for _, o := range s.from.routines {
		if o.superseded || !o.isSameRoutine(l) {
			continue
		}
		o.superseded = true
		l.frame, l.exact = o.frame, o.exact
		l.meter, l.partial = o.meter, o.partial
		l.written, l.judged, l.discrete = o.written, o.judged, o.discrete
		l.addQueriedInputs(s)
		return true
	}
	return false
}

// isSameRoutine reports whether o is the routine l of an earlier form of the model.
func (l *routineLaw) isSameRoutine(o *routineLaw) bool {
	a, b := l.r, o.r
	if a.Element != b.Element || a.ID != b.ID || a.Sub != b.Sub || a.Sig != b.Sig || len(a.Exact) != len(b.Exact) {
		return false
	}
	for i := range a.Exact {
		if a.Exact[i] != b.Exact[i] {
			return false
		}
	}
	return slices.Equal(a.Par, b.Par) && maps.Equal(a.Dims, b.Dims) && reflect.DeepEqual(a.Member, b.Member) &&
		len(l.frame.Real) == len(o.frame.Real)
}

// restoreQueries makes what a routine has queried in another run queries of l, beside those
// of its set-up call.
func (l *routineLaw) restoreQueries(s *State) {
	x, ok := s.recalled.takeNext(l.r.Element, l.r.ID)
	if !ok {
		return
	}
	for _, q := range x.Asked {
		a := &l.frame.QueryAnswers
		if a.FindQuery(q.Ary, q.Name, q.Par) >= 0 {
			continue
		}
		n := 1
		if q.Ary {
			calls, ok := s.callState.toVectorMeasureCalls(q.Name, q.Par)
			if n = len(calls); !ok {
				continue
			}
		} else if _, ok := s.callState.toMeasureCall(q.Name, q.Par); !ok {
			continue
		}
		a.AddAnswer(q, 0, make([]float64, n)...)
	}
}

// profilesNotTakenOver returns the profiles of routines of the state before that have not
// been taken over.
func (s *State) profilesNotTakenOver() []Profile {
	var all []Profile
	for _, l := range s.from.routines {
		if !l.superseded {
			all = append(all, l.profiles()...)
		}
	}
	return all
}

// deactivate switches the pair off: its coordinates stay where they are.
func (h *HigherPair) deactivate(sys *System) {
	for k := range h.side {
		for _, b := range h.side[k].par[:h.side[k].n] {
			sys.Bodies[b].Idle = true
		}
	}
}

// copyPairCoordinates sets the coordinates of contacts in q from p, a point of old, or where
// old has no such contact to the nearest places with the bodies as in q.
func (s *State) copyPairCoordinates(q *integrate.Point, old *State, p *integrate.Point) error {
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
			h.copyCoordinates(s, q, o, old, p)
			continue
		}
		s.computePosesAndMotions(q)
		s.memo.ok = false
		if err := h.findInitialContact(s, [2]PairStart{}); err != nil {
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

func (h *HigherPair) copyCoordinates(s *State, q *integrate.Point, o *HigherPair, old *State, p *integrate.Point) {
	for k := range h.side {
		for n, b := range h.side[k].par[:h.side[k].n] {
			a := o.side[k].par[n]
			f := s.slides[b].scale / old.slides[a].scale
			to, from := &s.sys.Bodies[b], &old.sys.Bodies[a]
			q.Q[to.q], q.V[to.v], q.A[to.v] = f*p.Q[from.q], f*p.V[from.v], f*p.A[from.v]
		}
	}
}

// checkContactsWithinShapeEnds returns an error if an accepted contact lies beyond an end of its curve
// or surface.
func (s *State) checkContactsWithinShapeEnds(p *integrate.Point) error {
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
				if err := h.checkContactWithinShapeEnds(s, p, side, n); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (h *HigherPair) checkContactWithinShapeEnds(s *State, p *integrate.Point, side *shapeSide, n int) error {
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

// entriesByOwner hands out entries of a Memory that are named alike one behind the other.
type entriesByOwner[T any] map[owner][]T

func (w entriesByOwner[T]) add(name string, id int, x T) {
	k := owner{name, id}
	w[k] = append(w[k], x)
}

func (w entriesByOwner[T]) takeNext(name string, id int) (x T, ok bool) {
	k := owner{name, id}
	if len(w[k]) == 0 {
		return x, false
	}
	x, w[k] = w[k][0], w[k][1:]
	return x, true
}

// countRemaining counts what was not handed out.
func (w entriesByOwner[T]) countRemaining() (n int) {
	for _, list := range w {
		n += len(list)
	}
	return n
}

// copyModalMotion takes over modal coordinates, speeds and their rates; z counts in sizes of the old and the new data.
func (sys *System) copyModalMotion(q *integrate.Point, b *Body, old *State, o *Body, p *integrate.Point) {
	if b.count != o.count {
		return
	}
	i, err := sys.flexIndex(b.ID)
	k, oldErr := old.sys.flexIndex(o.ID)
	if err != nil || oldErr != nil {
		return
	}
	f, of := &sys.Flex[i], &old.sys.Flex[k]
	for c := range b.count {
		scale := f.Size[b.v-f.v+c] / of.Size[o.v-of.v+c]
		q.Q[b.q+c], q.V[b.v+c], q.A[b.v+c] = scale*p.Q[o.q+c], scale*p.V[o.v+c], scale*p.A[o.v+c]
	}
}
