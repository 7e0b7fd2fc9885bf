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

var _ usersub.Declarer = (*door)(nil)

// MarkCentre gives body b a marker of its own at the mass centre, with axes in
// body axes: what UCOVAR says about a part. Its id is one that no deck has.
func (sys *System) MarkCentre(b BodyIdx, axes mat) {
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
func (d *door) UcoVar(id int32, ids, kinds []int32) int32 {
	return d.declare("UCOVAR", ids, kinds, func(part int) (int, error) {
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
func (d *door) UcoMar(id int32, ids, kinds []int32) int32 {
	return d.declare("UCOMAR", ids, kinds, func(marker int) (int, error) {
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

// declare turns codes into measures; offset is what the codes of markers have
// more.
func (d *door) declare(utility string, ids, kinds []int32, find func(int) (int, error), offset int) int32 {
	said := d.declared
	if said == nil {
		return 1 // only in the set-up call
	}
	for k, id := range ids {
		if k >= len(kinds) {
			break
		}
		c, err := variable(int(kinds[k])-offset, func() (int, error) { return find(int(id)) })
		if err != nil {
			if said.err == nil {
				said.err = fmt.Errorf("%s, code %d of %d: %w", utility, kinds[k], id, err)
			}
			return 1
		}
		said.calls = append(said.calls, c)
	}
	return 0
}

// variable is the measure of a code: 1c the coordinate c of the origin of a marker, a1c
// the component c of its axis a.
func variable(code int, find func() (int, error)) (Call, error) {
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
