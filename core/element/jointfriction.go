package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

const frictionKind = "Force_JointFriction"

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: frictionKind, Doc: "dry friction in a joint, by bristles (LuGre): -(σ0 z + σ1 z' + σ2 v) N against the slip of its surfaces, or exactly: they stick up to mu_static N and slip against mu_dynamic N",
			Attrs: joinAttrs(
				referenceAttr("joint_id", "joint of type REVOLUTE, TRANSLATIONAL, CYLINDRICAL, SPHERICAL, UNIVERSAL or HOOKE", jointKind),
				choiceAttr("method", "LUGRE", "LUGRE: bristles, which creep; VI: inequalities, surfaces that stick do not move. Bristles and viscous_effects are not used then", "LUGRE", "VI"),
				notNegativeAttr(realAttr("mu_static", "0.3", "1", "coefficient at which slip begins")),
				positiveAttr(realAttr("mu_dynamic", "0.25", "1", "coefficient of fast slip")),
				positiveAttr(realAttr("stiction_trans_vel", "0.1", "length/time", "slip velocity at which stiction is lost; of VI the scale of slip velocities, a ten-thousandth of which counts as none: this, or a hundredth of the size of the model in a second where that is less or this is not given")),
				positiveAttr(realAttr("bristle_stiffness", "100", "1/length", "σ0; mu_static / max_stiction_deform if only that is given")),
				positiveAttr(realAttr("max_stiction_deform", "", "length", "bending of the bristles at which slip begins")),
				notNegativeAttr(realAttr("damping_effects", "0.316", "time/length", "σ1")),
				notNegativeAttr(realAttr("viscous_effects", "4e-4", "time/length", "σ2")),
				choiceAttr("inactive", "NONE", "analyses without friction; of static ones", "NONE", "STATIC"),
				choiceAttr("effect", "ALL", "SLIDING: the coefficient is mu_dynamic; STICTION: it falls to a hundredth of mu_static in fast slip", "ALL", "STICTION", "SLIDING"),
				&deck.AttrSpec{Name: "inputs", Type: deck.String, Doc: "loads that press the surfaces together, four digits 0 or 1: preload, reaction force, bending, torsion; default: each load whose lengths are given"},
				notNegativeAttr(realAttr("torque_preload", "0", "force length", "friction torque in fast slip at zero joint load (revolute, universal, spherical)")),
				notNegativeAttr(realAttr("force_preload", "0", "force", "friction force in fast slip at zero joint load (translational, cylindrical)")),
				positiveAttr(realAttr("pin_radius", "", "length", "radius of the pin, on which the radial force causes friction (revolute, universal, cylindrical)")),
				positiveAttr(realAttr("friction_arm", "", "length", "radius on which the axial force causes friction (revolute, universal)")),
				positiveAttr(realAttr("bending_reaction_arm", "", "length", "distance between the bearings that carry bending moments (revolute, universal)")),
				positiveAttr(realAttr("ball_radius", "", "length", "radius of the ball (spherical)")),
				positiveAttr(realAttr("reaction_arm", "", "length", "lever arm by which the slide carries torsion (translational)")),
				positiveAttr(realAttr("initial_overlap", "", "length", "length of the guide that carries bending moments (translational, cylindrical)")),
				choiceAttr("overlap_delta", "CONSTANT", "how the overlap changes with the displacement along J's z axis from the start", "CONSTANT", "INCREASE", "DECREASE"),
			),
		},
		phase: forces,
		build: buildFriction,
	})
}

// slidingSurface is what a type of joint needs: the axes in which it slips, the arms by
// which rates become slip velocities ("" is 1), what presses its surfaces.
type slidingSurface struct {
	axis    []int
	arm     []string
	preload string
	terms   []loadTerm
	onI     bool // axes and reactions are those of I, not of J
}

