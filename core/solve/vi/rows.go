// Package vi solves linear systems with inequalities, boxes and friction cones: a
// variational inequality on plain arrays,
//
//	H q − Jᵀ l = f
//	c = J q + b + e∘l
//	l ∈ Y,  ⟨c + s, l' − l⟩ ≥ 0 for all l' ∈ Y
//
// q holds unknowns in blocks (a body's six speeds, say), l one multiplier a row. Y is a
// product of intervals and friction cones; s is zero but for the normal rows of cones,
// where it is De Saxcé's term μ‖c_t‖ + … (see project.go). The package knows no mechanics.
// The README of core/solve reports which solver does what.
package vi

import (
	"fmt"
	"math"
)

// Mode reports which values the multiplier of a row may take.
type Mode uint8

const (
	Free       Mode = iota // none but 0: the row is never enforced
	Lock                   // all: c = 0
	Unilateral             // l ≥ 0, c ≥ 0, l c = 0
	Box                    // Lo ≤ l ≤ Hi; c is 0 between, ≥ 0 at Lo, ≤ 0 at Hi
	Normal                 // first row of a cone; the rows of the cone follow it
	Tangent                // one or two: together at most Length (μ) times the normal
	Rolling                // one or two: the same with a rolling length
	Spinning               // one: the same with a spinning length
	Ball                   // two or three: together at most Hi of the first, whatever the normal
)

var modeNames = [...]string{"free", "lock", "unilateral", "box", "normal", "tangent", "rolling", "spinning", "ball"}

func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return fmt.Sprintf("mode %d", uint8(m))
}

// Flag reports why a row is off; several may hold at once.
type Flag uint8

const (
	Disabled  Flag = 1 << iota // by the user
	Redundant                  // depends on other rows
	Broken                     // its load was too great
)

// Rows are the rows of a problem, struct of arrays: entry i of each slice belongs to row
// i. The slices may be read and their values changed at any time, except Mode, which the
// functions that add rows set. A flag on any row of a cone holds for the whole cone.
type Rows struct {
	Mode       []Mode
	Lo, Hi     []float64 // interval of l; of Box rows, set for Lock and Unilateral too. Hi of a Ball's first row is its radius
	Length     []float64 // μ of Tangent, rolling and spinning length of the others
	Cohesion   []float64 // of Normal rows: the pull that is held, in the unit of l (force times h where l is an impulse)
	B          []float64 // known part of c
	Compliance []float64 // e ≥ 0: c grows by e·l
	L          []float64 // multipliers: first guess and result
	C          []float64 // result: J q + b + e∘l, without De Saxcé's term
	Flags      []Flag
	Reason     []string  // of the newest flag, for reports
	Since      []float64 // time of the newest flag

	size    []int // of the blocks of q
	at      []int32
	unit    []int32 // of each row
	units   []rowGroup
	entries []entry
	j       []float64
}

// rowGroup is a stretch of rows that act on the same blocks.
type rowGroup struct {
	row, n   int32
	ent, end int32 // its entries
}

// entry is the Jacobian of a unit with respect to one block: n × size values, row-major.
type entry struct{ block, at int32 }

// NewRows returns Rows without a row yet, for unknowns in blocks of blockSizes numbers each.
func NewRows(blockSizes []int) *Rows {
	r := &Rows{size: append([]int(nil), blockSizes...), at: make([]int32, len(blockSizes)+1)}
	for i, n := range blockSizes {
		r.at[i+1] = r.at[i] + int32(n)
	}
	return r
}

// RowCount is the number of rows.
func (r *Rows) RowCount() int { return len(r.Mode) }

// AddLock appends n rows c = 0 (a joint) that act on the blocks; its Jacobian is zero
// until it is filled through Jacobian. All Add functions return their first row.
func (r *Rows) AddLock(n int, blocks ...int) int {
	row := r.appendRows(n, blocks)
	for i := row; i < row+n; i++ {
		r.Mode[i], r.Lo[i], r.Hi[i] = Lock, math.Inf(-1), math.Inf(1)
	}
	return row
}

// AddUnilateral appends a row 0 ≤ c ⟂ l ≥ 0.
func (r *Rows) AddUnilateral(blocks ...int) int {
	row := r.appendRows(1, blocks)
	r.Mode[row], r.Hi[row] = Unilateral, math.Inf(1)
	return row
}

// AddBox appends a row with lo ≤ l ≤ hi. It panics when lo > hi.
func (r *Rows) AddBox(lo, hi float64, blocks ...int) int {
	if !(lo <= hi) {
		panic(fmt.Sprintf("vi: box [%g, %g] is empty", lo, hi))
	}
	row := r.appendRows(1, blocks)
	r.Mode[row], r.Lo[row], r.Hi[row] = Box, lo, hi
	return row
}

// AddBall appends n rows, two or three, ‖l‖ ≤ radius: c is 0 inside, and against l on the surface (dry friction
// under a load that is known). The radius may be changed in Hi of the first row.
func (r *Rows) AddBall(radius float64, n int, blocks ...int) int {
	if n < 2 || n > 3 || !(radius >= 0) {
		panic(fmt.Sprintf("vi: a ball of %d rows with the radius %g", n, radius))
	}
	row := r.appendRows(n, blocks)
	for i := row; i < row+n; i++ {
		r.Mode[i] = Ball
	}
	r.Hi[row] = radius
	return row
}

