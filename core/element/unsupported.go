package element

import "github.com/trammel-mbd/trammel/core/deck"

// unsupportedElements are what the format has and this solver does
// not: why, or what to use in its place.
var unsupportedElements = map[string]string{
	"Body_Flexible": "use Body_Rigid",

	"Constraint_PTdCV":  "a point on a curve that deforms with its markers; Constraint_PTCV has rigid curves",
	"Constraint_PTdSF":  "a point on a surface that deforms with its markers; Constraint_PTSF has rigid surfaces",
	"Constraint_PTdSFF": "a point on a surface of a flexible body; Constraint_PTSF has rigid surfaces",
	"Constraint_Mate":   "the format does not say what it constrains; use Constraint_Joint or Constraint_Jprim with the same freedoms",

	"Force_PTdSF":     "a force on a surface that deforms with its markers; use Force_Contact with a mesh",
	"Force_FlexModal": "a load on the modes of a flexible body; use Force_Vector_TwoBody on rigid bodies",

	"Reference_DeformCurve":   "a curve through markers that move to each other; use Reference_ParamCurve on one body",
	"Reference_DeformSurface": "a surface through markers that move to each other; use Reference_ParamSurface on one body",
}

func init() {
	for name, why := range unsupportedElements {
		enter(kind{schema: &deck.Schema{Kind: name, Unsupported: why, Doc: "not supported"}})
	}
}
