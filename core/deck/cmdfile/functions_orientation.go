package cmdfile

import (
	"fmt"
	"strings"
)

func callOriGlobal(s *evaluator, a []datum) (datum, error) {
	m, err := s.anglesOf(a[0])
	if err != nil {
		return datum{}, err
	}
	f, err := s.frameOf(a[1])
	return newOrientationDatum(f.axes.mul(m)), err
}

func callOriLocal(s *evaluator, a []datum) (datum, error) {
	m, err := s.anglesOf(a[0])
	if err != nil {
		return datum{}, err
	}
	f, err := s.frameOf(a[1])
	return s.anglesDatum(f.axes.relativeTo(m)), err
}

func (s *evaluator) anglesDatum(m mat) datum {
	v := angles313(m)
	for k := range v {
		v[k] = s.x.units.fromRadians(v[k])
	}
	return newVectorDatum(v)
}

func callOriOri(s *evaluator, a []datum) (datum, error) {
	g, err := callOriGlobal(s, a)
	if err != nil {
		return g, err
	}
	f, err := s.frameOf(a[2])
	return s.anglesDatum(f.axes.relativeTo(*g.axes)), err
}

func callOriAlongAxis(s *evaluator, a []datum) (datum, error) {
	from, err := s.pointOf(a[0])
	if err != nil {
		return datum{}, err
	}
	to, err := s.pointOf(a[1])
	if err != nil {
		return datum{}, err
	}
	return orientationAlong(to.minus(from), a[2])
}

func orientationAlong(d vec, axis datum) (datum, error) {
	k, err := axisOf(axis.String())
	if err != nil {
		return datum{}, err
	}
	m, ok := axesAlong(d, k)
	if !ok {
		return datum{}, fmt.Errorf("the points of the axis coincide")
	}
	return newOrientationDatum(m), nil
}

func callOriOneAxis(s *evaluator, a []datum) (datum, error) {
	p, err := s.pointsOf(a[0], 2)
	if err != nil {
		return datum{}, err
	}
	return orientationAlong(p[1].minus(p[0]), a[1])
}

// callOriInPlane: "z_zy" directs z and has y in the plane.
func callOriInPlane(s *evaluator, a []datum) (datum, error) {
	var p [3]vec
	for i := range p {
		var err error
		if p[i], err = s.pointOf(a[i]); err != nil {
			return datum{}, err
		}
	}
	t := strings.ToLower(strings.TrimSpace(a[3].String()))
	if len(t) != 4 || t[1] != '_' || !strings.Contains(t[2:], t[:1]) {
		return datum{}, fmt.Errorf("%q does not name an axis and a plane, as z_zx", shortenForMessage(t))
	}
	return orientationInPlane(p, t[:1]+strings.Replace(t[2:], t[:1], "", 1))
}

func orientationInPlane(p [3]vec, axes string) (datum, error) {
	k, n, err := axesPair(axes)
	if err != nil {
		return datum{}, err
	}
	m, ok := axesInPlane(p[1].minus(p[0]), p[2].minus(p[0]), k, n)
	if !ok {
		return datum{}, fmt.Errorf("the points of the plane are on one line")
	}
	return newOrientationDatum(m), nil
}

func callOriAllAxes(s *evaluator, a []datum) (datum, error) {
	p, err := s.pointsOf(a[0], 3)
	if err != nil {
		return datum{}, err
	}
	return orientationInPlane([3]vec(p), a[1].String())
}

// callOriAlignAxis: "zy" has z along the y axis of the object, "z-y" against it. The other axes are the other ones of the object, in their order or,
// where the axis is turned round, swapped.
func callOriAlignAxis(s *evaluator, a []datum) (datum, error) {
	f, err := s.frameOf(a[0])
	if err != nil {
		return datum{}, err
	}
	t := strings.ToLower(strings.TrimSpace(a[1].String()))
	sign := 1.0
	if len(t) == 3 {
		if t[1] == '-' {
			sign = -1
		}
		t = t[:1] + t[2:]
	}
	if len(t) != 2 {
		return datum{}, fmt.Errorf("%q does not name two axes", shortenForMessage(t))
	}
	k, err := axisOf(t[:1])
	if err != nil {
		return datum{}, err
	}
	n, err := axisOf(t[1:])
	if err != nil {
		return datum{}, err
	}
	var m mat
	m[k], m[(k+1)%3], m[(k+2)%3] = f.axes[n].times(sign), f.axes[(n+1)%3], f.axes[(n+2)%3]
	if sign < 0 {
		m[(k+1)%3], m[(k+2)%3] = m[(k+2)%3], m[(k+1)%3]
	}
	return newOrientationDatum(m), nil
}

// callOriMirror reflects an orientation in a plane of a frame; the two axes that are named are reflected, the third follows.
func callOriMirror(s *evaluator, a []datum) (datum, error) {
	m, err := s.anglesOf(a[0])
	if err != nil {
		return datum{}, err
	}
	f, err := s.frameOf(a[1])
	if err != nil {
		return datum{}, err
	}
	if a[0].axes != nil {
		m = f.axes.relativeTo(m)
	}
	p, q, err := axesPair(a[2].String())
	if err != nil {
		return datum{}, err
	}
	k, n, err := axesPair(a[3].String())
	if err != nil {
		return datum{}, err
	}
	m[k][3-p-q], m[n][3-p-q] = -m[k][3-p-q], -m[n][3-p-q]
	third := 3 - k - n
	m[third] = m[(third+1)%3].cross(m[(third+2)%3])
	return newOrientationDatum(f.axes.mul(m)), nil
}
