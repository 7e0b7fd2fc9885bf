package deck

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck/xml"
)

// ReadXML reads a deck in XML form and checks it against the table. It never
// returns nil and never fails: all problems are in Model.Diags. dir is the
// folder of the deck, against which relative paths are taken. The text of src
// is converted to UTF-8.
func ReadXML(src *Source, dir string, table Table) *Model {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	b := NewBuilder(dir, table)
	b.readXML(src)
	return b.FinishModel()
}

// role reports what an open tag is for.
type role uint8

const (
	root    role = iota
	section      // <Model> or <Command>
	unknown      // not in the table
	leaf         // an element of the table
)

// openElement is a tag whose end has not come.
type openElement struct {
	role  role
	name  Span
	lower string
	in    Section // where the elements inside are
	raw   *Raw    // of a leaf
	text  []chunk // of a leaf
	holds bool    // an element inside it has come: raw.Attrs are its own
}

type xmlReader struct {
	*Builder
	src    *Source
	scan   *xml.Scanner
	stack  []openElement
	closed map[string]int // tags closed in place of the author, by name
	tags   int
	attrs  []Attr // of the open element of the table: there is only one at a time
}

func (r *xmlReader) spanIn(s xml.Span) Span { return Span{r.src, s.Start, s.End} }

func (r *xmlReader) reportProblem(p xml.Problem) {
	report := r.Diags().AddWarningf
	if p.Error {
		report = r.Diags().AddErrorf
	}
	report(r.spanIn(p.At), p.Code, "%s", p.Msg).Help = p.Help
}

// maxDepth is how deep unknown tags may nest.
const maxDepth = 64

func (r *xmlReader) openTag(t xml.Token) {
	o := openElement{name: r.spanIn(t.Name)}
	name := r.src.text[t.Name.Start:t.Name.End]
	o.lower = strings.ToLower(name)
	r.tags++
	switch {
	case o.lower == "model" || o.lower == "command":
		o.role = section
		r.closeTagsFor(o, section)
		if o.lower == "command" {
			o.in = InCommand
		}
	case r.HasKind(name):
		o.role = leaf
		if holder := r.findHolder(name); holder >= 0 {
			r.closeTagsFrom(holder+1, o)
			o.raw = r.collectRawWithin(&r.stack[holder], t, name)
			break
		}
		r.closeTagsFor(o, leaf)
		o.raw = r.collectRaw(t, name)
	default:
		o.role, o.in = unknown, r.currentSection()
		if r.tags == 1 && !t.Empty {
			o.role = root
			r.m.Root = name
			break
		}
		if holder := r.findAnyHolder(); holder >= 0 {
			r.closeTagsFrom(holder+1, o)
		} else {
			r.closeTagsFor(o, leaf)
		}
		r.reportUnknownTag(o, name)
	}
	r.pushTag(o, t)
}

// currentSection returns where an element that begins now is.
func (r *xmlReader) currentSection() Section {
	if n := len(r.stack); n > 0 {
		return r.stack[n-1].in
	}
	return InBoth
}

// reportUnknownTag reports a tag that is not in the table, but not those inside it.
func (r *xmlReader) reportUnknownTag(o openElement, name string) {
	if n := len(r.stack); n > 0 && r.stack[n-1].role == unknown {
		return
	}
	r.reportUnknownKind(&Raw{Kind: name, Span: o.name})
}

func (r *xmlReader) pushTag(o openElement, t xml.Token) {
	if o.role == root {
		o.in = InBoth
	}
	switch {
	case t.Empty:
		r.finishElement(o)
	case t.Unclosed && o.role == leaf:
		r.closed[o.lower]++
		r.finishElement(o)
	case len(r.stack) >= maxDepth:
		if len(r.stack) == maxDepth && r.closed[""] == 0 {
			r.closed[""] = 1
			r.Diags().AddErrorf(o.name, "E208", "tags are nested more than %d deep", maxDepth)
		}
		r.closed[o.lower]++
		r.finishElement(o)
	default:
		r.stack = append(r.stack, o)
	}
}

