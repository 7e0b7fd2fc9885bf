package usersub

// Functions of the expression language. iord 0 gives the value, 1 and 2 the
// derivatives with respect to x.

// newFunctionCall returns a Call whose last three arguments are iord, the value and
// the error flag.
func newFunctionCall(f func(c *UtilityCall, order int) float64) func(*UtilityCall) {
	return func(c *UtilityCall) {
		n := len(c.Args)
		order := c.IntInput(n - 3)
		if order < 0 || order > 2 {
			c.SetErrorFlag(1)
			return
		}
		c.SetRealOutput(n-2, f(c, int(order)))
	}
}

func newRampCall(s func(float64) [3]float64) func(*UtilityCall) {
	return newFunctionCall(func(c *UtilityCall, order int) float64 {
		return evalRamp(s, c.RealInput(0), c.RealInput(1), c.RealInput(2), c.RealInput(3), c.RealInput(4), order)
	})
}

// newCoefficientCall returns the same for functions with coefficients in argument at; without
// coefficients the flag is set.
func newCoefficientCall(at int, f func(c *UtilityCall, par []float64, order int) float64) func(*UtilityCall) {
	return func(c *UtilityCall) {
		if len(c.Arg[at].Real) == 0 {
			c.SetErrorFlag(1)
			return
		}
		newFunctionCall(func(c *UtilityCall, order int) float64 { return f(c, c.Arg[at].Real, order) })(c)
	}
}

const (
	rampArgs = `
x:r | where the value is wanted | as the caller uses it
x0
h0:r | value up to x0 | as the caller uses it
x1:r | value of x where it ends, greater than x0 | that of x
h1:r | value from x1 on | that of h0
iord
value:R | the value or the derivative | that of h0 / x^iord
errflg
> 0.25, 0, 0, 1, 2, 0`
	seriesArgs = `
x:r | where the value is wanted | as the caller uses it
x0:r | shift: the variable is x - x0 | that of x
par:r[npar] | coefficients from order 0 on | as the caller uses them
npar iord
value:R | the value or the derivative | that of par[0] / x^iord
errflg
> 0.5, 0, [1, 2, 3], 3, 0`
	waveArgs = `
x:r | where the value is wanted | as the caller uses it
x0:r | shift: the variable is x - x0 | that of x
w:r=1 | circular frequency of the first harmonic | rad / that of x
par:r[npar] | the constant, then the amplitudes of the harmonics | as the caller uses them
npar iord
value:R | the value or the derivative | that of par[0] / x^iord
errflg
> 0, 0, 2, [1, 2, 3], 3, 0`
	springDamperArgs = `
k:r | stiffness | force / length^e
e:r | exponent of the penetration | 1
cmax:r | largest damping | force time/length
d:r | penetration at which the damping is cmax | length
iord
vec:R[1] | the force or its derivative with respect to x at constant dxdt, never pulling | force / length^iord
errflg`
	splineArgs = `
x:r | first abscissa | that of the spline
z:r | second abscissa; ignored where the spline has one curve | that of the spline
id:i | id of the Reference_Spline
iord:i | 0 value, 1 first, 2 second derivative with respect to x; 0 only where there are several curves
array:R[1] | the value or the derivative | that of the spline / x^iord
errflg
> 0.5, 0, 7, 0`
)

