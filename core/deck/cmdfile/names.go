package cmdfile

import (
	"math"
	"strings"
)

// evaluateName returns an object, a property of one or a constant.
func (s *evaluator) evaluateName(text string) datum {
	switch strings.ToUpper(text) {
	case "NONE":
		return datum{}
	case "PI":
		return newNumberDatum(math.Pi)
	case "DTOR":
		return newNumberDatum(math.Pi / 180)
	case "RTOD":
		return newNumberDatum(180 / math.Pi)
	case "TRUE", "YES", "ON":
		return newNumberDatum(1)
	case "FALSE", "NO", "OFF":
		return newNumberDatum(0)
	}
	return s.findNamedOrProperty(text)
}

// findNamedOrProperty returns the object of a name, or its property.
func (s *evaluator) findNamedOrProperty(text string) datum {
	o, rest := s.x.db.lookUp(text, append(s.contexts, s.x.nameContexts()...)...)
	if o == nil || o == s.x.db.root {
		panic(failuref("there is no object %s", shortenForMessage(text)))
	}
	d := newObjectDatum(o)
	for _, f := range rest {
		var err error
		if d, err = catchFailure(func() datum { return s.evaluateProperty(d, f) }); err != nil {
			panic(failuref("there is no object %s", shortenForMessage(text)))
		}
	}
	return d
}

func (s *evaluator) evaluateField(n *node) datum {
	d := s.evaluate(n.kids[0])
	if d.kind == objectDatum && d.obj.class == variableClass && s.x.db.findChild(d.obj, n.text) == nil && d.obj.findAttribute(n.text) == nil {
		d = s.contentOfVariable(d)
	}
	return s.evaluateProperty(d, n.text)
}

// evaluateProperty returns a property of an object.
func (s *evaluator) evaluateProperty(d datum, name string) datum {
	name = strings.ToLower(name)
	if d.kind == objectDatum && d.obj.class == variableClass && d.obj.findAttribute("object_value") != nil && d.obj.findAttribute(name) == nil {
		d = s.contentOfVariable(d)
	}
	o := d.obj
	if d.kind != objectDatum {
		panic(failuref("%s of what is no object", name))
	}
	if k := s.x.db.findChild(o, name); k != nil {
		return newObjectDatum(k)
	}
	switch name {
	case "name":
		return newTextDatum(o.name)
	case "full_name":
		return newTextDatum(o.fullName())
	case "parent":
		return newObjectDatum(o.parent)
	case "type", "class":
		return newTextDatum(string(o.class))
	case "adams_id":
		return newNumberDatum(float64(o.id))
	case "model":
		if m := o.ancestor(modelClass); m != nil {
			return newObjectDatum(m)
		}
	case "i", "j":
		name += "_marker_name"
	case "location", "loc", "orientation":
		return s.placementInParent(o, name)
	}
	return s.evaluateAttribute(o, name)
}

// evaluateAttribute returns the value of an attribute, whose name may be cut short.
func (s *evaluator) evaluateAttribute(o *object, name string) datum {
	a := o.findAttribute(name)
	if a == nil && o.kind != nil {
		if full, fit := expandParameterName(name, o.kind.params); len(fit) == 0 {
			a = o.findAttribute(full)
		}
	}
	if a == nil {
		panic(failuref("%s has no %s", o.fullName(), name))
	}
	list := s.evaluateItems(a, o)
	switch {
	case len(list) != 1:
		return newArrayDatum(list)
	case strings.HasSuffix(name, "_marker_name") && list[0].kind == textDatum:
		return s.findNamedOrProperty(list[0].text)
	}
	return list[0]
}

// placementInParent returns the location or orientation of a marker, point or part in what it belongs to.
func (s *evaluator) placementInParent(o *object, name string) datum {
	p := s.x.poseOf(o)
	f := s.x.poseOf(o.parent)
	if name != "orientation" {
		return newVectorDatum(f.toLocalPoint(p.at))
	}
	return s.anglesDatum(f.axes.relativeTo(p.axes))
}

// poseOf returns where an object is in the frame of the model. What has no place of its own is where
// its owner is.
func (x *interpreter) poseOf(o *object) pose {
	for o != nil && o.findAttribute("location") == nil {
		o = o.parent
	}
	if o == nil {
		return origin
	}
	if o.poseAge == x.db.age {
		return o.pose
	}
	if o.busy {
		panic(failuref("the position of %s depends on itself", o.fullName()))
	}
	o.busy = true
	defer func() { o.busy = false }()
	at := x.positionOf(o)
	o.pose = pose{at, x.axesOf(o, at)}
	o.poseAge = x.db.age
	return o.pose
}

// positionOf returns the position of an object in the frame of the model. Its orientation may depend on it.
func (x *interpreter) positionOf(o *object) vec {
	for o != nil && o.findAttribute("location") == nil {
		o = o.parent
	}
	if o == nil {
		return vec{}
	}
	if o.poseAge == x.db.age {
		return o.pose.at
	}
	if o.placing {
		panic(failuref("the position of %s depends on itself", o.fullName()))
	}
	o.placing = true
	defer func() { o.placing = false }()
	return x.evaluateLocation(o, "location", 0)
}

