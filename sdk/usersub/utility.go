package usersub

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
)

// Utility is a function that routines may call. One table describes them all;
// every implementation marshals by it. The names are, for STEP: c_step with scalars
// by value and results through pointers (C); STEP, step_ and step with all
// arguments by reference and hidden lengths of texts (Fortran); py_step with
// inputs by position, which returns the outputs as a list in their order or,
// if there is one, that alone (Python).
type Utility struct {
	Name string // "STEP"
	Doc  string // one line
	// Example is the inputs of a call in a language with lists, as JSON without the outer
	// brackets; empty where no solver supports the utility.
	Example string
	Args    []UtilityArg
	// Flag is the place of the error flag among Args, -1 if there is none.
	Flag int
	// Failed is what the flag is set to when the solver does not support the
	// utility.
	Failed int32
	// Call reads and sets c.Arg. nil means that no solver supports it.
	Call func(c *UtilityCall)
	// Count gives the number of entries of input argument i whose Len is "?".
	Count func(c *UtilityCall, i int) int
	// InC is the name in C, InPython the one in Python.
	InC, InPython string
	// OnlyC is set when the Fortran names do not exist.
	OnlyC bool
	// Function is set when the function in C has no arguments and returns the utility's only one, an
	// integer output.
	Function bool

	number int
}

// UtilityArg is one argument of a utility, in the order of C and Fortran. Len
// is "?" for an output whose length the utility finds, and for an input whose
// length Count reports; a text with a Len is an array of short names.
type UtilityArg struct {
	Arg
	Reads   bool    // an output that is read as well
	Pointer bool    // a scalar input that C passes by reference too
	Implied bool    // not in Python: the length of another argument
	Default float64 // in Python, if it may be left out
	May     bool    // it may be left out in Python
	Opaque  bool    // const void * in C

	fails bool // it is the error flag
}

// IsInput reports whether the utility reads the argument.
func (a *UtilityArg) IsInput() bool { return !a.Out || a.Reads }

// IsScalar reports whether the argument is a single value.
func (a *UtilityArg) IsScalar() bool { return a.Len == "" }

// UtilityCall is one call of a utility. An implementation calls Begin, sets the
// inputs, calls Invoke and takes the outputs over: inputs and outputs never
// share memory.
type UtilityCall struct {
	*Utility
	State State // may be a QueryCache
	Time  float64
	Arg   []UtilityValue
	// Unsupported says after Invoke what the solver lacks, "" if nothing.
	Unsupported string
}

// UtilityValue is the value of an argument, by its kind.
type UtilityValue struct {
	Int  []int32
	Real []float64
	Text []string
}

// PrepareCall prepares a call; it keeps what it allocated before.
func (c *UtilityCall) PrepareCall(u *Utility, s State, time float64) {
	c.Utility, c.State, c.Time, c.Unsupported = u, s, time, ""
	c.Arg = slices.Grow(c.Arg[:0], len(u.Args))[:len(u.Args)]
	for i := range c.Arg {
		v := &c.Arg[i]
		v.Int, v.Real, v.Text = v.Int[:0], v.Real[:0], v.Text[:0]
	}
}

// maxEntries bounds an array that a routine hands over.
const maxEntries = 1 << 24

// ArgSize returns the number of entries of argument i, whose sizes are among the
// inputs that were set. ok is false if it is not known before the call or makes no
// sense.
func (c *UtilityCall) ArgSize(i int) (n int, ok bool) {
	a := &c.Args[i]
	switch {
	case a.Len == "":
		return 1, true
	case a.Len == "?" && c.Count != nil && !a.Out:
		n = c.Count(c, i)
	case a.Len == "?":
		return 0, false
	default:
		var err error
		if n, err = strconv.Atoi(a.Len); err != nil {
			n = c.evalSizeProduct(a.Len)
		}
	}
	return n, n >= 0 && n <= maxEntries
}

// evalSizeProduct evaluates a product of integer arguments.
func (c *UtilityCall) evalSizeProduct(of string) int {
	n := 1
	for name := range strings.SplitSeq(of, "*") {
		i := c.ArgIndex(name)
		if i < 0 || len(c.Arg[i].Int) == 0 || c.Arg[i].Int[0] < 0 {
			return -1
		}
		n *= int(c.Arg[i].Int[0])
	}
	return n
}

// notSupported is what a call lacks that no solver supports.
const notSupported = "it is not supported"

