package element

import (
	"errors"
	"fmt"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// Model is a deck that has been built.
type Model struct {
	Deck     *deck.Model
	System   *system.System
	Requests []Request
	Tuning   Transient // Param_Transient and Param_Simulation of the model block
	Commands []Command
	Routines []*system.Routine
	// Failed are the routines that could not be loaded.
	Failed []error
}

// Load opens user subroutines.
type Load func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error)

// Build compiles a deck. What is wrong with it is added to its diagnostics;
// routines that cannot be loaded stand in Model.Failed.
func Build(m *deck.Model, load Load) *Model {
	b := &builder{
		deck: m, sys: system.New(), load: load, units: 1,
		out:    &Model{Deck: m, Tuning: DefaultTransient()},
		frames: map[int]*frame{},
	}
	b.out.System = b.sys
	b.sys.ModFnc = modfnc(m)
	byKind := map[*deck.Schema]*kind{}
	for i := range kinds {
		byKind[kinds[i].schema] = &kinds[i]
	}
	var at [nPhases][]*deck.Element
	for _, e := range m.Elements {
		if k := byKind[e.Schema]; k != nil && k.build != nil {
			at[k.phase] = append(at[k.phase], e)
		}
	}
	for p := range at {
		for _, e := range at[p] {
			byKind[e.Schema].build(b, e)
		}
		if phase(p) == markers {
			b.scale()
		}
	}
	for _, f := range b.after {
		f()
	}
	b.commands()
	return b.out
}

type builder struct {
	deck   *deck.Model
	sys    *system.System
	out    *Model
	load   Load
	units  float64 // factor of masses: force units per mass unit times length unit per time unit squared
	frames map[int]*frame
	ground *deck.Element
	said   map[*deck.Element]bool
	after  []func() // what needs all elements to be known
}

// scale sets the length scale: the largest distance between two markers, taken
// over the box that holds all of them.
func (b *builder) scale() {
	lo, hi := [3]float64{}, [3]float64{}
	first := true
	for _, f := range b.frames {
		p := [3]float64{f.pos.X, f.pos.Y, f.pos.Z}
		for k, v := range p {
			if first || v < lo[k] {
				lo[k] = v
			}
			if first || v > hi[k] {
				hi[k] = v
			}
		}
		first = false
	}
	for k := range lo {
		b.sys.Length = max(b.sys.Length, hi[k]-lo[k])
	}
}

// marker returns the index of the marker that the attribute names; the global
// frame when it is not given.
func (b *builder) marker(e *deck.Element, name string) system.MarkerIdx {
	id := e.Ref(name)
	i, ok := b.sys.Marker(id)
	if !ok {
		return system.Global // the deck's check has reported the dangling id
	}
	return i
}

// placed is marker for an attribute that needs a pose.
func (b *builder) placed(e *deck.Element, name string) system.MarkerIdx {
	i := b.marker(e, name)
	if b.sys.Markers[i].Floating {
		e.Errorf(name, "B010", "marker %d is floating and has no pose", e.Ref(name))
	}
	return i
}

// compile compiles the expression of an attribute; ok is false when it is
// missing or wrong.
func (b *builder) compile(e *deck.Element, name string) (p *expr.Program, ok bool) {
	a := e.Attr(name)
	if a == nil {
		return nil, false
	}
	p, errs := expr.Compile(a.Value, system.Table{})
	for _, x := range errs {
		d := a.Errorf(x.Pos, x.End, "X001", "%s: %s: %s", e.Name(), name, x.Msg)
		d.Help = x.Hint
	}
	if len(errs) > 0 {
		return nil, false
	}
	b.after = append(b.after, func() { b.resolve(e, a, name, p) })
	return p, true
}

// resolve reports the calls of an expression that name what is not there.
func (b *builder) resolve(e *deck.Element, a *deck.Attr, name string, p *expr.Program) bool {
	ok := true
	for _, c := range p.Measures {
		if _, err := b.sys.Resolve(system.Call{Name: c.Name, Args: c.Args}); err != nil {
			a.Errorf(c.Pos, c.End, "X002", "%s: %s: %v", e.Name(), name, err)
			ok = false
		}
	}
	return ok
}

// law compiles the expression of an attribute into a law.
func (b *builder) law(e *deck.Element, name string) system.Output {
	p, ok := b.compile(e, name)
	if !ok {
		return system.None
	}
	if v, constant := p.Constant(); constant && v == 0 {
		return system.None
	}
	return system.Output{Law: b.sys.AddLaw(system.Expression(e.Title()+": "+name, p))}
}

// text compiles an expression that we write ourselves.
func (b *builder) text(owner, format string, args ...any) system.Output {
	src := fmt.Sprintf(format, args...)
	p, errs := expr.Compile(src, system.Table{})
	if len(errs) > 0 {
		panic("element: our own expression " + src + ": " + errs[0].Msg)
	}
	return system.Output{Law: b.sys.AddLaw(system.Expression(owner, p))}
}

// params reads USER(...).
func (b *builder) params(e *deck.Element) []float64 {
	a := e.Attr("usrsub_param_string")
	if a == nil {
		return nil
	}
	par, errs := expr.ParseUser(a.Value)
	for _, x := range errs {
		d := a.Errorf(x.Pos, x.End, "X003", "%s: usrsub_param_string: %s", e.Name(), x.Msg)
		d.Help = x.Hint
	}
	return par
}

// routine loads the user subroutine of an element; nil when it cannot be had.
// The caller fills Given and Order and adds the law with add.
func (b *builder) routine(e *deck.Element, sig *usersub.Sig, dims map[string]int) *system.Routine {
	ref, _ := e.Routine(sig.Name)
	par := b.params(e)
	sub := b.open(&ref, sig)
	if sub == nil {
		return nil
	}
	r := &system.Routine{Element: e.Kind, ID: e.ID(), Sub: sub, Sig: sig, Par: par, Dims: dims}
	b.out.Routines = append(b.out.Routines, r)
	return r
}

// open loads a routine and notes a failure.
func (b *builder) open(ref *usersub.Ref, sig *usersub.Sig) *usersub.Routine {
	if b.load == nil {
		b.out.Failed = append(b.out.Failed, &usersub.LoadError{Ref: *ref, Routine: sig.Name,
			Reason: "user subroutines cannot be loaded here"})
		return nil
	}
	sub, err := b.load(ref, sig)
	if err != nil {
		b.out.Failed = append(b.out.Failed, err)
		return nil
	}
	return sub
}

// routineLaw loads a routine without given inputs and returns its law.
func (b *builder) routineLaw(e *deck.Element, sig *usersub.Sig) system.LawIdx {
	r := b.routine(e, sig, nil)
	if r == nil {
		return -1
	}
	return b.sys.AddLaw(r.Spec())
}

// asks tells whether the element names a user subroutine.
func asks(e *deck.Element, sig *usersub.Sig) bool {
	_, ok := e.Routine(sig.Name)
	return ok
}

// ErrDeck is returned where a deck has errors; they stand in its diagnostics.
var ErrDeck = errors.New("the deck has errors")
