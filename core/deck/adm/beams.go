package adm

import (
	"slices"
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
	{name: "BEAM", kind: "Force_Beam", id: true, read: emitBeam, write: writeBeam, args: joinArgs(endMarkerArgs(),
		entriesArg("LENGTH", "length"), entriesArg("IXX", "ixx"), entriesArg("IYY", "iyy"), entriesArg("IZZ", "izz"), entriesArg("AREA", "area"),
		entriesArg("ASY", "asy"), entriesArg("ASZ", "asz"), entriesArg("EMODULUS", "e"), entriesArg("GMODULUS", "g"), entriesArg("CRATIO", "cratio"),
		handledArg("CMATRIX"), wordArg("FORMULATION", ""), expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "FIELD", kind: "Force_Field", id: true, read: emitLinearForce, write: newAttrSkipper("type"), args: joinArgs(endMarkerArgs(),
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

// formulations of beams; Adams takes their first letters.
var formulations = []string{"LINEAR", "STRING", "NONLINEAR"}

// emitBeam: a damping matrix of its own, 21 numbers, is not in the element.
func emitBeam(e *elementEmitter) bool {
	if a := e.argumentNamed("CMATRIX"); a != nil {
		e.addErrorAt(a.name, "E614", "not supported: CMATRIX").Help = "use CRATIO, or a FIELD with KMATRIX and CMATRIX"
	}
	if a := e.argumentNamed("FORMULATION"); a != nil {
		if full := slices.IndexFunc(formulations, func(f string) bool { return isFormulation(a.val, f) }); full >= 0 {
			e.setDerived("formulation", formulations[full], a.val)
		} else {
			e.addAttr("formulation", a.name, a.val)
		}
	}
	return emitRoutine(e)
}

func isFormulation(written text, name string) bool {
	return written.s != "" && strings.HasPrefix(name, strings.ToUpper(written.s))
}

func writeBeam(p *statementWriter) {
	if v, ok := p.consumeValue("formulation"); ok {
		p.addWord(Plain, "FORMULATION", v)
	}
}

// emitLinearForce: fields are linear in the displacements of their ends.
func emitLinearForce(e *elementEmitter) bool {
	if a := e.argumentNamed("FORMULATION"); a != nil && !isFormulation(a.val, "LINEAR") {
		e.addErrorAt(a.val, "E614", "not supported: FORMULATION=%s", shortenForMessage(a.val.s)).Help = "a FIELD is LINEAR; a BEAM may be NONLINEAR"
	}
	return emitRoutine(e)
}

func emitMultiPoint(e *elementEmitter) bool {
	if a := e.argumentNamed("I"); a != nil {
		e.setDerived("n_i_marker", strconv.Itoa(len(splitEntries(a.val))), a.val)
		e.setText(a.name, a.val)
	}
	return emitRoutine(e)
}
