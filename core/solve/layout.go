package solve

import "sort"

// assignOffsets gives every unknown its place in elimination order and every front
// its place in the work array.
func (w *eliminationPlanner) assignOffsets() {
	s, p := w.s, w.p
	w.y = make([]int, len(s.size))
	p.fronts = make([]front, len(p.groups))
	at := 0
	for g := range p.groups {
		f := &p.fronts[g]
		f.y, f.hard = at, p.groups[g].hard
		for _, i := range p.groups[g].nodes {
			w.y[i] = at
			for k := range s.size[i] {
				p.perm = append(p.perm, int32(s.at[i]+k))
			}
			at += s.size[i]
			if s.kind[i] == Definite {
				f.d = at - f.y
			}
		}
		f.p = at - f.y
	}
	for g := range p.fronts {
		f := &p.fronts[g]
		f.b = w.sortBorder(g)
		for _, j := range w.border[g][:w.reached[g]] {
			f.reach += s.size[j]
		}
		f.u = p.nFactor
		f.l = f.u + f.p*(f.p+f.b)
		p.nFactor = f.l + f.b*f.p
		p.maxBorder, p.maxPivot = max(p.maxBorder, f.b), max(p.maxPivot, f.p)
	}
	w.placeContributionBlocks()
}

// sortBorder puts both parts of a border in elimination order, so that it
// makes few runs, and counts its unknowns.
func (w *eliminationPlanner) sortBorder(g int) (unknowns int) {
	n := 0
	for _, part := range [][]int32{w.border[g][:w.reached[g]], w.border[g][w.reached[g]:]} {
		sort.Slice(part, func(a, b int) bool { return w.y[part[a]] < w.y[part[b]] })
		for _, j := range part {
			n += w.s.size[j]
		}
	}
	return n
}

// placeContributionBlocks places the C of all fronts. A C lives until the parent has
// taken it; then its place is free for another (first fit).
func (w *eliminationPlanner) placeContributionBlocks() {
	p := w.p
	type span struct{ at, n int }
	var live []span // ascending
	p.nWork = p.nFactor
	for g := range p.fronts {
		f := &p.fronts[g]
		n, at, k := f.b*f.b, p.nFactor, 0
		for k < len(live) && live[k].at-at < n {
			at = live[k].at + live[k].n
			k++
		}
		f.c = at
		p.nWork = max(p.nWork, at+n)
		if n > 0 {
			live = append(live, span{})
			copy(live[k+1:], live[k:])
			live[k] = span{at, n}
		}
		for _, c := range w.children[g] {
			for k := range live {
				if live[k].at == p.fronts[c].c {
					live = append(live[:k], live[k+1:]...)
					break
				}
			}
		}
	}
}

// listFrontMoves writes the moves and runs of front g.
func (w *eliminationPlanner) listFrontMoves(g int) {
	p, f := w.p, &w.p.fronts[g]
	if w.local == nil {
		w.local = make([]int, len(w.s.size))
	}
	for _, i := range p.groups[g].nodes {
		w.local[i] = w.y[i] - f.y
	}
	at := f.p
	f.runLo = len(p.runs)
	for _, j := range w.border[g] {
		w.local[j] = at
		at += w.s.size[j]
		last := len(p.runs) - 1
		if last >= f.runLo && int(p.runs[last].y+p.runs[last].n) == w.y[j] {
			p.runs[last].n += int32(w.s.size[j])
			continue
		}
		p.runs = append(p.runs, run{int32(w.y[j]), int32(w.s.size[j])})
	}
	f.runHi = len(p.runs)

	f.copyLo = len(p.copies)
	for _, i := range p.groups[g].nodes {
		w.listMatrixCopies(f, g, i)
	}
	f.copyHi = len(p.copies)
	f.addLo = len(p.adds)
	for _, c := range w.children[g] {
		w.listChildAdditions(f, int(c))
	}
	f.addHi = len(p.adds)
}

// listMatrixCopies lists the blocks of the matrix in row and column i that belong to
// front g: those with nodes that are eliminated no earlier.
func (w *eliminationPlanner) listMatrixCopies(f *front, g int, i int32) {
	s := w.s
	for _, j := range s.blockColumnsOfRow(i) {
		if w.step[j] < int32(g) {
			continue
		}
		dst, to := f.blockOffset(w.local[i], w.local[j])
		w.planBlockCopy(i, j, dst, to)
		if w.step[j] > int32(g) { // otherwise j has its own turn
			dst, to = f.blockOffset(w.local[j], w.local[i])
			w.planBlockCopy(j, i, dst, to)
		}
	}
}

func (w *eliminationPlanner) planBlockCopy(i, j int32, dst, rowStride int) {
	n := w.s.size[j]
	w.p.copies = append(w.p.copies, move{
		src: int32(w.s.blockIndex(int(i), int(j))), dst: int32(dst),
		from: int32(n), to: int32(rowStride), rows: int32(w.s.size[i]), cols: int32(n),
	})
}

// blockOffset finds row i and column j of the front in the work array, and the
// stride of rows there.
func (f *front) blockOffset(i, j int) (at, stride int) {
	switch {
	case i < f.p:
		return f.u + i*(f.p+f.b) + j, f.p + f.b
	case j < f.p:
		return f.l + (i-f.p)*f.p + j, f.p
	default:
		return f.c + (i-f.p)*f.b + j - f.p, f.b
	}
}

// listChildAdditions lists how the C of front c is added to its parent f. Stretches of
// the child's border that lie together in the parent move together.
func (w *eliminationPlanner) listChildAdditions(f *front, c int) {
	type piece struct{ from, to, n int }
	var pieces []piece
	at := 0
	for _, j := range w.border[c] {
		n, to := w.s.size[j], w.local[j]
		k := len(pieces) - 1
		if k >= 0 && pieces[k].to+pieces[k].n == to && to != f.p {
			pieces[k].n += n
		} else {
			pieces = append(pieces, piece{at, to, n})
		}
		at += n
	}
	child := &w.p.fronts[c]
	for _, r := range pieces {
		for _, q := range pieces {
			dst, to := f.blockOffset(r.to, q.to)
			w.p.adds = append(w.p.adds, move{
				src: int32(child.c + r.from*child.b + q.from), dst: int32(dst),
				from: int32(child.b), to: int32(to), rows: int32(r.n), cols: int32(q.n),
			})
		}
	}
}
