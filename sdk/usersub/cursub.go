package usersub

const shapeRange = "within u_start and u_end of the element"

// CURSUB gives a point of a Reference_ParamCurve (iord 0) or its first or
// second derivative with respect to the parameter alpha: x, y, z.
var CURSUB = registerSig(&Sig{
	Name: "CURSUB", Element: "Reference_ParamCurve",
	Doc:     "point of a curve or one of its derivatives",
	Called:  "in the set-up of the run (iflag not 0), then in each evaluation of the model, with each iord; also for GTCURV",
	Returns: "a point, or derivatives that fit the points; nothing else than alpha and par may decide them",
	Struct: parseStructForm("sAdamsCurve", "ID NPAR PAR CLOSED ORDER MINPAR:d MAXPAR:d",
		"alpha iord iflag values"),
	Args: parseRoutineArgs(`id par npar
alpha:r | parameter of the curve or surface; ` + shapeRange + ` | 1
iord:i | 0 value, 1 first, 2 second derivative; with respect to alpha
iflag
values:R[3] | point, or derivatives; x y z along the axes of the marker that carries the curve | length`),
})

// SURSUB gives a point of a Reference_ParamSurface (iord 0, three values), its
// derivatives with respect to alpha and beta (iord 1, six values) or its second
// derivatives aa, ab, bb (iord 2, nine values). ierr is 1 for a point off the
// surface.
var SURSUB = registerSig(&Sig{
	Name: "SURSUB", Element: "Reference_ParamSurface",
	Doc:     "point of a surface or its derivatives",
	Called:  "in the set-up of the run (iflag not 0), then in each evaluation of the model, with each iord",
	Returns: "a point, or derivatives that fit the points; nothing else than alpha, beta and par may decide them",
	Struct: parseStructForm("sAdamsSurface", "ID NPAR PAR ORDER:i2 CLOSED:i2 MINPAR:d2 MAXPAR:d2",
		"alpha beta iord iflag values ierr"),
	Args: parseRoutineArgs(`id par npar
alpha:r | parameter of the curve or surface; ` + shapeRange + ` | 1
beta:r | second parameter of the surface; within v_start and v_end of the element | 1
iord:i | 0 value, 1 first, 2 second derivative; with respect to the parameters
iflag
values:R[9] | point, or derivatives; iord 0: x y z, 1: xyz by alpha, xyz by beta, 2: xyz by alpha twice, by both, by beta twice; in the axes of the marker that carries the surface | length
ierr:Ip | not 0 if something went wrong; 1 for a point off the surface: a shorter step is tried`),
})
