package cmdfile

import "strings"

func emitMatrix(e *statementEmitter) bool {
	t, _ := e.attributeText("input_order")
	order := "RORDER"
	if expandWord(t, "by_column", "column", "corder") != "" {
		order = "CORDER"
	}
	e.addArgument("FULL", order, e.o.at)
	return true
}

// emitSparse: the sizes follow from the indices.
func emitSparse(e *statementEmitter) bool {
	for arg, param := range map[string]string{"ROWS": "row_index", "COLUMNS": "column_index"} {
		n := 0.0
		list, _ := e.attributeNumbers(param)
		for _, v := range list {
			n = max(n, v)
		}
		e.addNumber(arg, n, e.o.at)
	}
	return true
}

func emitCurve(e *statementEmitter) bool {
	if t, ok := e.attributeText("closed"); ok && isYes(t) {
		e.addTypeChoiceArgument("CLOSED", e.o.at)
	} else {
		e.addTypeChoiceArgument("OPEN", e.o.at)
	}
	if t, ok := e.attributeText("fit_type"); ok && expandWord(t, "curve_points") != "" {
		e.addTypeChoiceArgument("CURVE_POINTS", e.o.at)
	}
	return true
}

func emitRequest(e *statementEmitter) bool {
	if t, ok := e.attributeText("output_type"); ok && t != "" {
		w := expandWord(t, "displacement", "velocity", "acceleration", "force")
		if w == "" {
			e.addErrorf(e.o.findAttribute("output_type").firstValueSpan(), "E659", "output_type is displacement, velocity, acceleration or force, not %q", shortenForMessage(t))
			return false
		}
		e.addTypeChoiceArgument(strings.ToUpper(w), e.o.findAttribute("output_type").firstValueSpan())
	}
	for _, n := range []string{"comment", "comments"} {
		if t, ok := e.attributeText(n); ok && t != "" {
			e.addArgument("COMMENT", t, e.o.findAttribute(n).firstValueSpan())
			break
		}
	}
	if e.o.findAttribute("user_function") != nil && e.o.findAttribute("function") == nil {
		return e.addLaw("FUNCTION", "function")
	}
	return true
}

func emitSensor(e *statementEmitter) bool {
	if t, ok := e.attributeText("compare"); ok && t != "" {
		w := expandWord(t, "eq", "ge", "le")
		if w == "" {
			e.addErrorf(e.o.findAttribute("compare").firstValueSpan(), "E659", "compare is eq, ge or le, not %q", shortenForMessage(t))
			return false
		}
		e.addTypeChoiceArgument(strings.ToUpper(w), e.o.findAttribute("compare").firstValueSpan())
	}
	if e.o.findAttribute("evaluate") != nil {
		return e.addLaw("EVALUATE", "evaluate")
	}
	return true
}
