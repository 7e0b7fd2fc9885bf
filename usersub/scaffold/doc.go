// Package scaffold writes the first version of a user subroutine: source that
// compiles and does something simple, its arguments documented, and a test.
// Both follow from the routine's usersub.Sig, in every language.
package scaffold

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// File is a file to be written.
type File struct{ Name, Text string }

// Languages that routines can be written in.
var Languages = []string{"c", "cpp", "fortran", "python", "go"}

// New returns the source of a routine, then its test: a table for the command
// "usersub test", or a test in Go.
func New(sig *usersub.Sig, language string) ([]File, error) {
	l := lawOf(sig)
	name := strings.ToLower(sig.Name)
	table := File{name + ".csv", csvTable(sig, l)}
	switch language {
	case "c":
		return []File{{name + ".c", cSource(sig, l, name+".c")}, table}, nil
	case "cpp":
		return []File{{name + ".cpp", cSource(sig, l, name+".cpp")}, table}, nil
	case "fortran":
		return []File{{name + ".f90", fortranSource(sig, l, name+".f90")}, table}, nil
	case "python":
		return []File{{name + ".py", pythonSource(sig, l, name+".py")}, table}, nil
	case "go":
		return []File{{"main.go", goSource(sig, l)}, {"main_test.go", goTest(sig, l)}}, nil
	}
	return nil, fmt.Errorf("the language %q is not known: %s are", language, strings.Join(Languages, ", "))
}

// arguments are those that exist in a form.
func arguments(sig *usersub.Sig, form usersub.Form) []usersub.Arg {
	return slices.DeleteFunc(slices.Clone(sig.Args), func(a usersub.Arg) bool { return a.Skip&form != 0 })
}

// meanings are what the documentation of a template says of arguments.
var meanings = map[string]string{
	"id": "id of the element", "time": "simulated time", "par": "numbers of USER(...), zeros behind them",
	"npar": "how many there are", "dflag": "not 0 in a call for a derivative",
	"iflag": "not 0 in the set-up call", "iord": "0 value, 1 first, 2 second derivative",
	"nstate": "number of states", "states": "states", "ninput": "number of inputs", "input": "inputs",
	"noutpt": "number of outputs", "stated": "derivatives of the states", "output": "outputs",
	"pxxmat": "d stated/d states, by columns", "pxumat": "d stated/d input, by columns",
	"pyxmat": "d output/d states, by columns", "pyumat": "d output/d input, by columns",
	"disp": "displacements", "velo": "velocities", "ndisp": "number of displacements", "phi": "residual",
	"dfda": "derivatives of the residual", "d2fda2": "second derivatives of the residual",
	"field": "three forces, three torques", "dfddis": "d field/d disp, 6 x 6 by columns",
	"dfdvel": "d field/d velo, 6 x 6 by columns", "alpha": "parameter of the curve or surface",
	"beta": "second parameter of the surface", "values": "point, or derivatives",
	"ierr": "not 0 if something went wrong", "errflg": "not 0 if something went wrong",
	"value": "result", "result": "result", "results": "results, by custom: magnitude, x, y, z, the same of torques",
	"nvalue": "number of values", "q": "variables declared in the set-up call",
	"idrsel": "not 0 if wanted: array, scalar, xmatrx", "scalar": "value of the constraint",
	"array": "its gradient with respect to q", "xmatrx": "its second derivatives, by columns",
	"loci": "contact point on body I", "locj": "contact point on body J", "ni": "normal on body I",
	"nj": "normal on body J", "gap": "penetration", "gapdot": "its rate", "gapdotdot": "the rate of that",
	"area": "contact area", "x": "tangential displacement", "xdot": "tangential velocity", "nforce": "normal force",
	"file_name": "file to be read", "block_name": "block in it", "n": "number of values",
	"freq": "frequencies in Hz", "nmode": "number of modes", "h": "step size", "cratios": "fractions of critical damping",
	"modloads": "load cases, by columns", "nmodes": "number of modes", "ncases": "number of load cases",
	"scale": "scale of the load case", "icase": "load case from 1, or 0 for loadvec", "loadvec": "rigid-body loads, modal loads",
	"event": "what happened", "data": "belongs to the event", "iunit": "Fortran unit",
	"endflag": "not 0 in the last call", "endflg": "not 0 in the last call",
}

// documented returns a line for each argument.
func documented(args []usersub.Arg) []string {
	var lines []string
	for _, a := range args {
		kind := [...]string{"integer", "real", "text"}[a.Kind]
		if a.Len != "" && a.Len != "1" {
			kind += "(" + a.Len + ")"
		}
		way := "in "
		if a.Out {
			way = "out"
		}
		line := fmt.Sprintf("  %-10s %s  %-18s %s", a.Name, way, kind, meanings[a.Name])
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}
