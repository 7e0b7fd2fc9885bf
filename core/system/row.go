package system

import (
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// RowSet is the constraint rows of one element. A row's error is g(q,t), its
// rate G v + ∂g/∂t, its second rate G a + γ; a unit multiplier pushes along +G.
type RowSet interface {
	rowOwner() *RowOwner
	// fillBlock sets g, gt = ∂g/∂t, γ and the gradient blocks of the rows.
	fillBlock(s *State, b *rowBlock) error
	// addStiffness adds -q ∂(Gᵀl)/∂(motions of the bodies) through add, where it is
	// worth it: the iteration matrix may leave it out.
	addStiffness(s *State, l []float64, q float64, j *jacobian)
}

// RowOwner says whose rows they are and where.
type RowOwner struct {
	Element string // "Constraint_Joint"
	ID      int
	Type    string // "REVOLUTE"
	Row     []string
	N, At   int
	I, J    MarkerIdx // NoMarker when reactions have no marker
	Level   integrate.Level
	Bodies  []BodyIdx    // distinct moving bodies
	Law     []Inequality // nil: all rows are equations; else one a row
	Rate0   *float64     // of a row of accelerations: the rate at the start, nil if not given
	Breaks  BreakLimits
	set     int
}

func (p *RowOwner) rowOwner() *RowOwner { return p }

// rowState is the values of all rows.
type rowState struct {
	s           *State
	g, gt, bias []float64
	inactive    []bool // redundant, open, or of an element that is switched off
	// Of rows with laws: open reports that a row is not in force (it is inactive too), held the multiplier that it then has,
	// offset what the error of a bounded row of positions is counted from.
	open         []bool
	lost         []bool // rows of constraints that have broken; they count as open
	held, offset []float64
	laws         []lawRow
	turns        int                   // changes of laws in a search for rest
	fragile      []breakableConstraint // constraints that may break
	set          []rowBlock
	// direct are the sets that give their residuals without gradients, nil for
	// others; filled reports that their values and gradients here are those of the last
	// evaluation all the same.
	direct  []*Joint
	filled  bool
	request inequalityRowRequest
}

// rowBlock is the part of rowState that belongs to one set: N rows, and
// N×6 entries by rows for each of the set's bodies.
type rowBlock struct {
	g, gt, bias []float64
	jac         []float64
	n           int
}

func (r *rowState) init(sys *System) {
	r.g, r.gt, r.bias = make([]float64, sys.nl), make([]float64, sys.nl), make([]float64, sys.nl)
	r.inactive = make([]bool, sys.nl)
	r.set = make([]rowBlock, len(sys.Rows))
	r.direct = make([]*Joint, len(sys.Rows))
	for i, set := range sys.Rows {
		p := set.rowOwner()
		p.set = i
		lo, hi := p.At, p.At+p.N
		for n := lo; n < hi; n++ {
			r.inactive[n] = !isEnforcedAfterAssembly(set)
		}
		r.set[i] = rowBlock{
			g: r.g[lo:hi], gt: r.gt[lo:hi], bias: r.bias[lo:hi],
			jac: make([]float64, 6*p.N*len(p.Bodies)), n: p.N,
		}
		if j, ok := set.(*Joint); ok && j.Law == nil && j.hasDirectRows() {
			r.direct[i] = j
		}
	}
}

// bodyGradient returns the gradient of row k along the motions of the body in slot b.
func (b *rowBlock) bodyGradient(k int, slot int32) []float64 {
	at := (int(slot)*b.n + k) * 6
	return b.jac[at : at+6 : at+6]
}

// bodyGradients returns the gradients of all rows along the motions of a body, 6 each.
func (b *rowBlock) bodyGradients(slot int) []float64 { return b.jac[slot*b.n*6 : (slot+1)*b.n*6] }

// setGradient stores a force and torque as the gradient of row k for a body.
func (b *rowBlock) setGradient(k int, slot int32, f, t vec) {
	if slot < 0 {
		return
	}
	r := b.bodyGradient(k, slot)
	f.Store(r)
	t.Store(r[3:])
}

// bodySlotsOfMarkers lists the distinct moving bodies of markers, and for each marker the index of its body in that list.
func bodySlotsOfMarkers(sys *System, ms ...MarkerIdx) (bodies []BodyIdx, slot []int32) {
	var m Measure
	for _, i := range ms {
		slot = append(slot, m.slotOfBody(sys.Markers[i].Body))
	}
	return m.body, slot
}

// unitWrench returns the push of a unit multiplier of row k on the body of the
// set's I marker, about I's origin: read off the gradient blocks, for ground
// the opposite of what all other bodies get.
func (rows *rowState) unitWrench(set, k int) wrench {
	s := rows.s
	p := s.sys.Rows[set].rowOwner()
	b := &rows.set[set]
	own := s.sys.Markers[p.I].Body
	var w wrench
	for slot, body := range p.Bodies {
		if own != Ground && body != own || s.sys.Bodies[body].Kind == Parameter {
			continue
		}
		r := b.bodyGradient(k, int32(slot))
		f, t := spatial.LoadVec(r), spatial.LoadVec(r[3:])
		t = t.Add(s.kin.body[body].C.Sub(s.kin.marker[p.I].P).Cross(f))
		w.F, w.T = w.F.Add(f), w.T.Add(t)
	}
	if own == Ground {
		w.F, w.T = w.F.Neg(), w.T.Neg()
	}
	return w
}

// reactionWrenchOfRowSet returns force and torque of the multipliers of a set on I's body,
// about the origin of I.
func (rows *rowState) reactionWrenchOfRowSet(set int) wrench {
	p := rows.s.sys.Rows[set].rowOwner()
	var w wrench
	if p.I == NoMarker {
		return w
	}
	for k := range p.N {
		u, l := rows.unitWrench(set, k), rows.s.p.L[p.At+k]
		w.F, w.T = w.F.AddScaled(l, u.F), w.T.AddScaled(l, u.T)
	}
	return w
}
