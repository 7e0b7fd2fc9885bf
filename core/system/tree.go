package system

import "slices"

// articulatedTree solves for accelerations and reactions by the articulated-body method along a tree of joints (R. Featherstone,
// Rigid Body Dynamics Algorithms, 7.3; here about mass centres and along global axes): one pass from the leaves to the roots, one back.
// The coordinates stay those of bodies, and accelerations are those of the rows also where the bodies are not quite on their joints. A motion along an axis of a joint prescribes the
// acceleration of a free motion (hybrid dynamics, ibid. 9.2). Joints that close loops and rows of other elements push with multipliers that are solved for first (treeLoops).
//
// Where forces depend on accelerations or reactions, or rows beside those of the tree cost too much, it is not used: reducedSystem or the full matrix then solves.
type articulatedTree struct {
	joints   []treeJoint       // the joint of each parent stands before those of its children
	points   []BodyIdx         // bodies that are points; no joint is on them
	body     []articulatedBody // by BodyIdx
	jointOf  []int32           // of each body, in joints: that to its parent; -1 for ground and points
	joinable []int32           // sets of rows that are joints of the tree where all their rows are in force and they make no loop
	whole    []bool            // by joinable: all rows were in force when the tree was made
	others   []int32           // sets of rows that are not those of joints of the tree
	cut      []cutJoint        // joints among them
	motions  bool              // there are motions of joints of the tree
	ofTree   []bool            // by row: it is of a joint of the tree or of a motion of one
	rows     int               // of joints of the tree
	inactive []bool            // rows that were not in force when driven motions and loops were selected; nil before
	loops    treeLoops

	factored bool // inertias, and the matrix of loops, are those of the pose for which solveTreeAccelerations is called next
}

// cutJoint is a joint that is not in the tree, and its set of rows.
type cutJoint struct {
	joint *Joint
	set   int32
}

// treeJoint connects a body with its parent, which is nearer to the root. Its free motions are columns: what the mass centre of the child and the child's
// angular velocity do for a unit speed of the joint.
type treeJoint struct {
	joint         *Joint // nil: the child moves freely and the parent is ground
	child, parent BodyIdx
	childHasI     bool // marker I is on the child, else on the parent
	freedom       jointFreedom
	columns       []motionColumn
	motions       []jointMotion
	biasA, biasAl vec // accelerations of the child that neither the parent's nor those of the joint make
	arm           vec // from the mass centre of the parent to that of the child, by way of the joint
}

// motionColumn is one free motion of a joint: lin and ang of the child, the momentum that goes with them in the articulated
// body (force on its mass centre and torque for a unit acceleration), the inertia along the motion and the force that is left along it.
type motionColumn struct {
	lin, ang           vec
	forceLin, forceAng vec
	inverse, force     float64 // 1/inertia
	driven             bool    // a motion prescribes it: it is in biasA and biasAl, and not eliminated
}

// articulatedBody is a body with all that hangs on it, about its mass centre. From the joint to its parent it needs the force and the torque
// of its inertia and accelerations, and in addition force0 and torque0.
type articulatedBody struct {
	inertia         articulatedInertia
	force0, torque0 vec
	a, al           vec // its accelerations
}

// jointFreedom says which relative motions a joint leaves free.
type jointFreedom struct {
	slide slideFreedom
	turn  turnFreedom
}

type slideFreedom uint8

// Relative displacements of the origins: none, along z of J, along x and y of J, all.
const (
	slideNone slideFreedom = iota
	slideAlongZ
	slideAlongXY
	slideFree
)

type turnFreedom uint8

// Relative rotations: none, about z of J, about z of J and z of I, about y of J and x of I, all.
const (
	turnNone turnFreedom = iota
	turnAboutZ
	turnAboutBothZ
	turnAboutYX
	turnFree
)

var (
	slideColumns = [...]int{slideNone: 0, slideAlongZ: 1, slideAlongXY: 2, slideFree: 3}
	turnColumns  = [...]int{turnNone: 0, turnAboutZ: 1, turnAboutBothZ: 2, turnAboutYX: 2, turnFree: 3}
)

// freeMotions returns the free motions of a kind of joint, and false where its rows are not of a known kind.
func (k *JointKind) freeMotions() (f jointFreedom, ok bool) {
	rows := k.rows
	has := func(part []primitive) bool {
		if len(rows) < len(part) {
			return false
		}
		for i, p := range part {
			if rows[i] != p {
				return false
			}
		}
		rows = rows[len(part):]
		return true
	}
	switch {
	case has(atPoint):
		f.slide = slideNone
	case has(inLine):
		f.slide = slideAlongZ
	case has(inPlaneZ):
		f.slide = slideAlongXY
	default:
		f.slide = slideFree
	}
	switch {
	case len(rows) == 0:
		f.turn = turnFree
	case has(parallel):
		f.turn = turnAboutZ
		if has(noTurn) {
			f.turn = turnNone
		}
	case has(noTurn):
		f.turn = turnAboutYX
	case has([]primitive{{perpendicular, 2, 2}}):
		f.turn = turnAboutBothZ
	}
	return f, len(rows) == 0
}

