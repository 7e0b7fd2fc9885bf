package cmdfile

import "strings"

func emitMatrix(e *emitter) bool {
	t, _ := e.text("input_order")
	order := "RORDER"
	if wordOf(t, "by_column", "column", "corder") != "" {
		order = "CORDER"
	}
	e.put("FULL", order, e.o.at)
	return true
}

// emitSparse: the sizes follow from the indices.
func emitSparse(e *emitter) bool {
	for arg, param := range map[string]string{"ROWS": "row_index", "COLUMNS": "column_index"} {
		n := 0.0
		list, _ := e.floats(param)
		for _, v := range list {
			n = max(n, v)
		}
		e.number(arg, n, e.o.at)
	}
	return true
}

func emitCurve(e *emitter) bool {
	if t, ok := e.text("closed"); ok && isYes(t) {
		e.flag("CLOSED", e.o.at)
	} else {
		e.flag("OPEN", e.o.at)
	}
	if t, ok := e.text("fit_type"); ok && wordOf(t, "curve_points") != "" {
		e.flag("CURVE_POINTS", e.o.at)
	}
	return true
}

func emitRequest(e *emitter) bool {
	if t, ok := e.text("output_type"); ok && t != "" {
		w := wordOf(t, "displacement", "velocity", "acceleration", "force")
		if w == "" {
			e.errorf(e.o.attr("output_type").span(), "E659", "output_type is displacement, velocity, acceleration or force, not %q", shorten(t))
			return false
		}
		e.flag(strings.ToUpper(w), e.o.attr("output_type").span())
	}
	for _, n := range []string{"comment", "comments"} {
		if t, ok := e.text(n); ok && t != "" {
			e.put("COMMENT", t, e.o.attr(n).span())
			break
		}
	}
	if e.o.attr("user_function") != nil && e.o.attr("function") == nil {
		return e.law("FUNCTION", "function")
	}
	return true
}

func emitSensor(e *emitter) bool {
	if t, ok := e.text("compare"); ok && t != "" {
		w := wordOf(t, "eq", "ge", "le")
		if w == "" {
			e.errorf(e.o.attr("compare").span(), "E659", "compare is eq, ge or le, not %q", shorten(t))
			return false
		}
		e.flag(strings.ToUpper(w), e.o.attr("compare").span())
	}
	if e.o.attr("evaluate") != nil {
		return e.law("EVALUATE", "evaluate")
	}
	return true
}
