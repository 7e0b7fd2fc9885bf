package usersub

// SFOSUB gives the force or torque of a Force_Scalar_TwoBody.
var SFOSUB = registerSig(&Sig{
	Name: "SFOSUB", Element: "Force_Scalar_TwoBody", UsesState: true,
	Doc:    "one force along the line of sight, or one torque",
	Called: calledOften, Returns: "the force or the torque",
	Struct: parseStructForm("sAdamsSforce", "ID NPAR PAR I J ACTION_ONLY Type:s", "time dflag iflag value"),
	Args: parseRoutineArgs(evaluation, `
value:R[1] | result; the force on I along the line from J to I, positive pushing apart, or the torque about z of I; the opposite acts on J. With is_action_only along or about z of J, on I alone | force or force length`),
})