// jointEdge is a joint as one of its bodies sees it: the other body.
type jointEdge struct {
	joint *Joint
	to    BodyIdx
}

// newArticulatedTree returns the tree of the joints of sys whose rows are all in force; inactive reports rows that are not, nil that all are.
// All bodies have mass and inertia.
func (sys *System) newArticulatedTree(inactive []bool) *articulatedTree {
	t := &articulatedTree{body: make([]articulatedBody, len(sys.Bodies)), ofTree: make([]bool, sys.nl), jointOf: make([]int32, len(sys.Bodies))}
	for i := range t.jointOf {
		t.jointOf[i] = -1
	}
	span := sys.newSpanningTree(inactive)
	t.joinable, t.whole = span.joinable, span.whole
	edges := t.listEdges(sys, span.chosen)
	seen := make([]bool, len(sys.Bodies))
	t.addBranches(sys, edges, seen, Ground, nil)
	for i := 1; i < len(sys.Bodies); i++ {
		b := BodyIdx(i)
		switch {
		case sys.Bodies[b].Kind != Rigid:
			t.points = append(t.points, b)
		case !seen[b]:
			b = span.root(b)
			t.addJoint(sys, nil, Ground, b)
			t.addBranches(sys, edges, seen, b, nil)
		}
	}
	for i, set := range sys.Rows {
		if m, ok := set.(*PrescribedMotion); ok {
			t.addMotion(sys, m, int32(i))
		}
	}
	t.listOtherRows(sys)
	return t
}

// listOtherRows lists the sets of rows that are not those of joints of the tree.
func (t *articulatedTree) listOtherRows(sys *System) {
	for i, set := range sys.Rows {
		j, ok := set.(*Joint)
		if ok && t.ofTree[j.At] {
			continue
		}
		t.others = append(t.others, int32(i))
		if ok && j.Law == nil && j.hasDirectRows() {
			t.cut = append(t.cut, cutJoint{j, int32(i)})
		}
	}
}

// listEdges lists the chosen joints of each body.
func (t *articulatedTree) listEdges(sys *System, chosen []bool) (edges [][]jointEdge) {
	edges = make([][]jointEdge, len(sys.Bodies))
	for i, set := range sys.Rows {
		if !chosen[i] {
			continue
		}
		j := set.(*Joint)
		a, b := sys.Markers[j.I].Body, sys.Markers[j.J].Body
		edges[a] = append(edges[a], jointEdge{j, b})
		edges[b] = append(edges[b], jointEdge{j, a})
		t.rows += j.N
		for n := range j.N {
			t.ofTree[j.At+n] = true
		}
	}
	return edges
}

// addBranches adds the joints that a body leads to but for that by which it was reached.
func (t *articulatedTree) addBranches(sys *System, edges [][]jointEdge, seen []bool, from BodyIdx, by *Joint) {
	seen[from] = true
	for _, e := range edges[from] {
		if e.joint != by {
			t.addJoint(sys, e.joint, from, e.to)
			t.addBranches(sys, edges, seen, e.to, e.joint)
		}
	}
}

// canJoin reports whether a joint of the tree may be on the body.
func (sys *System) canJoin(b BodyIdx) bool { return b == Ground || sys.Bodies[b].Kind == Rigid }

// addJoint adds the joint between a parent and its child.
func (t *articulatedTree) addJoint(sys *System, j *Joint, parent, child BodyIdx) {
	e := treeJoint{joint: j, child: child, parent: parent, freedom: jointFreedom{slideFree, turnFree}}
	if j != nil {
		e.freedom, _ = j.kind.freeMotions()
		e.childHasI = sys.Markers[j.I].Body == child
	}
	e.columns = make([]motionColumn, slideColumns[e.freedom.slide]+turnColumns[e.freedom.turn])
	t.jointOf[child] = int32(len(t.joints))
	t.joints = append(t.joints, e)
}

// isTreeUsable reports whether accelerations come from the tree with the rows that are in force. The tree is made again where joints of it have lost rows
// or got them back.
func (s *State) isTreeUsable() bool {
	t := s.plan.tree
	if t.inactive == nil || !slices.Equal(t.inactive, s.rows.inactive) {
		if t.hasOtherJoints(s.sys, s.rows.inactive) {
			t = s.sys.newArticulatedTree(s.rows.inactive)
			s.plan.tree = t
		}
		t.inactive = append(t.inactive[:0], s.rows.inactive...)
		t.selectMotionsInForce()
		t.loops.selectRows(s, t)
	}
	return t.loops.usable
}

// hasOtherJoints reports whether the tree is another one where the rows inactive are not in force.
func (t *articulatedTree) hasOtherJoints(sys *System, inactive []bool) bool {
	for i, set := range t.joinable {
		if t.whole[i] != isWhole(sys.Rows[set].rowOwner(), inactive) {
			return true
		}
	}
	return false
}
