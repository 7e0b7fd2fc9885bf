package system

// findReported sorts out the laws that no equation of the model depends on: those of requests, and variables and
// DELAYs that only these refer to. Such laws have no part in the choice of steps and in partials; a DELAY among
// them is looked up when a result is written, and steps need not end where its breaks arrive.
func (s *State) findReported() {
	p := s.plan
	n := len(p.law)
	p.reported, p.lookup = make([]bool, n), make([]bool, n)
	delay := make([]int, n) // of the law of its value, 1 behind its index
	demand := make([]bool, n)
	for k := range s.sys.Delays {
		d := &s.sys.Delays[k]
		delay[d.value], demand[d.Signal] = k+1, true
		if d.Lag >= 0 {
			demand[d.Lag] = true
		}
	}
	needed := make([]bool, n)
	var need func(i int)
	need = func(i int) {
		if i < 0 || needed[i] {
			return
		}
		needed[i] = true
		for _, m := range p.law[i].in {
			need(p.lawOf(m))
		}
		if k := delay[i] - 1; k >= 0 {
			need(int(s.sys.Delays[k].Signal))
		}
	}
	for i := range p.law {
		if x := &s.sys.Laws[i]; !x.Report && !x.Named && !demand[i] {
			need(i)
		}
	}
	for _, set := range s.asked {
		for _, m := range set {
			need(p.lawOf(m))
		}
	}
	for _, c := range s.sys.Wanted {
		need(p.lawOf(p.index[c.key()]))
	}
	seen := make([]bool, n)
	var find func(i int) bool // reports whether law i depends on such a DELAY
	find = func(i int) bool {
		if seen[i] || needed[i] {
			return p.lookup[i]
		}
		seen[i] = true
		p.lookup[i] = delay[i] > 0
		for _, m := range p.law[i].in {
			if l := p.lawOf(m); l >= 0 && find(l) {
				p.lookup[i] = true
			}
		}
		return p.lookup[i]
	}
	for i := range p.law {
		p.reported[i] = !needed[i]
		if l, ok := p.law[i].law.(*routineLaw); ok {
			l.reported = !needed[i]
		}
		if x := &s.sys.Laws[i]; !x.Report && !x.Demand {
			find(i)
		}
	}
	s.delaying.wired(s)
}

// looksUp reports whether DELAY k is one that only results need.
func (s *State) looksUp(k int) bool { return s.plan.lookup[s.sys.Delays[k].value] }

// wired finds out what sampling needs to know of the signals: whether one depends on a DELAY that is looked up, and
// whether accelerations or reactions enter.
func (d *delaying) wired(s *State) {
	p := s.plan
	d.nested, d.rates, d.rate = false, false, make([]bool, len(s.sys.Delays))
	for k := range s.sys.Delays {
		seen := make([]bool, len(p.law))
		var visit func(i int)
		visit = func(i int) {
			if seen[i] {
				return
			}
			seen[i] = true
			d.nested = d.nested || p.lookup[i]
			for _, m := range p.law[i].in {
				if l := p.lawOf(m); l >= 0 {
					visit(l)
				} else if p.measure[m].ofRates() {
					d.rates, d.rate[k] = true, true
				}
			}
		}
		visit(int(s.sys.Delays[k].Signal))
	}
}

// ofRates reports whether m is of accelerations, multipliers, rates of states or algebraic unknowns.
func (m *Measure) ofRates() bool {
	switch m.row.stage {
	case Rates, Reaction, Applied:
		return true
	case Values:
		return m.kind == stateDot || m.kind == algebraic
	}
	return false
}
