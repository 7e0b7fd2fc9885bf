package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

const (
	// mostLoopMoves bounds the moves that bring positions onto the rows of loops; each squares the error.
	mostLoopMoves = 5
	// steepMove is how much larger than the errors of rows a move may be: more is left to the full matrix.
	steepMove = 30
	// rowRounding is the relative size of a row's error that is rounding.
	rowRounding = 8 * 0x1p-52
)

// projectOntoLoops moves the bodies of p, which are on the joints of the tree, onto the rows in force beside these as well, and changes speeds so that the rates of all rows are zero; see
// projectOntoJoints. Inertias and the matrix of loops are those of where the bodies are then.
func (t *articulatedTree) projectOntoLoops(s *State, p *integrate.Point, posTol, velTol float64) (ok, placed bool, err error) {
	l := &t.loops
	for n := 0; ; n++ {
		if n > mostLoopMoves || !t.eliminateJointInertias(s) || !l.factorLoopMatrix(t, &s.rows) {
			return false, false, nil
		}
		g := l.setPositionErrors(&s.rows)
		if g <= rowRounding*max(1, largestSize(p.Q)) {
			break
		}
		l.matrix.Solve(l.value)
		t.computeMove(s)
		steepness := l.relativeSize() / g
		if steepness > steepMove {
			return false, false, nil
		}
		if g*max(1, steepness) <= posTol {
			break
		}
		s.MovePositions(p.Q, p.Q, l.current)
		s.computePosesAndMotions(p)
		t.largestPositionError(s)
		t.projectPositionsOntoJoints(s, p)
		if err := t.computeRows(s); err != nil {
			return false, false, err
		}
	}
	t.factored = true
	return t.projectSpeedsOntoLoops(s, p, velTol)
}

// projectSpeedsOntoLoops changes the speeds of p where the rate of a row is more than velTol, in the metric of the masses. It reports false where that takes large changes.
func (t *articulatedTree) projectSpeedsOntoLoops(s *State, p *integrate.Point, velTol float64) (ok, placed bool, err error) {
	l := &t.loops
	rate := max(l.setRateErrors(s), t.largestRowRate(s))
	if rate <= rowRounding*max(1, largestSize(p.V)) {
		return true, true, nil
	}
	t.computeSpeedsOnJoints(s)
	for i := range l.sets {
		b := &l.sets[i]
		for i, k := range b.rows {
			l.value[b.at+i] -= b.dotWithTree(t, &s.rows, int(k)) - s.rowRateAlongMotion(b.set, int(k))
		}
	}
	l.matrix.Solve(l.value)
	l.applyMultipliers(t, &s.rows)
	t.computeAccelerations()
	clear(l.current)
	for i := range t.joints {
		k := t.joints[i].child
		y, st, at := &t.body[k], &s.kin.body[k], s.sys.Bodies[k].v
		y.a.Sub(st.V).Store(l.current[at:])
		y.al.Sub(st.W).Store(l.current[at+3:])
	}
	steepness := l.relativeSize() / rate
	if steepness > steepMove {
		return false, false, nil
	}
	if rate*max(1, steepness) <= velTol {
		return true, true, nil
	}
	t.storeSpeeds(s, p)
	return true, false, nil
}

// computeMove sets l.current to the displacements that the multipliers l.value make, as if they were accelerations.
func (t *articulatedTree) computeMove(s *State) {
	for i := range t.joints {
		j := &t.joints[i]
		j.biasA, j.biasAl = vec{}, vec{}
		for c := range j.columns {
			j.columns[c].force = 0
		}
	}
	l := &t.loops
	l.applyMultipliers(t, &s.rows)
	t.computeAccelerations()
	clear(l.current)
	for i := range t.joints {
		k := t.joints[i].child
		at := s.sys.Bodies[k].v
		t.body[k].a.Store(l.current[at:])
		t.body[k].al.Store(l.current[at+3:])
	}
}

// relativeSize returns the largest entry of l.current in scales of speeds, times the least of these: the size that an error of rows has.
func (l *treeLoops) relativeSize() (most float64) {
	for i, v := range l.current {
		most = max(most, math.Abs(v)/l.scales[i])
	}
	return most * l.least
}

// largestSize returns the largest magnitude in x.
func largestSize(x []float64) (most float64) {
	for _, v := range x {
		most = max(most, math.Abs(v))
	}
	return most
}
