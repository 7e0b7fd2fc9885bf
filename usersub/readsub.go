package usersub

// SPLINE_READ reads a block of a file and stores it by PUT_SPLINE. errflg is 0
// if all went well.
var SPLINE_READ = register(&Sig{
	Name: "SPLINE_READ", Element: "Reference_Spline",
	Doc: "reads the points of a spline from a file",
	Struct: structured("sAdamsSpline", "ID FILENAME:s=file_name BLOCKNAME:s=block_name",
		"errflg"),
	Args: []Arg{
		whole("id"), {Name: "file_name", Kind: Text}, {Name: "block_name", Kind: Text},
		flag("errflg"),
	},
})

// MARKER_READ, MATRIX_READ and STRING_READ make a marker, matrix or string by
// PUT_MARKER, PUT_MATRIX or PUT_STRING while the model is read.
var (
	MARKER_READ = reading("MARKER_READ", "Reference_Marker", "places a marker")
	MATRIX_READ = reading("MATRIX_READ", "Reference_Matrix", "fills a matrix")
	STRING_READ = reading("STRING_READ", "Reference_String", "gives a text")
)

func reading(name, element, doc string) *Sig {
	return register(&Sig{Name: name, Element: element, Doc: doc, Args: once()})
}
