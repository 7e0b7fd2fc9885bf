package element

import "github.com/trammel-mbd/trammel/usersub"

// LoadedRoutine is a user subroutine that a model calls.
type LoadedRoutine struct {
	Element string // "Force_Penalty 7"
	Sig     *usersub.Sig
	Sub     *usersub.Routine
}

// ListRoutines lists the user subroutines of the model, those for partial derivatives behind
// their main routine; then those that are notified of results or events, or drive the run.
func (m *Model) ListRoutines() (all []LoadedRoutine) {
	for _, r := range m.Routines {
		all = append(all, LoadedRoutine{r.OwnerTitle(), r.Sig, r.Sub})
		for _, x := range r.Exact {
			all = append(all, LoadedRoutine{r.OwnerTitle(), x.Sig, x.Sub})
		}
		if x := r.Second; x != nil {
			all = append(all, LoadedRoutine{r.OwnerTitle(), x.Sig, x.Sub})
		}
	}
	for _, p := range m.Posts {
		all = append(all, LoadedRoutine{p.Element.KindID(), p.Sig, p.Sub})
	}
	for _, c := range m.Callbacks {
		all = append(all, LoadedRoutine{c.Element.KindID(), usersub.CBKSUB, c.Sub})
	}
	drivers := []*Driver{m.Driver}
	for _, c := range m.Commands {
		drivers = append(drivers, c.Driver)
	}
	seen := map[*Driver]bool{nil: true}
	for _, d := range drivers {
		if !seen[d] {
			seen[d] = true
			all = append(all, LoadedRoutine{d.Element.KindID(), usersub.CONSUB, d.Sub})
		}
	}
	return all
}
