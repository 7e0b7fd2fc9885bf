package cmdfile

import (
	"fmt"
	"math"
	"strings"
)

// databaseFunctionTable returns the functions that search the database.
func databaseFunctionTable() map[string]function {
	return map[string]function{
		"DB_EXISTS": {1, 1, callExists}, "DB_OBJ_EXISTS": {2, 2, callExistsIn}, "DB_CHILDREN": {2, 2, callChildren}, "DB_IMMEDIATE_CHILDREN": {2, 2, callChildren},
		"DB_DESCENDANTS": {2, 4, callDescendants}, "DB_ANCESTOR": {2, 2, callAncestor},
		"DB_DEFAULT": {2, 2, func(s *scope, a []datum) (datum, error) {
			switch strings.ToLower(a[1].String()) {
			case "model":
				if s.x.model != nil {
					return objectOf(s.x.model), nil
				}
				return datum{}, nil
			case "part":
				if p := s.x.frame.ancestor(partClass); p != nil {
					return objectOf(p), nil
				}
			}
			return datum{}, nil
		}},
		"DB_TYPE":         {1, 1, func(s *scope, a []datum) (datum, error) { return typeOf(a[0]) }},
		"DB_COUNT":        {2, 2, callCount},
		"DB_OBJECT_COUNT": {1, 1, func(s *scope, a []datum) (datum, error) { return number(float64(len(entries(a[0])))), nil }},
		"DB_SHORT_NAME":   {1, 1, callShortName},
		"DB_CHANGED":      {0, 0, func(s *scope, a []datum) (datum, error) { return number(0), nil }},
		"UNIQUE_NAME":     {1, 1, callUniqueName}, "UNIQUE_NAME_IN_HIERARCHY": {1, 1, callUniqueName}, "UNIQUE_FULL_NAME": {1, 1, callUniqueFullName},
		"UNIQUE_LOCAL_NAME": {2, 2, callUniqueLocalName},
		"UNIQUE_ID":         {1, 1, func(s *scope, a []datum) (datum, error) { return number(float64(s.x.freeID())), nil }},
	}
}

func (s *scope) find(d datum) *object {
	if d.kind == objectDatum {
		return d.obj
	}
	if d.kind != textDatum {
		return nil
	}
	o, rest := s.x.db.lookUp(strings.TrimSpace(d.text), append(s.contexts, s.x.contexts()...)...)
	if len(rest) > 0 || o == s.x.db.root {
		return nil
	}
	return o
}

func callExists(s *scope, a []datum) (datum, error) {
	if a[0].kind == objectDatum && a[0].obj.class == variableClass {
		if d, err := s.content(a[0]); err == nil && d.kind == textDatum {
			return truth(s.find(d) != nil), nil
		}
	}
	return truth(s.find(a[0]) != nil), nil
}

func callExistsIn(s *scope, a []datum) (datum, error) {
	o := s.find(a[0])
	return truth(o != nil && s.x.db.child(o, a[1].String()) != nil), nil
}

func callObject(s *scope, a []datum) (datum, error) {
	if o := s.find(a[0]); o != nil {
		return objectOf(o), nil
	}
	return datum{}, fmt.Errorf("there is no object %q", shorten(a[0].String()))
}

func typeOf(d datum) (datum, error) {
	if d.kind != objectDatum {
		return d, fmt.Errorf("%q is no object", shorten(d.String()))
	}
	if d.obj.kind != nil {
		return textOf(d.obj.kind.last()), nil
	}
	return textOf(string(d.obj.class)), nil
}

// isOfType reports whether an object is of a type as functions name it.
func isOfType(o *object, t string) bool {
	t = strings.ToLower(strings.TrimSpace(t))
	if t == "all" || t == "" || t == string(o.class) || t == "body" && o.class == partClass {
		return true
	}
	return o.kind != nil && (t == o.kind.last() || strings.HasPrefix(o.kind.sub, t))
}

