package element

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"github.com/trammel-mbd/trammel/core/shape"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// Conditions of attributes of Force_Contact.
const (
	onRigid = "cnf_type=RIGID"
	onSoft  = "cnf_type!=RIGID"
)

// rigidContactAttrs are those of contacts that do not give way.
func rigidContactAttrs() []deck.AttrSpec {
	return joinAttrs(
		withCondition(onRigid+" cff_type!=USERCFF", notNegativeAttr(realAttr("mu", "0", "1", "RIGID: coefficient of friction: the friction at a point is up to mu (N + cohesion_force)"))),
		withCondition(onRigid, notNegativeAttr(realAttr("mu_rolling", "0", "length", "RIGID: moment that resists rolling, up to this length times N + cohesion_force at each point"))),
		withCondition(onRigid, notNegativeAttr(realAttr("mu_spinning", "0", "length", "RIGID: moment that resists spinning about the normal, likewise"))),
		withCondition(onRigid, notNegativeAttr(realAttr("cohesion_force", "0", "force", "RIGID: pull that each point of contact holds, whatever the step; a box that lies on a plane has four points"))),
		withCondition(onRigid, notNegativeAttr(realAttr("compliance", "0", "length/force", "RIGID: penetration by force at each point; 0: none"))),
		withCondition("cnf_type=RIGID compliance", notNegativeAttr(realAttr("compliance_damping", "0", "time", "RIGID: damping by stiffness of the compliance"))),
	)
}

// buildRigidContact builds a contact with cnf_type RIGID.
func (b *builder) buildRigidContact(e *deck.Element) {
	c := system.RigidContact{Element: e.Kind, ID: e.ID(), I: system.NoMarker, J: system.NoMarker, Law: system.RigidLaw{
		Restitution: e.Real("restitution_coef"), Mu: e.Real("mu"), Rolling: e.Real("mu_rolling"), Spinning: e.Real("mu_spinning"),
		Cohesion: e.Real("cohesion_force"), Compliance: e.Real("compliance"), Damping: e.Real("compliance_damping"),
	}}
	r := rigidContactReader{b: b, e: e, c: &c, at: map[int]int{}}
	ok := r.readSide("i", system.SideI)
	if e.Has("j_graphics_id") {
		ok = r.readSide("j", system.SideJ) && ok
	} else {
		for k := range c.Shapes {
			c.Shapes[k].Side = system.SideI | system.SideJ
		}
	}
	if !ok || !r.assignPairMethods() {
		b.faults.addFaultyElement(e) // reported
		return
	}
	switch t := e.Enum("cff_type"); {
	case t == "USERCFF":
		c.Stick = e.Real("stiction_trans_vel")
		if c.Friction = b.loadContactRoutine(e, "cff", usersub.CFFSUB); c.Friction == nil {
			return
		}
	case e.Has("cff_type") && t != "COULOMB_OFF":
		e.AddWarningf("cff_type", "B273", "%s has no effect with cnf_type=RIGID: give mu, the coefficient of dry friction, or USERCFF", t)
	}
	b.sys.AddRigidContact(c)
	if k := len(b.sys.Rigid) - 1; c.Law.Compliance == 0 {
		b.checks = append(b.checks, func() { r.warnInitialOverlaps(k) })
	}
	if len(e.Refs("j_graphics_id")) > 0 {
		b.addContactPosts(e)
	} else if hasContactPost(e) {
		e.AddErrorf("i_graphics_id", "B274", "CONTACTPOST gets the shapes of both sides: give j_graphics_id, or leave out the cpost attributes")
	}
}

// rigidContactReader is a rigid contact while it is read.
type rigidContactReader struct {
	b     *builder
	e     *deck.Element
	c     *system.RigidContact
	at    map[int]int // of each graphic in c.Shapes
	kinds []*geometry // one of each class
}

// readSide reads the shapes of one side, which may belong to several bodies. A graphic that
// both sides name is of both.
func (r *rigidContactReader) readSide(attribute string, side system.Side) (ok bool) {
	name := attribute + "_graphics_id"
	r.b.checkGraphicCount(r.e, attribute)
	ids := r.e.Refs(name)
	ok = len(ids) > 0
	for _, id := range ids {
		if k, known := r.at[id]; known {
			if r.c.Shapes[k].Side&side != 0 {
				r.e.AddWarningf(name, "B271", "shape %d is listed twice", id)
			}
			r.c.Shapes[k].Side |= side
			continue
		}
		g := r.b.deck.FindElement(graphicKind, id)
		if g == nil {
			return false // reported
		}
		geo, marker := r.b.readGraphic(g), r.b.markerOfGraphic(g)
		if geo == nil || marker == system.NoMarker {
			ok = false
			continue
		}
		if geo.points != nil && geo.points.ContactPointCount() > system.MaxRigidPoints {
			r.e.AddErrorf(name, "B275", "shape %d has %d corners; in a rigid contact it may have up to %d", id, geo.points.ContactPointCount(), system.MaxRigidPoints)
			return false
		}
		mk := &r.b.sys.Markers[marker]
		on := shape.Pose{P: mk.Pos, R: mk.Rot}
		r.at[id] = len(r.c.Shapes)
		r.c.Shapes = append(r.c.Shapes, system.RigidShape{
			Body: mk.Body, Pose: on.Compose(&geo.pose), Points: geo.points, Solid: geo.solid, Side: side, Class: r.findOrAddShapeClass(geo),
		})
		if m := &r.c.I; side == system.SideI && *m == system.NoMarker {
			*m = marker
		}
		if m := &r.c.J; side == system.SideJ && *m == system.NoMarker {
			*m = marker
		}
	}
	if ok && side == system.SideJ && r.c.J == system.NoMarker { // all of them are I's as well
		r.e.AddErrorf(name, "B272", "names no shape that i_graphics_id does not name: leave it out where all shapes may touch each other")
		return false
	}
	if n := r.b.sys.RigidShapeCount() + len(r.c.Shapes); n > system.MaxRigidShapes {
		r.e.AddErrorf(name, "B275", "rigid contacts have up to %d shapes in all, not %d", system.MaxRigidShapes, n)
		return false
	}
	return ok
}

