package cmdfile

import (
	"fmt"
	"math"
	"strings"
)

// evaluateName returns an object, a property of one or a constant.
func (s *evaluator) evaluateName(text string) (datum, error) {
	switch strings.ToUpper(text) {
	case "NONE":
		return datum{}, nil
	case "PI":
		return newNumberDatum(math.Pi), nil
	case "DTOR":
		return newNumberDatum(math.Pi / 180), nil
	case "RTOD":
		return newNumberDatum(180 / math.Pi), nil
	case "TRUE", "YES", "ON":
		return newNumberDatum(1), nil
	case "FALSE", "NO", "OFF":
		return newNumberDatum(0), nil
	}
	return s.findNamedOrProperty(text)
}

// findNamedOrProperty returns the object of a name, or its property.
func (s *evaluator) findNamedOrProperty(text string) (datum, error) {
	o, rest := s.x.db.lookUp(text, append(s.contexts, s.x.nameContexts()...)...)
	if o == nil || o == s.x.db.root {
		return datum{}, fmt.Errorf("there is no object %s", shortenForMessage(text))
	}
	d := newObjectDatum(o)
	for _, f := range rest {
		var err error
		if d, err = s.evaluateProperty(d, f); err != nil {
			return d, fmt.Errorf("there is no object %s", shortenForMessage(text))
		}
	}
	return d, nil
}

func (s *evaluator) evaluateField(n *node) (datum, error) {
	d, err := s.evaluate(n.kids[0])
	if err != nil {
		return d, err
	}
	if d.kind == objectDatum && d.obj.class == variableClass && s.x.db.findChild(d.obj, n.text) == nil && d.obj.findAttribute(n.text) == nil {
		if d, err = s.contentOfVariable(d); err != nil {
			return d, err
		}
	}
	return s.evaluateProperty(d, n.text)
}

// evaluateProperty returns a property of an object.
func (s *evaluator) evaluateProperty(d datum, name string) (datum, error) {
	name = strings.ToLower(name)
	if d.kind == objectDatum && d.obj.class == variableClass && d.obj.findAttribute("object_value") != nil && d.obj.findAttribute(name) == nil {
		var err error
		if d, err = s.contentOfVariable(d); err != nil {
			return d, err
		}
	}
	o := d.obj
	if d.kind != objectDatum {
		return d, fmt.Errorf("%s of what is no object", name)
	}
	if k := s.x.db.findChild(o, name); k != nil {
		return newObjectDatum(k), nil
	}
	switch name {
	case "name":
		return newTextDatum(o.name), nil
	case "full_name":
		return newTextDatum(o.fullName()), nil
	case "parent":
		return newObjectDatum(o.parent), nil
	case "type", "class":
		return newTextDatum(string(o.class)), nil
	case "adams_id":
		return newNumberDatum(float64(o.id)), nil
	case "model":
		if m := o.ancestor(modelClass); m != nil {
			return newObjectDatum(m), nil
		}
	case "i", "j":
		name += "_marker_name"
	case "location", "loc", "orientation":
		return s.placementInParent(o, name)
	}
	return s.evaluateAttribute(o, name)
}

// evaluateAttribute returns the value of an attribute, whose name may be cut short.
func (s *evaluator) evaluateAttribute(o *object, name string) (datum, error) {
	a := o.findAttribute(name)
	if a == nil && o.kind != nil {
		if full, fit := expandParameterName(name, o.kind.params); len(fit) == 0 {
			a = o.findAttribute(full)
		}
	}
	if a == nil {
		return datum{}, fmt.Errorf("%s has no %s", o.fullName(), name)
	}
	list, err := s.evaluateItems(a, o)
	switch {
	case err != nil:
		return datum{}, err
	case len(list) != 1:
		return newArrayDatum(list), nil
	case strings.HasSuffix(name, "_marker_name") && list[0].kind == textDatum:
		return s.findNamedOrProperty(list[0].text)
	}
	return list[0], nil
}

// placementInParent returns the location or orientation of a marker, point or part in what it belongs to.
func (s *evaluator) placementInParent(o *object, name string) (datum, error) {
	p, err := s.x.poseOf(o)
	if err != nil {
		return datum{}, err
	}
	f, err := s.x.poseOf(o.parent)
	if err != nil {
		return datum{}, err
	}
	if name != "orientation" {
		return newVectorDatum(f.toLocalPoint(p.at)), nil
	}
	a := angles313(f.axes.relativeTo(p.axes))
	for k := range a {
		a[k] = s.x.units.fromRadians(a[k])
	}
	return newVectorDatum(a), nil
}

