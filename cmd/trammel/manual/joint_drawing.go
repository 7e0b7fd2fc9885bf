package manual

import (
	"fmt"
	"math"
	"strings"
)

type vec [3]float64

func (a vec) add(b vec) vec       { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec) scale(f float64) vec { return vec{f * a[0], f * a[1], f * a[2]} }
func (a vec) cross(b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

var ex, ey, ez = vec{1, 0, 0}, vec{0, 1, 0}, vec{0, 0, 1}

// motion is a freedom that a drawing shows: a displacement or a rotation along an axis of J or of I.
type motion struct {
	axis string // "zJ"
	turn bool
}

// scene is what a drawing shows: marker J at the origin along the axes of the picture, marker I somewhere.
type scene struct {
	at      vec    // origin of I
	axes    [3]vec // axes of I
	motions []motion
	coupled bool // the motions go together, and those that are not drawn are free
	note    string
}

// rotatedAxes are the axes after a rotation about an axis, by an angle in degrees.
func rotatedAxes(about vec, degrees float64) (axes [3]vec) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	for k, v := range [3]vec{ex, ey, ez} {
		dot := about[0]*v[0] + about[1]*v[1] + about[2]*v[2]
		axes[k] = v.scale(cos).add(about.cross(v).scale(sin)).add(about.scale(dot * (1 - cos)))
	}
	return axes
}

// rotateAxesAboutGlobalZ are axes after a further rotation about the global z axis.
func rotateAxesAboutGlobalZ(axes [3]vec, degrees float64) [3]vec {
	t := rotatedAxes(ez, degrees)
	for k, a := range axes {
		axes[k] = t[0].scale(a[0]).add(t[1].scale(a[1])).add(t[2].scale(a[2]))
	}
	return axes
}

func translationMotions(axes ...string) (list []motion) {
	for _, a := range axes {
		list = append(list, motion{a, false})
	}
	return list
}

func rotationMotions(axes ...string) (list []motion) {
	for _, a := range axes {
		list = append(list, motion{a, true})
	}
	return list
}

func concatMotions(a, b []motion) []motion { return append(a, b...) }

