package usersub

// YFOSUB gives the state derivatives and the six outputs (Fx Fy Fz Tx Ty Tz on
// the I marker in reference-marker axes) of a Force_StateEqn.
var YFOSUB = registerSig(&Sig{
	Name: "YFOSUB", Element: "Force_StateEqn",
	Doc:    "state derivatives and force outputs",
	Called: calledOften, Returns: "x' = F(x,u,t) and y = G(x,u,t)",
	Args: parseRoutineArgs(evaluation, equations, stated, `
output:R[noutpt] | outputs; Fx Fy Fz Tx Ty Tz on I's body at I, along the axes of the reference marker, else global ones; the opposite acts on J's body at the same point | force and force length`),
})

const stated = "stated:R[nstate] | derivatives of the states; x' | that of each state / time"

// The partial derivatives of YFOSUB, matrices stored by columns: dF/dx
// (nstate x nstate), dF/du (nstate x ninput), dG/dx (noutpt x nstate) and
// dG/du (noutpt x ninput).
var (
	YFOXX, YFOXU = newPartialsSig("YFOXX", partialXX, nil), newPartialsSig("YFOXU", partialXU, nil)
	YFOYX, YFOYU = newPartialsSig("YFOYX", partialYX, nil), newPartialsSig("YFOYU", partialYU, nil)
)

const (
	partialXX = "pxxmat:R[nstate*nstate] | d stated/d states, by columns | of x' / that of x"
	partialXU = "pxumat:R[nstate*ninput] | d stated/d input, by columns | of x' / that of u"
	partialYX = "pyxmat:R[noutpt*nstate] | d output/d states, by columns | of y / that of x"
	partialYU = "pyumat:R[noutpt*ninput] | d output/d input, by columns | of y / that of u"
)

// newPartialsSig returns a routine of partial derivatives. members are those of a struct form.
func newPartialsSig(name, matrix string, s *Struct) *Sig {
	element := "Force_StateEqn"
	if s != nil {
		element = "Control_StateEqn"
	}
	return registerSig(&Sig{
		Name: name, Element: element,
		Doc:     "partial derivatives of the state equations, by columns",
		Called:  "in each evaluation of the model for derivatives, where usrsub_derN_name names it or the file of the main routine has it; without it they are differenced",
		Returns: "all entries of the matrix",
		Struct:  s, Args: parseRoutineArgs(sensing, equations, matrix),
	})
}
