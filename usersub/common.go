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

// once is the argument list of routines that are called while the model is
// read: inputs id, par, npar, then the error flag, 0 if all went well.
func once() []Arg {
	return []Arg{
		{Name: "id", Kind: Int},
		{Name: "par", Kind: Real, Len: "npar"},
		{Name: "npar", Kind: Int},
		{Name: "errflg", Kind: Int, Out: true},
	}
}

// sensing is the argument list of routines that are never differenced: inputs
// id, time, par, npar, iflag, then what is appended.
func sensing(more ...Arg) []Arg {
	return append([]Arg{
		{Name: "id", Kind: Int},
		{Name: "time", Kind: Real},
		{Name: "par", Kind: Real, Len: "npar"},
		{Name: "npar", Kind: Int},
		{Name: "iflag", Kind: Int},
	}, more...)
}

func in(name, length string) Arg { return Arg{Name: name, Kind: Real, Len: length} }
func whole(name string) Arg      { return Arg{Name: name, Kind: Int} }
func flag(name string) Arg       { return Arg{Name: name, Kind: Int, Out: true} }
