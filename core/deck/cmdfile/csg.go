package cmdfile

import "math"

// box is a block along common axes, added or, with sign -1, taken away.
type box struct {
	lo, hi vec
	sign   float64
}

// intersect returns what two boxes have in common; ok is false if that is nothing.
func (b box) intersect(c box) (box, bool) {
	out := box{sign: b.sign * c.sign}
	for k := range out.lo {
		out.lo[k], out.hi[k] = max(b.lo[k], c.lo[k]), min(b.hi[k], c.hi[k])
		if !(out.hi[k] > out.lo[k]) {
			return out, false
		}
	}
	return out, true
}

// createCombination moves the solids that a combination is made of into it.
func createCombination(k *commandCall, o *object) {
	e := &statementEmitter{x: k.x, o: o}
	for _, name := range []string{"base_object", "object"} {
		if m := e.attributeObject(name); m != nil && m.class == geometryClass && m != o {
			k.x.db.renameObject(m, o, m.name)
		}
	}
}

// combinedSolid is a union, difference or intersection of blocks that are parallel to each other.
func (e *statementEmitter) combinedSolid() (solid, bool) {
	var frame *pose
	var parts []solid
	for _, b := range e.collectBoxes(&frame, 0) {
		d := b.hi.minus(b.lo)
		v := b.sign * d[0] * d[1] * d[2]
		parts = append(parts, solid{v, b.lo.plus(b.hi).times(0.5), diagonalMatrix(v*d[0]*d[0]/12, v*d[1]*d[1]/12, v*d[2]*d[2]/12)})
	}
	s := addSolids(parts)
	if !(s.volume > 0) {
		panic(failuref("it has no volume"))
	}
	return s.transformBy(*frame), true
}

// collectBoxes returns a shape as blocks that are added and taken away, along the axes of the first one.
func (e *statementEmitter) collectBoxes(frame **pose, depth int) []box {
	if depth > mostNested {
		panic(failuref("it consists of itself"))
	}
	switch e.o.kind.sub {
	case "shape block":
		return []box{e.boxInFrame(frame)}
	case "shape csg":
	default:
		panic(failuref("volumes of the type csg are available for blocks only, not for a %s", e.o.kind.lastKeyword()))
	}
	var sides [2][]box
	for i, name := range []string{"base_object", "object"} {
		m := e.attributeObject(name)
		if m == nil || m.class != geometryClass {
			panic(failuref("%s is missing", name))
		}
		sides[i] = (&statementEmitter{x: e.x, o: m}).collectBoxes(frame, depth+1)
	}
	var common []box
	for _, b := range sides[0] {
		for _, c := range sides[1] {
			if m, ok := b.intersect(c); ok {
				common = append(common, m)
			}
		}
	}
	t, _ := e.attributeText("type")
	minus := func(list []box) []box {
		for _, c := range common {
			c.sign = -c.sign
			list = append(list, c)
		}
		return list
	}
	switch expandWord(t, "union", "difference", "subtract", "intersect", "intersection") {
	case "union":
		return minus(append(sides[0], sides[1]...))
	case "difference", "subtract":
		return minus(sides[0])
	case "intersect", "intersection":
		return common
	}
	panic(failuref("type is union, difference or intersect, not %q", shortenForMessage(t)))
}

// boxInFrame returns a block along the axes of a frame, which the first block sets.
func (e *statementEmitter) boxInFrame(frame **pose) box {
	d, ok := e.attributeNumbers("diag_corner_coords")
	if !ok || len(d) != 3 {
		panic(failuref("diag_corner_coords is missing"))
	}
	f := e.frameNamed("corner_marker")
	if *frame == nil {
		*frame = &f
	}
	for _, a := range (*frame).axes.relativeTo(f.axes) {
		if big := max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2])); big < 1-1e-9 {
			panic(failuref("the blocks are not parallel to each other"))
		}
	}
	p, q := (*frame).toLocalPoint(f.at), (*frame).toLocalPoint(f.toOuterPoint(vec{d[0], d[1], d[2]}))
	b := box{sign: 1}
	for k := range p {
		b.lo[k], b.hi[k] = min(p[k], q[k]), max(p[k], q[k])
	}
	return b
}
