package cmdfile

import (
	"math"
	"strconv"
	"strings"
)

// solid is a volume with its centroid and the integrals of x_i x_j about the centroid.
type solid struct {
	volume float64
	center vec
	second mat
}

// transformBy returns the solid in the frame in which f is given.
func (s solid) transformBy(f pose) solid {
	out := solid{volume: s.volume, center: f.toOuterPoint(s.center)}
	for i := range out.second {
		for j := range out.second[i] {
			for k := range s.second {
				for l := range s.second[k] {
					out.second[i][j] += f.axes[k][i] * s.second[k][l] * f.axes[l][j]
				}
			}
		}
	}
	return out
}

// addSolids adds solids that do not overlap.
func addSolids(list []solid) solid {
	var out solid
	for _, s := range list {
		out.volume += s.volume
		out.center = out.center.plus(s.center.times(s.volume))
	}
	out.center = out.center.times(1 / out.volume)
	for _, s := range list {
		d := s.center.minus(out.center)
		for i := range out.second {
			for j := range out.second[i] {
				out.second[i][j] += s.second[i][j] + s.volume*d[i]*d[j]
			}
		}
	}
	return out
}

func diagonalMatrix(a, b, c float64) mat { return mat{{a, 0, 0}, {0, b, 0}, {0, 0, c}} }

// area is a plane figure: area, first and second moments about the origin.
type area struct{ a, x, y, xx, yy, xy float64 }

// addPolygon adds what the points enclose; counter-clockwise is positive.
func (f *area) addPolygon(p [][2]float64) {
	for i := range p {
		x0, y0 := p[i][0], p[i][1]
		q := p[(i+1)%len(p)]
		x1, y1 := q[0], q[1]
		c := x0*y1 - x1*y0
		f.a += c / 2
		f.x += c * (x0 + x1) / 6
		f.y += c * (y0 + y1) / 6
		f.xx += c * (x0*x0 + x0*x1 + x1*x1) / 12
		f.yy += c * (y0*y0 + y0*y1 + y1*y1) / 12
		f.xy += c * (x0*y1 + 2*x0*y0 + 2*x1*y1 + x1*y0) / 24
	}
}

// addSector adds a sector of a circle around a point from angle u to v.
func (f *area) addSector(at [2]float64, r, u, v float64) {
	a := r * r * (v - u) / 2
	mx, my := r*r*r/3*(math.Sin(v)-math.Sin(u)), r*r*r/3*(math.Cos(u)-math.Cos(v))
	q := r * r * r * r / 8
	half := (math.Sin(2*v) - math.Sin(2*u)) / 2
	f.a += a
	f.x += at[0]*a + mx
	f.y += at[1]*a + my
	f.xx += at[0]*at[0]*a + 2*at[0]*mx + q*(v-u+half)
	f.yy += at[1]*at[1]*a + 2*at[1]*my + q*(v-u-half)
	f.xy += at[0]*at[1]*a + at[0]*my + at[1]*mx + q*(math.Cos(2*u)-math.Cos(2*v))/2
}

// extrudeToSolid returns the solid between the heights z0 and z1.
func (f area) extrudeToSolid(z0, z1 float64) solid {
	h := math.Abs(z1 - z0)
	if f.a < 0 {
		f = area{-f.a, -f.x, -f.y, -f.xx, -f.yy, -f.xy}
	}
	x, y := f.x/f.a, f.y/f.a
	s := solid{volume: f.a * h, center: vec{x, y, (z0 + z1) / 2}}
	xy := h * (f.xy - f.a*x*y)
	s.second = mat{{h * (f.xx - f.a*x*x), xy, 0}, {xy, h * (f.yy - f.a*y*y), 0}, {0, 0, f.a * h * h * h / 12}}
	return s
}

// gauss3 are the points and weights of the rule that is exact for polynomials of degree 5 on [0,1].
var gauss3 = [3][2]float64{{0.5 - 0.3872983346207417, 5.0 / 18}, {0.5, 8.0 / 18}, {0.5 + 0.3872983346207417, 5.0 / 18}}

// revolveProfile returns the solid that a profile of radii and heights makes around the z axis.
func revolveProfile(p [][2]float64) solid {
	var v, vz, vzz, vrr float64
	for i := range p {
		q := p[(i+1)%len(p)]
		dz := q[1] - p[i][1]
		for _, g := range gauss3 {
			r, z := p[i][0]+g[0]*(q[0]-p[i][0]), p[i][1]+g[0]*dz
			w := g[1] * dz
			v += w * r * r / 2
			vz += w * r * r / 2 * z
			vzz += w * r * r / 2 * z * z
			vrr += w * r * r * r * r / 4
		}
	}
	if v < 0 {
		v, vz, vzz, vrr = -v, -vz, -vzz, -vrr
	}
	c := vz / v
	return solid{volume: 2 * math.Pi * v, center: vec{0, 0, c}, second: diagonalMatrix(math.Pi*vrr, math.Pi*vrr, 2*math.Pi*(vzz-v*c*c))}
}

