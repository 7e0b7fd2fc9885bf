package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// jointMotion is a motion along a free motion of the joint that it is of.
type jointMotion struct {
	set, row int32
	slot     int32 // of the child in the gradients of the row
	column   int32
	turns    bool // it prescribes AZ, else DZ
	measure  *PrescribedMotion
	value    float64 // prescribed, as of the last largestPositionError; a turn but for full ones
}

// addMotion makes a motion that prescribes AZ or DZ of the markers of a joint one of the tree, where this joint turns about z or slides along it.
// No other free motion changes these.
func (t *articulatedTree) addMotion(sys *System, m *PrescribedMotion, set int32) {
	for i := range t.joints {
		j := &t.joints[i]
		if j.joint == nil || j.joint.I != m.I || j.joint.J != m.J {
			continue
		}
		column := j.freeMotionOfDisplacement(sys, &m.call)
		if column < 0 {
			return
		}
		for _, other := range j.motions {
			if other.column == int32(column) { // prescribed twice
				return
			}
		}
		for slot, b := range m.Bodies {
			if b == j.child {
				j.motions = append(j.motions, jointMotion{set: set, row: int32(m.At), slot: int32(slot), column: int32(column), turns: m.call.Name == "AZ", measure: m})
				t.ofTree[m.At], t.motions = true, true
			}
		}
		return
	}
}

// freeMotionOfDisplacement returns the free motion of the joint whose rate is that of the displacement, -1 if there is none.
func (j *treeJoint) freeMotionOfDisplacement(sys *System, displacement *Call) int {
	i, k := sys.Markers[j.joint.I].ID, sys.Markers[j.joint.J].ID
	args := displacement.Args
	switch displacement.Name {
	case "AZ":
		if len(args) == 2 && args[0] == i && args[1] == k && j.freedom.turn == turnAboutZ {
			return 0
		}
	case "DZ":
		if len(args) == 3 && args[0] == i && args[1] == k && args[2] == k && j.freedom.slide == slideAlongZ {
			return turnColumns[j.freedom.turn]
		}
	}
	return -1
}

// selectMotionsInForce takes note of the motions that are in force.
func (t *articulatedTree) selectMotionsInForce() {
	if !t.motions {
		return
	}
	for i := range t.joints {
		j := &t.joints[i]
		for k := range j.motions {
			m := &j.motions[k]
			j.columns[m.column].driven = !t.inactive[m.row]
		}
	}
}

// unitMultiplierWrench returns the push of a unit multiplier of the motion on the child: a force on its mass centre and a torque.
func (m *jointMotion) unitMultiplierWrench(s *State) (force, torque vec) {
	g := s.rows.set[m.set].bodyGradient(0, m.slot)
	return spatial.LoadVec(g), spatial.LoadVec(g[3:])
}

// addDrivenAccelerations adds to biasA and biasAl what motions prescribe. Their rows G a + γ do not see motions of parent and child as one
// body, so that the parent's accelerations may be zero in them.
func (j *treeJoint) addDrivenAccelerations(s *State) {
	for k := range j.motions {
		m := &j.motions[k]
		c := &j.columns[m.column]
		if !c.driven {
			continue
		}
		f, q := m.unitMultiplierWrench(s)
		u := -(s.rows.bias[m.row] + f.Dot(j.biasA) + q.Dot(j.biasAl)) / (f.Dot(c.lin) + q.Dot(c.ang))
		j.biasA, j.biasAl = j.biasA.AddScaled(u, c.lin), j.biasAl.AddScaled(u, c.ang)
	}
}

// setDrivenSpeeds sets biasA and biasAl to the speeds that motions prescribe, else those that there are.
func (j *treeJoint) setDrivenSpeeds(s *State) {
	j.biasA, j.biasAl = vec{}, vec{}
	for k := range j.motions {
		m := &j.motions[k]
		c := &j.columns[m.column]
		if !c.driven {
			continue
		}
		f, q := m.unitMultiplierWrench(s)
		u := (s.rowRateAlongMotion(m.set, 0) - m.rateError(s)) / (f.Dot(c.lin) + q.Dot(c.ang))
		j.biasA, j.biasAl = j.biasA.AddScaled(u, c.lin), j.biasAl.AddScaled(u, c.ang)
	}
}

