package element

import (
	"errors"
	"slices"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub"
)

// Change is changes of the model between two analyses.
type Change struct {
	Commands []*deck.Element
	from     *Model // the model that next was built from
	next     *Model
	begun    bool // an analysis lies before
}

// routineNames are the attributes that name a routine, for Schema.Instead.
const routineNames = "usrsub_dll_name script_name usrsub_plugin_name usrsub_fnc_name usrsub_param_string"

// changes gathers the changes of a deck's command block.
type changes struct {
	b     *builder
	model *Model // as changed so far
	list  []*deck.Element
	begun bool
}

func (c *changes) addCommand(e *deck.Element) { c.list = append(c.list, e) }

// buildGatheredChanges builds the model with the changes gathered since the last time, so
// that all that is wrong with it is known before the run.
func (c *changes) buildGatheredChanges() {
	if len(c.list) == 0 {
		return
	}
	next := c.model.buildChangedModel(c.list, c.begun)
	c.b.out.Commands = append(c.b.out.Commands, Command{
		Element: c.list[0], Change: &Change{Commands: c.list, from: c.model, next: next, begun: c.begun},
	})
	for _, err := range next.Failed {
		if !slices.Contains(c.b.out.Failed, err) {
			c.b.out.Failed = append(c.b.out.Failed, err)
		}
	}
	c.model, c.list = next, nil
}

// Apply returns the model m with the changes. Errors, which there can be only
// if a driver has changed the model in another way before, are in the
// diagnostics of the deck and in Failed.
func (c *Change) Apply(m *Model) *Model {
	if m == c.from {
		return c.next
	}
	return m.buildChangedModel(c.Commands, c.begun)
}

// ChangesModel reports whether a command changes the model.
func ChangesModel(e *deck.Element) bool {
	return e.Kind == "Activate" || e.Kind == "Deactivate" ||
		e.Modifies && e.Schema.Section == deck.InModel && e.Schema.Unsupported == "" && !e.Schema.Ignored
}

// WithChanges returns the model with changes that are made while it runs, by
// commands that deck.Model.NewCommandBuilder has read; begun reports that the analyses have begun.
// The error is what is wrong with them, said are the warnings. The diagnostics of
// the deck stay as they are.
func (m *Model) WithChanges(analysesBegun bool, commands ...*deck.Element) (next *Model, messages []string, err error) {
	diags := m.Deck.Diags
	known := len(diags.List)
	next = m.buildChangedModel(commands, analysesBegun)
	errs := slices.Clone(next.Failed)
	for _, d := range diags.List[known:] {
		switch d.Severity {
		case deck.Error:
			errs = append(errs, errors.New(d.Msg))
		case deck.Warning:
			messages = append(messages, d.Msg)
		}
	}
	diags.List = diags.List[:known]
	return next, messages, errors.Join(errs...)
}

