package dll

import (
	"strings"
	"sync"

	"github.com/trammel-mbd/trammel/usersub"
)

// utilities are the names of all utilities as the solver exports them, by themselves and in small letters.
var utilities = sync.OnceValues(func() (exact, small map[string]string) {
	exact, small = map[string]string{}, map[string]string{}
	for _, u := range usersub.Utilities() {
		for _, s := range u.LibrarySymbols() {
			exact[s], small[strings.ToLower(s)] = s, s
		}
	}
	return exact, small
})

// UtilityName returns the name by which the solver exports a utility that is imported as symbol, "" if it is none. Case does not count
// where no utility is spelled like that; what compilers for 32-bit Windows add (_SYSFNC@24) is left out.
func UtilityName(symbol string) string {
	exact, small := utilities()
	if s, ok := exact[symbol]; ok {
		return s
	}
	if rest, ok := strings.CutPrefix(symbol, "_"); ok {
		symbol = rest
	}
	symbol, _, _ = strings.Cut(symbol, "@")
	return small[strings.ToLower(symbol)]
}
