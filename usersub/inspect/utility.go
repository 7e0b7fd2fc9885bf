package inspect

import (
	"sync"

	"github.com/trammel-mbd/trammel/usersub"
)

// Status reports what a utility does here.
type Status string

const (
	Works   Status = "works"
	Refuses Status = "not supported" // it is there and sets its error flag
)

// symbols are the names of all utilities.
var symbols = sync.OnceValue(func() map[string]Status {
	all := map[string]Status{}
	for _, u := range usersub.Utilities() {
		status := Works
		if u.Call == nil {
			status = Refuses
		}
		for _, s := range u.LibrarySymbols() {
			all[s] = status
		}
	}
	return all
})

// UtilityStatus reports whether a symbol is a utility and what it does.
func UtilityStatus(symbol string) (Status, bool) {
	s, ok := symbols()[symbol]
	return s, ok
}
