package system

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/usersub"
)

// declaration is what a UCOSUB declares in its set-up call: the measures that
// are its variables, or the first thing that is wrong.
type declaration struct {
	calls []Call
	err   error
}

var _ usersub.Declarer = (*routineState)(nil)

// AddMassCentreMarker gives body b a marker of its own at the mass centre, with axes in
// body axes: what UCOVAR says about a part. Its id is one that no deck has.
func (sys *System) AddMassCentreMarker(b BodyIdx, axes mat) {
	if sys.centre == nil {
		sys.centre = map[BodyIdx]int{}
	}
	if _, ok := sys.centre[b]; ok || b == Ground {
		return
	}
	id := math.MinInt + 2*sys.Bodies[b].ID
	if sys.Bodies[b].Kind == PointMass {
		id++
	}
	sys.AddMarker(Marker{ID: id, Body: b, Rot: axes})
	sys.centre[b] = id
}

// UcoVar implements usersub.Declarer: codes 11 to 13 are the mass centre, 111 to
// 113, 211 to 213 and 311 to 313 the unit vectors along the axes of the part,
// all along global axes.
func (d *routineState) UcoVar(rowID int32, bodyIDs, codes []int32) int32 {
	return d.declareMeasuresOfCodes("UCOVAR", bodyIDs, codes, func(part int) (int, error) {
		b, ok := d.s.sys.Body(Rigid, part)
		if !ok {
			b, ok = d.s.sys.Body(PointMass, part)
		}
		switch {
		case !ok:
			return 0, fmt.Errorf("there is no body %d", part)
		case b == Ground:
			return 0, nil
		}
		return d.s.sys.centre[b], nil
	}, 0)
}

// UcoMar implements usersub.Declarer: codes 1011 to 1313, origin and axes of a
// marker.
func (d *routineState) UcoMar(rowID int32, markerIDs, codes []int32) int32 {
	return d.declareMeasuresOfCodes("UCOMAR", markerIDs, codes, func(marker int) (int, error) {
		i, ok := d.s.sys.Marker(marker)
		switch {
		case !ok:
			return 0, fmt.Errorf("there is no Reference_Marker %d", marker)
		case d.s.sys.Markers[i].Floating:
			return 0, fmt.Errorf("marker %d is floating and has no pose", marker)
		}
		return marker, nil
	}, 1000)
}

// declareMeasuresOfCodes turns codes into measures; codeOffset is what the codes of markers have
// more.
func (d *routineState) declareMeasuresOfCodes(utility string, ids, codes []int32, find func(int) (int, error), codeOffset int) int32 {
	said := d.declared
	if said == nil {
		return 1 // only in the set-up call
	}
	for k, id := range ids {
		if k >= len(codes) {
			break
		}
		c, err := declaredMeasureCall(int(codes[k])-codeOffset, func() (int, error) { return find(int(id)) })
		if err != nil {
			if said.err == nil {
				said.err = fmt.Errorf("%s, code %d of %d: %w", utility, codes[k], id, err)
			}
			return 1
		}
		said.calls = append(said.calls, c)
	}
	return 0
}

// declaredMeasureCall is the measure of a code: 1c the coordinate c of the origin of a marker, a1c
// the component c of its axis a.
func declaredMeasureCall(code int, find func() (int, error)) (Call, error) {
	a, c := code/100, code%10
	if code < 0 || a > 3 || code/10%10 != 1 || c < 1 || c > 3 {
		return Call{}, fmt.Errorf("no such code: they are 11 to 13, 111 to 113, 211 to 213 and 311 to 313, for markers 1000 more")
	}
	id, err := find()
	if a == 0 {
		return Call{"D" + "XYZ"[c-1:c], []int{id}}, err
	}
	return Call{"u" + "xyz"[a-1:a] + "xyz"[c-1:c], []int{id}}, err
}

