package session

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/system"
)

// DescribeDeck is what a deck contains, for programs.
type Info struct {
	Deck       string               `json:"deck"`
	Parameters []run.ParameterInfo  `json:"parameters"`
	Assigned   []run.AssignmentInfo `json:"assigned"`
	Inputs     []NameInfo           `json:"inputs"`  // of all plants
	Outputs    []NameInfo           `json:"outputs"` // of all plants, then components of requests
	Bodies     []NameInfo           `json:"bodies"`  // without ground
	Integrator string               `json:"integrator"`
}

// NameInfo names something in a deck.
type NameInfo struct {
	Name  string `json:"name"`
	Label string `json:"label,omitempty"`
	Unit  string `json:"unit,omitempty"`
}

// DescribeDeck describes the deck.
func (s *Session) DescribeDeck() *Info {
	m := s.model
	i := &Info{Deck: s.path, Inputs: []NameInfo{}, Outputs: []NameInfo{}, Bodies: []NameInfo{}, Integrator: m.Tuning.Integrator}
	i.Parameters, i.Assigned = run.ParametersOf(m.Deck)
	if i.Parameters == nil {
		i.Parameters = []run.ParameterInfo{}
	}
	if i.Assigned == nil {
		i.Assigned = []run.AssignmentInfo{}
	}
	if m.Linear != nil {
		i.Inputs = append(i.Inputs, variableNames(m, m.Linear.Inputs)...)
		i.Outputs = append(i.Outputs, variableNames(m, m.Linear.Outputs)...)
	}
	for _, c := range run.RequestColumnsOf(m) {
		i.Outputs = append(i.Outputs, NameInfo{c.Name, c.Label, c.Unit})
	}
	kinds := map[system.BodyKind]string{system.Rigid: "Body_Rigid", system.PointMass: "Body_Point"}
	for k := range m.System.Bodies {
		b := &m.System.Bodies[k]
		if b.Role == system.FlexFrame {
			i.Bodies = append(i.Bodies, NameInfo{Name: fmt.Sprintf("Body_Flexible %d", b.ID), Label: b.Name})
		} else if b.Role == system.BeamNode {
			if last := &m.System.Bodies[k-1]; last.Role != b.Role || last.ID != b.ID {
				i.Bodies = append(i.Bodies, NameInfo{Name: fmt.Sprintf("Body_Flexible %d", b.ID), Label: b.Name})
			}
		} else if kinds[b.Kind] != "" && b.Role == system.Whole {
			i.Bodies = append(i.Bodies, NameInfo{Name: fmt.Sprintf("%s %d", kinds[b.Kind], b.ID), Label: b.Name})
		}
	}
	return i
}

func variableNames(m *element.Model, list []element.PlantVariable) (names []NameInfo) {
	for _, v := range list {
		n := NameInfo{Name: v.Name()}
		if e := m.Deck.FindElement("Reference_Variable", v.ID); e != nil {
			n.Label = e.Label()
		}
		names = append(names, n)
	}
	return names
}
