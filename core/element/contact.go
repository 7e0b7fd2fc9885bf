package element

import (
	"cmp"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/shape"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

const contactKind = "Force_Contact"

// sideAttrs name the graphics of both sides.
func sideAttrs(doc string) (a []deck.AttrSpec) {
	for _, side := range [2]string{"i", "j"} {
		a = joinAttrs(a,
			requiredAttr(&deck.AttrSpec{Name: side + "_graphics_id", Type: deck.Refs, To: []string{graphicKind}, Doc: "shapes of " + side + "'s side, all on one body" + doc}),
			positiveIntegerAttr("num_"+side+"_graphics", "number of these shapes"))
	}
	return a
}

// contactSideAttrs are the attributes that name the graphics of a contact: of a rigid one the second may be left out.
func contactSideAttrs() []deck.AttrSpec {
	a := sideAttrs("; with cnf_type=RIGID they may be on several bodies")
	j := &a[2]
	j.Required = false
	j.Doc += ", and without this attribute all shapes of i's side may touch those on other bodies; required otherwise"
	return a
}

// contactRoutineAttrs name a routine of a contact.
func contactRoutineAttrs(prefix, cond, what string) (a []deck.AttrSpec) {
	path := func(name, doc string) {
		a = append(a, *withCondition(cond, &deck.AttrSpec{Name: prefix + name, Type: deck.Path, Doc: doc}))
	}
	a = append(a, *withCondition(cond, &deck.AttrSpec{Name: prefix + "_param_string", Type: deck.Params, Doc: "numbers handed to the " + what + "; those of usrsub_param_string if missing"}))
	path("_dll_name", "shared library of the "+what+"; that of usrsub_dll_name if missing")
	path("_fnc_name", "name of the "+what+", its standard name if missing")
	path("_script_name", "script of the "+what+"; that of script_name if missing")
	return a
}

func contactAttrs() []deck.AttrSpec {
	const impact, poisson, stick, friction = "cnf_type=IMPACT", "cnf_type=POISSON", onSoft + " cff_type=COULOMB_ON", onSoft + " cff_type=COULOMB_ON|DYNAMICS_ONLY"
	return joinAttrs(
		contactSideAttrs(),
		requiredAttr(withSpellings(choiceAttr("cnf_type", "", "law of the normal force N with the penetration δ: IMPACT: stiffness δ^exponent - damping g' STEP(δ,0,0,dmax,1) with the rate g' of the gap, not below 0; POISSON: penalty δ STEP(g',-v,1,v,restitution_coef²) with v = normal_trans_vel; RIGID: as much as lets nothing get in, for integrator_type=NSC, with impacts by restitution_coef"+ours,
			"IMPACT", "POISSON", "VOLUME", "USERCNF", "RIGID"), "USER", "USERCNF", "USERSUB", "USERCNF")),
		withCondition(impact, requiredAttr(notNegativeAttr(realAttr("stiffness", "", "force/length^exponent", "stiffness")))),
		withCondition("cnf_type=IMPACT|VOLUME", &deck.AttrSpec{Name: "exponent", Type: deck.Real, Default: "1.5", Min: 1, Unit: "1", Doc: "exponent of the penetration"}),
		withCondition("cnf_type=IMPACT|VOLUME", notNegativeAttr(realAttr("damping", "0", "force time/length", "damping"))),
		withCondition(impact, notNegativeAttr(realAttr("dmax", "0", "length", "penetration at which the damping is there in full; 0: at once"))),
		withCondition(poisson, requiredAttr(positiveAttr(realAttr("penalty", "", "force/length", "stiffness")))),
		withCondition("cnf_type=POISSON|RIGID", &deck.AttrSpec{Name: "restitution_coef", Alias: []string{"restitution_coeff", "restitution_coefficient"}, Type: deck.Real, Default: "0", NonNegative: true, Max: 1, Unit: "1", Doc: "normal speed after an impact by that before it"}),
		withCondition(poisson, positiveAttr(realAttr("normal_trans_vel", "1e-3", "length/time", "speed of separation at which the force is fully reduced; from the same speed of approach on it is the full one"))),
		rigidContactAttrs(),
		withSpellings(choiceAttr("cff_type", "COULOMB_OFF", "friction μ N against the slip; COULOMB_ON: μ = STEP(s,0,0,vs,mu_static), from the slip speed vs on STEP(s,vs,mu_static,vd,mu_dynamic); DYNAMICS_ONLY: μ = STEP(s,0,0,vd,mu_dynamic); vs and vd are stiction_trans_vel and friction_trans_vel; USERCFF: by a CFFSUB, of which a contact with cnf_type=RIGID takes only the coefficient, magnitude of its friction by N, at the slip velocity at the start of the step",
			"COULOMB_ON", "COULOMB_OFF", "DYNAMICS_ONLY", "USERCFF"), "ON", "COULOMB_ON", "OFF", "COULOMB_OFF", "NONE", "COULOMB_OFF",
			"DYNAMIC_ONLY", "DYNAMICS_ONLY", "DYNAMICSONLY", "DYNAMICS_ONLY", "COULOMB_DYNAMICONLY", "DYNAMICS_ONLY", "USER", "USERCFF", "USERSUB", "USERCFF"),
		withCondition(stick, notNegativeAttr(realAttr("mu_static", "0", "1", "coefficient at the end of sticking"))),
		withCondition(friction, notNegativeAttr(realAttr("mu_dynamic", "0", "1", "coefficient of sliding"))),
		withCondition("cff_type=COULOMB_ON|USERCFF", positiveAttr(realAttr("stiction_trans_vel", "1e-3", "length/time", "slip speed up to which it sticks; of USERCFF with cnf_type=RIGID the speed that a CFFSUB gets for points that slip more slowly or stick"))),
		withCondition(friction, positiveAttr(realAttr("friction_trans_vel", "", "length/time", "slip speed from which on it slides; 1.5 times stiction_trans_vel if missing"))),
		contactRoutineAttrs("cnf", "cnf_type=USERCNF", "CNFSUB"),
		contactRoutineAttrs("cff", "cff_type=USERCFF", "CFFSUB"),
		contactRoutineAttrs("cpost", "", "CONTACTPOST"),
		deck.UserSubAttrs("", 0), deck.RoutineHasAreaAttr(""),
		withCondition(onSoft, notNegativeAttr(realAttr("ignore_penetration_larger_than", "0", "length", "points that are deeper feel no force; 0: none"))),
		harmlessUnusedAttrs("contacts are found by distance functions of the shapes", "master_surface", "enable_node_mode", "enable_analytical", "enable_sphere_to_mesh", "contact_stability_2d"),
		unusedAttrs("normal force by volume is not supported", "i_elastic_modulus", "j_elastic_modulus", "i_layer_depth", "j_layer_depth"),
	)
}

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Sensor_Proximity", Doc: "the smallest distance between shapes of two bodies, which PROXIMITY returns; points replace shapes as in Force_Contact",
			Attrs: sideAttrs(""),
		},
		phase: equations,
		build: func(b *builder, e *deck.Element) {
			if p, ok := b.readContactPairs(e, "proximity"); ok {
				b.sys.AddProximity(&system.Proximity{Element: e.Kind, ID: e.ID(), I: p.marker[0], J: p.marker[1], Pairs: p.pairs, Solids: p.solids})
			}
		},
	}, kind{
		schema: &deck.Schema{
			Kind: contactKind, Doc: "force between shapes of two bodies where they touch: on I's body along the normal from J to I, with friction against the slip; the opposite on J's body at the same points",
			Attrs: contactAttrs(),
		},
		phase: forces,
		build: buildContact,
	})
}