func callChildren(s *scope, a []datum) (datum, error) {
	o := s.find(a[0])
	if o == nil {
		return datum{}, fmt.Errorf("there is no object %q", shorten(a[0].String()))
	}
	var list []datum
	for _, k := range o.order {
		if !k.gone && k.parent == o && isOfType(k, a[1].String()) {
			list = append(list, objectOf(k))
		}
	}
	return arrayOf(list), nil
}

func callDescendants(s *scope, a []datum) (datum, error) {
	o := s.find(a[0])
	if o == nil {
		return datum{}, fmt.Errorf("there is no object %q", shorten(a[0].String()))
	}
	var list []datum
	for _, k := range o.all() {
		if isOfType(k, a[1].String()) {
			list = append(list, objectOf(k))
		}
	}
	return arrayOf(list), nil
}

func callAncestor(s *scope, a []datum) (datum, error) {
	o := s.find(a[0])
	for o != nil && !isOfType(o, a[1].String()) {
		o = o.parent
	}
	if o == nil {
		return datum{}, nil
	}
	return objectOf(o), nil
}

func callCount(s *scope, a []datum) (datum, error) {
	if a[0].kind != objectDatum {
		return datum{}, fmt.Errorf("%q is no object", shorten(a[0].String()))
	}
	at := a[0].obj.attr(strings.ToLower(a[1].String()))
	if at == nil {
		return number(0), nil
	}
	list, err := s.items(at, a[0].obj)
	return number(float64(len(list))), err
}

func callShortName(s *scope, a []datum) (datum, error) {
	o := s.find(a[0])
	if o == nil {
		return datum{}, fmt.Errorf("there is no object %q", shorten(a[0].String()))
	}
	return textOf(o.name), nil
}

func (s *scope) home() *object {
	if s.x.model != nil {
		return s.x.model
	}
	return s.x.db.root
}

func callUniqueName(s *scope, a []datum) (datum, error) {
	parent, name := s.home(), strings.TrimSpace(a[0].String())
	if strings.HasPrefix(name, ".") {
		all := components(name)
		o, rest := s.x.db.descend(s.x.db.root, all[1:len(all)-1])
		if len(rest) > 0 {
			return textOf(name + "_1"), nil
		}
		return textOf(o.path() + "." + s.x.db.freeName(o, all[len(all)-1]+"_")), nil
	}
	return textOf(s.x.db.freeName(parent, name+"_")), nil
}

func callUniqueFullName(s *scope, a []datum) (datum, error) {
	name := a[0].String()
	if strings.HasPrefix(name, ".") {
		return callUniqueName(s, a)
	}
	return textOf(s.home().path() + "." + s.x.db.freeName(s.home(), name+"_")), nil
}

func callUniqueLocalName(s *scope, a []datum) (datum, error) {
	o := s.find(a[0])
	if o == nil {
		return datum{}, fmt.Errorf("there is no object %q", shorten(a[0].String()))
	}
	return textOf(s.x.db.freeName(o, a[1].String()+"_")), nil
}

