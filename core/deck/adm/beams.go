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
		newArgWithExactEntries("K", expandNames("k", xyz...)...), newArgWithExactEntries("KT", expandNames("k", turning...)...),
		newArgWithExactEntries("C", expandNames("c", xyz...)...), newArgWithExactEntries("CT", expandNames("c", turning...)...),
		newArgWithExactEntries("FORCE", expandNames("preload_", xyz...)...), newArgWithExactEntries("TORQUE", expandNames("preload_", turning...)...),
	)},
	{name: "BEAM", kind: "Force_Beam", id: true, read: emitBeam, write: writeBeam, args: joinArgs(endMarkerArgs(),
		newArgWithOptionalEntries("LENGTH", "length"), newArgWithOptionalEntries("IXX", "ixx"), newArgWithOptionalEntries("IYY", "iyy"), newArgWithOptionalEntries("IZZ", "izz"), newArgWithOptionalEntries("AREA", "area"),
		newArgWithOptionalEntries("ASY", "asy"), newArgWithOptionalEntries("ASZ", "asz"), newArgWithOptionalEntries("EMODULUS", "e"), newArgWithOptionalEntries("GMODULUS", "g"), newArgWithOptionalEntries("CRATIO", "cratio"),
		newArgHandledByStatement("CMATRIX"), wordArg("FORMULATION", ""), expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "FIELD", kind: "Force_Field", id: true, read: emitLinearForce, write: newAttrSkipper("type"), args: joinArgs(endMarkerArgs(),
		newArgWithExactEntries("KMATRIX", matrix6x6Names("k")...), newArgWithExactEntries("CMATRIX", matrix6x6Names("c")...), newArgWithOptionalEntries("CRATIO", "cratio"),
		newArgWithExactEntries("FORCE", expandNames("preload_", six...)...), newArgWithExactEntries("LENGTH", expandNames("length_", six...)...),
		wordArg("FORMULATION", ""), expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "NFORCE", kind: "Force_MultiPoint", id: true, read: emitMultiPoint, write: writeMultiPoint, args: joinArgs(
		newArgHandledByStatement("I"), newArgWithOptionalEntries("J", "ref_marker_id"), newArgWithOptionalEntries("KMATRIX", "kmtx_id"), newArgWithOptionalEntries("CMATRIX", "cmtx_id"), newArgWithOptionalEntries("CRATIO", "cratio"),
		newArgWithOptionalEntries("FORCE", "preload_mtx_id"), newArgWithOptionalEntries("LENGTH", "length_mtx_id"),
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
		if full := slices.IndexFunc(formulations, func(f string) bool { return isAbbreviationOfFormulation(a.val, f) }); full >= 0 {
			e.setDerived("formulation", formulations[full], a.val)
		} else {
			e.addAttr("formulation", a.name, a.val)
		}
	}
	return emitRoutine(e)
}

func isAbbreviationOfFormulation(written text, name string) bool {
	return written.s != "" && strings.HasPrefix(name, strings.ToUpper(written.s))
}

func writeBeam(p *statementWriter) {
	if v, ok := p.consumeValue("formulation"); ok {
		p.addWord(Plain, "FORMULATION", v)
	}
}

// emitLinearForce: fields are linear in the displacements of their ends.
func emitLinearForce(e *elementEmitter) bool {
	if a := e.argumentNamed("FORMULATION"); a != nil && !isAbbreviationOfFormulation(a.val, "LINEAR") {
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
