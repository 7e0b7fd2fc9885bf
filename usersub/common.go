package usersub

// evaluation is the argument list shared by most routines: inputs id, time,
// par, npar, dflag, iflag, then what is appended.
func evaluation(more ...Arg) []Arg {
	return append([]Arg{
		{Name: "id", Kind: Int},
		{Name: "time", Kind: Real},
		{Name: "par", Kind: Real, Len: "npar"},
		{Name: "npar", Kind: Int},
		{Name: "dflag", Kind: Int},
		{Name: "iflag", Kind: Int},
	}, more...)
}

func out(name, length string) Arg { return Arg{Name: name, Kind: Real, Out: true, Len: length} }
