package element

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/system"
)

// A limit of a joint is a row of its own, q - limit, whose multiplier has one sign. Rows of
// a joint's limits are named after the joint, and their reactions are part of its own: of JOINT(id), of the
// net forces FX(i,j), ... TZ(i,j) between its markers, and of what break_force and break_torque are compared with.

// limitedFreedom is a freedom of a joint that may have limits.
type limitedFreedom struct {
	min, max string // attributes
	measure  string
}

// limitsOf are the freedoms by type of joint.
var limitsOf = map[string][]limitedFreedom{
	"REVOLUTE":      {{"limit_min", "limit_max", "AZ"}},
	"TRANSLATIONAL": {{"limit_min", "limit_max", "DZ"}},
	"CYLINDRICAL":   {{"limit_min", "limit_max", "DZ"}, {"limit_rot_min", "limit_rot_max", "AZ"}},
}

// addLimits adds the rows of a joint's limits.
func (b *builder) addLimits(e *deck.Element) {
	all, t := limitsOf[e.Enum("type")], e.Enum("type")
	if all == nil {
		for _, name := range []string{"limit_min", "limit_max"} {
			if e.Has(name) {
				b.reportOnce(e, name, "B263", "a joint of type %s has no limits: they are for REVOLUTE, TRANSLATIONAL and CYLINDRICAL joints", t)
			}
		}
	}
	any := false
	for _, l := range all {
		any = any || e.Has(l.min) || e.Has(l.max)
		if !b.checkLimits(e, l) {
			continue
		}
		low, high := unboundedMultiplierLaw(), unboundedMultiplierLaw()
		low.Lo, high.Hi = 0, 0
		low.Restitution, high.Restitution = e.Real("limit_restitution"), e.Real("limit_restitution")
		b.addLimit(e, l.min, l.measure, low)
		b.addLimit(e, l.max, l.measure, high)
	}
	if e.Has("limit_restitution") && !any && all != nil {
		e.AddWarningf("limit_restitution", "B265", "without limit_min or limit_max it has no effect")
	}
}

// checkLimits reports limits that exclude each other, and angles that are not those that AZ
// counts from the start.
func (b *builder) checkLimits(e *deck.Element, l limitedFreedom) bool {
	lo, hi := math.Inf(-1), math.Inf(1)
	if e.Has(l.min) {
		lo = e.Real(l.min)
	}
	if e.Has(l.max) {
		hi = e.Real(l.max)
	}
	if lo >= hi {
		e.AddErrorf(l.max, "B264", "the greatest displacement, %g, must be larger than %s, %g", hi, l.min, lo)
		return false
	}
	i, j := b.frames[e.Ref("i_marker_id")], b.frames[e.Ref("j_marker_id")]
	if i == nil || j == nil || e.Has("ic") || e.Has("icrot") || b.out.Memory != nil {
		return true
	}
	if x := computeDeckDisplacement(l.measure, i, j); l.measure == "AZ" && (x < lo || x > hi) {
		for _, turn := range [2]float64{-2 * math.Pi, 2 * math.Pi} {
			if y := x + turn; lo <= y && y <= hi {
				d := e.AddErrorf(nameOfGivenLimitAttr(e, l), "B266", "the angle is %.6g at the start, and %s to %s is a turn away from that", x, formatBound(lo), formatBound(hi))
				d.Help = fmt.Sprintf("AZ is counted from its value between -π and π at the start: give the limits as %s to %s", formatBound(lo-turn), formatBound(hi-turn))
				return false
			}
		}
	}
	return true
}

// nameOfGivenLimitAttr returns the name of a limit attribute that is given.
func nameOfGivenLimitAttr(e *deck.Element, l limitedFreedom) string {
	if e.Has(l.min) {
		return l.min
	}
	return l.max
}

func formatBound(x float64) string { return fmt.Sprintf("%.6g", x) }

// addLimit adds the row of one limit if it is given.
func (b *builder) addLimit(e *deck.Element, name, measure string, law system.Inequality) {
	if !e.Has(name) {
		return
	}
	im, jm := e.Ref("i_marker_id"), e.Ref("j_marker_id")
	call := system.Call{Name: measure, Args: []int{im, jm}}
	if measure == "DZ" {
		call.Args = append(call.Args, jm)
	}
	p, errs := expr.Compile(fmt.Sprintf("%s-(%s)", call, formatNumber(e.Real(name))), system.MeasureTable{})
	if len(errs) > 0 {
		panic("element: the expression of a limit: " + errs[0].Msg)
	}
	b.rows = append(b.rows, func() {
		b.buildAndRecordFault(e, func() {
			b.addExpressionConstraintRow(e, p, b.nonFloatingMarkerIndex(e, "i_marker_id"), b.nonFloatingMarkerIndex(e, "j_marker_id"), func(g *system.GeneralConstraint) {
				g.Type, g.Row = e.Enum("type"), []string{name}
				setRowLaw(e, &g.RowOwner, []system.Inequality{law})
			})
		})
	})
}