func buildContact(b *builder, e *deck.Element) {
	if e.Enum("cnf_type") == "RIGID" {
		b.buildRigidContact(e)
		return
	}
	if !e.Has("j_graphics_id") {
		e.AddErrorf("", "B276", "j_graphics_id is missing, which may be left out with cnf_type=RIGID only")
		return
	}
	p, ok := b.readContactPairs(e, "contact")
	if !ok {
		return
	}
	c := &system.Contact{Element: e.Kind, ID: e.ID(), I: p.marker[0], J: p.marker[1], Pairs: p.pairs, Solids: p.solids, Deepest: e.Real("ignore_penetration_larger_than")}
	if b.setNormalForceLaw(e, c) && b.setFrictionLaw(e, c) {
		b.sys.AddContact(c)
		b.addContactPosts(e)
	}
}

// addContactPosts adds the CONTACTPOST of a contact, which is notified of each row of the
// results, once for each pair of shapes. There is one if any of its attributes is given.
func (b *builder) addContactPosts(e *deck.Element) {
	if !hasContactPost(e) {
		return
	}
	ref := e.RoutineRefWithPrefix("cpost", usersub.CONTACTPOST.Name)
	sub := b.openRoutine(&ref, usersub.CONTACTPOST)
	if sub == nil {
		return
	}
	par := b.readContactParams(e, "cpost", sub)
	for _, i := range e.Refs("i_graphics_id") {
		for _, j := range e.Refs("j_graphics_id") {
			b.out.Posts = append(b.out.Posts, &Post{Element: e, Sub: sub, Sig: usersub.CONTACTPOST, Par: par,
				Dims: map[string]int{"i_gra_id": i, "j_gra_id": j}})
		}
	}
}

