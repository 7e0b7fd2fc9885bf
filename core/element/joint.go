package element

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// jointTypes are the joints of the format that can be had, and those that
// cannot yet.
var (
	jointTypes = []string{"REVOLUTE", "SPHERICAL", "TRANSLATIONAL", "CYLINDRICAL", "UNIVERSAL", "FIXED"}
	otherTypes = []string{"HOOKE", "CONSTANT_VELOCITY", "PLANAR", "SCREW", "RACK_PINION", "INLINE", "INPLANE",
		"ORIENTATION", "PARALLEL_AXES", "PERPENDICULAR", "FREE"}
)

func init() {
	enter(
		kind{
			schema: &deck.Schema{
				Kind: "Constraint_Joint", Doc: "a joint between two markers",
				Attrs: attrs(
					deck.AttrSpec{Name: "type", Type: deck.Enum, Required: true, Enum: append(append([]string{}, jointTypes...), otherTypes...),
						EnumAlias: map[string]string{"ATPOINT": "SPHERICAL", "CONVEL": "CONSTANT_VELOCITY", "RACKPIN": "RACK_PINION"}},
					ref("i_marker_id", "Reference_Marker"), ref("j_marker_id", "Reference_Marker"),
					deck.AttrSpec{Name: "pitch", Type: deck.Real, When: "type=SCREW"},
					deck.AttrSpec{Name: "pitch_diameter", Type: deck.Real, When: "type=RACK_PINION"},
					flag("is_virtual"), unused("body1_id", "body2_id"),
				),
			},
			phase: joints,
			build: buildJoint,
		},
		kind{
			schema: &deck.Schema{
				Kind: "Constraint_General", Doc: "an expression that is kept zero",
				Attrs: attrs(
					choice("type", "EXPRESSION", "EXPRESSION", "USERSUB"),
					expression("expr"),
					deck.AttrSpec{Name: "i_marker_id", Alias: []string{"i"}, Type: deck.Ref, To: []string{"Reference_Marker"},
						Doc: "marker at which the reaction is reported"},
					deck.UserSubAttrs("", 0), flag("is_virtual"),
				),
			},
			phase: joints,
			build: buildGeneral,
		},
		kind{
			schema: &deck.Schema{
				Kind: "Motion_Joint", Doc: "a prescribed motion of a joint",
				Attrs: attrs(
					ref("joint_id", "Constraint_Joint"),
					deck.AttrSpec{Name: "joint_type", Alias: []string{"motion_type"}, Type: deck.Enum, Enum: []string{"R", "T"},
						EnumAlias: map[string]string{"ROTATION": "R", "ROTATIONAL": "R", "TRANSLATION": "T", "TRANSLATIONAL": "T"}},
					deck.AttrSpec{Name: "val_type", Type: deck.Enum, Enum: []string{"D", "V", "A"}, Default: "D",
						EnumAlias: map[string]string{"DISPLACEMENT": "D", "VELOCITY": "V", "ACCELERATION": "A"}},
					choice("type", "EXPRESSION", "EXPRESSION", "USERSUB"),
					when("type=EXPRESSION", required(expression("expr"))),
					reals("0", "ic_disp", "ic_vel"),
					deck.UserSubAttrs("type=USERSUB", 0),
				),
			},
			phase: motions,
			build: buildMotion,
		},
	)
}

func buildJoint(b *builder, e *deck.Element) {
	k := system.JointKinds[e.Enum("type")]
	if k == nil {
		if e.Enum("type") != "FREE" && e.Enum("type") != "" {
			e.Errorf("type", "B050", "joints of type %s are not supported yet; there are %v", e.Enum("type"), jointTypes)
		}
		return
	}
	if e.Bool("is_virtual") {
		e.Warnf("is_virtual", "B051", "virtual joints are not supported: the joint is rigid")
	}
	i, j := b.placed(e, "i_marker_id"), b.placed(e, "j_marker_id")
	if b.sys.Markers[i].Body == b.sys.Markers[j].Body {
		if e.Ref("i_marker_id") != 0 && e.Ref("j_marker_id") != 0 {
			e.Errorf("j_marker_id", "B052", "both markers belong to %s", &b.sys.Bodies[b.sys.Markers[i].Body])
		}
		return
	}
	joint := b.sys.NewJoint(e.ID(), k, i, j)
	b.sys.Joints[e.ID()] = b.sys.AddRows(joint)
}