// loadTerm is a part of the normal load: by with/over times a magnitude of reactions.
type loadTerm struct {
	input      int // 1 reaction force, 2 bending, 3 torsion
	of         []int
	with, over string
	by         float64
}

// The normal loads. A pin is pressed by the radial force; an axial force F at the
// friction arm Rn rubs with the torque μ F Rn, as F Rn/Rp on the pin would; a bending
// moment M is held by two forces M/b at bearings at the distance b, which press with 2 M/b,
// and likewise in a guide; torsion by a force T/R at the reaction arm. A universal joint has two
// pins, of which one turns with each body: z of I and of J; in a HOOKE joint x of I and y of J.
var slidingSurfaces = map[string][]slidingSurface{
	"REVOLUTE": {newPinSurface(2, false)},
	"TRANSLATIONAL": {{[]int{2}, []string{""}, "force_preload", []loadTerm{
		{1, []int{0, 1}, "", "", 1}, {2, []int{3, 4}, "", "initial_overlap", 2}, {3, []int{5}, "", "reaction_arm", 1}}, false}},
	"CYLINDRICAL": {{[]int{2, 5}, []string{"", "pin_radius"}, "force_preload", []loadTerm{
		{1, []int{0, 1}, "", "", 1}, {2, []int{3, 4}, "", "initial_overlap", 2}}, false}},
	"SPHERICAL": {{[]int{3, 4, 5}, []string{"ball_radius", "ball_radius", "ball_radius"}, "torque_preload", []loadTerm{
		{1, []int{0, 1, 2}, "", "", 1}}, false}},
	"UNIVERSAL": {newPinSurface(2, false), newPinSurface(2, true)},
	"HOOKE":     {newPinSurface(1, false), newPinSurface(0, true)},
}

// newPinSurface returns the sliding surface of a pin along axis k of J or I.
func newPinSurface(k int, onI bool) slidingSurface {
	a, b := (k+1)%3, (k+2)%3
	return slidingSurface{[]int{3 + k}, []string{"pin_radius"}, "torque_preload", []loadTerm{
		{1, []int{a, b}, "", "", 1}, {1, []int{k}, "friction_arm", "pin_radius", 1}, {2, []int{3 + a, 3 + b}, "", "bending_reaction_arm", 2}}, onI}
}

func buildFriction(b *builder, e *deck.Element) {
	joint := b.deck.FindElement(jointKind, e.Ref("joint_id"))
	if joint == nil || b.faults.of[joint] {
		b.faults.addFaultyElement(e) // reported
		return
	}
	if _, ok := b.sys.Joints[joint.ID()]; !ok {
		b.faults.addFaultyElement(e)
		return
	}
	q, ok := slidingSurfaces[joint.Enum("type")]
	if !ok {
		e.AddErrorf("joint_id", "B180", "friction in joints of type %s is not supported; there are REVOLUTE, TRANSLATIONAL, CYLINDRICAL, SPHERICAL, UNIVERSAL and HOOKE", joint.Enum("type")).
			Help = "use Force_StateEqn, or Control_Diff and Force_Vector_TwoBody with JOINT"
		return
	}
	if e.Enum("effect") == "STICTION" && e.Real("mu_static") == 0 {
		e.AddErrorf("mu_static", "B188", "must be greater than 0 with effect=STICTION: without it there is no friction")
		return
	}
	stiff := bristleStiffness(e)
	exact := e.Enum("method") == "VI"
	if exact {
		warnBristleAttrs(e)
	}
	for k := range q {
		l := newBristleFriction(e, q[k].axis)
		l.stiff = stiff
		if !b.setNormalLoad(e, l, &q[k]) {
			return
		}
		if exact {
			b.addDryFriction(e, l, joint, &q[k], k)
		} else {
			b.addBristleFriction(e, l, joint, &q[k], k)
		}
	}
}

