package pystmt

import "regexp"

// tracked are the classes and functions of the modules in lib that become
// statements.
var tracked = []string{
	"Part", "PointMass", "Marker", "Joint", "Jprim", "Coupler", "Gear", "Gcon", "Ucon", "Motion", "Sforce", "Vforce", "Vtorque",
	"Gforce", "Nforce", "Bushing", "Beam", "Field", "Friction", "Contact", "Pforce", "Yforce", "Variable", "Diff",
	"Array", "Spline", "Matrix", "String", "Curve", "Surface", "Ptcv", "Cvcv", "Gse", "Lse", "Tfsiso", "Pinput", "Poutput", "Sensor",
	"Request", "Accgrav", "Units", "Integrator", "Equilibrium", "simulate",
	"Box", "Sphere", "Cylinder", "Frustum", "Ellipsoid", "Plane", "Mesh", "ProximitySensor", "SensorProximity",

	"NodePoint", "NodePointGround", "ObjectGround", "ObjectMassPoint", "MassPoint", "ObjectConnectorSpringDamper", "SpringDamper",
	"ObjectConnectorCartesianSpringDamper", "CartesianSpringDamper", "ObjectConnectorDistance", "DistanceConstraint",
	"MarkerBodyPosition", "MarkerBodyMass", "MarkerNodePosition", "LoadForceVector", "Force", "LoadMassProportional", "Gravity",
	"SensorNode", "SensorObject", "SensorBody", "CreateMassPoint", "CreateSpringDamper", "CreateForce", "SolveDynamic",
}

// items tells a script of the item form by names that it uses without an
// import. Those come from the module exudyn.globals.
var items = regexp.MustCompile(`\b(mbs|exu|exudyn)\b`)
