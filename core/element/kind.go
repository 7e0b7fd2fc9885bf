// Package element has one file for each element of a deck: which attributes it
// reads, and how it becomes part of the compiled system.
package element

import (
	"sort"

	"github.com/trammel-mbd/trammel/core/deck"
)

// phase orders the building of elements: what others refer to comes first.
type phase uint8

const (
	settings phase = iota
	bodies
	markers
	arrays
	equations // variables, states: what measures may name
	joints
	motions
	forces
	requests
	commands
	nPhases
)

// kind is an element: its schema and how it is built.
type kind struct {
	schema *deck.Schema
	phase  phase
	build  func(b *builder, e *deck.Element)
}

var kinds []kind

// enter adds elements to the table; each element's file calls it.
func enter(k ...kind) { kinds = append(kinds, k...) }

// Table lists the elements that a deck may hold.
func Table() deck.Table {
	t := make(deck.Table, 0, len(kinds))
	for _, k := range kinds {
		t = append(t, k.schema)
	}
	sort.Slice(t, func(i, j int) bool { return t[i].Kind < t[j].Kind })
	return t
}

// Short names for attribute tables.

func ref(name string, to ...string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Ref, To: to, Required: true}
}

func optRef(name string, to ...string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Ref, To: to}
}

func realOr(name, def string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Real, Default: def}
}

func reals(def string, names ...string) []deck.AttrSpec {
	var a []deck.AttrSpec
	for _, n := range names {
		a = append(a, realOr(n, def))
	}
	return a
}

func flag(name string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Bool, Default: "FALSE"}
}

func choice(name, def string, values ...string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Enum, Enum: values, Default: def}
}

func expression(name string) deck.AttrSpec { return deck.AttrSpec{Name: name, Type: deck.Expr} }

func unused(names ...string) []deck.AttrSpec {
	var a []deck.AttrSpec
	for _, n := range names {
		a = append(a, deck.AttrSpec{Name: n, Type: deck.Ignored})
	}
	return a
}

func required(a deck.AttrSpec) deck.AttrSpec { a.Required = true; return a }

func when(cond string, a deck.AttrSpec) deck.AttrSpec { a.When = cond; return a }

func attrs(parts ...any) []deck.AttrSpec {
	var all []deck.AttrSpec
	for _, p := range parts {
		switch p := p.(type) {
		case deck.AttrSpec:
			all = append(all, p)
		case []deck.AttrSpec:
			all = append(all, p...)
		default:
			panic("element: an attribute list holds something else")
		}
	}
	return all
}
