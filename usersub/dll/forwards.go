package dll

import (
	"cmp"
	"slices"

	"github.com/trammel-mbd/trammel/usersub"
)

// UtilityForwards lists all utilities as a library of Windows exports them that stands for the solver, with where they lead to.
func UtilityForwards() []Forward {
	var list []Forward
	for _, u := range usersub.Utilities() {
		for _, s := range u.LibrarySymbols() {
			list = append(list, Forward{Name: s, To: "trammel-forward." + s})
		}
	}
	slices.SortFunc(list, func(a, b Forward) int { return cmp.Compare(a.Name, b.Name) })
	return slices.CompactFunc(list, func(a, b Forward) bool { return a.Name == b.Name })
}
