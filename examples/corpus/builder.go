package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/spatial"
)

type (
	vec = spatial.Vec
	mat = spatial.Mat
)

// unitSystem is the units of a deck. Forces are in newtons and times in seconds in all.
type unitSystem struct {
	name         string
	length, mass string  // their names in Param_Unit
	L, M         float64 // one unit of length in m, of mass in kg
}

// unitSystems are m-kg, mm-kg (not consistent: the solver has to divide by 1000) and mm-t.
var unitSystems = []unitSystem{
	{"m-kg", "METER", "KILOGRAM", 1, 1},
	{"mm-kg", "MILLIMETER", "KILOGRAM", 1e-3, 1},
	{"mm-t", "MILLIMETER", "MEGAGRAM", 1e-3, 1e3},
}

// deckBuilder writes a deck from quantities in SI. Families draw all random numbers from it.
type deckBuilder struct {
	*rand.Rand
	unitSystem
	m     *model
	text  strings.Builder
	exprs []string // of the columns
	ids   map[string]int
	// nudge disturbs each initial velocity by so much of m.Size in m.End, or of 1 rad; and states.
	nudge float64
	g     float64 // gravity along -z
}

// quantityText writes a quantity in SI of dimension force^f length^l mass^m time^t (f and t do not matter) in
// units of the deck.
func (b *deckBuilder) quantityText(x float64, lengthExponent, massExponent int) string {
	return strconv.FormatFloat(x/math.Pow(b.L, float64(lengthExponent))/math.Pow(b.M, float64(massExponent)), 'g', -1, 64)
}

func (b *deckBuilder) lengthText(x float64) string { return b.quantityText(x, 1, 0) }  // also speeds, accelerations
func (b *deckBuilder) forceText(x float64) string  { return b.quantityText(x, 0, 0) }  // also plain numbers
func (b *deckBuilder) rateText(x float64) string   { return b.quantityText(x, -1, 0) } // stiffness and damping along a line
func (b *deckBuilder) torqueText(x float64) string { return b.quantityText(x, 1, 0) }  // torques, stiffness in torsion

// drawUniform draws from lo to hi, drawLogUniform by orders of magnitude.
func (b *deckBuilder) drawUniform(lo, hi float64) float64 { return lo + (hi-lo)*b.Float64() }

func (b *deckBuilder) drawLogUniform(lo, hi float64) float64 {
	return lo * math.Pow(hi/lo, b.Float64())
}

func (b *deckBuilder) drawBool(p float64) bool { return b.Float64() < p }

// drawDirection draws a direction.
func (b *deckBuilder) drawDirection() vec {
	for {
		v := vec{X: b.drawUniform(-1, 1), Y: b.drawUniform(-1, 1), Z: b.drawUniform(-1, 1)}
		if n := v.Norm(); n > 0.1 && n < 1 {
			return v.Scale(1 / n)
		}
	}
}

// axesWithZ are the axes of a frame with z along a direction.
func axesWithZ(z vec) mat {
	z = z.Unit()
	x := vec{X: 1}
	if math.Abs(z.X) > 0.8 {
		x = vec{Y: 1}
	}
	x = x.AddScaled(-x.Dot(z), z).Unit()
	y := z.Cross(x)
	return matrixFromColumns(x, y, z)
}

// matrixFromColumns returns the matrix with these columns.
func matrixFromColumns(x, y, z vec) mat {
	return mat{A: x, B: y, C: z}
}

var unit = matrixFromColumns(vec{X: 1}, vec{Y: 1}, vec{Z: 1})

// nextNumber is the next number of a kind of element, from 1.
func (b *deckBuilder) nextNumber(kind string) int {
	b.ids[kind]++
	return b.ids[kind]
}

// writeElement writes an element with its next number, which it returns.
func (b *deckBuilder) writeElement(kind, attrs string) int {
	id := b.nextNumber(kind)
	fmt.Fprintf(&b.text, "    <%s id=\"%d\" %s/>\n", kind, id, attrs)
	return id
}

// addMarker puts a marker on a body at a global place; points have no turns.
func (b *deckBuilder) addMarker(body *body, at vec, a mat) int {
	attrs := fmt.Sprintf(`body_id="%d"`, body.id)
	if body.point {
		attrs += ` body_type="POINTBODY"`
	}
	attrs += fmt.Sprintf(` pos_x="%s" pos_y="%s" pos_z="%s"`, b.lengthText(at.X), b.lengthText(at.Y), b.lengthText(at.Z))
	if a != unit {
		for k, name := range []string{"a00 a10 a20", "a01 a11 a21", "a02 a12 a22"} {
			c := a.Col(k)
			for i, n := range strings.Fields(name) {
				attrs += fmt.Sprintf(` %s="%s"`, n, b.forceText(c.At(i)))
			}
		}
	}
	id := b.writeElement("Reference_Marker", attrs)
	b.m.frames[id] = frame{body, at}
	return id
}

// frame is a marker: its body, and its place at the start.
type frame struct {
	body *body
	at   vec
}

// body is a body of the deck with its marker at the mass centre.
type body struct {
	id, cg int
	point  bool
	at     vec
	mass   float64
	j      vec // principal moments of inertia, along the columns of a
	a      mat
	v, w   vec // at the start, w along the columns of a
}

var ground = &body{id: 1, cg: 1}

