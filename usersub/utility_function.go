package usersub

// Functions of the expression language. iord 0 gives the value, 1 and 2 the
// derivatives with respect to x.

// evaluated returns a Call whose last three arguments are iord, the value and
// the error flag.
func evaluated(f func(c *UtilityCall, order int) float64) func(*UtilityCall) {
	return func(c *UtilityCall) {
		n := len(c.Args)
		order := c.AsInt(n - 3)
		if order < 0 || order > 2 {
			c.SetFlag(1)
			return
		}
		c.SetReal(n-2, f(c, int(order)))
	}
}

func ramped(s func(float64) [3]float64) func(*UtilityCall) {
	return evaluated(func(c *UtilityCall, order int) float64 {
		return rampOf(s, c.AsReal(0), c.AsReal(1), c.AsReal(2), c.AsReal(3), c.AsReal(4), order)
	})
}

// series is the same for functions with coefficients in argument at; without
// coefficients the flag is set.
func series(at int, f func(c *UtilityCall, par []float64, order int) float64) func(*UtilityCall) {
	return func(c *UtilityCall) {
		if len(c.Arg[at].Real) == 0 {
			c.SetFlag(1)
			return
		}
		evaluated(func(c *UtilityCall, order int) float64 { return f(c, c.Arg[at].Real, order) })(c)
	}
}

const (
	rampArgs   = "x:r x0:r h0:r x1:r h1:r iord:i value:R errflg:F"
	seriesArgs = "x:r x0:r par:r[npar] npar:i iord:i value:R errflg:F"
	waveArgs   = "x:r x0:r w:r=1 par:r[npar] npar:i iord:i value:R errflg:F"
)

func init() {
	utility("STEP", "cubic step from h0 at x0 to h1 at x1", rampArgs, ramped(cubicRamp))
	utility("STEP5", "fifth-order step from h0 at x0 to h1 at x1", rampArgs, ramped(quinticRamp))
	utility("HAVSIN", "sine step from h0 at x0 to h1 at x1", rampArgs, ramped(sineRamp))
	utility("IMPACT", "force of a one-sided bumper",
		"x:r dxdt:r x1:r k:r e:r cmax:r d:r iord:i vec:R[1] errflg:F",
		evaluated(func(c *UtilityCall, order int) float64 {
			return impact(c.AsReal(0), c.AsReal(1), c.AsReal(2), c.AsReal(3), c.AsReal(4), c.AsReal(5), c.AsReal(6), order)
		}))
	utility("BISTOP", "force of a gap with two stops",
		"x:r dxdt:r x1:r x2:r k:r e:r cmax:r d:r iord:i vec:R[1] errflg:F",
		evaluated(func(c *UtilityCall, order int) float64 {
			return bistop(c.AsReal(0), c.AsReal(1), c.AsReal(2), c.AsReal(3), c.AsReal(4), c.AsReal(5), c.AsReal(6),
				c.AsReal(7), order)
		}))
	utility("POLY", "polynomial", seriesArgs, series(2, func(c *UtilityCall, par []float64, order int) float64 {
		return poly(c.AsReal(0)-c.AsReal(1), par, order)
	}))
	utility("CHEBY", "Chebyshev polynomial", seriesArgs, series(2, func(c *UtilityCall, par []float64, order int) float64 {
		return cheby(c.AsReal(0)-c.AsReal(1), par, order)
	}))
	utility("FORCOS", "Fourier cosine series", waveArgs, series(3, func(c *UtilityCall, par []float64, order int) float64 {
		return fourier(false, c.AsReal(0)-c.AsReal(1), c.AsReal(2), par, order)
	}))
	utility("FORSIN", "Fourier sine series", waveArgs, series(3, func(c *UtilityCall, par []float64, order int) float64 {
		return fourier(true, c.AsReal(0)-c.AsReal(1), c.AsReal(2), par, order)
	}))
	utility("SHF", "simple harmonic function", "x:r x0:r a:r w:r phi:r b:r iord:i value:R errflg:F",
		evaluated(func(c *UtilityCall, order int) float64 {
			return shf(c.AsReal(0)-c.AsReal(1), c.AsReal(2), c.AsReal(3), c.AsReal(4), c.AsReal(5), order)
		}))
	for _, name := range []string{"AKISPL", "CUBSPL", "FITSPL", "LINSPL", "QUISPL"} {
		utility(name, "value of a spline, interpolated in one way",
			"x:r z:r id:i iord:i array:R[1] errflg:F", spline(name))
	}
	utility("GTCURV", "point of a curve or a derivative",
		"id:i alpha:r iord:i array:R[3] istat:F", gtcurv).InPython = "py_gtcrv"
}

func spline(method string) func(*UtilityCall) {
	return func(c *UtilityCall) {
		s, ok := As[Splines](c.State)
		if !ok {
			c.Lacks("the solver evaluates no splines here")
			return
		}
		v, flag := s.Spline(method, c.AsInt(2), c.AsReal(0), c.AsReal(1), c.AsInt(3))
		c.SetReal(4, v)
		c.SetFlag(flag)
	}
}

func gtcurv(c *UtilityCall) {
	s, ok := As[Curves](c.State)
	if !ok {
		c.Lacks("the solver evaluates no curves here")
		return
	}
	var r [3]float64
	flag := s.GtCurv(&r, c.AsInt(0), c.AsReal(1), c.AsInt(2))
	c.SetReal(3, r[:]...)
	c.SetFlag(flag)
}
