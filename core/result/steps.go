package result

// Steps is what the integrator did over time: entries of one step or, of long runs, of several steps that follow each
// other. All lists have one value an entry. The unit of time is that of the deck.
type Steps struct {
	Time     []float64 `json:"time"`     // at which the last step of the entry ended
	Least    []float64 `json:"least"`    // size of its shortest step
	Greatest []float64 `json:"greatest"` // size of its longest step
	Order    []int     `json:"order"`    // greatest order of the method in its steps; 0 of methods without one
	Count    []int     `json:"count"`    // of steps that were accepted
	Rejected []int     `json:"rejected"` // steps that were tried and not accepted
}

// AddAcceptedStep appends an entry of one accepted step that ended at a time.
func (s *Steps) AddAcceptedStep(time, size float64, order, rejected int) {
	s.Time = append(s.Time, time)
	s.Least, s.Greatest = append(s.Least, size), append(s.Greatest, size)
	s.Order, s.Count, s.Rejected = append(s.Order, order), append(s.Count, 1), append(s.Rejected, rejected)
}

// MergeLastTwo adds the step of the last entry to the entry before it.
func (s *Steps) MergeLastTwo() {
	n := len(s.Time) - 1
	s.mergeEntry(n-1, n)
	s.truncateEntries(n)
}

// MergePairs joins entries in pairs: the count of entries falls to the half, rounded up.
func (s *Steps) MergePairs() {
	n := len(s.Time)
	for i := 0; i < n; i += 2 {
		s.copyEntry(i/2, i)
		if i+1 < n {
			s.mergeEntry(i/2, i+1)
		}
	}
	s.truncateEntries((n + 1) / 2)
}

// mergeEntry adds entry k to entry i, which comes before it.
func (s *Steps) mergeEntry(i, k int) {
	s.Time[i] = s.Time[k]
	s.Least[i], s.Greatest[i] = min(s.Least[i], s.Least[k]), max(s.Greatest[i], s.Greatest[k])
	s.Order[i] = max(s.Order[i], s.Order[k])
	s.Count[i] += s.Count[k]
	s.Rejected[i] += s.Rejected[k]
}

// copyEntry copies entry k to entry i.
func (s *Steps) copyEntry(i, k int) {
	s.Time[i], s.Least[i], s.Greatest[i] = s.Time[k], s.Least[k], s.Greatest[k]
	s.Order[i], s.Count[i], s.Rejected[i] = s.Order[k], s.Count[k], s.Rejected[k]
}

// truncateEntries leaves the first n entries.
func (s *Steps) truncateEntries(n int) {
	s.Time, s.Least, s.Greatest = s.Time[:n], s.Least[:n], s.Greatest[:n]
	s.Order, s.Count, s.Rejected = s.Order[:n], s.Count[:n], s.Rejected[:n]
}
