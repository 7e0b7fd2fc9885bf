package element

import (
	"math"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// orientations are the forms in which a marker is oriented.
const orientations = "a00 a10 a20 a01 a11 a21 a02 a12 a22|psi theta phi|zp_x zp_y zp_z xp_x xp_y xp_z"

// directionCosineAttrs are the direction cosines a_ij: component i of axis j.
func directionCosineAttrs() []deck.AttrSpec {
	var all []deck.AttrSpec
	for j, axis := range [3]string{"x", "y", "z"} {
		for i, along := range [3]string{"x", "y", "z"} {
			a := realAttr("a"+itoa(i)+itoa(j), "0", "1", "component along "+along+" of the marker's "+axis+" axis")
			if i == j {
				a.Default = "1"
			}
			all = append(all, *a)
		}
	}
	return all
}

// markerAxes are axes of a marker that the deck gives.
type markerAxes struct {
	v   [3]spatial.Vec
	has [3]bool
}

func (a *markerAxes) isAnyGiven() bool { return a.has[0] || a.has[1] || a.has[2] }

// readDirectionCosines reads the direction cosines. In an axis of which a component is
// given the missing ones are 0, but for the one along itself where all given
// ones are 0: that is then 1, the default.
func readDirectionCosines(e *deck.Element) markerAxes {
	var a markerAxes
	for j := range 3 {
		var c [3]float64
		for i := range 3 {
			if n := "a" + itoa(i) + itoa(j); e.Has(n) {
				c[i], a.has[j] = e.Real(n), true
			}
		}
		if c == [3]float64{} && a.has[j] && !e.Has("a"+itoa(j)+itoa(j)) {
			c[j] = 1
		}
		a.v[j] = spatial.Vec{X: c[0], Y: c[1], Z: c[2]}
	}
	return a
}

// readAxisPoints reads the axes that zp and xp give: z towards zp, x in the plane of
// z and xp.
func readAxisPoints(e *deck.Element, pos spatial.Vec) markerAxes {
	var a markerAxes
	for k, p := range map[int]string{0: "xp_", 2: "zp_"} {
		if e.Has(p+"x") || e.Has(p+"y") || e.Has(p+"z") {
			a.v[k], a.has[k] = readVector(e, p+"x", p+"y", p+"z").Sub(pos), true
		}
	}
	return a
}

// readOrientation reads the forms of a marker's orientation: direction cosines,
// points on the z axis and in the xz plane, or 3-1-3 angles; the first that is
// given counts.
func readOrientation(e *deck.Element, pos spatial.Vec) spatial.Mat {
	angles := ""
	for _, n := range []string{"psi", "theta", "phi"} {
		if e.Has(n) {
			angles = n
		}
	}
	a := readDirectionCosines(e)
	points := !a.isAnyGiven()
	if points {
		a = readAxisPoints(e, pos)
	}
	if !a.isAnyGiven() {
		return spatial.Euler313(e.Real("psi"), e.Real("theta"), e.Real("phi"))
	}
	if angles != "" && e.Real(angles) != 0 {
		e.AddWarningf(angles, "B016", "direction cosines or points give the orientation: the angles are ignored")
	}
	if !points {
		a.warnNotUnitLength(e)
	}
	m, ok := a.makeRotation(e)
	if ok && !points {
		a.warnNotOrthogonal(e, &m)
	}
	return m
}

// squareTol is how far direction cosines may be from unit length and from right
// angles without a warning.
const squareTol = 1e-3

var axisName = [3]string{"x", "y", "z"}

// warnNotUnitLength warns of axes that are not of unit length.
func (a *markerAxes) warnNotUnitLength(e *deck.Element) {
	for k, h := range a.has {
		if n := a.v[k].Norm(); h && n > 0 && math.Abs(n-1) > squareTol {
			e.AddWarningf("", "B013", "the %s axis has the length %.4g instead of 1 and is scaled", axisName[k], n)
		}
	}
}

// makeRotation makes a rotation of the axes that are given. Of z and x, z is kept
// and x made perpendicular to it; a missing axis follows from the others. Where
// there is only one, z or else x keeps its default as far as it can.
func (a *markerAxes) makeRotation(e *deck.Element) (m spatial.Mat, ok bool) {
	for k, h := range a.has {
		if h && a.v[k].Norm() == 0 {
			e.AddErrorf("", "B012", "the %s axis has the length 0", axisName[k])
			return spatial.Identity, false
		}
		a.v[k] = a.v[k].Unit()
	}
	x, y, z := a.v[0], a.v[1], a.v[2]
	switch {
	case a.has[0] && a.has[2]:
	case a.has[0] && a.has[1]:
		z = x.Cross(y)
	case a.has[1] && a.has[2]:
		x = y.Cross(z)
	case a.has[0]:
		z = nearestPerpendicular(x, spatial.UnitAxis(2))
	case a.has[1]:
		z = nearestPerpendicular(y, spatial.UnitAxis(2))
		x = y.Cross(z)
	default:
		x = nearestPerpendicular(z, spatial.UnitAxis(0))
	}
	z = z.Unit()
	x = x.AddScaled(-x.Dot(z), z)
	if z.Norm() == 0 || x.Norm() < 1e-9 {
		e.AddErrorf("", "B012", "two axes are parallel")
		return spatial.Identity, false
	}
	x = x.Unit()
	return spatial.Mat{A: x, B: z.Cross(x), C: z}, true
}

// warnNotOrthogonal warns of given axes that are not at right angles or left-handed.
func (a *markerAxes) warnNotOrthogonal(e *deck.Element, m *spatial.Mat) {
	off := 0.0
	for k, h := range a.has {
		if h {
			off = math.Max(off, 1-a.v[k].Dot(m.Col(k)))
		}
	}
	switch {
	case off > 1:
		e.AddWarningf("", "B018", "the axes are left-handed: y is taken as z × x")
	case off > squareTol*squareTol/2 && a.has[2]:
		e.AddWarningf("", "B013", "the axes are not at right angles: z is kept")
	case off > squareTol*squareTol/2:
		e.AddWarningf("", "B013", "the axes are not at right angles: x is kept")
	}
}

// nearestPerpendicular returns the direction nearest to want that is perpendicular to v, some
// perpendicular one if want is along v.
func nearestPerpendicular(v, want spatial.Vec) spatial.Vec {
	if w := want.AddScaled(-want.Dot(v), v); w.Norm() > 1e-6 {
		return w.Unit()
	}
	best, k := math.Inf(1), 0
	for i := range 3 {
		if c := math.Abs(v.At(i)); c < best {
			best, k = c, i
		}
	}
	w := spatial.UnitAxis(k)
	return w.AddScaled(-w.Dot(v), v).Unit()
}