// scenes are the drawings by the type of the joint.
var scenes = map[string]scene{
	"REVOLUTE":          {axes: rotatedAxes(ez, -25), motions: rotationMotions("zJ"), note: "origins coincide, zI along zJ"},
	"SPHERICAL":         {axes: rotatedAxes(vec{0.6, 0, 0.8}, 50), motions: rotationMotions("xJ", "yJ", "zJ"), note: "origins coincide"},
	"TRANSLATIONAL":     {at: vec{0, 0, 1.35}, axes: rotatedAxes(ez, 0), motions: translationMotions("zJ"), note: "I on z of J, axes parallel"},
	"CYLINDRICAL":       {at: vec{0, 0, 1.35}, axes: rotatedAxes(ez, -25), motions: concatMotions(translationMotions("zJ"), rotationMotions("zJ")), note: "I on z of J, zI along zJ"},
	"UNIVERSAL":         {axes: rotateAxesAboutGlobalZ(rotatedAxes(ey, 90), -25), motions: rotationMotions("zI", "zJ"), note: "origins coincide, zI at right angles to zJ"},
	"FIXED":             {axes: rotatedAxes(ez, 0), note: "origins coincide, axes parallel"},
	"HOOKE":             {axes: rotatedAxes(ey, -30), motions: rotationMotions("xI", "yJ"), note: "origins coincide, xI at right angles to yJ"},
	"CONSTANT_VELOCITY": {axes: rotatedAxes(ex, -35), motions: rotationMotions("xJ", "yJ"), note: "origins coincide, shafts along zI and zJ"},
	"PLANAR":            {at: vec{-0.3, 1.6, 0}, axes: rotatedAxes(ez, -25), motions: concatMotions(translationMotions("xJ", "yJ"), rotationMotions("zJ")), note: "I in the x-y plane of J, zI along zJ"},
	"INLINE":            {at: vec{0, 0, 1.35}, axes: rotatedAxes(vec{0.6, 0, 0.8}, 50), motions: concatMotions(translationMotions("zJ"), rotationMotions("xJ", "yJ", "zJ")), note: "I on z of J"},
	"INPLANE":           {at: vec{-0.3, 1.6, 0}, axes: rotatedAxes(vec{0.6, 0, 0.8}, 50), motions: concatMotions(translationMotions("xJ", "yJ"), rotationMotions("xJ", "yJ", "zJ")), note: "I in the x-y plane of J"},
	"ORIENTATION":       {at: vec{-0.3, 1.6, 0.45}, axes: rotatedAxes(ez, 0), motions: translationMotions("xJ", "yJ", "zJ"), note: "axes parallel"},
	"PARALLEL_AXES":     {at: vec{-0.3, 1.6, 0.45}, axes: rotatedAxes(ez, -25), motions: concatMotions(translationMotions("xJ", "yJ", "zJ"), rotationMotions("zJ")), note: "zI along zJ"},
	"PERPENDICULAR":     {at: vec{-0.3, 1.6, 0.45}, axes: rotateAxesAboutGlobalZ(rotatedAxes(ey, 90), -25), motions: concatMotions(translationMotions("xJ", "yJ", "zJ"), rotationMotions("zI", "zJ")), note: "zI at right angles to zJ"},
	"SCREW":             {at: vec{0, 0, 1.35}, axes: rotatedAxes(ez, -25), motions: concatMotions(translationMotions("zJ"), rotationMotions("zJ")), coupled: true, note: "both motions go together; all others are free"},
	"RACK_PINION":       {at: vec{-0.3, 1.6, 0.45}, axes: rotatedAxes(ex, -90), motions: concatMotions(translationMotions("zJ"), rotationMotions("zI")), coupled: true, note: "both motions go together; all others are free"},
	"FREE":              {at: vec{-0.3, 1.6, 0.45}, axes: rotatedAxes(vec{0.6, 0, 0.8}, 50), motions: concatMotions(translationMotions("xJ", "yJ", "zJ"), rotationMotions("xJ", "yJ", "zJ")), note: "no constraint"},
}

// DrawJointSVG returns a drawing of a type of joint as SVG on one line: the axes of J and of I and arrows along the
// free motions. It is empty for an unknown type.
func DrawJointSVG(kind string) string {
	s, ok := scenes[kind]
	if !ok {
		return ""
	}
	d := &drawing{scene: s}
	fmt.Fprintf(&d.b, `<svg class="joint" viewBox="0 0 400 340" role="img" aria-label="%s: marker J with its axes, marker I with its axes, %s">`, kind, s.note)
	d.drawBlock("j", vec{}, [3]vec{ex, ey, ez}, 0.30)
	if s.at != (vec{}) {
		d.drawLine("j", "stroke-dasharray='2 4' stroke-width='1'", vec{}, s.at)
	}
	d.drawBlock("i", s.at, s.axes, 0.22)
	d.drawFrame("j", "J", vec{}, [3]vec{ex, ey, ez}, 1.0)
	d.drawFrame("i", "I", s.at, s.axes, 0.72)
	for k, m := range s.motions {
		d.drawMotion(m, k)
	}
	fmt.Fprintf(&d.b, `<text class="note" x="12" y="328">%s</text></svg>`, s.note)
	return d.b.String()
}

type drawing struct {
	scene
	b strings.Builder
}

// projectPoint is the picture of a point: x to the lower left, y to the right, z up.
func (*drawing) projectPoint(p vec) (x, y float64) {
	const scale = 100
	return 125 + scale*(-0.62*p[0]+0.92*p[1]), 225 + scale*(0.46*p[0]+0.16*p[1]-0.96*p[2])
}

func (d *drawing) drawLine(class, style string, from, to vec) {
	x1, y1 := d.projectPoint(from)
	x2, y2 := d.projectPoint(to)
	fmt.Fprintf(&d.b, `<line class="%s" %s x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`, class, style, x1, y1, x2, y2)
}

