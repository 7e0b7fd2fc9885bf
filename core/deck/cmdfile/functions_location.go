package cmdfile

import (
	"math"
	"strings"
)

func callLocGlobal(s *evaluator, a []datum) datum {
	if a[0].global { // it is in the frame of the model already
		return a[0]
	}
	v := s.locationOfArgument(a[0])
	if o := s.findObject(a[1]); o != nil && v == (vec{}) { // whatever its orientation is, which may depend on this
		return newLocationDatum(s.x.positionOf(o))
	}
	f := s.poseOfArgument(a[1])
	return newLocationDatum(f.toOuterPoint(v))
}

func callLocLocal(s *evaluator, a []datum) datum {
	v := s.locationOfArgument(a[0])
	f := s.poseOfArgument(a[1])
	return newVectorDatum(f.toLocalPoint(v))
}

func callLocLoc(s *evaluator, a []datum) datum {
	g := callLocGlobal(s, a)
	v, _ := g.toVector()
	f := s.poseOfArgument(a[2])
	return newVectorDatum(f.toLocalPoint(v))
}

func callLocInline(s *evaluator, a []datum) datum {
	d := callLocLoc(s, a)
	v, _ := d.toVector()
	u, ok := v.unit()
	if !ok {
		panic(failuref("a location at the origin has no direction"))
	}
	return newVectorDatum(u)
}

func callLocAlongLine(s *evaluator, a []datum) datum {
	from := s.locationOfArgument(a[0])
	to := s.locationOfArgument(a[1])
	return pointAlongLine(from, to, a[2])
}

func pointAlongLine(from, to vec, distance datum) datum {
	u, ok := to.minus(from).unit()
	if !ok || distance.kind != numberDatum {
		panic(failuref("the line has no direction"))
	}
	return newLocationDatum(from.plus(u.times(distance.num)))
}

func callLocOnLine(s *evaluator, a []datum) datum {
	p := s.locationRows(a[0], 2)
	return pointAlongLine(p[0], p[1], a[1])
}

// axisOf returns which axis a letter means.
func axisOf(t string) int {
	k := strings.Index("xyz", strings.ToLower(strings.TrimSpace(t)))
	if k < 0 || len(strings.TrimSpace(t)) != 1 {
		panic(failuref("%q is no axis: x, y or z", shortenForMessage(t)))
	}
	return k
}

// axesPair returns which two axes letters mean.
func axesPair(t string) (k, n int) {
	t = strings.ToLower(strings.TrimSpace(t))
	if len(t) != 2 || t[0] == t[1] {
		panic(failuref("%q does not name two axes", shortenForMessage(t)))
	}
	return axisOf(t[:1]), axisOf(t[1:])
}

func callLocOnAxis(s *evaluator, a []datum) datum {
	f := s.poseOfArgument(a[0])
	k, err := catchFailure(func() int { return axisOf(a[2].String()) })
	if err != nil || a[1].kind != numberDatum {
		panic(failuref("LOC_ON_AXIS takes an object, a distance and an axis"))
	}
	return newLocationDatum(f.at.plus(f.axes[k].times(a[1].num)))
}

// callLocMirror reflects a location in a plane of a frame.
func callLocMirror(s *evaluator, a []datum) datum {
	v := s.locationOfArgument(a[0])
	f := s.poseOfArgument(a[1])
	k, n := axesPair(a[2].String())
	l := f.toLocalPoint(v)
	l[3-k-n] = -l[3-k-n]
	return newLocationDatum(f.toOuterPoint(l))
}

func callLocPlaneMirror(s *evaluator, a []datum) datum {
	v := s.locationOfArgument(a[0])
	p := s.locationRows(a[1], 3)
	n, ok := p[1].minus(p[0]).cross(p[2].minus(p[0])).unit()
	if !ok {
		panic(failuref("the points of the plane are on one line"))
	}
	return newLocationDatum(v.minus(n.times(2 * n.dot(v.minus(p[0])))))
}

func callLocPerpendicular(s *evaluator, a []datum) datum {
	p := s.locationRows(a[0], 3)
	n, ok := p[2].minus(p[0]).cross(p[1].minus(p[0])).unit()
	if !ok {
		panic(failuref("the points of the plane are on one line"))
	}
	return newLocationDatum(p[0].plus(n))
}

func callLocCylindrical(s *evaluator, a []datum) datum {
	sin, cos := math.Sincos(s.x.units.toRadians(a[1].num))
	return newVectorDatum(vec{a[0].num * cos, a[0].num * sin, a[2].num})
}

// callLocSpherical: the second angle is that about z, from x; the first that from z.
func callLocSpherical(s *evaluator, a []datum) datum {
	st, ct := math.Sincos(s.x.units.toRadians(a[1].num))
	sp, cp := math.Sincos(s.x.units.toRadians(a[2].num))
	return newVectorDatum(vec{a[0].num * sp * ct, a[0].num * sp * st, a[0].num * cp})
}

func axisDirectionFunction(k int) func(*evaluator, []datum) datum {
	return func(s *evaluator, a []datum) datum {
		f := s.poseOfArgument(a[0])
		return newVectorDatum(f.axes[k])
	}
}
