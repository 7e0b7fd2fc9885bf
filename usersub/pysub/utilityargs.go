package pysub

import (
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
)

// inputs sets the inputs of a utility from the arguments of a script. Lengths
// of arrays may be given as in C, or left out.
func inputs(c *usersub.UtilityCall, name string, args py.Tuple) error {
	if len(c.Args) == 0 {
		return nil // not supported, with arguments that are not known
	}
	places, complete := c.Inputs(len(args))
	if !complete {
		places = inC(c.Utility)
	}
	if len(places) != len(args) {
		return py.ExceptionNewf(py.TypeError, "%s() takes %s but %d were given", name, most(c.Utility), len(args))
	}
	for k, i := range places {
		if err := value(&c.Args[i], &c.Arg[i], name, args[k]); err != nil {
			return err
		}
	}
	if complete {
		c.Complete()
	}
	return sizes(c, name)
}

// inC returns the places of all inputs.
func inC(u *usersub.Utility) (places []int) {
	for i := range u.Args {
		if u.Args[i].Input() {
			places = append(places, i)
		}
	}
	return places
}

// most says how many arguments a utility takes in Python.
func most(u *usersub.Utility) string {
	least, all := 0, 0
	for i := range u.Args {
		if a := &u.Args[i]; a.Input() && !a.Implied {
			all++
			if !a.May {
				least++
			}
		}
	}
	return arguments(least, all)
}

// value sets one input. Numbers may be of any kind, an array may be a list, a
// tuple, another sequence or one number.
func value(a *usersub.UtilityArg, v *usersub.UtilityValue, name string, o py.Object) error {
	if a.Kind == usersub.Text {
		s, ok := o.(py.String)
		if _, isNumber := number(o); isNumber {
			text, err := str(o)
			s, ok = py.String(text), err == nil
		}
		if !ok {
			return py.ExceptionNewf(py.TypeError, "%s(): %s must be str, not %s", name, a.Name, o.Type().Name)
		}
		v.Text = append(v.Text, string(s))
		return nil
	}
	items := []py.Object{o}
	if !a.Scalar() {
		var err error
		if items, err = sequenceOf(o); err != nil {
			return err
		}
	} else if list, ok := sequence(o); ok && len(list) == 1 {
		items = list
	}
	for _, o := range items {
		x, ok := number(o)
		k, whole := rounded(o)
		switch {
		case !ok || a.Kind == usersub.Int && !whole:
			return py.ExceptionNewf(py.TypeError, "%s(): %s must be %s, not %s", name, a.Name,
				[...]string{"an integer", "a number"}[a.Kind], describe(o))
		case a.Kind == usersub.Int:
			v.Int = append(v.Int, k)
		default:
			v.Real = append(v.Real, x)
		}
	}
	return nil
}

// sizes checks that arrays are as long as their lengths say, and cuts what is
// longer.
func sizes(c *usersub.UtilityCall, name string) error {
	for i := range c.Args {
		a, v := &c.Args[i], &c.Arg[i]
		if !a.Input() || a.Kind == usersub.Text {
			continue
		}
		n, ok := c.Size(i)
		have := len(v.Int) + len(v.Real)
		if !ok || have < n {
			return py.ExceptionNewf(py.ValueError, "%s(): %s has %s, %d are needed", name, a.Name, count(have, "value"), max(n, 0))
		}
		if a.Len == "?" && n == 0 {
			continue // the utility says what is wrong
		}
		v.Int, v.Real = v.Int[:min(n, len(v.Int))], v.Real[:min(n, len(v.Real))]
	}
	return nil
}

// sequenceOf returns the items of an object: those of a list, a tuple or another
// sequence, one for a number, none for None.
func sequenceOf(o py.Object) ([]py.Object, error) {
	if items, ok := sequence(o); ok {
		return items, nil
	}
	if _, ok := number(o); ok {
		return []py.Object{o}, nil
	}
	if o == py.None {
		return nil, nil
	}
	return py.SequenceTuple(o)
}
