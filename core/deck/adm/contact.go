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
	{name: "GRAPHICS", kind: "Post_Graphic", id: true, flagAttr: "type", read: graphics, write: writeGraphics, args: join(
		is("SPHERE", "type", "Sphere"), is("ELLIPSOID", "type", "Ellipsoid"), is("PLANE", "type", "Plane"), is("POINT", "type", "Point"),
		is("CYLINDER", "type", "Cylinder"), is("FRUSTUM", "type", "Frustum"), mark("BOX"), is("EXTERNAL", "type", "TriaMesh", "TRIAMESH"),
		of("CM", "rm_id"), of("RM", "rm_id"), of("CORNER", "rm_id"), of("RADIUS", "radius"), of("LENGTH", "length"),
		of("X", "length_x"), of("Y", "length_y"), of("Z", "length_z"),
		of("XSCALE", "x_scale"), of("YSCALE", "y_scale"), of("ZSCALE", "z_scale"),
		of("BOTTOM", "bottom_radius"), of("TOP", "top_radius"),
		toEnd("FILE", "file_name"), values("VERTICES"), values("TRIANGLES"),
		one("MATERIAL_INSIDE", "is_material_inside"),
		silent(asNumbers, "XMIN", "XMAX", "YMIN", "YMAX", "RANGLE", "SEG", "SIDES", "REFINEMENT_LEVEL"),
		silent(asWord, "COLOR", "HIDDEN", "END_CAPS"), silent(asWords, "OUTLINE", "CLOSE"), silent(asLine, "ELEMENT"),
	)},
	{name: "CONTACT", kind: "Force_Contact", id: true, read: contact, write: writeContact, args: join(
		list("IGEOM", "i_graphics_id"), list("JGEOM", "j_graphics_id"),
		is("IMPACT", "cnf_type", "IMPACT"), is("POISSON", "cnf_type", "POISSON"), is("VOLUME", "cnf_type", "VOLUME"), is("RIGID", "cnf_type", "RIGID"), mark("USER"),
		of("STIFFNESS", "stiffness"), of("DAMPING", "damping"), of("DMAX", "dmax"), of("EXPONENT", "exponent"),
		of("PENALTY", "penalty"), of("RESTITUTION_COEFFICIENT", "restitution_coef"), of("NORMAL_TRANSITION_VELOCITY", "normal_trans_vel"),
		of("MU", "mu"), of("MU_ROLLING", "mu_rolling"), of("MU_SPINNING", "mu_spinning"), of("COHESION_FORCE", "cohesion_force"),
		of("COMPLIANCE", "compliance"), of("COMPLIANCE_DAMPING", "compliance_damping"),
		one("COULOMB_FRICTION", "cff_type"), is("NO_FRICTION", "cff_type", "COULOMB_OFF"),
		of("MU_STATIC", "mu_static"), of("MU_DYNAMIC", "mu_dynamic"),
		of("STICTION_TRANSITION_VELOCITY", "stiction_trans_vel"), of("FRICTION_TRANSITION_VELOCITY", "friction_trans_vel"),
		argSpec{name: "NORMAL_FUNCTION", form: asExpr}, argSpec{name: "FRICTION_FUNCTION", form: asExpr},
		values("NORMAL_ROUTINE"), values("FRICTION_ROUTINE"), routineArgs()[1:],
		idle(asWords, "the normal points out of each shape", "IFLIP_GEOMETRY", "JFLIP_GEOMETRY"),
		one("STICTION", ""), silent(asNumbers, "MAX_STICTION_DEFORMATION"),
		silent(asFlag, "AUGMENTED_LAGRANGIAN_FORMULATION"), refuse(asWords, flexible, "IFLEX_BODY", "JFLEX_BODY"),
		argSpec{name: "TYPE", form: asWord, inFile: true},
	)},
	{name: "PROXIMITY", kind: "Sensor_Proximity", id: true, write: counted, args: join(
		list("IGEOM", "i_graphics_id"), list("JGEOM", "j_graphics_id"),
	)},
}

// sides are the arguments that name shapes.
var sides = [2]string{"IGEOM", "JGEOM"}

