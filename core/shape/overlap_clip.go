package shape

// Clipping of a convex polyhedron by planes.

// clippedPolyhedron is a convex polyhedron: corners, and faces as loops of them that turn left seen from outside. Each face has the number of the solid
// that it belongs to. It is cut by signs of corners alone, which all faces at a corner share: it stays closed when a plane
// coincides with a face, to rounding.
type clippedPolyhedron struct {
	v    []vec
	loop []int32
	face []clippedFace

	// Of the cut.
	h       []float64 // of the corners before the plane
	to      []int32   // new numbers of the corners
	cross   []edgeCross
	next    []int32 // of the corners of the new face, by their places in cross
	oldV    []vec
	oldLoop []int32
	oldFace []clippedFace
}

type clippedFace struct {
	from, to int32 // of loop
	of       int8
}

// edgeCross is where the edge from a corner inside to one outside crosses the plane, by old numbers.
type edgeCross struct{ in, out int32 }

func (r *clippedPolyhedron) clear() { r.v, r.loop, r.face = r.v[:0], r.loop[:0], r.face[:0] }

// addFace adds a face.
func (r *clippedPolyhedron) addFace(of int8, at ...int32) {
	from := int32(len(r.loop))
	r.loop = append(r.loop, at...)
	r.face = append(r.face, clippedFace{from, int32(len(r.loop)), of})
}

// clipByPlane leaves what of the intersection has n·x ≤ d. The new face belongs to a solid. It reports whether anything is left.
func (r *clippedPolyhedron) clipByPlane(n vec, d float64, of int8) (notEmpty bool) {
	r.h = r.h[:0]
	inside, outside := false, false
	for _, x := range r.v {
		h := n.Dot(x) - d
		inside, outside = inside || h < 0, outside || h > 0
		r.h = append(r.h, h)
	}
	if !outside || !inside {
		return inside
	}
	r.v, r.oldV = r.oldV[:0], r.v
	r.loop, r.oldLoop = r.oldLoop[:0], r.loop
	r.face, r.oldFace = r.oldFace[:0], r.face
	r.cross, r.next, r.to = r.cross[:0], r.next[:0], r.to[:0]
	for k, h := range r.h {
		r.to = append(r.to, -1)
		if h <= 0 {
			r.to[k] = int32(len(r.v))
			r.v = append(r.v, r.oldV[k])
		}
	}
	kept := int32(len(r.v))
	for _, f := range r.oldFace {
		r.clipFace(r.oldLoop[f.from:f.to], f.of)
	}
	for k := range r.cross {
		r.addNewFace(int32(k), kept, of)
	}
	return true
}

// clipFace adds what is left of a face. Where its loop leaves the plane and comes back the new face goes the other way.
func (r *clippedPolyhedron) clipFace(l []int32, of int8) {
	from := int32(len(r.loop))
	left, first := int32(-1), int32(-1) // where the loop left last, where it came back before it left
	for k, a := range l {
		b := l[0]
		if k+1 < len(l) {
			b = l[k+1]
		}
		inA, inB := r.h[a] <= 0, r.h[b] <= 0
		if inA {
			r.loop = append(r.loop, r.to[a])
		}
		switch {
		case inA && !inB:
			left = r.addEdgeCrossing(a, b)
			r.loop = append(r.loop, r.to[left])
			left -= int32(len(r.h))
		case inB && !inA:
			back := r.addEdgeCrossing(b, a)
			r.loop = append(r.loop, r.to[back])
			back -= int32(len(r.h))
			if left < 0 {
				first = back
			} else {
				r.next[back] = left
			}
		}
	}
	if first >= 0 {
		r.next[first] = left
	}
	if int32(len(r.loop))-from < 3 {
		r.loop = r.loop[:from]
		return
	}
	r.face = append(r.face, clippedFace{from, int32(len(r.loop)), of})
}

// addEdgeCrossing is the place in to of the crossing of an edge: those of the old corners come before them.
func (r *clippedPolyhedron) addEdgeCrossing(in, out int32) int32 {
	for k, c := range r.cross {
		if c == (edgeCross{in, out}) {
			return int32(len(r.h) + k)
		}
	}
	a, b := r.h[in], r.h[out]
	r.to = append(r.to, int32(len(r.v)))
	r.v = append(r.v, r.oldV[in].AddScaled(a/(a-b), r.oldV[out].Sub(r.oldV[in])))
	r.cross, r.next = append(r.cross, edgeCross{in, out}), append(r.next, -1)
	return int32(len(r.to) - 1)
}

// addNewFace adds the face in the plane that begins at a crossing, unless it has been added; kept corners come before the crossings.
func (r *clippedPolyhedron) addNewFace(k, kept int32, of int8) {
	from := int32(len(r.loop))
	for k >= 0 && r.next[k] >= 0 {
		r.loop = append(r.loop, kept+k)
		k, r.next[k] = r.next[k], -1
	}
	if int32(len(r.loop))-from < 3 {
		r.loop = r.loop[:from]
		return
	}
	r.face = append(r.face, clippedFace{from, int32(len(r.loop)), of})
}
