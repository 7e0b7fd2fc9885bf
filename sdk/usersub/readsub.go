package usersub

// SPLINE_READ reads a block of a file and stores it by PUT_SPLINE. errflg is 0
// if all went well.
var SPLINE_READ = registerSig(&Sig{
	Name: "SPLINE_READ", Element: "Reference_Spline",
	Doc:    "reads the points of a spline from a file",
	Called: calledOnce, Returns: "errflg; the points are given by PUT_SPLINE",
	Struct: parseStructForm("sAdamsSpline", "ID FILENAME:s=file_name BLOCKNAME:s=block_name",
		"errflg"),
	Args: parseRoutineArgs(`id
file_name:t | file to be read; beside the deck if it is there, else as the deck says
block_name:t | block in it
errflg`),
})

// MARKER_READ, MATRIX_READ and STRING_READ make a marker, matrix or string by
// PUT_MARKER, PUT_MATRIX or PUT_STRING while the model is read.
var (
	MARKER_READ = newDataReadSig("MARKER_READ", "Reference_Marker", "gives the pose of a marker", "PUT_MARKER")
	MATRIX_READ = newDataReadSig("MATRIX_READ", "Reference_Matrix", "fills a matrix", "PUT_MATRIX")
	STRING_READ = newDataReadSig("STRING_READ", "Reference_String", "gives a text", "PUT_STRING")
)

func newDataReadSig(name, element, doc, writer string) *Sig {
	return registerSig(&Sig{
		Name: name, Element: element, Doc: doc, Called: calledOnce, Returns: "errflg; the data are given by " + writer,
		Args: parseRoutineArgs("id par npar errflg"),
	})
}