// Invoke sets the outputs. It may run the solver (ANALYS).
func (c *UtilityCall) Invoke() {
	if s, ok := As[Invoker](c.State); ok && c.Call != nil {
		s.InvokeUtility(c)
		return
	}
	c.ExecuteLocally()
}

// ExecuteLocally does what Invoke does, without an Invoker: for those that are before the
// solver.
func (c *UtilityCall) ExecuteLocally() {
	for i := range c.Args {
		a := &c.Args[i]
		if !a.Out || a.Reads {
			continue
		}
		n, ok := c.ArgSize(i)
		if !ok {
			continue
		}
		c.Arg[i].clearValue(a.Kind, n)
	}
	if c.Call == nil {
		c.SetUnsupported(notSupported)
		return
	}
	c.Call(c)
}

func (v *UtilityValue) clearValue(k Kind, n int) {
	switch k {
	case Int:
		v.Int = slices.Grow(v.Int[:0], n)[:n]
		clear(v.Int)
	case Real:
		v.Real = slices.Grow(v.Real[:0], n)[:n]
		clear(v.Real)
	case Text:
		v.Text = slices.Grow(v.Text[:0], n)[:n]
		clear(v.Text)
	}
}

// ArgIndex returns the place of the argument called name, or -1.
func (u *Utility) ArgIndex(name string) int {
	for i := range u.Args {
		if u.Args[i].Name == name {
			return i
		}
	}
	return -1
}

// SetUnsupported says that the call is not supported and sets the error flag.
func (c *UtilityCall) SetUnsupported(why string) {
	c.Unsupported = why
	c.SetErrorFlag(c.Failed)
}

// UnsupportedText says of a call under name, by a routine of an element, what is
// Unsupported about it.
func (c *UtilityCall) UnsupportedText(element, routine, name string) string {
	what, then := ": "+c.Unsupported, "its error flag is set"
	if c.Unsupported == notSupported {
		what = ", which is not supported"
	}
	if c.Flag < 0 {
		then = "it does nothing"
		if c.Args == nil || len(c.OutputIndices()) > 0 {
			then = "its results are 0"
		}
	}
	return fmt.Sprintf("%s: %s queries %s%s: %s", element, routine, name, what, then)
}

// WarnUnsupported warns once for each utility and reason of what is Unsupported: as a
// warning of the run, else by log where said has no such reason yet. d is the
// door of the routine that calls it under name, nil where a script calls it outside
// of a call.
func (c *UtilityCall) WarnUnsupported(d *QueryCache, name string, said map[string]bool, log func(text string)) {
	element, routine := "the script", "it"
	if d != nil {
		element, routine = fmt.Sprintf("%s %d", d.Frame.Element, d.Frame.ID), d.Frame.Sig.Name
	}
	key, text := c.Name+" "+c.Unsupported, c.UnsupportedText(element, routine, name)
	if w, ok := As[Warner](c.State); ok {
		w.WarnOnce(key, text)
		return
	}
	if !said[key] {
		said[key] = true
		log(text)
	}
}

// SetErrorFlag sets the error flag, if the utility has one.
func (c *UtilityCall) SetErrorFlag(v int32) {
	if c.Flag >= 0 {
		c.SetIntOutput(c.Flag, v)
	}
}

// IntInput returns integer input i.
func (c *UtilityCall) IntInput(i int) int32 { return c.Arg[i].Int[0] }

// RealInput returns real input i.
func (c *UtilityCall) RealInput(i int) float64 { return c.Arg[i].Real[0] }

// TextInput returns text input i without blanks around it.
func (c *UtilityCall) TextInput(i int) string { return TrimBlanks(c.Arg[i].Text[0]) }

// SetIntOutput sets integer output i.
func (c *UtilityCall) SetIntOutput(i int, v ...int32) { c.Arg[i].Int = append(c.Arg[i].Int[:0], v...) }

// SetRealOutput sets real output i.
func (c *UtilityCall) SetRealOutput(i int, v ...float64) {
	c.Arg[i].Real = append(c.Arg[i].Real[:0], v...)
}

// SetTextOutput sets text output i.
func (c *UtilityCall) SetTextOutput(i int, v ...string) {
	c.Arg[i].Text = append(c.Arg[i].Text[:0], v...)
}

// TrimBlanks returns a text up to its first zero byte, without blanks around it.
func TrimBlanks(s string) string {
	if i := strings.IndexByte(s, 0); i >= 0 {
		s = s[:i]
	}
	return strings.TrimSpace(s)
}

