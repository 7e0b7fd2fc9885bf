package usersub

// FIESUB gives the force and torque of a Force_Field between two markers at
// the relative displacement disp and velocity velo (three translations, three
// rotations in rad each) and its derivatives: dfddis[6j+i] is the derivative of
// component i with respect to displacement j.
var FIESUB = registerSig(&Sig{
	Name: "FIESUB", Element: "Force_Field",
	Doc:     "six forces of a field element and their derivatives",
	Called:  calledOften,
	Returns: "the forces and, in calls with dflag not 0, their derivatives; where all derivatives are zero they are differenced",
	Struct: parseStructForm("sAdamsField", "ID NPAR PAR I J",
		"time disp velo dflag iflag field dfddis dfdvel"),
	Args: parseRoutineArgs(`id time par npar
disp:r[6] | displacements; of I from J along the axes of J: DX DY DZ, then AX AY AZ | length and rad
velo:r[6] | velocities; their rates along the axes of J: VX VY VZ, then WX WY WZ | length/time and rad/time
dflag iflag
field:R[6] | three forces, three torques; on I's body at I along the axes of J, a restoring force is negative; the opposite acts on J's body at the same point | force and force length
dfddis:R[36] | d field/d disp, 6 x 6 by columns; in the axes of J | of field / that of disp
dfdvel:R[36] | d field/d velo, 6 x 6 by columns; in the axes of J | of field / that of velo`),
})
