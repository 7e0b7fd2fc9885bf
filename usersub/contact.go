package usersub

// area is the argument of contact routines that some headers have and others
// lack: implementations add or drop it by Ref.Area. Left alone it exists in Fortran
// and in the struct form.
var area = Arg{Name: "area", Kind: Real, Skip: FormC | FormPython}

const contactMembers = "ID nIGEOM nJGEOM IGEOM:p JGEOM:p IFLIP_GEOM:p JFLIP_GEOM:p NPAR PAR"

// CNFSUB gives the normal force of a Force_Contact. loci and locj are the
// contact points on both bodies, ni and nj the normals, gap the penetration with its
// first and second time derivatives. Entry 0 of the result is the magnitude.
var CNFSUB = register(&Sig{
	Name: "CNFSUB", Element: "Force_Contact", Asks: true,
	Doc: "normal force of a contact",
	Struct: structured("sAdamsContactFriction", contactMembers,
		"time loci ni locj nj gap gapdot gapdotdot area dflag iflag result"),
	Args: []Arg{
		whole("id"), {Name: "time", Kind: Real}, in("par", "npar"), whole("npar"),
		in("loci", "3"), in("ni", "3"), in("locj", "3"), in("nj", "3"),
		in("gap", ""), in("gapdot", ""), in("gapdotdot", ""), area,
		whole("dflag"), whole("iflag"), out("result", "3"),
	},
})

// CFFSUB gives the friction force of a Force_Contact. x and xdot are the
// tangential displacement and velocity, nforce the normal force.
var CFFSUB = register(&Sig{
	Name: "CFFSUB", Element: "Force_Contact", Asks: true,
	Doc: "friction force of a contact",
	Struct: structured("sAdamsContactFriction", contactMembers,
		"time loci locj x xdot nforce area dflag iflag result"),
	Args: []Arg{
		whole("id"), {Name: "time", Kind: Real}, in("par", "npar"), whole("npar"),
		in("loci", "3"), in("locj", "3"), in("x", "3"), in("xdot", "3"),
		in("nforce", ""), area, whole("dflag"), whole("iflag"), out("result", "3"),
	},
})

// CONTACTPOST is notified of a contact after a step. endflg is not 0 in the last
// call of a run.
var CONTACTPOST = register(&Sig{
	Name: "CONTACTPOST", Element: "Force_Contact",
	Doc: "reads the results of a contact",
	Args: []Arg{
		whole("id"), whole("i_gra_id"), whole("j_gra_id"), {Name: "time", Kind: Real},
		in("par", "npar"), whole("npar"), whole("iflag"), whole("endflg"),
	},
})

// PTDSFSUB gives the normal force and the friction force of a Force_PTdSF
// (point to deformable surface). disp[0] is the gap, negative in contact,
// disp[1] to disp[3] the contact point; velo likewise.
var PTDSFSUB = register(&Sig{
	Name: "PTDSFSUB", Element: "Force_PTdSF",
	Doc: "normal and friction force between a point and a surface",
	Args: []Arg{
		whole("id"), {Name: "time", Kind: Real}, in("par", "npar"), whole("npar"),
		in("disp", "4"), in("velo", "4"), whole("dflag"), whole("iflag"),
		out("normal_force", "1"), out("fric_force", "3"),
	},
})