// drawArrowHead is the head of an arrow that ends in a point.
func (d *drawing) drawArrowHead(class string, from, to vec) {
	x1, y1 := d.projectPoint(from)
	x2, y2 := d.projectPoint(to)
	l := math.Hypot(x2-x1, y2-y1)
	if l < 1e-9 {
		return
	}
	ux, uy := (x2-x1)/l, (y2-y1)/l
	fmt.Fprintf(&d.b, `<polygon class="%s" points="%.1f,%.1f %.1f,%.1f %.1f,%.1f"/>`, class, x2, y2, x2-9*ux+4*uy, y2-9*uy-4*ux, x2-9*ux-4*uy, y2-9*uy+4*ux)
}

// drawFrame draws the axes of a marker with their names.
func (d *drawing) drawFrame(class, name string, at vec, axes [3]vec, size float64) {
	for k, a := range axes {
		end := at.add(a.scale(size))
		d.drawLine(class, "stroke-width='2'", at, end)
		d.drawArrowHead(class, at, end)
		x, y := d.projectPoint(at.add(a.scale(size + 0.12)))
		if name == "I" && at == (vec{}) && a[k] > 0.999 { // beside the axis of J
			x, y = x+16, y+6
		}
		fmt.Fprintf(&d.b, `<text class="%s" x="%.1f" y="%.1f" text-anchor="middle" dominant-baseline="middle">%c%s</text>`, class, x, y, "xyz"[k], name)
	}
}

// drawBlock draws a cube about a marker: the body.
func (d *drawing) drawBlock(class string, at vec, axes [3]vec, size float64) {
	for k := range 3 {
		for _, sign := range []float64{-1, 1} {
			a, b, c := axes[k].scale(sign*size), axes[(k+1)%3].scale(size), axes[(k+2)%3].scale(size)
			var points []string
			for _, corner := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
				x, y := d.projectPoint(at.add(a).add(b.scale(corner[0])).add(c.scale(corner[1])))
				points = append(points, fmt.Sprintf("%.1f,%.1f", x, y))
			}
			fmt.Fprintf(&d.b, `<polygon class="%s body" points="%s"/>`, class, strings.Join(points, " "))
		}
	}
}

// drawMotion draws a free motion: a double arrow along an axis, or an arc around it.
func (d *drawing) drawMotion(m motion, number int) {
	axis := [3]vec{ex, ey, ez}[strings.IndexByte("xyz", m.axis[0])]
	if m.axis[1] == 'I' {
		axis = d.axes[strings.IndexByte("xyz", m.axis[0])]
	}
	if !m.turn {
		side := vec{0.16, 0.16, 0.16}
		from, to := d.at.add(side).add(axis.scale(-0.45)), d.at.add(side).add(axis.scale(0.45))
		d.drawLine("free", "stroke-width='2.5'", from, to)
		d.drawArrowHead("free head", from, to)
		d.drawArrowHead("free head", to, from)
		return
	}
	origin := d.at
	if m.axis[1] == 'J' && d.at[0] == 0 && d.at[1] == 0 && m.axis[0] == 'z' {
		origin = origin.add(axis.scale(0.25))
	}
	center := origin.add(axis.scale(0.52))
	u := axis.cross(vec{0.3, 0.8, -0.52})
	u = u.scale(0.26 / math.Sqrt(u[0]*u[0]+u[1]*u[1]+u[2]*u[2]))
	v := axis.cross(u)
	var points []string
	var last, before vec
	for k := range 28 {
		sin, cos := math.Sincos(float64(k) * 0.19)
		before, last = last, center.add(u.scale(cos)).add(v.scale(sin))
		x, y := d.projectPoint(last)
		points = append(points, fmt.Sprintf("%.1f,%.1f", x, y))
	}
	fmt.Fprintf(&d.b, `<polyline class="free" stroke-width="2.5" points="%s"/>`, strings.Join(points, " "))
	d.drawArrowHead("free head", before, last)
}
