package system

import (
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// articulatedTree solves for accelerations and reactions of a model whose joints make a tree, by the articulated-body method (R. Featherstone,
// Rigid Body Dynamics Algorithms, 7.3; here about mass centres and along global axes): one pass from the leaves to the roots, one back.
// The coordinates stay those of bodies: a joint is taken as exact where its bodies are nearly. A motion along an axis of a joint prescribes the
// acceleration of a free motion (hybrid dynamics, ibid. 9.2).
//
// Where forces depend on accelerations or reactions, where there are rows that are in force beside those of the tree, or rows of the tree that are not, it is
// not used: reducedSystem or the full matrix then solves.
type articulatedTree struct {
	joints   []treeJoint       // the joint of each parent stands before those of its children
	points   []BodyIdx         // bodies that are points; no joint is on them
	body     []articulatedBody // by BodyIdx
	others   []int32           // sets of rows of other elements; multipliers of rows that are not in force may be held at a bound
	outside  []bool            // by row: it is of one that must not be in force
	optional []bool            // by row: it is of a motion of a joint, which may be in force or not
	motions  bool              // there are such

	factored bool // inertias are those of the pose for which solveTreeAccelerations is called next
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
	arm           vec // from the mass centre of the parent to that of the child
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

// newArticulatedTree returns the tree of the joints of sys, or nil where they make loops or are of kinds
// without known free motions. All bodies have mass and inertia.
func (sys *System) newArticulatedTree() *articulatedTree {
	t := &articulatedTree{body: make([]articulatedBody, len(sys.Bodies)), outside: make([]bool, sys.nl), optional: make([]bool, sys.nl)}
	edges, ok := t.listEdges(sys)
	seen := make([]bool, len(sys.Bodies))
	if !ok || !t.addBranches(sys, edges, seen, Ground, nil) {
		return nil
	}
	for i := 1; i < len(sys.Bodies); i++ {
		b := BodyIdx(i)
		switch {
		case seen[b]:
			continue
		case sys.Bodies[b].Kind != Rigid:
			t.points = append(t.points, b)
			continue
		}
		t.addJoint(sys, nil, Ground, b)
		if !t.addBranches(sys, edges, seen, b, nil) {
			return nil
		}
	}
	for i, set := range sys.Rows {
		if m, ok := set.(*PrescribedMotion); ok {
			t.addMotion(sys, m, int32(i))
		}
	}
	return t
}

// listEdges lists the joints of each body, and in t the rows of other elements. It reports false where a joint cannot be part of a tree.
func (t *articulatedTree) listEdges(sys *System) (edges [][]jointEdge, ok bool) {
	edges = make([][]jointEdge, len(sys.Bodies))
	for i, set := range sys.Rows {
		j, ok := set.(*Joint)
		if !ok || j.Law != nil || j.Level != integrate.Position {
			t.others = append(t.others, int32(i))
			o := set.rowOwner()
			for n := range o.N {
				t.outside[o.At+n] = true
			}
			continue
		}
		a, b := sys.Markers[j.I].Body, sys.Markers[j.J].Body
		if _, ok := j.kind.freeMotions(); !ok || a == b || !sys.canJoin(a) || !sys.canJoin(b) {
			return nil, false
		}
		edges[a] = append(edges[a], jointEdge{j, b})
		edges[b] = append(edges[b], jointEdge{j, a})
	}
	return edges, true
}

// addBranches adds the joints that a body leads to but for that by which it was reached. It reports false where they make a loop.
func (t *articulatedTree) addBranches(sys *System, edges [][]jointEdge, seen []bool, from BodyIdx, by *Joint) bool {
	seen[from] = true
	for _, e := range edges[from] {
		if e.joint == by {
			continue
		}
		if seen[e.to] {
			return false
		}
		t.addJoint(sys, e.joint, from, e.to)
		if !t.addBranches(sys, edges, seen, e.to, e.joint) {
			return false
		}
	}
	return true
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
	t.joints = append(t.joints, e)
}

// matchesActiveRows reports whether the rows in force are those of the tree.
func (t *articulatedTree) matchesActiveRows(rows *rowState) bool {
	if !t.motions {
		return slices.Equal(rows.inactive, t.outside)
	}
	for n, inactive := range rows.inactive {
		if inactive != t.outside[n] && !t.optional[n] {
			return false
		}
	}
	return true
}
