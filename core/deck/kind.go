package deck

import (
	"slices"
	"strings"
	"sync"
)

// kind is a Schema prepared for reading.
type kind struct {
	*Schema
	specs []*AttrSpec
	index map[string]*AttrSpec // lower-case name or alias
	when  map[*AttrSpec][]term
	names []string // canonical names, for suggestions
	hasID bool
	label *AttrSpec
	ident *AttrSpec
	apart *AttrSpec // IDRange; nil without one
}

// kinds is a Table prepared for reading.
type kinds struct {
	table Table
	index map[string]*kind // lower-case name or alias
	names []string
}

// prepared holds the kinds of each table that has been read with, by its first schema.
var prepared sync.Map // of *Schema to *kinds

// prepareKinds returns the kinds of a table. They are made once and never change afterwards.
func prepareKinds(t Table) *kinds {
	if len(t) > 0 {
		if ks, ok := prepared.Load(t[0]); ok && slices.Equal(ks.(*kinds).table, t) {
			return ks.(*kinds)
		}
	}
	ks := newKinds(t)
	if len(t) > 0 {
		prepared.Store(t[0], ks)
	}
	return ks
}

// newKinds checks the table, which is our own: mistakes in it panic.
func newKinds(t Table) *kinds {
	ks := &kinds{table: t, index: make(map[string]*kind, len(t))}
	for _, s := range t {
		k := newKind(s)
		ks.names = append(ks.names, s.Kind)
		for _, n := range append([]string{s.Kind}, s.Alias...) {
			n = strings.ToLower(n)
			if ks.index[n] != nil {
				panic("deck: kind " + n + " is in the table twice")
			}
			ks.index[n] = k
		}
	}
	for _, k := range ks.index {
		if k.Within != "" && ks.index[strings.ToLower(k.Within)] == nil {
			panic("deck: " + k.Kind + " is within the unknown kind " + k.Within)
		}
		for _, s := range append(k.specs, textSpecs(k.Schema)...) {
			for _, to := range s.To {
				if ks.index[strings.ToLower(to)] == nil {
					panic("deck: " + k.Kind + "." + s.Name + " refers to the unknown kind " + to)
				}
			}
		}
	}
	return ks
}

func textSpecs(s *Schema) []*AttrSpec {
	var out []*AttrSpec
	for i := range s.Text {
		out = append(out, &s.Text[i])
	}
	return out
}

func newKind(s *Schema) *kind {
	k := &kind{Schema: s, index: map[string]*AttrSpec{}, when: map[*AttrSpec][]term{}}
	k.hasID = !s.NoID && s.Section != InCommand
	if k.hasID && !slices.ContainsFunc(s.Attrs, func(a AttrSpec) bool { return a.Name == "id" }) {
		k.addSpec(&AttrSpec{Name: "id", Type: ID, Required: true, Doc: "number of the element"})
	}
	for i := range s.Attrs {
		k.addSpec(&s.Attrs[i])
	}
	if k.index["id"] == nil {
		k.addSpec(&AttrSpec{Name: "id", Type: Ignored})
	}
	if k.index["label"] == nil {
		k.addSpec(&AttrSpec{Name: "label", Type: String, Doc: "display name"})
	}
	if k.index["full_label"] == nil {
		k.addSpec(&AttrSpec{Name: "full_label", Type: Ignored})
	}
	k.ident, k.label, k.apart = k.index["id"], k.index["label"], k.index[s.IDRange]
	for _, spec := range append(k.specs, textSpecs(s)...) {
		k.when[spec] = k.parseWhen(spec)
		if spec.Second != "" && k.index[spec.Second] == nil {
			panic("deck: " + s.Kind + "." + spec.Name + " has an unknown Second")
		}
	}
	return k
}

func (k *kind) addSpec(s *AttrSpec) {
	switch {
	case s.Type == None:
		panic("deck: " + k.Kind + "." + s.Name + " has no type")
	case s.Type == Enum && len(s.Enum) == 0:
		panic("deck: " + k.Kind + "." + s.Name + " has no values")
	}
	for _, v := range s.EnumAlias {
		if !slices.Contains(s.Enum, v) {
			panic("deck: " + k.Kind + "." + s.Name + " has an alias of the unknown value " + v)
		}
	}
	k.specs = append(k.specs, s)
	k.names = append(k.names, s.Name)
	for _, n := range append([]string{s.Name}, s.Alias...) {
		n = strings.ToLower(n)
		if k.index[n] != nil && (n != strings.ToLower(s.Name) || k.index[n] != s) {
			panic("deck: " + k.Kind + "." + n + " is in the table twice")
		}
		k.index[n] = s
	}
}

// specOf returns the attribute with the canonical name; requesting any other is
// a mistake in the caller.
func (k *kind) specOf(name string) *AttrSpec {
	s := k.index[name]
	if s == nil || s.Name != name {
		panic("deck: " + k.Kind + " has no attribute " + name)
	}
	return s
}
