package integrate

// SpinCorrector is a Problem some of whose speeds have components along axes that turn with the motion, which change by nothing
// but a rate of their own: the spin of a body about an axis b of its own, with d(b·ω)/dt = b·ω'. A formula for the components of ω along
// fixed axes leaves b·ω off by its local error in each step, of one sign for many steps, even where b·ω' is zero throughout.
type SpinCorrector interface {
	// ResetAxialSpeedTracking forgets earlier steps.
	ResetAxialSpeedTracking()
	// CorrectAxialSpeeds moves speeds of next, the end of a step that begins at last, to where such components change by the integral of their
	// rates, where that is known better than the formula has it. No speed i is moved by more than 1/weight[i]. It reports whether
	// any was moved.
	CorrectAxialSpeeds(next, last *Point, weight []float64) bool
}

// initSpinCorrection finds out whether the Problem is one whose spins are kept. With a fixed step a method is left as textbooks have it.
func (c *stepControl) initSpinCorrection() {
	if c.spinning, _ = c.p.(SpinCorrector); c.opt.FixedStep > 0 {
		c.spinning = nil
	}
	if c.spinning != nil {
		c.spinning.ResetAxialSpeedTracking()
	}
}

// correctSpinsOfStep keeps the spins of next, which s has reached.
func (c *stepControl) correctSpinsOfStep(s scheme) {
	if c.spinning == nil || !c.spinning.CorrectAxialSpeeds(c.next, c.now, c.wt.v) {
		return
	}
	if d, is := s.(interface{ completeCorrection() }); is {
		d.completeCorrection()
	}
}