// hasContactPost reports whether a contact has a CONTACTPOST.
func hasContactPost(e *deck.Element) bool {
	return e.Has("cpost_fnc_name") || e.Has("cpost_dll_name") || e.Has("cpost_script_name") || e.Has("cpost_param_string")
}

// setNormalForceLaw sets the law of the normal force.
func (b *builder) setNormalForceLaw(e *deck.Element, c *system.Contact) (ok bool) {
	switch e.Enum("cnf_type") {
	case "IMPACT":
		c.Normal = &system.Impact{K: e.Real("stiffness"), E: e.Real("exponent"), C: e.Real("damping"), D: e.Real("dmax")}
	case "POISSON":
		c.Normal = &system.Poisson{P: e.Real("penalty"), E: e.Real("restitution_coef"), V: e.Real("normal_trans_vel")}
	case "USERCNF":
		c.NormalSub = b.loadContactRoutine(e, "cnf", usersub.CNFSUB)
		return c.NormalSub != nil
	case "VOLUME":
		e.AddErrorf("cnf_type", "B224", "the normal force VOLUME is not supported, since no document says how it follows from moduli and layer depths: write cnf_type=\"IMPACT\" with a stiffness; exponent and damping stay. A CNFSUB (USERCNF) gets the area of the contact, too")
		return false
	default:
		return false // reported
	}
	return true
}

// setFrictionLaw sets the law of friction.
func (b *builder) setFrictionLaw(e *deck.Element, c *system.Contact) (ok bool) {
	switch e.Enum("cff_type") {
	case "COULOMB_ON":
		f := &system.Coulomb{Static: e.Real("mu_static"), Dynamic: e.Real("mu_dynamic"), Stick: e.Real("stiction_trans_vel")}
		f.Slide = 1.5 * f.Stick
		if e.Has("friction_trans_vel") {
			f.Slide = e.Real("friction_trans_vel")
		}
		if f.Slide <= f.Stick {
			e.AddErrorf("friction_trans_vel", "B225", "sliding must begin at a larger speed than sticking ends at: %g, not %g", f.Stick, f.Slide)
			return false
		}
		c.Friction = f
	case "DYNAMICS_ONLY":
		f := &system.Coulomb{Dynamic: e.Real("mu_dynamic"), Slide: 1.5e-3}
		if e.Has("friction_trans_vel") {
			f.Slide = e.Real("friction_trans_vel")
		}
		c.Friction = f
	case "USERCFF":
		if e.Has("stiction_trans_vel") {
			e.AddWarningf("stiction_trans_vel", "B278", "has no effect with a CFFSUB unless cnf_type is RIGID")
		}
		c.FrictionSub = b.loadContactRoutine(e, "cff", usersub.CFFSUB)
		return c.FrictionSub != nil
	}
	return true
}

