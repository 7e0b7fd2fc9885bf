package system

import "slices"

// DelayMemory is the history of a DELAY: Start is where it begins, with the value First.
type DelayMemory struct {
	Delay  string        `json:"delay"`
	Start  float64       `json:"start"`
	First  float64       `json:"first"`
	Size   float64       `json:"size"` // largest value
	Pieces []PieceMemory `json:"pieces"`
	Breaks []BreakMemory `json:"breaks"`
}

// PieceMemory is the values of a signal at the Chebyshev points of a step.
type PieceMemory struct {
	From  float64   `json:"from"`
	To    float64   `json:"to"`
	Value []float64 `json:"value"`
}

// BreakMemory is a place where the derivative of an order jumps.
type BreakMemory struct {
	Time  float64 `json:"time"`
	Order int     `json:"order"`
}

func (s *State) rememberDelays(m *Memory) {
	for i := range s.delays {
		h := &s.delays[i]
		if !h.begun {
			continue
		}
		x := DelayMemory{Delay: s.sys.Delays[i].Key, Start: h.start, First: h.first, Size: h.size}
		for _, p := range h.pieces {
			x.Pieces = append(x.Pieces, PieceMemory{p.from, p.to, slices.Clone(p.v)})
		}
		for _, b := range h.breaks {
			x.Breaks = append(x.Breaks, BreakMemory{b.t, b.order})
		}
		m.Delays = append(m.Delays, x)
	}
}

func (s *State) recallDelays(m *Memory) error {
	for _, x := range m.Delays {
		i := slices.IndexFunc(s.sys.Delays, func(d Delay) bool { return d.Key == x.Delay })
		if i < 0 {
			return mismatch("it contains a DELAY that the model does not have: %s", x.Delay)
		}
		h := history{begun: true, start: x.Start, first: x.First, size: x.Size}
		for _, p := range x.Pieces {
			if len(p.Value) < 2 || !(p.To > p.From) {
				return mismatch("its history of the DELAY of %s is damaged", x.Delay)
			}
			h.pieces = append(h.pieces, piece{p.From, p.To, p.Value})
		}
		for _, b := range x.Breaks {
			h.breaks = append(h.breaks, bend{b.Time, b.Order})
		}
		s.delays[i] = h
	}
	return nil
}
