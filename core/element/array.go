package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

const arrayKind = "Reference_Array"

func init() {
	registerElements(
		kind{
			schema: &deck.Schema{
				Kind: arrayKind, Doc: "states X or outputs Y of an equation, inputs U, or initial conditions IC",
				Attrs: joinAttrs(
					requiredAttr(choiceAttr("type", "", "what the array holds", "X", "Y", "U", "IC")),
					positiveIntegerAttr("num_element", "number of entries; needed with a user subroutine"),
					&deck.AttrSpec{Name: "variable_id", Alias: []string{"variable_id_list"}, Type: deck.Refs,
						To: []string{variableKind}, When: "type=U", Doc: "variables that are the inputs; or the text between the tags"},
					deck.UserSubAttrs("type=U", 0),
				),
				Text: []deck.AttrSpec{
					{Type: deck.Refs, To: []string{variableKind}, When: "type=U", Doc: "variables that are the inputs"},
					{Type: deck.Reals, When: "type=IC", Unit: "1", Doc: "initial values"},
				},
			},
			phase: arrays,
			build: buildArray,
		},
	)
}

func buildArray(b *builder, e *deck.Element) {
	switch e.Enum("type") {
	case "IC":
		v := system.NewUnboundValue(0)
		v.Const = e.TextReals()
		v.Length = len(v.Const)
		b.checkEntryCount(e, v.Length, "numbers")
		b.sys.RegisterValue("ARYVAL", e.ID(), v)
	case "U":
		b.sys.RegisterValue("ARYVAL", e.ID(), b.inputArrayValue(e))
	}
	// X and Y belong to the equation that names them.
}

// checkEntryCount reports a num_element that is not the number of entries.
func (b *builder) checkEntryCount(e *deck.Element, n int, what string) {
	if e.Has("num_element") && e.Int("num_element") != n && !b.faults.of[e] {
		e.AddErrorf("num_element", "B040", "says %d, but there are %d %s", e.Int("num_element"), n, what)
	}
}

// inputArrayValue returns the value of an array of inputs: variables, or an ARYSUB.
func (b *builder) inputArrayValue(e *deck.Element) system.Value {
	ids := e.Refs("variable_id")
	if len(ids) == 0 {
		ids = e.TextInts()
	} else if e.Text() != nil {
		e.AddWarningf("variable_id", "B045", "variable_id is taken, the text between the tags is ignored")
	}
	if len(ids) > 0 {
		if namesRoutine(e, usersub.ARYSUB) {
			e.AddWarningf("", "B045", "the variables are taken, the user subroutine is ignored")
		}
		b.checkEntryCount(e, len(ids), "variables")
		v := system.NewUnboundValue(len(ids))
		for _, id := range ids {
			v.Calls = append(v.Calls, system.Call{Name: "VARVAL", Args: []int{id}})
		}
		return v
	}
	v := system.NewUnboundValue(e.Int("num_element"))
	v.Const = make([]float64, v.Length)
	switch {
	case b.faults.of[e]:
	case !namesRoutine(e, usersub.ARYSUB):
		e.AddErrorf("", "B041", "an input array needs variable ids (variable_id or element text) or a user subroutine")
	case !e.Has("num_element"):
		e.AddErrorf("", "B042", "num_element is needed with a user subroutine")
	default:
		if r := b.loadRoutine(e, usersub.ARYSUB, map[string]int{"nvalue": v.Length}); r != nil {
			v.Const, v.Law = nil, b.sys.AddLaw(r.LawSpec())
		}
	}
	return v
}

// findReferencedArray returns the array that an attribute names, checked for its type; nil
// if there is none.
func (b *builder) findReferencedArray(e *deck.Element, attribute, arrayType string) *deck.Element {
	a := b.deck.FindElement(arrayKind, e.Ref(attribute))
	if a == nil || b.faults.of[a] && a.Enum("type") == "" {
		b.faults.addFaultyElement(e) // reported
		return nil
	}
	if a.Enum("type") != arrayType {
		e.AddErrorf(attribute, "B071", "array %d is of type %s, wanted %s", a.ID(), a.Enum("type"), arrayType).AddNote(a.Span, "the array is here")
		return nil
	}
	return a
}

// bindArrayToEquation gives an array of states or outputs its values. An array belongs to one
// equation.
func (b *builder) bindArrayToEquation(e *deck.Element, attribute string, values system.Value) {
	id := e.Ref(attribute)
	if other := b.owner[id]; other != nil {
		e.AddErrorf(attribute, "B073", "array %d belongs to %s already", id, other.KindIDLabel())
		return
	}
	b.owner[id] = e
	b.sys.RegisterValue("ARYVAL", id, values)
}

// zeroUnusedArrays gives zeros to arrays of states and outputs that no equation names,
// with a warning.
func (b *builder) zeroUnusedArrays() {
	for _, e := range b.deck.ElementsOfKind(arrayKind) {
		if _, ok := b.sys.Values["ARYVAL"][e.ID()]; ok {
			continue
		}
		if len(b.faults.of) == 0 {
			e.AddWarningf("type", "B046", "no equation fills the array: it is zero")
		}
		v := system.NewUnboundValue(e.Int("num_element"))
		v.Const = make([]float64, v.Length)
		b.sys.RegisterValue("ARYVAL", e.ID(), v)
	}
}
