package main

import (
	"fmt"
	"math"
	"runtime"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/examples/internal/measure"
)

const (
	toRates    = "Accelerations of a chain of rods from positions and speeds, time of an evaluation"
	toRobotics = "Cost to an error of 1e-5 m at 1 s, chain of rods, engines of robotics"
)

// listRoboticsComparisons returns the lines whose peers are MuJoCo, Pinocchio and Drake. A line has one of them.
func listRoboticsComparisons() (all []comparison) {
	for _, n := range []int{1, 10, 100, 400} {
		evaluations := 1 + 100000/n
		for _, engine := range []string{"pinocchio/aba", "mujoco/forward", "drake/derivatives"} {
			if n > 100 && engine == "drake/derivatives" {
				continue // milliseconds
			}
			all = append(all, comparison{group: toRates, model: "rods", n: n, text: rodChainModel(n), robotics: true, rates: true, big: n > 100,
				ours: []side{{name: "articulated bodies", steps: evaluations}}, peers: []side{{name: engine, method: engine, steps: evaluations}}})
		}
	}
	for _, n := range []int{1, 10, 100} {
		c := comparison{group: toRobotics, model: "rods", n: n, text: rodChainModel(n), body: 10 * n, local: 0.1, end: 1, robotics: true, total: true, error: 1e-5,
			ours: joinSides(newAdaptiveSides(traits.DOP853, 1, 0.3, 0.1, 1e-2, 1e-3, 1e-4), newAdaptiveSides(traits.ABAM, 1e-2, 1e-3, 1e-4, 1e-5))}
		c.peers = newPeerSides("mujoco/rk4", 15, 25, 35, 50, 75, 100, 125, 150, 175, 200, 300, 500)
		all = append(all, c)
		c.peers = nil
		for digits := 2; digits <= 7; digits++ {
			c.peers = append(c.peers, side{name: fmt.Sprintf("drake/rk5, accuracy 1e-%d", digits), method: "drake/rk5", steps: digits})
		}
		all = append(all, c)
	}
	return all
}

// evaluateRates computes accelerations and reactions n times, each time for other speeds, so that poses, forces and all that depends on them are computed.
func evaluateRates(sys *system.System, n int) (o outcome) {
	s, err := sys.NewState()
	if err != nil {
		return outcome{failed: err}
	}
	p := s.DeckPoint()
	if _, err := s.Assemble(p, 1e-10); err != nil {
		return outcome{failed: err}
	}
	if err := integrate.SolveAccelerations(s, p, integrate.NewLinearSolver(s)); err != nil {
		return outcome{failed: err}
	}
	runtime.GC()
	start := measure.ProcessSeconds()
	for range n {
		p.V[0] += 1e-9
		if ok, err := s.SolveRatesDirectly(p, math.Inf(1), math.Inf(1), true); !ok || err != nil {
			return outcome{failed: fmt.Errorf("no direct solution: %w", err)}
		}
	}
	return outcome{cpu: measure.ProcessSeconds() - start, steps: n}
}
