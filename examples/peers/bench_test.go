package main

import (
	"fmt"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// Solver time of the chain per link and step of the method.
func BenchmarkChain(b *testing.B) {
	for _, m := range []side{newAdaptiveSides("DSTIFF", 1e-3)[0], newAdaptiveSides("DOP853", 1)[0], newFixedStepSide(1e-4)} {
		for _, n := range []int{100, 1000} {
			b.Run(fmt.Sprintf("%s/%d", m.method, n), func(b *testing.B) {
				sys, err := loadDeck(assembleDeck("", planarChainModel(n)))
				if err != nil {
					b.Fatal(err)
				}
				end := 1.0
				if m.opt.FixedStep > 0 {
					end = 0.05
				}
				least, total := 0.0, integrate.Stats{}
				for b.Loop() {
					o := solveFromRest(sys, m.method, m.opt, end, 10*n, linkLength/2)
					if o.failed != nil {
						b.Fatal(o.failed)
					}
					if least == 0 || o.cpu < least {
						least = o.cpu
					}
					total = o.stats
				}
				b.ReportMetric(least*1e9/float64(total.Steps)/float64(n), "ns/link/step")
				b.ReportMetric(float64(total.Evaluations)/float64(total.Steps), "evaluations/step")
				b.ReportMetric(float64(total.Factorizations)/float64(total.Steps), "matrices/step")
			})
		}
	}
}
