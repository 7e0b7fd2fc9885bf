package adm

import (
	"strconv"
	"strings"
)

var controlStatements = []spec{
	{name: "VARIABLE", kind: "Reference_Variable", id: true, typed: true, read: emitVariable, write: writeVariable, args: joinArgs(
		entriesArg("IC", "ic"), flagArg("IMPLICIT", "implicit", "TRUE"), expressionArg("FUNCTION", "expr"), ignoredArgs(asFlag, "AUTOBALANCE"), routineArgs(),
	)},
	{name: "DIFF", kind: "Control_Diff", id: true, typed: true, read: takeRoutine, args: joinArgs(
		entriesArg("IC", "ic", "ic_dot"), flagArg("IMPLICIT", "is_implicit", "TRUE"), flagArg("STATIC_HOLD", "is_static_hold", "TRUE"),
		expressionArg("FUNCTION", "expr"), routineArgs(),
	)},
	{name: "LSE", kind: "Control_StateEqn", id: true, fixed: []pair{{"type", "LINEAR"}}, read: emitStateSizes, write: writeStates, args: joinArgs(stateArrayArgs(),
		entriesArg("A", "a_matrix_id"), entriesArg("B", "b_matrix_id"), entriesArg("C", "c_matrix_id"), entriesArg("D", "d_matrix_id"),
	)},
	{name: "GSE", kind: "Control_StateEqn", id: true, fixed: []pair{{"type", "USERSUB"}}, read: emitStateSizes, args: joinArgs(stateArrayArgs(),
		entriesArg("NS", "num_state"), entriesArg("NO", "num_output"), expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
		handledArg("XD"), ignoredArgs(asNumbers, "SAMPLE_OFFSET", "ICD"), ignoredArgs(asExpr, "SAMPLE_FUNCTION"),
		refusedArgs(asNumbers, "states that change at certain times only", "ND", "SAMPLE_PERIOD"),
		refusedArgs(asLine, "routines of other programs; write a GSESUB", "INTERFACE"),
	)},
	{name: "TFSISO", kind: "Control_SISO", id: true, read: emitTransfer, write: writeTransfer, args: joinArgs(
		entriesArg("X", "x_array_id"), entriesArg("Y", "y_array_id"), entriesArg("U", "u_array_id"), flagArg("STATIC_HOLD", "is_static_hold", "TRUE"),
		handledArg("NUMERATOR"), handledArg("DENOMINATOR"),
	)},
	{name: "PINPUT", kind: "Control_PlantInput", id: true, read: emitPlant, write: skipAttrs("num_element"), args: joinArgs(listArg("VARIABLES", "variable_id_list"))},
	{name: "POUTPUT", kind: "Control_PlantOutput", id: true, read: emitPlant, write: skipAttrs("num_element"), args: joinArgs(listArg("VARIABLES", "variable_id_list"))},
	{name: "PSTATE", kind: "Reference_PlantState", id: true, read: emitPlant, write: skipAttrs("num_element"), args: joinArgs(listArg("VARIABLES", "variable_id_list"))},
	{name: "SENSOR", kind: "Sensor_Event", id: true, typed: true, read: emitSensor, write: writeSensor, args: joinArgs(
		entriesArg("VALUE", "value"), entriesArg("ERROR", "error_tol"), entriesArg("DT", "dt"), entriesArg("STEPSIZE", "stepsize"),
		flagArg("EQ", "compare", "EQ"), flagArg("GE", "compare", "GE"), flagArg("LE", "compare", "LE"),
		flagArg("HALT", "halt", "TRUE"), flagArg("PRINT", "print", "TRUE"), flagArg("RESTART", "restart", "TRUE"), flagArg("RETURN", "return", "TRUE"),
		ignoredArgs(asFlag, "CODGEN", "YYDUMP", "TIME", "ANGULAR"), flagArg("BISECTION", "zero_crossing", "TRUE"),
		expressionArg("FUNCTION", "expr"), formArg(asExpr, "EVALUATE"), routineArgs(),
	)},
}

// emitVariable: where variables depend on each other in a circle they are unknowns
// of the equations, which all are for Adams.
func emitVariable(e *emitter) bool {
	id, _ := strconv.Atoi(e.st.id.s)
	if e.r.loops[id] && !e.hasAttr("implicit") && e.r.hasAttr(e.raw.Kind, "implicit") {
		e.setDerived("implicit", "TRUE", e.st.word)
	}
	return takeRoutine(e)
}

func stateArrayArgs() []argSpec {
	return joinArgs(addAlias(entriesArg("X", "x_array_id"), "XC"), entriesArg("Y", "y_array_id"), entriesArg("U", "u_array_id"), entriesArg("IC", "ic_array_id"),
		flagArg("STATIC_HOLD", "is_static_hold", "TRUE"))
}

// emitStateSizes: an equation of ours says how many states and outputs it has, one of
// Adams leaves that to the arrays that hold them.
func emitStateSizes(e *emitter) bool {
	if a := e.argumentNamed("XD"); a != nil {
		e.errorAt(a.name, "E614", "not supported: states that change at certain times only (XD)")
	}
	if e.st.spec.name == "GSE" {
		e.setSizeOf("X", "num_state")
	}
	e.setSizeOf("Y", "num_output")
	return takeRoutine(e)
}

func (e *emitter) setSizeOf(key, attr string) {
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

func emitTransfer(e *emitter) bool {
	for _, name := range []string{"numerator", "denominator"} {
		if a := e.argumentNamed(strings.ToUpper(name)); a != nil {
			e.setDerived("num_"+name+"_coef", strconv.Itoa(len(splitEntries(a.val))), a.val)
			e.addAttr(name+"_coef", a.name, a.val.withoutLineBreaks())
		}
	}
	return true
}

func emitPlant(e *emitter) bool {
	if a := e.argumentNamed("VARIABLES"); a != nil {
		e.setDerived("num_element", strconv.Itoa(len(splitEntries(a.val))), a.val)
	}
	return true
}

// emitSensor: the expression that is evaluated when it triggers is an element of
// its own, which has the id of the sensor.
func emitSensor(e *emitter) bool {
	a := e.argumentNamed("EVALUATE")
	if a == nil || e.st.id.src == nil {
		return takeRoutine(e)
	}
	takeRoutine(e)
	e.setDerived("evaluate_id", e.st.id.s, a.name)
	e.finishElement()
	v := &emitter{r: e.r, st: e.st}
	v.raw.Kind, v.raw.Span, v.raw.Section = "Sensor_Evaluate", a.name.fileSpan(), e.raw.Section
	v.addAttr("id", a.name, e.st.id)
	v.takeLaw(&arg{&argSpec{name: "EVALUATE", form: asExpr, attrs: []string{"expr"}}, a.name, a.val})
	v.finishElement()
	return false
}
