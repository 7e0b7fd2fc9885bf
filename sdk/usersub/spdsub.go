package usersub

// SPDSUB gives the force of a Force_SpringDamper, positive in tension (or its
// torque, positive against a positive turn), at the elongation disp from the free
// length, or the angle from the free angle, and its rate velo less the velocity
// offset. It is an addition of this solver.
var SPDSUB = registerSig(&Sig{
	Name: "SPDSUB", Element: "Force_SpringDamper", UsesState: true,
	Doc:    "tension of a spring-damper",
	Called: calledOften, Returns: "the tension",
	Args: parseRoutineArgs(`id time par npar
disp:r | displacements; DM(I,J) less length, positive when it is stretched; AZ(I,J) less length of a rotational one | length or rad
velo:r | velocities; VR(I,J) less velocity_offset, or WZ(I,J,J) less it | length/time or rad/time
dflag iflag
force:R[1] | tension; positive pulls the ends together, or turns I back about z of J | force or force length`),
})