// LibrarySymbols returns the names under which libraries call the utility.
func (u *Utility) LibrarySymbols() []string {
	if u.OnlyC {
		return []string{u.InC}
	}
	lower := strings.ToLower(u.Name)
	return []string{u.InC, u.Name, lower + "_", lower}
}

// CPrototype returns the declaration of the C form.
func (u *Utility) CPrototype() string {
	if u.Function {
		return fmt.Sprintf("int %s(void)", u.InC)
	}
	var args []string
	for i := range u.Args {
		args = append(args, u.Args[i].cDeclaration())
	}
	if args == nil {
		args = []string{"void"}
	}
	return fmt.Sprintf("void %s(%s)", u.InC, strings.Join(args, ", "))
}

func (a *UtilityArg) cDeclaration() string {
	kind := [...]string{"int", "double", "char"}[a.Kind]
	switch {
	case a.Opaque:
		return "const void *" + a.Name
	case a.Out:
		return kind + " *" + a.Name
	case a.Kind == Text || !a.IsScalar() || a.Pointer:
		return "const " + kind + " *" + a.Name
	}
	return kind + " " + a.Name
}

var utilities = map[string]*Utility{}

// registerUtility enters a utility into the table. args are its arguments as parseUtilityArgs takes them.
// Behind them may be a line with "> " and the inputs of an example.
func registerUtility(name, doc, args string, call func(c *UtilityCall)) *Utility {
	lower := strings.ToLower(name)
	args, example, _ := strings.Cut(args, "> ")
	u := &Utility{Name: name, Doc: doc, Example: example, Args: parseUtilityArgs(args, inUtilities), Failed: 1, Call: call,
		InC: "c_" + lower, InPython: "py_" + lower}
	u.Flag = slices.IndexFunc(u.Args, func(a UtilityArg) bool { return a.fails })
	if utilities[name] != nil {
		panic("usersub: utility " + name + " registered twice")
	}
	utilities[name] = u
	return u
}

// newServiceCall returns a Call for which the State must offer a T; lack is what is missing otherwise.
func newServiceCall[T any](lack string, call func(c *UtilityCall, s T)) func(*UtilityCall) {
	return func(c *UtilityCall) {
		if s, ok := As[T](c.State); ok {
			call(c, s)
			return
		}
		c.SetUnsupported(lack)
	}
}

// Utilities returns all utilities in alphabetical order; the place of each is
// its Number.
var Utilities = sync.OnceValue(func() []*Utility {
	var list []*Utility
	for _, u := range utilities {
		list = append(list, u)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	for i, u := range list {
		u.number = i
	}
	return list
})

// TableIndex is the place of the utility in Utilities.
func (u *Utility) TableIndex() int {
	Utilities()
	return u.number
}

// noSolver are the names of the utilities that need no solver.
var noSolver = map[string]bool{
	"STEP": true, "STEP5": true, "HAVSIN": true, "IMPACT": true, "BISTOP": true, "POLY": true, "CHEBY": true,
	"FORCOS": true, "FORSIN": true, "SHF": true, "RCNVRT": true, "TCNVRT": true, "ISTRNG": true, "RSTRNG": true,
	"STR2INTARY": true, "NANINF": true, "GETINM": true,
}

// NeedsNoSolver reports whether the utility only calculates: it may be carried out where the
// routine runs.
func (u *Utility) NeedsNoSolver() bool { return noSolver[u.Name] }

// FindUtility returns the utility with the given upper-case name, or nil.
func FindUtility(name string) *Utility { return utilities[name] }

// InputIndicesForListCall returns the places of the passed inputs that a language with lists passes:
// all inputs but lengths of others, with or without the one that may be left
// out. ok is false if passed does not fit.
func (u *Utility) InputIndicesForListCall(passed int) (places []int, ok bool) {
	var all, must []int
	for i := range u.Args {
		a := &u.Args[i]
		if !a.IsInput() || a.Implied {
			continue
		}
		all = append(all, i)
		if !a.May {
			must = append(must, i)
		}
	}
	switch passed {
	case len(all):
		return all, true
	case len(must):
		return must, true
	}
	return nil, false
}

// OutputIndices returns the indices in Args of the values that a function of a language such as Python returns: all outputs but those
// that are implied by others, such as lengths.
func (u *Utility) OutputIndices() (places []int) {
	for i := range u.Args {
		if a := &u.Args[i]; a.Out && !a.Implied {
			places = append(places, i)
		}
	}
	return places
}
