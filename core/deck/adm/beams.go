package adm

import (
	"strconv"
	"strings"
)

// matrix6x6Names are the entries of a 6 × 6 matrix by columns.
func matrix6x6Names(letter string) []string {
	var out []string
	for j := 1; j <= 6; j++ {
		for i := 1; i <= 6; i++ {
			out = append(out, letter+strconv.Itoa(i)+strconv.Itoa(j))
		}
	}
	return out
}

var beamStatements = []spec{
	{name: "BUSHING", kind: "Force_Bushing", id: true, args: joinArgs(endMarkerArgs(),
		exactEntriesArg("K", expandNames("k", xyz...)...), exactEntriesArg("KT", expandNames("k", turning...)...),
		exactEntriesArg("C", expandNames("c", xyz...)...), exactEntriesArg("CT", expandNames("c", turning...)...),
		exactEntriesArg("FORCE", expandNames("preload_", xyz...)...), exactEntriesArg("TORQUE", expandNames("preload_", turning...)...),
	)},
	{name: "BEAM", kind: "Force_Beam", id: true, read: emitBeam, args: joinArgs(endMarkerArgs(),
		entriesArg("LENGTH", "length"), entriesArg("IXX", "ixx"), entriesArg("IYY", "iyy"), entriesArg("IZZ", "izz"), entriesArg("AREA", "area"),
		entriesArg("ASY", "asy"), entriesArg("ASZ", "asz"), entriesArg("EMODULUS", "e"), entriesArg("GMODULUS", "g"), entriesArg("CRATIO", "cratio"),
		handledArg("CMATRIX"), wordArg("FORMULATION", ""), expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "FIELD", kind: "Force_Field", id: true, read: emitLinearForce, write: skipAttrs("type"), args: joinArgs(endMarkerArgs(),
		exactEntriesArg("KMATRIX", matrix6x6Names("k")...), exactEntriesArg("CMATRIX", matrix6x6Names("c")...), entriesArg("CRATIO", "cratio"),
		exactEntriesArg("FORCE", expandNames("preload_", six...)...), exactEntriesArg("LENGTH", expandNames("length_", six...)...),
		wordArg("FORMULATION", ""), expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "NFORCE", kind: "Force_MultiPoint", id: true, read: emitMultiPoint, write: writeMultiPoint, args: joinArgs(
		handledArg("I"), entriesArg("J", "ref_marker_id"), entriesArg("KMATRIX", "kmtx_id"), entriesArg("CMATRIX", "cmtx_id"), entriesArg("CRATIO", "cratio"),
		entriesArg("FORCE", "preload_mtx_id"), entriesArg("LENGTH", "length_mtx_id"),
		expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
}

// emitBeam: a damping matrix of its own, 21 numbers, is not in the element.
func emitBeam(e *emitter) bool {
	if a := e.argumentNamed("CMATRIX"); a != nil {
		e.errorAt(a.name, "E614", "not supported: CMATRIX").Help = "use CRATIO, or a FIELD with KMATRIX and CMATRIX"
	}
	return emitLinearForce(e)
}

// emitLinearForce: beams and fields are linear in the displacements of their ends.
func emitLinearForce(e *emitter) bool {
	if a := e.argumentNamed("FORMULATION"); a != nil && !(a.val.s != "" && strings.HasPrefix("LINEAR", strings.ToUpper(a.val.s))) {
		e.errorAt(a.val, "E614", "not supported: FORMULATION=%s", shorten(a.val.s)).Help = "only LINEAR is there; divide a bent beam into several"
	}
	return takeRoutine(e)
}

func emitMultiPoint(e *emitter) bool {
	if a := e.argumentNamed("I"); a != nil {
		e.setDerived("n_i_marker", strconv.Itoa(len(splitEntries(a.val))), a.val)
		e.setText(a.name, a.val)
	}
	return takeRoutine(e)
}
