package study

// newMonteCarloSampler draws each run by itself: a longer study begins with the runs of a shorter one.
func newMonteCarloSampler(seed uint64) func(int, []float64) {
	return func(run int, u []float64) {
		g := newRandomGenerator(seed, pointStream, run)
		for i := range u {
			u[i] = drawOpenUnit(g)
		}
	}
}

// newLatinHypercubeSampler divides the range of each of k parameters into n intervals of equal probability and draws one value in each; the order of the
// intervals is a random permutation. (McKay, Beckman and Conover, Technometrics 21 (1979) 239-245.)
// With a factor l of correlations the permutations have these.
func newLatinHypercubeSampler(seed uint64, n, k int, l [][]float64) (func(int, []float64), error) {
	order := make([][]int32, k)
	for i := range order {
		g := newRandomGenerator(seed, orderStream, i)
		order[i] = make([]int32, n)
		for j := range order[i] {
			order[i][j] = int32(j)
		}
		g.Shuffle(n, func(a, b int) { order[i][a], order[i][b] = order[i][b], order[i][a] })
	}
	if l != nil {
		if err := correlateOrders(order, l); err != nil {
			return nil, err
		}
	}
	return func(run int, u []float64) {
		g := newRandomGenerator(seed, pointStream, run)
		for i := range u {
			u[i] = (float64(order[i][run]) + drawOpenUnit(g)) / float64(n)
		}
	}, nil
}

// newMorrisSampler makes trajectories of one run more than there are parameters: in each run one parameter moves by half of the levels, in random order and
// direction, from a random point of the grid of levels. (Morris, Technometrics 33 (1991) 161-174.) The levels of parameters with a least and a
// largest value are 0, 1/(p-1), ..., 1, those of others the centers of p intervals of equal probability.
func newMorrisSampler(seed uint64, p int, list []*Parameter) func(int, []float64) {
	k := len(list)
	level := make([]int, k)
	return func(run int, u []float64) {
		g := newRandomGenerator(seed, pathStream, run/(k+1))
		order, moved := g.Perm(k), run%(k+1)
		for i := range level {
			level[i] = g.IntN(p / 2)
			if up := g.IntN(2) == 0; up == isAmongFirst(order, moved, i) {
				level[i] += p / 2
			}
		}
		for i, l := range level {
			u[i] = (float64(l) + 0.5) / float64(p)
			if list[i].isBounded() && list[i].Values == nil {
				u[i] = float64(l) / float64(p-1)
			}
		}
	}
}

// isAmongFirst reports whether parameter i is among the first n of the order.
func isAmongFirst(order []int, n, i int) bool {
	for _, o := range order[:n] {
		if o == i {
			return true
		}
	}
	return false
}