// loadContactRoutine loads one of the routines of a contact; nil if it cannot be had.
func (b *builder) loadContactRoutine(e *deck.Element, prefix string, sig *usersub.Sig) *system.Routine {
	ref := e.RoutineRefWithPrefix(prefix, sig.Name)
	sub := b.openRoutine(&ref, sig)
	if sub == nil {
		return nil
	}
	par := b.readContactParams(e, prefix, sub)
	r := &system.Routine{Element: e.Kind, ID: e.ID(), Sub: sub, Sig: sig, Par: par, Member: collectStructMembers(b.deck, e)}
	b.out.Routines = append(b.out.Routines, r)
	return r
}

// readContactParams reads the numbers handed to one of the routines.
func (b *builder) readContactParams(e *deck.Element, prefix string, sub *usersub.Routine) []float64 {
	if name := prefix + "_param_string"; e.Has(name) {
		return b.readParamsOfAttr(e, name, sub)
	}
	return b.readParams(e, sub)
}

// contactShapes is the shapes of two bodies that may touch: the markers of the first of
// either side, in whose axes all others are.
type contactShapes struct {
	marker [2]system.MarkerIdx
	pairs  []system.ContactPair
	solids []system.SolidPair
}

// side is the shapes of one side.
type side struct {
	marker system.MarkerIdx
	shapes []*geometry // posed in axes of that marker
}

// readContactPairs reads the shapes of both sides of a contact or a proximity.
func (b *builder) readContactPairs(e *deck.Element, what string) (m contactShapes, ok bool) {
	i, okI := b.readContactSide(e, "i")
	j, okJ := b.readContactSide(e, "j")
	if !okI || !okJ {
		b.faults.addFaultyElement(e) // reported
		return m, false
	}
	if of := b.sys.Markers[i.marker].Body; of == b.sys.Markers[j.marker].Body {
		e.AddErrorf("j_graphics_id", "B226", "the shapes of both sides belong to %s", &b.sys.Bodies[of])
		return m, false
	}
	m.marker = [2]system.MarkerIdx{i.marker, j.marker}
	for _, x := range i.shapes {
		for _, y := range j.shapes {
			if x.solid != nil && y.solid != nil && shape.CanFindOverlaps(x.solid, y.solid) {
				m.solids = append(m.solids, system.SolidPair{I: x.solid, J: y.solid, OfI: x.pose, OfJ: y.pose})
				continue
			}
			p := makeContactPairs(x, y)
			if p == nil {
				d := e.AddErrorf("j_graphics_id", "B227", "no %s between %s and %s: edges would be missed; what can touch are %s",
					what, x.describe(), y.describe(), touchingPairs)
				if open := cmp.Or(x.open, y.open); open != nil {
					d.Help = "the mesh is not closed: " + open.Error()
				} else if x.solid != nil && y.solid != nil && (x.name == "TRIAMESH" || y.name == "TRIAMESH") {
					d.Help = "the mesh has curved hollows or more than 64 parts that bulge: divide it into several meshes"
				}
				return m, false
			}
			if open := cmp.Or(x.open, y.open); open != nil && x.name != "PLANE" && y.name != "PLANE" {
				e.AddWarningf("j_graphics_id", "B230", "only the corners of the mesh touch %s, since it is not closed: %v", findPartnerOfOpenMesh(x, y).describe(), open)
			} else if meetByCornersOnly(x, y) {
				e.AddWarningf("j_graphics_id", "B287", "%s and %s touch with corners of the mesh alone, since it has curved hollows or too many parts: edges that meet without a corner are missed; divide it into meshes that bulge", x.describe(), y.describe())
			}
			m.pairs = append(m.pairs, p...)
		}
	}
	return m, true
}

// touchingPairs says which shapes Force_Contact and Sensor_Proximity treat.
const touchingPairs = "sphere, ellipsoid, box, cylinder, frustum, mesh or point and a plane; any two of sphere, ellipsoid, box, cylinder, frustum and closed mesh; point and any solid, not both points"

var descriptions = map[string]string{
	"SPHERE": "a sphere", "ELLIPSOID": "an ellipsoid", "PLANE": "a plane", "BOX": "a box", "CYLINDER": "a cylinder", "FRUSTUM": "a frustum",
	"TRIAMESH": "a mesh", "POINT": "a point",
}

