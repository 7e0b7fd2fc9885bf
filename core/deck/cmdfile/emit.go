package cmdfile

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
)

// statementEmitter makes the statement of one object.
type statementEmitter struct {
	x    *interpreter
	o    *object
	st   *adm.Statement
	used map[string]bool // attributes that were read
}

// emitModel hands the objects of a model over as statements.
func (x *interpreter) emitModel(m *object) {
	list := m.descendantsByAge()
	x.numberObjects(list)
	x.emitUnits(m)
	x.markTouchingShapes(list)
	for _, o := range list {
		if o.kind == nil || o.isInactive() {
			continue
		}
		if o.kind.why != "" {
			x.diags.AddErrorf(o.at, "E660", "%s: not supported: %s", o.fullName(), o.kind.why)
			continue
		}
		x.emitObject(o)
	}
	x.emitInstances(list)
	x.emitMeasures(list)
}

// markTouchingShapes notes the shapes that contacts name.
func (x *interpreter) markTouchingShapes(list []*object) {
	x.touching = map[*object]bool{}
	n := len(x.diags.List)
	for _, o := range list {
		if o.class != "contact" || o.isInactive() {
			continue
		}
		e := &statementEmitter{x: x, o: o}
		for _, name := range []string{"i_geometry_name", "j_geometry_name"} {
			shapes, _ := e.attributeObjects(name)
			for _, s := range shapes {
				x.touching[s] = true
			}
		}
	}
	x.diags.List = x.diags.List[:n] // what is wrong is reported with the contact
}

func (x *interpreter) emitObject(o *object) {
	if o.kind.statement == "" {
		return
	}
	e := x.emitterFor(o, o.kind.statement)
	if !e.namesBothMarkers() {
		return
	}
	for _, f := range o.kind.flags {
		e.addTypeChoiceArgument(f, o.at)
	}
	for _, s := range o.kind.slots {
		if !e.addSlotArgument(s) {
			return
		}
	}
	if o.kind.emit == nil || o.kind.emit(e) {
		e.addRoutine()
		x.rec.AddStatement(e.st)
		e.reportUnusedAttributes()
	}
}

// harmless are attributes that say how something is seen, where it was made, or nothing that matters.
var harmless = func() map[string]bool {
	all := map[string]bool{}
	for _, n := range strings.Fields("ground view_name image_name exact_coordinates planar_axes comments comment units x_units y_units z_units legend title results_name component_names component_units component_labels i_part_name j_part_name " +
		"density material_type location orientation along_axis_orientation in_plane_orientation error force_display j_marker_id i_marker_id preserve_location type augmented_lagrangian_formulation geometry_routines friction_enabled " +
		"j_floating_marker_name i_floating_marker_name size codgen yydump time_error input_order segment_count tension interpolation_order routine channel") {
		all[n] = true
	}
	return all
}()

// reportUnusedAttributes reports attributes that nothing was made of.
func (e *statementEmitter) reportUnusedAttributes() {
	if e.o.class == geometryClass {
		if a := e.o.findAttribute("angle_extent"); a != nil && e.x.touching[e.o] && math.Abs(e.attributeNumber("angle_extent", 0)*a.angle.factor-2*math.Pi) > 1e-6 {
			e.x.diags.AddWarningf(a.firstValueSpan(), "W669", "%s: the whole shape touches, not a part of the turn", e.o.fullName())
		}
		return
	}
	for _, n := range sortedAttrs(e.o) {
		if !e.used[n] && !harmless[n] && !strings.HasPrefix(n, "no_") {
			e.x.diags.AddWarningf(e.o.attrs[n].firstValueSpan(), "W669", "%s: %s has no effect", e.o.fullName(), n)
		}
	}
}

