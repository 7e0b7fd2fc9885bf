package cpython

import (
	"fmt"
	"strconv"

	"github.com/trammel-mbd/trammel/usersub"
)

// setInputs sets the inputs of a utility from the arguments of a script.
func setInputs(c *usersub.UtilityCall, name string, args []any) (raised *pythonException) {
	err := c.SetInputs(len(args), func(a *usersub.UtilityArg, v *usersub.UtilityValue, k int) error {
		if raised = setInput(a, v, name, args[k]); raised != nil {
			return raised
		}
		return nil
	})
	if wrong, is := err.(*usersub.InputError); is && wrong.Short {
		return newException("ValueError", "%s(): %s", name, wrong.Text)
	} else if is {
		return newException("TypeError", "%s() %s", name, wrong.Text)
	}
	return raised
}

func countText(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// setInput sets one input. Numbers may be of any kind, an array may be a list or
// one number.
func setInput(a *usersub.UtilityArg, v *usersub.UtilityValue, name string, o any) *pythonException {
	if a.Kind == usersub.Text {
		switch x := o.(type) {
		case string:
			v.Text = append(v.Text, x)
		case int:
			v.Text = append(v.Text, strconv.Itoa(x))
		case float64:
			v.Text = append(v.Text, strconv.FormatFloat(x, 'g', -1, 64))
		default:
			return newException("TypeError", "%s(): %s must be str, not %s", name, a.Name, argumentName(o))
		}
		return nil
	}
	items := []any{o}
	if list, ok := o.([]any); ok && (!a.IsScalar() || len(list) == 1) {
		items = list
	} else if o == nil && !a.IsScalar() {
		items = nil
	}
	for _, o := range items {
		x, ok := toReal(o)
		k, whole := roundedInt32(o)
		switch {
		case !ok || a.Kind == usersub.Int && !whole:
			return newException("TypeError", "%s(): %s must be %s, not %s", name, a.Name,
				[...]string{"an integer", "a number"}[a.Kind], argumentName(o))
		case a.Kind == usersub.Int:
			v.Int = append(v.Int, k)
		default:
			v.Real = append(v.Real, x)
		}
	}
	return nil
}

// argumentName names an argument in messages.
func argumentName(o any) string {
	switch x := o.(type) {
	case nil:
		return "None"
	case string:
		return fmt.Sprintf("the text %q", x)
	case []any:
		return "a list of " + countText(len(x), "item")
	}
	return fmt.Sprintf("the number %v", o)
}
