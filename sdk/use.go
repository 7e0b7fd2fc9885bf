package sdk

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

// Utilities lists the names of the utilities that Use knows, in capitals, but SYSFNC, SYSARY
// and MODFNC, which have methods of their own.
func Utilities() []string {
	var names []string
	for _, u := range usersub.Utilities() {
		if u.InPython != "" && u.Name != "SYSFNC" && u.Name != "SYSARY" && u.Name != "MODFNC" {
			names = append(names, u.Name)
		}
	}
	return names
}

// CallUtility calls a utility: CallUtility("AKISPL", x, 0.0, 7, 0). The inputs are those of its
// C form without lengths of arrays, as int, float64, string, []int or []float64. It returns the outputs
// in their order, the error flag last, in the same types. What is called in the
// wrong way ends the call with an error.
func (c *Call) CallUtility(name string, inputs ...any) []any {
	out, err := c.TryCallUtility(name, inputs...)
	if err != nil {
		c.Abort("%v", err)
	}
	return out
}

// TryCallUtility is CallUtility for a routine that reports by itself what is wrong with the
// inputs. ERRMES with the tag STOP ends the call.
func (c *Call) TryCallUtility(name string, inputs ...any) ([]any, error) {
	u := usersub.FindUtility(usersub.CanonicalMeasure(name))
	if u == nil {
		return nil, fmt.Errorf("there is no utility %s", name)
	}
	// Calls nest where the utility runs the solver: each has its own.
	call := new(usersub.UtilityCall)
	call.PrepareCall(u, &c.door, c.Time)
	if err := setInputs(call, inputs); err != nil {
		return nil, err
	}
	call.Invoke()
	if u.Name == "ERRMES" {
		m := usersub.Message{Utility: u.Name, Flag: call.IntInput(0), Text: call.TextInput(1), Tag: usersub.CanonicalMeasure(call.Arg[3].Text[0])}
		if m.Flag != 0 && m.StopsRun() {
			c.Abort("it requests a stop: %s", m.Text)
		}
	}
	out := []any{}
	for _, i := range u.OutputIndices() {
		out = append(out, outputAsAny(&u.Args[i], &call.Arg[i]))
	}
	return out, nil
}

// setInputs sets the inputs of a utility.
func setInputs(c *usersub.UtilityCall, inputs []any) error {
	err := c.SetInputs(len(inputs), func(a *usersub.UtilityArg, v *usersub.UtilityValue, k int) error {
		if !setInput(a, v, inputs[k]) {
			return fmt.Errorf("%s: input %d, %s, must be %s", c.Name, k+1, a.Name,
				[...]string{"whole numbers", "numbers", "a text"}[a.Kind])
		}
		return nil
	})
	if wrong, is := err.(*usersub.InputError); is && wrong.Short {
		return fmt.Errorf("%s: %s", c.Name, wrong.Text)
	} else if is {
		return fmt.Errorf("%s %s", c.Name, wrong.Text)
	}
	return err
}

// setInput sets one input.
func setInput(a *usersub.UtilityArg, v *usersub.UtilityValue, input any) bool {
	switch x := input.(type) {
	case string:
		v.Text = []string{x}
		return a.Kind == usersub.Text
	case int:
		return setNumber(a, v, float64(x))
	case float64:
		return setNumber(a, v, x)
	case []int:
		for _, k := range x {
			if !setNumber(a, v, float64(k)) {
				return false
			}
		}
		return a.Kind != usersub.Text
	case []float64:
		for _, r := range x {
			if !setNumber(a, v, r) {
				return false
			}
		}
		return a.Kind != usersub.Text
	}
	return false
}

func setNumber(a *usersub.UtilityArg, v *usersub.UtilityValue, x float64) bool {
	switch a.Kind {
	case usersub.Real:
		v.Real = append(v.Real, x)
		return true
	case usersub.Int:
		x = math.Round(x)
		v.Int = append(v.Int, int32(x))
		return math.Abs(x) <= math.MaxInt32
	}
	return false
}

// outputAsAny returns an output. One whose length was not known is empty where there is none.
func outputAsAny(a *usersub.UtilityArg, v *usersub.UtilityValue) any {
	switch {
	case a.Kind == usersub.Text:
		if len(v.Text) == 1 {
			return v.Text[0]
		}
		return v.Text
	case a.Kind == usersub.Int && a.IsScalar() && len(v.Int) == 1:
		return int(v.Int[0])
	case a.Kind == usersub.Int:
		list := make([]int, len(v.Int))
		for i, k := range v.Int {
			list[i] = int(k)
		}
		return list
	case a.IsScalar() && len(v.Real) == 1:
		return v.Real[0]
	}
	return v.Real
}
