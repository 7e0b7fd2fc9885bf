package adm

import (
	"sort"
	"strings"
)

// form reports how an argument is written.
type form uint8

const (
	asFlag    form = iota // KEYWORD alone
	asNumbers             // KEY=v1, v2, …: numbers or ids
	asExpr                // KEY=expression, or USER(…)
	asWord                // KEY=word
	asWords               // KEY=w1, w2, …
	asLine                // KEY=any text
)

// argSpec describes an argument of a statement.
type argSpec struct {
	name  string
	alias []string // other spellings, and short ones that several arguments share
	form  form
	// attrs are the attributes that take the entries of the value, in order.
	// Without any the argument is left to the statement's own function.
	attrs   []string
	value   string // of the attribute of a flag; "" for TRUE
	least   int    // entries that there must be at least, 1 if 0
	many    bool   // the number of entries is not limited
	idle    string // why the argument has no effect
	silent  bool   // without effect and not worth a word
	refused string // why the argument is an error
	inFile  bool   // a keyword of files: in a program it gives a word of the statement
}

// spec describes a statement.
type spec struct {
	name     string
	kind     string // of the element that it becomes
	id       bool   // KEYWORD/id
	typed    bool   // the element says type EXPRESSION or USERSUB
	flagAttr string // attribute that takes a flag that is none of args
	fixed    []pair // attributes that the statement itself stands for
	options  string // how options that may follow behind !MS# begin; "" for none
	idle     bool   // without effect here: only counted
	refused  string // why the statement is an error
	args     []argSpec
	// read takes what args does not say. It returns false to add no element.
	read func(e *elementEmitter) bool
	// write says what args cannot say of an element that is written.
	write func(p *statementWriter)

	keys, flags map[string]*argSpec
	keyNames    []string
	flagNames   []string
}

// anyOption begins every option.
const anyOption = " "

type pair struct{ name, value string }

// language is the statements of one form of file.
type language struct {
	index map[string]*spec
	names []string
}

func newLanguage(lists ...[]spec) *language {
	l := &language{index: map[string]*spec{}}
	for _, list := range lists {
		for i := range list {
			s := &list[i]
			if l.index[s.name] != nil {
				panic("adm: " + s.name + " is in the table twice")
			}
			s.prepareSpec()
			l.index[s.name] = s
			l.names = append(l.names, s.name)
		}
	}
	sort.Strings(l.names)
	return l
}

func (s *spec) prepareSpec() {
	s.keys, s.flags = map[string]*argSpec{}, map[string]*argSpec{}
	s.keyNames, s.flagNames = nil, nil
	for i := range s.args {
		a := &s.args[i]
		index, names := s.keys, &s.keyNames
		if a.form == asFlag {
			index, names = s.flags, &s.flagNames
		}
		*names = append(*names, a.name)
		for _, n := range append([]string{a.name}, a.alias...) {
			if index[n] != nil {
				panic("adm: " + s.name + "." + n + " is in the table twice")
			}
			index[n] = a
		}
	}
	sort.Strings(s.keyNames)
	sort.Strings(s.flagNames)
}

// specByKeyword returns the statement with this keyword or the unique one that begins
// with it, nil if there is none.
func (l *language) specByKeyword(kw string) *spec {
	s, _ := resolvePrefix(kw, l.index, l.names)
	return s
}

// resolvePrefix finds a word among names: itself, or the only one that it begins.
// If it begins several, they are returned.
func resolvePrefix[T any](w string, index map[string]*T, names []string) (*T, []string) {
	w = strings.ToUpper(w)
	if s := index[w]; s != nil {
		return s, nil
	}
	var fit []string
	for i := sort.SearchStrings(names, w); i < len(names) && strings.HasPrefix(names[i], w); i++ {
		fit = append(fit, names[i])
	}
	if len(fit) == 1 {
		return index[fit[0]], nil
	}
	return nil, fit
}
