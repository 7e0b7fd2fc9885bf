package adm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// contactStatements are shapes, the forces between them and their distance. PROXIMITY,
// SPHERE, CM= of a BOX, NORMAL_TRANSITION_VELOCITY, VERTICES and TRIANGLES are
// additions of ours, and so is RIGID with what belongs to it.
var contactStatements = []spec{
	{name: "GRAPHICS", kind: "Post_Graphic", id: true, flagAttr: "type", read: emitGraphics, write: writeGraphics, args: joinArgs(
		flagArg("SPHERE", "type", "Sphere"), flagArg("ELLIPSOID", "type", "Ellipsoid"), flagArg("PLANE", "type", "Plane"), flagArg("POINT", "type", "Point"),
		flagArg("CYLINDER", "type", "Cylinder"), flagArg("FRUSTUM", "type", "Frustum"), newArgOfFormHandledByStatement(asFlag, "BOX"), flagArg("EXTERNAL", "type", "TriaMesh", "TRIAMESH"),
		newArgWithOptionalEntries("CM", "rm_id"), newArgWithOptionalEntries("RM", "rm_id"), newArgWithOptionalEntries("CORNER", "rm_id"), newArgWithOptionalEntries("RADIUS", "radius"), newArgWithOptionalEntries("LENGTH", "length"),
		newArgWithOptionalEntries("X", "length_x"), newArgWithOptionalEntries("Y", "length_y"), newArgWithOptionalEntries("Z", "length_z"),
		newArgWithOptionalEntries("XSCALE", "x_scale"), newArgWithOptionalEntries("YSCALE", "y_scale"), newArgWithOptionalEntries("ZSCALE", "z_scale"),
		newArgWithOptionalEntries("BOTTOM", "bottom_radius"), newArgWithOptionalEntries("TOP", "top_radius"),
		toLineEndArg("FILE", "file_name"), newArgHandledByStatement("VERTICES"), newArgHandledByStatement("TRIANGLES"),
		wordArg("MATERIAL_INSIDE", "is_material_inside"),
		ignoredArgs(asNumbers, "XMIN", "XMAX", "YMIN", "YMAX", "RANGLE", "SEG", "SIDES", "REFINEMENT_LEVEL"),
		ignoredArgs(asWord, "COLOR", "HIDDEN", "END_CAPS"), ignoredArgs(asWords, "OUTLINE", "CLOSE"), attrArg(asLine, "ELEMENT", "solid"),
	)},
	{name: "CONTACT", kind: "Force_Contact", id: true, read: emitContact, write: writeContact, args: joinArgs(
		listArg("IGEOM", "i_graphics_id"), listArg("JGEOM", "j_graphics_id"),
		flagArg("IMPACT", "cnf_type", "IMPACT"), flagArg("POISSON", "cnf_type", "POISSON"), flagArg("VOLUME", "cnf_type", "VOLUME"), flagArg("RIGID", "cnf_type", "RIGID"), newArgOfFormHandledByStatement(asFlag, "USER"),
		newArgWithOptionalEntries("STIFFNESS", "stiffness"), newArgWithOptionalEntries("DAMPING", "damping"), newArgWithOptionalEntries("DMAX", "dmax"), newArgWithOptionalEntries("EXPONENT", "exponent"),
		newArgWithOptionalEntries("PENALTY", "penalty"), newArgWithOptionalEntries("RESTITUTION_COEFFICIENT", "restitution_coef"), newArgWithOptionalEntries("NORMAL_TRANSITION_VELOCITY", "normal_trans_vel"),
		newArgWithOptionalEntries("MU", "mu"), newArgWithOptionalEntries("MU_ROLLING", "mu_rolling"), newArgWithOptionalEntries("MU_SPINNING", "mu_spinning"), newArgWithOptionalEntries("COHESION_FORCE", "cohesion_force"),
		newArgWithOptionalEntries("COMPLIANCE", "compliance"), newArgWithOptionalEntries("COMPLIANCE_DAMPING", "compliance_damping"),
		wordArg("COULOMB_FRICTION", "cff_type"), flagArg("NO_FRICTION", "cff_type", "COULOMB_OFF"),
		newArgWithOptionalEntries("MU_STATIC", "mu_static"), newArgWithOptionalEntries("MU_DYNAMIC", "mu_dynamic"),
		newArgWithOptionalEntries("STICTION_TRANSITION_VELOCITY", "stiction_trans_vel"), newArgWithOptionalEntries("FRICTION_TRANSITION_VELOCITY", "friction_trans_vel"),
		newArgOfFormHandledByStatement(asExpr, "NORMAL_FUNCTION"), newArgOfFormHandledByStatement(asExpr, "FRICTION_FUNCTION"),
		newArgHandledByStatement("NORMAL_ROUTINE"), newArgHandledByStatement("FRICTION_ROUTINE"), routineArgs()[1:],
		uselessArgs(asWords, "the normal points out of each shape", "IFLIP_GEOMETRY", "JFLIP_GEOMETRY"),
		wordArg("STICTION", ""), ignoredArgs(asNumbers, "MAX_STICTION_DEFORMATION"),
		ignoredArgs(asFlag, "AUGMENTED_LAGRANGIAN_FORMULATION"), refusedArgs(asWords, flexible, "IFLEX_BODY", "JFLEX_BODY"),
		argList{{name: "TYPE", form: asWord, inFile: true}},
	)},
	{name: "PROXIMITY", kind: "Sensor_Proximity", id: true, write: counted, args: joinArgs(
		listArg("IGEOM", "i_graphics_id"), listArg("JGEOM", "j_graphics_id"),
	)},
}

