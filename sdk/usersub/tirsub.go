package usersub

// TIRSUB gives the force of a tyre. The sizes of cprop, tprop, mprop and of tdse and
// fprop (results) are those that the caller gives to the frame; fsae has six forces.
var TIRSUB = registerSig(&Sig{
	Name: "TIRSUB", Element: "Force_Tire", UsesState: true,
	Doc:    "force of a tyre",
	Called: calledNever, Returns: "fsae, tdse and fprop",
	Args: parseRoutineArgs(`id time
t0:r | time at the start | time
cprop:r[ncprop] | properties of the contact; what they are is the caller's | as the caller gives them
tprop:r[ntprop] | properties of the tyre; what they are is the caller's | as the caller gives them
mprop:r[nmprop] | properties of the model; what they are is the caller's | as the caller gives them
par npar
str:t | text of the user
nstr:i | length of str
dflag iflag
fsae:R[6] | three forces, three torques; on the wheel, in the SAE axes of the contact patch | force and force length
tdse:R[ntdse] | derivatives of the states of the tyre | as the caller uses them
fprop:R[nfprop] | properties of the footprint | as the caller uses them`),
})
