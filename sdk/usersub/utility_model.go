package usersub

const massResult = `
cm:R[3] | centre of mass, from the global origin along global axes | length
mass:R | mass | mass
ip:R[6] | Ixx Iyy Izz Ixy Iyz Ixz about cm along global axes, products are ∫xy dm | mass length^2`

func init() {
	registerUtility("MODFNC", "attribute of an element as text", `
element:t | kind of the element in any case: "Constraint_Joint"
id
attribute:t | name of the attribute: "i_marker_id"
output:T | its value as text; several values have blanks between them
info:F | 0 FALSE, 1 TRUE, 2 integer, 3 integers, 4 real, 5 reals, 6 text; -1 unknown element, -2 unknown id, -3 unknown attribute
> "Constraint_Joint", 301, "i_marker_id"`, callModFnc).Failed = -1
	registerUtility("MODSET", "sets an attribute of an element", `
element:t | kind of the element in any case: "Motion_Joint"
id
attribute:t | name of the attribute: "expr"
input:t | its new value as text
info
> "Motion_Joint", 1, "expr", "2*TIME"`, func(c *UtilityCall) {
		if a, ok := As[attributeSource](c.State); ok {
			*a.attributeService() = attribute{c.TextInput(0), c.TextInput(2), c.IntInput(1)}
		}
		c.setModelAttribute(c.TextInput(0), c.IntInput(1), c.TextInput(2), 3)
	}).Failed = -1
	registerUtility("SET_ATTRIBUTE", "sets the attribute of the last MODFNC or MODSET", `
input:t | its new value as text
info
> "12"`, callModSet).Failed = -1
	registerUtility("GTARAY", "values of an array", `
id:i | id of the Reference_Array, of type IC
array:R[?] | its numbers | as the deck gives them
number:I- | how many there are
istat
> 5`, newServiceCall("arrays cannot be read here", func(c *UtilityCall, s Data) {
		v, flag := s.GtAray(c.IntInput(0))
		c.SetRealOutput(1, v...)
		c.SetIntOutput(2, int32(len(v)))
		c.SetErrorFlag(flag)
	}))
	registerUtility("GTSTRG", "text of a string", `
id:i | id of the Reference_String
string:T | its text
nchars:I- | number of its characters
istat
> 6`, newServiceCall("strings cannot be read here", func(c *UtilityCall, s Data) {
		v, flag := s.GtStrg(c.IntInput(0))
		c.SetTextOutput(1, v)
		c.SetIntOutput(2, int32(len(v)))
		c.SetErrorFlag(flag)
	}))
	registerUtility("GTUNTS", "units of the deck: time, length, force, mass", `
exists:I | 1 if the deck has units
scales:R[4] | factors from the units of time, length, force and mass to s, m, N and kg | s, m, N, kg per unit
units:T[4] | their names, of three characters or four
> `, newServiceCall("the units are not known here", func(c *UtilityCall, s Units) {
		exists, scales, names := s.GtUnts()
		c.SetIntOutput(0, fortranLogical(exists))
		c.SetRealOutput(1, scales[:]...)
		c.SetTextOutput(2, names[:]...)
	}))
	registerUtility("GTINAM", "name of the input file without suffix", "strg:T | the name, with its folder\n> ",
		newServiceCall("the name of the input file is not known here", func(c *UtilityCall, s Files) { c.SetTextOutput(0, s.GtInam()) }))
	registerUtility("GTONAM", "name of the output file without suffix", "strg:T | the name, with its folder\n> ",
		newServiceCall("the name of the output file is not known here", func(c *UtilityCall, s Files) { c.SetTextOutput(0, s.GtOnam()) }))
	registerUtility("NMODES", "number of modes of a flexible body", `
id:i | id of the Body_Flexible
nq:I | number of modes in use
errflg
> 30101`, newServiceCall("there are no flexible bodies here", func(c *UtilityCall, s Flexible) {
		n, flag := s.NModes(c.IntInput(0))
		c.SetIntOutput(1, n)
		c.SetErrorFlag(flag)
	}))
	registerUtility("MODINF", "modes of a flexible body and their frequencies in Hz", `
id:i | id of the Body_Flexible
mode:I[?] | numbers of the modes in use
freq:R[?] | their frequencies | Hz
errflg
> 30101`, newServiceCall("there are no flexible bodies here", func(c *UtilityCall, s Flexible) {
		modes, freq, flag := s.ModInf(c.IntInput(0))
		c.SetIntOutput(1, modes...)
		c.SetRealOutput(2, freq...)
		c.SetErrorFlag(flag)
	}))
	registerUtility("BODY_MASS_PROPERTY", "mass properties of a body", `
type:t | kind of the body: "Body_Rigid", "PART"
id:i& | id of the body`+massResult+`
> "Body_Rigid", 30102`, newServiceCall("mass properties cannot be read here", func(c *UtilityCall, s Bodies) {
		cm, mass, ip, ok := s.BodyMass(CanonicalMeasure(c.Arg[0].Text[0]), c.IntInput(1))
		if !ok {
			c.SetUnsupported("there is no such body")
			return
		}
		c.SetRealOutput(2, cm[:]...)
		c.SetRealOutput(3, mass)
		c.SetRealOutput(4, ip[:]...)
	}))
	registerUtility("GET_GRAVITY", "acceleration of gravity", `
x:R | component along global x | length/time^2
y:R | component along global y | length/time^2
z:R | component along global z | length/time^2
> `, newServiceCall("gravity cannot be read here", func(c *UtilityCall, s Bodies) {
		for i, v := range s.Gravity() {
			c.SetRealOutput(i, v)
		}
	}))
	const matrixID = "\nid:i | id of the Reference_Matrix"
	const matrixSize = "\nsize:i | room for that many\nierr\n> 3, 6"
	registerUtility("GET_MATRIX_INFO", "size of a matrix; type 0 is full", matrixID+`
type:I | 0: all entries are stored
nrows:I | number of rows
ncols:I | number of columns
size:I | number of entries
ierr
> 3`, callMatrixInfo)
	registerUtility("GET_FULL_MATRIX_DATA", "values of a matrix by columns", matrixID+`
vals:R[size] | the entries | as the deck gives them`+matrixSize, callFullMatrix)
	registerUtility("GET_SPARSE_MATRIX_DATA", "entries of a matrix that are not 0, rows and columns from 1", matrixID+`
rows:I[size] | row of each, from 1
cols:I[size] | column of each, from 1
vals:R[size] | their values | as the deck gives them`+matrixSize, callSparseMatrix)
	registerUtility("GTCMAT", "compliance matrix", `
nmid:i | number of markers
mid:i[nmid] | ids of the markers
ndim:i | 6 times nmid
c:R[?] | the matrix, by columns, in global axes | of displacement / force
istat`, nil)
	registerUtility("RTO_READ_TABLE_SPLINE", "reader of tyre files: fails", "", nil)
	registerUtility("RTO_FILE2MS_CONVERSION_FACTORS", "reader of tyre files: fails", "", nil)
}