func (g *geometry) describe() string { return descriptions[g.name] }

// findPartnerOfOpenMesh returns the shape that meets an open mesh.
func findPartnerOfOpenMesh(i, j *geometry) *geometry {
	if i.open != nil {
		return j
	}
	return i
}

// makeContactPairs returns which of two shapes is the points and which the solid; nothing where
// the points of either would not report whether they touch. Of meshes the corners of
// each are searched for in the other.
func makeContactPairs(i, j *geometry) (p []system.ContactPair) {
	if j.detectsTouchByPoints(i) {
		p = append(p, system.ContactPair{Points: i.points, Solid: j.solid, Of: i.pose, On: j.pose})
	}
	if i.detectsTouchByPoints(j) && (p == nil || i.name == "TRIAMESH" || j.name == "TRIAMESH") {
		p = append(p, system.ContactPair{Points: j.points, Solid: i.solid, Of: j.pose, On: i.pose, Swapped: true})
	}
	return p
}

// detectsTouchByPoints reports whether the points of a shape say if it touches the solid g. Those of a
// box do not before a box, a sphere or a cylinder, but before a mesh, whose
// corners are searched for in the box too. The corners of a mesh are not needed where
// it is a solid that a sphere touches, and do not report an ellipsoid, which meets faces.
func (g *geometry) detectsTouchByPoints(points *geometry) bool {
	switch {
	case g.solid == nil || points.points == nil:
		return false
	case g.name == "PLANE":
		return true
	case points.name == "TRIAMESH":
		return g.name != "ELLIPSOID" && (g.name != "SPHERE" || points.solid == nil)
	case points.name == "BOX":
		return g.name == "TRIAMESH"
	}
	return points.name == "SPHERE" || points.name == "POINT"
}

// readContactSide reads the shapes that an attribute lists.
func (b *builder) readContactSide(e *deck.Element, attribute string) (s side, ok bool) {
	name := attribute + "_graphics_id"
	ids := e.Refs(name)
	b.checkGraphicCount(e, attribute)
	ok = len(ids) > 0
	var first shape.Pose
	for k, id := range ids {
		g := b.deck.FindElement(graphicKind, id)
		if g == nil {
			return s, false // reported
		}
		geo, at := b.readGraphic(g), b.markerOfGraphic(g)
		if geo == nil || at == system.NoMarker {
			ok = false
			continue
		}
		f := b.markerFrameAtStart(g.Ref("rm_id"))
		if f == nil {
			return s, false
		}
		pose := shape.Pose{P: f.pos, R: f.rot}
		if k == 0 {
			s.marker, first = at, pose
		}
		if b.sys.Markers[at].Body != b.sys.Markers[s.marker].Body {
			e.AddErrorf(name, "B229", "shapes %d and %d belong to different bodies: write a contact for each", ids[0], id)
			return s, false
		}
		pose = pose.Compose(&geo.pose)
		geo.pose = first.RelativeTo(&pose)
		s.shapes = append(s.shapes, geo)
	}
	return s, ok
}

// checkGraphicCount compares the number of shapes of a side with what the deck says it is.
func (b *builder) checkGraphicCount(e *deck.Element, side string) {
	have := len(e.Refs(side + "_graphics_id"))
	if n := "num_" + side + "_graphics"; e.Has(n) && e.Int(n) != have {
		e.AddWarningf(n, "B228", "says %d, but there are %d shapes", e.Int(n), have)
	}
}

// markerOfGraphic returns the marker of a graphic, NoMarker if it cannot be had.
func (b *builder) markerOfGraphic(g *deck.Element) system.MarkerIdx {
	if !b.checkRequiredAttrs(g, "rm_id") {
		return system.NoMarker
	}
	i, ok := b.sys.Marker(g.Ref("rm_id"))
	if !ok {
		return system.NoMarker // reported
	}
	if b.sys.Markers[i].Floating {
		b.reportOnce(g, "rm_id", "B010", "marker %d is floating and has no pose", g.Ref("rm_id"))
		return system.NoMarker
	}
	return i
}