func init() {
	registerUtility("STEP", "cubic step from h0 at x0 to h1 at x1", rampArgs, newRampCall(cubicRamp))
	registerUtility("STEP5", "fifth-order step from h0 at x0 to h1 at x1", rampArgs, newRampCall(quinticRamp))
	registerUtility("HAVSIN", "sine step from h0 at x0 to h1 at x1", rampArgs, newRampCall(haversineRamp))
	registerUtility("IMPACT", "force of a one-sided bumper", `
x:r | distance; the force acts where it is below x1 | length
dxdt:r | its rate | length/time
x1:r | free length of the bumper | length`+springDamperArgs+`
> 0.9, -0.5, 1, 1000, 1.5, 20, 0.25, 0`,
		newFunctionCall(func(c *UtilityCall, order int) float64 {
			return impactForce(c.RealInput(0), c.RealInput(1), c.RealInput(2), c.RealInput(3), c.RealInput(4), c.RealInput(5), c.RealInput(6), order)
		}))
	registerUtility("BISTOP", "force of a gap with two stops", `
x:r | distance; the force is positive below x1, negative above x2 | length
dxdt:r | its rate | length/time
x1:r | lower end of the gap | length
x2:r | upper end of the gap | length`+springDamperArgs+`
> 1.1, 0.5, 0.5, 1, 1000, 1.5, 20, 0.25, 0`,
		newFunctionCall(func(c *UtilityCall, order int) float64 {
			return bistopForce(c.RealInput(0), c.RealInput(1), c.RealInput(2), c.RealInput(3), c.RealInput(4), c.RealInput(5), c.RealInput(6),
				c.RealInput(7), order)
		}))
	registerUtility("POLY", "polynomial", seriesArgs, newCoefficientCall(2, func(c *UtilityCall, par []float64, order int) float64 {
		return evalPolynomial(c.RealInput(0)-c.RealInput(1), par, order)
	}))
	registerUtility("CHEBY", "Chebyshev polynomial", seriesArgs, newCoefficientCall(2, func(c *UtilityCall, par []float64, order int) float64 {
		return evalChebyshevSeries(c.RealInput(0)-c.RealInput(1), par, order)
	}))
	registerUtility("FORCOS", "Fourier cosine series", waveArgs, newCoefficientCall(3, func(c *UtilityCall, par []float64, order int) float64 {
		return evalFourierSeries(false, c.RealInput(0)-c.RealInput(1), c.RealInput(2), par, order)
	}))
	registerUtility("FORSIN", "Fourier sine series", waveArgs, newCoefficientCall(3, func(c *UtilityCall, par []float64, order int) float64 {
		return evalFourierSeries(true, c.RealInput(0)-c.RealInput(1), c.RealInput(2), par, order)
	}))
	registerUtility("SHF", "simple harmonic function", `
x:r | where the value of a sin(w (x - x0) - phi) + b is wanted | as the caller uses it
x0:r | shift: the variable is x - x0 | that of x
a:r | amplitude | as the caller uses it
w:r | circular frequency | rad / that of x
phi:r | phase angle | rad
b:r | mean value | that of a
iord
value:R | the value or the derivative | that of a / x^iord
errflg
> 0, 0, 2, 3, 0, 1, 0`,
		newFunctionCall(func(c *UtilityCall, order int) float64 {
			return evalSimpleHarmonic(c.RealInput(0)-c.RealInput(1), c.RealInput(2), c.RealInput(3), c.RealInput(4), c.RealInput(5), order)
		}))
	for name, method := range map[string]string{
		"AKISPL": "Akima's method", "CUBSPL": "natural cubic splines", "FITSPL": "a quadratic B-spline",
		"LINSPL": "straight lines", "QUISPL": "natural quintic splines",
	} {
		registerUtility(name, "value of a Reference_Spline or of a derivative, by "+method, splineArgs,
			newServiceCall("the solver evaluates no splines here", func(c *UtilityCall, s Splines) {
				v, flag := s.Spline(name, c.IntInput(2), c.RealInput(0), c.RealInput(1), c.IntInput(3))
				c.SetRealOutput(4, v)
				c.SetErrorFlag(flag)
			}))
	}
	registerUtility("GTCURV", "point of a curve or a derivative", `
id:i | id of the Reference_ParamCurve
alpha:r | parameter: -1 to 1 for a spline, u_start to u_end for a CURSUB | 1
iord:i | 0 value, 1 first, 2 second derivative with respect to alpha
array:R[3] | x y z along the axes of the curve | length
istat
> 8, 0.5, 0`,
		newServiceCall("the solver evaluates no curves here", func(c *UtilityCall, s Curves) {
			var r [3]float64
			flag := s.GtCurv(&r, c.IntInput(0), c.RealInput(1), c.IntInput(2))
			c.SetRealOutput(3, r[:]...)
			c.SetErrorFlag(flag)
		})).InPython = "py_gtcrv"
}
