package cmdfile

import (
	"slices"
	"strings"
)

// createObject makes an object and gives it its attributes.
func createObject(k *commandCall) {
	x, kd := k.x, k.spec.kind
	at := k.c.keywordSpan()
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
			k.addErrorf(at, "E658", "there is no object that %s could be in", shortenForMessage(name)).Help = "create the model and the part first"
			return
		}
	} else {
		if parent, _ = x.parentFor("x", kd.class); parent == nil || parent == x.db.root && kd.class != modelClass {
			k.reportMissing(kd.name)
			return
		}
		own = x.db.unusedName(parent, kd.prefix)
	}
	if old := x.db.findChild(parent, own); old != nil {
		if kd.class == partClass && old.class == partClass && strings.EqualFold(own, "ground") || old.class == libraryClass && kd.class == variableClass {
			k.setAttrs(old)
			return
		}
		k.addErrorf(at, "E659", "%s exists already", old.fullName()).
			AddNote(old.at, "it was created here")
		return
	}
	o, _ := x.db.addObject(parent, own, kd.class, at)
	o.kind = kd
	k.setAttrs(o)
	if kd.create != nil {
		kd.create(k, o)
	}
}

// newName returns the name of a new object.
func (k *commandCall) newName(param string) (string, bool) {
	v := &k.param(param).values[0]
	if v.form != formula {
		if strings.TrimSpace(v.text) == "" {
			k.addErrorf(v.at, "E659", "%s is empty", param)
			return "", false
		}
		return v.text, true
	}
	s := k.x.newEvaluator()
	d, err := catchFailure(func() datum { return s.contentOfVariable(s.evaluateValue(v)) })
	if err != nil {
		// An expression of a name that is not there yet is the name itself: (.model.part)
		if n, e := catchFailure(func() *node { return parseExpr(v.text) }); e == nil && n.op == "name" {
			return n.text, true
		}
		k.addErrorf(v.at, "E657", "%s: %v", param, err)
		return "", false
	}
	return d.String(), true
}

// modifyObject changes the attributes of an object.
func modifyObject(k *commandCall) {
	kd := k.spec.kind
	if k.param(kd.name) == nil {
		k.reportMissing(kd.name)
		return
	}
	for _, o := range k.findObjects(kd.name) {
		if kd.facet && o.class != kd.class || !kd.facet && o.class != kd.class && o.kind != kd {
			k.addErrorf(k.param(kd.name).at, "E658", "%s is not a %s but a %s", o.fullName(), kd.class, o.class)
			continue
		}
		if !kd.facet && o.kind != nil && o.kind.family == kd.family && o.kind.sub != kd.sub && kd.class != partClass {
			o.kind = kd // a joint becomes one of another type
		}
		k.setAttrs(o)
		if p := k.param("new_" + kd.name); p != nil {
			if name, ok := k.newName("new_" + kd.name); ok {
				if parent, own := k.x.parentFor(name, kd.class); parent != nil {
					k.x.db.renameObject(o, parent, own)
				}
			}
		}
	}
}

// deleteObjects removes objects from the database.
func deleteObjects(k *commandCall) {
	for name := range k.params {
		for _, o := range k.findObjects(name) {
			if o.findAttribute("ground") != nil {
				continue
			}
			k.x.db.removeObject(o)
			if o == k.x.model {
				k.x.model = nil
			}
		}
	}
}

// setActiveAttribute takes ACTIVE=; the other attributes are those of pictures.
func setActiveAttribute(k *commandCall) {
	p := k.param("active")
	if p == nil {
		k.x.display.countOccurrence(k.spec.path, k.c.keywordSpan())
		return
	}
	for name := range k.params {
		if !strings.HasSuffix(name, "_name") {
			continue
		}
		for _, o := range k.findObjects(name) {
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
func (k *commandCall) setAttrs(o *object) {
	x := k.x
	if k.spec.kind.picture {
		x.display.countOccurrence(k.spec.path, k.c.keywordSpan())
		return
	}
	x.db.age++
	frame := x.frame
	if k.param("relative_to") != nil {
		if frame = k.findObject("relative_to"); frame == nil {
			return
		}
	}
	for _, name := range sortedNames(k.params) {
		p := k.params[name]
		switch name {
		case k.spec.kind.name, "new_" + k.spec.kind.name, "relative_to", "comments":
			continue
		case "adams_id":
			if id, ok := k.evaluateNumber(name); ok {
				o.id = int(id)
			}
			continue
		}
		a := &attr{at: p.at, frame: frame, angle: x.units[angleUnit], order: x.order}
		if a.frame == o { // what belongs to an object cannot be given in it
			a.frame = o.parent
		}
		if !k.setAttribute(o, name, a, p) {
			continue
		}
		for _, other := range replacedAttributes(name) {
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

// replacedAttributes lists the attributes that one takes the place of.
func replacedAttributes(name string) []string {
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

// setAttribute gives an object the values of a parameter. Expressions are kept so that they follow what they refer to, but for what EVAL encloses.
func (k *commandCall) setAttribute(o *object, name string, a *attr, p *param) bool {
	for i := range p.values {
		v := &p.values[i]
		it := item{text: v.text, form: v.form, at: v.at}
		if v.form == formula {
			n, err := catchFailure(func() *node { return k.expressionToKeep(o, name, a, v) })
			if err != nil {
				k.addErrorf(v.at, "E657", "%s: %v", name, err)
				return false
			}
			it.node = n
		} else if isReference(name) && v.text != "" {
			if other := k.x.newEvaluator().findObject(newTextDatum(v.text)); other != nil {
				d := newObjectDatum(other)
				it.node = &node{op: "known", known: &d}
			}
		}
		a.items = append(a.items, it)
	}
	return true
}

// expressionToKeep returns an expression as an attribute keeps it.
func (k *commandCall) expressionToKeep(o *object, name string, a *attr, v *value) *node {
	s := k.x.newEvaluatorFor(o, a)
	s.contexts = append(s.contexts, k.x.nameContexts()...)
	n := s.replaceEval(parseExpr(v.text))
	d := s.evaluate(n)
	itself := o.class == variableClass && k.x.isVariableMentioned(n, o, o, a)
	switch {
	case !s.loop && !itself:
		return n
	case itself && !strings.HasPrefix(k.spec.path, "variable set"):
		k.x.diags.AddWarningf(v.at, "W665", "%s: %s has the value for now: the expression depends on the variable itself", k.spec.path, name).Help = "write EVAL(…)"
	case s.loop:
		k.x.diags.AddWarningf(v.at, "W665", "%s: %s has the value for this pass: it would follow the variable of the loop in Adams View", k.spec.path, name).
			Help = "write EVAL(…)"
	}
	d = s.contentOfVariable(d)
	return &node{op: "known", known: &d}
}

// replaceEval replaces EVAL(…) by its value.
func (s *evaluator) replaceEval(n *node) *node {
	if n.op == "call" && n.text == "EVAL" && len(n.kids) == 1 {
		t := *s
		t.frame = s.frame
		d := t.contentOfVariable(t.evaluate(n.kids[0]))
		return &node{op: "known", known: &d}
	}
	if len(n.kids) == 0 {
		return n
	}
	c := *n
	c.kids = make([]*node, len(n.kids))
	for i, kid := range n.kids {
		c.kids[i] = s.replaceEval(kid)
	}
	return &c
}
