package usersub

// TIRSUB gives the force of a tyre. The sizes of cprop, tprop, mprop (its
// properties, states of the rim and the road) and of tdse and fprop (results)
// are those that the caller gives to the frame; fsae has six forces.
var TIRSUB = register(&Sig{
	Name: "TIRSUB", Element: "Force_Tire", Asks: true,
	Doc: "force of a tyre",
	Args: []Arg{
		whole("id"), {Name: "time", Kind: Real}, in("t0", ""), in("cprop", "ncprop"),
		in("tprop", "ntprop"), in("mprop", "nmprop"), in("par", "npar"), whole("npar"),
		{Name: "str", Kind: Text}, whole("nstr"), whole("dflag"), whole("iflag"),
		out("fsae", "6"), out("tdse", "ntdse"), out("fprop", "nfprop"),
	},
})
