package adm

import "strconv"

var outputStatements = []spec{
	{name: "CBKSUB", kind: "CBKSUB", id: true, read: emitRoutine, args: joinArgs(expressionArg("FUNCTION", "usrsub_param_string"), routineArgs())},
	{name: "REQUEST", kind: "Post_Request", id: true, read: emitRequest, write: writeRequest, args: joinArgs(
		flagArg("DISPLACEMENT", "type", "MARKER_DISPLACEMENT"), flagArg("VELOCITY", "type", "MARKER_VELOCITY"),
		flagArg("ACCELERATION", "type", "MARKER_ACCELERATION"), flagArg("FORCE", "type", "MARKER_FORCE"),
		endMarkerArgs(), newArgWithOptionalEntries("RM", "ref_marker_id"), toLineEndArg("COMMENT", "comment", "C"),
		requestSlotArgs(), newArgOfFormHandledByStatement(asExpr, "FUNCTION"), newArgHandledByStatement("VARIABLES"),
		ignoredArgs(asLine, "TITLE", "CNAMES", "CUNITS", "RESULTS_NAME", "CLABELS"), routineArgs(),
	)},
	{name: "OUTPUT", kind: "ResOutput", args: joinArgs(flagArg("YPR", "angle_type", "YPR"),
		ignoredArgs(asFlag, "REQSAVE", "GRSAVE", "SAVE", "NOPRINT", "OSFORMAT", "TELETYPE", "CHART", "FIXED", "NOSEPARATOR"),
		ignoredArgs(asNumbers, "DZERO", "VZERO", "AZERO", "FZERO", "DSCALE", "VSCALE", "ASCALE", "FSCALE"),
		ignoredArgs(asWords, "PRINT", "DPLOT", "VPLOT", "APLOT", "FPLOT", "LOADS", "FLOATING"),
	)},
	{name: "RESULTS", kind: "H3DOutput", args: joinArgs( // of what it leaves out, nothing is left out
		ignoredArgs(asFlag, "XRF", "FORMATTED", "NOACCELERATIONS", "NOAPPLIEDFORCES", "NODATASTRUCTURES", "NODISPLACEMENTS", "NOFLOATINGMARKERS", "NOLINEAR",
			"NOREACTIONFORCES", "NOSYSTEMELEMENTS", "NOTIRES", "NOVELOCITIES", "NOREQUESTS", "NOMARKERS", "NOVARIABLES"),
		ignoredArgs(asNumbers, "DECIMALPLACES"), ignoredArgs(asLine, "COMMENT"),
	)},
	{name: "MREQUEST", idle: true}, {name: "FEMDATA", idle: true}, {name: "ENVIRONMENT", idle: true},
}

// requestSlotArgs are F1 to F8.
func requestSlotArgs() []argSpec {
	var out []argSpec
	for k := 1; k <= 8; k++ {
		out = append(out, argSpec{name: "F" + strconv.Itoa(k), form: asExpr})
	}
	return out
}

// emitRequest: without D, V, A or F it gives expressions, or what a routine says. One without contents is one of no expressions.
func emitRequest(e *elementEmitter) bool {
	for k := 1; k <= 8; k++ {
		if a := e.argumentNamed("F" + strconv.Itoa(k)); a != nil {
			e.setDefaultRequestType("EXPRESSION", a)
			e.addAttr("expr"+strconv.Itoa(k), a.name, a.val)
		}
	}
	if a := e.argumentNamed("VARIABLES"); a != nil {
		e.setDefaultRequestType("EXPRESSION", a)
		for k, v := range splitEntries(a.val) {
			if k == 8 {
				e.addErrorAt(v, "E607", "VARIABLES takes 1 to 8 values")
				break
			}
			e.setDerived("expr"+strconv.Itoa(k+1), "VARVAL("+v.s+")", v)
		}
	}
	if a := e.argumentNamed("FUNCTION"); a != nil {
		e.setDefaultRequestType("USERSUB", a)
		e.addAttr("usrsub_param_string", a.name, a.val)
	}
	if !e.hasAttr("type") && e.argumentNamed("I") == nil && e.argumentNamed("J") == nil && e.argumentNamed("ROUTINE") == nil {
		e.setDerived("type", "EXPRESSION", e.st.word)
	}
	return emitRoutine(e)
}

// setDefaultRequestType sets the type of a request that has none.
func (e *elementEmitter) setDefaultRequestType(k string, a *arg) {
	if !e.hasAttr("type") {
		e.setDerived("type", k, a.name)
	}
}