// rateError returns the residual of speeds of the row; see setRowResiduals.
func (m *jointMotion) rateError(s *State) float64 {
	switch m.measure.Level {
	case integrate.Position:
		return s.rowRateAlongMotion(m.set, 0) + s.rows.gt[m.row]
	case integrate.Velocity:
		return s.rows.g[m.row]
	}
	return 0
}

// splitOffMotionMultipliers sets the multipliers of motions from the force and the torque, about its mass centre, that the child needs from joint and
// motions, and takes what they push from these. Reactions of the joint do not work along its free motions.
func (j *treeJoint) splitOffMotionMultipliers(s *State, force, torque vec, l []float64) (f, q vec) {
	f, q = force, torque
	for k := range j.motions {
		m := &j.motions[k]
		c := &j.columns[m.column]
		if !c.driven {
			continue
		}
		gf, gq := m.unitMultiplierWrench(s)
		v := (c.lin.Dot(f) + c.ang.Dot(q)) / (c.lin.Dot(gf) + c.ang.Dot(gq))
		l[m.row] = v
		f, q = f.AddScaled(-v, gf), q.AddScaled(-v, gq)
	}
	return f, q
}

// isActivePositionMotion reports whether the motion prescribes a position, and is in force.
func (j *treeJoint) isActivePositionMotion(m *jointMotion) bool {
	return j.columns[m.column].driven && m.measure.Level == integrate.Position
}

// computeLargestMotionError returns the largest error of positions of motions, and takes note of what they prescribe.
func (j *treeJoint) computeLargestMotionError(s *State) (most float64) {
	for k := range j.motions {
		m := &j.motions[k]
		if j.isActivePositionMotion(m) {
			g := s.rows.g[m.row]
			m.value = m.displacement(s, 0) - g
			most = max(most, math.Abs(g))
		}
	}
	return most
}

// displacement returns the displacement of the markers as they are, a turn as near as full turns allow to near.
func (m *jointMotion) displacement(s *State, near float64) float64 {
	return s.kin.displacementValue(&s.plan.measure[s.plan.asked[m.set][0]], near)
}

// turnChildToMotion turns the child about the axis of the joint to where a motion has it, and returns its quaternion. of is its marker.
func (j *treeJoint) turnChildToMotion(s *State, e spatial.Quat, of MarkerIdx) spatial.Quat {
	for k := range j.motions {
		m := &j.motions[k]
		if !m.turns || !j.isActivePositionMotion(m) {
			continue
		}
		g := m.displacement(s, m.value) - m.value
		if j.childHasI {
			g = -g
		}
		st := &s.kin.body[j.child]
		e = spatial.QuatFromRotationVector(s.kin.marker[j.joint.J].R.C.Scale(g)).Mul(e).Unit()
		st.R = e.Mat()
		s.kin.setMarkerPose(of)
	}
	return e
}

// shiftChildToMotion displaces the child along the axis of the joint to where a motion has it. of is its marker.
func (j *treeJoint) shiftChildToMotion(s *State, of MarkerIdx) {
	for k := range j.motions {
		m := &j.motions[k]
		if m.turns || !j.isActivePositionMotion(m) {
			continue
		}
		s.kin.setMarkerPose(of)
		g := m.displacement(s, m.value) - m.value
		if j.childHasI {
			g = -g
		}
		st := &s.kin.body[j.child]
		st.C = st.C.AddScaled(g, s.kin.marker[j.joint.J].R.C)
	}
}

// rowRateAlongMotion returns G v for row k of a set.
func (s *State) rowRateAlongMotion(set int32, k int) (rate float64) {
	for slot, b := range s.sys.Rows[set].rowOwner().Bodies {
		g, st := s.rows.set[set].bodyGradient(k, int32(slot)), &s.kin.body[b]
		rate += spatial.LoadVec(g).Dot(st.V) + spatial.LoadVec(g[3:]).Dot(st.W)
	}
	return rate
}
