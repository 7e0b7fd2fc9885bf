package run

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
)

// commandNumbers are the numbers of commands in slv_cbksub.h, by the kinds of their elements.
var commandNumbers = map[string]int32{
	"Activate": 2, "Reference_Array": 3, "Force_Beam": 4, "Force_Bushing": 5, "Constraint_Coupler": 7, "Deactivate": 9, "Control_Diff": 11,
	"Force_Field": 14, "Body_Flexible": 16, "Force_JointFriction": 17, "Constraint_General": 18, "Constraint_Gear": 19, "Param_Transient": 26,
	"Constraint_Joint": 27, "Constraint_Jprim": 28, "Reference_Marker": 34, "Motion_Joint": 36, "Motion_Marker": 36,
	"Body_Rigid": 38, "Body_Point": 38, "Load_Model": 40, "Post_Request": 41, "Save": 43, "Sensor_Event": 44, "Force_Scalar_TwoBody": 45,
	"Simulate": 47, "Reference_Spline": 48, "Force_SpringDamper": 49, "Reference_String": 51, "Reference_Variable": 53,
	"Force_Gravity": 1, "Param_Simulation": 26, "Param_Static": 13,
}

// Numbers of statements that share an element with others.
const (
	controlCommand = 6
	linearCommand  = 30
	gforceCommand  = 20
	vforceCommand  = 54
	vtorqueCommand = 55
)

// commandEventNumber returns the number of the command that e is, 0 for one that the header does not have.
func commandEventNumber(e *deck.Element) int32 {
	switch {
	case e == nil:
		return 0
	case e.Kind != "Force_Vector_TwoBody" && e.Kind != "Force_Vector_OneBody":
		return commandNumbers[e.Kind]
	case e.Enum("type") == "FORCEONLY":
		return vforceCommand
	case e.Enum("type") == "TORQUEONLY":
		return vtorqueCommand
	}
	return gforceCommand
}

// notifyCommand notifies of a command that is about to be carried out.
func (c *callbackRoutines) notifyCommand(x *element.Command) error {
	if c == nil || x.Begin || x.Element == nil && x.Change == nil {
		return nil
	}
	switch {
	case x.Driver != nil:
		return c.notifyAtCurrentPoint(eventCommand, controlCommand)
	case x.Linear != nil:
		return c.notifyAtCurrentPoint(eventCommand, linearCommand)
	case x.Change == nil:
		return c.notifyAtCurrentPoint(eventCommand, commandEventNumber(x.Element))
	}
	for _, e := range x.Change.Commands {
		if err := c.notifyAtCurrentPoint(eventCommand, commandEventNumber(e)); err != nil {
			return err
		}
	}
	return nil
}

// searchInitialConditionsInModeOf runs find, which seeks the initial conditions for the analysis x, in the mode of x.
func (c *callbackRoutines) searchInitialConditionsInModeOf(x *element.Command, find func() error) error {
	if c == nil {
		return find()
	}
	before := c.simulation
	defer func() { c.simulation = before }()
	switch c.simulation = system.Dynamic; {
	case x.Static && (x.HasEnd || x.HasDuration):
		c.simulation = system.QuasiStatic
	case x.Static:
		c.simulation = system.Static
	case x.Linear != nil:
		c.simulation = system.Linear
	case x.Assembly:
		c.simulation = system.InitialConditions
	}
	return find()
}
