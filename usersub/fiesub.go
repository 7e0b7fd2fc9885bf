package usersub

// FIESUB gives the force and torque of a Force_Field between two markers at
// the relative displacement disp and velocity velo (three translations, three
// rotations in rad each) and its derivatives: dfddis[6j+i] is the derivative of
// component i with respect to displacement j.
var FIESUB = register(&Sig{
	Name: "FIESUB", Element: "Force_Field",
	Doc: "six forces of a field element and their derivatives",
	Struct: structured("sAdamsField", "ID NPAR PAR I J",
		"time disp velo dflag iflag field dfddis dfdvel"),
	Args: []Arg{
		whole("id"), {Name: "time", Kind: Real}, in("par", "npar"), whole("npar"),
		in("disp", "6"), in("velo", "6"), whole("dflag"), whole("iflag"),
		out("field", "6"), out("dfddis", "36"), out("dfdvel", "36"),
	},
})
