package flex

import "slices"

// sparse is a symmetric matrix with both halves, by rows with ascending columns.
type sparse struct {
	n     int
	start []int
	col   []int32
	val   []float64
}

// triples are entries of a matrix in any order; entries of one place add up.
type triples struct {
	row, col []int32
	val      []float64
}

func (t *triples) add(row, col int32, value float64) {
	t.row, t.col, t.val = append(t.row, row), append(t.col, col), append(t.val, value)
}

// addSymmetric adds an entry and the one across the diagonal.
func (t *triples) addSymmetric(row, col int32, value float64) {
	t.add(row, col, value)
	if row != col {
		t.add(col, row, value)
	}
}

// assemble returns the n × n matrix with the entries.
func (t *triples) assemble(n int) *sparse {
	count := make([]int, n+1)
	for _, r := range t.row {
		count[r+1]++
	}
	for i := range n {
		count[i+1] += count[i]
	}
	order := make([]int32, len(t.row))
	next := slices.Clone(count)
	for i, r := range t.row {
		order[next[r]] = int32(i)
		next[r]++
	}
	s := &sparse{n: n, start: make([]int, n+1)}
	for r := range n {
		of := order[count[r]:count[r+1]]
		slices.SortStableFunc(of, func(a, b int32) int { return int(t.col[a]) - int(t.col[b]) })
		for _, i := range of {
			if last := len(s.col) - 1; last >= s.start[r] && s.col[last] == t.col[i] {
				s.val[last] += t.val[i]
				continue
			}
			s.col, s.val = append(s.col, t.col[i]), append(s.val, t.val[i])
		}
		s.start[r+1] = len(s.col)
	}
	return s
}

// multiply sets dst to the product with x.
func (s *sparse) multiply(dst, x []float64) {
	for r := range s.n {
		sum := 0.0
		for k := s.start[r]; k < s.start[r+1]; k++ {
			sum += s.val[k] * x[s.col[k]]
		}
		dst[r] = sum
	}
}

// multiplyTrailingBlock sets dst to the product of the part behind the first rows and columns with x, both of n - first entries.
func (s *sparse) multiplyTrailingBlock(dst, x []float64, first int) {
	for r := first; r < s.n; r++ {
		sum := 0.0
		for k := s.start[r]; k < s.start[r+1]; k++ {
			if c := int(s.col[k]) - first; c >= 0 {
				sum += s.val[k] * x[c]
			}
		}
		dst[r-first] = sum
	}
}

// entry returns the value at a place, zero where none is stored.
func (s *sparse) entry(row, col int) float64 {
	k, ok := slices.BinarySearch(s.col[s.start[row]:s.start[row+1]], int32(col))
	if !ok {
		return 0
	}
	return s.val[s.start[row]+k]
}

func dotProduct(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

func addScaled(dst []float64, f float64, x []float64) {
	for i, v := range x {
		dst[i] += f * v
	}
}
