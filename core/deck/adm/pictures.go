package adm

import (
	"math"
	"slices"
	"strconv"
)

// pictureShapes are the dimensions that a GRAPHICS of each type needs to be drawn. A plane in Adams ends somewhere, and other types are
// no shapes here: they are passed over.
var pictureShapes = map[string][]string{
	"SPHERE": {"RADIUS"}, "ELLIPSOID": {"XSCALE", "YSCALE", "ZSCALE"}, "CYLINDER": {"LENGTH", "RADIUS"},
	"FRUSTUM": {"LENGTH", "BOTTOM", "TOP"}, "BOX": {"X", "Y", "Z"},
}

// isKeptForPictures reports whether a GRAPHICS that touches nothing is kept for pictures. What is wrong in one is not a reason to
// refuse a model: such a shape is passed over.
func (r *reader) isKeptForPictures(st *statement) bool {
	i := slices.IndexFunc(st.args, func(a arg) bool { return pictureShapes[a.spec.name] != nil })
	if i < 0 || len(st.held) > 0 || st.vague {
		return false
	}
	if slices.ContainsFunc(st.args, func(a arg) bool { return a.val.s == "" && a.spec != st.args[i].spec }) { // of two types
		return false
	}
	for _, name := range pictureShapes[st.args[i].spec.name] {
		if a := st.argumentNamed(name); a == nil || !isDimension(name, a.val.s) {
			return false
		}
	}
	id, err := strconv.Atoi(st.id.s)
	if err != nil || id <= 0 || r.pictures[id] != nil && r.pictures[id] != st {
		return false
	}
	for _, name := range []string{"CM", "RM", "CORNER"} {
		if a := st.argumentNamed(name); a != nil {
			if n, err := strconv.Atoi(a.val.s); err == nil && r.markers[n] {
				r.pictures[id] = st
				return true
			}
			return false
		}
	}
	return false
}

// isDimension reports whether a text is a number that a dimension of a shape may have.
func isDimension(name, s string) bool {
	v, err := strconv.ParseFloat(s, 64)
	switch {
	case err != nil || math.IsInf(v, 0) || math.IsNaN(v):
		return false
	case name == "X" || name == "Y" || name == "Z": // backwards from a corner
		return v != 0
	case name == "BOTTOM" || name == "TOP":
		return v >= 0
	}
	return v > 0
}
