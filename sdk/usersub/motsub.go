package usersub

// MOTSUB gives a prescribed motion (iord 0) or its first or second time
// derivative (iord 1 and 2).
var MOTSUB = registerSig(&Sig{
	Name: "MOTSUB", Element: "Motion_Joint",
	Doc:     "prescribed motion or one of its time derivatives",
	Called:  "in the set-up of the run (iflag not 0), then in each evaluation of the model, with iord 0, 1 and 2 for a displacement, 0 and 1 for a velocity, 0 for an acceleration; also for Motion_Marker",
	Returns: "the motion, or its derivative with respect to the time of order iord; derivatives that do not fit the motion make the accelerations wrong",
	Struct:  parseStructForm("sAdamsMotion", "ID NPAR PAR JOINT Type:s I J Which:c2 DVA:s", "time iord iflag value"),
	Args: parseRoutineArgs(`id time par npar
iord:i | 0 value, 1 first, 2 second derivative; with respect to the time
iflag
value:R[1] | result; DZ(I,J,J), positive where I is ahead of J along z of J, or AZ(I,J), counterclockwise about it; its rate or its acceleration, as val_type says | length or rad, over the time for V and twice for A, and once more for each iord`),
})