// sides are the arguments that name shapes.
var sides = [2]string{"IGEOM", "JGEOM"}

// recordTouchingShapes notes the shapes that a statement names.
func (r *reader) recordTouchingShapes(st *statement) {
	for _, side := range sides {
		if a := st.argumentNamed(side); a != nil {
			for _, id := range splitEntries(a.val) {
				r.shapes[strings.TrimLeft(id.s, "0")] = true
			}
		}
	}
}

// withholdProblems takes back what has been said of a picture behind the first n problems, until it
// is known whether it touches something.
func (r *reader) withholdProblems(st *statement, n int) {
	if st.spec.name == "GRAPHICS" && n < len(r.diags.List) {
		st.held = slices.Clone(r.diags.List[n:])
		r.diags.List = r.diags.List[:n]
	}
}

// hasNoEffect reports whether a statement has no effect: among others a picture that nothing touches and that cannot be
// drawn, of which models have many, in forms that are no shapes here.
func (r *reader) hasNoEffect(st *statement) bool {
	if st.spec.name == "OUTPUT" { // but for the angles of requests it says how files are written
		return !slices.ContainsFunc(st.args, func(a arg) bool { return slices.Contains(a.spec.attrs, "angle_type") })
	}
	return st.spec.idle || st.spec.name == "GRAPHICS" && !r.shapes[strings.TrimLeft(st.id.s, "0")] && !r.isKeptForPictures(st)
}

// emitGraphics: a box is given by a corner, or by its centre, which is an addition of
// ours. Triangles are behind their vertices. That a plane ends somewhere counts for its
// picture only.
func emitGraphics(e *elementEmitter) bool {
	e.r.diags.List = append(e.r.diags.List, e.st.held...)
	if a := e.argumentNamed("BOX"); a != nil && e.argumentNamed("CM") != nil {
		e.setDerived("type", "BoxDefinedFromCenter", a.name)
	} else if a != nil {
		e.setDerived("type", "BoxDefinedFromCorner", a.name)
	}
	v, t := e.argumentNamed("VERTICES"), e.argumentNamed("TRIANGLES")
	if v == nil {
		return true
	}
	list := []text{v.val.withoutLineBreaks()}
	if t != nil {
		list = append(list, t.val.withoutLineBreaks())
		e.setDerived("num_vertex", strconv.Itoa(len(splitEntries(v.val))/3), v.val)
	}
	j := textJoiner{src: v.val.src}
	for k, part := range list {
		if k > 0 {
			j.addString(" ", part.fileOffset(0))
		}
		j.addText(part)
	}
	e.setText(v.name, j.joinedText())
	return true
}

// writeGraphics: Adams has no spheres but ellipsoids with three equal diameters.
func writeGraphics(p *statementWriter) {
	marker, kind := "CM", strings.ToUpper(strings.NewReplacer(" ", "", "_", "", "-", "").Replace(p.e.Str("type")))
	switch kind {
	case "BOXDEFINEDFROMCENTER", "BOX":
		p.writeTypeWord("BOX")
	case "BOXDEFINEDFROMCORNER":
		marker = "CORNER"
		p.writeTypeWord("BOX")
	case "SPHERE":
		if p.own || !p.e.Has("radius") {
			p.writeTypeWord("SPHERE")
			break
		}
		p.writeTypeWord("ELLIPSOID")
		p.done["radius"] = true
		d := strconv.FormatFloat(2*p.e.Real("radius"), 'g', -1, 64)
		for _, n := range []string{"XSCALE", "YSCALE", "ZSCALE"} {
			p.addWord(Numbers, n, d)
		}
	case "TRIAMESH":
		marker = "RM"
		p.writeTypeWord("EXTERNAL")
		p.writeTriangles()
	case "PLANE", "POINT":
		marker = "RM"
		p.writeTypeWord(kind)
	case "ELLIPSOID", "CYLINDER", "FRUSTUM":
		p.writeTypeWord(kind)
	}
	if v, ok := p.consumeValue("rm_id"); ok {
		p.addWord(Numbers, marker, v)
	}
	if v, ok := p.consumeValue("file_name"); ok {
		p.addWord(Text, "FILE", p.w.RelocatedPath(v))
	}
}

