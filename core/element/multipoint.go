package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

const multiPointKind = "Force_MultiPoint"

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: multiPointKind, Doc: "forces and torques -K (x - length) - C v + preload on the markers I along the axes of the reference marker, of their displacements and turns from it; the opposite on its body at the origins of I",
			Attrs: joinAttrs(
				markerAttr("ref_marker_id", "marker from which displacements are measured, along its axes"),
				referenceAttr("kmtx_id", "stiffness, 6N × 6N for N markers I: x y z and turns about x y z of the first, of the second, …", matrixKind),
				optionalReferenceAttr("cmtx_id", "damping, 6N × 6N", matrixKind),
				realAttr("cratio", "0", "time", "damping as a part of the stiffness, where no matrix is given"),
				optionalReferenceAttr("preload_mtx_id", "forces and torques without displacement, 6N × 1", matrixKind),
				optionalReferenceAttr("length_mtx_id", "displacements at which the forces are the preload, 6N × 1", matrixKind),
				positiveIntegerAttr("n_i_marker", "number of markers I"),
				deck.UserSubAttrs("", 0),
			),
			Text: []deck.AttrSpec{{Type: deck.Refs, To: []string{markerKind}, Doc: "the markers I where the forces act"}},
		},
		phase: forces,
		build: buildMultiPoint,
	})
}

func buildMultiPoint(b *builder, e *deck.Element) {
	ids := e.TextInts()
	switch {
	case b.faults.of[e]:
		return
	case e.Has("usrsub_param_string") || e.Has("usrsub_dll_name") || e.Has("script_name") || e.Has("usrsub_plugin_name"):
		e.AddErrorf("", "B170", "a force on several markers by a user subroutine (NFOSUB) is not supported: its arguments are not documented; use Force_Vector_TwoBody with GFOSUB")
		return
	case len(ids) == 0:
		e.AddErrorf("", "B171", "the ids of the markers I are missing between the tags")
		return
	case e.Has("n_i_marker") && e.Int("n_i_marker") != len(ids):
		e.AddWarningf("n_i_marker", "B172", "says %d, but there are %d markers", e.Int("n_i_marker"), len(ids))
	}
	j, ok := b.nonFloatingMarkerIndex(e, "ref_marker_id"), true
	markers := make([]system.MarkerIdx, len(ids))
	for n, id := range ids {
		if markers[n], ok = b.sys.Marker(id); !ok {
			b.faults.addFaultyElement(e) // its body is missing, which is reported
			return
		}
		if b.sys.Markers[markers[n]].Floating {
			e.AddErrorf("", "B173", "marker %d floats: it has no position from which a displacement is measured", id)
			return
		}
	}
	law, ok := b.addMultiPointLaw(e, ids)
	if !ok {
		return
	}
	for n, i := range markers {
		f := system.Force{Element: e.Kind, ID: e.ID(), Direction: system.Axes, I: i, J: j, Ref: j}
		for k := range f.Comp {
			f.Comp[k] = system.Output{Law: law, Out: 6*n + k}
		}
		b.sys.AddForce(f)
	}
}

// addMultiPointLaw adds the linear map of displacements and rates to the forces.
func (b *builder) addMultiPointLaw(e *deck.Element, ids []int) (system.LawIdx, bool) {
	size := 6 * len(ids)
	k, c := b.readReferencedMatrix(e, "kmtx_id", size, size), b.readReferencedMatrix(e, "cmtx_id", size, size)
	length, preload := b.readReferencedMatrix(e, "length_mtx_id", size, 1), b.readReferencedMatrix(e, "preload_mtx_id", size, 1)
	if b.faults.of[e] || k == nil {
		return 0, false
	}
	ratio := e.Real("cratio")
	if c != nil && e.Has("cratio") {
		e.AddWarningf("cratio", "B090", "the damping C is taken, cratio is ignored")
	}
	l := &affineFieldLaw{c0: make([]float64, size)}
	for i := range size {
		if preload != nil {
			l.c0[i] = preload[i][0]
		}
		for j := range size {
			if length != nil {
				l.c0[i] += k[i][j] * length[j][0]
			}
		}
	}
	rate := func(i, j int) float64 {
		if c != nil {
			return c[i][j]
		}
		return ratio * k[i][j]
	}
	for n, id := range ids {
		for m, call := range relativeDisplacementCalls(id, e.Ref("ref_marker_id")) {
			entry, j := func(i, j int) float64 { return k[i][j] }, 6*n+m
			if m >= 6 {
				entry, j = rate, 6*n+m-6
			}
			l.addInputUnlessZero(call, func(i int) float64 { return -entry(i, j) })
		}
	}
	return b.sys.AddLaw(system.LawSpec{Owner: e.KindID(), New: func(*system.State) (system.Law, error) { return l, nil }}), true
}
