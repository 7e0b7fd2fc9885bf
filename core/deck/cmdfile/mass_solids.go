package cmdfile

import (
	"math"
	"slices"
)

// shapeSolid returns what a shape encloses in the frame of the model; has is false for what encloses nothing.
func (e *statementEmitter) shapeSolid() (s solid, has bool) {
	marker := ""
	switch e.o.kind.sub {
	case "shape block":
		marker = "corner_marker"
		s = e.blockSolid()
	case "shape cylinder", "shape frustum", "shape ellipsoid", "shape torus":
		marker = "center_marker"
		s = e.roundSolid()
	case "shape link":
		return e.linkSolid()
	case "shape plate":
		return e.plateSolid()
	case "shape extrusion":
		marker = "reference_marker"
		s = e.extrudedSolid()
	case "shape revolution":
		marker = "reference_marker"
		s = e.turnedSolid()
	case "shape csg":
		return e.combinedSolid()
	case "shape solid", "shape solid_shell", "shape shell", "shape face", "shape nurb_surf", "feature blend", "feature hole", "feature thinshell":
		panic(failuref("volumes of the type %s are not available", e.o.kind.lastKeyword()))
	default:
		return s, false
	}
	f := e.frameNamed(marker)
	if !(s.volume > 0) {
		panic(failuref("it has no volume"))
	}
	return s.transformBy(f), true
}

func (e *statementEmitter) frameNamed(param string) pose {
	m := e.attributeObject(param)
	if m == nil {
		panic(failuref("%s is missing", param))
	}
	return e.x.poseOf(m)
}

// requiredNumbers returns numbers that must be there.
func (e *statementEmitter) requiredNumbers(params ...string) []float64 {
	out := make([]float64, len(params))
	for i, p := range params {
		list, ok := e.attributeNumbers(p)
		if !ok || len(list) != 1 {
			panic(failuref("%s is missing", p))
		}
		out[i] = list[0]
	}
	return out
}

func (e *statementEmitter) blockSolid() solid {
	d, ok := e.attributeNumbers("diag_corner_coords")
	if !ok || len(d) != 3 {
		panic(failuref("diag_corner_coords is missing"))
	}
	v := math.Abs(d[0] * d[1] * d[2])
	return solid{v, vec{d[0] / 2, d[1] / 2, d[2] / 2}, diagonalMatrix(v*d[0]*d[0]/12, v*d[1]*d[1]/12, v*d[2]*d[2]/12)}
}

func (e *statementEmitter) roundSolid() solid {
	if a := e.o.findAttribute("angle_extent"); a != nil {
		if x := e.attributeNumber("angle_extent", 0) * a.angle.factor; math.Abs(x-2*math.Pi) > 1e-6 {
			panic(failuref("a part of a full turn is not available"))
		}
	}
	switch e.o.kind.lastKeyword() {
	case "cylinder":
		d := e.requiredNumbers("radius", "length")
		r, l := d[0], d[1]
		return revolveProfile([][2]float64{{0, 0}, {r, 0}, {r, l}, {0, l}})
	case "frustum":
		d := e.requiredNumbers("bottom_radius", "top_radius", "length")
		return revolveProfile([][2]float64{{0, 0}, {d[0], 0}, {d[1], d[2]}, {0, d[2]}})
	case "torus":
		d := e.requiredNumbers("major_radius", "minor_radius")
		r, q := d[0], d[1]*d[1]
		v := 2 * math.Pi * math.Pi * r * q
		return solid{v, vec{}, diagonalMatrix(v*(r*r/2+3*q/8), v*(r*r/2+3*q/8), v*q/4)}
	}
	d := e.requiredNumbers("x_scale_factor", "y_scale_factor", "z_scale_factor")
	a, b, c := d[0]/2, d[1]/2, d[2]/2
	v := 4 * math.Pi / 3 * a * b * c
	return solid{v, vec{}, diagonalMatrix(v*a*a/5, v*b*b/5, v*c*c/5)}
}

// linkFacets are the plane faces of which Adams View makes each end of a link.
const linkFacets = 10

// linkSolid is a bar with round ends between two markers; its depth is along z of the first.
func (e *statementEmitter) linkSolid() (solid, bool) {
	p, d, f := e.linkOutline()
	var a area
	a.addPolygon(p)
	return a.extrudeToSolid(-d/2, d/2).transformBy(f), true
}

