package cmdfile

import (
	"fmt"
	"math"
	"strings"
)

func callLocGlobal(s *evaluator, a []datum) (datum, error) {
	if a[0].global { // it is in the frame of the model already
		return a[0], nil
	}
	v, err := s.pointOf(a[0])
	if err != nil {
		return datum{}, err
	}
	if o := s.findObject(a[1]); o != nil && v == (vec{}) { // whatever its orientation is, which may depend on this
		v, err = s.x.positionOf(o)
		return newLocationDatum(v), err
	}
	f, err := s.frameOf(a[1])
	return newLocationDatum(f.toOuterPoint(v)), err
}

func callLocLocal(s *evaluator, a []datum) (datum, error) {
	v, err := s.pointOf(a[0])
	if err != nil {
		return datum{}, err
	}
	f, err := s.frameOf(a[1])
	return newVectorDatum(f.toLocalPoint(v)), err
}

func callLocLoc(s *evaluator, a []datum) (datum, error) {
	g, err := callLocGlobal(s, a)
	if err != nil {
		return g, err
	}
	v, _ := g.toVector()
	f, err := s.frameOf(a[2])
	return newVectorDatum(f.toLocalPoint(v)), err
}

func callLocInline(s *evaluator, a []datum) (datum, error) {
	d, err := callLocLoc(s, a)
	if err != nil {
		return d, err
	}
	v, _ := d.toVector()
	u, ok := v.unit()
	if !ok {
		return d, fmt.Errorf("a location at the origin has no direction")
	}
	return newVectorDatum(u), nil
}

func callLocAlongLine(s *evaluator, a []datum) (datum, error) {
	from, err := s.pointOf(a[0])
	if err != nil {
		return datum{}, err
	}
	to, err := s.pointOf(a[1])
	if err != nil {
		return datum{}, err
	}
	return pointAlongLine(from, to, a[2])
}

func pointAlongLine(from, to vec, distance datum) (datum, error) {
	u, ok := to.minus(from).unit()
	if !ok || distance.kind != numberDatum {
		return datum{}, fmt.Errorf("the line has no direction")
	}
	return newLocationDatum(from.plus(u.times(distance.num))), nil
}

func callLocOnLine(s *evaluator, a []datum) (datum, error) {
	p, err := s.pointsOf(a[0], 2)
	if err != nil {
		return datum{}, err
	}
	return pointAlongLine(p[0], p[1], a[1])
}

// axisOf returns which axis a letter means.
func axisOf(t string) (int, error) {
	k := strings.Index("xyz", strings.ToLower(strings.TrimSpace(t)))
	if k < 0 || len(strings.TrimSpace(t)) != 1 {
		return 0, fmt.Errorf("%q is no axis: x, y or z", shortenForMessage(t))
	}
	return k, nil
}

// axesPair returns which two axes letters mean.
func axesPair(t string) (k, n int, err error) {
	t = strings.ToLower(strings.TrimSpace(t))
	if len(t) != 2 || t[0] == t[1] {
		return 0, 0, fmt.Errorf("%q does not name two axes", shortenForMessage(t))
	}
	if k, err = axisOf(t[:1]); err == nil {
		n, err = axisOf(t[1:])
	}
	return k, n, err
}

func callLocOnAxis(s *evaluator, a []datum) (datum, error) {
	f, err := s.frameOf(a[0])
	if err != nil {
		return datum{}, err
	}
	k, err := axisOf(a[2].String())
	if err != nil || a[1].kind != numberDatum {
		return datum{}, fmt.Errorf("LOC_ON_AXIS takes an object, a distance and an axis")
	}
	return newLocationDatum(f.at.plus(f.axes[k].times(a[1].num))), nil
}

// callLocMirror reflects a location in a plane of a frame.
func callLocMirror(s *evaluator, a []datum) (datum, error) {
	v, err := s.pointOf(a[0])
	if err != nil {
		return datum{}, err
	}
	f, err := s.frameOf(a[1])
	if err != nil {
		return datum{}, err
	}
	k, n, err := axesPair(a[2].String())
	if err != nil {
		return datum{}, err
	}
	l := f.toLocalPoint(v)
	l[3-k-n] = -l[3-k-n]
	return newLocationDatum(f.toOuterPoint(l)), nil
}

func callLocPlaneMirror(s *evaluator, a []datum) (datum, error) {
	v, err := s.pointOf(a[0])
	if err != nil {
		return datum{}, err
	}
	p, err := s.pointsOf(a[1], 3)
	if err != nil {
		return datum{}, err
	}
	n, ok := p[1].minus(p[0]).cross(p[2].minus(p[0])).unit()
	if !ok {
		return datum{}, fmt.Errorf("the points of the plane are on one line")
	}
	return newLocationDatum(v.minus(n.times(2 * n.dot(v.minus(p[0]))))), nil
}

func callLocPerpendicular(s *evaluator, a []datum) (datum, error) {
	p, err := s.pointsOf(a[0], 3)
	if err != nil {
		return datum{}, err
	}
	n, ok := p[2].minus(p[0]).cross(p[1].minus(p[0])).unit()
	if !ok {
		return datum{}, fmt.Errorf("the points of the plane are on one line")
	}
	return newLocationDatum(p[0].plus(n)), nil
}

func callLocCylindrical(s *evaluator, a []datum) (datum, error) {
	sin, cos := math.Sincos(s.x.units.toRadians(a[1].num))
	return newVectorDatum(vec{a[0].num * cos, a[0].num * sin, a[2].num}), nil
}

// callLocSpherical: the second angle is that about z, from x; the first that from z.
func callLocSpherical(s *evaluator, a []datum) (datum, error) {
	st, ct := math.Sincos(s.x.units.toRadians(a[1].num))
	sp, cp := math.Sincos(s.x.units.toRadians(a[2].num))
	return newVectorDatum(vec{a[0].num * sp * ct, a[0].num * sp * st, a[0].num * cp}), nil
}

func axisDirectionFunction(k int) func(*evaluator, []datum) (datum, error) {
	return func(s *evaluator, a []datum) (datum, error) {
		f, err := s.frameOf(a[0])
		return newVectorDatum(f.axes[k]), err
	}
}
