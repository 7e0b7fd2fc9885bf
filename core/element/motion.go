package element

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

const motionJointKind = "Motion_Joint"

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: motionJointKind, Doc: "a prescribed motion of a joint",
			Attrs: joinAttrs(
				referenceAttr("joint_id", "the joint that is driven", jointKind),
				withAliases(withSpellings(choiceAttr("joint_type", "", "freedom that is driven: R turns about z, T slides along z; needed for cylindrical joints", "R", "T"),
					"ROTATION", "R", "ROTATIONAL", "R", "TRANSLATION", "T", "TRANSLATIONAL", "T"), "motion_type"),
				motionAttrs(),
			),
		},
		phase: motions,
		build: buildJointMotion,
	})
}

// motionAttrs are the attributes that motions share.
func motionAttrs() []deck.AttrSpec {
	return joinAttrs(
		withSpellings(choiceAttr("val_type", "D", "what is prescribed: displacement, velocity or acceleration", "D", "V", "A"),
			"DISPLACEMENT", "D", "VELOCITY", "V", "ACCELERATION", "A"),
		choiceAttr("type", "EXPRESSION", "how the motion is given", "EXPRESSION", "USERSUB"),
		withCondition("type=EXPRESSION", requiredAttr(expressionAttr("expr", "length or rad, per time, per time²", "the value of the motion"))),
		withCondition("val_type=V|A", realAttr("ic_disp", "0", "length or rad", "displacement at the start; that of the markers if missing")),
		withCondition("val_type=A", realAttr("ic_vel", "0", "length/time or rad/time", "velocity at the start; that of the bodies if missing")),
		effortBoundAttrs(),
		breakForceAttrs(brokenDrive, "force", "torque"),
		deck.UserSubAttrs("type=USERSUB", 0),
	)
}

// drivenMotion is a motion while it is built: the displacement that is driven.
type drivenMotion struct {
	call  system.Call
	rate  string // the measure that is its rate, "" if there is none
	level integrate.Level
	i, j  system.MarkerIdx
	named string   // the attribute that names what is driven
	rate0 *float64 // the rate that a motion of accelerations starts with, nil if not given
	law   []system.Inequality
	broke system.BreakLimits
}

var motionLevel = map[string]integrate.Level{"D": integrate.Position, "V": integrate.Velocity, "A": integrate.Acceleration}

func buildJointMotion(b *builder, e *deck.Element) {
	j := b.deck.FindElement(jointKind, e.Ref("joint_id"))
	if j == nil || !b.allMarkersExist(j, "i_marker_id", "j_marker_id") {
		b.faults.addFaultyElement(e) // reported
		return
	}
	turning, ok := b.motionType(e, j)
	if !ok {
		return
	}
	routine := e.Enum("type") == "USERSUB"
	var p *expr.Program
	if !routine {
		if p, ok = b.compileConstraint(e); !ok {
			return
		}
	}
	im, jm := j.Ref("i_marker_id"), j.Ref("j_marker_id")
	m := drivenMotion{
		i: b.markerIndex(j, "i_marker_id"), j: b.markerIndex(j, "j_marker_id"), named: "joint_id",
	}
	m.setDrivenDisplacement("DZ", im, jm)
	if turning {
		m.setDrivenDisplacement("AZ", im, jm)
	}
	b.addDrivenMotion(e, &m, p)
}

// setDrivenDisplacement sets the displacement, one of DX DY DZ AZ B1 B2 B3, of marker i from and
// along the axes of j.
func (m *drivenMotion) setDrivenDisplacement(measure string, i, j int) {
	switch measure[0] {
	case 'D':
		m.call = system.Call{Name: measure, Args: []int{i, j, j}}
		m.rate = fmt.Sprintf("V%s(%d,%d,%d,%d)", measure[1:], i, j, j, j)
	default:
		m.call, m.rate = system.Call{Name: measure, Args: []int{i, j}}, ""
		if measure == "AZ" {
			m.rate = fmt.Sprintf("WZ(%d,%d,%d)", i, j, j)
		}
	}
}

// addDrivenMotion adds the motion: a MOTSUB, or the expression p.
func (b *builder) addDrivenMotion(e *deck.Element, m *drivenMotion, p *expr.Program) {
	m.level = motionLevel[e.Enum("val_type")]
	m.rate0 = b.addMotionIC(e, m)
	m.law, m.broke = b.readEffortBoundLaw(e), readBreakLimitsOfMotion(e, m.call.Name[0] != 'D')
	if p == nil {
		b.addRoutineMotion(e, m)
		return
	}
	b.rows = append(b.rows, func() { b.buildAndRecordFault(e, func() { b.addMotionRow(e, m, p) }) })
}