// addMassOfShapes adds the mass, centre and inertia that follow from the shapes of a part and a density.
func (e *statementEmitter) addMassOfShapes() bool {
	density, ok := e.partDensity()
	if !ok {
		return true // which is reported; the part itself is there
	}
	frame, err := catchFailure(func() pose { return e.x.poseOf(e.o) })
	if err != nil {
		e.addErrorf(e.o.at, "E657", "%v", err)
		return false
	}
	var list []solid
	for _, g := range e.o.descendantsByAge() {
		if g.class != geometryClass || g.off || g.kind.sub != "feature blend" && g.parent.class == geometryClass {
			continue // what belongs to a shape counts with it
		}
		if g.kind.sub == "feature blend" {
			e.x.diags.AddWarningf(g.at, "W669", "%s: the mass is that of the shape with sharp edges", g.fullName())
			continue
		}
		ge := &statementEmitter{x: e.x, o: g}
		has := false
		s, err := catchFailure(func() (s solid) {
			s, has = ge.shapeSolid()
			return s
		})
		if err != nil {
			d := e.addErrorf(e.o.at, "E664", "the mass does not follow from its shapes: %s: %v", g.name, err)
			d.AddNote(g.at, "the shape")
			d.Help = "give mass, center_of_mass_marker, ixx, iyy and izz"
			return true // the part is there, with what the message says missing
		}
		if has {
			list = append(list, s.transformBy(inversePose(frame)))
		}
	}
	if len(list) == 0 {
		d := e.addErrorf(e.o.at, "E664", "the mass does not follow from its shapes: it has none")
		d.Help = "give mass, center_of_mass_marker, ixx, iyy and izz"
		return true
	}
	e.addMassOf(addSolids(list), density)
	return true
}

// partDensity returns the mass of a unit of volume of a part.
func (e *statementEmitter) partDensity() (float64, bool) {
	if e.o.findAttribute("density") != nil {
		list, ok := e.attributeNumbers("density")
		return firstOrZero(list), ok && len(list) == 1
	}
	if d, ok := e.libraryDensity(); ok {
		return d, true
	}
	m := e.attributeObject("material_type")
	if m == nil {
		return 0, false
	}
	me := &statementEmitter{x: e.x, o: m}
	if m.findAttribute("density") == nil {
		e.addErrorf(e.o.at, "E659", "the material %s has no density", m.fullName())
		return 0, false
	}
	list, ok := me.attributeNumbers("density")
	return firstOrZero(list), ok && len(list) == 1
}

// library holds the densities in kg/m³ of materials that models of Adams View have without creating them.
var library = map[string]float64{"steel": 7801, "aluminum": 2740}

// libraryDensity returns the density of a material that the file does not create.
func (e *statementEmitter) libraryDensity() (float64, bool) {
	a := e.o.findAttribute("material_type")
	s := e.x.newEvaluatorFor(e.o, a)
	list, err := catchFailure(func() []datum { return s.evaluateItems(a, e.o) })
	if err != nil || len(list) != 1 || list[0].kind != textDatum {
		return 0, false
	}
	s.contexts = append(s.contexts, e.x.nameContexts()...)
	if s.findObject(list[0]) != nil {
		return 0, false
	}
	all := splitObjectName(list[0].text)
	name := strings.ToLower(all[len(all)-1])
	d, ok := library[name]
	if !ok {
		return 0, false
	}
	e.x.diags.AddNotef(a.firstValueSpan(), "N670", "%s: the material %s is not created here and has %g kg/m³", e.o.fullName(), name, d)
	f, _ := e.x.units.compoundUnitFactor("kg/meter**3")
	return d * f, true
}

func firstOrZero(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	return list[0]
}

// addMassOf adds mass, a marker at the centre and the inertia about it along the axes of the part.
func (e *statementEmitter) addMassOf(s solid, density float64) {
	e.addNumber("MASS", s.volume*density, e.o.at)
	m := e.x.createMarker(e.o, "center_of_mass", pose{s.center, identity})
	e.addArgument("CM", strconv.Itoa(m.id), e.o.at)
	if e.o.kind.statement == "POINT_MASS" {
		return
	}
	var list []string
	q := s.second
	for _, v := range []float64{q[1][1] + q[2][2], q[0][0] + q[2][2], q[0][0] + q[1][1], q[0][1], q[0][2], q[1][2]} {
		list = append(list, formatNumber(v*density))
	}
	e.addArgument("IP", strings.Join(list, ", "), e.o.at)
}
