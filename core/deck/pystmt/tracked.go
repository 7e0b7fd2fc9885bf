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
	"CreateSphereQuadContact", "CreateSphereTriangleContact", "CreateDistanceSensorGeometry", "AddGeneralContact", "DeleteObject", "DeleteLoad", "DeleteSensor",
	"SetPostNewtonUserFunction", "SetPreNewtonUserFunction", "SetPreNewtonResidualUserFunction", "SetSystemJacobianUserFunction",
	"NodePointSlope1", "NodePointSlope12", "NodePointSlope23", "NodeGenericAE", "ObjectFFRF", "ObjectANCFCable", "Cable", "ObjectALEANCFCable2D",
	"ALECable2D", "ObjectANCFThinPlate", "ObjectBeamGeometricallyExact2D", "Beam2D", "ObjectBeamGeometricallyExact", "Beam3D",
	"ObjectConnectorReevingSystemSprings", "ReevingSystemSprings", "ObjectConnectorRollingDiscPenalty", "RollingDiscPenalty", "ObjectContactConvexRoll",
	"ObjectContactCircleCable2D", "ObjectContactFrictionCircleCable2D", "ObjectContactSphereTorus", "ObjectContactSphereTriangle",
	"ObjectContactCurveCircles", "CamFollowerContactPlanar", "ObjectJointSliding", "SlidingJoint", "ObjectJointSliding2D", "SlidingJoint2D",
	"ObjectJointALEMoving2D", "ALEMovingJoint2D", "MarkerNodeODE1Coordinate", "MarkerBodiesRelativeTranslationCoordinate",
	"MarkerBodiesRelativeRotationCoordinate", "MarkerSuperElementRigid", "MarkerKinematicTreeRigid", "MarkerObjectODE2Coordinates",
	"MarkerBodyCable2DShape", "MarkerBodyCable2DCoordinates", "MarkerBodyBeamShape", "SensorKinematicTree", "FEMinterface", "ObjectFFRFinterface",
	"ObjectFFRFreducedOrderInterface", "HCBstaticModeSelection", "MaterialBaseClass", "KirchhoffMaterial", "FiniteElement", "Tet4", "Hex8", "Tet10",
	"Hex20", "CompressedRowSparseToDenseMatrix", "ScalarMatrixToScipyCSR", "ReadMatrixFromAnsysMMF", "ReadNodalCoordinatesFromAnsysTxt",
	"ReadElementsFromAnsysTxt", "CSRtoRowsAndColumns", "MapSparseMatrixIndices", "ConvertHexToTrigs", "AddEntryToCompressedRowSparseArray",
	"CSRtoScipySparseCSR", "CheckForJacobian", "PrintFEM", "EditDictionaryWithTypeInfo", "GetTkRootAndNewWindow", "OpenAIGymInterfaceEnv",
	"DefineRectangularBeamSection", "DefineCircularBeamSection", "GenerateStraightLineANCFCable2D", "GenerateStraightLineANCFCable",
	"GenerateCircularArcANCFCable2D", "GenerateCurvedANCFcable", "CreateReevingCurve", "PointsAndSlopes2ANCFCable2D", "GenerateSlidingJoint",
	"GenerateAleSlidingJoint", "GenerateStraightBeam", "InteractiveDialog", "AnimateModes", "InteractiveImages2Video", "ConvertImages2Video",
	"KinematicTree33", "KinematicTree66", "JointTransformMotionSubspace66", "JointTransformMotionSubspace", "CRM", "CRF",
	"LieGroupExplicitRKInitialize", "LieGroupExplicitRKUserFunction", "LieGroupODE2RHS", "LieGroupUpdateStepIncrement", "InvoluteGear",
	"GetBallBearingData", "CreateBallBearing", "Involute", "InvInvolute", "ApproxInvolute", "CreateParticlesInBox", "GeneticOptimization", "Minimize",
	"Robot", "RobotLink", "RobotTool", "RobotBase", "VRobotLink", "VRobotTool", "VRobotBase", "StdDH2HT", "ModDHKK2HT", "MobileRobot2MBS",
	"Manipulator4Rsimple", "Manipulator3RSimple", "ManipulatorPANDA", "ManipulatorPuma560", "ManipulatorUR5", "LinkDict2ModDHKK", "Puma560", "UR5",
	"ProfileConstantAcceleration", "ProfilePTP", "ProfileLinearAccelerationsList", "VelocityManipulability", "ForceManipulability",
	"CalculateAllMeasures", "AddLidar", "GetRoundedLinkGraphics", "MakeCorkeRobot", "CreateANCFRectangularPlate", "FilterSensorOutput", "FilterSignal",
	"ComputeFFT", "ComputeSystemDegreeOfFreedom", "SetODE2Coordinates", "SetODE2Coordinates_t", "SetSystemState", "ComputeLinearizedSystem",
}

// items reports a script of the item form by names that it uses without an
// import. Those come from the module exudyn.globals.
var items = regexp.MustCompile(`\b(mbs|exu|exudyn)\b`)
