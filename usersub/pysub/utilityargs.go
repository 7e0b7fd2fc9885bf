package pysub

import (
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// setInputs sets the inputs of a utility from the arguments of a script.
func setInputs(c *usersub.UtilityCall, name string, args py.Tuple) error {
	err := c.SetInputs(len(args), func(a *usersub.UtilityArg, v *usersub.UtilityValue, k int) error {
		return setInput(a, v, name, args[k])
	})
	if wrong, is := err.(*usersub.InputError); is && wrong.Short {
		return py.ExceptionNewf(py.ValueError, "%s(): %s", name, wrong.Text)
	} else if is {
		return py.ExceptionNewf(py.TypeError, "%s() %s", name, wrong.Text)
	}
	return err
}

// setInput sets one input. Numbers may be of any kind, an array may be a list, a
// tuple, another sequence or one number.
func setInput(a *usersub.UtilityArg, v *usersub.UtilityValue, name string, o py.Object) error {
	if a.Kind == usersub.Text {
		s, ok := o.(py.String)
		if _, isNumber := python.ToFloat(o); isNumber {
			text, err := python.Str(o)
			s, ok = py.String(text), err == nil
		}
		if !ok {
			return py.ExceptionNewf(py.TypeError, "%s(): %s must be str, not %s", name, a.Name, o.Type().Name)
		}
		v.Text = append(v.Text, string(s))
		return nil
	}
	items := []py.Object{o}
	if !a.IsScalar() {
		var err error
		if items, err = python.ItemsOrNumber(o); err != nil {
			return err
		}
	} else if list, ok := python.ListOrTupleItems(o); ok && len(list) == 1 {
		items = list
	}
	for _, o := range items {
		x, ok := python.ToFloat(o)
		k, whole := python.RoundToInt32(o)
		switch {
		case !ok || a.Kind == usersub.Int && !whole:
			return py.ExceptionNewf(py.TypeError, "%s(): %s must be %s, not %s", name, a.Name,
				[...]string{"an integer", "a number"}[a.Kind], python.DescribeObject(o))
		case a.Kind == usersub.Int:
			v.Int = append(v.Int, k)
		default:
			v.Real = append(v.Real, x)
		}
	}
	return nil
}
