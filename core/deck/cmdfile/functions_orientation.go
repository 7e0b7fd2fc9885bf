package cmdfile

import "strings"

func callOriGlobal(s *evaluator, a []datum) datum {
	m := s.orientationAxesOf(a[0])
	f := s.poseOfArgument(a[1])
	return newOrientationDatum(f.axes.mul(m))
}

func callOriLocal(s *evaluator, a []datum) datum {
	m := s.orientationAxesOf(a[0])
	f := s.poseOfArgument(a[1])
	return s.anglesDatum(f.axes.relativeTo(m))
}

func (s *evaluator) anglesDatum(m mat) datum {
	v := angles313(m)
	for k := range v {
		v[k] = s.x.units.fromRadians(v[k])
	}
	return newVectorDatum(v)
}

func callOriOri(s *evaluator, a []datum) datum {
	g := callOriGlobal(s, a)
	f := s.poseOfArgument(a[2])
	return s.anglesDatum(f.axes.relativeTo(*g.axes))
}

func callOriAlongAxis(s *evaluator, a []datum) datum {
	from := s.locationOfArgument(a[0])
	to := s.locationOfArgument(a[1])
	return orientationAlong(to.minus(from), a[2])
}

func orientationAlong(d vec, axis datum) datum {
	k := axisOf(axis.String())
	m, ok := axesAlong(d, k)
	if !ok {
		panic(failuref("the points of the axis coincide"))
	}
	return newOrientationDatum(m)
}

func callOriOneAxis(s *evaluator, a []datum) datum {
	p := s.locationRows(a[0], 2)
	return orientationAlong(p[1].minus(p[0]), a[1])
}

// callOriInPlane: "z_zy" directs z and has y in the plane.
func callOriInPlane(s *evaluator, a []datum) datum {
	var p [3]vec
	for i := range p {
		p[i] = s.locationOfArgument(a[i])
	}
	t := strings.ToLower(strings.TrimSpace(a[3].String()))
	if len(t) != 4 || t[1] != '_' || !strings.Contains(t[2:], t[:1]) {
		panic(failuref("%q does not name an axis and a plane, as z_zx", shortenForMessage(t)))
	}
	return orientationInPlane(p, t[:1]+strings.Replace(t[2:], t[:1], "", 1))
}

func orientationInPlane(p [3]vec, axes string) datum {
	k, n := axesPair(axes)
	m, ok := axesInPlane(p[1].minus(p[0]), p[2].minus(p[0]), k, n)
	if !ok {
		panic(failuref("the points of the plane are on one line"))
	}
	return newOrientationDatum(m)
}

func callOriAllAxes(s *evaluator, a []datum) datum {
	p := s.locationRows(a[0], 3)
	return orientationInPlane([3]vec(p), a[1].String())
}

// callOriAlignAxis: "zy" has z along the y axis of the object, "z-y" against it. The other axes are the other ones of the object, in their order or,
// where the axis is turned round, swapped.
func callOriAlignAxis(s *evaluator, a []datum) datum {
	f := s.poseOfArgument(a[0])
	t := strings.ToLower(strings.TrimSpace(a[1].String()))
	sign := 1.0
	if len(t) == 3 {
		if t[1] == '-' {
			sign = -1
		}
		t = t[:1] + t[2:]
	}
	if len(t) != 2 {
		panic(failuref("%q does not name two axes", shortenForMessage(t)))
	}
	k := axisOf(t[:1])
	n := axisOf(t[1:])
	var m mat
	m[k], m[(k+1)%3], m[(k+2)%3] = f.axes[n].times(sign), f.axes[(n+1)%3], f.axes[(n+2)%3]
	if sign < 0 {
		m[(k+1)%3], m[(k+2)%3] = m[(k+2)%3], m[(k+1)%3]
	}
	return newOrientationDatum(m)
}

// callOriMirror reflects an orientation in a plane of a frame; the two axes that are named are reflected, the third follows.
func callOriMirror(s *evaluator, a []datum) datum {
	m := s.orientationAxesOf(a[0])
	f := s.poseOfArgument(a[1])
	if a[0].axes != nil {
		m = f.axes.relativeTo(m)
	}
	p, q := axesPair(a[2].String())
	k, n := axesPair(a[3].String())
	m[k][3-p-q], m[n][3-p-q] = -m[k][3-p-q], -m[n][3-p-q]
	third := 3 - k - n
	m[third] = m[(third+1)%3].cross(m[(third+2)%3])
	return newOrientationDatum(f.axes.mul(m))
}
