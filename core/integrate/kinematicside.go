package integrate

import "math"

// determinantSign says on which side of the singular configurations a problem without freedom is: where one is passed, the determinant of the rows changes
// its sign. A step that begins near one, before a motion turns round there, may end beyond it, on the other branch, with speeds that belong there: nothing else shows it.
type determinantSign struct {
	known    bool
	rows     []float64 // by which the rows are moved; near a singular configuration about the left singular vector
	speeds   []float64 // that this needs at the end of the last step
	turned   []float64 // the same elsewhere
	d        *Delta
	from     *Point
	to       *Point
	fromTurn []float64
}

const (
	sideParts = 4096 // a step is divided into so many parts at most in search of a turn
	sideTries = 400  // small steps in such a search, at most
	sideApart = 1e-4 // of the scales: ends of the same step on two branches are farther apart
)

func (k *kinematicMethod) newDeterminantSign() determinantSign {
	n := k.n
	return determinantSign{rows: make([]float64, n.NL), speeds: make([]float64, n.NV), turned: make([]float64, n.NV), fromTurn: make([]float64, n.NV),
		d: NewDelta(n), from: NewPoint(n), to: NewPoint(n)}
}

// computeRowResponseSpeeds sets dst to the speeds by which rows move, with the factors of the last point.
func (k *kinematicMethod) computeRowResponseSpeeds(dst []float64) {
	d := k.side.d
	clearDelta(d)
	copy(d.L, k.side.rows)
	k.p.Solve(d)
	copy(dst, d.A)
}

// storeDeterminantSign takes note of the side of now, near which the last factors were made.
func (k *kinematicMethod) storeDeterminantSign() {
	s := &k.side
	if !s.known {
		for i := range s.rows {
			s.rows[i] = 1 + 0.25*float64(i%3)
		}
	}
	s.known = true
	k.clearInactiveRowWeights()
	k.computeRowResponseSpeeds(s.speeds)
	clearDelta(s.d)
	copy(s.d.A, s.speeds)
	k.p.Solve(s.d)
	if most := maxAbs(s.d.L); most > 0 && !math.IsInf(most, 0) {
		for i, l := range s.d.L {
			s.rows[i] = l / most
		}
		k.clearInactiveRowWeights()
	}
	k.computeRowResponseSpeeds(s.speeds)
}

// clearInactiveRowWeights leaves rows alone that are not in force.
func (k *kinematicMethod) clearInactiveRowWeights() {
	for i, level := range k.n.RowLevel {
		if level == Inactive {
			k.side.rows[i] = 0
		}
	}
}

// hasOppositeDeterminantSign reports that the last factors are those of a point on another side than the speeds from.
func (k *kinematicMethod) hasOppositeDeterminantSign(from, speeds []float64) bool {
	k.computeRowResponseSpeeds(speeds)
	dot := 0.0
	for i, v := range speeds {
		dot += v / k.n.VScale[i] * from[i] / k.n.VScale[i]
	}
	return dot < 0
}

// hasPassedTurningPoint reports that the step to next has gone past a configuration where the motion turns round: short steps that stay on the side of now come elsewhere.
// Where these cannot stay there, the motion goes through the configuration.
func (k *kinematicMethod) hasPassedTurningPoint() bool {
	s := &k.side
	if !k.hasOppositeDeterminantSign(s.speeds, s.turned) {
		return false
	}
	s.to.Copy(k.next)
	s.from.Copy(k.now)
	copy(s.fromTurn, s.speeds)
	defer k.next.Copy(s.to)
	end := s.to.T
	h := (end - s.from.T) / 2
	least := math.Max((end-s.from.T)/sideParts, k.opt.HMin)
	for range sideTries {
		t := s.from.T + h
		if t > end-1e-9*h {
			t = end
		}
		k.extrapolateTaylorToNext(s.from, t)
		err := k.projectAllLevels(k.next)
		if err != nil && !otherMethodMayHelp(err) {
			return false
		}
		if err != nil || k.isFarFromExtrapolation(s.from) || k.hasOppositeDeterminantSign(s.fromTurn, s.turned) {
			if h /= 2; h < least {
				return false
			}
			continue
		}
		s.from.Copy(k.next)
		copy(s.fromTurn, s.turned)
		if t == end {
			return k.areOnDifferentBranches(s.from, s.to)
		}
		h *= 2
	}
	return false
}

// areOnDifferentBranches reports that two points at the same time are on different branches.
func (k *kinematicMethod) areOnDifferentBranches(a, b *Point) bool {
	for i, q := range a.Q {
		if math.Abs(q-b.Q[i]) > sideApart*k.n.QScale[i] {
			return true
		}
	}
	return false
}
