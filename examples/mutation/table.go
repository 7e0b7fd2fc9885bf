package main

import "fmt"

// printTable prints how the mutants ended, by package and by kind, and the share that tests noticed.
func printTable(all []*result) {
	ends := []string{compile, test, timedOut, survived}
	fmt.Printf("\n%-20s %8s %8s %10s %9s %9s\n", "", "compile", "test", "timed out", "survived", "noticed")
	row := func(name string, is func(*result) bool) {
		n := map[string]int{}
		for _, r := range all {
			if is(r) {
				n[r.End]++
			}
		}
		fmt.Printf("%-20s %8d %8d %10d %9d", name, n[ends[0]], n[ends[1]], n[ends[2]], n[ends[3]])
		if seen := n[test] + n[timedOut]; seen+n[survived] > 0 {
			fmt.Printf(" %7.1f %%", 100*float64(seen)/float64(seen+n[survived]))
		}
		fmt.Println()
	}
	for _, of := range []func(*result) string{func(r *result) string { return r.Package }, func(r *result) string { return r.Kind }} {
		seen := map[string]bool{}
		for _, r := range all {
			if name := of(r); !seen[name] {
				seen[name] = true
				row(name, func(r *result) bool { return of(r) == name })
			}
		}
		fmt.Println()
	}
	row("all", func(*result) bool { return true })
}
