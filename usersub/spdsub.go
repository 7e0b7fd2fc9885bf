package usersub

// SPDSUB gives the force of a Force_SpringDamper, positive in tension (or its
// torque, positive against a positive turn), at the elongation disp from the free
// length, or the angle from the free angle, and its rate velo less the velocity
// offset. It is an addition of this solver.
var SPDSUB = register(&Sig{
	Name: "SPDSUB", Element: "Force_SpringDamper", Asks: true,
	Doc: "tension of a spring-damper",
	Args: []Arg{
		whole("id"), {Name: "time", Kind: Real}, in("par", "npar"), whole("npar"),
		{Name: "disp", Kind: Real}, {Name: "velo", Kind: Real}, whole("dflag"), whole("iflag"),
		out("force", "1"),
	},
})
