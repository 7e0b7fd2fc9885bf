package run

import (
	"fmt"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/system"
)

// scalarColumns are those of an element that acts along the gradient of a function g: a Force_Penalty, or a constraint
// whose reaction has no marker. A penalty has columns of g and of the generalized force, a constraint that of the force.
type scalarColumns struct {
	name    string
	id, at  int
	penalty int // index in System.Penalties, -1 for rows
	set     int // index in System.Rows, -1 where the model has none now
}

// sensedColumn is the value that a sensor watches.
type sensedColumn struct{ id, at int }

// Components of what has no marker.
var (
	violationPart = component{"G", "violation", ""}
	gradientPart  = component{"F", "generalized force", ""}
	sensedPart    = component{"SENSED", "sensed value", ""}
)

const (
	penaltyColumnKind    = "PFORCE"
	multiPointColumnKind = "NFORCE"
	multiPointKind       = "Force_MultiPoint"
)

// addMultiPointColumns adds what each Force_MultiPoint applies at each of its markers: FX_21 at marker 21.
func (c *columnCollector) addMultiPointColumns(m *element.Model, u *unitNames) {
	for i := range m.System.Forces {
		f := &m.System.Forces[i]
		if f.Element != multiPointKind {
			continue
		}
		marker := m.System.Markers[f.I].ID
		parts := make([]component, len(u.wrench))
		for k, p := range u.wrench {
			parts[k] = component{fmt.Sprintf("%s_%d", p.name, marker), p.quantity, p.unit}
		}
		at := c.addColumns(result.Element{Kind: multiPointColumnKind, ID: f.ID, Label: labelOf(m, f.Element, f.ID)}, globalFrame, parts...)
		c.wrench = append(c.wrench, wrenchColumns{name: multiPointColumnKind, id: f.ID, at: at, force: i, set: -1, marker: marker})
	}
}

// findMultiPointForce returns the index in System.Forces of what a Force_MultiPoint applies at a marker, -1 if there is none.
func findMultiPointForce(sys *system.System, id, marker int) int {
	for i := range sys.Forces {
		if f := &sys.Forces[i]; f.Element == multiPointKind && f.ID == id && sys.Markers[f.I].ID == marker {
			return i
		}
	}
	return -1
}

// forEachScalarReaction lists the first row set of each constraint whose reaction has no marker.
func forEachScalarReaction(sys *system.System, found func(name string, p *system.RowOwner, set int)) {
	known := map[string]bool{}
	for set, p := range sys.RowSetOwners() {
		name := rowMeasures[p.Element]
		if p.Element == "Force_Penalty" {
			name = penaltyColumnKind
		}
		key := fmt.Sprint(name, p.ID)
		if name == "" || p.I != system.NoMarker || known[key] {
			continue
		}
		known[key] = true
		found(name, p, set)
	}
}

func (c *columnCollector) addPenaltyAndMultiplierColumns(m *element.Model) {
	for i := range m.System.Penalties {
		id := m.System.Penalties[i].ID
		at := c.addColumns(result.Element{Kind: penaltyColumnKind, ID: id, Label: labelOf(m, "Force_Penalty", id)}, "", violationPart, gradientPart)
		c.scalar = append(c.scalar, scalarColumns{penaltyColumnKind, id, at, i, -1})
	}
	forEachScalarReaction(m.System, func(name string, p *system.RowOwner, set int) {
		at := c.addColumns(result.Element{Kind: name, ID: p.ID, Label: labelOf(m, p.Element, p.ID)}, "", gradientPart)
		c.scalar = append(c.scalar, scalarColumns{name, p.ID, at, -1, set})
	})
}

// addSensorColumns adds what each sensor watches and, where SENVAL has its id, the value that it has stored.
func (c *columnCollector) addSensorColumns(m *element.Model) {
	for i := range m.Sensors {
		id := m.Sensors[i].ID
		e := result.Element{Kind: result.KindSensor, ID: id, Label: labelOf(m, "Sensor_Event", id)}
		c.sensed = append(c.sensed, sensedColumn{id, c.addColumns(e, "", sensedPart)})
		if _, stored := m.System.Values["SENVAL"][id]; stored {
			c.calls = append(c.calls, callColumn{at: c.addColumns(e, "", component{name: "VALUE"}), call: system.Call{Name: "SENVAL", Args: []int{id}}})
		}
	}
}

func hasSensor(m *element.Model, id int) bool {
	return slices.ContainsFunc(m.Sensors, func(s element.Sensor) bool { return s.ID == id })
}

// bindPenaltyAndMultiplierColumns finds penalties and rows in a form of the model.
func (c *columnCollector) bindPenaltyAndMultiplierColumns(sys *system.System) {
	for i := range c.scalar {
		x := &c.scalar[i]
		if x.penalty >= 0 {
			for k := range sys.Penalties {
				if sys.Penalties[k].ID == x.id {
					x.penalty = k
				}
			}
			continue
		}
		x.set = -1
		forEachScalarReaction(sys, func(name string, p *system.RowOwner, set int) {
			if name == x.name && p.ID == x.id {
				x.set = set
			}
		})
	}
}

func (c *columnCollector) fillPenaltyAndMultiplierColumns(dst []float64, s *system.State) {
	for i := range c.scalar {
		switch x := &c.scalar[i]; {
		case x.penalty >= 0:
			dst[x.at], dst[x.at+1] = s.PenaltyViolationAndForce(x.penalty)
		case x.set >= 0:
			dst[x.at] = s.FirstRowMultiplier(x.set)
		default:
			dst[x.at] = 0
		}
	}
}

// fillSensorValues sets what sensors watch, as of the point that the state has reported; sensors that the model does not have now
// watch nothing: NaN.
func (o *rowWriter) fillSensorValues() error {
	c, s := o.collector, o.r.sources.sensors
	if len(c.sensed) == 0 {
		return nil
	}
	for i := range c.sensed {
		o.values[c.sensed[i].at] = math.NaN()
	}
	if s == nil {
		return nil
	}
	if o.sensed == nil || len(o.sensed) != len(s.out) {
		o.sensed = make([]float64, len(s.out))
	}
	if err := o.r.state.EvalOnDemandOutputs(o.sensed, o.r.scratch, s.out); err != nil {
		return err
	}
	for k := range s.list {
		for i := range c.sensed {
			if c.sensed[i].id == s.list[k].ID {
				o.values[c.sensed[i].at] = o.sensed[k]
			}
		}
	}
	return nil
}