// frameFunctionTable returns the functions that measure positions and orientations and return them.
func frameFunctionTable() map[string]function {
	return map[string]function{
		"DM": {1, 2, func(s *scope, a []datum) (datum, error) {
			d, _, err := s.difference(a)
			return number(d.norm()), err
		}},
		"DX": {1, 3, component(0)}, "DY": {1, 3, component(1)}, "DZ": {1, 3, component(2)},
		"AX": {1, 2, angleAbout(0)}, "AY": {1, 2, angleAbout(1)}, "AZ": {1, 2, angleAbout(2)},
		"PSI": {1, 2, euler(0)}, "THETA": {1, 2, euler(1)}, "PHI": {1, 2, euler(2)},
		"LOC_RELATIVE_TO": {2, 2, callLocGlobal}, "LOC_GLOBAL": {2, 2, callLocGlobal}, "LOC_LOCAL": {2, 2, callLocLocal}, "LOC_LOC": {3, 3, callLocLoc},
		"LOC_ALONG_LINE": {3, 3, callLocAlongLine}, "LOC_ON_AXIS": {3, 3, callLocOnAxis}, "LOC_ON_LINE": {2, 2, callLocOnLine},
		"LOC_MIRROR": {3, 3, callLocMirror}, "LOC_FRAME_MIRROR": {3, 3, callLocMirror}, "LOC_PLANE_MIRROR": {2, 2, callLocPlaneMirror},
		"LOC_CYLINDRICAL": {3, 3, callLocCylindrical}, "LOC_SPHERICAL": {3, 3, callLocSpherical}, "LOC_PERPENDICULAR": {1, 1, callLocPerpendicular},
		"LOC_X_AXIS": {1, 1, locAxis(0)}, "LOC_Y_AXIS": {1, 1, locAxis(1)}, "LOC_Z_AXIS": {1, 1, locAxis(2)},
		"LOC_INLINE":      {3, 3, callLocInline},
		"ORI_RELATIVE_TO": {2, 2, callOriGlobal}, "ORI_GLOBAL": {2, 2, callOriGlobal}, "ORI_LOCAL": {2, 2, callOriLocal}, "ORI_ORI": {3, 3, callOriOri},
		"ORI_ALONG_AXIS": {3, 3, callOriAlongAxis}, "ORI_ONE_AXIS": {2, 2, callOriOneAxis}, "ORI_IN_PLANE": {4, 4, callOriInPlane}, "ORI_ALL_AXES": {2, 2, callOriAllAxes},
		"ORI_ALIGN_AXIS": {2, 2, callOriAlignAxis}, "ORI_MIRROR": {4, 4, callOriMirror}, "ORI_FRAME_MIRROR": {4, 4, callOriMirror},
	}
}

// frameOf returns the pose of an object that is an argument; 0 and NONE are the model.
func (s *scope) frameOf(d datum) (pose, error) {
	if d.kind == noDatum || d.kind == numberDatum && d.num == 0 {
		return origin, nil
	}
	o := s.find(d)
	if o == nil {
		return origin, fmt.Errorf("there is no object %q", shorten(d.String()))
	}
	return s.x.poseOf(o)
}

// pointOf returns a location in the frame of the model: one, or that of an object.
func (s *scope) pointOf(d datum) (vec, error) {
	if v, ok := d.vector(); ok {
		return v, nil
	}
	if d.kind == objectDatum || d.kind == textDatum {
		o := s.find(d)
		if o == nil {
			return vec{}, fmt.Errorf("there is no object %q", shorten(d.String()))
		}
		return s.x.placeOf(o)
	}
	return vec{}, fmt.Errorf("%q is no location", shorten(d.String()))
}

// pointsOf returns the rows of a matrix of n locations.
func (s *scope) pointsOf(d datum, n int) ([]vec, error) {
	list := d.flat()
	if d.kind != arrayDatum || len(list) != 3*n {
		return nil, fmt.Errorf("expected %d locations of three coordinates each", n)
	}
	out := make([]vec, n)
	for i, e := range list {
		if e.kind != numberDatum {
			return nil, fmt.Errorf("%q is no coordinate", shorten(e.String()))
		}
		out[i/3][i%3] = e.num
	}
	return out, nil
}

// anglesOf returns the axes that three angles 3-1-3 give, or an orientation in the frame of the model.
func (s *scope) anglesOf(d datum) (mat, error) {
	if d.axes != nil {
		return *d.axes, nil
	}
	v, ok := d.vector()
	if !ok {
		return identity, fmt.Errorf("%q is no orientation", shorten(d.String()))
	}
	for k := range v {
		v[k] = s.x.units.radians(v[k])
	}
	return body313.matrix(v), nil
}

func (s *scope) difference(a []datum) (vec, pose, error) {
	from, axes := vec{}, origin
	to, err := s.pointOf(a[0])
	if err == nil && len(a) > 1 && !(a[1].kind == numberDatum && a[1].num == 0) {
		from, err = s.pointOf(a[1])
	}
	if err == nil && len(a) > 2 {
		axes, err = s.frameOf(a[2])
	}
	return to.minus(from), axes, err
}

func component(k int) func(*scope, []datum) (datum, error) {
	return func(s *scope, a []datum) (datum, error) {
		d, axes, err := s.difference(a)
		return number(axes.axes[k].dot(d)), err
	}
}