// evaluateLocation evaluates the n-th location of an attribute in the frame of the model.
func (x *interpreter) evaluateLocation(o *object, name string, n int) vec {
	f := x.poseOf(o.findAttribute(name).frame)
	list := x.evaluateLocationsNamed(o, name)
	if n >= len(list) {
		panic(failuref("%s of %s has %d locations", name, o.fullName(), len(list)))
	}
	if l := list[n]; l.global {
		return l.v
	}
	return f.toOuterPoint(list[n].v)
}

// evaluateLocationsNamed returns the locations of an attribute, which a failure names.
func (x *interpreter) evaluateLocationsNamed(o *object, name string) []coordinate {
	list, err := catchFailure(func() []coordinate { return x.evaluateLocations(o, o.findAttribute(name)) })
	if err != nil {
		panic(failuref("%s of %s: %w", name, o.fullName(), err))
	}
	return list
}

type coordinate struct {
	v      vec
	global bool
}

// evaluateLocations returns the locations of an attribute: each is three numbers or a location in
// the frame of the model.
func (x *interpreter) evaluateLocations(o *object, a *attr) []coordinate {
	s := x.newEvaluatorFor(o, a)
	var out []coordinate
	var v vec
	n := 0
	for i := range a.items {
		d := s.evaluateItem(&a.items[i], o)
		if d.global && n == 0 {
			g, _ := d.toVector()
			out = append(out, coordinate{g, true})
			continue
		}
		if d.kind == objectDatum || d.kind == textDatum { // the location of an object
			out = append(out, coordinate{s.locationOfObject(d), true})
			continue
		}
		for _, e := range d.flattenEntries() {
			if e.kind != numberDatum {
				panic(failuref("%q is no coordinate", shortenForMessage(e.String())))
			}
			v[n] = e.num
			if n++; n == 3 {
				out, n = append(out, coordinate{v: v}), 0
			}
		}
	}
	if n != 0 {
		panic(failuref("a location has three coordinates, not %d", n))
	}
	return out
}

func (s *evaluator) locationOfObject(d datum) vec {
	if d.kind == textDatum {
		d = s.findNamedOrProperty(d.text)
	}
	if d.kind != objectDatum {
		panic(failuref("%q is no location", shortenForMessage(d.String())))
	}
	return s.x.positionOf(d.obj)
}

// axesOf returns the axes of an object at a location.
func (x *interpreter) axesOf(o *object, at vec) mat {
	for _, name := range []string{"along_axis_orientation", "in_plane_orientation"} {
		if a := o.findAttribute(name); a != nil {
			return x.axesFromDirections(o, name, at)
		}
	}
	a := o.findAttribute("orientation")
	if a == nil {
		return x.poseOf(o.findAttribute("location").frame).axes
	}
	f := x.poseOf(a.frame)
	global := false
	m, err := catchFailure(func() (m mat) {
		m, global = x.orientationOf(o, a)
		return m
	})
	if err != nil {
		panic(failuref("orientation of %s: %w", o.fullName(), err))
	}
	if global {
		return m
	}
	return f.axes.mul(m)
}

// orientationOf evaluates an attribute to axes, in the frame of the model if global is set.
func (x *interpreter) orientationOf(o *object, a *attr) (m mat, global bool) {
	s := x.newEvaluatorFor(o, a)
	var v vec
	n := 0
	for i := range a.items {
		d := s.evaluateItem(&a.items[i], o)
		if d.axes != nil {
			return *d.axes, true
		}
		if d.kind == objectDatum {
			return x.poseOf(d.obj).axes, true
		}
		for _, e := range d.flattenEntries() {
			if e.kind != numberDatum || n == 3 {
				panic(failuref("an orientation is three angles"))
			}
			v[n] = e.num * a.angle.factor
			n++
		}
	}
	if n != 3 {
		panic(failuref("an orientation is three angles, not %d", n))
	}
	return a.order.axesFromAngles(v), false
}

// axesFromDirections returns the axes that a direction and perhaps a plane give.
func (x *interpreter) axesFromDirections(o *object, name string, at vec) mat {
	points := make([]vec, len(x.evaluateLocationsNamed(o, name)))
	for n := range points {
		points[n] = x.evaluateLocation(o, name, n)
	}
	k, n := x.axis, x.plane
	if name == "along_axis_orientation" {
		from := at
		if len(points) == 2 {
			from, points = points[0], points[1:]
		}
		if len(points) != 1 {
			panic(failuref("%s of %s takes one or two locations", name, o.fullName()))
		}
		m, ok := axesAlong(points[0].minus(from), k)
		if !ok {
			panic(failuref("%s of %s: the points of the axis coincide", name, o.fullName()))
		}
		return m
	}
	from := at
	if len(points) == 3 {
		from, points = points[0], points[1:]
	}
	if len(points) != 2 {
		panic(failuref("%s of %s takes two or three locations", name, o.fullName()))
	}
	m, ok := axesInPlane(points[0].minus(from), points[1].minus(from), k, n)
	if !ok {
		panic(failuref("%s of %s: the points are on one line", name, o.fullName()))
	}
	return m
}