// touching notes the shapes that a statement names.
func (r *reader) touching(st *statement) {
	for _, side := range sides {
		if a := st.find(side); a != nil {
			for _, id := range entries(a.val) {
				r.shapes[strings.TrimLeft(id.s, "0")] = true
			}
		}
	}
}

// hold takes back what has been said of a picture behind the first n problems, until it
// is known whether it touches something.
func (r *reader) hold(st *statement, n int) {
	if st.spec.name == "GRAPHICS" && n < len(r.diags.List) {
		st.held = slices.Clone(r.diags.List[n:])
		r.diags.List = r.diags.List[:n]
	}
}

// idle reports whether a statement has no effect: among others a picture that nothing touches and that cannot be
// drawn, of which models have many, in forms that are no shapes here.
func (r *reader) idle(st *statement) bool {
	if st.spec.name == "OUTPUT" { // but for the angles of requests it says how files are written
		return !slices.ContainsFunc(st.args, func(a arg) bool { return slices.Contains(a.spec.attrs, "angle_type") })
	}
	return st.spec.idle || st.spec.name == "GRAPHICS" && !r.shapes[strings.TrimLeft(st.id.s, "0")] && !r.drawn(st)
}

// graphics: a box is given by a corner, or by its centre, which is an addition of
// ours. Triangles are behind their vertices. That a plane ends somewhere counts for its
// picture only.
func graphics(e *emitter) bool {
	e.r.diags.List = append(e.r.diags.List, e.st.held...)
	if a := e.argument("BOX"); a != nil && e.argument("CM") != nil {
		e.set("type", "BoxDefinedFromCenter", a.name)
	} else if a != nil {
		e.set("type", "BoxDefinedFromCorner", a.name)
	}
	v, t := e.argument("VERTICES"), e.argument("TRIANGLES")
	if v == nil {
		return true
	}
	list := []text{v.val.flat()}
	if t != nil {
		list = append(list, t.val.flat())
		e.set("num_vertex", strconv.Itoa(len(entries(v.val))/3), v.val)
	}
	j := joiner{src: v.val.src}
	for k, part := range list {
		if k > 0 {
			j.add(" ", part.at(0))
		}
		j.put(part)
	}
	e.body(v.name, j.text())
	return true
}

// writeGraphics: Adams has no spheres but ellipsoids with three equal diameters.
func writeGraphics(p *statementWriter) {
	marker, kind := "CM", strings.ToUpper(strings.NewReplacer(" ", "", "_", "", "-", "").Replace(p.e.Str("type")))
	switch kind {
	case "BOXDEFINEDFROMCENTER", "BOX":
		p.word("BOX")
	case "BOXDEFINEDFROMCORNER":
		marker = "CORNER"
		p.word("BOX")
	case "SPHERE":
		if p.own || !p.e.Has("radius") {
			p.word("SPHERE")
			break
		}
		p.word("ELLIPSOID")
		p.done["radius"] = true
		d := strconv.FormatFloat(2*p.e.Real("radius"), 'g', -1, 64)
		for _, n := range []string{"XSCALE", "YSCALE", "ZSCALE"} {
			p.add(Numbers, n, d)
		}
	case "TRIAMESH":
		marker = "RM"
		p.word("EXTERNAL")
		p.triangles()
	case "PLANE", "POINT":
		marker = "RM"
		p.word(kind)
	case "ELLIPSOID", "CYLINDER", "FRUSTUM":
		p.word(kind)
	}
	if v, ok := p.takeValue("rm_id"); ok {
		p.add(Numbers, marker, v)
	}
	if v, ok := p.takeValue("file_name"); ok {
		p.add(Text, "FILE", p.w.Path(v))
	}
}

// word says a type that is a word of the language.
func (p *statementWriter) word(name string) {
	p.done["type"] = true
	p.s.Words = append(p.s.Words, Word{Name: name, Kind: Flag, Attr: "type"})
}

// triangles says what is between the tags of a mesh.
func (p *statementWriter) triangles() {
	list, n := p.text(), 0
	if n = len(list); p.e.Has("num_vertex") {
		n = min(n, 3*p.e.Int("num_vertex"))
	}
	p.done["num_vertex"] = true
	p.entries("VERTICES", list[:n])
	p.entries("TRIANGLES", list[n:])
}

