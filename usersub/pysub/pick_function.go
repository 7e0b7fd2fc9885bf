package pysub

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// findFunction returns the name in s that ref.Function means: exact, then without
// regard to case. What is missing is an error with a suggestion.
func findFunction(ref *usersub.Ref, file string, s script) (string, error) {
	functions, others := s.names()
	want := ref.Function
	all := slices.Concat(functions, others)
	if slices.Contains(all, want) {
		return want, nil
	}
	same := func(name string) bool { return strings.EqualFold(name, want) }
	if i := slices.IndexFunc(all, same); i >= 0 {
		return all[i], nil
	}
	le := &usersub.LoadError{Lacks: true,
		Reason: fmt.Sprintf("script %s defines no function %s; %s", filepath.Base(file), want, describeFunctions(functions))}
	if best := nearestName(want, functions); best != "" {
		le.Hint = fmt.Sprintf("did you mean %s?", best)
	} else if !ref.Named && len(functions) > 0 {
		le.Hint = fmt.Sprintf("rename the function to %s or name it in usrsub_fnc_name", want)
	}
	return "", le
}

func describeFunctions(functions []string) string {
	switch len(functions) {
	case 0:
		return "it defines no functions"
	case 1:
		return "it defines " + functions[0]
	}
	return "it defines " + strings.Join(functions, ", ")
}

// nearestName returns the name with the fewest edits to want, "" when more than a
// third of the letters would have to change.
func nearestName(want string, names []string) string {
	best, least := "", max(2, len(want)/3)+1
	for _, n := range names {
		if d := loading.EditDistance(strings.ToLower(want), strings.ToLower(n)); d < least {
			best, least = n, d
		}
	}
	return best
}