func buildGeneral(b *builder, e *deck.Element) {
	if e.Enum("type") == "USERSUB" || !e.Has("expr") {
		if e.Enum("type") == "USERSUB" || e.Has("usrsub_param_string") {
			e.Errorf("", "B053", "a constraint given by a user subroutine (GCOSUB) is not supported yet; give expr")
		} else {
			e.Errorf("", "E014", "expr is missing")
		}
		return
	}
	p, ok := b.compile(e, "expr")
	if !ok {
		return
	}
	i := system.NoMarker
	if e.Has("i_marker_id") {
		i = b.placed(e, "i_marker_id")
	}
	b.after = append(b.after, func() { b.general(e, p, i) })
}

// general adds the row of an expression once all elements are known.
func (b *builder) general(e *deck.Element, p *expr.Program, i system.MarkerIdx) {
	for _, c := range p.Measures {
		if _, err := b.sys.Resolve(system.Call{Name: c.Name, Args: c.Args}); err != nil {
			return // reported
		}
	}
	g, err := b.sys.NewGeneral(e.Kind, e.ID(), p, i)
	if err != nil {
		e.Errorf("expr", "B054", "%v", err)
		return
	}
	if len(g.Bodies) == 0 {
		e.Errorf("expr", "B055", "the expression depends on no moving body")
		return
	}
	b.sys.AddRows(g)
}

var motionLevel = map[string]integrate.Level{"D": integrate.Position, "V": integrate.Velocity, "A": integrate.Acceleration}

func buildMotion(b *builder, e *deck.Element) {
	if e.Enum("type") == "USERSUB" {
		e.Errorf("type", "B056", "a motion given by a user subroutine (MOTSUB) is not supported yet; give expr")
		return
	}
	j := b.deck.Find("Constraint_Joint", e.Ref("joint_id"))
	if j == nil {
		return
	}
	turning, ok := b.motionType(e, j)
	if !ok {
		return
	}
	p, ok := b.compile(e, "expr")
	if !ok {
		return
	}
	i, jm := j.Ref("i_marker_id"), j.Ref("j_marker_id")
	call := system.Call{Name: "DZ", Args: []int{i, jm, jm}}
	if turning {
		call = system.Call{Name: "AZ", Args: []int{i, jm}}
	}
	level := motionLevel[e.Enum("val_type")]
	if !p.TimeOnly() {
		b.stateMotion(e, call, turning, level)
		return
	}
	b.after = append(b.after, func() {
		m, err := b.sys.NewMotion(e.ID(), call, p, level, b.marker(j, "i_marker_id"), b.marker(j, "j_marker_id"))
		if err != nil {
			e.Errorf("joint_id", "B057", "%v", err)
			return
		}
		b.sys.Motions[e.ID()] = b.sys.AddRows(m)
	})
}

// motionType tells whether the motion turns (R) or slides (T); a joint that has
// only one freedom needs no joint_type.
func (b *builder) motionType(e, j *deck.Element) (turning, ok bool) {
	t := j.Enum("type")
	turns, slides := t == "REVOLUTE" || t == "CYLINDRICAL", t == "TRANSLATIONAL" || t == "CYLINDRICAL"
	switch want := e.Enum("joint_type"); {
	case !turns && !slides:
		e.Errorf("joint_id", "B058", "a %s joint cannot be driven by Motion_Joint; a revolute, translational or cylindrical one can", t)
	case want == "" && turns != slides:
		return turns, true
	case want == "":
		e.Errorf("", "B058", "joint_type R or T is needed: a %s joint can turn and slide", t)
	case want == "R" && !turns || want == "T" && !slides:
		e.Errorf("joint_type", "B058", "a %s joint has no motion of type %s", t, want)
	default:
		return want == "R", true
	}
	return false, false
}

// stateMotion treats a motion that depends on the state as a general
// constraint: measure - expression = 0.
func (b *builder) stateMotion(e *deck.Element, c system.Call, turning bool, level integrate.Level) {
	name := c.String()
	switch {
	case level == integrate.Acceleration:
		e.Errorf("expr", "B059", "a motion of acceleration type may only depend on TIME")
		return
	case level == integrate.Velocity && turning:
		name = fmt.Sprintf("WZ(%d,%d,%d)", c.Args[0], c.Args[1], c.Args[1])
	case level == integrate.Velocity:
		name = fmt.Sprintf("VZ(%d,%d,%d,%d)", c.Args[0], c.Args[1], c.Args[1], c.Args[1])
	}
	p, errs := expr.Compile(name+"-("+e.Attr("expr").Value+")", system.Table{})
	if len(errs) > 0 {
		return // the expression alone has been reported
	}
	b.after = append(b.after, func() { b.general(e, p, system.NoMarker) })
}
