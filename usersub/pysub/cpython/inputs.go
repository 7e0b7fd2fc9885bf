package cpython

import (
	"fmt"
	"strconv"

	"github.com/trammel-mbd/trammel/usersub"
)

// inputs sets the inputs of a utility from the arguments of a script. Lengths
// of arrays may be given as in C, or left out.
func inputs(c *usersub.UtilityCall, name string, args []any) *exception {
	if len(c.Args) == 0 {
		return nil // not supported, with arguments that are not known
	}
	places, complete := c.Inputs(len(args))
	if !complete {
		places = inC(c.Utility)
	}
	if len(places) != len(args) {
		return raisef("TypeError", "%s() takes %s but %d were given", name, most(c.Utility), len(args))
	}
	for k, i := range places {
		if x := value(&c.Args[i], &c.Arg[i], name, args[k]); x != nil {
			return x
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
	if least == all {
		return count(all, "argument")
	}
	return fmt.Sprintf("%d to %s", least, count(all, "argument"))
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// value sets one input. Numbers may be of any kind, an array may be a list or
// one number.
func value(a *usersub.UtilityArg, v *usersub.UtilityValue, name string, o any) *exception {
	if a.Kind == usersub.Text {
		switch x := o.(type) {
		case string:
			v.Text = append(v.Text, x)
		case int:
			v.Text = append(v.Text, strconv.Itoa(x))
		case float64:
			v.Text = append(v.Text, strconv.FormatFloat(x, 'g', -1, 64))
		default:
			return raisef("TypeError", "%s(): %s must be str, not %s", name, a.Name, argument(o))
		}
		return nil
	}
	items := []any{o}
	if list, ok := o.([]any); ok && (!a.Scalar() || len(list) == 1) {
		items = list
	} else if o == nil && !a.Scalar() {
		items = nil
	}
	for _, o := range items {
		x, ok := real(o)
		k, whole := rounded(o)
		switch {
		case !ok || a.Kind == usersub.Int && !whole:
			return raisef("TypeError", "%s(): %s must be %s, not %s", name, a.Name,
				[...]string{"an integer", "a number"}[a.Kind], argument(o))
		case a.Kind == usersub.Int:
			v.Int = append(v.Int, k)
		default:
			v.Real = append(v.Real, x)
		}
	}
	return nil
}

// argument names an argument in messages.
func argument(o any) string {
	switch x := o.(type) {
	case nil:
		return "None"
	case string:
		return fmt.Sprintf("the text %q", x)
	case []any:
		return "a list of " + count(len(x), "item")
	}
	return fmt.Sprintf("the number %v", o)
}

// sizes checks that arrays are as long as their lengths say, and cuts what is
// longer.
func sizes(c *usersub.UtilityCall, name string) *exception {
	for i := range c.Args {
		a, v := &c.Args[i], &c.Arg[i]
		if !a.Input() || a.Kind == usersub.Text {
			continue
		}
		n, ok := c.Size(i)
		have := len(v.Int) + len(v.Real)
		if !ok || have < n {
			return raisef("ValueError", "%s(): %s has %s, %d are needed", name, a.Name, count(have, "value"), max(n, 0))
		}
		if a.Len == "?" && n == 0 {
			continue // the utility says what is wrong
		}
		v.Int, v.Real = v.Int[:min(n, len(v.Int))], v.Real[:min(n, len(v.Real))]
	}
	return nil
}
