package adm

import "strconv"

var outputStatements = []spec{
	{name: "REQUEST", kind: "Post_Request", id: true, read: request, write: writeRequest, args: join(
		is("DISPLACEMENT", "type", "MARKER_DISPLACEMENT"), is("VELOCITY", "type", "MARKER_VELOCITY"),
		is("ACCELERATION", "type", "MARKER_ACCELERATION"), is("FORCE", "type", "MARKER_FORCE"),
		ij(), of("RM", "ref_marker_id"), toEnd("COMMENT", "comment", "C"),
		slots(), argSpec{name: "FUNCTION", form: asExpr}, values("VARIABLES"),
		silent(asLine, "TITLE", "CNAMES", "CUNITS", "RESULTS_NAME", "CLABELS"), routineArgs(),
	)},
	{name: "OUTPUT", kind: "ResOutput", args: join(is("YPR", "angle_type", "YPR"),
		silent(asFlag, "REQSAVE", "GRSAVE", "SAVE", "NOPRINT", "OSFORMAT", "TELETYPE", "CHART", "FIXED", "NOSEPARATOR"),
		silent(asNumbers, "DZERO", "VZERO", "AZERO", "FZERO", "DSCALE", "VSCALE", "ASCALE", "FSCALE"),
		silent(asWords, "PRINT", "DPLOT", "VPLOT", "APLOT", "FPLOT", "LOADS", "FLOATING"),
	)},
	{name: "RESULTS", kind: "H3DOutput", args: join( // of what it leaves out, nothing is left out
		silent(asFlag, "XRF", "FORMATTED", "NOACCELERATIONS", "NOAPPLIEDFORCES", "NODATASTRUCTURES", "NODISPLACEMENTS", "NOFLOATINGMARKERS", "NOLINEAR",
			"NOREACTIONFORCES", "NOSYSTEMELEMENTS", "NOTIRES", "NOVELOCITIES", "NOREQUESTS", "NOMARKERS", "NOVARIABLES"),
		silent(asNumbers, "DECIMALPLACES"), silent(asLine, "COMMENT"),
	)},
	{name: "MREQUEST", idle: true}, {name: "FEMDATA", idle: true}, {name: "ENVIRONMENT", idle: true},
}

// slots are F1 to F8.
func slots() []argSpec {
	var out []argSpec
	for k := 1; k <= 8; k++ {
		out = append(out, argSpec{name: "F" + strconv.Itoa(k), form: asExpr})
	}
	return out
}

// request: without D, V, A or F it gives expressions, or what a routine says.
func request(e *emitter) bool {
	for k := 1; k <= 8; k++ {
		if a := e.argument("F" + strconv.Itoa(k)); a != nil {
			e.kind("EXPRESSION", a)
			e.add("expr"+strconv.Itoa(k), a.name, a.val)
		}
	}
	if a := e.argument("VARIABLES"); a != nil {
		e.kind("EXPRESSION", a)
		for k, v := range entries(a.val) {
			if k == 8 {
				e.fail(v, "E607", "VARIABLES takes 1 to 8 values")
				break
			}
			e.set("expr"+strconv.Itoa(k+1), "VARVAL("+v.s+")", v)
		}
	}
	if a := e.argument("FUNCTION"); a != nil {
		e.kind("USERSUB", a)
		e.add("usrsub_param_string", a.name, a.val)
	}
	return routine(e)
}

// kind sets the type of a request that has none.
func (e *emitter) kind(k string, a *arg) {
	if !e.has("type") {
		e.set("type", k, a.name)
	}
}
