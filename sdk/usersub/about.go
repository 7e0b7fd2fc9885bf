package usersub

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// About is what a routine says about itself. Plugins do; of routines in libraries and
// scripts nothing is known.
type About struct {
	Doc string // one line
	// Params are the numbers of USER(...) in their order. Where there are none and
	// NoParams is not set, the list of a deck is not checked.
	Params   []Param
	NoParams bool // the routine takes none
	// States and Inputs are those of a state equation; their number is checked where
	// there are any.
	States, Inputs []Quantity
	Sizes          map[string]int // other integer arguments that must have a value: nvalue
	// Pure routines compute their outputs from the arguments and answers of the
	// call and nothing else: a call may be repeated in another process.
	Pure       bool
	Concurrent bool // it may be called on several threads at the same time
}

// Quantity is a state or an input of a routine.
type Quantity struct{ Name, Unit, Doc string }

// ParamType reports which numbers a parameter may be.
type ParamType uint8

const (
	Number  ParamType = iota
	Integer           // a whole number
	ID                // that of an element of the model
)

// Param is one number of USER(...).
type Param struct {
	Name string // a letter, then letters, digits and _; capitals do not matter
	Unit string // "N/mm"; it reports, and converts nothing
	Doc  string
	Type ParamType
	// Element is, for an ID, the kind of element: "Reference_Marker"; "" for any.
	Element            string
	Min, Max           *float64 // nil: no bound
	AboveMin, BelowMax bool     // the bound itself is not allowed
	Default            *float64 // nil: it must be given
	Many               bool     // of the last one: any number of values, none included
}

// DescribesParams reports whether a list of parameters can be checked.
func (a *About) DescribesParams() bool { return a != nil && (len(a.Params) > 0 || a.NoParams) }

// Validate finds what a routine reports wrongly of itself.
func (a *About) Validate(sig *Sig) error {
	seen := map[string]bool{}
	for k := range a.Params {
		p := &a.Params[k]
		key := strings.ToLower(p.Name)
		switch {
		case !isParamName(p.Name):
			return fmt.Errorf("parameter %d: %q is not a name: a letter, then letters, digits and _", k+1, p.Name)
		case seen[key]:
			return fmt.Errorf("there are two parameters %s", p.Name)
		case p.Many && k < len(a.Params)-1:
			return fmt.Errorf("parameter %s: only the last one may be given many times", p.Name)
		case p.Type > ID:
			return fmt.Errorf("parameter %s is of an unknown type", p.Name)
		}
		if p.Default != nil {
			if why := p.invalidReason(*p.Default); why != "" {
				return fmt.Errorf("parameter %s: the default %s", p.Name, why)
			}
		}
		seen[key] = true
	}
	if a.NoParams && len(a.Params) > 0 {
		return fmt.Errorf("it has parameters and says that it takes none")
	}
	for name, n := range a.requiredSizes() {
		if i := sig.ArgIndex(name); i < 0 || sig.Args[i].Kind != Int {
			return fmt.Errorf("%s has no size %s", sig.Name, name)
		} else if n < 0 {
			return fmt.Errorf("the size %s is %d", name, n)
		}
	}
	return nil
}

// requiredSizes are the integer arguments that must have a value.
func (a *About) requiredSizes() map[string]int {
	all := map[string]int{}
	for name, n := range a.Sizes {
		all[name] = n
	}
	if len(a.States) > 0 {
		all["nstate"] = len(a.States)
	}
	if len(a.Inputs) > 0 {
		all["ninput"] = len(a.Inputs)
	}
	return all
}

// DescribeSizeMismatch finds an integer argument of the element that is not what the routine
// needs; "" if all are.
func (a *About) DescribeSizeMismatch(dims map[string]int) string {
	if a == nil {
		return ""
	}
	all := a.requiredSizes()
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if have, ok := dims[name]; ok && have != all[name] {
			return fmt.Sprintf("it needs %s = %d, the element has %d", name, all[name], have)
		}
	}
	return ""
}

func isParamName(s string) bool {
	for i, c := range []byte(s) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// RangeText says which values a parameter may have: "at least 0", "more than 0 and at
// most 1"; "" where there is no bound.
func (p *Param) RangeText() string {
	var parts []string
	if p.Min != nil {
		word := "at least "
		if p.AboveMin {
			word = "more than "
		}
		parts = append(parts, word+shortNumber(*p.Min))
	}
	if p.Max != nil {
		word := "at most "
		if p.BelowMax {
			word = "less than "
		}
		parts = append(parts, word+shortNumber(*p.Max))
	}
	return strings.Join(parts, " and ")
}

// KindText says what a parameter is: "number", "id of a Reference_Marker".
func (p *Param) KindText() string {
	switch {
	case p.Type == Integer:
		return "whole number"
	case p.Type == ID && p.Element != "":
		return "id of a " + p.Element
	case p.Type == ID:
		return "id"
	}
	return "number"
}

// invalidReason says why v is not a value of p: "must be at least 0"; "" if it is one.
func (p *Param) invalidReason(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "must be a finite number"
	case p.Type == ID && (v != math.Trunc(v) || v < 1 || v > math.MaxInt32):
		return "must be an id, a whole number from 1 on"
	case p.Type == Integer && (v != math.Trunc(v) || math.Abs(v) > math.MaxInt32):
		return "must be a whole number"
	case p.Min != nil && (v < *p.Min || p.AboveMin && v == *p.Min),
		p.Max != nil && (v > *p.Max || p.BelowMax && v == *p.Max):
		return "must be " + p.RangeText()
	}
	return ""
}

func shortNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