// linkOutline returns the outline of a link in a frame at its first marker with x to the second, and its depth.
func (e *statementEmitter) linkOutline() (p [][2]float64, depth float64, f pose) {
	d := e.requiredNumbers("width", "depth")
	i := e.frameNamed("i_marker")
	j := e.frameNamed("j_marker")
	axes, ok := axesInPlane(i.axes[2], j.at.minus(i.at), 2, 0)
	if !ok {
		panic(failuref("its ends coincide or are above each other"))
	}
	l, r := j.at.minus(i.at).norm(), d[0]/2
	for n := 0; n <= linkFacets; n++ {
		s, c := math.Sincos(math.Pi * (float64(n)/linkFacets - 0.5))
		p = append(p, [2]float64{l + r*c, r * s})
	}
	for n := 0; n <= linkFacets; n++ {
		s, c := math.Sincos(math.Pi * (float64(n)/linkFacets + 0.5))
		p = append(p, [2]float64{r * c, r * s})
	}
	return removeRepeatedPoints(p), d[1], pose{i.at, axes}
}

// plateSolid is a plate with round corners around markers; it is as thick as its width along z of the first.
func (e *statementEmitter) plateSolid() (solid, bool) {
	p, r, d, f := e.plateCorners()
	return roundedArea(p, r).extrudeToSolid(-d/2, d/2).transformBy(f), true
}

// plateCorners returns the centres of the corners of a plate around its first marker, counter-clockwise, their radius and the thickness.
func (e *statementEmitter) plateCorners() (p [][2]float64, r, d float64, f pose) {
	size := e.requiredNumbers("width")
	markers, ok := e.attributeObjects("marker_name")
	if !ok || len(markers) < 3 {
		panic(failuref("a plate has at least three markers"))
	}
	f = e.x.poseOf(markers[0])
	for _, m := range markers {
		v := f.toLocalPoint(e.x.poseOf(m).at)
		p = append(p, [2]float64{v[0], v[1]})
	}
	var a area
	if a.addPolygon(p); a.a < 0 {
		slices.Reverse(p)
	}
	return p, e.attributeNumber("radius", 0), size[0], f
}

// roundedArea is a convex polygon, counter-clockwise, with all points that are at most r away from it.
func roundedArea(p [][2]float64, r float64) area {
	var f area
	f.addPolygon(p)
	n := len(p)
	heading := func(i int) float64 { q := p[(i+1)%n]; return math.Atan2(q[1]-p[i][1], q[0]-p[i][0]) }
	for i := range p {
		u := heading(i)
		q := p[(i+1)%n]
		s, c := math.Sincos(u)
		f.addPolygon([][2]float64{{p[i][0] + r*s, p[i][1] - r*c}, {q[0] + r*s, q[1] - r*c}, q, p[i]})
		turn := math.Mod(heading((i+1)%n)-u+4*math.Pi, 2*math.Pi)
		if turn > math.Pi && r > 0 {
			panic(failuref("a plate whose outline has a corner inwards is not available"))
		}
		if turn <= math.Pi {
			f.addSector(q, r, u-math.Pi/2, u-math.Pi/2+turn)
		}
	}
	return f
}

// profilePoints returns the points of a profile.
func (e *statementEmitter) profilePoints() []vec {
	a := e.o.findAttribute("points_for_profile")
	if a == nil || e.o.findAttribute("profile_curve") != nil {
		panic(failuref("points_for_profile is missing"))
	}
	var out []vec
	for _, c := range e.x.evaluateLocations(e.o, a) {
		out = append(out, c.v)
	}
	if len(out) < 3 {
		panic(failuref("its profile has fewer than three points"))
	}
	return out
}

func (e *statementEmitter) extrudedSolid() solid {
	p, z, d := e.extrusionOutline()
	var f area
	f.addPolygon(p)
	if f.a == 0 {
		panic(failuref("its profile encloses nothing"))
	}
	return f.extrudeToSolid(z, z+d)
}

// extrusionOutline returns the outline of an extrusion, its height and its length along z.
func (e *statementEmitter) extrusionOutline() (q [][2]float64, z, length float64) {
	p := e.profilePoints()
	d := e.requiredNumbers("length_along_z_axis")
	for _, v := range p {
		q = append(q, [2]float64{v[0], v[1]})
	}
	return removeRepeatedPoints(q), p[0][2], d[0]
}

func (e *statementEmitter) turnedSolid() solid {
	q := e.turnOutline()
	if s := revolveProfile(q); s.volume > 0 {
		return s
	}
	panic(failuref("its profile encloses nothing"))
}

// turnOutline returns the profile of a revolution as radii and heights.
func (e *statementEmitter) turnOutline() (q [][2]float64) {
	if a := e.o.findAttribute("angle_extent"); a != nil {
		if x := e.attributeNumber("angle_extent", 0) * a.angle.factor; math.Abs(x-2*math.Pi) > 1e-6 {
			panic(failuref("a part of a full turn is not available"))
		}
	}
	p := e.profilePoints()
	for _, v := range p {
		q = append(q, [2]float64{math.Hypot(v[0], v[1]), v[2]})
	}
	return removeRepeatedPoints(q)
}
