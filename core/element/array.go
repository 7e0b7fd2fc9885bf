package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	enter(
		kind{
			schema: &deck.Schema{
				Kind: "Reference_Array", Doc: "states X or outputs Y of an equation, inputs U, or initial conditions IC",
				Attrs: attrs(
					required(choice("type", "", "X", "Y", "U", "IC")),
					deck.AttrSpec{Name: "num_element", Type: deck.Int, Positive: true},
					deck.AttrSpec{Name: "variable_id", Alias: []string{"variable_id_list"}, Type: deck.Refs, To: []string{"Reference_Variable"}, When: "type=U"},
					deck.UserSubAttrs("type=U", 0),
				),
				Text: []deck.AttrSpec{
					{Type: deck.Refs, To: []string{"Reference_Variable"}, When: "type=U"},
					{Type: deck.Reals, When: "type=IC"},
				},
			},
			phase: arrays,
			build: buildArray,
		},
		kind{
			schema: &deck.Schema{
				Kind: "Reference_String", Doc: "a text that routines ask for by its id",
				Attrs: attrs(deck.AttrSpec{Name: "string", Type: deck.String, Required: true}),
			},
			phase: arrays,
		},
	)
}

func buildArray(b *builder, e *deck.Element) {
	switch e.Enum("type") {
	case "IC":
		v := e.TextReals()
		if e.Has("num_element") && e.Int("num_element") != len(v) {
			e.Errorf("num_element", "B040", "says %d, but there are %d numbers", e.Int("num_element"), len(v))
		}
		val := system.NewValue(len(v))
		val.Const = v
		b.sys.SetValue("ARYVAL", e.ID(), val)
	case "U":
		b.inputs(e)
	}
	// X and Y belong to the equation that names them.
}

// inputs builds an array of inputs: variables, or an ARYSUB.
func (b *builder) inputs(e *deck.Element) {
	ids := e.Refs("variable_id")
	if len(ids) == 0 {
		ids = e.TextInts()
	}
	if len(ids) > 0 {
		v := system.NewValue(len(ids))
		for _, id := range ids {
			v.Calls = append(v.Calls, system.Call{Name: "VARVAL", Args: []int{id}})
		}
		b.sys.SetValue("ARYVAL", e.ID(), v)
		return
	}
	v := system.NewValue(e.Int("num_element"))
	v.Const = make([]float64, v.Length)
	switch {
	case !asks(e, usersub.ARYSUB):
		e.Errorf("", "B041", "an input array needs variable ids (variable_id or element text) or a user subroutine")
	case !e.Has("num_element"):
		e.Errorf("", "B042", "num_element is needed with a user subroutine")
	default:
		if r := b.routine(e, usersub.ARYSUB, map[string]int{"nvalue": v.Length}); r != nil {
			v.Const, v.Law = nil, b.sys.AddLaw(r.Spec())
		}
	}
	b.sys.SetValue("ARYVAL", e.ID(), v)
}
