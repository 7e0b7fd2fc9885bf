package element

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// looksLikeDegrees reports whether a number of radians is one that people mean as degrees: a
// multiple of 5 from 10 on.
func looksLikeDegrees(v float64) bool {
	return math.Abs(v) >= 10 && math.Abs(v) <= 3600 && math.Mod(v, 5) == 0
}

// warnDegreesGivenAsRadians warns of angles of markers, of torsion springs and limits, and amplitudes of motions that turn, that resemble degrees.
func (l *linter) warnDegreesGivenAsRadians() {
	for _, e := range l.deck.ElementsOfKind(markerKind) {
		l.warnAttrsInDegrees(e, "psi", "theta", "phi")
	}
	for _, e := range l.deck.ElementsOfKind("Force_SpringDamper") {
		if e.Enum("type") == "ROTATIONAL" {
			l.warnAttrsInDegrees(e, "length")
		}
	}
	for _, e := range l.deck.ElementsOfKind(jointKind) {
		switch e.Enum("type") {
		case "REVOLUTE":
			l.warnAttrsInDegrees(e, "limit_min", "limit_max")
		case "CYLINDRICAL":
			l.warnAttrsInDegrees(e, "limit_rot_min", "limit_rot_max")
		}
	}
	for _, e := range l.deck.ElementsOfKind(motionJointKind) {
		j := l.deck.FindElement(jointKind, e.Ref("joint_id"))
		turns := e.Enum("joint_type") == "R" || j != nil && e.Enum("joint_type") == "" && j.Enum("type") == "REVOLUTE"
		if turns && e.Enum("val_type") == "D" {
			l.warnAmplitudeInDegrees(e)
		}
	}
	for _, e := range l.deck.ElementsOfKind("Motion_Marker") {
		if strings.HasPrefix(e.Enum("direction"), "B") && e.Enum("val_type") == "D" {
			l.warnAmplitudeInDegrees(e)
		}
	}
}

const degreesHelp = "write %sD for degrees"

func (l *linter) warnAttrsInDegrees(e *deck.Element, names ...string) {
	for _, n := range names {
		a := e.Attr(n)
		if a == nil || a.Whole {
			continue
		}
		text := strings.TrimSpace(a.Value)
		if v := e.Real(n); looksLikeDegrees(v) && !strings.HasSuffix(strings.ToUpper(text), "D") {
			l.warnAt(e, n, fmt.Sprintf(degreesHelp, text), "%s rad are %.3g turns", text, v/(2*math.Pi))
		}
	}
}

// number is a number without a D behind it.
const number = `[-+]?(?:\d+\.?\d*|\.\d+)(?:[Ee][-+]?\d+)?`

// Where the size of a displacement is in an expression: alone, as a value of STEP, or before a sine.
var sizes = []*regexp.Regexp{
	regexp.MustCompile(`^\s*(` + number + `)\s*$`),
	regexp.MustCompile(`(?i)\bSTEP5?\s*\(\s*TIME\s*,[^,()]*,\s*(` + number + `)\s*,`),
	regexp.MustCompile(`(?i)\bSTEP5?\s*\(\s*TIME\s*,[^,()]*,[^,()]*,[^,()]*,\s*(` + number + `)\s*\)`),
	regexp.MustCompile(`(?i)(?:^|[-+(,])\s*(` + number + `)\s*\*\s*(?:SIN|COS)\s*\(`),
}

// warnAmplitudeInDegrees warns where a number in the expression of a displacement that turns resembles degrees. What is multiplied or
// divided further, as in 2*PI*STEP(…), is left alone.
func (l *linter) warnAmplitudeInDegrees(e *deck.Element) {
	a := e.Attr("expr")
	if a == nil {
		return
	}
	upper := strings.ToUpper(a.Value)
	if strings.Contains(upper, "DTOR") || strings.Contains(upper, "PI") && strings.Contains(upper, "180") {
		return
	}
	for k, x := range sizes {
		for _, m := range x.FindAllStringSubmatchIndex(a.Value, -1) {
			before, after := strings.TrimSpace(a.Value[:m[0]]), strings.TrimSpace(a.Value[m[1]:])
			if k > 0 && k < 3 && (strings.HasSuffix(before, "*") || k == 2 && (strings.HasPrefix(after, "*") || strings.HasPrefix(after, "/"))) {
				continue
			}
			text := a.Value[m[2]:m[3]]
			if v, err := strconv.ParseFloat(text, 64); err == nil && looksLikeDegrees(v) {
				d := a.AddWarningf(m[2], m[3], l.code, "%s rad are %.3g turns", text, v/(2*math.Pi))
				d.Help = fmt.Sprintf(degreesHelp, text) + "; if it is meant, allow " + l.code
				return
			}
		}
	}
}

