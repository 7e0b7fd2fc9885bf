package solve

// copyBlocks copies the blocks of moves from src to dst. Rows of five and six
// values, the usual ones, go through registers: a call of copy costs more than
// the copy itself.
func copyBlocks(moves []move, dst, src []float64) {
	for i := range moves {
		v := &moves[i]
		s, d, from, to := int(v.src), int(v.dst), int(v.from), int(v.to)
		switch v.cols {
		case 6:
			for range v.rows {
				p, q := (*[6]float64)(src[s:]), (*[6]float64)(dst[d:])
				q[0], q[1], q[2], q[3], q[4], q[5] = p[0], p[1], p[2], p[3], p[4], p[5]
				s += from
				d += to
			}
		case 5:
			for range v.rows {
				p, q := (*[5]float64)(src[s:]), (*[5]float64)(dst[d:])
				q[0], q[1], q[2], q[3], q[4] = p[0], p[1], p[2], p[3], p[4]
				s += from
				d += to
			}
		default:
			for range v.rows {
				p := src[s : s+int(v.cols)]
				q := dst[d:][:len(p)]
				//lint:ignore S1001 rows are short: a call of copy costs more
				for k := range p {
					q[k] = p[k]
				}
				s += from
				d += to
			}
		}
	}
}

// addSourceBlocksToTargets adds the blocks of moves, both ends in w.
func addSourceBlocksToTargets(moves []move, w []float64) {
	for i := range moves {
		v := &moves[i]
		s, d, from, to := int(v.src), int(v.dst), int(v.from), int(v.to)
		if v.cols == 6 {
			for range v.rows {
				p, q := (*[6]float64)(w[s:]), (*[6]float64)(w[d:])
				q[0] += p[0]
				q[1] += p[1]
				q[2] += p[2]
				q[3] += p[3]
				q[4] += p[4]
				q[5] += p[5]
				s += from
				d += to
			}
			continue
		}
		for range v.rows {
			p := w[s : s+int(v.cols)]
			q := w[d:][:len(p)]
			for k := range p {
				q[k] += p[k]
			}
			s += from
			d += to
		}
	}
}