func callModFnc(c *UtilityCall) {
	text, info := c.State.ModFnc(c.TextInput(0), c.IntInput(1), c.TextInput(2))
	c.SetTextOutput(3, text)
	c.SetErrorFlag(info)
}

// attributeSource is a State that knows the last attribute of MODFNC.
type attributeSource interface{ attributeService() *attribute }

func (c *UtilityCall) setModelAttribute(element string, id int32, name string, input int) {
	newServiceCall("attributes cannot be changed here", func(c *UtilityCall, s Setter) {
		c.SetErrorFlag(s.ModSet(element, id, name, c.TextInput(input)))
	})(c)
}

func callModSet(c *UtilityCall) {
	a, ok := As[attributeSource](c.State)
	if !ok || a.attributeService().element == "" {
		c.SetUnsupported("no MODFNC or MODSET came before")
		return
	}
	last := a.attributeService()
	c.setModelAttribute(last.element, last.id, last.name, 0)
}

// matrixOfFirstArg returns the matrix that the first argument names.
func (c *UtilityCall) matrixOfFirstArg() (rows, cols int, v []float64) {
	newServiceCall("matrices cannot be read here", func(c *UtilityCall, s Matrices) {
		var ok bool
		if rows, cols, v, ok = s.Matrix(c.IntInput(0)); !ok {
			c.SetErrorFlag(1)
		}
	})(c)
	return rows, cols, v
}

func callMatrixInfo(c *UtilityCall) {
	rows, cols, v := c.matrixOfFirstArg()
	c.SetIntOutput(2, int32(rows))
	c.SetIntOutput(3, int32(cols))
	c.SetIntOutput(4, int32(len(v)))
}

func callFullMatrix(c *UtilityCall) {
	_, _, v := c.matrixOfFirstArg()
	if copy(c.Arg[1].Real, v) < len(v) {
		c.SetErrorFlag(1)
	}
}

func callSparseMatrix(c *UtilityCall) {
	rows, _, v := c.matrixOfFirstArg()
	n := 0
	for k, x := range v {
		if x == 0 {
			continue
		}
		if n == len(c.Arg[3].Real) {
			c.SetErrorFlag(1)
			return
		}
		c.Arg[1].Int[n], c.Arg[2].Int[n], c.Arg[3].Real[n] = int32(k%rows+1), int32(k/rows+1), x
		n++
	}
}
