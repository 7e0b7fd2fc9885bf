package usersub

// EvaluateUtility returns a function of the table of utilities that needs nothing but
// numbers, as the utility does, or its derivative of the given order with respect to
// the first. Coefficients are behind the other arguments: STEP (x x0 h0 x1 h1), STEP5,
// HAVSIN, IMPACT (x v x1 k e c d), BISTOP (x v x1 x2 k e c d), POLY (x x0 a…),
// CHEBY, FORCOS (x x0 w a…), FORSIN, SHF (x x0 a w phi b). It is false for other names
// and another number of arguments.
func EvaluateUtility(name string, x []float64, order int) (float64, bool) {
	n := len(x)
	if least, ok := evaluates[name]; !ok || n < least || n > least && !TakesCoefficients(name) || order < 0 || order > 2 {
		return 0, false
	}
	switch name {
	case "STEP":
		return evalRamp(cubicRamp, x[0], x[1], x[2], x[3], x[4], order), true
	case "STEP5":
		return evalRamp(quinticRamp, x[0], x[1], x[2], x[3], x[4], order), true
	case "HAVSIN":
		return evalRamp(haversineRamp, x[0], x[1], x[2], x[3], x[4], order), true
	case "IMPACT":
		return impactForce(x[0], x[1], x[2], x[3], x[4], x[5], x[6], order), true
	case "BISTOP":
		return bistopForce(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], order), true
	case "POLY":
		return evalPolynomial(x[0]-x[1], x[2:], order), true
	case "CHEBY":
		return evalChebyshevSeries(x[0]-x[1], x[2:], order), true
	case "FORCOS":
		return evalFourierSeries(false, x[0]-x[1], x[2], x[3:], order), true
	case "FORSIN":
		return evalFourierSeries(true, x[0]-x[1], x[2], x[3:], order), true
	}
	return evalSimpleHarmonic(x[0]-x[1], x[2], x[3], x[4], x[5], order), true
}

// evaluates are the names with the least number of arguments.
var evaluates = map[string]int{"STEP": 5, "STEP5": 5, "HAVSIN": 5, "IMPACT": 7, "BISTOP": 8, "POLY": 3, "CHEBY": 3,
	"FORCOS": 4, "FORSIN": 4, "SHF": 6}

// TakesCoefficients reports whether a function of EvaluateUtility takes any number of
// coefficients behind its other arguments.
func TakesCoefficients(name string) bool {
	switch name {
	case "POLY", "CHEBY", "FORCOS", "FORSIN":
		return true
	}
	return false
}
