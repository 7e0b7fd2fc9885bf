package pysub

import (
	"slices"

	"github.com/go-python/gpython/py"
)

// fillCells tells the code objects in co which of their arguments are used by
// inner functions and comprehensions. gpython's compiler leaves that out, so
// that such an argument is unbound: [par[i] for i in range(npar)] would fail.
func fillCells(co *py.Code) {
	nArgs := int(co.Argcount + co.Kwonlyargcount)
	if co.Flags&py.CO_VARARGS != 0 {
		nArgs++
	}
	if co.Flags&py.CO_VARKEYWORDS != 0 {
		nArgs++
	}
	co.Cell2arg = make([]byte, len(co.Cellvars))
	for i, name := range co.Cellvars {
		co.Cell2arg[i] = py.CO_CELL_NOT_AN_ARG
		if j := slices.Index(co.Varnames[:min(nArgs, len(co.Varnames))], name); j >= 0 && j < py.CO_CELL_NOT_AN_ARG {
			co.Cell2arg[i] = byte(j)
		}
	}
	for _, o := range co.Consts {
		if inner, ok := o.(*py.Code); ok {
			fillCells(inner)
		}
	}
}