func newBristleFriction(e *deck.Element, axis []int) *bristleFriction {
	l := &bristleFriction{
		owner: e.KindID(), stick: e.Real("mu_static"), slide: e.Real("mu_dynamic"), speed: e.Real("stiction_trans_vel"),
		damp: e.Real("damping_effects"), thick: e.Real("viscous_effects"), axis: axis,
		moving: e.Enum("inactive") == "STATIC",
	}
	switch e.Enum("effect") {
	case "SLIDING":
		l.stick = l.slide
	case "STICTION":
		l.slide = l.stick / 100
	}
	return l
}

// bristleStiffness returns σ0.
func bristleStiffness(e *deck.Element) float64 {
	if !e.Has("max_stiction_deform") || e.Real("max_stiction_deform") <= 0 {
		return e.Real("bristle_stiffness")
	}
	if e.Has("bristle_stiffness") {
		e.AddWarningf("max_stiction_deform", "B182", "bristle_stiffness is taken, max_stiction_deform is ignored")
		return e.Real("bristle_stiffness")
	}
	return e.Real("mu_static") / e.Real("max_stiction_deform")
}

// setNormalLoad sets arms and the parts of the normal load.
func (b *builder) setNormalLoad(e *deck.Element, l *bristleFriction, q *slidingSurface) (ok bool) {
	ok = true
	length := func(name string) float64 {
		if name == "" {
			return 1
		}
		if !e.Has(name) {
			b.reportOnce(e, "", "E305", "%s is missing", name)
			ok = false
		}
		return e.Real(name)
	}
	for _, name := range q.arm {
		l.arm = append(l.arm, length(name))
	}
	counts, given := [4]bool{true, true, true, true}, e.Has("inputs")
	if given {
		if counts, given = parseFourFlags(e.Str("inputs")); !given {
			e.AddErrorf("inputs", "B183", "wanted four digits 0 or 1 (preload, reaction force, bending, torsion), found %q", e.Str("inputs"))
			return false
		}
	}
	if !ok {
		return false
	}
	if counts[0] && e.Real(q.preload) > 0 {
		l.fixed = e.Real(q.preload) / (l.slide * l.arm[len(l.arm)-1])
		if q.preload == "force_preload" {
			l.fixed = e.Real(q.preload) / l.slide
		}
	}
	for _, t := range q.terms {
		if counts[t.input] && (t.hasLengths(e) || given && t.with == "") {
			l.terms = append(l.terms, t.newNormalLoadTerm(e, t.by*length(t.with)/length(t.over)))
		}
	}
	if ok && len(l.terms) == 0 && l.fixed == 0 && !q.onI {
		e.AddWarningf("", "B184", "nothing presses the surfaces: there is no friction")
	}
	return ok
}

// hasLengths reports whether the lengths are given on which the load depends.
func (t *loadTerm) hasLengths(e *deck.Element) bool {
	return (t.with == "" || e.Has(t.with)) && (t.over == "" || e.Has(t.over))
}

// newNormalLoadTerm returns the part of the normal load: factor times a magnitude of reactions, or, in a guide whose overlap changes, t.by over
// the overlap at the time.
func (t *loadTerm) newNormalLoadTerm(e *deck.Element, factor float64) normalLoadTerm {
	d := e.Enum("overlap_delta")
	if t.over != "initial_overlap" || d == "" || d == "CONSTANT" {
		return normalLoadTerm{of: t.of, by: factor}
	}
	guide := &overlap{at: e.Real("initial_overlap"), slope: 1}
	if d == "DECREASE" {
		guide.slope = -1
	}
	return normalLoadTerm{of: t.of, by: t.by, guide: guide}
}

// parseFourFlags reads up to four digits 0 or 1: leading zeros may be missing.
func parseFourFlags(s string) (d [4]bool, ok bool) {
	s = strings.TrimSpace(s)
	if len(s) == 0 || len(s) > 4 || strings.Trim(s, "01") != "" {
		return d, false
	}
	for k := range s {
		d[4-len(s)+k] = s[k] == '1'
	}
	return d, true
}