func (s *scope) relativeAxes(a []datum) (mat, error) {
	from := origin
	to, err := s.frameOf(a[0])
	if err == nil && len(a) > 1 {
		from, err = s.frameOf(a[1])
	}
	return from.axes.within(to.axes), err
}

func angleAbout(k int) func(*scope, []datum) (datum, error) {
	return func(s *scope, a []datum) (datum, error) {
		m, err := s.relativeAxes(a)
		i, j := (k+1)%3, (k+2)%3
		if k == 2 {
			return number(s.x.units.fromRadians(math.Atan2(m[0][1], m[0][0]))), err
		}
		if k == 0 {
			return number(s.x.units.fromRadians(math.Atan2(-m[2][1], m[2][2]))), err
		}
		_, _ = i, j
		return number(s.x.units.fromRadians(math.Atan2(m[2][0], m[2][2]))), err
	}
}

func euler(k int) func(*scope, []datum) (datum, error) {
	return func(s *scope, a []datum) (datum, error) {
		m, err := s.relativeAxes(a)
		return number(s.x.units.fromRadians(angles313(m)[k])), err
	}
}

func callLocGlobal(s *scope, a []datum) (datum, error) {
	if a[0].global { // it is in the frame of the model already
		return a[0], nil
	}
	v, err := s.pointOf(a[0])
	if err != nil {
		return datum{}, err
	}
	if o := s.find(a[1]); o != nil && v == (vec{}) { // whatever its orientation is, which may depend on this
		v, err = s.x.placeOf(o)
		return location(v), err
	}
	f, err := s.frameOf(a[1])
	return location(f.point(v)), err
}

func callLocLocal(s *scope, a []datum) (datum, error) {
	v, err := s.pointOf(a[0])
	if err != nil {
		return datum{}, err
	}
	f, err := s.frameOf(a[1])
	return vectorOf(f.local(v)), err
}

func callLocLoc(s *scope, a []datum) (datum, error) {
	g, err := callLocGlobal(s, a)
	if err != nil {
		return g, err
	}
	v, _ := g.vector()
	f, err := s.frameOf(a[2])
	return vectorOf(f.local(v)), err
}

func callLocInline(s *scope, a []datum) (datum, error) {
	d, err := callLocLoc(s, a)
	if err != nil {
		return d, err
	}
	v, _ := d.vector()
	u, ok := v.unit()
	if !ok {
		return d, fmt.Errorf("a location at the origin has no direction")
	}
	return vectorOf(u), nil
}

func callLocAlongLine(s *scope, a []datum) (datum, error) {
	from, err := s.pointOf(a[0])
	if err != nil {
		return datum{}, err
	}
	to, err := s.pointOf(a[1])
	if err != nil {
		return datum{}, err
	}
	return alongLine(from, to, a[2])
}

func alongLine(from, to vec, distance datum) (datum, error) {
	u, ok := to.minus(from).unit()
	if !ok || distance.kind != numberDatum {
		return datum{}, fmt.Errorf("the line has no direction")
	}
	return location(from.plus(u.times(distance.num))), nil
}

func callLocOnLine(s *scope, a []datum) (datum, error) {
	p, err := s.pointsOf(a[0], 2)
	if err != nil {
		return datum{}, err
	}
	return alongLine(p[0], p[1], a[1])
}

// axisOf returns which axis a letter means.
func axisOf(t string) (int, error) {
	k := strings.Index("xyz", strings.ToLower(strings.TrimSpace(t)))
	if k < 0 || len(strings.TrimSpace(t)) != 1 {
		return 0, fmt.Errorf("%q is no axis: x, y or z", shorten(t))
	}
	return k, nil
}

// axesPair returns which two axes letters mean.
func axesPair(t string) (k, n int, err error) {
	t = strings.ToLower(strings.TrimSpace(t))
	if len(t) != 2 || t[0] == t[1] {
		return 0, 0, fmt.Errorf("%q does not name two axes", shorten(t))
	}
	if k, err = axisOf(t[:1]); err == nil {
		n, err = axisOf(t[1:])
	}
	return k, n, err
}