// AddUnenforced appends a row that is never enforced: it keeps a place.
func (r *Rows) AddUnenforced(blocks ...int) int { return r.appendRows(1, blocks) }

// AddCone appends a contact: its normal row, then those tangents, rolling and spinning
// rows that the cone has.
func (r *Rows) AddCone(c Cone, blocks ...int) int {
	c.validate()
	row := r.appendRows(c.RowCount(), blocks)
	r.Mode[row], r.Cohesion[row], r.Hi[row] = Normal, c.Cohesion, math.Inf(1)
	k := row + 1
	for g, m := range [...]Mode{Tangent, Rolling, Spinning} {
		for range c.Rows[g] {
			r.Mode[k], r.Length[k] = m, c.Length[g]
			k++
		}
	}
	return row
}

func (r *Rows) appendRows(n int, blocks []int) int {
	row := len(r.Mode)
	u := rowGroup{row: int32(row), n: int32(n), ent: int32(len(r.entries))}
	for k, b := range blocks {
		if b < 0 || b >= len(r.size) {
			panic(fmt.Sprintf("vi: row acts on block %d of %d", b, len(r.size)))
		}
		for _, other := range blocks[:k] {
			if b == other {
				panic(fmt.Sprintf("vi: row names block %d twice", b))
			}
		}
		r.entries = append(r.entries, entry{int32(b), int32(len(r.j))})
		r.j = appendZeros(r.j, n*r.size[b])
	}
	u.end = int32(len(r.entries))
	for range n {
		r.Mode = append(r.Mode, Free)
		r.Flags = append(r.Flags, 0)
		r.Reason = append(r.Reason, "")
		r.unit = append(r.unit, int32(len(r.units)))
		for _, a := range []*[]float64{&r.Lo, &r.Hi, &r.Length, &r.Cohesion, &r.B, &r.Compliance, &r.L, &r.C, &r.Since} {
			*a = append(*a, 0)
		}
	}
	r.units = append(r.units, u)
	return row
}

// appendZeros appends n zeros.
func appendZeros(a []float64, n int) []float64 {
	for range n {
		a = append(a, 0)
	}
	return a
}

// JacobianBlock is the part of a row that belongs to the k-th of its blocks, to be written.
// The slice is valid until rows are added.
func (r *Rows) JacobianBlock(row, k int) []float64 {
	u := r.units[r.unit[row]]
	e := r.entries[u.ent:u.end][k]
	n := int32(r.size[e.block])
	at := e.at + (int32(row)-u.row)*n
	return r.j[at : at+n : at+n]
}

// RemoveRowsFrom removes row and all after it: contacts, say, that are listed again in each step
// behind the rows that stay. It panics when row is in the middle of a cone or joint.
func (r *Rows) RemoveRowsFrom(row int) {
	if row >= len(r.Mode) {
		return
	}
	k := r.unit[row]
	u := r.units[k]
	if int(u.row) != row {
		panic(fmt.Sprintf("vi: RemoveFrom at row %d, inside the rows %d to %d", row, u.row, u.row+u.n-1))
	}
	if u.ent < int32(len(r.entries)) {
		r.j = r.j[:r.entries[u.ent].at]
	}
	r.entries, r.units = r.entries[:u.ent], r.units[:k]
	r.Mode, r.Flags, r.Reason, r.unit = r.Mode[:row], r.Flags[:row], r.Reason[:row], r.unit[:row]
	for _, a := range []*[]float64{&r.Lo, &r.Hi, &r.Length, &r.Cohesion, &r.B, &r.Compliance, &r.L, &r.C, &r.Since} {
		*a = (*a)[:row]
	}
}

// SetFlag sets a flag on a row, with a reason and the time for reports.
func (r *Rows) SetFlag(row int, f Flag, reason string, time float64) {
	r.Flags[row] |= f
	r.Reason[row], r.Since[row] = reason, time
}

// ClearFlag takes a flag from a row.
func (r *Rows) ClearFlag(row int, f Flag) {
	if r.Flags[row] &^= f; r.Flags[row] == 0 {
		r.Reason[row], r.Since[row] = "", 0
	}
}

// IsEnabled reports whether a row takes part: derived, never stored.
func (r *Rows) IsEnabled(row int) bool {
	if r.Mode[row] == Free {
		return false
	}
	if r.Mode[row] < Normal {
		return r.Flags[row] == 0
	}
	u := r.units[r.unit[row]]
	for _, f := range r.Flags[u.row : u.row+u.n] {
		if f != 0 {
			return false
		}
	}
	return true
}

// AppendEnabled appends the rows that take part to dst, in order.
func (r *Rows) AppendEnabled(dst []int32) []int32 {
	for i := range r.Mode {
		if r.IsEnabled(i) {
			dst = append(dst, int32(i))
		}
	}
	return dst
}