// collectRaw collects the attributes of an element of the table.
func (r *xmlReader) collectRaw(t xml.Token, name string) *Raw {
	r.attrs = r.attrs[:0]
	for _, a := range t.Attrs {
		v, segs := r.scan.Decode(a.Value, false)
		r.attrs = append(r.attrs, Attr{
			Name: r.src.text[a.Name.Start:a.Name.End], Value: v,
			NameSpan: r.spanIn(a.Name), ValueSpan: r.spanIn(a.Value), Map: segs,
		})
	}
	return &Raw{Kind: name, Span: r.spanIn(t.Name), Section: r.currentSection(), Attrs: r.attrs}
}

// finishElement hands a finished element over.
func (r *xmlReader) finishElement(o openElement) {
	if o.role == leaf {
		o.raw.Text = r.joinText(o)
		r.AddElement(o.raw)
	}
}

// popTag closes the innermost tag.
func (r *xmlReader) popTag() {
	n := len(r.stack) - 1
	r.finishElement(r.stack[n])
	r.stack = r.stack[:n]
}

// closeTagsFor closes tags that cannot hold what begins now: an element of the
// table holds no tags but those of kinds Within it, a block no other block.
func (r *xmlReader) closeTagsFor(next openElement, least role) {
	at := len(r.stack)
	for i := len(r.stack) - 1; i >= 0; i-- {
		if o := r.stack[i].role; o == leaf || least == section && o == section {
			at = i
		}
	}
	r.closeTagsFrom(at, next)
}

// findHolder returns the place in the stack of the open element that an element of this kind may be in, -1 without one.
func (r *xmlReader) findHolder(name string) int {
	within := r.m.kinds.index[strings.ToLower(name)].Within
	for i := len(r.stack) - 1; i >= 0 && r.stack[i].role == leaf; i-- {
		if k := r.m.kinds.index[r.stack[i].lower]; k.Kind == within {
			return i
		}
	}
	return -1
}

// findAnyHolder returns the place in the stack of the innermost open element that others may be in, -1 without one.
func (r *xmlReader) findAnyHolder() int {
	for i := len(r.stack) - 1; i >= 0 && r.stack[i].role == leaf; i-- {
		if len(r.m.kinds.table.kindsWithin(r.m.kinds.index[r.stack[i].lower].Schema)) > 0 {
			return i
		}
	}
	return -1
}

// collectRawWithin collects the attributes of an element in the tag of another one, to which it refers.
func (r *xmlReader) collectRawWithin(holder *openElement, t xml.Token, name string) *Raw {
	if !holder.holds {
		holder.raw.Attrs = slices.Clone(holder.raw.Attrs)
		holder.holds = true
	}
	raw := r.collectRaw(t, name)
	owner := r.m.kinds.index[strings.ToLower(name)].Owner
	named := func(n string) func(Attr) bool { return func(a Attr) bool { return strings.EqualFold(a.Name, n) } }
	if owner == "" || slices.ContainsFunc(raw.Attrs, named(owner)) {
		return raw
	}
	if i := slices.IndexFunc(holder.raw.Attrs, named("id")); i >= 0 {
		id := holder.raw.Attrs[i]
		id.Name = owner
		r.attrs = append(r.attrs, id)
		raw.Attrs = r.attrs
	}
	return raw
}

// closeTagsFrom closes the tags from a place in the stack on, which cannot hold what begins now.
func (r *xmlReader) closeTagsFrom(at int, next openElement) {
	for len(r.stack) > at {
		o := r.stack[len(r.stack)-1]
		if o.role != unknown {
			d := r.Diags().AddWarningf(o.name, "W203", "%s is not closed before %s begins", o.name.Text(), next.name.Text())
			d.AddNote(next.name, "%s begins here", next.name.Text())
			d.Help = "end its tag with /> or write </" + o.name.Text() + ">"
		}
		r.closed[o.lower]++
		r.popTag()
	}
}
