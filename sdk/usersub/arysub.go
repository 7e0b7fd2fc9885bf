package usersub

// ARYSUB gives the values of a Reference_Array of type U.
var ARYSUB = registerSig(&Sig{
	Name: "ARYSUB", Element: "Reference_Array", UsesState: true,
	Doc:    "values of an input array",
	Called: calledOften, Returns: "the nvalue entries of the array",
	Args: parseRoutineArgs(evaluation, `
nvalue:i | number of values
value:R[nvalue] | result; the inputs u, which ARYVAL and equations with this u_array_id read | of each input`),
})