// newFrictionForce returns the force of surface n of a joint without components, the joint's markers, that of the axes, and
// a key of the surface: elements have positive ids.
func (b *builder) newFrictionForce(e, joint *deck.Element, q *slidingSurface, n int) (f system.Force, i, j, axes, key int) {
	i, j = joint.Ref("i_marker_id"), joint.Ref("j_marker_id")
	f = system.Force{Element: e.Kind, ID: e.ID(), Direction: system.Axes, I: b.nonFloatingMarkerIndex(joint, "i_marker_id"), J: b.nonFloatingMarkerIndex(joint, "j_marker_id")}
	axes = j
	if f.Ref = f.J; q.onI {
		axes, f.Ref = i, f.I
	}
	if key = e.ID(); n > 0 {
		key = -key
	}
	for k := range f.Comp {
		f.Comp[k] = system.None
	}
	return f, i, j, axes, key
}

// setGuideOverlaps makes the overlaps of a guide depend on the displacement from where the deck places the joint.
func (b *builder) setGuideOverlaps(l *bristleFriction, i, j int) {
	for k := range l.terms {
		if g := l.terms[k].guide; g != nil {
			fi, fj := b.frames[i], b.frames[j]
			g.at -= g.slope * fi.pos.Sub(fj.pos).Dot(fj.rot.C)
			g.in = len(l.in)
			l.in = append(l.in, system.Call{Name: "DZ", Args: []int{i, j, j}})
		}
	}
}

// addBristleFriction adds bristles and force of surface n of a joint.
func (b *builder) addBristleFriction(e *deck.Element, l *bristleFriction, joint *deck.Element, q *slidingSurface, n int) {
	f, i, j, axes, key := b.newFrictionForce(e, joint, q, n)
	l.addInputs(joint, axes, func(k, _ int) system.Call { return system.Call{Name: "friction", Args: []int{key, k + 1}} })
	b.setGuideOverlaps(l, i, j)
	law := b.sys.AddLaw(system.LawSpec{Owner: e.KindID(), New: func(*system.State) (system.Law, error) { return l, nil }})
	z := system.NewUnboundValue(l.directionCount())
	z.State = b.sys.AddStates(system.StateGroup{Name: e.Kind, ID: e.ID(), IC: make([]float64, l.directionCount()), Law: law})
	b.sys.RegisterValue("friction", key, z)
	for _, a := range l.axis {
		f.Comp[a] = system.Output{Law: law, Out: l.directionCount() + a}
	}
	if len(slidingSurfaces[joint.Enum("type")]) > 1 { // FRICTION is about one force
		b.sys.AddForce(f)
		return
	}
	slip := system.NewUnboundValue(12)
	slip.Law, slip.Out = law, l.directionCount()+6
	b.sys.RegisterValue("slip", key, slip)
	b.sys.AddForce(f, "FRICTION")
}

// addInputs lists the rates, bristleRate for each direction (its place and its axis) and the reactions along the axes of a marker.
func (l *bristleFriction) addInputs(joint *deck.Element, axes int, bristleRate func(k, axis int) system.Call) {
	i, j := joint.Ref("i_marker_id"), joint.Ref("j_marker_id")
	rates := [6]string{"VX", "VY", "VZ", "WX", "WY", "WZ"}
	for _, a := range l.axis {
		c := system.Call{Name: rates[a], Args: []int{i, j, axes}}
		if a < 3 {
			c.Args = append(c.Args, j)
		}
		l.in = append(l.in, c)
	}
	l.z = len(l.in)
	for k, a := range l.axis {
		l.in = append(l.in, bristleRate(k, a))
	}
	l.r = len(l.in)
	for _, comp := range [6]int{2, 3, 4, 6, 7, 8} {
		l.in = append(l.in, system.Call{Name: "JOINT", Args: []int{joint.ID(), 0, comp, axes}})
	}
}
