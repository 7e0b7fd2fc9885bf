package cmdfile

import "strings"

// createModel makes ground with the model.
func createModel(k *commandCall, o *object) {
	x := k.x
	x.model = o
	g, _ := x.db.addObject(o, "ground", partClass, o.at)
	g.kind = kindOf("part", "rigid_body name_and_position")
	g.attrs["ground"] = &attr{at: o.at}
	x.placeAtOriginIfUnplaced(g, nil)
	x.frame = g
}

func kindOf(family, sub string) *kind {
	list := allKinds()
	for i := range list {
		if list[i].family == family && list[i].sub == sub {
			return &list[i]
		}
	}
	panic("cmdfile: no kind " + family + " " + sub)
}

// placeAtOriginIfUnplaced puts an object at the origin of a frame unless it has a place.
func (x *interpreter) placeAtOriginIfUnplaced(o, frame *object) {
	if o.findAttribute("location") == nil {
		zero := item{text: "0", form: bare}
		o.attrs["location"] = &attr{at: o.at, frame: frame, items: []item{zero, zero, zero}}
		x.db.age++
	}
}

// createPlaced puts an object where the command says, else at the origin of the default coordinate system.
func createPlaced(k *commandCall, o *object) {
	frame := k.x.frame
	if k.param("relative_to") != nil {
		frame = k.findObject("relative_to")
	}
	k.x.placeAtOriginIfUnplaced(o, frame)
	k.reportModelFrameOnce(o)
}

// reportModelFrameOnce reports once that locations are in the frame of the model where the file has named no other.
func (k *commandCall) reportModelFrameOnce(o *object) {
	x := k.x
	p := k.param("location")
	if o.class != markerClass || p == nil || k.param("relative_to") != nil || x.frameNamed || x.frameNoted {
		return
	}
	if f, err := catchFailure(func() pose { return x.poseOf(o.parent.ancestor(partClass)) }); err == nil && f != origin && p.values[0].form != formula {
		x.frameNoted = true
		x.diags.AddNotef(p.at, "N671", "%s: the location is that in the model, since no other default coordinate system has been set", o.fullName()).
			Help = "for a location in the part write relative_to, or defaults coordinate_system before the marker"
	}
}

func createPart(k *commandCall, o *object) {
	createPlaced(k, o)
	if t, ok := k.evaluateText("ground_part"); ok && (strings.EqualFold(t, "yes") || strings.EqualFold(t, "true") || strings.EqualFold(t, "on")) {
		o.attrs["ground"] = &attr{at: o.at}
	}
}

// createEndMarkers makes the markers of an object that is given parts and a location.
func createEndMarkers(k *commandCall, o *object) {
	ip, jp := k.findObject("i_part_name"), k.findObject("j_part_name")
	if ip == nil || jp == nil {
		if (ip == nil) != (jp == nil) {
			k.addErrorf(k.c.keywordSpan(), "E659", "i_part_name and j_part_name belong together")
		}
		return
	}
	if k.param("i_marker_name") != nil || k.param("j_marker_name") != nil {
		k.addErrorf(k.c.keywordSpan(), "E659", "the ends are given by markers or by parts, not by both")
		return
	}
	for n, part := range []*object{ip, jp} {
		m, err := catchFailure(func() *object { return k.x.createPartMarker(part, o, n) })
		if err != nil {
			k.addErrorf(k.c.keywordSpan(), "E657", "%v", err)
			return
		}
		name := [2]string{"i_marker_name", "j_marker_name"}[n]
		d := newObjectDatum(m)
		o.attrs[name] = &attr{at: o.at, items: []item{{node: &node{op: "known", known: &d}, at: o.at}}}
	}
}

// createPartMarker makes a marker of a part at the n-th location that an object is given, or at the only one.
func (x *interpreter) createPartMarker(part, o *object, n int) *object {
	m, _ := x.db.addObject(part, x.db.unusedName(part, "MARKER_"), markerClass, o.at)
	m.kind = kindOf("marker", "")
	for _, name := range []string{"orientation", "along_axis_orientation", "in_plane_orientation"} {
		if a := o.findAttribute(name); a != nil {
			m.attrs[name] = a
		}
	}
	a := o.findAttribute("location")
	if a == nil {
		x.placeAtOriginIfUnplaced(m, x.frame)
		return m
	}
	list := x.evaluateLocations(o, a)
	b := *a
	m.attrs["location"] = &b
	if len(list) > 1 {
		p := x.evaluateLocation(o, "location", min(n, len(list)-1))
		b.frame, b.items = nil, []item{constantItem(newLocationDatum(p))}
	}
	x.db.age++
	return m
}

// createFloatingMarker makes the floating marker of a vector force that names a part only.
func createFloatingMarker(k *commandCall, o *object) {
	part := k.findObject("j_part_name")
	if part == nil || o.findAttribute("j_floating_marker_name") != nil {
		return
	}
	m, _ := k.x.db.addObject(part, k.x.db.unusedName(part, "FMARKER_"), markerClass, o.at)
	m.kind = kindOf("floating_marker", "")
	d := newObjectDatum(m)
	o.attrs["j_floating_marker_name"] = &attr{at: o.at, items: []item{{node: &node{op: "known", known: &d}, at: o.at}}}
}
