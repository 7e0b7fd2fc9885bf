package usersub

func init() {
	utility("MODFNC", "attribute of an element as text",
		"element:t id:i attribute:t output:T info:F", modfnc).Failed = -1
	utility("MODSET", "sets an attribute of an element",
		"element:t id:i attribute:t input:t info:F", modset).Failed = -1
	utility("SET_ATTRIBUTE", "sets the attribute of the last MODFNC or MODSET",
		"input:t info:F", setAttribute).Failed = -1
	utility("GTARAY", "values of an array", "id:i array:R[?] number:I- istat:F", gtaray)
	utility("GTSTRG", "text of a string", "id:i string:T nchars:I- istat:F", gtstrg)
	utility("GTUNTS", "units of the deck: time, length, force, mass", "exists:I scales:R[4] units:T[4]", gtunts)
	utility("GTINAM", "name of the input file without suffix", "strg:T", func(c *UtilityCall) {
		if s, ok := As[Files](c.State); ok {
			c.SetText(0, s.GtInam())
			return
		}
		c.Lacks("the name of the input file is not known here")
	})
	utility("GTONAM", "name of the output file without suffix", "strg:T", func(c *UtilityCall) {
		if s, ok := As[Files](c.State); ok {
			c.SetText(0, s.GtOnam())
			return
		}
		c.Lacks("the name of the output file is not known here")
	})
	utility("NMODES", "number of modes of a flexible body", "id:i nq:I errflg:F", nmodes)
	utility("MODINF", "modes of a flexible body and their frequencies in Hz",
		"id:i mode:I[?] freq:R[?] errflg:F", modinf)
	utility("BODY_MASS_PROPERTY", "mass properties of a body", "type:t id:i& cm:R[3] mass:R ip:R[6]", bodyMass)
	utility("GET_GRAVITY", "acceleration of gravity", "x:R y:R z:R", gravity)
	utility("GET_MATRIX_INFO", "size of a matrix; type 0 is full",
		"id:i type:I nrows:I ncols:I size:I ierr:F", matrixInfo)
	utility("GET_FULL_MATRIX_DATA", "values of a matrix by columns", "id:i vals:R[size] size:i ierr:F", fullMatrix)
	utility("GET_SPARSE_MATRIX_DATA", "entries of a matrix that are not 0, rows and columns from 1",
		"id:i rows:I[size] cols:I[size] vals:R[size] size:i ierr:F", sparseMatrix)
	utility("GTCMAT", "compliance matrix", "nmid:i mid:i[nmid] ndim:i c:R[?] istat:F", nil)
	utility("RTO_READ_TABLE_SPLINE", "reader of tyre files: fails", "", nil)
	utility("RTO_FILE2MS_CONVERSION_FACTORS", "reader of tyre files: fails", "", nil)
}

func modfnc(c *UtilityCall) {
	text, info := c.State.ModFnc(c.AsText(0), c.AsInt(1), c.AsText(2))
	c.SetText(3, text)
	c.SetFlag(info)
}

// attributed is a State that knows what MODFNC was asked last.
type attributed interface{ attribute() *attribute }

func modset(c *UtilityCall) {
	if a, ok := As[attributed](c.State); ok {
		*a.attribute() = attribute{c.AsText(0), c.AsText(2), c.AsInt(1)}
	}
	c.set(c.AsText(0), c.AsInt(1), c.AsText(2), 3)
}

func (c *UtilityCall) set(element string, id int32, name string, input int) {
	s, ok := As[Setter](c.State)
	if !ok {
		c.Lacks("attributes cannot be changed here")
		return
	}
	c.SetFlag(s.ModSet(element, id, name, c.AsText(input)))
}

func setAttribute(c *UtilityCall) {
	a, ok := As[attributed](c.State)
	if !ok || a.attribute().element == "" {
		c.Lacks("no MODFNC or MODSET came before")
		return
	}
	last := a.attribute()
	c.set(last.element, last.id, last.name, 0)
}

func gtaray(c *UtilityCall) {
	s, ok := As[Data](c.State)
	if !ok {
		c.Lacks("arrays cannot be read here")
		return
	}
	v, flag := s.GtAray(c.AsInt(0))
	c.SetReal(1, v...)
	c.SetInt(2, int32(len(v)))
	c.SetFlag(flag)
}

func gtstrg(c *UtilityCall) {
	s, ok := As[Data](c.State)
	if !ok {
		c.Lacks("strings cannot be read here")
		return
	}
	v, flag := s.GtStrg(c.AsInt(0))
	c.SetText(1, v)
	c.SetInt(2, int32(len(v)))
	c.SetFlag(flag)
}

func gtunts(c *UtilityCall) {
	s, ok := As[Units](c.State)
	if !ok {
		c.Lacks("the units are not known here")
		return
	}
	exists, scales, names := s.GtUnts()
	c.SetInt(0, logical(exists))
	c.SetReal(1, scales[:]...)
	c.SetText(2, names[:]...)
}

func nmodes(c *UtilityCall) {
	s, ok := As[Flexible](c.State)
	if !ok {
		c.Lacks("there are no flexible bodies here")
		return
	}
	n, flag := s.NModes(c.AsInt(0))
	c.SetInt(1, n)
	c.SetFlag(flag)
}

func modinf(c *UtilityCall) {
	s, ok := As[Flexible](c.State)
	if !ok {
		c.Lacks("there are no flexible bodies here")
		return
	}
	modes, freq, flag := s.ModInf(c.AsInt(0))
	c.SetInt(1, modes...)
	c.SetReal(2, freq...)
	c.SetFlag(flag)
}

func bodyMass(c *UtilityCall) {
	s, ok := As[Bodies](c.State)
	if !ok {
		c.Lacks("mass properties cannot be read here")
		return
	}
	cm, mass, ip, ok := s.BodyMass(Canonical(c.Arg[0].Text[0]), c.AsInt(1))
	if !ok {
		c.Lacks("there is no such body")
		return
	}
	c.SetReal(2, cm[:]...)
	c.SetReal(3, mass)
	c.SetReal(4, ip[:]...)
}

func gravity(c *UtilityCall) {
	s, ok := As[Bodies](c.State)
	if !ok {
		c.Lacks("gravity cannot be read here")
		return
	}
	for i, v := range s.Gravity() {
		c.SetReal(i, v)
	}
}

// matrix returns the matrix that the first argument names.
func (c *UtilityCall) matrix() (rows, cols int, v []float64) {
	s, ok := As[Matrices](c.State)
	if !ok {
		c.Lacks("matrices cannot be read here")
		return 0, 0, nil
	}
	if rows, cols, v, ok = s.Matrix(c.AsInt(0)); !ok {
		c.SetFlag(1)
	}
	return rows, cols, v
}

func matrixInfo(c *UtilityCall) {
	rows, cols, v := c.matrix()
	c.SetInt(2, int32(rows))
	c.SetInt(3, int32(cols))
	c.SetInt(4, int32(len(v)))
}

func fullMatrix(c *UtilityCall) {
	_, _, v := c.matrix()
	if copy(c.Arg[1].Real, v) < len(v) {
		c.SetFlag(1)
	}
}

func sparseMatrix(c *UtilityCall) {
	rows, _, v := c.matrix()
	n := 0
	for k, x := range v {
		if x == 0 {
			continue
		}
		if n == len(c.Arg[3].Real) {
			c.SetFlag(1)
			return
		}
		c.Arg[1].Int[n], c.Arg[2].Int[n], c.Arg[3].Real[n] = int32(k%rows+1), int32(k/rows+1), x
		n++
	}
}
