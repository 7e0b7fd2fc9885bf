package system

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/usersub"
)

// Memory is a State and the point that it has reached, in a form that can be
// written to a file and given to the State of the same model in another run.
// Elements are named by kind and id, so that the order in which a deck gives them
// does not matter; those of one kind and id (a pair's two contacts) are in the
// order of the model. What laws and rows compute from the point is not part of it,
// nor is what a routine keeps in variables of its own.
type Memory struct {
	Time   float64 `json:"time"`
	Length float64 `json:"length"` // length scale, from where the first deck placed things

	Bodies    []BodyMemory    `json:"bodies"`
	States    []GroupMemory   `json:"states"`
	Algebraic []GroupMemory   `json:"algebraic"`
	Rows      []RowMemory     `json:"rows"`
	Turns     []AngleMemory   `json:"turns"`
	Counted   *ClockMemory    `json:"counted"`            // null before a step was accepted
	Stored    []StoredMemory  `json:"stored"`             // by sensors
	Discrete  []GroupMemory   `json:"discrete,omitempty"` // discrete states; no rates
	Routines  []RoutineMemory `json:"routines"`
	Delays    []DelayMemory   `json:"delays,omitempty"`
	Contacts  []ContactLoad   `json:"contacts,omitempty"` // of rigid contacts
}

// BodyMemory is a body or the place of a contact: raw positions (mass centre and
// quaternion in the global frame), speeds and their rates along global axes.
type BodyMemory struct {
	Kind  BodyKind  `json:"kind"`
	ID    int       `json:"id"`
	Q     []float64 `json:"q"`
	V     []float64 `json:"v"`
	A     []float64 `json:"a"`
	Scale float64   `json:"scale"` // of a contact: Q is the parameter times this; else 0
}

// GroupMemory is the unknowns of an element and their rates.
type GroupMemory struct {
	Element string    `json:"element"`
	ID      int       `json:"id"`
	Value   []float64 `json:"value"`
	Rate    []float64 `json:"rate"`
}

// RowMemory is the rows of a constraint: multipliers in force units, and which of
// them (from 0) were taken out as redundant.
type RowMemory struct {
	Element    string    `json:"element"`
	ID         int       `json:"id"`
	Multiplier []float64 `json:"multiplier"`
	Removed    []int     `json:"removed"`
	// Of rows with laws: those that are open, with their multipliers held, and the offsets of bounded rows.
	Open   []int     `json:"open,omitempty"`
	Offset []float64 `json:"offset,omitempty"`
	Load   []float64 `json:"load,omitempty"` // multipliers that count as large
	Slip   []float64 `json:"slip,omitempty"` // of surfaces that rub and slip: the direction
	Broken bool      `json:"broken,omitempty"`
}

// AngleMemory is an angle that counts turns at the last accepted step, in rad, and
// its rate.
type AngleMemory struct {
	Measure string  `json:"measure"`
	Value   float64 `json:"value"`
	Rate    float64 `json:"rate"`
}

// ClockMemory is when turns were counted last and how long the step was.
type ClockMemory struct {
	Time float64 `json:"time"`
	Step float64 `json:"step"`
}

// StoredMemory is what a sensor stored last.
type StoredMemory struct {
	ID    int     `json:"id"`
	Value float64 `json:"value"`
}

// RoutineMemory is what a routine has queried so far.
type RoutineMemory struct {
	Element string          `json:"element"`
	ID      int             `json:"id"`
	Asked   []usersub.Query `json:"asked"`
}

// MemoryToResumeFrom returns what is to be known of s at p to continue from there.
func (s *State) MemoryToResumeFrom(p *integrate.Point) *Memory {
	m := &Memory{Time: p.T, Length: s.sys.Length}
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		v, n := b.v, b.speedCount()
		m.Bodies = append(m.Bodies, BodyMemory{b.Kind, b.ID, slices.Clone(p.Q[b.q : b.q+b.positionCount()]),
			slices.Clone(p.V[v : v+n]), slices.Clone(p.A[v : v+n]), s.slides[i].scale})
	}
	for i, g := range s.sys.States {
		at, n := s.sys.groups[i], len(g.IC)
		m.States = append(m.States, GroupMemory{g.Name, g.ID, slices.Clone(p.X[at : at+n]), slices.Clone(p.XDot[at : at+n])})
	}
	for i, a := range s.sys.Algebraic {
		m.Algebraic = append(m.Algebraic, GroupMemory{a.Name, a.ID, []float64{p.Y[i]}, nil})
	}
	for _, set := range s.sys.Rows {
		if isHeldInPartOfRunOnly(set) {
			continue
		}
		r := set.rowOwner()
		x := RowMemory{Element: r.Element, ID: r.ID, Multiplier: slices.Clone(p.L[r.At : r.At+r.N])}
		x.Broken = s.rows.isBroken(r.set)
		for k := range r.N {
			switch n := r.At + k; {
			case x.Broken:
			case s.rows.open[n]:
				x.Open = append(x.Open, k)
			case s.rows.inactive[n] && isEnforcedAfterAssembly(set):
				x.Removed = append(x.Removed, k)
			}
		}
		if r.Law != nil && isEnforcedAfterAssembly(set) {
			x.Offset = slices.Clone(s.rows.offset[r.At : r.At+r.N])
			for k := range r.N {
				x.Load = append(x.Load, s.rows.multiplierScaleOfRow(r.At+k))
			}
		}
		if surface, ok := set.(*DryFriction); ok && s.friction.slips[surface.at].Dir != [3]float64{} {
			x.Slip = slices.Clone(s.friction.slips[surface.at].Dir[:])
		}
		m.Rows = append(m.Rows, x)
	}
	s.savePointIndependentMemory(m)
	m.Contacts = s.nonsmooth.acceptedContactLoads()
	return m
}

