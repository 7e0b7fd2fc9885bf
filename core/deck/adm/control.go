package adm

import (
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

var controlStatements = []spec{
	{name: "VARIABLE", kind: "Reference_Variable", id: true, typed: true, read: emitVariable, write: writeVariable, args: joinArgs(
		newArgWithOptionalEntries("IC", "ic"), flagArg("IMPLICIT", "implicit", "TRUE"), expressionArg("FUNCTION", "expr"), ignoredArgs(asFlag, "AUTOBALANCE"), routineArgs(),
	)},
	{name: "DIFF", kind: "Control_Diff", id: true, typed: true, read: emitRoutine, args: joinArgs(
		newArgWithOptionalEntries("IC", "ic", "ic_dot"), flagArg("IMPLICIT", "is_implicit", "TRUE"), flagArg("STATIC_HOLD", "is_static_hold", "TRUE"),
		expressionArg("FUNCTION", "expr"), routineArgs(),
	)},
	{name: "LSE", kind: "Control_StateEqn", id: true, fixed: []pair{{"type", "LINEAR"}}, read: emitStateSizes, write: writeStates, args: joinArgs(stateArrayArgs(),
		newArgWithOptionalEntries("A", "a_matrix_id"), newArgWithOptionalEntries("B", "b_matrix_id"), newArgWithOptionalEntries("C", "c_matrix_id"), newArgWithOptionalEntries("D", "d_matrix_id"),
	)},
	{name: "GSE", kind: "Control_StateEqn", id: true, fixed: []pair{{"type", "USERSUB"}}, read: emitStateSizes, args: joinArgs(stateArrayArgs(),
		newArgWithOptionalEntries("NS", "num_state"), newArgWithOptionalEntries("NO", "num_output"), expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
		newArgWithOptionalEntries("ND", "num_discrete_state"), newArgWithOptionalEntries("XD", "xd_array_id"), newArgWithOptionalEntries("ICD", "icd_array_id"), newArgWithOptionalEntries("SAMPLE_OFFSET", "sample_offset"),
		newArgOfFormHandledByStatement(asExpr, "SAMPLE_PERIOD"), ignoredArgs(asExpr, "SAMPLE_FUNCTION"), ignoredArgs(asFlag, "STATICS_ONLY"),
		argList{{name: "INTERFACE", form: asWords, many: true}},
	)},
	{name: "TFSISO", kind: "Control_SISO", id: true, read: emitTransfer, write: writeTransfer, args: joinArgs(
		newArgWithOptionalEntries("X", "x_array_id"), newArgWithOptionalEntries("Y", "y_array_id"), newArgWithOptionalEntries("U", "u_array_id"), flagArg("STATIC_HOLD", "is_static_hold", "TRUE"),
		newArgHandledByStatement("NUMERATOR"), newArgHandledByStatement("DENOMINATOR"),
	)},
	{name: "PINPUT", kind: "Control_PlantInput", id: true, read: emitPlant, write: newAttrSkipper("num_element"), args: joinArgs(listArg("VARIABLES", "variable_id_list"))},
	{name: "POUTPUT", kind: "Control_PlantOutput", id: true, read: emitPlant, write: newAttrSkipper("num_element"), args: joinArgs(listArg("VARIABLES", "variable_id_list"))},
	{name: "PSTATE", kind: "Reference_PlantState", id: true, read: emitPlant, write: newAttrSkipper("num_element"), args: joinArgs(listArg("VARIABLES", "variable_id_list"))},
	{name: "SENSOR", kind: "Sensor_Event", id: true, typed: true, read: emitSensor, write: writeSensor, args: joinArgs(
		newArgWithOptionalEntries("VALUE", "value"), newArgWithOptionalEntries("ERROR", "error_tol"), newArgWithOptionalEntries("DT", "dt"), newArgWithOptionalEntries("STEPSIZE", "stepsize"),
		flagArg("EQ", "compare", "EQ"), flagArg("GE", "compare", "GE"), flagArg("LE", "compare", "LE"),
		flagArg("HALT", "halt", "TRUE"), flagArg("PRINT", "print", "TRUE"), flagArg("RESTART", "restart", "TRUE"), flagArg("RETURN", "return", "TRUE"),
		ignoredArgs(asFlag, "CODGEN", "YYDUMP", "TIME", "ANGULAR"), flagArg("BISECTION", "zero_crossing", "TRUE"),
		expressionArg("FUNCTION", "expr"), newArgOfFormHandledByStatement(asExpr, "EVALUATE"), routineArgs(),
	)},
}

// emitVariable: where variables depend on each other in a circle they are unknowns
// of the equations, which all are for Adams.
func emitVariable(e *elementEmitter) bool {
	id, _ := strconv.Atoi(e.st.id.s)
	if e.r.loops[id] && !e.hasAttr("implicit") && e.r.hasAttr(e.raw.Kind, "implicit") {
		e.setDerived("implicit", "TRUE", e.st.word)
	}
	return emitRoutine(e)
}

func stateArrayArgs() []argSpec {
	return joinArgs(addAlias(newArgWithOptionalEntries("X", "x_array_id"), "XC"), newArgWithOptionalEntries("Y", "y_array_id"), newArgWithOptionalEntries("U", "u_array_id"), newArgWithOptionalEntries("IC", "ic_array_id"),
		flagArg("STATIC_HOLD", "is_static_hold", "TRUE"))
}

// emitStateSizes: an equation of ours says how many states and outputs it has, one of
// Adams leaves that to the arrays that hold them.
func emitStateSizes(e *elementEmitter) bool {
	if e.st.spec.name == "GSE" {
		e.setArraySize("X", "num_state")
		e.setArraySize("XD", "num_discrete_state")
		e.emitSamplePeriod()
		e.emitInterfaceRoutines()
	}
	e.setArraySize("Y", "num_output")
	return emitRoutine(e)
}

// emitSamplePeriod takes the time between samples; USER(…) is that of the routine GSE_SAMP.
func (e *elementEmitter) emitSamplePeriod() {
	a := e.argumentNamed("SAMPLE_PERIOD")
	if a == nil || strings.HasPrefix(strings.ToUpper(strings.ReplaceAll(a.val.s, " ", "")), "USER(") {
		return
	}
	e.addAttr("sample_period", a.name, a.val)
}

// interfaceRoutines are the routines of INTERFACE in their order: the start of their attributes, and what the standard name has in it.
var interfaceRoutines = []struct{ prefix, word string }{{"deriv", "deriv"}, {"output", "output"}, {"update", "update"}, {"samp", "samp"}}

// emitInterfaceRoutines takes INTERFACE=library::name, …: the routines of derivatives, outputs, updates and sample times. Names that say which
// they are may be in any order.
func (e *elementEmitter) emitInterfaceRoutines() {
	a := e.argumentNamed("INTERFACE")
	if a == nil {
		return
	}
	for n, r := range splitEntries(a.val) {
		r = unquote(r)
		lib, name := text{}, r
		if i := strings.Index(r.s, "::"); i >= 0 {
			lib, name = r.substring(0, i).trimmed(), r.substring(i+2, len(r.s)).trimmed()
		}
		at := n
		for k, x := range interfaceRoutines {
			if strings.Contains(strings.ToLower(name.s), x.word) {
				at = k
			}
		}
		if at >= len(interfaceRoutines) || strings.Contains(name.s, "::") {
			e.addErrorAt(r, "E621", "INTERFACE is up to four library::name: of GSE_DERIV, GSE_OUTPUT, GSE_UPDATE and GSE_SAMP, not %q", shortenForMessage(r.s))
			return
		}
		prefix := interfaceRoutines[at].prefix
		if lib.s != "" {
			where := prefix + "_dll_name"
			if deck.IsScript(lib.s) {
				where = prefix + "_script_name"
			}
			e.addAttr(where, a.name, lib)
		}
		if name.s != "" {
			e.addAttr(prefix+"_fnc_name", a.name, name)
		}
	}
}

func (e *elementEmitter) setArraySize(key, attr string) {
	a := e.argumentNamed(key)
	if a == nil || e.hasAttr(attr) {
		return
	}
	id, _ := strconv.Atoi(a.val.s)
	if array := e.r.arrays[id]; array != nil {
		if n := array.argumentNamed("SIZE"); n != nil {
			e.addAttr(attr, a.name, n.val)
		}
	}
}

func emitTransfer(e *elementEmitter) bool {
	for _, name := range []string{"numerator", "denominator"} {
		if a := e.argumentNamed(strings.ToUpper(name)); a != nil {
			e.setDerived("num_"+name+"_coef", strconv.Itoa(len(splitEntries(a.val))), a.val)
			e.addAttr(name+"_coef", a.name, a.val.withoutLineBreaks())
		}
	}
	return true
}

func emitPlant(e *elementEmitter) bool {
	if a := e.argumentNamed("VARIABLES"); a != nil {
		e.setDerived("num_element", strconv.Itoa(len(splitEntries(a.val))), a.val)
	}
	return true
}

// emitSensor: the expression that is evaluated when it triggers is an element of
// its own, which has the id of the sensor.
func emitSensor(e *elementEmitter) bool {
	a := e.argumentNamed("EVALUATE")
	if a == nil || e.st.id.src == nil {
		return emitRoutine(e)
	}
	emitRoutine(e)
	e.setDerived("evaluate_id", e.st.id.s, a.name)
	e.finishElement()
	v := &elementEmitter{r: e.r, st: e.st}
	v.raw.Kind, v.raw.Span, v.raw.Section = "Sensor_Evaluate", a.name.fileSpan(), e.raw.Section
	v.addAttr("id", a.name, e.st.id)
	v.emitLaw(&arg{&argSpec{name: "EVALUATE", form: asExpr, attrs: []string{"expr"}}, a.name, a.val})
	v.finishElement()
	return false
}