// NewSetCommand returns the command that gives an attribute of an element a value.
func (m *Model) NewSetCommand(kind string, id int, attribute, value string) (*deck.Element, error) {
	b := m.Deck.NewCommandBuilder()
	r := deck.Raw{Kind: kind, Section: deck.InCommand, Attrs: []deck.Attr{{Name: attribute, Value: value}}}
	if id != 0 {
		r.Attrs = append(r.Attrs, deck.Attr{Name: "id", Value: itoa(id)})
	}
	b.AddElement(&r)
	list, err := b.AddedCommands()
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

func (m *Model) buildChangedModel(commands []*deck.Element, analysesBegun bool) *Model {
	diags := m.Deck.Diags
	known := len(diags.List)
	d := m.Deck.Clone()
	for _, e := range commands {
		if e.Kind == "Activate" || e.Kind == "Deactivate" {
			applyActivation(d, e)
			continue
		}
		if analysesBegun {
			warnInitialValuesChanged(e)
		}
		if refuseUnchangeable(d, e) {
			continue
		}
		d.ApplyModification(e)
	}
	next := buildModel(d, m.load, m.readings, m.Memory).out
	next.checkColumnsKept(m, commands)
	diags.List = append(diags.List[:known], findNewDiags(diags.List[:known], diags.List[known:], commands)...)
	return next
}

// findNewDiags returns the diagnostics of after without what has been said before of the same place, or of an element
// that a command has changed.
func findNewDiags(before, after []*deck.Diag, commands []*deck.Element) []*deck.Diag {
	type key struct{ code, msg string }
	said := map[key]map[deck.Span]bool{}
	for _, d := range before {
		k := key{d.Code, d.Msg}
		if said[k] == nil {
			said[k] = map[deck.Span]bool{}
		}
		said[k][d.Span] = true
	}
	changed := map[deck.Span]bool{}
	for _, e := range commands {
		changed[e.Span] = true
	}
	return slices.DeleteFunc(slices.Clone(after), func(d *deck.Diag) bool {
		places := said[key{d.Code, d.Msg}]
		return places[d.Span] || len(places) > 0 && changed[d.Span]
	})
}

// startValues are attributes that count at the start only.
var startValues = map[string][]string{
	"Body_Rigid":         {"v_ic_x", "v_ic_y", "v_ic_z", "w_ic_x", "w_ic_y", "w_ic_z"},
	"Body_Point":         {"v_ic_x", "v_ic_y", "v_ic_z"},
	flexibleKind:         {"v_ic_x", "v_ic_y", "v_ic_z", "w_ic_x", "w_ic_y", "w_ic_z", "q_ic", "qdot_ic"},
	"Control_Diff":       {"ic"},
	"Reference_Variable": {"ic"},
	motionJointKind:      initialAttrs[motionJointKind],
	"Motion_Marker":      initialAttrs["Motion_Marker"],
	jointKind:            initialAttrs[jointKind],
}

// warnInitialValuesChanged warns of initial values that are changed when the run has begun.
func warnInitialValuesChanged(e *deck.Element) {
	for _, n := range startValues[e.Kind] {
		for i := range e.Attrs {
			if e.Attrs[i].Spec.Name == n {
				e.AddWarningf(n, "B098", "an initial value counts at the start only: analyses continue from the state reached")
			}
		}
	}
}

// refuseUnchangeable refuses changes of what the whole run depends on.
func refuseUnchangeable(m *deck.Model, e *deck.Element) (refused bool) {
	switch {
	case e.Kind == "Param_Unit":
		e.AddErrorf("", "B112", "units cannot be changed by a command")
		return true
	case e.Kind == flexDataKind:
		e.AddErrorf("", "B416", "data of flexible bodies cannot be changed by a command")
		return true
	case e.Kind == flexibleKind && (e.Has("flexdata_id") || e.Has("flex_file") || e.Has("flex_units") || e.Has("rigidified")):
		e.AddErrorf("", "B416", "data and modes of a flexible body cannot be changed by a command; cdamp_expr can")
		return true
	case e.Schema.Within == flexibleKind || e.Kind == flexibleKind && e.Has("type"):
		e.AddErrorf("", "B416", "nodes, elements and sections of nonlinear beams cannot be changed by a command")
		return true
	case e.Kind == "Body_Rigid" && e.Has("isground"):
		if old := m.FindElement(e.Kind, e.ID()); old != nil && old.Bool("isground") != e.Bool("isground") {
			e.AddErrorf("isground", "B113", "a body stays ground or not; use a FIXED joint to hold it")
			return true
		}
	}
	return false
}

// checkColumnsKept refuses changes that make columns come or go: all analyses write
// one table.
func (m *Model) checkColumnsKept(previous *Model, commands []*deck.Element) {
	if m.Deck.Diags.HasErrors() {
		return
	}
	width := map[int]int{}
	for _, q := range previous.Requests {
		width[q.ID] = len(q.Name)
	}
	for _, q := range m.Requests {
		if n := len(q.Name); n == width[q.ID] {
			continue
		}
		for _, e := range commands {
			if e.Kind == "Post_Request" && e.ID() == q.ID {
				e.AddErrorf("", "B099", "the request has %d columns from the start, the change would make it %d", width[q.ID], len(q.Name))
			}
		}
	}
}

// cacheLoadedRoutines returns a Load that opens each routine once: a model that has been
// changed continues with the library and its memory.
func cacheLoadedRoutines(load Load) Load {
	if load == nil {
		return nil
	}
	type key struct {
		ref usersub.Ref
		sig *usersub.Sig
	}
	type result struct {
		sub *usersub.Routine
		err error
	}
	had := map[key]result{}
	return func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
		k := key{*ref, sig}
		r, ok := had[k]
		if !ok {
			r.sub, r.err = load(ref, sig)
			had[k] = r
		}
		return r.sub, r.err
	}
}

// buildThenDisableIfInactive runs a part of the building of an element. What an element that is
// switched off adds is there and does nothing.
func (b *builder) buildThenDisableIfInactive(e *deck.Element, build func()) {
	if !e.Inactive {
		build()
		return
	}
	at, n := b.sys.ElementCounts(), len(b.rows)
	build()
	b.sys.DisableAddedSince(at)
	for i, later := range b.rows[n:] {
		b.rows[n+i] = func() {
			at := b.sys.ElementCounts()
			later()
			b.sys.DisableAddedSince(at)
		}
	}
}

// FirstAnalysisStart is the time at which the first analysis starts.
func (m *Model) FirstAnalysisStart() float64 {
	for _, c := range m.Commands {
		if c.RunsAnalyses() {
			return c.Start
		}
	}
	return 0
}

// StartsWithDriver reports whether the first analysis is that of a driver, which may change the model
// before.
func (m *Model) StartsWithDriver() bool {
	for _, c := range m.Commands {
		if c.RunsAnalyses() {
			return c.Driver != nil
		}
	}
	return false
}

// ModelAtStart returns the model that the first analysis has: with the changes by the
// commands before it.
func (m *Model) ModelAtStart() *Model {
	next := m
	for _, c := range m.Commands {
		switch {
		case c.Change != nil:
			next = c.Change.Apply(next)
		case c.RunsAnalyses() || c.Begin || c.Load != nil:
			return next
		}
	}
	return next
}
