package main

import "math"

// Bounds of a column by its range: of positions, speeds and states, and of accelerations, forces and torques.
const (
	fine   = 1e-3
	coarse = 1e-2
	// floor is the least bound by the model's size or 1 rad, for speeds that by the shortest period, for
	// accelerations by its square; for forces and torques by the greatest of them.
	floor = 1e-9
	// still is the range by the greatest value below which a column of loads is a constant: it is passed over.
	still = 1e-6
)

// allowedDifferences are what columns may be off by, given their reference; 0 where a column is passed over.
func (m *model) allowedDifferences(want *rows) []float64 {
	all := make([]float64, len(m.Columns))
	greatest := 0.0 // of forces and torques
	for k, c := range m.Columns {
		if c.Kind == load {
			for _, v := range want.Cols[k] {
				greatest = math.Max(greatest, math.Abs(v))
			}
		}
	}
	least := map[kind]float64{length: m.Size, speed: m.Size / m.Period, angle: 1, turning: 1 / m.Period, variable: 1,
		accel: m.Size / (m.Period * m.Period), load: greatest}
	for k, c := range m.Columns {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, v := range want.Cols[k] {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
		part := fine
		if c.Kind == accel || c.Kind == load {
			part = coarse
			if hi-lo <= still*math.Max(math.Abs(lo), math.Abs(hi)) {
				continue
			}
		}
		all[k] = math.Max(part*(hi-lo), floor*least[c.Kind])
	}
	return all
}

// verdict is how far results are off, in units of the bound, and the worst column.
type verdict struct {
	Factor float64 `json:"factor"`
	Column string  `json:"column,omitempty"`
	At     float64 `json:"at,omitempty"` // time
}

// none is the factor of a run that gave no result to judge.
const none = 1e99

// compareWithReference compares the results of a run with the reference.
func (m *model) compareWithReference(got, want *rows) verdict {
	if len(got.Time) != len(want.Time) || len(got.Cols) != len(want.Cols) {
		return verdict{Factor: none, Column: "rows are missing"}
	}
	if len(got.Frequencies) != len(want.Frequencies) {
		return verdict{Factor: none, Column: "modes are missing"}
	}
	v := compareModes(got.Frequencies, want.Frequencies)
	bounds := m.allowedDifferences(want)
	for k, c := range m.Columns {
		bound := bounds[k]
		if bound == 0 {
			continue
		}
		for i, x := range got.Cols[k] {
			e := math.Abs(x-want.Cols[k][i]) / bound
			if math.IsNaN(e) {
				e = none
			}
			if e > v.Factor {
				v = verdict{math.Min(e, none), c.What, got.Time[i]}
			}
		}
	}
	return v
}

// compareModes compares frequencies, each to 1e-3 of its own.
func compareModes(got, want []float64) (v verdict) {
	for i, f := range want {
		if e := math.Abs(got[i]-f) / (fine * f); e > v.Factor {
			v = verdict{Factor: math.Min(e, none), Column: "frequency"}
		}
	}
	return v
}

// differencePerDisturbance is the greatest difference of two runs in units of a disturbance of nudge of size or rad.
func (m *model) differencePerDisturbance(a, b *rows, nudge float64) float64 {
	if len(a.Time) != len(b.Time) {
		return none
	}
	worst := 0.0
	for k, c := range m.Columns {
		unit := map[kind]float64{length: m.Size, angle: 1}[c.Kind]
		if c.Kind == speed {
			unit = m.Size / m.Period
		} else if c.Kind == turning {
			unit = 1 / m.Period
		}
		if unit == 0 {
			continue
		}
		for i := range a.Cols[k] {
			worst = math.Max(worst, math.Abs(a.Cols[k][i]-b.Cols[k][i])/(nudge*unit))
		}
	}
	return worst
}
