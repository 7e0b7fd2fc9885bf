package cmdfile

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// createObject makes an object and gives it its attributes.
func createObject(k *call) {
	x, kd := k.x, k.spec.kind
	at := k.c.spanOf()
	name, given := "", false
	if p := k.param(kd.name); p != nil {
		at = p.values[0].at
		if name, given = k.newName(kd.name); !given {
			return
		}
	}
	var parent *object
	own := name
	if given {
		if parent, own = x.parentFor(name, kd.class); parent == nil {
			k.errorf(at, "E658", "there is no object that %s could be in", shorten(name)).Help = "create the model and the part first"
			return
		}
	} else {
		if parent, _ = x.parentFor("x", kd.class); parent == nil || parent == x.db.root && kd.class != modelClass {
			k.missing(kd.name)
			return
		}
		own = x.db.freeName(parent, kd.prefix)
	}
	if old := x.db.child(parent, own); old != nil {
		if kd.class == partClass && old.class == partClass && strings.EqualFold(own, "ground") || old.class == libraryClass && kd.class == variableClass {
			k.setAttrs(old)
			return
		}
		k.errorf(at, "E659", "%s exists already", old.path()).
			Note(old.at, "it was created here")
		return
	}
	o, _ := x.db.add(parent, own, kd.class, at)
	o.kind = kd
	k.setAttrs(o)
	if kd.create != nil {
		kd.create(k, o)
	}
}

// newName returns the name of a new object.
func (k *call) newName(param string) (string, bool) {
	v := &k.param(param).values[0]
	if v.form != formula {
		if strings.TrimSpace(v.text) == "" {
			k.errorf(v.at, "E659", "%s is empty", param)
			return "", false
		}
		return v.text, true
	}
	s := k.x.scope()
	d, err := s.evaluateValue(v)
	if err == nil && d.kind == objectDatum && d.obj.class == variableClass {
		d, err = s.content(d)
	}
	if err != nil {
		// An expression of a name that is not there yet is the name itself: (.model.part)
		if n, e := parseExpr(v.text); e == nil && n.op == "name" {
			return n.text, true
		}
		k.errorf(v.at, "E657", "%s: %v", param, err)
		return "", false
	}
	return d.String(), true
}

// modifyObject changes the attributes of an object.
func modifyObject(k *call) {
	kd := k.spec.kind
	if k.param(kd.name) == nil {
		k.missing(kd.name)
		return
	}
	for _, o := range k.objects(kd.name) {
		if kd.facet && o.class != kd.class || !kd.facet && o.class != kd.class && o.kind != kd {
			k.errorf(k.param(kd.name).at, "E658", "%s is not a %s but a %s", o.path(), kd.class, o.class)
			continue
		}
		if !kd.facet && o.kind != nil && o.kind.family == kd.family && o.kind.sub != kd.sub && kd.class != partClass {
			o.kind = kd // a joint becomes one of another type
		}
		k.setAttrs(o)
		if p := k.param("new_" + kd.name); p != nil {
			if name, ok := k.newName("new_" + kd.name); ok {
				if parent, own := k.x.parentFor(name, kd.class); parent != nil {
					k.x.db.rename(o, parent, own)
				}
			}
		}
	}
}

// deleteObjects removes objects from the database.
func deleteObjects(k *call) {
	for name := range k.params {
		for _, o := range k.objects(name) {
			if o.attr("ground") != nil {
				continue
			}
			k.x.db.remove(o)
			if o == k.x.model {
				k.x.model = nil
			}
		}
	}
}

// setAttributes takes ACTIVE=; the other attributes are those of pictures.
func setAttributes(k *call) {
	p := k.param("active")
	if p == nil {
		k.x.display.add(k.spec.path, k.c.spanOf())
		return
	}
	for name := range k.params {
		if !strings.HasSuffix(name, "_name") {
			continue
		}
		for _, o := range k.objects(name) {
			off := strings.EqualFold(p.values[0].text, "off") || strings.EqualFold(p.values[0].text, "no")
			o.off = off
			k.x.db.age++
		}
	}
}