// warnInitialOverlaps warns of shapes that overlap at the start: the first step moves them apart.
func (r *rigidContactReader) warnInitialOverlaps(k int) {
	all := r.b.sys.InitialRigidOverlaps(k)
	if len(all) == 0 {
		return
	}
	worst := slices.MaxFunc(all, func(x, y system.RigidOverlap) int { return cmp.Compare(x.Depth, y.Depth) })
	more := ""
	if n := len(all) - 1; n == 1 {
		more = ", and one pair more by less"
	} else if n > 1 {
		more = fmt.Sprintf(", and %d pairs more by less", n)
	}
	name := func(at int) string {
		for id, k := range r.at {
			if k == at {
				return fmt.Sprintf("shape %d of %s", id, &r.b.sys.Bodies[r.c.Shapes[at].Body])
			}
		}
		return ""
	}
	r.e.AddWarningf("i_graphics_id", "B279", "%s and %s overlap by %.3g at the start%s: the first step of %s moves them apart", name(worst.A), name(worst.B), worst.Depth, more, listNonSmoothIntegrators())
}

// findOrAddShapeClass returns the number of the class of g: shapes of one class meet others in the same ways.
func (r *rigidContactReader) findOrAddShapeClass(g *geometry) int {
	same := func(k *geometry) bool {
		return k.name == g.name && (k.solid == nil) == (g.solid == nil) && (k.points == nil) == (g.points == nil) &&
			(g.solid == nil || shape.CanFindTouches(k.solid, k.solid) == shape.CanFindTouches(g.solid, g.solid))
	}
	if k := slices.IndexFunc(r.kinds, same); k >= 0 {
		return k
	}
	r.kinds = append(r.kinds, g)
	return len(r.kinds) - 1
}

// assignPairMethods says how shapes of each two classes meet; it is an error if two shapes that might touch
// cannot be treated, or none might. Of two classes whose shapes never may touch nothing is required.
func (r *rigidContactReader) assignPairMethods() (ok bool) {
	r.c.Methods = newSquareMatrix[system.PairMethod](len(r.kinds))
	may, found := r.findTouchingClasses()
	if !found {
		attr := "j_graphics_id"
		if !r.e.Has(attr) {
			attr = "i_graphics_id"
		}
		r.e.AddErrorf(attr, "B226", "the shapes that may touch all belong to %s", &r.b.sys.Bodies[r.c.Shapes[0].Body])
		return false
	}
	for i := range r.kinds {
		for j := range r.kinds {
			if may[i][j] && !r.assignPairMethod(i, j) {
				return false
			}
		}
	}
	return true
}

// newSquareMatrix returns a matrix of n by n zeros.
func newSquareMatrix[T any](n int) [][]T {
	m := make([][]T, n)
	for k := range m {
		m[k] = make([]T, n)
	}
	return m
}

// findTouchingClasses reports which classes have shapes that may touch: of two bodies, one on each side; found reports whether there are some.
func (r *rigidContactReader) findTouchingClasses() (mayTouch [][]bool, found bool) {
	mayTouch = newSquareMatrix[bool](len(r.kinds))
	owners := r.bodiesByClass()
	for x, of := range owners {
		for y, with := range owners {
			meet := x.side&system.SideI != 0 && y.side&system.SideJ != 0 || x.side&system.SideJ != 0 && y.side&system.SideI != 0
			if meet && (of.several || with.several || of.first != with.first) {
				found, mayTouch[x.class][y.class] = true, true
			}
		}
	}
	return mayTouch, found
}

