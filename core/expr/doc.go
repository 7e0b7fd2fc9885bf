// Package expr compiles function expressions such as
//
//	IF(VARVAL(20): 0, STEP(TIME, 0, 0, 0.1, 1), -50*DX(9,1)**2 + 30D)
//
// into programs that give a value, exact first partials, and the first and
// second derivative along a motion.
//
// The package knows no mechanics. A measure (DX(9,1), VARVAL(20)) is an opaque
// call with integer constants as arguments: the caller says by a Table which
// names are measures, finds the distinct calls in Program.Measures and hands
// their values to each evaluation.
//
// # Language
//
// Case and white space are not significant. A number followed by D is in
// degrees and is converted to radians. Operators in order of binding: ** (right
// to left), signs, * and /, + and -. So -2**2 is -4 and 2**-1 is 0.5. Any number
// of signs may be before an operand. IF(e: n, z, p) is n, z or p for
// negative, zero or positive e; a comma may stand for the colon; only the chosen
// branch is evaluated. Constants: PI, RTOD, DTOR; variables: TIME, MODE.
//
// Constant parts are evaluated when compiled, and one without a finite value
// (SQRT(-1), 1/0) is an error there, except in a branch of an IF that a
// constant condition never takes. During a run the same gives NaN or an
// infinity, which the caller has to deal with; so does an IF whose condition is NaN.
//
// DELAY(e, lag, history, array) is the value of e a lag ago; history, which may depend on TIME only, is for times
// before the start, array is optional. It is a measure DELAY(k) of the program, whose parts
// are programs in Program.Delays: the caller keeps what e has been. A constant lag of 0 or less
// leaves e itself.
//
// # Derivatives
//
// Derivatives are exact, not differenced. Where a function has a kink or a jump
// the derivative is that of the piece that supplied the value:
//
//   - ABS(x) and SIGN(x,y) at x = 0: zero. AINT, ANINT: zero everywhere. MOD(a,b):
//     1 and -int(a/b), also on the jump.
//   - MAX(a,b), MIN(a,b) with a = b: that of a. DIM(a,b) with a = b: zero.
//   - STEP, STEP5, HAVSIN at either end: that of the constant outside.
//   - IMPACT, BISTOP: zero wherever the force is zero, contact point included.
//   - IF: that of the chosen branch; the condition contributes nothing.
//   - ATAN2(0,0): zero. x**y with x <= 0: y counts as constant (below zero it is integral).
//
// A factor that is exactly zero makes its product zero even when the other factor is
// infinite: the gradient of SQRT(DX(1)**2+DY(1)**2) at the origin is zero. Where the
// value is NaN, derivatives mean nothing.
//
// # Breaks
//
// Breaks finds the times at which parts of a program that depend on TIME alone are not smooth: the ends
// of STEP, STEP5 and HAVSIN, where IF, ABS, SIGN, DIM, MAX, MIN, MOD, AINT and ANINT switch, the places that externals
// report (Broken), and zeros of divisors.
package expr
