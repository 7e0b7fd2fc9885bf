package element

import (
	"slices"
	"strconv"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

// Linear is the settings of linear analyses.
type Linear struct {
	Eigen     bool // eigenvalues are wanted
	Balance   bool // A is scaled before
	NoDamping bool
	Still     bool // speeds at the operating point count as zero
	// Inputs, Outputs and States are those of B, C and D, and the displacements
	// that are wanted as states. Without an id in the deck inputs and outputs are
	// those of all plants.
	Inputs, Outputs, States []PlantVariable
}

// PlantVariable is a variable that is an input, output or state of a plant.
type PlantVariable struct {
	ID   int // of the Reference_Variable
	Call system.Call
}

// Name is what the results call it.
func (v PlantVariable) Name() string { return variableKind + " " + strconv.Itoa(v.ID) }

// VariableCalls are the measures of variables.
func VariableCalls(list []PlantVariable) []system.Call {
	all := make([]system.Call, len(list))
	for i, v := range list {
		all[i] = v.Call
	}
	return all
}

const (
	linearKind      = "Param_Linear"
	plantInputKind  = "Control_PlantInput"
	plantOutputKind = "Control_PlantOutput"
	plantStateKind  = "Reference_PlantState"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: linearKind, Section: deck.InBoth, NoID: true, Doc: "settings of linear analyses",
			Attrs: joinAttrs(
				choiceAttr("balancing", "AUTO", "scaling of A before its eigenvalues are found; AUTO does", "AUTO", "TRUE", "FALSE"),
				flagAttr("disable_damping", "forces do not depend on speeds"),
				choiceAttr("gyroscopic", "FULL", "whether the speeds of the operating point count, with their gyroscopic and centrifugal forces; with NONE the model is at rest in its pose; PARTIAL is refused, since the format does not say what it leaves out",
					"FULL", "NONE", "PARTIAL"),
				withSpellings(choiceAttr("eigen_analysis", "TRUE", "eigenvalues and modes are wanted, not the matrices alone", "TRUE", "FALSE"), "YES", "TRUE", "NO", "FALSE"),
				optionalReferenceAttr("pinput_id", "inputs of B and D; those of all Control_PlantInput if missing", plantInputKind),
				optionalReferenceAttr("poutput_id", "outputs of C and D; those of all Control_PlantOutput if missing", plantOutputKind),
				optionalReferenceAttr("pstate_id", "displacements that are states, with their rates, instead of coordinates of bodies", plantStateKind),
				unusedAttrs("animations are not written", "anim_scale"),
				unusedAttrs("the files are those of this solver (README)", "write_simulinkmdl", "write_matlabfiles", "write_oml", "write_eig_info"),
				unusedAttrs("tables of energies are not written", "write_energy_dist", "write_energy_html",
					"ke_modes_exclude", "ke_modes_include", "se_modes_exclude", "se_modes_include", "de_modes_exclude", "de_modes_include"),
				unusedAttrs("partial derivatives are exact where they can be", "numerical_jacobian"),
			),
		},
		phase: settings,
		build: func(_ *builder, e *deck.Element) { refuseUnsupportedLinear(e) },
	})
	registerElements(kind{
		schema: &deck.Schema{
			Kind: plantStateKind, Doc: "displacements that linear analyses take as states, with their rates: a list of variables",
			Attrs: joinAttrs(
				positiveIntegerAttr("num_element", "number of variables"),
				&deck.AttrSpec{Name: "variable_id_list", Alias: []string{"variable_id"}, Type: deck.Refs, To: []string{variableKind}, Required: true,
					Doc: "the variables: functions of positions alone"},
			),
		},
		phase: arrays,
		build: func(b *builder, e *deck.Element) {
			ids := e.Refs("variable_id_list")
			b.checkEntryCount(e, len(ids), "variables")
			b.requestVariablesWithResults(ids)
		},
	})
}

// requestVariablesWithResults has the values of variables evaluated with the results: linear analyses need them.
func (b *builder) requestVariablesWithResults(ids []int) {
	for _, id := range ids {
		b.sys.Wanted = append(b.sys.Wanted, variableCall(id))
	}
}

func variableCall(id int) system.Call { return system.Call{Name: "VARVAL", Args: []int{id}} }

// readLinearSettings reads the settings of a linear analysis from the elements that are in
// force, the last one first.
func (b *builder) readLinearSettings(list []*deck.Element) *Linear {
	s := &Linear{}
	last := map[string]*deck.Element{}
	for _, e := range list {
		for _, a := range e.Schema.Attrs {
			if e.Has(a.Name) {
				last[a.Name] = e
			}
		}
	}
	is := func(name, value string) bool { return last[name] != nil && last[name].Enum(name) == value }
	s.Eigen = !is("eigen_analysis", "FALSE")
	if e := last["disable_damping"]; e != nil {
		s.NoDamping = e.Bool("disable_damping")
	}
	s.Balance = !is("balancing", "FALSE")
	s.Still = is("gyroscopic", "NONE")
	s.Inputs = b.listPlantVariables(last["pinput_id"], "pinput_id", plantInputKind, true)
	s.Outputs = b.listPlantVariables(last["poutput_id"], "poutput_id", plantOutputKind, true)
	s.States = b.listPlantVariables(last["pstate_id"], "pstate_id", plantStateKind, false)
	return s
}

// listPlantVariables lists the variables of the plant that an attribute names, or of
// all of them.
func (b *builder) listPlantVariables(e *deck.Element, name, kind string, all bool) []PlantVariable {
	var plants []*deck.Element
	switch {
	case e != nil:
		if p := b.deck.FindElement(kind, e.Ref(name)); p != nil {
			plants = append(plants, p)
		}
	case all:
		plants = b.deck.ElementsOfKind(kind)
	}
	var list []PlantVariable
	for _, p := range plants {
		for _, id := range p.Refs("variable_id_list") {
			v := PlantVariable{id, variableCall(id)}
			if !slices.ContainsFunc(list, func(o PlantVariable) bool { return o.ID == id }) {
				list = append(list, v)
			}
		}
	}
	return list
}

// refuseUnsupportedLinear refuses what cannot be done.
func refuseUnsupportedLinear(e *deck.Element) {
	if e.Has("gyroscopic") && e.Enum("gyroscopic") == "PARTIAL" {
		e.AddErrorf("gyroscopic", "B310", "PARTIAL is not supported: what it leaves out is not documented; use FULL or NONE")
	}
}

// readLinearAnalysis reads a linear analysis.
func (b *builder) readLinearAnalysis(e *deck.Element, c *Command, settings []*deck.Element) bool {
	if c.HasStart = e.Has("start_time"); c.HasStart {
		c.Start = e.Real("start_time")
		b.clock = c.Start
	}
	for _, n := range []string{"end_time", "duration", "num_steps", "print_interval", "print_increment", "print_array_id", "restart_array_id"} {
		if e.Has(n) && !(n == "end_time" && e.Real(n) == b.clock) {
			e.AddWarningf(n, "B311", "a linear analysis is about one time: %s changes nothing", n)
		}
	}
	c.Linear = b.readLinearSettings(append(b.deck.ElementsOfKind(linearKind), settings...))
	return true
}