// isReference reports whether the parameter of this name names an object.
func isReference(name string) bool {
	switch name {
	case "view_name", "image_name", "file_name", "block_name", "name_of_matrix_in_file", "results_name", "image_file_name", "matrices_name", "gui_driver_name", "definition_name":
		return false
	case "i_marker", "j_marker", "i_hard_point", "j_hard_point", "center_marker", "corner_marker", "reference_marker", "center_of_mass_marker", "inertia_marker", "common_velocity_marker", "trace_marker", "base_marker",
		"material_type", "object_value", "vm", "wm", "base_object", "object", "profile_curve", "path_curve", "from_point", "to_point", "point", "to_frame", "from_frame", "first_point", "middle_point", "last_point",
		"motion_rframe", "coordinate_rframe", "from_first":
		return true
	}
	return strings.HasSuffix(name, "_name")
}

// setAttrs gives an object what the parameters say.
func (k *call) setAttrs(o *object) {
	x := k.x
	if k.spec.kind.picture {
		x.display.add(k.spec.path, k.c.spanOf())
		return
	}
	x.db.age++
	frame := x.frame
	if k.param("relative_to") != nil {
		if frame = k.object("relative_to"); frame == nil {
			return
		}
	}
	for _, name := range sortedNames(k.params) {
		p := k.params[name]
		switch name {
		case k.spec.kind.name, "new_" + k.spec.kind.name, "relative_to", "comments":
			continue
		case "adams_id":
			if id, ok := k.number(name); ok {
				o.id = int(id)
			}
			continue
		}
		a := &attr{at: p.at, frame: frame, angle: x.units[angleUnit], order: x.order}
		if a.frame == o { // what belongs to an object cannot be given in it
			a.frame = o.parent
		}
		if !k.fill(o, name, a, p) {
			continue
		}
		for _, other := range exclusive(name) {
			delete(o.attrs, other)
		}
		o.attrs[name] = a
		x.db.age++
	}
}

