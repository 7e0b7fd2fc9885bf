package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

func init() {
	for _, p := range []struct{ kind, measure, routine, doc string }{
		{"Control_PlantInput", "PINVAL", "PINSUB", "inputs of the model as seen by a control system"},
		{"Control_PlantOutput", "POUVAL", "POUTSUB", "outputs of the model as seen by a control system"},
	} {
		registerElements(kind{
			schema: &deck.Schema{
				Kind: p.kind, Doc: p.doc + ": a list of variables, read by " + p.measure + " and SYSARY",
				Attrs: joinAttrs(
					positiveIntegerAttr("num_element", "number of variables"),
					&deck.AttrSpec{Name: "variable_id_list", Alias: []string{"variable_id"}, Type: deck.Refs, To: []string{variableKind}, Doc: "the variables"},
					choiceAttr("type", "VARIABLE", "how the values are given; a user subroutine is not supported", "VARIABLE", "USERSUB"),
					deck.UserSubAttrs("type=USERSUB", 0),
					unusedAttrs("for co-simulation, which there is not", "hold_order", "sampling_period", "offset_time"),
				),
			},
			phase: arrays,
			build: func(b *builder, e *deck.Element) { b.addPlantMeasures(e, p.measure, p.routine) },
		})
	}
}

// addPlantMeasures makes the components of a list of variables measures.
func (b *builder) addPlantMeasures(e *deck.Element, measure, routine string) {
	ids := e.Refs("variable_id_list")
	switch {
	case e.Enum("type") == "USERSUB":
		e.AddErrorf("type", "B105", "a list by a user subroutine is not supported: the argument list of %s is not documented", routine).Help =
			"use variable_id_list with Reference_Variables of type USERSUB (VARSUB)"
		return
	case len(ids) == 0 && !b.faults.of[e]:
		e.AddErrorf("", "E305", "variable_id_list is missing")
		return
	}
	b.checkEntryCount(e, len(ids), "variables")
	v := system.NewUnboundValue(len(ids))
	for _, id := range ids {
		v.Calls = append(v.Calls, variableCall(id))
	}
	b.requestVariablesWithResults(ids)
	b.sys.RegisterValue(measure, e.ID(), v)
}
