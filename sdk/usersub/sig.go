package usersub

import (
	"sort"
	"strconv"
	"strings"
)

// Kind is the type of an argument.
type Kind uint8

const (
	Int  Kind = iota // 32-bit integer or logical
	Real             // 64-bit real
	Text             // character string
)

// Arg describes one argument of a routine.
type Arg struct {
	Name string
	Kind Kind
	Out  bool // written by the routine; all others are read only
	// Len is the number of entries: "" for a scalar, a number ("6"), the name
	// of an integer argument ("npar"), a product of such ("nstate*ninput") or a
	// sum of those ("6+nmodes").
	Len string
	// Skip are the forms in which the argument does not exist. A frame has it
	// always.
	Skip Form
	// Doc says what the argument is: a few words, which templates of routines show, and
	// behind a semicolon frame, sign and whatever else its page has. Unit is that of reals.
	Doc, Unit string
}

// Form is a set of ways in which routines get their arguments.
type Form uint8

const (
	FormC       Form = 1 << iota // pointers; a string is followed by its length
	FormFortran                  // pointers; the lengths of strings come last
	FormAdams                    // a struct first, scalars by value (see Struct)
	FormPython                   // inputs by position, outputs returned
)

// Sig is the argument list of a routine in the order of its Fortran and C
// form. In Python the routine gets all arguments that are not Out, by position,
// and returns the Out arguments: one scalar or list, or a list of lists.
type Sig struct {
	Name    string // "PFOSUB"
	Element string // the kind of element that calls it: "Force_Penalty"
	Doc     string // one line
	Called  string // when the solver calls it, as a sentence
	Returns string // what it must return, as a sentence
	Args    []Arg
	// UsesState reports whether the routine may query SYSFNC and SYSARY; routines that
	// may not get their states through arguments.
	UsesState bool
	// Struct is the form with a struct first, nil where there is none.
	Struct *Struct
}

// ArgIndex returns the place of the argument called name, or -1.
func (s *Sig) ArgIndex(name string) int {
	for i := range s.Args {
		if s.Args[i].Name == name {
			return i
		}
	}
	return -1
}

// OutputIndices returns the places of the arguments that the routine writes.
func (s *Sig) OutputIndices() []int {
	var out []int
	for i := range s.Args {
		if s.Args[i].Out {
			out = append(out, i)
		}
	}
	return out
}

// evalLength evaluates Len with the values of the integer arguments in dims.
func (a *Arg) evalLength(dims map[string]int) (int, bool) {
	if a.Len == "" {
		return 1, true
	}
	sum := 0
	for term := range strings.SplitSeq(a.Len, "+") {
		n := 1
		for f := range strings.SplitSeq(term, "*") {
			v, err := strconv.Atoi(f)
			if err != nil {
				var ok bool
				if v, ok = dims[f]; !ok {
					return 0, false
				}
			}
			n *= v
		}
		sum += n
	}
	return sum, true
}

var sigs = map[string]*Sig{}

// registerSig enters a routine into the table; each routine's file calls it.
func registerSig(s *Sig) *Sig {
	if sigs[s.Name] != nil {
		panic("usersub: routine " + s.Name + " registered twice")
	}
	sigs[s.Name] = s
	return s
}

// otherNames are names of routines in headers and libraries of other versions.
var otherNames = map[string]string{"GSE_SAMPLE": "GSE_SAMP", "GSEDERIV": "GSE_DERIV", "GSEUPDATE": "GSE_UPDATE", "GSEOUTPUT": "GSE_OUTPUT"}

// FindRoutine returns the description of the routine with the given upper-case
// name, or nil.
func FindRoutine(name string) *Sig {
	if other := otherNames[name]; other != "" {
		name = other
	}
	return sigs[name]
}

// Sigs returns all routines in alphabetical order.
func Sigs() []*Sig {
	all := make([]*Sig, 0, len(sigs))
	for _, s := range sigs {
		all = append(all, s)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}