// vectorAttributesText writes three attributes.
func (b *deckBuilder) vectorAttributesText(pattern string, v vec, lengthExponent, massExponent int) string {
	s := ""
	for i, c := range "xyz" {
		if x := v.At(i); x != 0 {
			s += fmt.Sprintf(` `+pattern+`="%s"`, c, b.quantityText(x, lengthExponent, massExponent))
		}
	}
	return s
}

// directionFromNumber returns a direction that depends on the number of a body only.
func directionFromNumber(n int) vec {
	x := float64(n)
	return vec{X: math.Sin(2.1*x + 0.3), Y: math.Sin(3.7*x + 1.1), Z: math.Sin(5.3*x + 2.3)}
}

// addRigidBody adds a body: mass in kg, principal moments of inertia in kg m² along the columns of a, velocity of its
// mass centre along global axes and angular velocity along the columns of a.
func (b *deckBuilder) addRigidBody(mass float64, j, at vec, a mat, v, w vec) *body {
	id, cg := b.nextNumber("body"), b.ids["Reference_Marker"]+1
	v = v.AddScaled(b.nudge*b.m.size/b.m.End, directionFromNumber(id))
	w = w.AddScaled(b.nudge/b.m.End, directionFromNumber(id+100))
	fmt.Fprintf(&b.text, "    <Body_Rigid id=\"%d\" cg_id=\"%d\" mass=\"%s\"%s%s%s/>\n", id, cg, b.quantityText(mass, 0, 1),
		b.vectorAttributesText("inertia_%[1]c%[1]c", j, 2, 1), b.vectorAttributesText("v_ic_%c", v, 1, 0), b.vectorAttributesText("w_ic_%c", w, 0, 0))
	p := &body{id: id, at: at, mass: mass, j: j, a: a, v: v, w: w}
	b.m.bodies = append(b.m.bodies, p)
	p.cg = b.addMarker(p, at, a)
	return p
}

// addPointMass adds a point mass.
func (b *deckBuilder) addPointMass(mass float64, at, v vec) *body {
	id, cg := b.nextNumber("body"), b.ids["Reference_Marker"]+1
	v = v.AddScaled(b.nudge*b.m.size/b.m.End, directionFromNumber(id))
	fmt.Fprintf(&b.text, "    <Body_Point id=\"%d\" cg_id=\"%d\" mass=\"%s\"%s/>\n", id, cg, b.quantityText(mass, 0, 1), b.vectorAttributesText("v_ic_%c", v, 1, 0))
	p := &body{id: id, point: true, at: at, mass: mass}
	p.cg = b.addMarker(p, at, unit)
	return p
}

// addBar adds a slender body between two places; its sides across are thick times its length, of different size.
func (b *deckBuilder) addBar(from, to vec, density, thick float64, v, w vec) *body {
	l := to.Sub(from).Norm()
	p, q := thick*l, thick*l*b.drawUniform(0.5, 1)
	mass := density * l * p * q
	j := vec{X: mass / 12 * (l*l + q*q), Y: mass / 12 * (l*l + p*p), Z: mass / 12 * (p*p + q*q)}
	return b.addRigidBody(mass, j, from.Add(to).Scale(0.5), axesWithZ(to.Sub(from)), v, w)
}

// addJoint connects two bodies at a global place, with z of both markers along an axis; extra are
// further attributes. UNIVERSAL joints have the axis of the second turned by a right angle.
func (b *deckBuilder) addJoint(kind string, i, j *body, at, axis vec, extra string) joint {
	a := axesWithZ(axis)
	other := a
	if kind == "UNIVERSAL" {
		other = matrixFromColumns(a.Col(1), a.Col(2), a.Col(0))
	}
	mi, mj := b.addMarker(i, at, a), b.addMarker(j, at, other)
	id := b.writeElement("Constraint_Joint", fmt.Sprintf(`type="%s" i_marker_id="%d" j_marker_id="%d"%s`, kind, mi, mj, extra))
	b.m.links = append(b.m.links, link{kind, i, j, at, axis, id})
	return joint{id, mi, mj}
}

// link is a joint as the independent equations need it.
type link struct {
	kind     string
	i, j     *body
	at, axis vec
	id       int
}

type joint struct{ id, i, j int }

// setGravity pulls along -z, or not at all. The first call counts.
func (b *deckBuilder) setGravity(g float64) {
	if g != 0 && b.g == 0 {
		b.g = g
		fmt.Fprintf(&b.text, "    <Force_Gravity grav_z=\"%s\"/>\n", b.lengthText(-g))
	}
}

// addSpring puts a spring with damper between two markers.
func (b *deckBuilder) addSpring(i, j int, k, c, length float64) int {
	return b.writeElement("Force_SpringDamper", fmt.Sprintf(`type="TRANSLATIONAL" i_marker_id="%d" j_marker_id="%d" stiffness="%s" damping="%s" length="%s"`,
		i, j, b.rateText(k), b.rateText(c), b.lengthText(length)))
}

// addTorsionSpring puts a spring with damper about z between two markers.
func (b *deckBuilder) addTorsionSpring(i, j int, k, c, angle float64) int {
	return b.writeElement("Force_SpringDamper", fmt.Sprintf(`type="ROTATIONAL" i_marker_id="%d" j_marker_id="%d" stiffness="%s" damping="%s" length="%s"`,
		i, j, b.torqueText(k), b.torqueText(c), b.forceText(angle)))
}

// transformToWorld returns in global axes the vector with components v along the columns of a.
func transformToWorld(a mat, v vec) vec { return a.MulTransposed(v) }
