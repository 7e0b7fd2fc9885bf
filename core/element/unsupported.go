package element

import "github.com/trammel-mbd/trammel/core/deck"

// unsupportedElements are what the format has and this solver does
// not: why, or what to use in its place.
var unsupportedElements = map[string]string{
	"Body_Flexible": "use Body_Rigid",

	"Constraint_PTdCV": "", "Constraint_PTdSF": "", "Constraint_PTdSFF": "", "Constraint_Mate": "",

	"Force_PTdSF": "", "Force_FlexModal": "",

	"Reference_DeformCurve": "", "Reference_DeformSurface": "",
	"Reference_PlantState": "linear analyses are not available",
}

func init() {
	for name, why := range unsupportedElements {
		enter(kind{schema: &deck.Schema{Kind: name, Unsupported: reason(why), Doc: "not supported"}})
	}
}

func reason(why string) string {
	if why == "" {
		return "there is nothing like it yet"
	}
	return why
}
