package deck

import "strings"

// Raw is an element as a reader of some format found it.
type Raw struct {
	Kind    string // as written
	Span    Span   // of the kind
	Section Section
	Attrs   []Attr // Name, Value, NameSpan, ValueSpan and Map are set
	Text    *Attr  // nil if blank
	Own     bool   // made by the reader: nobody meant it by its id
}

// Builder turns what a reader finds into a Model, in three steps: New,
// AddElement for each element, FinishModel. It is the same for all formats of decks.
type Builder struct {
	m          *Model
	foreign    bool // another model has been loaded by a command
	started    bool // a command has been met
	ignored    []ignoredKind
	without    []*withoutEffect
	extends    *Model // the model that commands are added to while it runs
	assigned   []*Assignment
	statements Statements // nil in XML
	ahead      bool       // the parameters of the file are defined
}

type ignoredKind struct {
	k     *kind
	first Span
	n     int
}

// NewBuilder starts a model whose deck lies in the absolute folder dir.
func NewBuilder(dir string, table Table) *Builder {
	return &Builder{m: &Model{
		Dir: dir, Diags: &Diags{}, kinds: prepareKinds(table),
		ids: map[*kind]map[idKey]*Element{}, ofKind: map[*kind][]*Element{},
	}}
}

// SetRoutineDialect says how routines in libraries are called that do not say it
// themselves: it depends on where decks of a form come from.
func (b *Builder) SetRoutineDialect(name string) { b.m.Dialect = name }

// Diags is where readers report what they find.
func (b *Builder) Diags() *Diags { return b.m.Diags }

// AddSource registers a file of the deck.
func (b *Builder) AddSource(s *Source) {
	b.m.Sources = append(b.m.Sources, s)
	for _, a := range s.Assigned {
		c := *a // each reading counts what it replaced
		b.assigned = append(b.assigned, &c)
	}
}

// HasKind reports whether kind is in the table.
func (b *Builder) HasKind(kind string) bool { return b.m.HasKind(kind) }

// AddElement checks an element and appends it to the model. It returns nil if the
// kind is unknown. In a Raw, Section is InModel or InCommand for what is in
// these blocks and InBoth where the file does not say.
func (b *Builder) AddElement(r *Raw) *Element {
	k := b.m.kinds.index[strings.ToLower(r.Kind)]
	if k == nil {
		b.reportUnknownKind(r)
		return nil
	}
	e := &Element{Kind: k.Kind, Schema: k.Schema, Span: r.Span, model: b.m, kind: k, unchecked: b.foreign, own: r.Own}
	if k.Schema.Parameter {
		return b.addParameter(e, r)
	}
	b.chooseSection(e, r.Section)
	if b.extends != nil && !e.Command {
		return nil // only commands may be added to a model that is there
	}
	b.assignAttributes(e, r)
	e.bindRaw(b, r)
	if e.Command {
		b.m.Commands = append(b.m.Commands, e)
		b.foreign = b.foreign || k.Kind == "Load_Model"
	} else {
		b.m.Elements = append(b.m.Elements, e)
		b.m.ofKind[k] = append(b.m.ofKind[k], e)
		b.registerID(e)
	}
	b.reportIfUnsupportedOrIgnored(e)
	b.addNoteOnIneffectiveAttrs(e)
	return e
}

func (b *Builder) reportUnknownKind(r *Raw) {
	if n, ok := NearestMisspelling(r.Kind, append([]string{"MotionSolve", "Model", "Command"}, b.m.kinds.names...)); ok {
		b.m.Diags.AddErrorf(r.Span, "E217", "unknown element %s", r.Kind).Help = "did you mean " + n + "?"
		return
	}
	d := b.m.Diags.AddWarningf(r.Span, "W202", "unknown element %s is ignored", r.Kind)
	if n, ok := NearestName(r.Kind, b.m.kinds.names); ok {
		d.Help = "did you mean " + n + "?"
	}
}

// chooseSection decides between model and command. Where the file has no blocks, what
// can be both is a command once a command has been met.
func (b *Builder) chooseSection(e *Element, s Section) {
	switch e.Schema.Section {
	case InCommand:
		e.Command = true
		if s == InModel {
			b.m.Diags.AddWarningf(e.Span, "W209", "%s is a command and is taken as one", e.Kind).Help = "put it into the <Command> block"
		}
	case InModel:
		e.Command = s == InCommand
		e.Modifies = e.Command
	case InBoth:
		e.Command = s == InCommand || s == InBoth && b.started
		e.Modifies = e.Command
	}
	b.started = b.started || e.Command
}

// registerID enters the id of a model element.
func (b *Builder) registerID(e *Element) {
	if !e.kind.hasID {
		if all := b.m.ofKind[e.kind]; e.Schema.Once && len(all) > 1 {
			b.m.Diags.AddErrorf(e.Span, "E214", "a model may hold only one %s", e.Kind).AddNote(all[0].Span, "the first is here")
		}
		return
	}
	if e.id == 0 {
		return
	}
	ids := b.m.ids[e.kind]
	if ids == nil {
		ids = map[idKey]*Element{}
		b.m.ids[e.kind] = ids
	}
	if first := ids[e.idKey()]; first != nil {
		at := e.attrOf(e.kind.ident).ValueSpan
		b.m.Diags.AddErrorf(at, "E501", "%s: id: there is another %s", e.KindIDLabel(), e.KindID()).AddNote(first.Span, "the first is here")
		return
	}
	ids[e.idKey()] = e
}

func (b *Builder) reportIfUnsupportedOrIgnored(e *Element) {
	if why := e.Schema.Unsupported; why != "" {
		b.m.Diags.AddErrorf(e.Span, "E211", "%s: not supported: %s", e.KindIDLabel(), why)
	}
	if !e.Schema.Ignored {
		return
	}
	for i := range b.ignored {
		if b.ignored[i].k == e.kind {
			b.ignored[i].n++
			return
		}
	}
	b.ignored = append(b.ignored, ignoredKind{e.kind, e.Span, 1})
}

// FinishModel checks what can be checked only when everything has been read, and
// returns the model with its problems in the order of the file.
func (b *Builder) FinishModel() *Model {
	m := b.m
	for _, i := range b.ignored {
		what := "1 element has"
		if i.n > 1 {
			what = elementCountText(i.n) + " have"
		}
		m.Diags.AddNotef(i.first, "N210", "%s: %s no effect", i.k.Kind, what)
	}
	for _, w := range b.without {
		w.reportIneffective(m.Diags)
	}
	if len(m.Elements)+len(m.Commands) == 0 { // parameters alone are nothing either
		var at Span
		if len(m.Sources) > 0 {
			at.Src = m.Sources[0]
		}
		d := m.Diags.AddErrorf(at, "E201", "the deck holds no element that is known")
		d.Help = "a deck is an XML file with elements such as <Body_Rigid id=\"1\" …/> in a block <Model>"
	}
	b.checkReferences()
	b.reportUnusedParameters()
	b.reportUnusedAssignments()
	m.Diags.Sort()
	return m
}