func sortedNames(m map[string]*param) []string {
	var out []string
	for n := range m {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// exclusive lists the attributes that one takes the place of.
func exclusive(name string) []string {
	groups := [][]string{
		{"orientation", "along_axis_orientation", "in_plane_orientation"},
		{"real_value", "integer_value", "string_value", "object_value"},
		{"function", "user_function"},
		{"ixz", "izx"},
		{"step_size", "number_of_steps"}, {"end_time", "duration"},
	}
	var out []string
	for _, g := range groups {
		if slices.Contains(g, name) {
			for _, n := range g {
				if n != name {
					out = append(out, n)
				}
			}
		}
	}
	if strings.HasPrefix(name, "no_") {
		out = append(out, name[3:])
	}
	return out
}

// fill takes the values of a parameter. Expressions are kept so that they follow what they refer to, but for what EVAL encloses.
func (k *call) fill(o *object, name string, a *attr, p *param) bool {
	for i := range p.values {
		v := &p.values[i]
		it := item{text: v.text, form: v.form, at: v.at}
		if v.form == formula {
			n, err := k.keep(o, name, a, v)
			if err != nil {
				k.errorf(v.at, "E657", "%s: %v", name, err)
				return false
			}
			it.node = n
		} else if isReference(name) && v.text != "" {
			if other := k.x.scope().find(textOf(v.text)); other != nil {
				d := objectOf(other)
				it.node = &node{op: "known", known: &d}
			}
		}
		a.items = append(a.items, it)
	}
	return true
}

// keep returns an expression as an attribute keeps it.
func (k *call) keep(o *object, name string, a *attr, v *value) (*node, error) {
	n, err := parseExpr(v.text)
	if err != nil {
		return nil, err
	}
	s := k.x.scopeFor(o, a)
	s.contexts = append(s.contexts, k.x.contexts()...)
	if n, err = s.hold(n); err != nil {
		return nil, err
	}
	d, err := s.evaluate(n)
	itself := o.class == variableClass && k.x.mentions(n, o, o, a)
	switch {
	case err != nil || !s.loop && !itself:
		return n, err
	case itself && !strings.HasPrefix(k.spec.path, "variable set"):
		k.x.diags.Warnf(v.at, "W665", "%s: %s has the value for now: the expression depends on the variable itself", k.spec.path, name).Help = "write EVAL(…)"
	case s.loop:
		k.x.diags.Warnf(v.at, "W665", "%s: %s has the value for this pass: it would follow the variable of the loop in Adams View", k.spec.path, name).
			Help = "write EVAL(…)"
	}
	d, err = s.content(d)
	return &node{op: "known", known: &d}, err
}

// hold replaces EVAL(…) by its value.
func (s *scope) hold(n *node) (*node, error) {
	if n.op == "call" && n.text == "EVAL" && len(n.kids) == 1 {
		t := *s
		t.frame = s.frame
		d, err := t.evaluate(n.kids[0])
		if err != nil {
			return n, err
		}
		if d, err = t.content(d); err != nil {
			return n, err
		}
		return &node{op: "known", known: &d}, nil
	}
	if len(n.kids) == 0 {
		return n, nil
	}
	c := *n
	c.kids = make([]*node, len(n.kids))
	for i, kid := range n.kids {
		var err error
		if c.kids[i], err = s.hold(kid); err != nil {
			return n, err
		}
	}
	return &c, nil
}

// createModel makes ground with the model.
func createModel(k *call, o *object) {
	x := k.x
	x.model = o
	g, _ := x.db.add(o, "ground", partClass, o.at)
	g.kind = kindOf("part", "rigid_body name_and_position")
	g.attrs["ground"] = &attr{at: o.at}
	x.placeAt(g, nil)
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

// placeAt puts an object at the origin of a frame unless it has a place.
func (x *interpreter) placeAt(o, frame *object) {
	if o.attr("location") == nil {
		zero := item{text: "0", form: bare}
		o.attrs["location"] = &attr{at: o.at, frame: frame, items: []item{zero, zero, zero}}
		x.db.age++
	}
}

// createPlaced puts an object where the command says, else at the origin of the default coordinate system.
func createPlaced(k *call, o *object) {
	frame := k.x.frame
	if k.param("relative_to") != nil {
		frame = k.object("relative_to")
	}
	k.x.placeAt(o, frame)
	k.noteFrame(o)
}

// noteFrame reports once that locations are in the frame of the model where the file has named no other.
func (k *call) noteFrame(o *object) {
	x := k.x
	p := k.param("location")
	if o.class != markerClass || p == nil || k.param("relative_to") != nil || x.frameNamed || x.frameNoted {
		return
	}
	if f, err := x.poseOf(o.parent.ancestor(partClass)); err == nil && f != origin && p.values[0].form != formula {
		x.frameNoted = true
		x.diags.Notef(p.at, "N671", "%s: the location is that in the model, since no other default coordinate system has been set", o.path()).
			Help = "for a location in the part write relative_to, or defaults coordinate_system before the marker"
	}
}

func createPart(k *call, o *object) {
	createPlaced(k, o)
	if t, ok := k.text("ground_part"); ok && (strings.EqualFold(t, "yes") || strings.EqualFold(t, "true") || strings.EqualFold(t, "on")) {
		o.attrs["ground"] = &attr{at: o.at}
	}
}

// connect makes the markers of an object that is given parts and a location.
func connect(k *call, o *object) {
	ip, jp := k.object("i_part_name"), k.object("j_part_name")
	if ip == nil || jp == nil {
		if (ip == nil) != (jp == nil) {
			k.errorf(k.c.spanOf(), "E659", "i_part_name and j_part_name belong together")
		}
		return
	}
	if k.param("i_marker_name") != nil || k.param("j_marker_name") != nil {
		k.errorf(k.c.spanOf(), "E659", "the ends are given by markers or by parts, not by both")
		return
	}
	for n, part := range []*object{ip, jp} {
		m, err := k.x.ownMarker(part, o, n)
		if err != nil {
			k.errorf(k.c.spanOf(), "E657", "%v", err)
			return
		}
		name := [2]string{"i_marker_name", "j_marker_name"}[n]
		d := objectOf(m)
		o.attrs[name] = &attr{at: o.at, items: []item{{node: &node{op: "known", known: &d}, at: o.at}}}
	}
}

// ownMarker makes a marker of a part at the n-th location that an object is given, or at the only one.
func (x *interpreter) ownMarker(part, o *object, n int) (*object, error) {
	m, _ := x.db.add(part, x.db.freeName(part, "MARKER_"), markerClass, o.at)
	m.kind = kindOf("marker", "")
	for _, name := range []string{"orientation", "along_axis_orientation", "in_plane_orientation"} {
		if a := o.attr(name); a != nil {
			m.attrs[name] = a
		}
	}
	a := o.attr("location")
	if a == nil {
		x.placeAt(m, x.frame)
		return m, nil
	}
	list, err := x.coordinates(o, a)
	if err != nil {
		return nil, err
	}
	b := *a
	m.attrs["location"] = &b
	if len(list) > 1 {
		p, err := x.place(o, "location", min(n, len(list)-1))
		if err != nil {
			return nil, err
		}
		b.frame, b.items = nil, []item{itemOf(location(p))}
	}
	x.db.age++
	return m, nil
}

// addFloating makes the floating marker of a vector force that names a part only.
func addFloating(k *call, o *object) {
	part := k.object("j_part_name")
	if part == nil || o.attr("j_floating_marker_name") != nil {
		return
	}
	m, _ := k.x.db.add(part, k.x.db.freeName(part, "FMARKER_"), markerClass, o.at)
	m.kind = kindOf("floating_marker", "")
	d := objectOf(m)
	o.attrs["j_floating_marker_name"] = &attr{at: o.at, items: []item{{node: &node{op: "known", known: &d}, at: o.at}}}
}

// setVariable is VARIABLE SET, CREATE and MODIFY: the first makes the variable if it is not there.
func setVariable(k *call) {
	x := k.x
	p := k.param("variable_name")
	if p == nil {
		k.missing("variable_name")
		return
	}
	name, ok := k.newName("variable_name")
	if !ok {
		return
	}
	parent, own := x.parentFor(name, variableClass)
	if parent == nil {
		k.errorf(p.at, "E658", "there is no object that %s could be in", shorten(name))
		return
	}
	o := x.db.child(parent, own)
	if o == nil && !strings.HasPrefix(name, ".") { // one that is there already, in the default part or model
		o = x.scope().find(textOf(name))
	}
	verb := strings.Fields(k.spec.path)[1]
	switch {
	case o == nil && verb == "modify" && parent.class != instanceClass && parent.class != libraryClass:
		k.unknownObject("variable_name", name, p.values[0].at)
		return
	case o == nil:
		o, _ = x.db.add(parent, own, variableClass, p.values[0].at)
	case o.class == libraryClass:
		o.class = variableClass
	case o.class != variableClass:
		k.errorf(p.values[0].at, "E658", "%s is not a variable", o.path())
		return
	case verb == "create":
		k.errorf(p.values[0].at, "E659", "%s exists already", o.path()).Note(o.at, "it was created here")
		return
	}
	if k.param("index") != nil {
		k.setEntry(o)
		return
	}
	k.setValues(o, verb)
}

// setValues gives a variable the values of the command: SET keeps values, CREATE and MODIFY expressions.
func (k *call) setValues(o *object, verb string) {
	x := k.x
	for _, n := range []string{"real_value", "integer_value", "string_value", "object_value"} {
		q := k.param(n)
		if q == nil {
			continue
		}
		a := &attr{at: q.at, frame: x.frame, angle: x.units[angleUnit], order: x.order}
		if !k.fill(o, n, a, q) {
			return
		}
		if verb == "set" { // SET keeps values
			for i := range a.items {
				if d, err := x.scopeFor(o, a).item(&a.items[i], o); err == nil {
					a.items[i] = itemOf(d)
				}
			}
		}
		for _, other := range exclusive(n) {
			delete(o.attrs, other)
		}
		o.attrs[n] = a
		x.db.age++
		if verb == "create" && n != "object_value" {
			k.defineParameter(o, a)
		}
	}
}

// defineParameter makes a design variable with one value a parameter of the deck, which may be given another value from outside.
func (k *call) defineParameter(o *object, a *attr) {
	if len(a.items) != 1 {
		return
	}
	d, err := k.x.scopeFor(o, a).item(&a.items[0], o)
	if err != nil || d.kind != numberDatum && d.kind != textDatum {
		return
	}
	p := &deck.Parameter{Name: o.name, Default: d.text, Min: math.Inf(-1), Max: math.Inf(1), Span: o.at}
	if d.kind == numberDatum {
		p.Default = strconv.FormatFloat(d.num, 'g', -1, 64)
	}
	k.x.rec.DefineParameter(p, a.at)
	switch q := k.x.rec.Parameter(o.name); {
	case q == nil || !q.Assigned:
	case d.kind == numberDatum && !math.IsNaN(q.Number):
		a.items[0] = itemOf(number(q.Number))
	case d.kind == textDatum:
		a.items[0] = itemOf(textOf(q.Value))
	}
}

// setEntry sets one entry of a variable that is an array.
func (k *call) setEntry(o *object) {
	i, ok := k.number("index")
	if !ok {
		return
	}
	for _, n := range []string{"real_value", "integer_value", "string_value", "object_value"} {
		list, ok := k.data(n)
		if !ok || len(list) == 0 {
			continue
		}
		a := o.attr(n)
		if a == nil {
			a = &attr{at: k.c.spanOf()}
		}
		have, err := k.x.scopeFor(o, a).items(a, o)
		if err != nil || !(i >= 1 && i <= longest) {
			k.errorf(k.param("index").at, "E659", "%s has no entry %s", o.path(), formatNumber(i))
			return
		}
		for len(have) < int(i) {
			have = append(have, number(0))
		}
		have[int(i)-1] = list[0]
		items := make([]item, len(have))
		for j, d := range have {
			items[j] = itemOf(d)
		}
		o.attrs[n] = &attr{at: k.c.spanOf(), items: items}
		k.x.db.age++
	}
}

func deleteVariable(k *call) {
	for _, o := range k.objects("variable_name") {
		if k.x.loops[o] == 0 && o.class == variableClass {
			k.x.keepValues(o)
			k.x.db.remove(o)
		}
	}
}

// keepValues replaces expressions that refer to a variable by what they are, because it is going to be deleted.
func (x *interpreter) keepValues(v *object) {
	for _, o := range x.db.root.all() {
		for _, a := range o.attrs {
			for i := range a.items {
				it := &a.items[i]
				if it.node == nil || it.node.op == "known" || !x.mentions(it.node, v, o, a) {
					continue
				}
				if d, err := x.scopeFor(o, a).item(it, o); err == nil {
					it.node = &node{op: "known", known: &d}
				}
			}
		}
	}
}

func (x *interpreter) mentions(n *node, v, o *object, a *attr) bool {
	if n.op == "name" {
		s := x.scopeFor(o, a)
		found, _ := x.db.lookUp(n.text, append(s.contexts, x.contexts()...)...)
		return found == v
	}
	return slices.ContainsFunc(n.kids, func(k *node) bool { return x.mentions(k, v, o, a) })
}

// span of an attribute: that of its first value.
func (a *attr) span() deck.Span {
	if len(a.items) > 0 && a.items[0].at.Src != nil {
		at := a.items[0].at
		if last := a.items[len(a.items)-1].at; last.Src == at.Src && last.End > at.End {
			at.End = last.End
		}
		return at
	}
	return a.at
}
