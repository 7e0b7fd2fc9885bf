package trace

import (
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// steady are the integer arguments that are the same in every call.
var steady = map[string]bool{"id": true, "npar": true, "nstate": true, "ninput": true, "noutpt": true,
	"nvalue": true, "ndisp": true, "iflag": true, "dflag": true}

// argumentValues returns the arguments of the function: par and the sizes are known,
// so is iflag, which is 0.
func (r *compilation) argumentValues(c *functionCompiler, f *usersub.Frame) []tracedValue {
	var args []tracedValue
	for _, i := range r.Inputs {
		a := &f.Sig.Args[i]
		switch {
		case a.Kind == usersub.Text:
			args = append(args, word(f.Text[f.ArgOffset(i)]))
		case a.Name == "iord":
			args = append(args, newKnownInt(float64(c.iord)))
		case a.Kind == usersub.Int && (a.Len != "" || !steady[a.Name]):
			c.refuseToCompile("the argument %s of %s differs from call to call", a.Name, f.Sig.Name)
		case a.Name == "iflag":
			args = append(args, newKnownInt(0))
		case a.Name == "dflag":
			args = append(args, newKnownInt(float64(c.dflag)))
		case a.Kind == usersub.Int:
			args = append(args, newKnownInt(float64(f.Int[f.ArgOffset(i)])))
		case a.Name == "time":
			args = append(args, &tracedNumber{kind: isFloat, at: c.b.Time()})
		case a.Len == "":
			args = append(args, c.realArgument(f, a.Name, f.ArgOffset(i)))
		default:
			items := make([]tracedValue, f.Len(i))
			for k := range items {
				items[k] = c.realArgument(f, a.Name, f.ArgOffset(i)+k)
			}
			args = append(args, c.newList(items))
		}
	}
	return args
}

// realArgument is a real argument: an input, or a parameter, which is known.
func (c *functionCompiler) realArgument(f *usersub.Frame, name string, at int) tracedValue {
	if k, ok := c.inputs[usersub.Input{At: at}]; ok {
		return &tracedNumber{kind: isFloat, at: c.b.Measure(k)}
	}
	if name != "par" {
		c.refuseToCompile("the argument %s of %s is not an input that the solver knows", name, f.Sig.Name)
	}
	return newKnownFloat(f.Real[at])
}

// compileOutputs returns what the function returns as the outputs of the routine, one behind the
// other. What the interpreter would complain of is refused, so that it does.
func (r *compilation) compileOutputs(c *functionCompiler, f *usersub.Frame, v tracedValue) []expr.Value {
	c.place.Line = 0
	var all []expr.Value
	if len(r.Outputs) == 1 {
		return r.compileOutput(c, f, r.Outputs[0], v, all)
	}
	items, ok := c.sequenceItems(v)
	if !ok || len(items) != len(r.Outputs) {
		c.refuseToCompile("%s does not return %d outputs", r.Name, len(r.Outputs))
	}
	for k, i := range r.Outputs {
		all = r.compileOutput(c, f, i, items[k], all)
	}
	return all
}

func (r *compilation) compileOutput(c *functionCompiler, f *usersub.Frame, i int, v tracedValue, all []expr.Value) []expr.Value {
	if f.Sig.Args[i].Kind != usersub.Real {
		c.refuseToCompile("%s has outputs that are no real numbers", f.Sig.Name)
	}
	n := f.Len(i)
	if x, ok := v.(*tracedNumber); ok && n == 1 {
		return append(all, c.operandOf(x))
	}
	items, ok := c.sequenceItems(v)
	if rows := loading.MatrixRows(f, i); ok && rows > 0 && len(items) == rows {
		if _, nested := c.sequenceItems(items[0]); nested {
			items = c.flattenByColumns(items, n/rows)
		}
	}
	short := ok && f.Sig == usersub.SURSUB && len(items) == 3*(int(c.iord)+1) // see wanted
	if !ok || len(items) != n && !short {
		c.refuseToCompile("%s returns %s for %s", r.Name, describeVal(v), f.Sig.Args[i].Name)
	}
	for _, v := range items {
		x, ok := v.(*tracedNumber)
		if !ok {
			c.refuseToCompile("%s returns a list with %s for %s", r.Name, describeVal(v), f.Sig.Args[i].Name)
		}
		all = append(all, c.operandOf(x))
	}
	for k := len(items); k < n; k++ {
		all = append(all, c.b.Const(0))
	}
	return all
}

// flattenByColumns puts the items of a list of rows one behind the other by columns.
func (c *functionCompiler) flattenByColumns(rows []tracedValue, n int) []tracedValue {
	all := make([]tracedValue, n*len(rows))
	for i, row := range rows {
		items, ok := c.sequenceItems(row)
		if !ok || len(items) != n {
			c.refuseToCompile("a matrix whose rows are not alike is returned")
		}
		for j, v := range items {
			all[i+j*len(rows)] = v
		}
	}
	return all
}

// pythonParameterName is what the function calls an argument of the routine.
func (r *compilation) pythonParameterName(f *usersub.Frame, name string) string {
	for k, i := range r.Inputs {
		if f.Sig.Args[i].Name == name && k < int(r.Python.Code.Argcount) {
			return r.Python.Code.Varnames[k]
		}
	}
	return ""
}
