// Command lugre is a plugin with dry friction in joints, by bristles: it sticks, creeps no
// more than the bristles bend, breaks loose and slides.
package main

import (
	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
)

func main() { sdk.Serve(newPlugin(), grpc.Serve) }

func newPlugin() sdk.Plugin {
	joint := sdk.YFOSUB(func(c *sdk.Call, stated, output []float64) {
		l := lawOfElement(c, len(stated))
		l.checkJointMarkers(c)
		f := l.evalForces(c, stated, c.States())
		copy(output, f[:])
	}).WithDoc("Force_StateEqn: bristles and force, between the markers of the joint").WithParameters(commonParameters()...)
	bristles := sdk.RawRoutine("GSESUB", func(c *sdk.Call) error {
		stated := c.RealOutput("stated")
		f := lawOfElement(c, len(stated)).evalForces(c, stated, c.States())
		copy(c.RealOutput("output"), f[:])
		return nil
	}).WithDoc("Control_StateEqn: the bristles of routine force; up to six outputs are the force").WithParameters(commonParameters()...)
	force := sdk.GFOSUB(func(c *sdk.Call) [6]float64 {
		l := lawOfElement(c, -1)
		l.checkJointMarkers(c)
		z := make([]float64, l.states)
		for k := range z {
			z[k] = c.SysFnc("ARYVAL", int(c.Param("array")), k+1)
		}
		return l.evalForces(c, make([]float64, l.states), z)
	}).WithDoc("Force_Vector_TwoBody, ForceAndTorque: the force of bristles that a Control_StateEqn holds").
		WithParameters(append([]sdk.Parameter{sdk.Param("array", "", "array of the bristles").AsElementID("Reference_Array")}, commonParameters()...)...)
	joint.Pure, bristles.Pure, force.Pure = true, true, true
	return sdk.Plugin{
		Name:     "lugre",
		Vendor:   "trammel",
		Version:  "1.0.0",
		Doc:      "LuGre friction in joints.",
		Routines: map[string]sdk.Routine{"joint": joint, "bristles": bristles, "force": force},
	}
}

// commonParameters are those of all routines; the defaults are those of a Force_JointFriction.
func commonParameters() []sdk.Parameter {
	length := func(name, doc string) sdk.Parameter {
		return sdk.Param(name, "length", doc).AtLeast(0).WithDefault(0)
	}
	return []sdk.Parameter{
		sdk.Param("joint", "", "the joint that rubs").AsElementID("Constraint_Joint"),
		sdk.Param("mu_static", "1", "coefficient at which slip begins").AtLeast(0).WithDefault(0.3),
		sdk.Param("mu_dynamic", "1", "coefficient of fast slip").Above(0).WithDefault(0.25),
		sdk.Param("stribeck", "length/time", "slip velocity at which stiction is lost").Above(0).WithDefault(0.1),
		sdk.Param("stiffness", "1/length", "σ0, of the bristles for a load of 1").Above(0).WithDefault(100),
		sdk.Param("damping", "time/length", "σ1, of the bristles").AtLeast(0).WithDefault(0.316),
		sdk.Param("viscous", "time/length", "σ2, of slip").AtLeast(0).WithDefault(4e-4),
		sdk.Param("preload", "force", "load without a reaction").AtLeast(0).WithDefault(0),
		length("radius", "at which a pin or a ball rubs; of a plane, mean radius against spin"),
		length("friction_arm", "radius at which the axial force of a pin rubs; 0: it does not"),
		length("bending_arm", "distance of the bearings that hold bending moments; 0: these do not press"),
		length("torsion_arm", "arm by which a slide holds torsion; 0: it does not press"),
	}
}