// savePointIndependentMemory adds to m what belongs to no point.
func (s *State) savePointIndependentMemory(m *Memory) {
	for k, t := range s.turns.kept {
		if _, ok := s.plan.index[k]; !ok {
			m.Turns = append(m.Turns, AngleMemory{k, t.v, t.rate})
		}
	}
	for k, i := range s.plan.index {
		if slices.Contains(s.plan.turns, i) {
			m.Turns = append(m.Turns, AngleMemory{k, s.turns.count[i].v, s.turns.count[i].rate})
		}
	}
	slices.SortFunc(m.Turns, func(a, b AngleMemory) int { return strings.Compare(a.Measure, b.Measure) })
	if !math.IsNaN(s.turns.t) {
		m.Counted = &ClockMemory{s.turns.t, s.turns.h}
	}
	for id, v := range s.sys.Values["SENVAL"] {
		m.Stored = append(m.Stored, StoredMemory{id, s.stored[v.Store]})
	}
	slices.SortFunc(m.Stored, func(a, b StoredMemory) int { return a.ID - b.ID })
	for _, d := range s.sys.discrete {
		m.Discrete = append(m.Discrete, GroupMemory{d.Element, d.ID, slices.Clone(s.stored[d.Store : d.Store+d.N]), nil})
	}
	s.delays.saveDelayHistories(m)
	for _, l := range s.routines {
		x := RoutineMemory{Element: l.r.Element, ID: l.r.ID}
		for i, q := range l.frame.Asked {
			if l.frame.Flag[i] == 0 {
				x.Asked = append(x.Asked, q)
			}
		}
		m.Routines = append(m.Routines, x)
	}
}

// RestoreState is NewRunState for a model that continues from what another run has reached, and
// returns the point too, which needs no assembly. The error is that of a routine, or
// a MemoryError.
func (sys *System) RestoreState(session *Session, warn func(format string, args ...any), m *Memory) (*State, *integrate.Point, error) {
	sys.Length = m.Length // before anything is measured by it
	s, err := sys.newStateFrom(session, warn, nil, m)
	if err != nil {
		return nil, nil, err
	}
	p := s.DeckPoint()
	p.T = m.Time
	for _, f := range []func(*Memory, *integrate.Point) error{s.restoreBodies, s.sys.restoreUnknowns, s.restoreRows} {
		if err := f(m, p); err != nil {
			return nil, nil, err
		}
	}
	for k, i := range s.plan.index {
		s.turns.count[i] = s.turns.kept[k]
	}
	if m.Counted != nil {
		s.turns.t, s.turns.h = m.Counted.Time, m.Counted.Step
	}
	for _, x := range m.Stored {
		v, ok := sys.Values["SENVAL"][x.ID]
		if !ok {
			return nil, nil, memoryMisfitError("Sensor_Evaluate", x.ID)
		}
		s.stored[v.Store] = x.Value
	}
	if err := s.restoreDiscreteStates(m); err != nil {
		return nil, nil, err
	}
	if err := s.delays.restoreDelayHistories(m); err != nil {
		return nil, nil, err
	}
	s.nonsmooth.restoreContactLoads(m.Contacts)
	s.BeginAnalysis(m.Time)
	s.continued, s.memo.ok, s.recalled = true, false, nil
	return s, p, nil
}

// restoreDiscreteStates sets the discrete states of all elements that have any.
func (s *State) restoreDiscreteStates(m *Memory) error {
	for _, d := range s.sys.discrete {
		i := slices.IndexFunc(m.Discrete, func(x GroupMemory) bool { return x.Element == d.Element && x.ID == d.ID })
		if i < 0 || len(m.Discrete[i].Value) != d.N {
			return memoryMisfitError(d.Element, d.ID)
		}
		copy(s.stored[d.Store:d.Store+d.N], m.Discrete[i].Value)
	}
	return nil
}

// MemoryError is a memory that is not that of the model.
type MemoryError struct{ Text string }

func (e *MemoryError) Error() string { return "the saved state: " + e.Text }

func memoryMismatchError(format string, args ...any) error {
	return &MemoryError{fmt.Sprintf(format, args...)}
}

func memoryMisfitError(element string, id int) error {
	return memoryMismatchError("its %s %d does not fit the model", element, id)
}

