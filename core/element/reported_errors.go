package element

import (
	"sort"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

// reportedErrors knows the elements about which an error has been reported, so that
// what only follows from it is not reported as well.
type reportedErrors struct {
	of map[*deck.Element]bool
	id map[int]bool // ids of these elements, whatever their kind
}

// findFaultyElements finds the elements that the errors of reading the deck are about: the
// last element that begins before the error.
func (f *reportedErrors) findFaultyElements(m *deck.Model) {
	f.of, f.id = map[*deck.Element]bool{}, map[int]bool{}
	bySource := map[*deck.Source][]*deck.Element{}
	for _, list := range [2][]*deck.Element{m.Elements, m.Commands} {
		for _, e := range list {
			bySource[e.Span.Src] = append(bySource[e.Span.Src], e)
		}
	}
	for _, all := range bySource {
		sort.Slice(all, func(i, j int) bool { return all[i].Span.Start < all[j].Span.Start })
	}
	for _, d := range m.Diags.List {
		if d.Severity != deck.Error {
			continue
		}
		all := bySource[d.Span.Src]
		n := sort.Search(len(all), func(i int) bool { return all[i].Span.Start > d.Span.Start })
		if n > 0 {
			f.addFaultyElement(all[n-1])
		}
	}
}

func (f *reportedErrors) addFaultyElement(e *deck.Element) {
	f.of[e] = true
	f.id[e.ID()] = true
}

// buildAndRecordFault runs a part of the building of an element and notes whether it went
// wrong.
func (b *builder) buildAndRecordFault(e *deck.Element, build func()) {
	diags := b.deck.Diags
	n, failed := len(diags.List), len(b.out.Failed)
	build()
	wrong := len(b.out.Failed) > failed
	for _, d := range diags.List[n:] {
		wrong = wrong || d.Severity == deck.Error
	}
	if wrong {
		b.faults.addFaultyElement(e)
	}
}

// hasErrorAbout reports whether a call that cannot be resolved names an element that
// an error has been reported about.
func (f *reportedErrors) hasErrorAbout(c system.Call) bool {
	for _, a := range c.Args {
		if a != 0 && f.id[a] {
			return true
		}
	}
	return false
}

// allMarkersExist reports whether all markers that the attributes name are there. If not
// that has been reported, and the element is not built.
func (b *builder) allMarkersExist(e *deck.Element, names ...string) bool {
	for _, n := range names {
		id := e.Ref(n)
		if _, ok := b.sys.Marker(id); !ok || id == 0 && isRequired(e, n) {
			b.faults.addFaultyElement(e)
			return false
		}
	}
	return true
}

func isRequired(e *deck.Element, name string) bool {
	for i := range e.Schema.Attrs {
		if a := &e.Schema.Attrs[i]; a.Name == name {
			return a.Required
		}
	}
	return false
}

// markerIndex returns the index of the marker that the attribute names; the global
// frame when it is not given.
func (b *builder) markerIndex(e *deck.Element, name string) system.MarkerIdx {
	i, ok := b.sys.Marker(e.Ref(name))
	if !ok {
		return system.Global // reported
	}
	return i
}

// nonFloatingMarkerIndex is markerIndex for an attribute that needs a pose.
func (b *builder) nonFloatingMarkerIndex(e *deck.Element, name string) system.MarkerIdx {
	i := b.markerIndex(e, name)
	if b.sys.Markers[i].Floating {
		e.AddErrorf(name, "B010", "marker %d is floating and has no pose", e.Ref(name))
	}
	return i
}

// reportOnce reports an error of an element unless there is one about it already.
func (b *builder) reportOnce(e *deck.Element, name, code, format string, args ...any) {
	if !b.faults.of[e] {
		b.faults.addFaultyElement(e)
		e.AddErrorf(name, code, format, args...)
	}
}
