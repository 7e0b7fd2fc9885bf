package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// fillCutRows computes the rows and gradients of joints that are not in the tree.
func (t *articulatedTree) fillCutRows(s *State) error {
	for _, c := range t.cut {
		if err := c.joint.fillBlock(s, &s.rows.set[c.set]); err != nil {
			return err
		}
	}
	return nil
}

// factorLoopMatrix fills and factors G M⁻¹Gᵀ, where the inertias of joints are eliminated and rows computed. It reports false where that loses digits: near
// configurations where rows depend on each other.
func (l *treeLoops) factorLoopMatrix(t *articulatedTree, rows *rowState) (accurate bool) {
	l.matrix.ClearRows(0, l.rows)
	for i := range l.sets {
		b := &l.sets[i]
		b.fillResponses(t, rows, l.push)
		for _, c := range b.shared {
			l.addProducts(b, &l.sets[c.with], c)
		}
		if !l.matrix.FactorRows(b.at, b.at+len(b.rows), leastReduced) {
			return false
		}
	}
	return true
}

// fillResponses fills Y for the rows of the set; push is memory for one push each on each joint of the way.
func (b *loopSet) fillResponses(t *articulatedTree, rows *rowState, push []wrench) {
	n := len(b.rows)
	push = push[:n*len(b.way)]
	clear(push)
	for slot, end := range b.ends {
		for i, k := range b.rows {
			g, p := rows.set[b.set].bodyGradient(int(k), int32(slot)), &push[int(end)*n+i]
			p.F, p.T = p.F.Add(spatial.LoadVec(g)), p.T.Add(spatial.LoadVec(g[3:]))
		}
	}
	for at, w := range b.way {
		j := &t.joints[w.joint]
		var root [6]float64
		for c := range j.columns {
			root[c] = math.Sqrt(j.columns[c].inverse)
		}
		for i := range n {
			p := push[at*n+i]
			y := b.response[i*b.columns+int(w.column):]
			for c := range j.columns {
				y[c] = j.columns[c].takePush(&p) * root[c]
			}
			if w.up >= 0 {
				up := &push[int(w.up)*n+i]
				up.F, up.T = up.F.Add(p.F), up.T.Add(p.T).Add(j.arm.Cross(p.F))
			}
		}
	}
}

// takePush returns the push along the free motion and takes from p what does not reach the parent; 0 where a motion prescribes it.
func (c *motionColumn) takePush(p *wrench) (along float64) {
	if c.driven {
		return 0
	}
	along = c.lin.Dot(p.F) + c.ang.Dot(p.T)
	u := -along * c.inverse
	p.F, p.T = p.F.AddScaled(u, c.forceLin), p.T.AddScaled(u, c.forceAng)
	return along
}

// addProducts adds the part of Y Yᵀ that two sets have by free motions in common.
func (l *treeLoops) addProducts(b, other *loopSet, c sharedColumns) {
	for i := range b.rows {
		row, from := l.matrix.RowValues(b.at + i)
		dst := row[other.at-from:]
		y := b.response[i*b.columns+int(c.own):][:c.n]
		for k := range min(len(dst), len(other.rows)) {
			z := other.response[k*other.columns+int(c.other):][:len(y)]
			sum := 0.0
			for m, v := range y {
				sum += v * z[m]
			}
			dst[k] += sum
		}
	}
}

// applyMultipliers adds what the multipliers l.value push to the forces on the bodies and along the free motions on their ways.
func (l *treeLoops) applyMultipliers(t *articulatedTree, rows *rowState) {
	for _, k := range l.ways {
		l.push[k] = wrench{}
	}
	for i := range l.sets {
		b := &l.sets[i]
		for slot, end := range b.ends {
			p := &l.push[b.way[end].joint]
			for i, k := range b.rows {
				g, v := rows.set[b.set].bodyGradient(int(k), int32(slot)), l.value[b.at+i]
				p.F, p.T = p.F.AddScaled(v, spatial.LoadVec(g)), p.T.AddScaled(v, spatial.LoadVec(g[3:]))
			}
		}
	}
	for i := len(l.ways) - 1; i >= 0; i-- {
		k := l.ways[i]
		j, p := &t.joints[k], l.push[k]
		y := &t.body[j.child]
		y.force0, y.torque0 = y.force0.Sub(p.F), y.torque0.Sub(p.T)
		for c := range j.columns {
			j.columns[c].force += j.columns[c].takePush(&p)
		}
		if j.parent != Ground {
			up := &l.push[t.jointOf[j.parent]]
			up.F, up.T = up.F.Add(p.F), up.T.Add(p.T).Add(j.arm.Cross(p.F))
		}
	}
}

// dotWithTree returns G times the accelerations, or whatever they stand for, of the bodies of the tree, for row k of the set.
func (b *loopSet) dotWithTree(t *articulatedTree, rows *rowState, k int) (sum float64) {
	for slot, body := range b.owner.Bodies {
		g, y := rows.set[b.set].bodyGradient(k, int32(slot)), &t.body[body]
		sum += spatial.LoadVec(g).Dot(y.a) + spatial.LoadVec(g[3:]).Dot(y.al)
	}
	return sum
}

// solveLoopAccelerations sets the multipliers of the rows in lambda and applies them. Forces on the bodies and along free motions are those without them.
func (l *treeLoops) solveLoopAccelerations(t *articulatedTree, rows *rowState, lambda []float64) {
	for _, k := range l.ways {
		t.joints[k].computeAcceleration(t)
	}
	for i := range l.sets {
		b := &l.sets[i]
		for i, k := range b.rows {
			l.value[b.at+i] = -(rows.bias[b.owner.At+int(k)] + b.dotWithTree(t, rows, int(k)))
		}
	}
	l.matrix.Solve(l.value)
	for i := range l.sets {
		b := &l.sets[i]
		for i, k := range b.rows {
			lambda[b.owner.At+int(k)] = l.value[b.at+i]
		}
	}
	l.applyMultipliers(t, rows)
}

// setPositionErrors sets l.value to minus the errors of positions, and returns the largest.
func (l *treeLoops) setPositionErrors(rows *rowState) (largest float64) {
	for i := range l.sets {
		b := &l.sets[i]
		for i, k := range b.rows {
			g := 0.0
			if b.owner.Level == integrate.Position {
				g = rows.g[b.owner.At+int(k)]
			}
			l.value[b.at+i] = -g
			largest = max(largest, math.Abs(g))
		}
	}
	return largest
}

// setRateErrors sets l.value to minus the errors of rates, and returns the largest.
func (l *treeLoops) setRateErrors(s *State) (largest float64) {
	for i := range l.sets {
		b := &l.sets[i]
		for i, k := range b.rows {
			g := 0.0
			switch b.owner.Level {
			case integrate.Position:
				g = s.rows.gt[b.owner.At+int(k)] + s.rowRateAlongMotion(b.set, int(k))
			case integrate.Velocity:
				g = s.rows.g[b.owner.At+int(k)]
			}
			l.value[b.at+i] = -g
			largest = max(largest, math.Abs(g))
		}
	}
	return largest
}
