package usersub

// GFOSUB gives force and torque of a Force_Vector_OneBody or _TwoBody of type
// ForceAndTorque: Fx Fy Fz Tx Ty Tz on the I marker, in reference-marker axes.
var GFOSUB = newVectorForceSig("GFOSUB", "three forces and three torques", "sAdamsGforce", "ID NPAR PAR I RM JFLOAT",
	"result:R[6] | result; Fx Fy Fz Tx Ty Tz on I's body at I, along the axes of the reference marker, else global ones; the opposite acts on J's body at the same point | force and force length")

// VFOSUB gives the force of one of type ForceOnly.
var VFOSUB = newVectorForceSig("VFOSUB", "three forces", "sAdamsVforce", "ID NPAR PAR I JFLOAT RM",
	"result:R[3] | result; Fx Fy Fz on I's body at I, along the axes of the reference marker, else global ones; the opposite acts on J's body at the same point | force")

// VTOSUB gives the torque of one of type TorqueOnly.
var VTOSUB = newVectorForceSig("VTOSUB", "three torques", "sAdamsVtorque", "ID NPAR PAR I JFLOAT RM",
	"result:R[3] | result; Tx Ty Tz on I's body, along the axes of the reference marker, else global ones; the opposite acts on J's body | force length")

func newVectorForceSig(name, what, structure, members, result string) *Sig {
	return registerSig(&Sig{
		Name: name, Element: "Force_Vector_TwoBody", UsesState: true,
		Doc:    what + " on the I marker",
		Called: calledOften, Returns: what + ", also for Force_Vector_OneBody, which has no reaction",
		Struct: parseStructForm(structure, members, "time dflag iflag result"),
		Args:   parseRoutineArgs(evaluation, result),
	})
}
