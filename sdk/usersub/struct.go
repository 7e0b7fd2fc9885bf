package usersub

import (
	"strconv"
	"strings"
)

// Struct is the form of a routine whose first argument is a pointer to a
// constant struct and whose scalar inputs are passed by value. It is found by
// a symbol with a capital first letter.
type Struct struct {
	Name    string // of the struct in C
	Members []Member
	Args    []string // names of the arguments behind the struct, in order
}

// MemberKind is the C type of a member.
type MemberKind uint8

const (
	MemberInt     MemberKind = iota // int
	MemberReal                      // double
	MemberText                      // const char *
	MemberChars                     // char[N]
	MemberPointer                   // pointer to ints
	MemberPar                       // const double *: the parameters
)

// Member is one member of a struct. N is its number of entries, 0 if it is no
// array. From is the argument of the routine that gives its value, "" if the
// element does.
type Member struct {
	Name string
	Kind MemberKind
	N    int
	From string
}

// parseStructForm describes a struct form. members is a list of NAME or NAME:type
// with the types i (int, the default), d (double), s (const char *), c (char),
// p (pointer to ints), a number of entries behind them ("c2"), and "=argument".
func parseStructForm(name, members, args string) *Struct {
	s := &Struct{Name: name, Args: strings.Fields(args)}
	for _, text := range strings.Fields(members) {
		m := Member{}
		text, m.From, _ = strings.Cut(text, "=")
		name, kind, _ := strings.Cut(text, ":")
		m.Name = name
		if kind != "" {
			m.Kind = MemberKind(strings.IndexByte("idscp", kind[0]))
			m.N, _ = strconv.Atoi(kind[1:])
		}
		switch name {
		case "ID":
			m.From = "id"
		case "NPAR":
			m.From = "npar"
		case "PAR":
			m.Kind, m.From = MemberPar, "par"
		}
		s.Members = append(s.Members, m)
	}
	return s
}
