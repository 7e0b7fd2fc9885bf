package cmdfile

import (
	"fmt"
	"math"
	"strings"
)

// name is an object, a property of one or a constant.
func (s *scope) name(text string) (datum, error) {
	switch strings.ToUpper(text) {
	case "NONE":
		return datum{}, nil
	case "PI":
		return number(math.Pi), nil
	case "DTOR":
		return number(math.Pi / 180), nil
	case "RTOD":
		return number(180 / math.Pi), nil
	case "TRUE", "YES", "ON":
		return number(1), nil
	case "FALSE", "NO", "OFF":
		return number(0), nil
	}
	return s.named(text)
}

// named returns the object of a name, or its property.
func (s *scope) named(text string) (datum, error) {
	o, rest := s.x.db.lookUp(text, append(s.contexts, s.x.contexts()...)...)
	if o == nil || o == s.x.db.root {
		return datum{}, fmt.Errorf("there is no object %s", shorten(text))
	}
	d := objectOf(o)
	for _, f := range rest {
		var err error
		if d, err = s.property(d, f); err != nil {
			return d, fmt.Errorf("there is no object %s", shorten(text))
		}
	}
	return d, nil
}

func (s *scope) fieldOf(n *node) (datum, error) {
	d, err := s.evaluate(n.kids[0])
	if err != nil {
		return d, err
	}
	if d.kind == objectDatum && d.obj.class == variableClass && s.x.db.child(d.obj, n.text) == nil && d.obj.attr(n.text) == nil {
		if d, err = s.content(d); err != nil {
			return d, err
		}
	}
	return s.property(d, n.text)
}

// property returns a property of an object.
func (s *scope) property(d datum, name string) (datum, error) {
	name = strings.ToLower(name)
	if d.kind == objectDatum && d.obj.class == variableClass && d.obj.attr("object_value") != nil && d.obj.attr(name) == nil {
		var err error
		if d, err = s.content(d); err != nil {
			return d, err
		}
	}
	o := d.obj
	if d.kind != objectDatum {
		return d, fmt.Errorf("%s of what is no object", name)
	}
	if k := s.x.db.child(o, name); k != nil {
		return objectOf(k), nil
	}
	switch name {
	case "name":
		return textOf(o.name), nil
	case "full_name":
		return textOf(o.path()), nil
	case "parent":
		return objectOf(o.parent), nil
	case "type", "class":
		return textOf(string(o.class)), nil
	case "adams_id":
		return number(float64(o.id)), nil
	case "model":
		if m := o.ancestor(modelClass); m != nil {
			return objectOf(m), nil
		}
	case "i", "j":
		name += "_marker_name"
	case "location", "loc", "orientation":
		return s.placement(o, name)
	}
	return s.attribute(o, name)
}

// attribute returns the value of an attribute, whose name may be cut short.
func (s *scope) attribute(o *object, name string) (datum, error) {
	a := o.attr(name)
	if a == nil && o.kind != nil {
		if full, fit := expand(name, o.kind.params); len(fit) == 0 {
			a = o.attr(full)
		}
	}
	if a == nil {
		return datum{}, fmt.Errorf("%s has no %s", o.path(), name)
	}
	list, err := s.items(a, o)
	switch {
	case err != nil:
		return datum{}, err
	case len(list) != 1:
		return arrayOf(list), nil
	case strings.HasSuffix(name, "_marker_name") && list[0].kind == textDatum:
		return s.named(list[0].text)
	}
	return list[0], nil
}

// placement returns the location or orientation of a marker, point or part in what it belongs to.
func (s *scope) placement(o *object, name string) (datum, error) {
	p, err := s.x.poseOf(o)
	if err != nil {
		return datum{}, err
	}
	f, err := s.x.poseOf(o.parent)
	if err != nil {
		return datum{}, err
	}
	if name != "orientation" {
		return vectorOf(f.local(p.at)), nil
	}
	a := angles313(f.axes.within(p.axes))
	for k := range a {
		a[k] = s.x.units.fromRadians(a[k])
	}
	return vectorOf(a), nil
}

// poseOf returns where an object is in the frame of the model. What has no place of its own is where
// its owner is.
func (x *interpreter) poseOf(o *object) (pose, error) {
	for o != nil && o.attr("location") == nil {
		o = o.parent
	}
	if o == nil {
		return origin, nil
	}
	if o.poseAge == x.db.age {
		return o.pose, nil
	}
	if o.busy {
		return origin, fmt.Errorf("the position of %s depends on itself", o.path())
	}
	o.busy = true
	defer func() { o.busy = false }()
	p, err := x.computePose(o)
	if err == nil {
		o.pose, o.poseAge = p, x.db.age
	}
	return p, err
}

func (x *interpreter) computePose(o *object) (p pose, err error) {
	if p.at, err = x.placeOf(o); err == nil {
		p.axes, err = x.axesOf(o, p.at)
	}
	return p, err
}

// placeOf returns the position of an object in the frame of the model. Its orientation may depend on it.
func (x *interpreter) placeOf(o *object) (vec, error) {
	for o != nil && o.attr("location") == nil {
		o = o.parent
	}
	if o == nil {
		return vec{}, nil
	}
	if o.poseAge == x.db.age {
		return o.pose.at, nil
	}
	if o.placing {
		return vec{}, fmt.Errorf("the position of %s depends on itself", o.path())
	}
	o.placing = true
	defer func() { o.placing = false }()
	return x.place(o, "location", 0)
}

