package flex

import (
	"math"
	"strconv"
)

// readSurface reads an object of points, their shapes, edges and triangles.
func (r *jsonReader) readSurface(v *jsonValue) *Surface {
	o := r.readObject(v, "a surface", []string{"positions", "Phi"}, []string{"edges", "triangles"})
	if r.err != nil {
		return nil
	}
	s := &Surface{}
	for _, p := range r.readList(o.find("positions"), -1) {
		s.Positions = append(s.Positions, r.readVec(p))
	}
	for _, p := range r.readList(o.find("Phi"), len(s.Positions)) {
		s.Phi = append(s.Phi, r.readColumns(p))
	}
	if x := o.find("edges"); x != nil {
		for _, e := range r.readList(x, -1) {
			var edge [2]int
			r.readPoints(e, edge[:], len(s.Positions))
			s.Edges = append(s.Edges, edge)
		}
	}
	if x := o.find("triangles"); x != nil {
		for _, e := range r.readList(x, -1) {
			var triangle [3]int
			r.readPoints(e, triangle[:], len(s.Positions))
			s.Triangles = append(s.Triangles, triangle)
		}
	}
	return s
}

// readPoints reads indices of points, from zero.
func (r *jsonReader) readPoints(v *jsonValue, dst []int, count int) {
	list := r.readList(v, len(dst))
	for i, e := range list {
		x := r.readNumber(e)
		if x != math.Trunc(x) || x < 0 || x >= float64(count) {
			r.recordError(e, "there is no point %g: the surface has points 0 to %d", x, count-1)
			return
		}
		dst[i] = int(x)
	}
}

// writeSurface writes a surface with the digits that pictures need.
func (w *jsonWriter) writeSurface(s *Surface) {
	w.digits = 7
	defer func() { w.digits = -1 }()
	w.WriteString("{\"positions\": ")
	w.writeList(len(s.Positions), func(i int) { w.writeVec(s.Positions[i]) })
	w.beginKey("Phi")
	w.writeList(len(s.Phi), func(i int) { w.writeColumns(s.Phi[i]) })
	w.beginKey("edges")
	w.writeIndices(len(s.Edges), func(i int) []int { return s.Edges[i][:] })
	w.beginKey("triangles")
	w.writeIndices(len(s.Triangles), func(i int) []int { return s.Triangles[i][:] })
	w.WriteByte('}')
}

// writeIndices writes n lists of indices.
func (w *jsonWriter) writeIndices(n int, list func(i int) []int) {
	w.WriteByte('[')
	for i := range n {
		for k, x := range list(i) {
			switch {
			case k > 0:
				w.WriteByte(',')
			case i > 0:
				w.WriteString(",[")
			default:
				w.WriteByte('[')
			}
			w.number = strconv.AppendInt(w.number[:0], int64(x), 10)
			w.Write(w.number)
		}
		w.WriteByte(']')
	}
	w.WriteByte(']')
}