// poseOf returns where an object is in the frame of the model. What has no place of its own is where
// its owner is.
func (x *interpreter) poseOf(o *object) (pose, error) {
	for o != nil && o.findAttribute("location") == nil {
		o = o.parent
	}
	if o == nil {
		return origin, nil
	}
	if o.poseAge == x.db.age {
		return o.pose, nil
	}
	if o.busy {
		return origin, fmt.Errorf("the position of %s depends on itself", o.fullName())
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
	if p.at, err = x.positionOf(o); err == nil {
		p.axes, err = x.axesOf(o, p.at)
	}
	return p, err
}

// positionOf returns the position of an object in the frame of the model. Its orientation may depend on it.
func (x *interpreter) positionOf(o *object) (vec, error) {
	for o != nil && o.findAttribute("location") == nil {
		o = o.parent
	}
	if o == nil {
		return vec{}, nil
	}
	if o.poseAge == x.db.age {
		return o.pose.at, nil
	}
	if o.placing {
		return vec{}, fmt.Errorf("the position of %s depends on itself", o.fullName())
	}
	o.placing = true
	defer func() { o.placing = false }()
	return x.evaluateLocation(o, "location", 0)
}

// evaluateLocation evaluates the n-th location of an attribute in the frame of the model.
func (x *interpreter) evaluateLocation(o *object, name string, n int) (vec, error) {
	a := o.findAttribute(name)
	f, err := x.poseOf(a.frame)
	if err != nil {
		return vec{}, err
	}
	list, err := x.evaluateLocations(o, a)
	if err != nil {
		return vec{}, fmt.Errorf("%s of %s: %w", name, o.fullName(), err)
	}
	if n >= len(list) {
		return vec{}, fmt.Errorf("%s of %s has %d locations", name, o.fullName(), len(list))
	}
	if l := list[n]; l.global {
		return l.v, nil
	}
	return f.toOuterPoint(list[n].v), nil
}

type coordinate struct {
	v      vec
	global bool
}

// evaluateLocations returns the locations of an attribute: each is three numbers or a location in
// the frame of the model.
func (x *interpreter) evaluateLocations(o *object, a *attr) ([]coordinate, error) {
	s := x.newEvaluatorFor(o, a)
	var out []coordinate
	var v vec
	n := 0
	for i := range a.items {
		d, err := s.evaluateItem(&a.items[i], o)
		if err != nil {
			return nil, err
		}
		if d.global && n == 0 {
			g, _ := d.toVector()
			out = append(out, coordinate{g, true})
			continue
		}
		if d.kind == objectDatum || d.kind == textDatum { // the location of an object
			if d, err = s.locationOfObject(d); err != nil {
				return nil, err
			}
			g, _ := d.toVector()
			out = append(out, coordinate{g, true})
			continue
		}
		for _, e := range d.flattenEntries() {
			if e.kind != numberDatum {
				return nil, fmt.Errorf("%q is no coordinate", shortenForMessage(e.String()))
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

func (s *evaluator) locationOfObject(d datum) (datum, error) {
	if d.kind == textDatum {
		var err error
		if d, err = s.findNamedOrProperty(d.text); err != nil {
			return d, err
		}
	}
	if d.kind != objectDatum {
		return d, fmt.Errorf("%q is no location", shortenForMessage(d.String()))
	}
	at, err := s.x.positionOf(d.obj)
	return newLocationDatum(at), err
}

// axesOf returns the axes of an object at a location.
func (x *interpreter) axesOf(o *object, at vec) (mat, error) {
	for _, name := range []string{"along_axis_orientation", "in_plane_orientation"} {
		if a := o.findAttribute(name); a != nil {
			return x.axesFromDirections(o, name, at)
		}
	}
	a := o.findAttribute("orientation")
	if a == nil {
		a = o.findAttribute("location")
		f, err := x.poseOf(a.frame)
		return f.axes, err
	}
	f, err := x.poseOf(a.frame)
	if err != nil {
		return identity, err
	}
	m, global, err := x.orientationOf(o, a)
	if err != nil {
		return identity, fmt.Errorf("orientation of %s: %w", o.fullName(), err)
	}
	if global {
		return m, nil
	}
	return f.axes.mul(m), nil
}

// orientationOf evaluates an attribute to axes, in the frame of the model if global is set.
func (x *interpreter) orientationOf(o *object, a *attr) (m mat, global bool, err error) {
	s := x.newEvaluatorFor(o, a)
	var v vec
	n := 0
	for i := range a.items {
		d, err := s.evaluateItem(&a.items[i], o)
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
		for _, e := range d.flattenEntries() {
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
	return a.order.axesFromAngles(v), false, nil
}

// axesFromDirections returns the axes that a direction and perhaps a plane give.
func (x *interpreter) axesFromDirections(o *object, name string, at vec) (mat, error) {
	a := o.findAttribute(name)
	list, err := x.evaluateLocations(o, a)
	if err != nil {
		return identity, fmt.Errorf("%s of %s: %w", name, o.fullName(), err)
	}
	points := make([]vec, len(list))
	for n := range list {
		if points[n], err = x.evaluateLocation(o, name, n); err != nil {
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
			return identity, fmt.Errorf("%s of %s takes one or two locations", name, o.fullName())
		}
		m, ok := axesAlong(points[0].minus(from), k)
		if !ok {
			return identity, fmt.Errorf("%s of %s: the points of the axis coincide", name, o.fullName())
		}
		return m, nil
	}
	from := at
	if len(points) == 3 {
		from, points = points[0], points[1:]
	}
	if len(points) != 2 {
		return identity, fmt.Errorf("%s of %s takes two or three locations", name, o.fullName())
	}
	m, ok := axesInPlane(points[0].minus(from), points[1].minus(from), k, n)
	if !ok {
		return identity, fmt.Errorf("%s of %s: the points are on one line", name, o.fullName())
	}
	return m, nil
}
