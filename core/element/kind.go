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

// registerElements adds elements to the table; each element's file calls it.
func registerElements(k ...kind) {
	for i := range k {
		k[i].schema.Refused = inequalities
	}
	kinds = append(kinds, k...)
}

// Table lists the elements that a deck may hold.
func Table() deck.Table {
	t := make(deck.Table, 0, len(kinds))
	for _, k := range kinds {
		t = append(t, k.schema)
	}
	sort.Slice(t, func(i, j int) bool { return t[i].Kind < t[j].Kind })
	return t
}
