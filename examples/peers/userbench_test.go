package main

import (
	"errors"
	"fmt"
	"os/exec"
	"testing"
)

// Solver time of the string per spring and step, by the law of its springs.
func BenchmarkUserFunction(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		for i := range laws {
			l := &laws[i]
			if l.python.OneThread {
				continue // benchmarks change threads
			}
			b.Run(fmt.Sprintf("%d/%s", n, l.name), func(b *testing.B) {
				least := outcome{}
				for b.Loop() {
					o, err := l.solveString(n, 1, 1e-4)
					if errors.Is(err, exec.ErrNotFound) {
						b.Skip(err)
					}
					if err != nil {
						b.Fatal(err)
					}
					keepFasterOutcome(&least, o)
				}
				b.ReportMetric(1e9*least.costPerStep()/float64(n+1), "ns/spring/step")
			})
		}
	}
}
