package pysub

import (
	"time"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// utilityFunctions returns a py_ function for every row of the table of utilities but
// those that api has by hand because they are called most: inputs by position, outputs
// as a list with the error flag last, or one output alone. Lengths of arrays
// may be given as in C or left out. GTCURV is called py_gtcrv and py_gtcurv.
func (in *interp) utilityFunctions() []*py.Method {
	var list []*py.Method
	for _, u := range usersub.Utilities() {
		for _, name := range loading.PythonNames(u) {
			list = append(list, py.MustNewMethod(name, func(_ py.Object, args py.Tuple) (py.Object, error) {
				return in.callUtility(u, name, args)
			}, 0, name+"(): "+u.Doc))
		}
	}
	return list
}

// prepareUtilityCall prepares a call of a utility; the caller hands it back.
func (in *interp) prepareUtilityCall(u *usersub.Utility, name string) (*usersub.UtilityCall, error) {
	if in.door == nil && loading.WorksOnlyInsideCall(u) {
		return nil, py.ExceptionNewf(py.RuntimeError, "%s() works only while the solver calls a function of the script", name)
	}
	return in.free.Acquire(u, in.door), nil
}

// callUtility is one call of a py_ function.
func (in *interp) callUtility(u *usersub.Utility, name string, args py.Tuple) (py.Object, error) {
	c, err := in.prepareUtilityCall(u, name)
	if err != nil {
		return nil, err
	}
	defer in.free.Release(c)
	if err := setInputs(c, name, args); err != nil {
		return nil, err
	}
	if loading.IsMessageUtility(u) {
		return py.None, in.deliverMessage(c)
	}
	in.invokeUtility(c)
	if c.Unsupported != "" {
		c.WarnUnsupported(in.door, name, in.said, func(text string) {
			in.out.Flush()
			in.log.Warn(text)
		})
	}
	return outputObjects(c), nil
}

// invokeUtility carries the call out. What it takes does not count against the time
// limit of the script: it may be a whole simulation.
func (in *interp) invokeUtility(c *usersub.UtilityCall) {
	if in.limit > 0 {
		began := time.Now()
		defer func() { in.watch.extendLimit(time.Since(began)) }()
	}
	c.Invoke()
}

// outputObjects returns what the script gets.
func outputObjects(c *usersub.UtilityCall) py.Object {
	if len(c.Args) == 0 && c.Unsupported != "" {
		return py.Int(c.Failed) // its arguments are not known
	}
	var list []py.Object
	for _, i := range c.OutputIndices() {
		list = append(list, outputObject(&c.Args[i], &c.Arg[i]))
	}
	switch len(list) {
	case 0:
		return py.None
	case 1:
		return list[0]
	}
	return &py.List{Items: list}
}

func outputObject(a *usersub.UtilityArg, v *usersub.UtilityValue) py.Object {
	var items []py.Object
	for _, x := range v.Int {
		items = append(items, py.Int(x))
	}
	for _, x := range v.Real {
		items = append(items, py.Float(x))
	}
	for _, x := range v.Text {
		items = append(items, py.String(x))
	}
	switch {
	case a.IsScalar() && len(items) == 1:
		return items[0]
	case a.Len == "1" && len(v.Real) == 1:
		return python.NewListLikeFloat(v.Real[0])
	}
	return &py.List{Items: items}
}