func sortedAttrs(o *object) []string {
	var out []string
	for n := range o.attrs {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// namesBothMarkers reports whether an object between two markers names both.
func (e *statementEmitter) namesBothMarkers() bool {
	if e.o.kind.create == nil || e.o.findAttribute("joint_name") != nil {
		return true
	}
	for _, s := range e.o.kind.slots {
		if (s.param == "i_marker_name" || s.param == "j_marker_name") && e.o.findAttribute(s.param) == nil {
			e.addErrorf(e.o.at, "E659", "%s is missing", s.param)
			return false
		}
	}
	return true
}

func (x *interpreter) emitterFor(o *object, name string) *statementEmitter {
	st := &adm.Statement{Name: name, At: o.at, Shown: o.fullName()}
	if o.id > 0 {
		st.ID = &adm.Value{Text: strconv.Itoa(o.id), At: o.at}
		st.Label = &adm.Value{Text: o.name, At: o.at}
	}
	return &statementEmitter{x: x, o: o, st: st, used: map[string]bool{}}
}

// idSpaceOf is what the ids of an object are unique in.
func idSpaceOf(o *object) string {
	switch s := o.kind.statement; s {
	case "VFORCE", "VTORQUE", "GFORCE":
		return "GFORCE"
	case "POINT_MASS":
		return "PART"
	default:
		return s
	}
}

// numberObjects gives ids to objects without one, and to those whose id another has.
func (x *interpreter) numberObjects(list []*object) {
	taken := map[string]map[int]bool{}
	var without []*object
	for _, o := range list {
		if o.kind == nil || o.kind.statement == "" || o.kind.statement == "ACCGRAV" {
			continue
		}
		space := idSpaceOf(o)
		if taken[space] == nil {
			taken[space] = map[int]bool{}
		}
		if o.id <= 0 || taken[space][o.id] {
			without = append(without, o)
			continue
		}
		taken[space][o.id] = true
	}
	next := map[string]int{}
	for _, o := range without {
		space := idSpaceOf(o)
		n := max(next[space], 1)
		for taken[space][n] {
			n++
		}
		o.id, next[space] = n, n+1
		taken[space][n] = true
	}
	x.taken = taken
}

// newID returns an id that no object of a statement has.
func (x *interpreter) newID(space string) int {
	if x.taken[space] == nil {
		x.taken[space] = map[int]bool{}
	}
	n := len(x.taken[space]) + 1
	for x.taken[space][n] {
		n++
	}
	x.taken[space][n] = true
	return n
}

// freeID returns an id that is in nobody's way.
func (x *interpreter) freeID() int {
	n := 1
	for _, o := range x.db.root.descendantsByAge() {
		n = max(n, o.id+1)
	}
	return n
}

func (x *interpreter) emitUnits(m *object) {
	st := &adm.Statement{Name: "UNITS", At: m.at, Shown: "units"}
	for _, u := range []struct {
		name string
		of   dimension
	}{{"FORCE", forceUnit}, {"MASS", massUnit}, {"LENGTH", lengthUnit}, {"TIME", timeUnit}} {
		st.Args = append(st.Args, adm.Argument{Name: u.name, At: m.at, Value: adm.Value{Text: x.units[u.of].word, At: m.at}})
	}
	if p := x.consistency; p != nil {
		st.Args = append(st.Args, adm.Argument{Name: "UCF", At: p.at, Value: adm.Value{Text: p.values[0].text, At: p.values[0].at}})
	}
	x.rec.AddStatement(st)
}

// addAxes adds an orientation: angles where these are given so, else direction cosines.
func (e *statementEmitter) addAxes(m mat, at deck.Span) {
	if m == identity {
		return
	}
	for j := range m {
		for i, c := range m[j] {
			if math.Abs(c) < 1e-15 {
				m[j][i] = 0
			}
		}
	}
	e.addArgument("AXES_X", vectorText(m[0]), at)
	e.addArgument("AXES_Z", vectorText(m[2]), at)
}

// addPlainAngles adds the angles of an object that is given in a frame by numbers; ok is false if it is not.
func (e *statementEmitter) addPlainAngles(in *object) bool {
	a, l := e.o.findAttribute("orientation"), e.o.findAttribute("location")
	if a == nil || l == nil || a.frame != in || l.frame != in || a.order != body313 || e.o.findAttribute("along_axis_orientation") != nil || e.o.findAttribute("in_plane_orientation") != nil {
		return false
	}
	s := e.x.newEvaluatorFor(e.o, a)
	list, err := catchFailure(func() []datum { return s.evaluateItems(a, e.o) })
	if err != nil || len(list) != 3 || slices.ContainsFunc(list, func(d datum) bool { return d.kind != numberDatum }) {
		return false
	}
	where, err := catchFailure(func() []coordinate { return e.x.evaluateLocations(e.o, l) })
	if err != nil || len(where) != 1 || where[0].global {
		return false
	}
	arg := "QP"
	if e.st.Name == "PART" || e.st.Name == "POINT_MASS" {
		arg = "QG"
	}
	if where[0].v != (vec{}) {
		e.addArgument(arg, vectorText(where[0].v), l.firstValueSpan())
	}
	var angles []string
	turned := false
	for _, d := range list {
		turned = turned || d.num != 0
		if a.angle == unitTable["deg"] {
			angles = append(angles, formatNumber(d.num)+"D")
		} else {
			angles = append(angles, formatNumber(d.num*a.angle.factor))
		}
	}
	if turned {
		e.addArgument("REULER", strings.Join(angles, ", "), a.firstValueSpan())
	}
	return true
}
