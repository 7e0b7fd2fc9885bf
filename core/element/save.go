package element

import (
	"errors"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

func init() {
	registerElements(kind{schema: &deck.Schema{
		Kind: "Save", Section: deck.InCommand,
		Doc: "writes the model as it is now, with the state reached as its initial state, and beside it what is needed to continue exactly (README)",
		Attrs: joinAttrs(&deck.AttrSpec{Name: "model_file", Type: deck.Path, Required: true,
			Doc: "deck in XML form that is written, relative to the folder of the results; the state lies in a file with the suffix .state behind this name"}),
	}, phase: commands})
}

// NewDeckFromState returns the deck of the model with the state at p as its initial state:
// markers of moving bodies are given in the global frame where they are, and so
// are the velocities of the bodies; states have their values. Elements that are
// switched off are switched off by commands. The error is that of a mistake of
// ours in doing so.
//
// settings are the settings that commands have given since the deck was read.
func (m *Model) NewDeckFromState(p *integrate.Point, settings []*deck.Element) (*deck.Model, error) {
	diags := m.Deck.Diags
	known := len(diags.List)
	defer func() { diags.List = diags.List[:known] }()
	s := &stateSaver{m: m, p: p, b: m.Deck.NewCommandBuilder()}
	s.saveBodies()
	s.saveMarkers()
	s.saveStates()
	if s.err != nil {
		return nil, s.err
	}
	if s.b.Diags().HasErrors() {
		return nil, errors.New(s.b.Diags().List[0].Msg)
	}
	d := m.Deck.Clone()
	for _, e := range s.list {
		if !d.ApplyModification(e) {
			d.AddElementFromCommand(e)
		}
	}
	for _, e := range settings {
		d.ApplyModification(e)
	}
	for kind, names := range initialAttrs {
		for _, e := range d.ElementsOfKind(kind) {
			d.DropAttrs(e, names...)
		}
	}
	d.Commands = nil
	return d, s.saveDeactivated(d)
}

// stateSaver makes the changes that turn a deck into that of the state reached.
type stateSaver struct {
	m  *Model
	p  *integrate.Point
	b  *deck.Builder
	id int // of the last array that was added

	list []*deck.Element
	err  error // of a body that cannot be saved
}

// addDeckModification adds a change: names and values in turn.
func (s *stateSaver) addDeckModification(kind string, id int, pairs ...string) {
	r := deck.Raw{Kind: kind, Section: deck.InCommand, Attrs: []deck.Attr{{Name: "id", Value: itoa(id)}}}
	for k := 0; k < len(pairs); k += 2 {
		r.Attrs = append(r.Attrs, deck.Attr{Name: pairs[k], Value: pairs[k+1]})
	}
	s.list = append(s.list, s.b.AddElement(&r))
}

// namedComponents returns three names and values.
func namedComponents(names [3]string, v spatial.Vec) []string {
	return []string{names[0], formatNumber(v.X), names[1], formatNumber(v.Y), names[2], formatNumber(v.Z)}
}

func (s *stateSaver) saveBodies() {
	sys := s.m.System
	for i := range sys.Bodies {
		b := &sys.Bodies[i]
		q, at, n := sys.BodyOffsets(system.BodyIdx(i))
		kind := "Body_Point"
		if b.Kind == system.Rigid {
			kind = "Body_Rigid"
		}
		if b.Role == system.FlexFrame {
			s.saveFlexible(b, q, at)
			continue
		}
		if b.Role == system.BeamNode {
			s.saveBeamNode(b, q, at)
			continue
		}
		e := s.m.Deck.FindElement(kind, b.ID)
		if n == 0 || e == nil || b.Role != system.Whole {
			continue
		}
		pairs := append([]string{"lprf_id", "0"}, namedComponents([3]string{"v_ic_x", "v_ic_y", "v_ic_z"}, spatial.LoadVec(s.p.V[at:]))...)
		if b.Kind == system.Rigid { // along the axes of the mass-centre marker
			r := spatial.LoadQuat(s.p.Q[q+3:]).Mat()
			if c, ok := sys.Marker(e.Ref("cg_id")); ok {
				r = r.MulMat(&sys.Markers[c].Rot)
			}
			pairs = append(pairs, "vm_id", "0", "wm_id", "0")
			pairs = append(pairs, namedComponents([3]string{"w_ic_x", "w_ic_y", "w_ic_z"}, r.MulTransposed(spatial.LoadVec(s.p.V[at+3:])))...)
		}
		s.addDeckModification(kind, b.ID, pairs...)
	}
}

func (s *stateSaver) saveMarkers() {
	sys := s.m.System
	for i := range sys.Markers {
		mk := &sys.Markers[i]
		q, _, n := sys.BodyOffsets(mk.Body)
		if mk.ID <= 0 || mk.Floating || n == 0 {
			continue
		}
		if sys.Bodies[mk.Body].Role == system.FlexNode {
			s.saveNodeMarker(mk)
			continue
		}
		c, r := spatial.LoadVec(s.p.Q[q:]), sys.Bodies[mk.Body].Rot0
		if sys.Bodies[mk.Body].Kind == system.Rigid {
			r = spatial.LoadQuat(s.p.Q[q+3:]).Mat()
		}
		axes := r.MulMat(&mk.Rot)
		pairs := append([]string{"rm_id", "0"}, namedComponents([3]string{"pos_x", "pos_y", "pos_z"}, c.Add(r.Mul(mk.Pos)))...)
		for k, axis := range [3]spatial.Vec{axes.A, axes.B, axes.C} {
			pairs = append(pairs, namedComponents([3]string{"a0" + itoa(k), "a1" + itoa(k), "a2" + itoa(k)}, axis)...)
		}
		if sys.Bodies[mk.Body].Role == system.BeamNode {
			pairs = append(pairs, "node_id", itoa(sys.Bodies[mk.Body].Part))
		}
		for _, a := range []string{"usrsub_dll_name", "usrsub_fnc_name", "usrsub_param_string", "script_name", "usrsub_plugin_name"} {
			pairs = append(pairs, a, "NULL")
		}
		s.addDeckModification(markerKind, mk.ID, pairs...)
	}
}

func (s *stateSaver) saveStates() {
	for _, a := range s.m.Deck.ElementsOfKind(arrayKind) {
		s.id = max(s.id, a.ID())
	}
	sys := s.m.System
	at := 0
	for i := range sys.States {
		g := &sys.States[i]
		x := s.p.X[at : at+len(g.IC)]
		at += len(g.IC)
		switch {
		case g.Name == "Control_Diff":
			s.addDeckModification(g.Name, g.ID, "ic", formatNumber(x[0]))
		case len(x) > 0 && (g.Name == "Control_StateEqn" || g.Name == "Force_StateEqn"):
			s.id++
			s.list = append(s.list, s.b.AddElement(&deck.Raw{Kind: arrayKind, Section: deck.InCommand, Text: &deck.Attr{Value: joinTexts(x, formatNumber)},
				Attrs: []deck.Attr{{Name: "id", Value: itoa(s.id)}, {Name: "type", Value: "IC"}, {Name: "num_element", Value: itoa(len(x))}}}))
			s.addDeckModification(g.Name, g.ID, "ic_array_id", itoa(s.id))
		}
	}
	for i, a := range sys.Algebraic {
		if a.Name == variableKind {
			s.addDeckModification(a.Name, a.ID, "ic", formatNumber(s.p.Y[i]))
		}
	}
}

// saveDeactivated adds commands for elements that are switched off.
func (s *stateSaver) saveDeactivated(d *deck.Model) error {
	b := d.NewCommandBuilder()
	for _, e := range d.Elements {
		if !e.Inactive {
			continue
		}
		for name, t := range switchable {
			if len(t.kinds) == 1 && t.kinds[0] == e.Kind && (t.form == nil || t.form(e)) || name == "GFORCE" && t.kinds[0] == e.Kind || name == "MOTION" && t.kinds[0] == e.Kind {
				b.AddElement(&deck.Raw{Kind: "Deactivate", Section: deck.InCommand, Attrs: []deck.Attr{
					{Name: "element_type", Value: name}, {Name: "element_id", Value: itoa(e.ID())}}})
			}
		}
	}
	list, err := b.AddedCommands()
	if len(list) == 0 {
		return nil
	}
	d.Commands = list
	return err
}