// warnGravityOfOtherUnits compares the size of gravity with that of the Earth in the deck's units and in others.
func (l *linter) warnGravityOfOtherUnits() {
	g := l.sys.Gravity.Norm()
	for _, e := range l.deck.ElementsOfKind("Force_Gravity") {
		if g == 0 || l.sys.GravityParts != nil {
			continue
		}
		length, time := "METER", "SECOND"
		units := l.deck.ElementsOfKind("Param_Unit")
		if len(units) > 0 {
			if units[0].Has("mass_mult_factor") {
				continue // units that are none of the list
			}
			length, time = units[0].Enum("length_unit"), units[0].Enum("time_unit")
		}
		earth := func(length, time string) bool {
			t := timeUnits[time]
			return math.Abs(g/(9.80665/lengthUnits[length]*t*t)-1) < 0.005
		}
		if earth(length, time) {
			continue
		}
		for _, other := range []string{"METER", "MILLIMETER", "CENTIMETER", "INCH", "FOOT"} {
			for _, t := range []string{"SECOND", "MILLISECOND"} {
				if !earth(other, t) {
					continue
				}
				what, help := "the deck is in "+accelerationUnit(length, time), "correct gravity or Param_Unit"
				if len(units) == 0 {
					what, help = "without Param_Unit the deck is in "+accelerationUnit(length, time), "add Param_Unit"
				}
				l.warnAt(e, "", help, "%.6g is gravity in %s; %s", g, accelerationUnit(other, t), what)
				return
			}
		}
	}
}

// accelerationUnit is a unit of acceleration in words.
func accelerationUnit(length, time string) string {
	return strings.ToLower(length) + "/" + strings.ToLower(time) + "²"
}

// warnFarMarkers searches for a few markers with a gap of a factor of 100 to the others, by their distance from
// the middle of all: the median of each coordinate.
func (l *linter) warnFarMarkers() {
	type placed struct {
		e *deck.Element
		r float64
	}
	var all []placed
	var at [3][]float64
	for _, e := range l.deck.ElementsOfKind(markerKind) {
		if f := l.frames[e.ID()]; f != nil && !e.Bool("floating") {
			all = append(all, placed{e, 0})
			for k := range at {
				at[k] = append(at[k], f.pos.At(k))
			}
		}
	}
	n := len(all)
	if n < 4 {
		return
	}
	var middle spatial.Vec
	for k, dst := range [3]*float64{&middle.X, &middle.Y, &middle.Z} {
		slices.Sort(at[k])
		*dst = at[k][n/2]
	}
	for k := range all {
		all[k].r = l.frames[all[k].e.ID()].pos.Sub(middle).Norm()
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(a.r, b.r) })
	for k := n - max(1, n/4); k < n; k++ {
		if near := all[k-1].r; near > 0 && all[k].r > 100*near && all[k].r < 1e8*near {
			l.warnAt(all[k].e, "", "check its position and the frame that it is given in", "it is %.3g from the middle of the markers, of which %d are within %.3g",
				all[k].r, k, near)
			return
		}
	}
}

// warnCoincidentMarkers searches for springs and forces along a line without direction.
func (l *linter) warnCoincidentMarkers() {
	for _, kind := range []string{"Force_SpringDamper", "Force_Scalar_TwoBody"} {
		for _, e := range l.deck.ElementsOfKind(kind) {
			if t := e.Enum("type"); t != "TRANSLATIONAL" && t != "FORCE" || e.Inactive {
				continue
			}
			if kind == "Force_SpringDamper" && e.Real("preload")+e.Real("stiffness")*e.Real("length") == 0 || kind == "Force_Scalar_TwoBody" && e.Bool("is_action_only") {
				continue
			}
			i, j := l.frames[e.Ref("i_marker_id")], l.frames[e.Ref("j_marker_id")]
			if i == nil || j == nil || i.pos.Sub(j.pos).Norm() > 1e-10*l.sys.Length {
				continue
			}
			l.warnAt(e, "", "give the force markers at different points", "markers %d and %d coincide: there is no line for the force to act along",
				e.Ref("i_marker_id"), e.Ref("j_marker_id"))
		}
	}
}

// warnMissingRequests searches for analyses in time without a request.
func (l *linter) warnMissingRequests() {
	if len(l.deck.ElementsOfKind("Post_Request")) > 0 || len(l.deck.Elements) == 0 {
		return
	}
	var first *deck.Element
	for _, e := range l.deck.Commands {
		switch {
		case e.Kind == "Post_Request", e.Kind == "Load_Model", e.Kind == "Load_Command", e.Kind == "Save":
			return
		case e.Kind == "Simulate" && e.Enum("analysis_type") != "LINEAR" && e.Enum("analysis_type") != "ASSEMBLY" && first == nil:
			first = e
		}
	}
	if first == nil || l.out.Driver != nil || len(l.out.Posts) > 0 {
		return
	}
	d := first.AddWarningf("", l.code, "the deck has no requests: requests.csv will hold the times alone, results.store all results")
	d.Severity, d.Help = deck.Note, "trammel view shows them, trammel export writes them in other formats; Post_Request elements (REQUEST in .adm) choose columns of requests.csv"
}