func callLocOnAxis(s *scope, a []datum) (datum, error) {
	f, err := s.frameOf(a[0])
	if err != nil {
		return datum{}, err
	}
	k, err := axisOf(a[2].String())
	if err != nil || a[1].kind != numberDatum {
		return datum{}, fmt.Errorf("LOC_ON_AXIS takes an object, a distance and an axis")
	}
	return location(f.at.plus(f.axes[k].times(a[1].num))), nil
}

// callLocMirror reflects a location in a plane of a frame.
func callLocMirror(s *scope, a []datum) (datum, error) {
	v, err := s.pointOf(a[0])
	if err != nil {
		return datum{}, err
	}
	f, err := s.frameOf(a[1])
	if err != nil {
		return datum{}, err
	}
	k, n, err := axesPair(a[2].String())
	if err != nil {
		return datum{}, err
	}
	l := f.local(v)
	l[3-k-n] = -l[3-k-n]
	return location(f.point(l)), nil
}

func callLocPlaneMirror(s *scope, a []datum) (datum, error) {
	v, err := s.pointOf(a[0])
	if err != nil {
		return datum{}, err
	}
	p, err := s.pointsOf(a[1], 3)
	if err != nil {
		return datum{}, err
	}
	n, ok := p[1].minus(p[0]).cross(p[2].minus(p[0])).unit()
	if !ok {
		return datum{}, fmt.Errorf("the points of the plane are on one line")
	}
	return location(v.minus(n.times(2 * n.dot(v.minus(p[0]))))), nil
}

func callLocPerpendicular(s *scope, a []datum) (datum, error) {
	p, err := s.pointsOf(a[0], 3)
	if err != nil {
		return datum{}, err
	}
	n, ok := p[2].minus(p[0]).cross(p[1].minus(p[0])).unit()
	if !ok {
		return datum{}, fmt.Errorf("the points of the plane are on one line")
	}
	return location(p[0].plus(n)), nil
}

func callLocCylindrical(s *scope, a []datum) (datum, error) {
	sin, cos := math.Sincos(s.x.units.radians(a[1].num))
	return vectorOf(vec{a[0].num * cos, a[0].num * sin, a[2].num}), nil
}

// callLocSpherical: the second angle is that about z, from x; the first that from z.
func callLocSpherical(s *scope, a []datum) (datum, error) {
	st, ct := math.Sincos(s.x.units.radians(a[1].num))
	sp, cp := math.Sincos(s.x.units.radians(a[2].num))
	return vectorOf(vec{a[0].num * sp * ct, a[0].num * sp * st, a[0].num * cp}), nil
}

func locAxis(k int) func(*scope, []datum) (datum, error) {
	return func(s *scope, a []datum) (datum, error) {
		f, err := s.frameOf(a[0])
		return vectorOf(f.axes[k]), err
	}
}

func callOriGlobal(s *scope, a []datum) (datum, error) {
	m, err := s.anglesOf(a[0])
	if err != nil {
		return datum{}, err
	}
	f, err := s.frameOf(a[1])
	return orientation(f.axes.mul(m)), err
}

func callOriLocal(s *scope, a []datum) (datum, error) {
	m, err := s.anglesOf(a[0])
	if err != nil {
		return datum{}, err
	}
	f, err := s.frameOf(a[1])
	return s.angles(f.axes.within(m)), err
}

func (s *scope) angles(m mat) datum {
	v := angles313(m)
	for k := range v {
		v[k] = s.x.units.fromRadians(v[k])
	}
	return vectorOf(v)
}

func callOriOri(s *scope, a []datum) (datum, error) {
	g, err := callOriGlobal(s, a)
	if err != nil {
		return g, err
	}
	f, err := s.frameOf(a[2])
	return s.angles(f.axes.within(*g.axes)), err
}

func callOriAlongAxis(s *scope, a []datum) (datum, error) {
	from, err := s.pointOf(a[0])
	if err != nil {
		return datum{}, err
	}
	to, err := s.pointOf(a[1])
	if err != nil {
		return datum{}, err
	}
	return oriAlong(to.minus(from), a[2])
}

