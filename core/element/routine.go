package element

import (
	"errors"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// namesRoutine reports whether the element names a user subroutine.
func namesRoutine(e *deck.Element, sig *usersub.Sig) bool {
	_, ok := e.RoutineRef(sig.Name)
	return ok
}

// loadRoutine loads the user subroutine of an element; nil when it cannot be had.
// The caller fills Given and Order and adds the law.
func (b *builder) loadRoutine(e *deck.Element, sig *usersub.Sig, dims map[string]int) *system.Routine {
	ref, _ := e.RoutineRef(sig.Name)
	sub := b.openRoutine(&ref, sig)
	if sub == nil {
		return nil
	}
	par := b.readParams(e, sub)
	if why := sub.About.DescribeSizeMismatch(dims); why != "" {
		e.AddErrorf("", "B192", "routine %s: %s", sub.Symbol, why)
		return nil
	}
	r := &system.Routine{Element: e.Kind, ID: e.ID(), Sub: sub, Sig: sig, Par: par, Dims: dims, Member: collectStructMembers(b.deck, e)}
	b.out.Routines = append(b.out.Routines, r)
	return r
}

// openRoutine loads a routine and notes a failure.
func (b *builder) openRoutine(ref *usersub.Ref, sig *usersub.Sig) *usersub.Routine {
	sub, err := b.tryOpenRoutine(ref, sig)
	if err != nil {
		b.out.Failed = append(b.out.Failed, err)
		return nil
	}
	return sub
}

func (b *builder) tryOpenRoutine(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	if b.load == nil {
		return nil, &usersub.LoadError{Ref: *ref, Routine: sig.Name, Reason: "user subroutines cannot be loaded here"}
	}
	sub, err := b.load(ref, sig)
	if sub != nil {
		sub.Function = ref.Function
	}
	return sub, err
}

// loadPartialRoutine loads the routine for partial derivatives that usrsub_derN_name names,
// beside the routine main. It returns nil without one, and with a warning where
// the file of main has no such function: that routine is optional, the solver takes
// differences then.
//
// Where the deck names no such routine at all and main goes by its standard name, so
// do the others: a library that has them is meant to have them called. Beside a main
// of another name they may be those of another element, and are left alone.
func (b *builder) loadPartialRoutine(e *deck.Element, n int, main, sig *usersub.Sig) *usersub.Routine {
	attr := "usrsub_der" + itoa(n) + "_name"
	name := e.Str(attr)
	ref, _ := e.RoutineRef(main.Name)
	unasked := !namesPartialRoutines(e) && strings.EqualFold(ref.Function, main.Name)
	switch {
	case unasked:
		name, attr = sig.Name, ""
	case name == "":
		return nil
	}
	ref.Function, ref.Named = name, true
	sub, err := b.tryOpenRoutine(&ref, sig)
	var load *usersub.LoadError
	switch known := errors.As(err, &load); {
	case err == nil:
		return sub
	case unasked && known && load.Lacks:
	case known && (unasked || load.Lacks):
		d := e.AddWarningf(attr, "B286", "%s; the partial derivatives of %s (%s) are taken by differences", load.Reason, main.Name, sig.Name)
		d.Help = load.Hint
	default:
		b.out.Failed = append(b.out.Failed, err)
	}
	return nil
}

// namesPartialRoutines reports whether the element names any routine for partial derivatives.
func namesPartialRoutines(e *deck.Element) bool {
	return slices.ContainsFunc(e.Schema.Attrs, func(a deck.AttrSpec) bool {
		return strings.HasPrefix(a.Name, "usrsub_der") && e.Has(a.Name)
	})
}

// addRoutineLaw loads a routine without given inputs and adds its law, -1 if
// it cannot be had.
func (b *builder) addRoutineLaw(e *deck.Element, sig *usersub.Sig) system.LawIdx {
	r := b.loadRoutine(e, sig, nil)
	if r == nil {
		return -1
	}
	return b.sys.AddLaw(r.LawSpec())
}
