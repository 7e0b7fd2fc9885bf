package main

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// side is how one of the two solvers takes a model: ours by method and options,
// the peer by method and number of steps.
type side struct {
	name   string
	method string
	opt    integrate.Options
	steps  int
	cost   float64 // CPU seconds that were measured elsewhere, 0 for the peer of this run
}

// comparison is one line of the table.
type comparison struct {
	group string
	model string // of references and of the peer
	n     int
	text  string // our deck's model
	body  int    // the last body
	local float64
	end   float64
	total bool    // compare the cost to an error, not of a step
	error float64 // that has to be reached
	ours  []side  // the best of them counts
	peers []side
	big   bool // takes long

	robotics bool // the peer is an engine of robotics
	rates    bool // accelerations are computed, nothing is integrated
}

// newFixedStepSide returns a side with steps of 1 ms; the tolerance is that of Newton's iteration here.
func newFixedStepSide(tol float64) side {
	return side{"HHT, 1 ms", traits.HHT, integrate.Options{FixedStep: 1e-3, HMax: 1e-3, Tol: tol}, 0, 0}
}

func newAdaptiveSides(method string, tols ...float64) (s []side) {
	for _, tol := range tols {
		s = append(s, side{fmt.Sprintf("%s, tolerance %g", method, tol), method,
			integrate.Options{Tol: tol, HMax: 1, ConstrTol: 1e-8}, 0, 0})
	}
	return s
}

// newExplicitSettingSides returns those of a second of an explicit method.
func newExplicitSettingSides(method string, n ...int) (s []side) {
	for _, n := range n {
		h := 1 / float64(n)
		s = append(s, side{fmt.Sprintf("%s, %d steps", method, n), method, integrate.Options{FixedStep: h, HMax: h, ConstrTol: 1e-8}, 0, 0})
	}
	return s
}

func newPeerSides(name string, steps ...int) (s []side) {
	for _, n := range steps {
		s = append(s, side{name: fmt.Sprintf("%s, %d steps", name, n), method: name, steps: n})
	}
	return s
}

func joinSides(parts ...[]side) (s []side) {
	for _, p := range parts {
		s = append(s, p...)
	}
	return s
}

const (
	perStep  = "One implicit step of 1 ms"
	explicit = "One explicit step"
	toError  = "Cost to an error of 1e-5 m at 1 s"
	toRods   = "Cost to an error of 1e-5 m at 1 s, chain of rods (Simbody's time is from its own run)"
	double   = "Cost to an error of 1e-6 m at 2 s"
)

// listComparisons returns all lines of the table.
func listComparisons() (all []comparison) {
	one := comparison{group: perStep, model: "single", n: 1, text: single, body: 2, end: 100,
		ours: []side{newFixedStepSide(1e-4)}, peers: joinSides(newPeerSides("single/-/modified", 100000), newPeerSides("single/-/full", 100000))}
	all = append(all, one)
	one.group = explicit
	for _, m := range []struct {
		name  string
		opt   integrate.Options
		peers []side
	}{
		{traits.VERLET, integrate.Options{HMax: 1e-3}, joinSides(newPeerSides("single/-/verlet", 100000), newPeerSides("single/-/euler", 100000))},
		{traits.RK4, integrate.Options{HMax: 1e-3}, newPeerSides("single/-/rk44", 100000)},
		{traits.ABAM, integrate.Options{HMax: 1e-3, Tol: 1e-3}, newPeerSides("single/-/rk44", 100000)},
	} {
		one.ours, one.peers = []side{{m.name + ", 1 ms", m.name, m.opt, 0, 0}}, m.peers
		all = append(all, one)
	}
	for _, n := range []int{10, 100, 1000, 10000} {
		c := comparison{group: perStep, model: "string", n: n, text: stretchedStringModel(n), body: 100 * n, end: 1,
			ours: []side{newFixedStepSide(1e-4)}, peers: newPeerSides("string/-/modified", 1000), big: n > 1000}
		if n > 1000 { // no tight state of this one
			c.end, c.peers = 0.05, newPeerSides("string/-/modified", 50)
		}
		all = append(all, c)
	}
	for _, n := range []int{1, 10, 100, 300, 1000} {
		all = append(all, comparison{group: perStep, model: "chain", n: n, text: planarChainModel(n), body: 10 * n, local: linkLength / 2, end: 1,
			ours: []side{newFixedStepSide(1e-4)}, peers: joinSides(newPeerSides("chain/EP/modified", 1000), newPeerSides("chain/LG/modified", 1000)), big: n > 300})
	}
	for _, n := range []int{10, 100, 300, 1000} {
		theirs := map[int][]int{10: {4300}, 100: {405}, 300: {270, 310}, 1000: {300}}[n]
		all = append(all, comparison{group: toError, model: "chain", n: n, text: planarChainModel(n), body: 10 * n, local: linkLength / 2, end: 1,
			total: true, error: 1e-5, ours: joinSides(newAdaptiveSides(traits.DSTIFF, 2e-3, 1e-3, 1e-4, 3e-5), newAdaptiveSides(traits.ABAM, 1e-3, 1e-4), newAdaptiveSides(traits.DOP853, 1, 0.3, 0.1, 1e-2, 1e-3), newExplicitSettingSides(traits.RK4, 75, 80)),
			peers: joinSides(newPeerSides("chain/EP/modified", theirs...), newPeerSides("chain/LG/modified", theirs...)), big: n > 100})
	}
	for i, n := range []int{1, 10, 100, 300} {
		cost := []float64{0.001636, 0.014183, 0.099512, 0.23825}[i]
		all = append(all, comparison{group: toRods, model: "rods", n: n, text: rodChainModel(n), body: 10 * n, local: 0.1, end: 1,
			total: true, error: 1e-5, ours: joinSides(newAdaptiveSides(traits.DSTIFF, 1e-3, 1e-4, 3e-5, 1e-5), newAdaptiveSides(traits.ABAM, 1e-3, 1e-4, 1e-5), newAdaptiveSides(traits.DOP853, 1e-2, 1e-3, 1e-4)),
			peers: []side{{name: "Simbody, Runge-Kutta-Merson at 1e-5", cost: cost}}, big: n > 100})
	}
	two := comparison{group: double, model: "double", n: 2, text: planarChainModel(2), body: 20, local: linkLength / 2, end: 2,
		total: true, error: 1e-6, ours: joinSides(newAdaptiveSides(traits.DOP853, 2e-4, 1e-4, 1e-5), newAdaptiveSides(traits.ABAM, 2e-6, 1e-6)),
		peers: newPeerSides("chain/EP/modified", 21000, 22000)}
	all = append(all, listRoboticsComparisons()...)
	all = append(all, two)
	two.peers = newPeerSides("tree/-/rk67", 178, 190)
	return append(all, two)
}
