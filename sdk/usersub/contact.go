package usersub

const (
	contactMembers = "ID nIGEOM nJGEOM IGEOM:p JGEOM:p IFLIP_GEOM:p JFLIP_GEOM:p NPAR PAR"
	contactCalled  = "in the set-up of the run (iflag not 0), then in each evaluation of the model for each point that penetrates, and with dflag not 0 for derivatives"
	// contactArea is the argument that some headers have and others lack: implementations add
	// or drop it by Ref.Area. Left alone it exists in Fortran and in the struct form.
	contactArea = "area:rcp | contact area; of the circle that the other surface cuts out of a sphere, else 0; a library says by usrsub_area whether it has the argument | length^2"
)

// CNFSUB gives the normal force of a Force_Contact. loci and locj are the
// contact points on both bodies, ni and nj the normals, gap the penetration with its
// first and second time derivatives. Entry 0 of the result is the magnitude.
var CNFSUB = registerSig(&Sig{
	Name: "CNFSUB", Element: "Force_Contact", UsesState: true,
	Doc:    "normal force of a contact",
	Called: contactCalled, Returns: "the magnitude of the force",
	Struct: parseStructForm("sAdamsContactFriction", contactMembers,
		"time loci ni locj nj gap gapdot gapdotdot area dflag iflag result"),
	Args: parseRoutineArgs(`id time par npar
loci:r[3] | contact point on body I; in global axes from the global origin | length
ni:r[3] | normal on body I; outward, a unit vector along global axes | 1
locj:r[3] | contact point on body J; in global axes from the global origin | length
nj:r[3] | normal on body J; outward, a unit vector along global axes | 1
gap:r | penetration; negative where the shapes overlap | length
gapdot:r | its rate; negative in approach | length/time
gapdotdot:r | the rate of that; always 0 here | length/time^2`, contactArea, `dflag iflag
result:R[3] | result; entry 0 is the magnitude along the normal, positive pushing apart; the others are not read | force`),
})

// CFFSUB gives the friction force of a Force_Contact. x and xdot are the
// tangential displacement and velocity, nforce the normal force.
var CFFSUB = registerSig(&Sig{
	Name: "CFFSUB", Element: "Force_Contact", UsesState: true,
	Doc:     "friction force of a contact",
	Called:  contactCalled + "; for a contact with cnf_type=RIGID at the start of a step",
	Returns: "the friction force on I",
	Struct: parseStructForm("sAdamsContactFriction", contactMembers,
		"time loci locj x xdot nforce area dflag iflag result"),
	Args: parseRoutineArgs(`id time par npar
loci:r[3] | contact point on body I; in global axes from the global origin | length
locj:r[3] | contact point on body J; in global axes from the global origin | length
x:r[3] | tangential displacement; along global axes, always 0 here: the force has no memory | length
xdot:r[3] | tangential velocity; slip of I past J along global axes | length/time
nforce:r | normal force; not negative | force`, contactArea, `dflag iflag
result:R[3] | result; the force on I along global axes, against xdot; the opposite acts on J. Of a contact with cnf_type=RIGID only its magnitude / nforce counts | force`),
})

// CONTACTPOST is notified of a contact after a step. endflg is not 0 in the last
// call of a run.
var CONTACTPOST = registerSig(&Sig{
	Name: "CONTACTPOST", Element: "Force_Contact",
	Doc:     "reads the results of a contact",
	Called:  "at each row of the results, once for each pair of shapes, and once more at the end of the run; iflag is not 0 in the first call, which is a real one",
	Returns: noOutput,
	Args: parseRoutineArgs(`id
i_gra_id:i | id of the shape on side I
j_gra_id:i | id of the shape on side J
time par npar
iflag:i | not 0 in the set-up call; here the first call
endflg:i | not 0 in the last call`),
})

// PTDSFSUB gives the normal force and the friction force of a Force_PTdSF
// (point to deformable surface). disp[0] is the gap, negative in contact,
// disp[1] to disp[3] the contact point; velo likewise.
var PTDSFSUB = registerSig(&Sig{
	Name: "PTDSFSUB", Element: "Force_PTdSF",
	Doc:    "normal and friction force between a point and a surface",
	Called: calledNever, Returns: "both forces",
	Args: parseRoutineArgs(`id time par npar
disp:r[4] | displacements; the gap, negative in contact, then x y z of the contact point | length
velo:r[4] | velocities; rates of disp | length/time
dflag iflag
normal_force:R[1] | normal force; positive pushing apart | force
fric_force:R[3] | friction force; x y z in the axes of the contact point | force`),
})
