package python

import (
	"slices"

	"github.com/go-python/gpython/py"
)

// markSharedArguments reports a code object which of its arguments are shared.
func markSharedArguments(co *py.Code) {
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
}
