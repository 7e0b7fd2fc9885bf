package deck

import (
	"slices"
	"sort"
	"strings"
)

// Model is a deck as written: its elements with their values and places, and
// what is wrong with it.
type Model struct {
	Elements []*Element // of the model block, in the order of the file
	Commands []*Element // of the command block, in the order of execution
	Root     string     // name of the outermost element of an XML file
	Dir      string     // absolute folder of the deck
	Dialect  string     // of routines in libraries that do not say theirs: usersub.Ref.DeckDialect
	Sources  []*Source
	Anew     bool // a state that was saved beside the deck is left aside
	Diags    *Diags

	kinds  *kinds
	ids    map[*kind]map[int]*Element
	ofKind map[*kind][]*Element
}

// Find returns the element of the model block with this kind and id, nil if
// there is none. Of two with one id it is the first.
func (m *Model) Find(kind string, id int) *Element {
	return m.ids[m.kindOf(kind)][id]
}

// OfKind returns the elements of the model block that are of a kind, in the order
// of the file.
func (m *Model) OfKind(kind string) []*Element { return m.ofKind[m.kindOf(kind)] }

func (m *Model) kindOf(name string) *kind {
	k := m.kinds.index[strings.ToLower(name)]
	if k == nil {
		panic("deck: unknown kind " + name)
	}
	return k
}

// Knows reports whether the table of the model has a kind of this name.
func (m *Model) Knows(kind string) bool { return m.kinds.index[strings.ToLower(kind)] != nil }

// hasTargetOf reports whether the model has an element of a kind that can name elements
// of kind name.
func (m *Model) hasTargetOf(name string) bool {
	for k, list := range m.ofKind {
		if len(list) == 0 {
			continue
		}
		for _, s := range append(textSpecs(k.Schema), k.specs...) {
			if slices.Contains(s.To, name) {
				return true
			}
		}
	}
	return false
}

func sortedCopy(names []string) []string {
	sort.Strings(names)
	return names
}
