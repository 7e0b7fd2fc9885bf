package element

import "github.com/trammel-mbd/trammel/core/deck"

// unsupportedElements are what the format has and this solver does
// not: why, or what to use in its place.
var unsupportedElements = map[string]string{
	"Body_NLFE": "nonlinear beams are a Body_Flexible of type NLFE with elements GRID, BEAM12 or CABLE, PBEAMA or PCABLE, and MAT1",

	"FMU":                  "a model of another program by the Functional Mock-up Interface; Control_StateEqn takes the same equations as a user subroutine",
	"Control_FMU":          "a model of another program by the Functional Mock-up Interface; Control_StateEqn takes the same equations as a user subroutine",
	"External_System":      "a model of another program; Control_StateEqn takes its equations as a user subroutine",
	"Control_CoSimulation": "simulation together with another program; Control_StateEqn takes its equations as a user subroutine",

	"Constraint_PTdCV":  "a point on a curve that deforms with its markers; Constraint_PTCV has rigid curves",
	"Constraint_PTdSF":  "a point on a surface that deforms with its markers; Constraint_PTSF has rigid surfaces",
	"Constraint_PTdSFF": "a point on a surface of a flexible body; Constraint_PTSF has rigid surfaces",
	"Constraint_Mate":   "the format does not say what it constrains; use Constraint_Joint or Constraint_Jprim with the same freedoms",

	"Force_PTdSF":    "a force on a surface that deforms with its markers; use Force_Contact with a mesh",
	"Force_FlexNode": "a load on the nodes of a flexible body; use Force_Vector_TwoBody on markers with a node_id",
	"Force_DistLoad": "a load along a flexible body; use Force_Vector_TwoBody on markers with a node_id",
	"Force_Tire":     "use Force_Vector_TwoBody with a routine of the tyre's forces",
	"Force_Tyre":     "use Force_Vector_TwoBody with a routine of the tyre's forces",
	"Auto_Tire":      "use Force_Vector_TwoBody with a routine of the tyre's forces",

	"Reference_DeformCurve":   "a curve through markers that move to each other; use Reference_ParamCurve on one body",
	"Reference_DeformSurface": "a surface through markers that move to each other; use Reference_ParamSurface on one body",
}

func init() {
	for name, why := range unsupportedElements {
		registerElements(kind{schema: &deck.Schema{Kind: name, Unsupported: why, Doc: "not supported"}})
	}
}
