package run

import (
	"fmt"
	"maps"
	"slices"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

// OutputExtent is which results a run writes.
type OutputExtent uint8

// Extents, each with what the ones before have.
const (
	ByDeck         OutputExtent = iota // AllResults where the deck requests them or has no request, else MotionResults
	NoResults                          // no rows
	RequestResults                     // requests.csv
	MotionResults                      // a store, with the motion of all bodies
	AllResults                         // forces, variables, states and what else elements have
)

// Extents are the names of extents on the command line.
var Extents = map[string]OutputExtent{"none": NoResults, "requests": RequestResults, "motion": MotionResults, "all": AllResults}

// requestedOutputExtent returns what a deck requests: RESULTS of Adams and H3DOutput are everything, and so is ResOutput of an XML
// deck; OUTPUT of Adams, which is a ResOutput too, says how requests are written.
func requestedOutputExtent(m *element.Model) OutputExtent {
	asks := false
	for _, list := range [][]*deck.Element{m.Deck.ElementsOfKind("H3DOutput"), m.Deck.ElementsOfKind("ResOutput"), m.Deck.Commands} {
		for _, e := range list {
			asks = asks || e.Kind == "H3DOutput" && e.Enum("switch") == "ON" || e.Kind == "ResOutput" && m.Deck.Root != ""
		}
	}
	columns := 0
	for i := range m.Requests {
		columns += len(m.Requests[i].Name)
	}
	if asks || columns == 0 {
		return AllResults
	}
	return MotionResults
}

// columnCollector gathers the values of a row. Its columns stay; where their values come from is bound to each form of the
// model.
type columnCollector struct {
	extent OutputExtent
	layout Layout
	bodies []bodyColumns
	modes  []modeColumns
	wrench []wrenchColumns // constraints, motions and forces
	states []stateColumns
	calls  []callColumn // measures
	scalar []scalarColumns
	sensed []sensedColumn
}

// bodyColumns are the columns of the motion of a body.
type bodyColumns struct {
	kind system.BodyKind
	role system.BodyRole
	id   int
	part int
	at   int // its first column
	idx  system.BodyIdx
	last spatial.Quat // of the row before: quaternions stay in one hemisphere
}

// wrenchColumns are the six columns of a force and torque on I's body, along global axes.
type wrenchColumns struct {
	name   string // the measure that reports it
	id, at int
	marker int   // id of I of a force on several markers, 0 of others
	force  int   // index in System.Forces, -1 for rows
	set    int   // index in System.Rows, -1 where the model has none now
	beside []int // row sets of the limits of the joint
}

// stateColumns are first-order states of an equation.
type stateColumns struct{ at, first, n int }

// callColumn is a measure.
type callColumn struct {
	at   int
	call system.Call
	ok   bool
}

// newColumnCollector returns the columns of a model.
func newColumnCollector(m *element.Model, extent OutputExtent, labels bool) *columnCollector {
	if extent == ByDeck {
		extent = requestedOutputExtent(m)
	}
	u := newUnitNames(m.Deck)
	c := &columnCollector{extent: extent}
	c.layout = Layout{Labels: labels, Store: extent >= MotionResults, Integrator: m.Tuning.Integrator, Tolerance: m.Tuning.AbsTol()}
	if extent == NoResults {
		return c
	}
	c.layout.Columns = requestColumns(m, u)
	c.layout.Requests = len(c.layout.Columns)
	if extent >= MotionResults {
		c.addBodyColumns(m, u)
	}
	if extent >= AllResults {
		c.addReactionColumns(m, u)
		c.addForceColumns(m, u)
		c.addMultiPointColumns(m, u)
		c.addPenaltyAndMultiplierColumns(m)
		c.addValueColumns(m)
		c.addSensorColumns(m)
		c.addStateColumns(m)
	}
	if c.layout.Store {
		c.layout.Scene = newScene(m, c)
	}
	c.bindColumns(m.System)
	return c
}

// addColumns appends columns of an element and returns the index of the first.
func (c *columnCollector) addColumns(e result.Element, frame string, parts ...component) int {
	at := len(c.layout.Columns)
	for _, p := range parts {
		col := result.Column{Name: result.ColumnName(e, p.name), Element: e, Component: p.name, Quantity: p.quantity, Unit: p.unit}
		if frame != "" {
			col.Frame = frame
		}
		c.layout.Columns = append(c.layout.Columns, col)
	}
	return at
}

// component is a component of an element: its name, quantity and unit.
type component struct{ name, quantity, unit string }

const globalFrame = "global"

func (c *columnCollector) addBodyColumns(m *element.Model, u *unitNames) {
	for i := range m.System.Bodies {
		b := &m.System.Bodies[i]
		kind, id := result.KindBody, b.ID
		switch b.Kind {
		case system.PointMass:
			kind = result.KindPoint
		case system.Rigid:
		default:
			continue
		}
		switch b.Role {
		case system.FlexFrame:
			kind = result.KindFlex
		case system.FlexNode, system.BeamNode:
			kind, id = result.NodeKind(b.ID), b.Part
		}
		at := c.addColumns(result.Element{Kind: kind, ID: id, Label: b.Name}, globalFrame, u.motion...)
		c.bodies = append(c.bodies, bodyColumns{kind: b.Kind, role: b.Role, id: b.ID, part: b.Part, at: at})
	}
	for i := range m.System.Flex {
		f := &m.System.Flex[i]
		var parts []component
		for k := range f.ModeCount() {
			parts = append(parts, component{name: fmt.Sprint("Q", f.First+k)})
		}
		at := c.addColumns(result.Element{Kind: result.KindModes, ID: f.ID, Label: f.Name}, "", parts...)
		c.modes = append(c.modes, modeColumns{at: at, id: f.ID})
	}
}

// modeColumns are the columns of the modal coordinates of a flexible body.
type modeColumns struct {
	at, id int
	flex   *system.FlexBody
}

// rowMeasures are the measures that report reactions, by the elements that they name.
var rowMeasures = map[string]string{
	"Constraint_Joint": "JOINT", "Constraint_Jprim": "JPRIM", "Constraint_General": "GCON", "Constraint_UserConstr": "UCON",
	"Constraint_PTCV": "PTCV", "Constraint_CVCV": "CVCV", "Constraint_PTSF": "PTSF", "Constraint_CVSF": "CVSF", "Constraint_SFSF": "SFSF",
}

// reactionRowSets lists the first row set of each constraint and motion whose reaction has a marker.
func reactionRowSets(sys *system.System) (sets []int, names []string) {
	motions := map[int]bool{}
	for _, set := range sys.Motions {
		motions[set] = true
	}
	known := map[string]bool{}
	for i, p := range sys.RowSetOwners() {
		name := rowMeasures[p.Element]
		if motions[i] {
			name = "MOTION"
		}
		key := fmt.Sprint(name, p.ID)
		if name == "" || p.I == system.NoMarker || known[key] {
			continue
		}
		known[key] = true
		sets, names = append(sets, i), append(names, name)
	}
	return sets, names
}

func (c *columnCollector) addReactionColumns(m *element.Model, u *unitNames) {
	sets, names := reactionRowSets(m.System)
	places := m.System.RowSetOwners()
	for k, set := range sets {
		p := places[set]
		at := c.addColumns(result.Element{Kind: names[k], ID: p.ID, Label: labelOf(m, p.Element, p.ID)}, globalFrame, u.wrench...)
		c.wrench = append(c.wrench, wrenchColumns{name: names[k], id: p.ID, at: at, force: -1})
	}
}

// forceMeasures are the measures that report forces, in the order of the columns. A vector force has GFORCE besides
// its own.
var forceMeasures = []string{"SFORCE", "VFORCE", "VTORQ", "GFORCE", "SPDP", "YFORCE", "FIELD", "BUSH", "BEAM", "CONTACT", "FRICTION"}

// forEachReportedForce lists the forces that a measure reports: the indices in System.Forces by measure and id.
func forEachReportedForce(sys *system.System, found func(name string, id, index int)) {
	known := map[int]bool{}
	for _, name := range forceMeasures {
		for _, id := range slices.Sorted(maps.Keys(sys.ForceIDs[name])) {
			if i := sys.ForceIDs[name][id]; !known[i] {
				known[i] = true
				found(name, id, i)
			}
		}
	}
}

func (c *columnCollector) addForceColumns(m *element.Model, u *unitNames) {
	forEachReportedForce(m.System, func(name string, id, i int) {
		at := c.addColumns(result.Element{Kind: name, ID: id, Label: labelOf(m, m.System.Forces[i].Element, id)}, globalFrame, u.wrench...)
		c.wrench = append(c.wrench, wrenchColumns{name: name, id: id, at: at, force: i})
	})
}

// values are the elements whose values are measures.
var values = []struct{ kind, measure, deck, component string }{
	{result.KindVariable, "VARVAL", "Reference_Variable", "Q"},
	{result.KindInput, "PINVAL", "Control_PlantInput", "IN"},
	{result.KindOutput, "POUVAL", "Control_PlantOutput", "OUT"},
	{result.KindSensor, "SENVAL", "Sensor_Evaluate", "VALUE"},
}

func (c *columnCollector) addValueColumns(m *element.Model) {
	for _, v := range values {
		for _, id := range slices.Sorted(maps.Keys(m.System.Values[v.measure])) {
			if id <= 0 || v.kind == result.KindSensor && hasSensor(m, id) { // one of ours, or beside what the sensor watches
				continue
			}
			several := v.kind == result.KindInput || v.kind == result.KindOutput
			for k := range m.System.Values[v.measure][id].Length {
				name, call := v.component, system.Call{Name: v.measure, Args: []int{id}}
				if several {
					name = fmt.Sprint(name, k+1)
					call.Args = append(call.Args, k+1)
				}
				at := c.addColumns(result.Element{Kind: v.kind, ID: id, Label: labelOf(m, v.deck, id)}, "", component{name: name})
				c.calls = append(c.calls, callColumn{at: at, call: call})
			}
		}
	}
}

func (c *columnCollector) addStateColumns(m *element.Model) {
	first := 0
	for _, g := range m.System.States {
		n := len(g.IC)
		var parts []component
		for k := range n {
			parts = append(parts, component{name: fmt.Sprint("X", k+1)})
		}
		at := c.addColumns(result.Element{Kind: stateElementKind(g.Name), ID: g.ID, Label: labelOf(m, g.Name, g.ID)}, "", parts...)
		c.states = append(c.states, stateColumns{at: at, first: first, n: n})
		first += n
	}
}

// stateElementKind names the kind of an element with states.
func stateElementKind(name string) string {
	if k, ok := map[string]string{"Control_Diff": "DIFF", "Control_StateEqn": "GSE", "Control_SISO": "TFSISO", "Force_StateEqn": "YFORCE"}[name]; ok {
		return k
	}
	return result.KindState
}

// labelOf returns the label of an element of the deck.
func labelOf(m *element.Model, kind string, id int) string {
	if m.Deck.HasKind(kind) {
		if e := m.Deck.FindElement(kind, id); e != nil {
			return e.Label()
		}
	}
	return ""
}

// collectColumns makes a model's columns those of the rows.
func (o *rowWriter) collectColumns(m *element.Model) {
	o.collector = newColumnCollector(m, o.r.opt.Results, o.r.opt.LabelHeader)
	o.values = make([]float64, len(o.collector.layout.Columns))
}

// analysisKind names the type of the analysis under way, as run.json does.
func (r *runner) analysisKind() string {
	switch r.state.Mode {
	case system.Static:
		return "static"
	case system.QuasiStatic:
		return "quasi-static"
	case system.Kinematic:
		return "kinematic"
	}
	return "transient"
}