func (s *State) restoreBodies(m *Memory, p *integrate.Point) error {
	all := entriesByOwner[BodyMemory]{}
	for _, x := range m.Bodies {
		all.add(bodyName[min(int(x.Kind), len(bodyName)-1)], x.ID, x)
	}
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		x, ok := all.takeNext(bodyName[b.Kind], b.ID)
		if !ok || len(x.Q) != b.positionCount() || len(x.V) != b.speedCount() || len(x.A) != b.speedCount() {
			return memoryMisfitError(bodyName[b.Kind], b.ID)
		}
		f := 1.0
		if b.Kind == Parameter {
			if !(x.Scale > 0) {
				return memoryMisfitError(bodyName[b.Kind], b.ID)
			}
			f = s.slides[i].scale / x.Scale
		}
		for k, q := range x.Q {
			p.Q[b.q+k] = f * q
		}
		for k, v := range x.V {
			p.V[b.v+k], p.A[b.v+k] = f*v, f*x.A[k]
		}
	}
	return surplusMemoryError(all.countRemaining(), "bodies")
}

// bodyName names bodies in messages, by kind.
var bodyName = [...]string{"body", "point body", "ground", "the contact of pair", "the modes of flexible body"}

func surplusMemoryError(n int, what string) error {
	if n > 0 {
		return memoryMismatchError("it contains %d %s that the model does not have", n, what)
	}
	return nil
}

func (sys *System) restoreUnknowns(m *Memory, p *integrate.Point) error {
	all := entriesByOwner[GroupMemory]{}
	for _, x := range m.States {
		all.add(x.Element, x.ID, x)
	}
	for i, g := range sys.States {
		x, ok := all.takeNext(g.Name, g.ID)
		if !ok || len(x.Value) != len(g.IC) || len(x.Rate) != len(g.IC) {
			return memoryMisfitError(g.Name, g.ID)
		}
		copy(p.X[sys.groups[i]:], x.Value)
		copy(p.XDot[sys.groups[i]:], x.Rate)
	}
	if err := surplusMemoryError(all.countRemaining(), "groups of states"); err != nil {
		return err
	}
	for _, x := range m.Algebraic {
		all.add(x.Element, x.ID, x)
	}
	for i, a := range sys.Algebraic {
		x, ok := all.takeNext(a.Name, a.ID)
		if !ok || len(x.Value) != 1 {
			return memoryMisfitError(a.Name, a.ID)
		}
		p.Y[i] = x.Value[0]
	}
	return surplusMemoryError(all.countRemaining(), "algebraic unknowns")
}

func (s *State) restoreRows(m *Memory, p *integrate.Point) error {
	all, broken := entriesByOwner[RowMemory]{}, map[owner]bool{}
	for _, x := range m.Rows {
		all.add(x.Element, x.ID, x)
		broken[owner{x.Element, x.ID}] = x.Broken
	}
	for _, set := range s.sys.Rows {
		if isHeldInPartOfRunOnly(set) {
			continue
		}
		r := set.rowOwner()
		x, ok := all.takeNext(r.Element, r.ID)
		if !ok || len(x.Multiplier) != r.N {
			return memoryMisfitError(r.Element, r.ID)
		}
		copy(p.L[r.At:], x.Multiplier)
		for _, k := range x.Removed {
			if k < 0 || k >= r.N {
				return memoryMisfitError(r.Element, r.ID)
			}
			s.rows.inactive[r.At+k] = true
			s.layout.RowLevel[r.At+k] = integrate.Inactive
		}
		if surface, ok := set.(*DryFriction); ok {
			if err := s.restoreFriction(surface, &x); err != nil {
				return err
			}
			continue
		}
		if err := s.restoreLawRows(r, &x); err != nil {
			return err
		}
	}
	s.rows.markBroken(broken)
	return surplusMemoryError(all.countRemaining(), "constraints")
}

// restoreLawRows restores the rows of a set that have laws.
func (s *State) restoreLawRows(r *RowOwner, x *RowMemory) error {
	if len(x.Offset) != 0 && len(x.Offset) != r.N || len(x.Load) != len(x.Offset) || len(x.Open) > 0 && r.Law == nil {
		return memoryMisfitError(r.Element, r.ID)
	}
	copy(s.rows.offset[r.At:], x.Offset)
	for k := range r.Law {
		row := s.rows.lawOfRow(r.At + k)
		if row == nil {
			continue
		}
		s.rows.setLawRowOpen(row, slices.Contains(x.Open, k), x.Multiplier[k])
		if len(x.Load) > 0 {
			row.load = x.Load[k]
		}
	}
	return nil
}

// restoreFriction restores surfaces with dry friction.
func (s *State) restoreFriction(r *DryFriction, x *RowMemory) error {
	switch {
	case len(x.Slip) == 3 && norm3(x.Slip) > 0:
		s.SlideFriction(r.at, [3]float64(x.Slip))
	case len(x.Slip) != 0 || len(x.Open) > r.N:
		return memoryMisfitError(r.Element, r.ID)
	case len(x.Open) < r.N: // which rows are spare is found out when the motion begins
		s.StickFriction(r.at)
	}
	return nil
}
