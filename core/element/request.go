package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// Request is a Post_Request: columns of the results.
type Request struct {
	ID      int
	Name    []string // "X", "F1"
	Measure []system.Call
	Output  []system.Output // where there is no Measure
	Zero    float64         // smaller values of Measure are written as 0
}

// requestColumn is a component of a request: the name of its column and its measure.
type requestColumn struct{ column, measure string }

var slots = map[string][]requestColumn{
	"MARKER_DISPLACEMENT": {{"MAG", "DM"}, {"X", "DX"}, {"Y", "DY"}, {"Z", "DZ"}, {"PSI", "PSI"}, {"THETA", "THETA"}, {"PHI", "PHI"}},
	"MARKER_VELOCITY":     {{"VM", "VM"}, {"VX", "VX"}, {"VY", "VY"}, {"VZ", "VZ"}, {"WM", "WM"}, {"WX", "WX"}, {"WY", "WY"}, {"WZ", "WZ"}},
	"MARKER_ACCELERATION": {{"ACCM", "ACCM"}, {"ACCX", "ACCX"}, {"ACCY", "ACCY"}, {"ACCZ", "ACCZ"},
		{"WDTM", "WDTM"}, {"WDTX", "WDTX"}, {"WDTY", "WDTY"}, {"WDTZ", "WDTZ"}},
	"MARKER_FORCE": {{"FM", "FM"}, {"FX", "FX"}, {"FY", "FY"}, {"FZ", "FZ"}, {"TM", "TM"}, {"TX", "TX"}, {"TY", "TY"}, {"TZ", "TZ"}},
}

// yprSlots replace the last three of MARKER_DISPLACEMENT where ResOutput says
// so.
var yprSlots = []requestColumn{{"YAW", "YAW"}, {"PITCH", "PITCH"}, {"ROLL", "ROLL"}}

// elemTypes are the measures that report forces of elements.
var elemTypes = []string{"JOINT", "MOTION", "SFORCE", "VFORCE", "VTORQ", "GFORCE", "SPDP", "YFORCE", "FIELD", "BUSH", "BEAM", "JPRIM", "PTCV", "CVCV", "PTSF",
	"CVSF", "SFSF", "GCON", "UCON", "CONTACT"}

func init() {
	a := joinAttrs(
		requiredAttr(choiceAttr("type", "", "what is reported", "MARKER_DISPLACEMENT", "MARKER_VELOCITY",
			"MARKER_ACCELERATION", "MARKER_FORCE", "ELEMENTAL_FORCE", "EXPRESSION", "USERSUB")),
		optionalMarkerAttr("i_marker_id", "marker that is observed; needed for the types that begin with MARKER"),
		optionalMarkerAttr("j_marker_id", "marker from which it is observed; the global frame if missing"),
		optionalMarkerAttr("ref_marker_id", "marker along whose axes components are; global axes if missing"),
		&deck.AttrSpec{Name: "comment", Type: deck.String, Doc: "comment"},
		withCondition("type=ELEMENTAL_FORCE", requiredAttr(withSpellings(choiceAttr("elem_type", "", "kind of the element whose force is reported", elemTypes...),
			"CONSTRAINT_JOINT", "JOINT", "CONSTRAINT_JPRIM", "JPRIM", "MOTION_JOINT", "MOTION", "FORCE_SCALAR_TWOBODY", "SFORCE", "SPRINGDAMPER", "SPDP",
			"FORCE_SPRINGDAMPER", "SPDP", "FORCE_STATEEQN", "YFORCE", "VTORQUE", "VTORQ", "FORCE_FIELD", "FIELD", "FORCE_BUSHING", "BUSH", "BUSHING", "BUSH", "FORCE_BEAM", "BEAM",
			"CONSTRAINT_PTCV", "PTCV", "CONSTRAINT_CVCV", "CVCV", "CONSTRAINT_PTSF", "PTSF", "CONSTRAINT_CVSF", "CVSF", "CONSTRAINT_SFSF", "SFSF", "MOTION_MARKER", "MOTION",
			"CONSTRAINT_GENERAL", "GCON", "CONSTRAINT_USERCONSTR", "UCON", "FORCE_CONTACT", "CONTACT"))),
		withCondition("type=ELEMENTAL_FORCE", requiredAttr(withAliases(&deck.AttrSpec{Name: "elem_id", Type: deck.Ref, Doc: "element whose force is reported"}, "element_id"))),
		withCondition("type=ELEMENTAL_FORCE", flagAttr("jflag", "report what acts on J's body at J, not on I's at I")),
	)
	for k := 1; k <= 8; k++ {
		a = append(a, *withCondition("type=EXPRESSION", expressionAttr("expr"+itoa(k), "1", "value of the column F"+itoa(k))))
	}
	a = append(a, deck.UserSubAttrs("type=USERSUB", 0)...)
	registerElements(kind{
		schema: &deck.Schema{Kind: "Post_Request", Doc: "columns of the results", Attrs: a},
		phase:  requests,
		build:  buildRequest,
	})
}

