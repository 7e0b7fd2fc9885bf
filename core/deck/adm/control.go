package adm

import (
	"strconv"
	"strings"
)

var controlStatements = []spec{
	{name: "VARIABLE", kind: "Reference_Variable", id: true, typed: true, read: variable, write: writeVariable, args: join(
		of("IC", "ic"), is("IMPLICIT", "implicit", "TRUE"), function("FUNCTION", "expr"), silent(asFlag, "AUTOBALANCE"), routineArgs(),
	)},
	{name: "DIFF", kind: "Control_Diff", id: true, typed: true, read: routine, args: join(
		of("IC", "ic", "ic_dot"), is("IMPLICIT", "is_implicit", "TRUE"), is("STATIC_HOLD", "is_static_hold", "TRUE"),
		function("FUNCTION", "expr"), routineArgs(),
	)},
	{name: "LSE", kind: "Control_StateEqn", id: true, fixed: []pair{{"type", "LINEAR"}}, read: sizes, write: writeStates, args: join(stateArrays(),
		of("A", "a_matrix_id"), of("B", "b_matrix_id"), of("C", "c_matrix_id"), of("D", "d_matrix_id"),
	)},
	{name: "GSE", kind: "Control_StateEqn", id: true, fixed: []pair{{"type", "USERSUB"}}, read: sizes, args: join(stateArrays(),
		of("NS", "num_state"), of("NO", "num_output"), function("FUNCTION", "usrsub_param_string"), routineArgs(),
		values("XD"), silent(asNumbers, "SAMPLE_OFFSET", "ICD"), silent(asExpr, "SAMPLE_FUNCTION"),
		refuse(asNumbers, "states that change at certain times only", "ND", "SAMPLE_PERIOD"),
		refuse(asLine, "routines of other programs; write a GSESUB", "INTERFACE"),
	)},
	{name: "TFSISO", kind: "Control_SISO", id: true, read: transfer, write: writeTransfer, args: join(
		of("X", "x_array_id"), of("Y", "y_array_id"), of("U", "u_array_id"), is("STATIC_HOLD", "is_static_hold", "TRUE"),
		values("NUMERATOR"), values("DENOMINATOR"),
	)},
	{name: "PINPUT", kind: "Control_PlantInput", id: true, read: plant, write: skip("num_element"), args: join(list("VARIABLES", "variable_id_list"))},
	{name: "POUTPUT", kind: "Control_PlantOutput", id: true, read: plant, write: skip("num_element"), args: join(list("VARIABLES", "variable_id_list"))},
	{name: "PSTATE", kind: "Reference_PlantState", id: true, read: plant, write: skip("num_element"), args: join(list("VARIABLES", "variable_id_list"))},
	{name: "SENSOR", kind: "Sensor_Event", id: true, typed: true, read: sensor, write: writeSensor, args: join(
		of("VALUE", "value"), of("ERROR", "error_tol"), of("DT", "dt"), of("STEPSIZE", "stepsize"),
		is("EQ", "compare", "EQ"), is("GE", "compare", "GE"), is("LE", "compare", "LE"),
		is("HALT", "halt", "TRUE"), is("PRINT", "print", "TRUE"), is("RESTART", "restart", "TRUE"), is("RETURN", "return", "TRUE"),
		silent(asFlag, "CODGEN", "YYDUMP", "TIME", "ANGULAR"), is("BISECTION", "zero_crossing", "TRUE"),
		function("FUNCTION", "expr"), argSpec{name: "EVALUATE", form: asExpr}, routineArgs(),
	)},
}

// variable: where variables depend on each other in a circle they are unknowns
// of the equations, which all are for Adams.
func variable(e *emitter) bool {
	id, _ := strconv.Atoi(e.st.id.s)
	if e.r.loops[id] && !e.has("implicit") && e.r.knows(e.raw.Kind, "implicit") {
		e.set("implicit", "TRUE", e.st.word)
	}
	return routine(e)
}

func stateArrays() []argSpec {
	x := of("X", "x_array_id")
	x.alias = []string{"XC"}
	return join(x, of("Y", "y_array_id"), of("U", "u_array_id"), of("IC", "ic_array_id"),
		is("STATIC_HOLD", "is_static_hold", "TRUE"))
}

// sizes: an equation of ours says how many states and outputs it has, one of
// Adams leaves that to the arrays that hold them.
func sizes(e *emitter) bool {
	if a := e.argument("XD"); a != nil {
		e.fail(a.name, "E614", "not supported: states that change at certain times only (XD)")
	}
	if e.st.spec.name == "GSE" {
		e.sizeOf("X", "num_state")
	}
	e.sizeOf("Y", "num_output")
	return routine(e)
}

func (e *emitter) sizeOf(key, attr string) {
	a := e.argument(key)
	if a == nil || e.has(attr) {
		return
	}
	id, _ := strconv.Atoi(a.val.s)
	if array := e.r.arrays[id]; array != nil {
		if n := array.find("SIZE"); n != nil {
			e.add(attr, a.name, n.val)
		}
	}
}

func transfer(e *emitter) bool {
	for _, name := range []string{"numerator", "denominator"} {
		if a := e.argument(strings.ToUpper(name)); a != nil {
			e.set("num_"+name+"_coef", strconv.Itoa(len(entries(a.val))), a.val)
			e.add(name+"_coef", a.name, a.val.flat())
		}
	}
	return true
}

func plant(e *emitter) bool {
	if a := e.argument("VARIABLES"); a != nil {
		e.set("num_element", strconv.Itoa(len(entries(a.val))), a.val)
	}
	return true
}

// sensor: the expression that is evaluated when it triggers is an element of
// its own, which has the id of the sensor.
func sensor(e *emitter) bool {
	a := e.argument("EVALUATE")
	if a == nil || e.st.id.src == nil {
		return routine(e)
	}
	routine(e)
	e.set("evaluate_id", e.st.id.s, a.name)
	e.done()
	v := &emitter{r: e.r, st: e.st}
	v.raw.Kind, v.raw.Span, v.raw.Section = "Sensor_Evaluate", a.name.span(), e.raw.Section
	v.add("id", a.name, e.st.id)
	v.law(&arg{&argSpec{name: "EVALUATE", form: asExpr, attrs: []string{"expr"}}, a.name, a.val})
	v.done()
	return false
}