func oriAlong(d vec, axis datum) (datum, error) {
	k, err := axisOf(axis.String())
	if err != nil {
		return datum{}, err
	}
	m, ok := alongAxis(d, k)
	if !ok {
		return datum{}, fmt.Errorf("the points of the axis coincide")
	}
	return orientation(m), nil
}

func callOriOneAxis(s *scope, a []datum) (datum, error) {
	p, err := s.pointsOf(a[0], 2)
	if err != nil {
		return datum{}, err
	}
	return oriAlong(p[1].minus(p[0]), a[1])
}

// callOriInPlane: "z_zy" directs z and has y in the plane.
func callOriInPlane(s *scope, a []datum) (datum, error) {
	var p [3]vec
	for i := range p {
		var err error
		if p[i], err = s.pointOf(a[i]); err != nil {
			return datum{}, err
		}
	}
	t := strings.ToLower(strings.TrimSpace(a[3].String()))
	if len(t) != 4 || t[1] != '_' || !strings.Contains(t[2:], t[:1]) {
		return datum{}, fmt.Errorf("%q does not name an axis and a plane, as z_zx", shorten(t))
	}
	return oriInPlane(p, t[:1]+strings.Replace(t[2:], t[:1], "", 1))
}

func oriInPlane(p [3]vec, axes string) (datum, error) {
	k, n, err := axesPair(axes)
	if err != nil {
		return datum{}, err
	}
	m, ok := inPlane(p[1].minus(p[0]), p[2].minus(p[0]), k, n)
	if !ok {
		return datum{}, fmt.Errorf("the points of the plane are on one line")
	}
	return orientation(m), nil
}

func callOriAllAxes(s *scope, a []datum) (datum, error) {
	p, err := s.pointsOf(a[0], 3)
	if err != nil {
		return datum{}, err
	}
	return oriInPlane([3]vec(p), a[1].String())
}

// callOriAlignAxis: "zy" has z along the y axis of the object, "z-y" against it. The other axes are the other ones of the object, in their order or,
// where the axis is turned round, swapped.
func callOriAlignAxis(s *scope, a []datum) (datum, error) {
	f, err := s.frameOf(a[0])
	if err != nil {
		return datum{}, err
	}
	t := strings.ToLower(strings.TrimSpace(a[1].String()))
	sign := 1.0
	if len(t) == 3 {
		if t[1] == '-' {
			sign = -1
		}
		t = t[:1] + t[2:]
	}
	if len(t) != 2 {
		return datum{}, fmt.Errorf("%q does not name two axes", shorten(t))
	}
	k, err := axisOf(t[:1])
	if err != nil {
		return datum{}, err
	}
	n, err := axisOf(t[1:])
	if err != nil {
		return datum{}, err
	}
	var m mat
	m[k], m[(k+1)%3], m[(k+2)%3] = f.axes[n].times(sign), f.axes[(n+1)%3], f.axes[(n+2)%3]
	if sign < 0 {
		m[(k+1)%3], m[(k+2)%3] = m[(k+2)%3], m[(k+1)%3]
	}
	return orientation(m), nil
}

// callOriMirror reflects an orientation in a plane of a frame; the two axes that are named are reflected, the third follows.
func callOriMirror(s *scope, a []datum) (datum, error) {
	m, err := s.anglesOf(a[0])
	if err != nil {
		return datum{}, err
	}
	f, err := s.frameOf(a[1])
	if err != nil {
		return datum{}, err
	}
	if a[0].axes != nil {
		m = f.axes.within(m)
	}
	p, q, err := axesPair(a[2].String())
	if err != nil {
		return datum{}, err
	}
	k, n, err := axesPair(a[3].String())
	if err != nil {
		return datum{}, err
	}
	m[k][3-p-q], m[n][3-p-q] = -m[k][3-p-q], -m[n][3-p-q]
	third := 3 - k - n
	m[third] = m[(third+1)%3].cross(m[(third+2)%3])
	return orientation(f.axes.mul(m)), nil
}
