package deck

import (
	"slices"
	"sort"
	"strings"
)

// Model is a deck as written: its elements with their values and places, and
// what is wrong with it.
type Model struct {
	Elements    []*Element // of the model block, in the order of the file
	Commands    []*Element // of the command block, in the order of execution
	Root        string     // name of the outermost element of an XML file
	Dir         string     // absolute folder of the deck
	Dialect     string     // of routines in libraries that do not say theirs: usersub.Ref.DeckDialect
	Sources     []*Source
	Meshes      map[string]string // paths of meshes that take the place of files of shapes: see Model.MeshOf
	IgnoreState bool              // a state that was saved beside the deck is left aside
	Diags       *Diags

	Parameters []*Parameter  // in the order of their definitions
	Assigned   []*Assignment // what was given from outside the deck

	kinds  *kinds
	ids    map[*kind]map[idKey]*Element
	ofKind map[*kind][]*Element
}

// idKey is what is unique among the elements of a kind: the id, and the value of the attribute that divides ids, "" without one.
type idKey struct {
	id int
	of string
}

// idKey returns the key of an element.
func (e *Element) idKey() idKey {
	if e.kind.apart == nil {
		return idKey{e.id, ""}
	}
	return idKey{e.id, e.Enum(e.kind.apart.Name)}
}

// FindElement returns the element of the model block with this kind and id, nil if
// there is none. Of two with one id it is the first: in the file, or of the values that divide ids (Schema.IDRange).
func (m *Model) FindElement(kind string, id int) *Element { return m.find(m.kindOf(kind), id) }

func (m *Model) find(k *kind, id int) *Element {
	if k.apart == nil {
		return m.ids[k][idKey{id, ""}]
	}
	if all := m.findAll(k, id); len(all) > 0 {
		return all[0]
	}
	return nil
}

// FindElements returns the elements of the model block with this kind and id: several where Schema.IDRange divides ids.
func (m *Model) FindElements(kind string, id int) []*Element { return m.findAll(m.kindOf(kind), id) }

func (m *Model) findAll(k *kind, id int) (list []*Element) {
	of := []string{""}
	if k.apart != nil {
		of = append(of, k.apart.Enum...)
	}
	for _, v := range of {
		if e := m.ids[k][idKey{id, v}]; e != nil {
			list = append(list, e)
		}
	}
	return list
}

// ElementsOfKind returns the elements of the model block that are of a kind, in the order
// of the file.
func (m *Model) ElementsOfKind(kind string) []*Element { return m.ofKind[m.kindOf(kind)] }

func (m *Model) kindOf(name string) *kind {
	k := m.kinds.index[strings.ToLower(name)]
	if k == nil {
		panic("deck: unknown kind " + name)
	}
	return k
}

// HasKind reports whether the table of the model has a kind of this name.
func (m *Model) HasKind(kind string) bool { return m.kinds.index[strings.ToLower(kind)] != nil }

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
