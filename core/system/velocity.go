package system

// Velocity and acceleration measures: components or lengths of
//
//	w = vI - vJ - ωL×d             VX VY VZ VM     (d = pI - pJ)
//	w = ωI - ωJ                    WX WY WZ WM
//	w = aI - aJ - αL×d - 2ωL×d' + ωL×(ωL×d)    ACCX ...  (d' = vI - vJ)
//	w = αI - αJ - ωL×(ωI - ωJ)     WDTX ...
//
// along an axis k of marker K, or along w itself (lengths). VR is the rate of
// the distance: w along d.

func init() {
	component, length := &fn{}, &fn{norm: true}
	turn, speed := &fn{angular: true}, &fn{angular: true, norm: true}
	enter(
		row{"VX", 1, 4, Motion, axis(0), component},
		row{"VY", 1, 4, Motion, axis(1), component},
		row{"VZ", 1, 4, Motion, axis(2), component},
		row{"VM", 1, 3, Motion, frames, length},
		row{"VR", 1, 3, Motion, frames, &fn{closing: true}},
		row{"WX", 1, 3, Motion, axis(0), turn},
		row{"WY", 1, 3, Motion, axis(1), turn},
		row{"WZ", 1, 3, Motion, axis(2), turn},
		row{"WM", 1, 2, Motion, markers, speed},
		row{"ACCX", 1, 4, Rates, axis(0), component},
		row{"ACCY", 1, 4, Rates, axis(1), component},
		row{"ACCZ", 1, 4, Rates, axis(2), component},
		row{"ACCM", 1, 3, Rates, frames, length},
		row{"WDTX", 1, 4, Rates, axis(0), turn},
		row{"WDTY", 1, 4, Rates, axis(1), turn},
		row{"WDTZ", 1, 4, Rates, axis(2), turn},
		row{"WDTM", 1, 3, Rates, frames, speed},
	)
}

// velocity returns the vector w of a velocity measure and the direction k that
// it is measured along.
func (s *State) velocity(m *Measure) (w, k vec) {
	bi, bj := s.bodyOf(m.i), s.bodyOf(m.j)
	if m.row.fn.angular {
		w = bi.W.Sub(bj.W)
	} else {
		d := s.marker[m.i].P.Sub(s.marker[m.j].P)
		w = s.marker[m.i].V.Sub(s.marker[m.j].V)
		if m.l != Global {
			w = w.Sub(s.bodyOf(m.l).W.Cross(d))
		}
	}
	switch {
	case m.row.fn.norm:
		k = w.Unit()
	case m.row.fn.closing:
		k = s.marker[m.i].P.Sub(s.marker[m.j].P).Unit()
	default:
		k = s.marker[m.k].R.Col(m.comp)
	}
	return w, k
}

// gradMotion fills the gradient blocks of a velocity measure: first those with
// respect to the pose at fixed speeds, then those with respect to the speeds.
// With r the arms,
//
//	δ(w·k) = k·(δv_I - δv_J) - δω_L·(d×k)            speeds
//	       + δθI·(rI×(k×ωI)) - δθJ·(rJ×(k×ωJ))       arms turn
//	       - (k×ωL)·(δpI - δpJ) + δθK·(k×w)          d changes, the axis turns
//
// and for VR the direction changes by δk = (δd - k (k·δd))/|d|.
func (s *State) gradMotion(m *Measure) (pose, speed []float64) {
	n := 6 * len(m.body)
	g := s.grad[m.grad : m.grad+2*n]
	clear(g)
	pose, speed = g[:n], g[n:]
	w, k := s.velocity(m)
	i, j := &s.marker[m.i], &s.marker[m.j]
	fixed := !m.row.fn.norm && !m.row.fn.closing
	if m.row.fn.angular {
		push(speed, m.slot[0], vec{}, k)
		push(speed, m.slot[1], vec{}, k.Neg())
	} else {
		wi, wj := s.bodyOf(m.i).W, s.bodyOf(m.j).W
		push(speed, m.slot[0], k, i.Arm.Cross(k))
		push(speed, m.slot[1], k.Neg(), k.Cross(j.Arm))
		push(pose, m.slot[0], vec{}, i.Arm.Cross(k.Cross(wi)))
		push(pose, m.slot[1], vec{}, j.Arm.Cross(k.Cross(wj)).Neg())
		d := i.P.Sub(j.P)
		f := vec{}
		if m.l != Global {
			push(speed, m.slot[3], vec{}, k.Cross(d))
			f = s.bodyOf(m.l).W.Cross(k)
		}
		if n := d.Norm(); m.row.fn.closing && n > 0 {
			f = f.Add(w.AddScaled(-w.Dot(k), k).Scale(1 / n))
		}
		push(pose, m.slot[0], f, i.Arm.Cross(f))
		push(pose, m.slot[1], f.Neg(), f.Cross(j.Arm))
	}
	if fixed {
		push(pose, m.slot[2], vec{}, k.Cross(w))
	}
	return pose, speed
}

// acceleration returns the vector of an acceleration measure and its direction.
func (s *State) acceleration(m *Measure) (w, k vec) {
	bi, bj, bl := s.bodyOf(m.i), s.bodyOf(m.j), s.bodyOf(m.l)
	if m.row.fn.angular {
		w = bi.Al.Sub(bj.Al).Sub(bl.W.Cross(bi.W.Sub(bj.W)))
	} else {
		i, j := &s.marker[m.i], &s.marker[m.j]
		d, dd := i.P.Sub(j.P), i.V.Sub(j.V)
		w = s.pointAcc(m.i).Sub(s.pointAcc(m.j)).Sub(bl.Al.Cross(d))
		w = w.AddScaled(-2, bl.W.Cross(dd)).Add(bl.W.Cross(bl.W.Cross(d)))
	}
	if m.row.fn.norm {
		return w, w.Unit()
	}
	return w, s.marker[m.k].R.Col(m.comp)
}

// gradRates fills the gradient blocks of an acceleration measure with respect
// to the accelerations. Its dependence on pose and speeds is left out of the
// iteration matrix: it changes how fast Newton's method converges, not where.
func (s *State) gradRates(m *Measure) []float64 {
	g := s.grad[m.grad : m.grad+6*len(m.body)]
	clear(g)
	_, k := s.acceleration(m)
	i, j := &s.marker[m.i], &s.marker[m.j]
	if m.row.fn.angular {
		push(g, m.slot[0], vec{}, k)
		push(g, m.slot[1], vec{}, k.Neg())
		return g
	}
	push(g, m.slot[0], k, i.Arm.Cross(k))
	push(g, m.slot[1], k.Neg(), k.Cross(j.Arm))
	push(g, m.slot[3], vec{}, k.Cross(i.P.Sub(j.P)))
	return g
}

func (s *State) bodyOf(i MarkerIdx) *bodyState { return &s.body[s.sys.Markers[i].Body] }

func (s *State) pointAcc(i MarkerIdx) vec { return s.pointJet(i, 1).dd }