// checkDerivatives compares what the routine gives at the start, and a little off it, with
// differences: a gradient that is none lets a constraint drift or not converge
// without a hint at the cause. Second partials that are all zero, which may be
// because the routine does not know them, or are not those of the gradient are
// differenced instead.
func (f *userRow) checkDerivatives(s *State, g *GeneralConstraint) error {
	n := len(g.v)
	q := make([]float64, n)
	size := func(k int) float64 {
		if g.calls[k].Name[0] == 'u' { // component of a unit vector
			return 1
		}
		return max(s.sys.Length, math.Abs(g.v[k]))
	}
	f.known = true
	untouched, wrong := true, -1
	for trial := range 2 {
		for k := range q {
			q[k] = g.v[k] + 1e-2*float64(trial)*size(k)*math.Sin(float64(7*k+1))
		}
		if trial > 0 && f.callRoutine(s, q, s.p.T, true, true, true) != nil {
			break // the function need not be defined there
		}
		bad, err := f.checkGradient(s, q, size)
		if err != nil {
			return err
		}
		wrong = max(wrong, bad)
		known, zero, err := f.checkSecondPartials(s, q, size)
		if err != nil {
			return err
		}
		f.known, untouched = f.known && (known || zero), untouched && zero
	}
	if wrong >= 0 {
		s.Warn("%s: entry %d of array is not the derivative of scalar with respect to variable %d of %s",
			f.r.OwnerTitle(), wrong+1, wrong+1, f.r.Sig.Name)
	}
	f.known = f.known && !untouched
	if !f.known && !untouched {
		s.Warn("%s: xmatrx of %s is not the derivative of array: differences are taken instead", f.r.OwnerTitle(), f.r.Sig.Name)
	}
	return nil
}

// gradientTolerance is how far a derivative may be from its difference, relative to the
// largest one.
const gradientTolerance = 1e-3

// checkGradient compares the gradient at q with differences of the scalar; wrong is
// the worst entry, -1 if all are right.
func (f *userRow) checkGradient(s *State, q []float64, size func(int) float64) (wrong int, err error) {
	if err := f.callRoutine(s, q, s.p.T, true, true, false); err != nil {
		return -1, err
	}
	array := append([]float64(nil), f.array...)
	if !allFinite(array) || !allFinite(f.scalar) {
		return -1, nil // the first evaluation says so, if it is at the start
	}
	x := append([]float64(nil), q...)
	largest, worst, of := 0.0, 0.0, 0
	for k := range q {
		h := 1e-5 * size(k)
		x[k] = q[k] + h
		hi, ok := f.evalAtMeasures(s, x)
		x[k] = q[k] - h
		lo, also := f.evalAtMeasures(s, x)
		x[k] = q[k]
		if !ok || !also {
			continue
		}
		d := (hi - lo) / (2 * h)
		largest = max(largest, math.Abs(d), math.Abs(array[k]))
		if e := math.Abs(d - array[k]); e > worst {
			worst, of = e, k
		}
	}
	switch {
	case worst <= gradientTolerance*largest:
		return -1, nil
	case !anyNonZero(array):
		return of, fmt.Errorf("%s: %s does not set array, the gradient of the constraint", f.r.OwnerTitle(), f.r.Sig.Name)
	}
	return of, nil
}

// checkSecondPartials compares the second partials at q with differences of the gradient;
// zero reports whether all are zero.
func (f *userRow) checkSecondPartials(s *State, q []float64, size func(int) float64) (known, zero bool, err error) {
	if err := f.callRoutine(s, q, s.p.T, true, true, true); err != nil {
		return false, false, err
	}
	given := append([]float64(nil), f.xmatrx...)
	zero = !anyNonZero(given)
	if !allFinite(given) {
		return false, zero, nil
	}
	d := make([]float64, len(given))
	f.differenceSecondPartials(s, d, q, func(k int) float64 { return 1e-4 * size(k) })
	largest, worst := 0.0, 0.0
	for k, v := range given {
		largest = max(largest, math.Abs(v), math.Abs(d[k]))
		worst = max(worst, math.Abs(v-d[k]))
	}
	// noise of the differences: a gradient that is constant in q
	noise := 0.0
	for k, p := range f.array {
		noise = max(noise, 1e-11*math.Abs(p)/size(k)/1e-4)
	}
	return worst <= gradientTolerance*largest+noise, zero, nil
}

func anyNonZero(v []float64) bool {
	for _, x := range v {
		if x != 0 {
			return true
		}
	}
	return false
}
