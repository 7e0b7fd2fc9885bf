package usersub

// COUSUB gives the residual of a Constraint_Coupler: a function of the
// displacements disp of its joints (length units or rad).
var COUSUB = newCouplerSig("COUSUB", "residual of a coupler", "phi", "phi:R[1] | residual; kept zero | as the routine chooses")

// COUXX gives the ndisp derivatives of COUSUB with respect to disp.
var COUXX = newCouplerSig("COUXX", "first derivatives of a coupler's residual", "dfda",
	"dfda:R[ndisp] | derivatives of the residual; with respect to each displacement | of phi / that of disp")

// COUXX2 gives the second derivatives of COUSUB, ndisp x ndisp.
var COUXX2 = newCouplerSig("COUXX2", "second derivatives of a coupler's residual", "d2fda2",
	"d2fda2:R[ndisp*ndisp] | second derivatives of the residual; ndisp x ndisp, symmetric | of phi / that of disp, twice")

func newCouplerSig(name, doc, result, arg string) *Sig {
	called := calledOften
	if name != "COUSUB" {
		called = "in each evaluation of the model, where usrsub_derN_name names it or the file of COUSUB has it; without it the residual is differenced"
	}
	return registerSig(&Sig{
		Name: name, Element: "Constraint_Coupler", Doc: doc,
		Called: called, Returns: "the " + doc,
		Struct: parseStructForm("sAdamsCoupler", "ID NPAR PAR NJOINT JOINTS:i3 TYPE:c3",
			"time disp iflag "+result),
		Args: parseRoutineArgs(`id time par npar
disp:r[ndisp] | displacements; of the joints in their order: DZ(I,J,J) of one that slides, AZ(I,J) of one that turns | length or rad
ndisp:i | number of displacements
iflag`, arg),
	})
}