// counted: the lists report how many shapes there are.
var counted = skip("num_i_graphics", "num_j_graphics")

// laws are the prefixes of the attributes of both routines of a contact, and what
// says that the law is a routine.
var laws = []struct{ word, prefix, user string }{{"NORMAL", "cnf", "USERCNF"}, {"FRICTION", "cff", "USERCFF"}}

// contact: a force that is a function is one of a routine. USER alone calls CNFSUB.
func contact(e *emitter) bool {
	if a := e.argument("USER"); a != nil {
		e.set("cnf_type", "USERCNF", a.name)
	}
	if a := e.argument("TYPE"); a != nil && strings.Contains(strings.ToUpper(a.val.s), "FLEX") {
		e.fail(a.val, "E614", "not supported: TYPE=%s: %s", shorten(a.val.s), flexible)
	}
	for _, l := range laws {
		f, r := e.argument(l.word+"_FUNCTION"), e.argument(l.word+"_ROUTINE")
		if (f != nil || r != nil) && !e.has(l.prefix+"_type") {
			e.set(l.prefix+"_type", l.user, e.st.word)
		}
		if f != nil {
			if !user(f.val.s) {
				e.fail(f.val, "E621", "%s_FUNCTION is USER(…), not %q", l.word, shorten(f.val.s))
				continue
			}
			e.add(l.prefix+"_param_string", f.name, f.val)
		}
		if r != nil {
			e.library(l.prefix, r)
		}
	}
	if a := e.argument("STICTION"); a != nil && !strings.EqualFold(a.val.s, "OFF") {
		e.warn(a.name, "W608", "STICTION has no effect: friction grows from nothing at rest, and what should stick creeps")
	}
	for i := range e.raw.Attrs { // Adams/View writes what is passed over in Adams
		if a := &e.raw.Attrs[i]; a.Name == "cff_type" && strings.EqualFold(a.Value, "DYNAMICSONLY") {
			a.Value = "DYNAMICS_ONLY"
		}
	}
	return true
}

// library takes library::name of one of several routines.
func (e *emitter) library(prefix string, a *arg) {
	r := unquote(a.val.flat())
	lib, name := text{}, r
	if i := strings.Index(r.s, "::"); i >= 0 {
		lib, name = r.slice(0, i).trim(), r.slice(i+2, len(r.s)).trim()
	}
	if lib.s != "" {
		where := "_dll_name"
		if deck.IsScript(lib.s) {
			where = "_script_name"
		}
		e.add(prefix+where, a.name, lib)
	}
	if name.s != "" {
		e.add(prefix+"_fnc_name", a.name, name)
	}
}

func writeContact(p *statementWriter) {
	counted(p)
	friction := map[string]string{"COULOMB_ON": "ON", "COULOMB_OFF": "OFF", "DYNAMICS_ONLY": "DYNAMICS_ONLY"}[p.e.Enum("cff_type")]
	switch {
	case !p.given("cff_type") || friction == "":
	case friction == "OFF" && !p.own:
		p.done["cff_type"] = true
		p.add(Flag, "NO_FRICTION", "")
	default:
		p.done["cff_type"] = true
		p.add(Plain, "COULOMB_FRICTION", friction)
	}
	for _, l := range laws {
		if p.e.Enum(l.prefix+"_type") != l.user {
			continue
		}
		p.done[l.prefix+"_type"] = true
		v, _ := p.takeValue(l.prefix + "_param_string")
		if !user(v) {
			v = "USER(" + v + ")"
		}
		p.add(Formula, l.word+"_FUNCTION", v)
		lib, _ := p.takeValue(l.prefix + "_dll_name")
		if s, ok := p.takeValue(l.prefix + "_script_name"); ok {
			lib = s
		}
		name, _ := p.takeValue(l.prefix + "_fnc_name")
		if lib = p.w.Path(lib); lib != "" {
			name = lib + "::" + name
		}
		if name != "" {
			p.add(Plain, l.word+"_ROUTINE", name)
		}
	}
}
