package linear

import (
	"math"
	"math/rand/v2"
)

// A difference costs seven evaluations a column. Mostly the partials lack nothing, and
// one difference along a random combination of columns reports so for all of them: only
// where it does not agree is the set split, down to single columns. What is lost beside
// larger numbers of the same row is below the error of any difference.

// agreeing is how far partials and differences of a combination may be apart.
const agreeing = 1e-11

// stateSet is a range of states of one kind.
type stateSet struct{ from, to int }

// findExactColumns finds the columns whose partials are exact and which move no row at the levels
// of speeds and accelerations.
func (l *linearizer) findExactColumns() error {
	s := l.sys
	l.trusted = make([]bool, s.N)
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []stateSet{{0, s.nq}, {s.nq, s.nq + s.nv}, {s.nq + s.nv, s.N}} {
		if err := l.bisectExactColumns(c, random, 0); err != nil {
			return err
		}
	}
	return nil
}

// mostSplits bounds the depth: where much is lacking, columns are differenced anyway.
const mostSplits = 4

func (l *linearizer) bisectExactColumns(among stateSet, random *rand.Rand, depth int) error {
	if among.to-among.from < 2 || depth > mostSplits {
		return nil
	}
	x := l.randomVariation(among, random)
	if err := l.near.differentiateAlong(x); err != nil {
		return err
	}
	l.m.DifferenceAlong(l.exact, l.out, x)
	l.near.largest = math.Max(l.near.largest, largestMagnitude(l.exact.V))
	if l.partialsAgree() {
		for j := among.from; j < among.to; j++ {
			l.trusted[j] = true
		}
		return nil
	}
	mid := (among.from + among.to) / 2
	if err := l.bisectExactColumns(stateSet{among.from, mid}, random, depth+1); err != nil {
		return err
	}
	return l.bisectExactColumns(stateSet{mid, among.to}, random, depth+1)
}

// randomVariation returns a random change along the states of a set, each by its size.
func (l *linearizer) randomVariation(c stateSet, random *rand.Rand) *Variation {
	s, x, reach := l.sys, newVariation(l.n, l.sys.M), l.m.StepSizes()
	for j := c.from; j < c.to; j++ {
		f := 0.5 + random.Float64()
		if random.IntN(2) == 0 {
			f = -f
		}
		switch {
		case j < s.nq:
			x.Q[l.pos.Independent[j]] = f * reach[l.pos.Independent[j]]
		case j < s.nq+s.nv:
			x.V[l.vel.Independent[j-s.nq]] = f * reach[l.vel.Independent[j-s.nq]]
		default:
			x.X[j-s.nq-s.nv] = f
		}
	}
	if c.to <= s.nq {
		l.pos.SolveDependent(x.Q, nil)
		l.m.ResolveInGroundFrame(x.Q, x.Q)
	} else if c.to <= s.nq+s.nv {
		l.vel.SolveDependent(x.V, nil)
		l.m.ResolveInGroundFrame(x.V, x.V)
	}
	return x
}

// partialsAgree compares the last differences with the partials: of residuals and outputs, and
// with nothing for rows at the levels of speeds and accelerations.
func (l *linearizer) partialsAgree() bool {
	e, near := l.exact, l.near
	idle := l.rowResidualTolerances()
	for k, part := range [...][]float64{e.V, e.X, e.Y, nil, nil, l.out} {
		typical := largestMagnitude(near.best[near.begin[k]:near.begin[k+1]])
		for i := near.begin[k]; i < near.begin[k+1]; i++ {
			d, fail := near.best[i], near.fail[i]
			if part == nil {
				if math.Abs(d) > idle[k-3] {
					return false
				}
				continue
			}
			v := part[i-near.begin[k]]
			if !(math.Abs(v-d) <= agreeing*(math.Abs(v)+math.Abs(d))+2*fail && fail <= 1e-8*typical) {
				return false
			}
		}
	}
	return true
}

// rowResidualTolerances is what rows at the levels of speeds and accelerations may have to count as
// nothing beside the accelerations that the forces give.
func (l *linearizer) rowResidualTolerances() [2]float64 {
	d := &l.rhs
	setNegative(d.A, l.exact.V)
	setNegative(d.XDot, l.exact.X)
	setNegative(d.Y, l.exact.Y)
	clear(d.L)
	l.m.Solve(d)
	a := largestMagnitude(d.A)
	return [2]float64{1e-12 * math.Sqrt(a*largestMagnitude(l.m.StepSizes())), 1e-12 * a}
}
