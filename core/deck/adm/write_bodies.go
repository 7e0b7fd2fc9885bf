package adm

import (
	"math"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// writePart: the marker in which the others of a body are given is the frame of
// the part.
func writePart(p *statementWriter) {
	if !p.isPending("lprf_id") || p.e.Modifies || p.schemaHasAttr("isground") && p.e.Bool("isground") {
		return
	}
	m := p.w.FindElement("Reference_Marker", p.e.Ref("lprf_id"))
	if m == nil || m.Has("rm_id") {
		return // reported as lost
	}
	p.done["lprf_id"] = true
	f := &statementWriter{ModelWriter: p.ModelWriter, e: m, done: map[string]bool{}}
	f.writePose("QG", "ZG", "XG")
	p.s.Words = append(p.s.Words, f.s.Words...)
}

// writeMarker: a marker that is the frame of its part lies at the part's origin.
func writeMarker(p *statementWriter) {
	word := "PART"
	switch p.e.Enum("body_type") {
	case "POINTBODY":
		word = "POINT_MASS"
	case "FLEXBODY":
		word = "FLEX_BODY"
	}
	p.done["body_type"] = true
	if v, ok := p.consumeValue("body_id"); ok {
		p.addWord(Numbers, word, v)
	}
	if p.isPartFrame() {
		for _, n := range placeAttrs {
			p.done[n] = true
		}
		return
	}
	p.writePose("QP", "ZP", "XP")
}

var placeAttrs = []string{"pos_x", "pos_y", "pos_z", "psi", "theta", "phi", "zp_x", "zp_y", "zp_z", "xp_x", "xp_y", "xp_z",
	"a00", "a10", "a20", "a01", "a11", "a21", "a02", "a12", "a22"}

// bodyOfMarker returns the body of a marker.
func (p *statementWriter) bodyOfMarker() *deck.Element {
	for _, k := range []string{"Body_Rigid", "Body_Point", "Body_Flexible"} {
		if p.w.HasKind(k) {
			if b := p.w.FindElement(k, p.e.Ref("body_id")); b != nil {
				return b
			}
		}
	}
	return nil
}

// isPartFrame reports whether the marker is that in which its body's markers are given.
func (p *statementWriter) isPartFrame() bool {
	b := p.bodyOfMarker()
	return b != nil && b.Has("lprf_id") && b.Ref("lprf_id") == p.e.ID() && !p.e.Has("rm_id") &&
		!(b.Kind == "Body_Rigid" && b.Bool("isground"))
}

// isOmitted reports whether a marker needs no statement: the reader makes a frame
// of a part itself.
func (s *ModelWriter) isOmitted(e *deck.Element) bool {
	p := statementWriter{ModelWriter: s, e: e}
	return e.Kind == "Reference_Marker" && !e.Command && !s.used[e.ID()] && p.isPartFrame()
}

// writePose says origin and orientation.
func (p *statementWriter) writePose(origin, z, x string) {
	p.writeTriple(origin, "pos_x", "pos_y", "pos_z")
	if axes, has, xPoint := p.consumeDirectionCosines(); has != [3]bool{} {
		if !p.writeAxisPoints(z, x, &axes, has) {
			p.writeAxes(&axes, has, xPoint)
		}
		return
	}
	if p.writeTriple(z, "zp_x", "zp_y", "zp_z"); p.hasWord(z) {
		p.done["psi"], p.done["theta"], p.done["phi"] = true, true, true
	}
	p.writeTriple(x, "xp_x", "xp_y", "xp_z")
	p.writeTriple("REULER", "psi", "theta", "phi")
}

// writeTriple says three numbers if one of them is given.
func (p *statementWriter) writeTriple(word string, attrs ...string) {
	for _, n := range attrs {
		if p.isPending(n) {
			p.writeAttrList(word, attrs)
			return
		}
	}
}

func numbersText(v [3]float64) string {
	var list []string
	for _, x := range v {
		list = append(list, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return strings.Join(list, ", ")
}

// writeAxisPoints says z, and x if it is given, by points on the axes, provided that no
// digit of the axes is lost so.
func (p *statementWriter) writeAxisPoints(z, x string, axes *[3][3]float64, has [3]bool) bool {
	if !has[2] || has[1] && !has[0] {
		return false
	}
	var at [3][3]float64
	for k, n := range []string{"pos_x", "pos_y", "pos_z"} {
		pos := p.e.Real(n)
		for j := range at {
			at[j][k] = pos + axes[j][k]
			if j != 1 && has[j] && at[j][k]-pos != axes[j][k] {
				return false
			}
		}
	}
	p.addWord(Numbers, z, numbersText(at[2]))
	if has[0] {
		p.addWord(Numbers, x, numbersText(at[0]))
	}
	return true
}

// consumeDirectionCosines takes the axes that direction cosines give, or a point on x alone.
func (p *statementWriter) consumeDirectionCosines() (axes [3][3]float64, has [3]bool, xPoint bool) {
	for j := range axes {
		own := "a" + strconv.Itoa(j) + strconv.Itoa(j)
		for i := range axes[j] {
			if n := "a" + strconv.Itoa(i) + strconv.Itoa(j); p.isPending(n) {
				axes[j][i], has[j] = p.e.Real(n), true
			}
		}
		if has[j] && axes[j] == [3]float64{} && !p.e.Has(own) {
			axes[j][j] = 1
		}
	}
	if has == [3]bool{} && !p.isPending("zp_x") && !p.isPending("zp_y") && !p.isPending("zp_z") {
		// A point on the x axis alone: statements keep another axis then.
		for k, n := range []string{"x", "y", "z"} {
			has[0] = has[0] || p.isPending("xp_"+n)
			axes[0][k] = p.e.Real("xp_"+n) - p.e.Real("pos_"+n)
		}
		xPoint = has[0]
	}
	if has != [3]bool{} {
		for _, n := range placeAttrs[3:] {
			p.done[n] = true
		}
	}
	return axes, has, xPoint
}

// completeAxes makes a rotation of axes as elements do: z is kept and x made
// perpendicular to it, a missing axis follows from the others; of one alone, z
// or else x stays near its default.
func completeAxes(axes [3][3]float64, has [3]bool) [3][3]float64 {
	for j := range axes {
		axes[j], _ = normalize3(axes[j])
	}
	switch x, y, z := &axes[0], &axes[1], &axes[2]; {
	case has[0] && has[2]:
	case has[0] && has[1]:
		*z = cross3(*x, *y)
	case has[1] && has[2]:
		*x = cross3(*y, *z)
	case has[0]:
		*z = nearestPerpendicular(*x, 2)
	case has[1]:
		*z = nearestPerpendicular(*y, 2)
		*x = cross3(*y, *z)
	default:
		*x = nearestPerpendicular(*z, 0)
	}
	axes[2], _ = normalize3(axes[2])
	axes[0], _ = normalize3(perpendicularPart(axes[0], axes[2]))
	axes[1] = cross3(axes[2], axes[0])
	return axes
}

// eulerAngles returns the body-fixed 3-1-3 angles of axes: with a_rc component
// r of axis c, θ = atan2(√(a13² + a23²), a33), ψ = atan2(a13, -a23), φ = atan2(a31, a32),
// and where z does not tilt φ = 0 and ψ = atan2(a21, a11).
func eulerAngles(a [3][3]float64) [3]float64 {
	z := a[2]
	s := math.Hypot(z[0], z[1])
	if s < 1e-12 {
		return [3]float64{math.Atan2(a[0][1], a[0][0]), math.Atan2(s, z[2]), 0}
	}
	return [3]float64{math.Atan2(z[0], -z[1]), math.Atan2(s, z[2]), math.Atan2(a[0][2], a[1][2])}
}

func cross3(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// perpendicularPart returns the part of v that is perpendicular to the unit vector u.
func perpendicularPart(v, u [3]float64) [3]float64 {
	d := dot3(v, u)
	for k := range v {
		v[k] -= d * u[k]
	}
	return v
}

// nearestPerpendicular returns the direction nearest to axis k that is perpendicular to v,
// some perpendicular one if that axis is along v.
func nearestPerpendicular(v [3]float64, k int) [3]float64 {
	var want [3]float64
	want[k] = 1
	if w := perpendicularPart(want, v); math.Sqrt(dot3(w, w)) > 1e-6 {
		w, _ = normalize3(w)
		return w
	}
	best, n := math.Inf(1), 0
	for i := range v {
		if c := math.Abs(v[i]); c < best {
			best, n = c, i
		}
	}
	want = [3]float64{}
	want[n] = 1
	w, _ := normalize3(perpendicularPart(want, v))
	return w
}