// place evaluates the n-th location of an attribute in the frame of the model.
func (x *interpreter) place(o *object, name string, n int) (vec, error) {
	a := o.attr(name)
	f, err := x.poseOf(a.frame)
	if err != nil {
		return vec{}, err
	}
	list, err := x.coordinates(o, a)
	if err != nil {
		return vec{}, fmt.Errorf("%s of %s: %w", name, o.path(), err)
	}
	if n >= len(list) {
		return vec{}, fmt.Errorf("%s of %s has %d locations", name, o.path(), len(list))
	}
	if l := list[n]; l.global {
		return l.v, nil
	}
	return f.point(list[n].v), nil
}

type coordinate struct {
	v      vec
	global bool
}

// coordinates returns the locations of an attribute: each is three numbers or a location in
// the frame of the model.
func (x *interpreter) coordinates(o *object, a *attr) ([]coordinate, error) {
	s := x.scopeFor(o, a)
	var out []coordinate
	var v vec
	n := 0
	for i := range a.items {
		d, err := s.item(&a.items[i], o)
		if err != nil {
			return nil, err
		}
		if d.global && n == 0 {
			g, _ := d.vector()
			out = append(out, coordinate{g, true})
			continue
		}
		if d.kind == objectDatum || d.kind == textDatum { // the location of an object
			if d, err = s.locationOfObject(d); err != nil {
				return nil, err
			}
			g, _ := d.vector()
			out = append(out, coordinate{g, true})
			continue
		}
		for _, e := range d.flat() {
			if e.kind != numberDatum {
				return nil, fmt.Errorf("%q is no coordinate", shorten(e.String()))
			}
			v[n] = e.num
			if n++; n == 3 {
				out, n = append(out, coordinate{v: v}), 0
			}
		}
	}
	if n != 0 {
		return nil, fmt.Errorf("a location has three coordinates, not %d", n)
	}
	return out, nil
}

func (s *scope) locationOfObject(d datum) (datum, error) {
	if d.kind == textDatum {
		var err error
		if d, err = s.named(d.text); err != nil {
			return d, err
		}
	}
	if d.kind != objectDatum {
		return d, fmt.Errorf("%q is no location", shorten(d.String()))
	}
	at, err := s.x.placeOf(d.obj)
	return location(at), err
}

// axesOf returns the axes of an object at a location.
func (x *interpreter) axesOf(o *object, at vec) (mat, error) {
	for _, name := range []string{"along_axis_orientation", "in_plane_orientation"} {
		if a := o.attr(name); a != nil {
			return x.directed(o, name, at)
		}
	}
	a := o.attr("orientation")
	if a == nil {
		a = o.attr("location")
		f, err := x.poseOf(a.frame)
		return f.axes, err
	}
	f, err := x.poseOf(a.frame)
	if err != nil {
		return identity, err
	}
	m, global, err := x.orientationOf(o, a)
	if err != nil {
		return identity, fmt.Errorf("orientation of %s: %w", o.path(), err)
	}
	if global {
		return m, nil
	}
	return f.axes.mul(m), nil
}

// orientationOf evaluates an attribute to axes, in the frame of the model if global is set.
func (x *interpreter) orientationOf(o *object, a *attr) (m mat, global bool, err error) {
	s := x.scopeFor(o, a)
	var v vec
	n := 0
	for i := range a.items {
		d, err := s.item(&a.items[i], o)
		if err != nil {
			return m, false, err
		}
		if d.axes != nil {
			return *d.axes, true, nil
		}
		if d.kind == objectDatum {
			p, err := x.poseOf(d.obj)
			return p.axes, true, err
		}
		for _, e := range d.flat() {
			if e.kind != numberDatum || n == 3 {
				return m, false, fmt.Errorf("an orientation is three angles")
			}
			v[n] = e.num * a.angle.factor
			n++
		}
	}
	if n != 3 {
		return m, false, fmt.Errorf("an orientation is three angles, not %d", n)
	}
	return a.order.matrix(v), false, nil
}

// directed returns the axes that a direction and perhaps a plane give.
func (x *interpreter) directed(o *object, name string, at vec) (mat, error) {
	a := o.attr(name)
	list, err := x.coordinates(o, a)
	if err != nil {
		return identity, fmt.Errorf("%s of %s: %w", name, o.path(), err)
	}
	points := make([]vec, len(list))
	for n := range list {
		if points[n], err = x.place(o, name, n); err != nil {
			return identity, err
		}
	}
	k, n := x.axis, x.plane
	if name == "along_axis_orientation" {
		from := at
		if len(points) == 2 {
			from, points = points[0], points[1:]
		}
		if len(points) != 1 {
			return identity, fmt.Errorf("%s of %s takes one or two locations", name, o.path())
		}
		m, ok := alongAxis(points[0].minus(from), k)
		if !ok {
			return identity, fmt.Errorf("%s of %s: the points of the axis coincide", name, o.path())
		}
		return m, nil
	}
	from := at
	if len(points) == 3 {
		from, points = points[0], points[1:]
	}
	if len(points) != 2 {
		return identity, fmt.Errorf("%s of %s takes two or three locations", name, o.path())
	}
	m, ok := inPlane(points[0].minus(from), points[1].minus(from), k, n)
	if !ok {
		return identity, fmt.Errorf("%s of %s: the points are on one line", name, o.path())
	}
	return m, nil
}