func buildRequest(b *builder, e *deck.Element) {
	r := Request{ID: e.ID()}
	switch t := e.Enum("type"); t {
	case "":
		return
	case "EXPRESSION":
		b.addExpressionColumns(e, &r)
	case "USERSUB":
		b.addRoutineColumns(e, &r)
	case "ELEMENTAL_FORCE":
		b.addElementColumns(e, &r)
	default:
		if !e.Has("i_marker_id") && !b.faults.of[e] {
			e.AddErrorf("", "E305", "i_marker_id is missing")
		}
		if e.Has("i_marker_id") && b.allMarkersExist(e, "i_marker_id", "j_marker_id", "ref_marker_id") {
			b.addMarkerColumns(e, &r, t)
		}
	}
	if name := zeroSnap[e.Enum("type")]; name != "" {
		if o := b.findLastResOutput(name); o != nil {
			r.Zero = o.Real(name)
		}
	}
	b.out.Requests = append(b.out.Requests, r)
}

// addExpressionColumns adds a column F1 to F8 for each expression that is given.
func (b *builder) addExpressionColumns(e *deck.Element, r *Request) {
	given := false
	for k := 1; k <= 8; k++ {
		name := "expr" + itoa(k)
		given = given || e.Has(name)
		if p, ok := b.compileAttr(e, name); ok {
			spec := system.ExpressionLaw(e.KindID()+": "+name, p)
			spec.Report = true
			r.Name = append(r.Name, "F"+itoa(k))
			r.Output = append(r.Output, system.Output{Law: b.sys.AddLaw(spec)})
		}
	}
	if !given {
		e.AddWarningf("", "B285", "none of expr1 to expr8 is given: the request has no columns")
	}
}

// addRoutineColumns adds the eight results of a REQSUB.
func (b *builder) addRoutineColumns(e *deck.Element, r *Request) {
	rt := b.loadRoutine(e, usersub.REQSUB, nil)
	if rt == nil {
		return
	}
	spec := rt.LawSpec()
	spec.Report = true
	law := b.sys.AddLaw(spec)
	for k := range 8 {
		r.Name = append(r.Name, "F"+itoa(k+1))
		r.Output = append(r.Output, system.Output{Law: law, Out: k})
	}
}

// addElementColumns adds the force and torque of an element.
func (b *builder) addElementColumns(e *deck.Element, r *Request) {
	if b.faults.of[e] || !b.allMarkersExist(e, "ref_marker_id") {
		return
	}
	jflag := 0
	if e.Bool("jflag") {
		jflag = 1
	}
	for k, s := range slots["MARKER_FORCE"] {
		r.Name = append(r.Name, s.column)
		r.Measure = append(r.Measure, system.Call{Name: e.Enum("elem_type"), Args: []int{e.Ref("elem_id"), jflag, k + 1, e.Ref("ref_marker_id")}})
	}
	b.sys.Wanted = append(b.sys.Wanted, r.Measure...)
	b.checks = append(b.checks, func() {
		if _, err := b.sys.ResolveMeasure(r.Measure[0]); err != nil && !b.faults.hasErrorAbout(r.Measure[0]) {
			e.AddErrorf("elem_id", "X002", "%v", err)
		}
	})
}

// addMarkerColumns adds the measures of a marker request: I, J, and the axes of
// the reference marker. Velocities and accelerations are those seen from ground.
func (b *builder) addMarkerColumns(e *deck.Element, r *Request, t string) {
	for _, m := range []string{"i_marker_id", "j_marker_id", "ref_marker_id"} {
		if t != "MARKER_FORCE" || m != "j_marker_id" {
			b.nonFloatingMarkerIndex(e, m)
		}
	}
	i, j, rm := e.Ref("i_marker_id"), e.Ref("j_marker_id"), e.Ref("ref_marker_id")
	list := slots[t]
	if t == "MARKER_DISPLACEMENT" && b.requestsYawPitchRoll() {
		list = append(append([]requestColumn{}, list[:4]...), yprSlots...)
	}
	for k, s := range list {
		c := system.Call{Name: s.measure, Args: []int{i, j}}
		magnitude := k%4 == 0
		if angle := t == "MARKER_DISPLACEMENT" && k >= 4; !angle && !magnitude {
			c.Args = append(c.Args, rm)
		}
		r.Name = append(r.Name, s.column)
		r.Measure = append(r.Measure, c)
		b.sys.Wanted = append(b.sys.Wanted, c)
	}
}

// zeroSnap names the attribute of ResOutput that reports which values are written as 0.
var zeroSnap = map[string]string{"MARKER_DISPLACEMENT": "dzero", "MARKER_VELOCITY": "vzero", "MARKER_ACCELERATION": "azero",
	"MARKER_FORCE": "fzero", "ELEMENTAL_FORCE": "fzero"}

// findLastResOutput returns the ResOutput that has the last word on an attribute, nil if none
// gives it.
func (b *builder) findLastResOutput(attribute string) (last *deck.Element) {
	for _, list := range [2][]*deck.Element{b.deck.ElementsOfKind("ResOutput"), b.deck.Commands} {
		for _, e := range list {
			if e.Kind == "ResOutput" && e.Has(attribute) {
				last = e
			}
		}
	}
	return last
}

// requestsYawPitchRoll reports whether ResOutput requests these angles in place of the
// 3-1-3 ones.
func (b *builder) requestsYawPitchRoll() bool {
	e := b.findLastResOutput("angle_type")
	return e != nil && e.Enum("angle_type") == "YPR"
}
