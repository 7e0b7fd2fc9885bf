package usersub

// GFOSUB gives force and torque of a Force_Vector_OneBody or _TwoBody of type
// ForceAndTorque: Fx Fy Fz Tx Ty Tz on the I marker, in reference-marker axes.
var GFOSUB = register(&Sig{
	Name: "GFOSUB", Element: "Force_Vector_TwoBody", Asks: true,
	Doc:    "three forces and three torques on the I marker",
	Struct: structured("sAdamsGforce", "ID NPAR PAR I RM JFLOAT", "time dflag iflag result"),
	Args:   evaluation(out("result", "6")),
})

// VFOSUB is the same for ForceOnly.
var VFOSUB = register(&Sig{
	Name: "VFOSUB", Element: "Force_Vector_TwoBody", Asks: true,
	Doc:    "three forces on the I marker",
	Struct: structured("sAdamsVforce", "ID NPAR PAR I JFLOAT RM", "time dflag iflag result"),
	Args:   evaluation(out("result", "3")),
})

// VTOSUB is the same for TorqueOnly.
var VTOSUB = register(&Sig{
	Name: "VTOSUB", Element: "Force_Vector_TwoBody", Asks: true,
	Doc:    "three torques on the I marker",
	Struct: structured("sAdamsVtorque", "ID NPAR PAR I JFLOAT RM", "time dflag iflag result"),
	Args:   evaluation(out("result", "3")),
})