// assignPairMethod says how shapes of the classes i and j meet, and warns where that is by corners only; false where they cannot be treated.
func (r *rigidContactReader) assignPairMethod(i, j int) (ok bool) {
	x, y := r.kinds[i], r.kinds[j]
	if r.c.Methods[i][j] = choosePairMethod(x, y); r.c.Methods[i][j] == 0 {
		if x.name == "PLANE" && y.name == "PLANE" && !r.e.Has("j_graphics_id") {
			return true // the walls of a box of planes, say
		}
		r.reportUntreatedPair(x, y)
		return false
	}
	if i > j {
		return true
	}
	if meetByCornersOnly(x, y) {
		r.e.AddWarningf("i_graphics_id", "B287", "%s and %s touch with corners of the mesh alone: edges and faces that meet without one are missed, and run.json reports how deep they get in; %s", x.describe(), y.describe(), remedyForCorners(x, y))
	}
	if open := cmp.Or(x.open, y.open); open != nil && x.name != "PLANE" && y.name != "PLANE" {
		r.e.AddWarningf("i_graphics_id", "B230", "only the corners of the mesh touch %s, since it is not closed: %v", findPartnerOfOpenMesh(x, y).describe(), open)
	}
	return true
}

// sideClass is the shapes of one class on one side.
type sideClass struct {
	class int
	side  system.Side
}

// bodySet is the bodies that shapes belong to: one, or several.
type bodySet struct {
	first   system.BodyIdx
	several bool
}

// bodiesByClass returns the bodies of the shapes of each class and side.
func (r *rigidContactReader) bodiesByClass() map[sideClass]bodySet {
	m := map[sideClass]bodySet{}
	for k := range r.c.Shapes {
		x := &r.c.Shapes[k]
		at := sideClass{x.Class, x.Side}
		o, ok := m[at]
		if !ok {
			o.first = x.Body
		}
		o.several = o.several || o.first != x.Body
		m[at] = o
	}
	return m
}

// choosePairMethod returns how two shapes meet: by the surfaces of both where these are known to each other, else by
// points before a solid as in contacts with a force law.
func choosePairMethod(x, y *geometry) (w system.PairMethod) {
	if x.solid != nil && y.solid != nil && shape.CanFindTouches(x.solid, y.solid) {
		return system.Surfaces
	}
	for _, p := range makeContactPairs(x, y) {
		if p.Swapped {
			w |= system.SolidBehind
		} else {
			w |= system.PointsBefore
		}
	}
	return w
}

// meetByCornersOnly reports whether a closed mesh meets another solid with corners alone, though edges of both may touch.
func meetByCornersOnly(x, y *geometry) bool {
	if choosePairMethod(x, y)&system.Surfaces != 0 || x.name == "PLANE" || y.name == "PLANE" || x.name == "POINT" || y.name == "POINT" {
		return false
	}
	return x.name == "TRIAMESH" && x.solid != nil && y.solid != nil || y.name == "TRIAMESH" && y.solid != nil && x.solid != nil
}

// remedyForCorners is a remedy for two shapes of which meetByCornersOnly reports.
func remedyForCorners(x, y *geometry) string {
	for _, g := range []*geometry{x, y} {
		if g.name == "TRIAMESH" && !shape.CanFindTouches(g.solid, g.solid) {
			return "a mesh that has few convex parts, or several such meshes instead, have edges"
		}
	}
	return "a mesh instead of the other shape has edges"
}

func (r *rigidContactReader) reportUntreatedPair(x, y *geometry) {
	attr := "j_graphics_id"
	if !r.e.Has(attr) {
		attr = "i_graphics_id"
	}
	d := r.e.AddErrorf(attr, "B270", "no rigid contact between %s and %s: what can touch are all shapes but planes and a plane; a sphere and all solids; of box, cylinder, frustum and ellipsoid any two; point and all solids; mesh and a box, cylinder, frustum or closed mesh", x.describe(), y.describe())
	if open := cmp.Or(x.open, y.open); open != nil {
		d.Help = "the mesh is not closed: " + open.Error()
	}
}

// allowsRigidContacts reports whether an analysis can treat the rigid contacts of a model.
func allowsRigidContacts(m *Model, t *Tuning, c *Command) bool {
	if c.IsTimeOrStaticAnalysis() && !c.Static && t.IsNonSmooth() && len(m.System.Flex) > 0 {
		c.Element.AddErrorf("analysis_type", "B417", "the integrator %s has no flexible bodies: use another one, or Body_Rigid", t.Integrator)
		return false
	}
	if c.Assembly || c.IsTimeOrStaticAnalysis() && !c.Static && t.IsNonSmooth() {
		return true
	}
	what := "with the integrator " + t.Integrator
	if c.Static || !c.IsTimeOrStaticAnalysis() {
		what = "of this type"
	}
	why := ExplainRigidContactRefusal(m.System, what)
	if why != "" {
		c.Element.AddErrorf("analysis_type", "B277", "%s", why)
	}
	return why == ""
}

// ExplainRigidContactRefusal says why an analysis cannot treat the rigid contacts of a model; nothing if there
// are none.
func ExplainRigidContactRefusal(sys *system.System, what string) string {
	k := slices.IndexFunc(sys.Rigid, func(c system.RigidContact) bool { return !c.Off })
	if k < 0 {
		return ""
	}
	c := &sys.Rigid[k]
	return fmt.Sprintf("%s %d has cnf_type=\"RIGID\", which an analysis %s cannot treat: it needs a TRANSIENT one with integrator_type=\""+traits.NSC+"\" in Param_Transient, or a cnf_type that is a law of force, or a Deactivate before", c.Element, c.ID, what)
}
