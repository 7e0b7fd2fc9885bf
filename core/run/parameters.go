package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/deck"
)

// ParameterInfo is what run.json says about a parameter of the deck.
type ParameterInfo struct {
	Name     string   `json:"name"`
	Value    any      `json:"value"` // a number, or a text
	Default  string   `json:"default"`
	Unit     string   `json:"unit,omitempty"`
	Min      *float64 `json:"min,omitempty"`
	Max      *float64 `json:"max,omitempty"`
	Doc      string   `json:"doc,omitempty"`
	Assigned bool     `json:"assigned"` // the value comes from --set or --params
}

// AssignmentInfo is a value that an attribute or an argument has from --set or --params.
type AssignmentInfo struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// ParametersOf returns the parameters of a deck with the values in effect, and what was assigned to attributes.
func ParametersOf(m *deck.Model) (parameters []ParameterInfo, assigned []AssignmentInfo) {
	for _, p := range m.Parameters {
		i := ParameterInfo{Name: p.Name, Value: p.Value, Default: p.Default, Unit: p.Unit, Doc: p.Doc, Assigned: p.Assigned}
		if !math.IsNaN(p.Number) && !math.IsInf(p.Number, 0) {
			i.Value = p.Number
		}
		if !math.IsInf(p.Min, 0) {
			i.Min = &p.Min
		}
		if !math.IsInf(p.Max, 0) {
			i.Max = &p.Max
		}
		parameters = append(parameters, i)
	}
	for _, a := range m.Assigned {
		if m.FindParameter(a.Name) == nil {
			assigned = append(assigned, AssignmentInfo{a.Name, a.Value})
		}
	}
	return parameters, assigned
}