// writeTypeWord says a type that is a word of the language.
func (p *statementWriter) writeTypeWord(name string) {
	p.done["type"] = true
	p.s.Words = append(p.s.Words, Word{Name: name, Kind: Flag, Attr: "type"})
}

// writeTriangles says what is between the tags of a mesh.
func (p *statementWriter) writeTriangles() {
	list, n := p.textEntries(), 0
	if n = len(list); p.e.Has("num_vertex") {
		n = min(n, 3*p.e.Int("num_vertex"))
	}
	p.done["num_vertex"] = true
	p.writeEntries("VERTICES", list[:n])
	p.writeEntries("TRIANGLES", list[n:])
}

// counted: the lists report how many shapes there are.
var counted = newAttrSkipper("num_i_graphics", "num_j_graphics")

// laws are the prefixes of the attributes of both routines of a contact, and what
// says that the law is a routine.
var laws = []struct{ word, prefix, user string }{{"NORMAL", "cnf", "USERCNF"}, {"FRICTION", "cff", "USERCFF"}}

// emitContact: a force that is a function is one of a routine. USER alone calls CNFSUB.
func emitContact(e *elementEmitter) bool {
	if a := e.argumentNamed("USER"); a != nil {
		e.setDerived("cnf_type", "USERCNF", a.name)
	}
	if a := e.argumentNamed("TYPE"); a != nil && strings.Contains(strings.ToUpper(a.val.s), "FLEX") {
		e.addErrorAt(a.val, "E614", "not supported: TYPE=%s: %s", shortenForMessage(a.val.s), flexible)
	}
	for _, l := range laws {
		f, r := e.argumentNamed(l.word+"_FUNCTION"), e.argumentNamed(l.word+"_ROUTINE")
		if (f != nil || r != nil) && !e.hasAttr(l.prefix+"_type") {
			e.setDerived(l.prefix+"_type", l.user, e.st.word)
		}
		if f != nil {
			if !isUserList(f.val.s) {
				e.addErrorAt(f.val, "E621", "%s_FUNCTION is USER(…), not %q", l.word, shortenForMessage(f.val.s))
				continue
			}
			e.addAttr(l.prefix+"_param_string", f.name, f.val)
		}
		if r != nil {
			e.emitLibraryAndName(l.prefix, r)
		}
	}
	if a := e.argumentNamed("STICTION"); a != nil && !strings.EqualFold(a.val.s, "OFF") {
		e.addWarningAt(a.name, "W608", "STICTION has no effect: friction grows from nothing at rest, and what should stick creeps")
	}
	for i := range e.raw.Attrs { // Adams/View writes what is passed over in Adams
		if a := &e.raw.Attrs[i]; a.Name == "cff_type" && strings.EqualFold(a.Value, "DYNAMICSONLY") {
			a.Value = "DYNAMICS_ONLY"
		}
	}
	return true
}

// emitLibraryAndName takes library::name of one of several routines.
func (e *elementEmitter) emitLibraryAndName(prefix string, a *arg) {
	r := unquote(a.val.withoutLineBreaks())
	lib, name := text{}, r
	if i := strings.Index(r.s, "::"); i >= 0 {
		lib, name = r.substring(0, i).trimmed(), r.substring(i+2, len(r.s)).trimmed()
	}
	if lib.s != "" {
		where := "_dll_name"
		if deck.IsScript(lib.s) {
			where = "_script_name"
		}
		e.addAttr(prefix+where, a.name, lib)
	}
	if name.s != "" {
		e.addAttr(prefix+"_fnc_name", a.name, name)
	}
}

func writeContact(p *statementWriter) {
	counted(p)
	friction := map[string]string{"COULOMB_ON": "ON", "COULOMB_OFF": "OFF", "DYNAMICS_ONLY": "DYNAMICS_ONLY"}[p.e.Enum("cff_type")]
	switch {
	case !p.isPending("cff_type") || friction == "":
	case friction == "OFF" && !p.own:
		p.done["cff_type"] = true
		p.addWord(Flag, "NO_FRICTION", "")
	default:
		p.done["cff_type"] = true
		p.addWord(Plain, "COULOMB_FRICTION", friction)
	}
	for _, l := range laws {
		if p.e.Enum(l.prefix+"_type") != l.user {
			continue
		}
		p.done[l.prefix+"_type"] = true
		v, _ := p.consumeValue(l.prefix + "_param_string")
		if !isUserList(v) {
			v = "USER(" + v + ")"
		}
		p.addWord(Formula, l.word+"_FUNCTION", v)
		lib, _ := p.consumeValue(l.prefix + "_dll_name")
		if s, ok := p.consumeValue(l.prefix + "_script_name"); ok {
			lib = s
		}
		name, _ := p.consumeValue(l.prefix + "_fnc_name")
		if lib = p.w.RelocatedPath(lib); lib != "" {
			name = lib + "::" + name
		}
		if name != "" {
			p.addWord(Plain, l.word+"_ROUTINE", name)
		}
	}
}
