package element

import (
	"maps"
	"slices"

	"github.com/trammel-mbd/trammel/core/deck"
)

// switchable are the elements that Activate and Deactivate know, by the names
// that these commands give them. Where a type of element stands for one form of
// a kind only, form reports which.
var switchable = map[string]struct {
	kinds []string
	form  func(e *deck.Element) bool
}{
	"BEAM": {kinds: []string{"Force_Beam"}}, "BUSH": {kinds: []string{"Force_Bushing"}},
	"CONTACT": {kinds: []string{"Force_Contact"}}, "COUPLER": {kinds: []string{"Constraint_Coupler"}},
	"CVCV": {kinds: []string{"Constraint_CVCV"}}, "CVSF": {kinds: []string{"Constraint_CVSF"}},
	"DIFF": {kinds: []string{"Control_Diff"}}, "FIELD": {kinds: []string{"Force_Field"}},
	"FORCE":    {kinds: []string{"Force_Vector_TwoBody", "Force_Vector_OneBody", "Force_Scalar_TwoBody"}},
	"FRICTION": {kinds: []string{"Force_JointFriction"}}, "GCON": {kinds: []string{"Constraint_General"}},
	"GEAR": {kinds: []string{"Constraint_Gear"}}, "GFORCE": {kinds: []string{"Force_Vector_TwoBody", "Force_Vector_OneBody"}},
	"GSE":   {[]string{"Control_StateEqn"}, isOfType("USERSUB")},
	"JOINT": {kinds: []string{"Constraint_Joint"}}, "JPRIM": {kinds: []string{"Constraint_Jprim"}},
	"LSE":  {[]string{"Control_StateEqn"}, isOfType("LINEAR")},
	"MATE": {kinds: []string{"Constraint_Mate"}}, "MFORCE": {kinds: []string{"Force_FlexModal"}},
	"MOTION": {kinds: []string{"Motion_Joint", "Motion_Marker"}}, "NFORCE": {kinds: []string{"Force_MultiPoint"}},
	"PFORCE": {kinds: []string{"Force_Penalty"}}, "PTCV": {kinds: []string{"Constraint_PTCV"}},
	"PTDCV": {kinds: []string{"Constraint_PTdCV"}}, "PTDSF": {kinds: []string{"Constraint_PTdSF"}}, "PTDSFF": {kinds: []string{"Constraint_PTdSFF"}},
	"PTSF": {kinds: []string{"Constraint_PTSF"}}, "SENSOR": {kinds: []string{"Sensor_Event"}},
	"SFORCE": {kinds: []string{"Force_Scalar_TwoBody"}}, "SFSF": {kinds: []string{"Constraint_SFSF"}},
	"SPDP": {kinds: []string{"Force_SpringDamper"}}, "TFSISO": {kinds: []string{"Control_SISO"}},
	"UCON":    {kinds: []string{"Constraint_UserConstr"}},
	"VFORCE":  {[]string{"Force_Vector_TwoBody", "Force_Vector_OneBody"}, isOfType("FORCEONLY")},
	"VTORQUE": {[]string{"Force_Vector_TwoBody", "Force_Vector_OneBody"}, isOfType("TORQUEONLY")},
	"YFORCE":  {kinds: []string{"Force_StateEqn"}},
}

func isOfType(typeName string) func(*deck.Element) bool {
	return func(e *deck.Element) bool { return e.Enum("type") == typeName }
}

func init() {
	types := slices.Sorted(maps.Keys(switchable))
	alias := map[string]string{
		"BUSHING": "BUSH", "SPRINGDAMPER": "SPDP", "VFOR": "VFORCE", "VTOR": "VTORQUE", "GFOR": "GFORCE", "SFOR": "SFORCE",
		"CONSTRAINT_JOINT": "JOINT", "CONSTRAINT_JPRIM": "JPRIM", "CONSTRAINT_GENERAL": "GCON",
	}
	for _, c := range [2]struct{ kind, doc string }{
		{"Activate", "switches an element on again"},
		{"Deactivate", "switches an element off: it stays in the model and has no effect; states keep their values"},
	} {
		registerElements(kind{schema: &deck.Schema{
			Kind: c.kind, Section: deck.InCommand, Doc: c.doc,
			Attrs: joinAttrs(
				requiredAttr(&deck.AttrSpec{Name: "element_type", Type: deck.Enum, Enum: types, EnumAlias: alias,
					Doc: "type of the element; FORCE means all action forces"}),
				requiredAttr(&deck.AttrSpec{Name: "element_id", Type: deck.Ints, Positive: true, Doc: "id of the element, or of several"}),
			),
		}, phase: commands})
	}
}

// findElementsToSwitch returns the elements of a kind that a command switches on or off. Without accepts GFORCE means any vector force, but of several with
// one id the one that is a GFORCE of Adams.
func findElementsToSwitch(m *deck.Model, kind string, id int, accepts func(e *deck.Element) bool) []*deck.Element {
	all := m.FindElements(kind, id)
	if accepts == nil && len(all) > 1 {
		accepts = isOfType("FORCEANDTORQUE")
		if !slices.ContainsFunc(all, accepts) {
			return all
		}
	}
	return slices.DeleteFunc(all, func(e *deck.Element) bool { return accepts != nil && !accepts(e) })
}

// applyActivation carries out Activate or Deactivate.
func applyActivation(m *deck.Model, c *deck.Element) {
	name, on := c.Enum("element_type"), c.Kind == "Activate"
	t := switchable[name]
	for _, id := range c.Ints("element_id") {
		found, changed := false, false
		for _, kind := range t.kinds {
			if !m.HasKind(kind) {
				continue
			}
			for _, e := range findElementsToSwitch(m, kind, id, t.form) {
				found = true
				if e.Inactive == on {
					m.SetActive(e, on)
					changed = true
				}
			}
		}
		switch {
		case !found && name != "":
			c.AddErrorf("element_id", "B096", "there is no %s %d", name, id)
		case found && !changed:
			c.AddWarningf("element_id", "B097", "%s %d is %s already", name, id, map[bool]string{true: "active", false: "inactive"}[on])
		}
	}
}
