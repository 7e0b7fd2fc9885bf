package usersub

// SFOSUB gives the force or torque of a Force_Scalar_TwoBody.
var SFOSUB = register(&Sig{
	Name: "SFOSUB", Element: "Force_Scalar_TwoBody", Asks: true,
	Doc:    "one force along the line of sight, or one torque",
	Struct: structured("sAdamsSforce", "ID NPAR PAR I J ACTION_ONLY Type:s", "time dflag iflag value"),
	Args:   evaluation(out("value", "1")),
})
