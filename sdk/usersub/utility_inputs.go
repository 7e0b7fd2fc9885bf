package usersub

import "fmt"

// InputError says why the inputs that a language hands over do not fit a
// utility.
type InputError struct {
	Short bool   // an array is shorter than its length says; otherwise their number is wrong
	Text  string // "takes 2 arguments but 3 were given"; "x has 2 values, 3 are needed"
}

func (e *InputError) Error() string { return e.Text }

// SetInputs sets the inputs from n values in the order of the arguments: set takes
// value k over as argument a. Lengths of arrays may be given as in C, or left
// out. Errors are those of set, or an InputError. A utility that no solver
// supports takes everything: its arguments may not be known.
func (c *UtilityCall) SetInputs(n int, set func(a *UtilityArg, v *UtilityValue, k int) error) error {
	if len(c.Args) == 0 {
		return nil
	}
	places, complete := c.InputIndicesForListCall(n)
	if !complete {
		places = c.allInputIndices()
	}
	if len(places) != n {
		return &InputError{Text: fmt.Sprintf("takes %s but %d were given", c.argumentLimitText(), n)}
	}
	for k, i := range places {
		if err := set(&c.Args[i], &c.Arg[i], k); err != nil {
			return err
		}
	}
	if complete {
		c.FillOmittedInputs()
	}
	return c.checkLengths()
}

// allInputIndices returns the places of all inputs.
func (u *Utility) allInputIndices() (places []int) {
	for i := range u.Args {
		if u.Args[i].IsInput() {
			places = append(places, i)
		}
	}
	return places
}

// argumentLimitText says how many arguments the utility takes where lengths are left out.
func (u *Utility) argumentLimitText() string {
	least, all := 0, 0
	for i := range u.Args {
		if a := &u.Args[i]; a.IsInput() && !a.Implied {
			all++
			if !a.May {
				least++
			}
		}
	}
	if least == all {
		return countedText(all, "argument")
	}
	return fmt.Sprintf("%d to %s", least, countedText(all, "argument"))
}

// checkLengths checks that arrays are as long as their lengths say, and cuts what is
// longer.
func (c *UtilityCall) checkLengths() error {
	for i := range c.Args {
		a, v := &c.Args[i], &c.Arg[i]
		if !a.IsInput() || a.Kind == Text {
			continue
		}
		n, ok := c.ArgSize(i)
		have := len(v.Int) + len(v.Real)
		if !ok || have < n {
			return &InputError{Short: true, Text: fmt.Sprintf("%s has %s, %d are needed", a.Name, countedText(have, "value"), max(n, 0))}
		}
		if a.Len == "?" && n == 0 {
			continue // the utility says what is wrong
		}
		v.Int, v.Real = v.Int[:min(n, len(v.Int))], v.Real[:min(n, len(v.Real))]
	}
	return nil
}

func countedText(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// FillOmittedInputs sets the inputs that such a language leaves out: lengths of arrays
// and defaults. The others must be set.
func (c *UtilityCall) FillOmittedInputs() {
	for i := range c.Args {
		a, v := &c.Args[i], &c.Arg[i]
		switch {
		case a.Implied && !a.Out:
			v.Int = append(v.Int[:0], int32(c.inputArrayLength(a.Name)))
		case a.May && len(v.Real) == 0:
			v.Real = append(v.Real, a.Default)
		}
	}
}

// inputArrayLength returns the number of entries of the input array whose length is
// the argument called name, -1 where it is that of outputs only: all of them.
func (c *UtilityCall) inputArrayLength(name string) int {
	for i := range c.Args {
		a := &c.Args[i]
		if a.Len != name || !a.IsInput() {
			continue
		}
		v := &c.Arg[i]
		return len(v.Int) + len(v.Real) + len(v.Text)
	}
	return -1
}
