package integrate

// A singular configuration is passed by steps of the explicit method with its stages put
// onto the rows (beside.go). The stages of RADAU share one matrix: along the direction that is
// lost an error of stage i is multiplied by 1 - s_i/s at each iteration, and where the step passes the
// singular place s_i changes sign, so that no step size converges.

// openAcross makes the explicit method ready.
func (m *radau) openAcross(p Problem, start *Point) error {
	m.across = nil
	if m.n.NL == 0 {
		return nil
	}
	d, o := &dop853{}, m.opt
	o.Work = m.w
	if err := d.Init(p, start, &o); err != nil {
		return err
	}
	d.wt, d.onto = m.wt, true
	m.w.stats, m.across = &m.stats, d
	return nil
}

// cross attempts the step to t in that way.
func (m *radau) cross(t float64) (float64, bool, error) {
	d := m.across
	d.now.Copy(m.now)
	d.take(0, d.now)
	d.h, d.opt = m.h, m.opt
	m.ours, m.renew = false, true
	err, ok, e := d.attempt(t)
	m.worst, m.newton.worst = d.worst, d.worst
	if m.crossed = ok && e == nil; m.crossed {
		m.next.Copy(d.next)
	}
	return err, ok, e
}

// landed keeps what At needs of a step across.
func (m *radau) landed() error {
	d := m.across
	d.hUsed = m.hUsed
	d.now, d.next = d.next, d.now
	m.hPast = 0
	return d.commit(0, false)
}
