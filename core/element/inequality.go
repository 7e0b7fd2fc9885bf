package element

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

// Inequalities: attributes, ours, that make a row of a constraint or a motion hold on one
// side only, or with a bounded force. All of them say from which interval the row's
// multiplier l may be taken; l pushes along the gradient of the row's g:
//
//	unilateral                      g ≤ 0     l in (-∞, 0]
//	multiplier_min, multiplier_max  g = 0     l in [min, max]: at min g ≥ 0, at max g ≤ 0
//	limit_min                       q ≥ min   l in [0, ∞) of g = q - min
//	limit_max                       q ≤ max   l in (-∞, 0] of g = q - max
//	max_effort, min_effort          as multiplier_min and _max, of a motion

// inequalities are these attributes and the elements that have them, for messages at
// those that have not.
var inequalities = map[string]string{
	"unilateral":        oneSidedKinds,
	"multiplier_min":    intervalKinds,
	"multiplier_max":    intervalKinds,
	"limit_min":         limitKinds,
	"limit_max":         limitKinds,
	"limit_rot_min":     "Constraint_Joint of type CYLINDRICAL",
	"limit_rot_max":     "Constraint_Joint of type CYLINDRICAL",
	"limit_restitution": limitKinds,
	"max_effort":        effortKinds,
	"min_effort":        effortKinds,
	"break_force":       breakKinds,
	"break_torque":      breakKinds,
}

const (
	oneSidedKinds = "elements of one row: Constraint_Joint and Constraint_Jprim of type INPLANE, Constraint_General, Constraint_UserConstr; and Force_Penalty"
	intervalKinds = "Constraint_General and Constraint_UserConstr"
	limitKinds    = "Constraint_Joint of type REVOLUTE, TRANSLATIONAL or CYLINDRICAL"
	effortKinds   = "Motion_Joint and Motion_Marker"
	breakKinds    = "Constraint_Joint, Constraint_Jprim, Constraint_General, Constraint_UserConstr, Motion_Joint and Motion_Marker"
)

// oneSidedAttrs are those of a row that may hold on one side only; g says what is at
// most 0.
func oneSidedAttrs(g string) []deck.AttrSpec {
	return joinAttrs(
		flagAttr("unilateral", "extension: the constraint is "+g+" ≤ 0, not = 0"),
		withCondition("unilateral=TRUE", restitutionAttr("restitution_coef", "0", "extension: coefficient of restitution: speed of separation after an impact divided by the speed of approach")),
	)
}

func restitutionAttr(name, def, doc string) *deck.AttrSpec {
	a := notNegativeAttr(realAttr(name, def, "1", doc))
	a.Max = 1
	return a
}

// multiplierBoundAttrs bound the multiplier of a row.
func multiplierBoundAttrs() []deck.AttrSpec {
	return joinAttrs(
		withCondition("unilateral=FALSE", realAttr("multiplier_min", "", "force or torque", "extension: lower bound of the multiplier, at most 0; where it is reached the constraint gives way to positive values; none if missing")),
		withCondition("unilateral=FALSE", notNegativeAttr(realAttr("multiplier_max", "", "force or torque", "extension: upper bound of the multiplier; where it is reached the constraint gives way to negative values; none if missing"))),
	)
}

// limitAttrs are the stops of joints.
func limitAttrs() []deck.AttrSpec {
	return joinAttrs(
		jointStopAttr("limit_min", "length or rad", "extension: lower limit of DZ(I,J,J) (translational, cylindrical) or of AZ(I,J), counted over turns (revolute); JOINT(id) includes the reaction of the stop"),
		jointStopAttr("limit_max", "length or rad", "extension: upper limit of the displacement described at limit_min"),
		withCondition("type=CYLINDRICAL", jointStopAttr("limit_rot_min", "rad", "extension: least AZ(I,J) of a cylindrical joint, counted over turns")),
		withCondition("type=CYLINDRICAL", jointStopAttr("limit_rot_max", "rad", "extension: greatest AZ(I,J) of a cylindrical joint")),
		restitutionAttr("limit_restitution", "0", "extension: coefficient of restitution at the limits: speed after an impact divided by that before it"),
	)
}

func jointStopAttr(name, unit, doc string) *deck.AttrSpec {
	a := angleAttr(name, "", doc)
	a.Unit = unit
	return a
}

// effortBoundAttrs bound the force or torque of a motion.
func effortBoundAttrs() []deck.AttrSpec {
	return joinAttrs(
		notNegativeAttr(realAttr("max_effort", "", "force or torque", "extension: bound of the force or torque that the motion takes; where it is not enough the motion slips, and continues at the prescribed rate once it is, without catching up; none if missing")),
		realAttr("min_effort", "", "force or torque", "extension: lower bound of the effort on I along z of J (Motion_Marker: along what is driven), at most 0; -max_effort if missing; 0 makes a freewheel of a motion of velocities"),
	)
}

// breakForceAttrs are the reactions at which a constraint breaks; what is "force", "torque" or
// both, doc what is compared.
func breakForceAttrs(doc string, what ...string) []deck.AttrSpec {
	var all []deck.AttrSpec
	for _, w := range what {
		all = append(all, *positiveAttr(realAttr("break_"+w, "", w, "extension: the constraint breaks for good once "+fmt.Sprintf(doc, w)+" is greater; never if missing")))
	}
	return all
}

