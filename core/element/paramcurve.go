package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

const (
	curveKind   = "Reference_ParamCurve"
	surfaceKind = "Reference_ParamSurface"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: curveKind, Doc: "a curve in space: a spline of points or a CURSUB",
			Attrs: joinAttrs(
				flagAttr("is_u_closed", "the curve is closed; the last point is the first"),
				flagAttr("is_curve_points", "the curve goes through the points; FALSE: they are control points of a uniform B-spline"),
				flagAttr("quintic", "pieces of fifth degree and four continuous derivatives instead of cubic ones"),
				optionalReferenceAttr("matrix_id", "matrix of three columns whose rows are the points", matrixKind),
				realAttr("u_start", "", "1", "start of the parameter of a CURSUB; that of splines runs from -1 to 1"),
				realAttr("u_end", "", "1", "end of the parameter of a CURSUB"),
				deck.UserSubAttrs("", 0),
			),
			Text: []deck.AttrSpec{{Type: deck.Reals, Unit: "length", Doc: "x, y and z of each point"}},
		},
		phase: arrays,
		build: func(b *builder, e *deck.Element) { b.addShape(e, b.readParametricCurve) },
	})
	registerElements(kind{
		schema: &deck.Schema{
			Kind: surfaceKind, Doc: "a surface in space, given by a SURSUB",
			Attrs: joinAttrs(
				choiceAttr("type", "USERSUB", "how the surface is given", "USERSUB"),
				flagAttr("is_u_closed", "the surface is closed along the first parameter"),
				flagAttr("is_v_closed", "the surface is closed along the second parameter"),
				requiredAttr(realAttr("u_start", "", "1", "start of the first parameter")),
				requiredAttr(realAttr("u_end", "", "1", "end of the first parameter")),
				requiredAttr(realAttr("v_start", "", "1", "start of the second parameter")),
				requiredAttr(realAttr("v_end", "", "1", "end of the second parameter")),
				deck.UserSubAttrs("", 0),
			),
		},
		phase: arrays,
		build: func(b *builder, e *deck.Element) { b.addShape(e, b.readParametricSurface) },
	})
}

// addShape adds a curve or a surface to the system unless it is wrong.
func (b *builder) addShape(e *deck.Element, read func(e *deck.Element) (system.Shape, bool)) {
	if b.faults.of[e] {
		return
	}
	h, ok := read(e)
	if !ok {
		b.faults.addFaultyElement(e)
		return
	}
	h.Element, h.ID = e.Kind, e.ID()
	if b.shapes == nil {
		b.shapes = map[*deck.Element]int{}
	}
	b.shapes[e] = b.sys.AddShape(h)
}

// readParametricCurve reads a Reference_ParamCurve.
func (b *builder) readParametricCurve(e *deck.Element) (h system.Shape, ok bool) {
	h = system.Shape{N: 1, Lo: [2]float64{-1}, Hi: [2]float64{1}, Closed: [2]bool{e.Bool("is_u_closed")}}
	if namesRoutine(e, usersub.CURSUB) {
		if !b.readParameterRange(e, &h, 0, "u_start", "u_end") {
			return h, false
		}
		if h.Routine = b.loadRoutine(e, usersub.CURSUB, nil); h.Routine == nil {
			return h, false
		}
		h.Routine.Member["CLOSED"], h.Routine.Member["ORDER"] = boolToInt(h.Closed[0]), 4
		h.Routine.Member["MINPAR"], h.Routine.Member["MAXPAR"] = h.Lo[0], h.Hi[0]
		return h, true
	}
	p := b.readSplinePoints(e)
	if p == nil {
		return h, false
	}
	if !e.Has("is_curve_points") {
		e.AddWarningf("", "B209", "is_curve_points is missing: the points are control points, which the curve does not pass through")
	}
	if e.Bool("is_curve_points") {
		if !checkPointsDiffer(e, p) {
			return h, false
		}
		h.Spline = system.InterpolateCubic(p, h.Closed[0])
		if e.Bool("quintic") && len(p) > 2 {
			h.Spline = system.InterpolateQuintic(p, h.Closed[0])
		}
	} else {
		deg := 3
		if e.Bool("quintic") {
			deg = 5
		}
		h.Spline = system.NewBSpline(p, h.Closed[0], deg)
	}
	return h, true
}

