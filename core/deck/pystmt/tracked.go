package pystmt

import "regexp"

// tracked are the classes and functions of the modules in lib that become
// statements.
var tracked = []string{
	"Part", "PointMass", "Marker", "Joint", "Jprim", "Coupler", "Gear", "Gcon", "Ucon", "Motion", "Sforce", "Vforce", "Vtorque",
	"Gforce", "Nforce", "Bushing", "Beam", "Field", "Friction", "Contact", "Pforce", "Yforce", "Variable", "Diff",
	"Array", "Spline", "Matrix", "String", "Curve", "Surface", "Ptcv", "Cvcv", "Gse", "Lse", "Tfsiso", "Pinput", "Poutput", "Sensor",
	"Request", "Accgrav", "Units", "Integrator", "Equilibrium", "simulate",
	"External", "Circle", "Arc", "Line", "Outline",
	"Box", "Sphere", "Cylinder", "Frustum", "Ellipsoid", "Plane", "Mesh", "ProximitySensor", "SensorProximity",

	"NodePoint", "NodePoint2D", "Node1D", "NodePointGround", "NodeRigidBody2D", "NodeRigidBodyEP", "NodeRigidBodyRxyz", "NodeRigidBodyRotVecLG",
	"NodeGenericData", "NodeGenericODE1", "NodeGenericODE2", "NodePoint2DSlope1", "Point", "Point2D", "PointGround", "Rigid2D", "RigidEP", "RigidRxyz", "RigidRotVecLG", "Point2DS1",
	"ObjectGround", "ObjectMassPoint", "ObjectMassPoint2D", "ObjectMass1D", "ObjectRotationalMass1D", "ObjectRigidBody", "ObjectRigidBody2D",
	"MassPoint", "MassPoint2D", "Mass1D", "Rotor1D", "RigidBody", "RigidBody2D", "ObjectGenericODE1", "ObjectGenericODE2", "ObjectKinematicTree", "KinematicTree",
	"ObjectANCFCable2D", "Cable2D", "ObjectANCFBeam", "ANCFBeam", "ObjectFFRFreducedOrder", "CMSobject",
	"ObjectConnectorSpringDamper", "ObjectConnectorCartesianSpringDamper", "ObjectConnectorCoordinateSpringDamper", "ObjectConnectorCoordinateSpringDamperExt",
	"ObjectConnectorTorsionalSpringDamper", "ObjectConnectorLinearSpringDamper", "ObjectConnectorRigidBodySpringDamper", "ObjectConnectorCoordinate",
	"ObjectConnectorCoordinateVector", "ObjectConnectorDistance", "ObjectConnectorGravity", "ObjectConnectorHydraulicActuatorSimple",
	"SpringDamper", "CartesianSpringDamper", "CoordinateSpringDamper", "CoordinateSpringDamperExt", "TorsionalSpringDamper", "LinearSpringDamper", "RigidBodySpringDamper",
	"CoordinateConstraint", "CoordinateVectorConstraint", "DistanceConstraint", "ConnectorGravity", "HydraulicActuatorSimple", "ObjectContactCoordinate", "ObjectContactSphereSphere",
	"ObjectJointGeneric", "ObjectJointRevoluteZ", "ObjectJointPrismaticX", "ObjectJointSpherical", "ObjectJointRevolute2D", "ObjectJointPrismatic2D", "ObjectJointRollingDisc",
	"GenericJoint", "RevoluteJointZ", "PrismaticJointX", "SphericalJoint", "RevoluteJoint2D", "PrismaticJoint2D", "RollingDiscJoint",
	"MarkerBodyPosition", "MarkerBodyRigid", "MarkerBodyMass", "MarkerNodePosition", "MarkerNodeRigid", "MarkerNodeCoordinate", "MarkerNodeCoordinates",
	"MarkerNodeRotationCoordinate", "MarkerSuperElementPosition",
	"LoadForceVector", "LoadTorqueVector", "LoadMassProportional", "LoadCoordinate", "Force", "Torque", "Gravity",
	"SensorNode", "SensorObject", "SensorBody", "SensorLoad", "SensorMarker", "SensorUserFunction", "SensorSuperElement",
	"AddNode", "AddObject", "AddMarker", "AddLoad", "AddSensor", "GetNodeParameter", "SetNodeParameter", "GetObjectParameter", "SetObjectParameter",
	"GetMarkerParameter", "SetMarkerParameter", "GetLoadParameter", "SetLoadParameter", "GetNodeOutput", "GetObjectOutput", "GetObjectOutputBody", "GetMarkerOutput",
	"GetSensorValues", "GetSensorStoredData", "SetPreStepUserFunction", "SetPostStepUserFunction",
	"SolveDynamic", "SolveStatic", "ComputeODE2Eigenvalues", "TimeIntegrationSolve",
	"CreateGround", "CreateMassPoint", "CreateRigidBody", "CreateSpringDamper", "CreateCartesianSpringDamper", "CreateDistanceConstraint", "CreateForce", "CreateTorque",
	"CreateRevoluteJoint", "CreatePrismaticJoint", "CreateSphericalJoint", "CreateGenericJoint", "CreateTorsionalSpringDamper", "CreateCoordinateConstraint",
	"CreateLinearSpringDamper", "CreateRigidBodySpringDamper", "CreateRollingDisc", "CreateRollingDiscPenalty", "CreateSphereSphereContact", "CreateKinematicTree",
	"CreateFFRFReducedOrderObject", "CreateDistanceSensor",
}

// items reports a script of the item form by names that it uses without an
// import. Those come from the module exudyn.globals.
var items = regexp.MustCompile(`\b(mbs|exu|exudyn)\b`)
