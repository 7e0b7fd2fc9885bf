package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/trammel-mbd/trammel/core/run"
)

// maxProfile bounds the table of routines; run.json has them all.
const maxProfile = 20

// cost is a function in the table: elements that share it are one line.
type cost struct {
	of       run.RoutineInfo // of the first element
	elements int
}

// profileTable is the table of user subroutines at the end of a run, "" if none was called:
// calls, time in them and its share of the run, and how many different queries
// they query; the most expensive first.
func profileTable(d *run.Document) string {
	all := sumCostsByFunction(d.Routines)
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "routine\tof\tcalls\ttime\tshare\tqueries\n")
	for _, u := range all[:min(len(all), maxProfile)] {
		name, of := u.of.Routine, u.of.Element
		if !strings.EqualFold(name, u.of.Kind) {
			name = u.of.Kind + " " + name
		}
		if u.elements > 1 {
			of = fmt.Sprintf("%d elements", u.elements)
		}
		fmt.Fprintf(w, "%s (%s)\t%s\t%d\t%.3g s\t%.1f %%\t%d\n", name, u.of.Implementation, of, u.of.Calls, u.of.TimeS, 100*u.of.Share, len(u.of.Queries))
	}
	w.Flush()
	if n := len(all) - maxProfile; n > 0 {
		fmt.Fprintf(&b, "and %s more in %s\n", countText(n, "routine"), run.DocumentFile)
	}
	return b.String()
}

// sumCostsByFunction sums up what elements do with one function.
func sumCostsByFunction(list []run.RoutineInfo) []*cost {
	type key struct{ file, symbol, routine, kind string }
	known := map[key]*cost{}
	var all []*cost
	for _, r := range list {
		if r.Calls == 0 {
			continue
		}
		k := key{r.File, r.Symbol, r.Routine, r.Kind}
		u := known[k]
		if u == nil {
			u = &cost{of: r, elements: 1}
			u.of.Queries = slices.Clone(r.Queries)
			known[k], all = u, append(all, u)
			continue
		}
		u.elements++
		u.of.Calls += r.Calls
		u.of.TimeS += r.TimeS
		u.of.Share += r.Share
		u.of.Queries = append(u.of.Queries, r.Queries...)
	}
	for _, u := range all {
		u.of.Queries = removeRepeatedQueries(u.of.Queries)
	}
	slices.SortStableFunc(all, func(a, b *cost) int { return cmp.Compare(b.of.TimeS, a.of.TimeS) })
	return all
}

// removeRepeatedQueries leaves each query once.
func removeRepeatedQueries(list []run.QueryInfo) []run.QueryInfo {
	known := map[string]bool{}
	return slices.DeleteFunc(list, func(q run.QueryInfo) bool {
		k := fmt.Sprint(q)
		was := known[k]
		known[k] = true
		return was
	})
}