const (
	brokenJoint = "the magnitude of its %s on I, at I,"
	brokenRow   = "the magnitude of its multiplier, a %[1]s where the expression is a length,"
	brokenDrive = "the magnitude of its %s"
)

// unboundedMultiplierLaw is the interval of an equation.
func unboundedMultiplierLaw() system.Inequality {
	return system.Inequality{Lo: math.Inf(-1), Hi: math.Inf(1)}
}

// lawsUnlessUnbounded returns laws for a single row, nil for those of an equation.
func lawsUnlessUnbounded(l system.Inequality) []system.Inequality {
	if math.IsInf(l.Lo, -1) && math.IsInf(l.Hi, 1) {
		return nil
	}
	return []system.Inequality{l}
}

// readOneSidedLaw returns the law that unilateral requests, nil without it.
func readOneSidedLaw(e *deck.Element) []system.Inequality {
	l := unboundedMultiplierLaw()
	if e.Bool("unilateral") {
		l.Hi, l.Restitution = 0, e.Real("restitution_coef")
	}
	return lawsUnlessUnbounded(l)
}

// setRowLaw gives the rows of an element their law, unless it makes no sense.
func setRowLaw(e *deck.Element, p *system.RowOwner, law []system.Inequality) {
	if law == nil {
		return
	}
	if err := p.SetLaws(law...); err != nil {
		at := ""
		for _, s := range e.Schema.Attrs {
			if inequalities[s.Name] != "" && e.Has(s.Name) {
				at = s.Name
				break
			}
		}
		e.AddErrorf(at, "B056", "%v", err)
	}
}

// readMultiplierBoundLaw returns the law of a row whose multiplier may also be bounded by numbers.
func (b *builder) readMultiplierBoundLaw(e *deck.Element) []system.Inequality {
	if e.Bool("unilateral") {
		return readOneSidedLaw(e)
	}
	l := unboundedMultiplierLaw()
	l.Lo, l.Hi = readNonPositive(e, "multiplier_min", l.Lo), readNonNegative(e, "multiplier_max", l.Hi)
	b.warnNeverInForce(e, "multiplier_max", l)
	return lawsUnlessUnbounded(l)
}

// readEffortBoundLaw returns the law of a motion.
func (b *builder) readEffortBoundLaw(e *deck.Element) []system.Inequality {
	l := unboundedMultiplierLaw()
	l.Hi = readNonNegative(e, "max_effort", l.Hi)
	l.Lo = readNonPositive(e, "min_effort", -l.Hi)
	b.warnNeverInForce(e, "max_effort", l)
	return lawsUnlessUnbounded(l)
}

// readNonPositive returns the value of an attribute that must not be positive.
func readNonPositive(e *deck.Element, name string, otherwise float64) float64 {
	if !e.Has(name) {
		return otherwise
	}
	v := e.Real(name)
	if v > 0 {
		e.AddErrorf(name, "B260", "a lower bound is at most 0, found %g", v).Help = "without any force the row must be allowed to be at rest: 0 lies between the bounds"
		return 0
	}
	return v
}

func readNonNegative(e *deck.Element, name string, otherwise float64) float64 {
	if !e.Has(name) {
		return otherwise
	}
	return e.Real(name)
}

// warnNeverInForce warns, at an attribute, where both bounds of the multiplier of a row are 0: the row does nothing.
func (b *builder) warnNeverInForce(e *deck.Element, attribute string, multiplier system.Inequality) {
	if multiplier.Lo == 0 && multiplier.Hi == 0 && !b.faults.of[e] {
		e.AddWarningf(attribute, "B261", "both bounds are 0: %s is never in force", e.KindID())
	}
}

// readBreakLimits returns what a joint or condition breaks at.
func readBreakLimits(e *deck.Element) system.BreakLimits {
	return system.BreakLimits{Force: e.Real("break_force"), Torque: e.Real("break_torque")}
}

// readBreakLimitsOfRow returns what a constraint of one row breaks at.
func readBreakLimitsOfRow(e *deck.Element) system.BreakLimits {
	return system.BreakLimits{Multiplier: e.Real("break_force")}
}

// readBreakLimitsOfMotion reads the limits at which a motion breaks; one that turns has no force, one that slides no torque.
func readBreakLimitsOfMotion(e *deck.Element, turns bool) system.BreakLimits {
	name, other, what := "break_force", "break_torque", "slides has no torque"
	if turns {
		name, other, what = other, name, "turns has no force"
	}
	if e.Has(other) {
		e.AddErrorf(other, "B267", "a motion that %s; give %s", what, name)
	}
	return system.BreakLimits{Multiplier: e.Real(name)}
}

// refuseUnilateral refuses unilateral at joints and conditions of several rows, or of one that
// has no sides.
func (b *builder) refuseUnilateral(e *deck.Element) {
	if t := e.Enum("type"); e.Bool("unilateral") && t != "INPLANE" {
		b.reportOnce(e, "unilateral", "B262", "a constraint of type %s cannot be one-sided", t)
		b.deck.Diags.List[len(b.deck.Diags.List)-1].Help = "unilateral is for " + oneSidedKinds
	}
}