// addMotionRow adds the row of a motion.
func (b *builder) addMotionRow(e *deck.Element, m *drivenMotion, p *expr.Program) {
	b.reportAccelerationJumps(e, p, m.level)
	if !p.DependsOnTimeOnly() {
		b.addStateDependentMotion(e, m)
		return
	}
	row, err := b.sys.NewExpressionMotionRow(e.ID(), m.call, p, m.level, m.i, m.j)
	b.addMotionRowUnlessFailed(e, m, row, err)
}

// addRoutineMotion adds the row of a motion that a MOTSUB gives.
func (b *builder) addRoutineMotion(e *deck.Element, m *drivenMotion) {
	r := b.loadRoutine(e, usersub.MOTSUB, nil)
	if r == nil {
		return
	}
	b.rows = append(b.rows, func() {
		b.buildAndRecordFault(e, func() {
			row, err := b.sys.NewRoutineMotionRow(m.call, r, m.level, m.i, m.j)
			b.addMotionRowUnlessFailed(e, m, row, err)
		})
	})
}

// addMotionRowUnlessFailed adds the row of a motion unless it could not be made.
func (b *builder) addMotionRowUnlessFailed(e *deck.Element, m *drivenMotion, row *system.PrescribedMotion, err error) {
	if err != nil {
		e.AddErrorf(m.named, "B057", "%v", err)
		return
	}
	row.Element, row.Rate0, row.Breaks = e.Kind, m.rate0, m.broke
	setRowLaw(e, &row.RowOwner, m.law)
	b.registerMotion(e, b.sys.AddRows(row))
}

// registerMotion lets MOTION(id) find a row: of a Motion_Joint and a Motion_Marker of
// one id that of the joint.
func (b *builder) registerMotion(e *deck.Element, row int) {
	if e.Kind != motionJointKind && b.deck.FindElement(motionJointKind, e.ID()) != nil {
		e.AddWarningf("", "B102", "MOTION(%d) is the reaction of %s %d", e.ID(), motionJointKind, e.ID())
		return
	}
	b.sys.Motions[e.ID()] = row
}

// motionType reports whether the motion turns (R) or slides (T); a joint that has
// only one freedom needs no joint_type.
func (b *builder) motionType(e, j *deck.Element) (turning, ok bool) {
	t := j.Enum("type")
	if b.faults.of[j] && system.JointKinds[t] == nil {
		b.faults.addFaultyElement(e) // reported
		return false, false
	}
	turns, slides := t == "REVOLUTE" || t == "CYLINDRICAL", t == "TRANSLATIONAL" || t == "CYLINDRICAL"
	switch want := e.Enum("joint_type"); {
	case !turns && !slides:
		e.AddErrorf("joint_id", "B058", "a %s joint cannot be driven by Motion_Joint; a revolute, translational or cylindrical one can", t)
	case want == "" && turns != slides:
		return turns, true
	case want == "":
		e.AddErrorf("", "B058", "joint_type R or T is needed: a %s joint can turn and slide", t)
	case want == "R" && !turns || want == "T" && !slides:
		e.AddErrorf("joint_type", "B058", "a %s joint has no motion of type %s", t, want)
	default:
		return want == "R", true
	}
	return false, false
}

// addStateDependentMotion treats a motion that depends on the state as a general
// constraint: measure - expression = 0.
func (b *builder) addStateDependentMotion(e *deck.Element, m *drivenMotion) {
	name := m.call.String()
	switch {
	case m.level == integrate.Acceleration:
		e.AddErrorf("expr", "B059", "a motion of acceleration type may only depend on TIME")
		return
	case m.level == integrate.Velocity && m.rate == "":
		e.AddErrorf("expr", "B059", "the rate of %s may only depend on TIME", m.call.Name)
		return
	case m.level == integrate.Velocity:
		name = m.rate
	}
	p, errs := expr.Compile(name+"-("+b.inlineVariables(e.Attr("expr").Value)+")", system.MeasureTable{})
	if len(errs) > 0 {
		return // the expression alone has been reported
	}
	b.checks = append(b.checks, func() { b.bindSplines(nil, p) })
	if n := b.addExpressionConstraintRow(e, p, m.i, m.j, func(g *system.GeneralConstraint) { g.Breaks = m.broke; setRowLaw(e, &g.RowOwner, m.law) }); n >= 0 {
		b.registerMotion(e, n)
	}
}