// readParametricSurface reads a Reference_ParamSurface.
func (b *builder) readParametricSurface(e *deck.Element) (h system.Shape, ok bool) {
	h = system.Shape{N: 2, Closed: [2]bool{e.Bool("is_u_closed"), e.Bool("is_v_closed")}}
	u, v := b.readParameterRange(e, &h, 0, "u_start", "u_end"), b.readParameterRange(e, &h, 1, "v_start", "v_end")
	if !u || !v {
		return h, false
	}
	if h.Routine = b.loadRoutine(e, usersub.SURSUB, nil); h.Routine == nil {
		return h, false
	}
	m := h.Routine.Member
	m["ORDER"], m["CLOSED"] = []int{4, 4}, []int{boolToInt(h.Closed[0]), boolToInt(h.Closed[1])}
	m["MINPAR"], m["MAXPAR"] = h.Lo[:], h.Hi[:]
	return h, true
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// readParameterRange reads the range of parameter k.
func (b *builder) readParameterRange(e *deck.Element, h *system.Shape, k int, from, to string) bool {
	for _, n := range [2]string{from, to} {
		if !e.Has(n) {
			e.AddErrorf("", "B201", "%s is missing: the range of the parameter belongs to the routine", n)
			return false
		}
	}
	h.Lo[k], h.Hi[k] = e.Real(from), e.Real(to)
	if !(h.Hi[k] > h.Lo[k]) {
		e.AddErrorf(to, "B202", "%s must be greater than %s", to, from)
		return false
	}
	return true
}

// readSplinePoints reads the points of a spline from the matrix or the text; nil when that cannot
// be done.
func (b *builder) readSplinePoints(e *deck.Element) []spatial.Vec {
	var p []spatial.Vec
	switch v := e.TextReals(); {
	case e.Has("matrix_id"):
		m := b.readReferencedMatrix(e, "matrix_id", anySize, 3)
		if m == nil {
			return nil
		}
		for _, r := range m {
			p = append(p, spatial.LoadVec(r))
		}
	case len(v) == 0:
		e.AddErrorf("", "B203", "a curve needs points between its tags, a matrix_id or a CURSUB")
		return nil
	case len(v)%3 != 0:
		e.AddErrorf("", "B203", "points have three numbers each, not %d in all", len(v))
		return nil
	default:
		for k := 0; k < len(v); k += 3 {
			p = append(p, spatial.LoadVec(v[k:]))
		}
	}
	return checkCurvePoints(e, p)
}

// checkCurvePoints returns the points of a curve, the last of a closed one set to the first; nil where there are too few or a closed curve ends elsewhere.
func checkCurvePoints(e *deck.Element, p []spatial.Vec) []spatial.Vec {
	least := 2
	if e.Bool("is_u_closed") {
		least = 4
	}
	if len(p) < least {
		e.AddErrorf("", "B203", "the curve has %d points, it needs %d or more", len(p), least)
		return nil
	}
	if !e.Bool("is_u_closed") {
		return p
	}
	size := 0.0
	for _, x := range p {
		size = max(size, x.Sub(p[0]).Norm())
	}
	last := len(p) - 1
	if gap := p[last].Sub(p[0]).Norm(); gap > 1e-5*size {
		e.AddErrorf("is_u_closed", "B204", "the last point of a closed curve is the first one again; they are %.6g apart", gap)
		return nil
	}
	p[last] = p[0]
	return p
}

// checkPointsDiffer checks that neighbouring points of an interpolated curve differ.
func checkPointsDiffer(e *deck.Element, p []spatial.Vec) bool {
	for k := 1; k < len(p); k++ {
		if p[k] == p[k-1] {
			e.AddErrorf("", "B205", "points %d and %d of the curve are the same", k, k+1)
			return false
		}
	}
	return true
}
