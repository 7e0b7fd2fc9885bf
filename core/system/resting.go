package system

// Resting reports whether the analysis is one of rest: static or quasi-static.
func (s *State) Resting() bool { return s.Mode == Static || s.Mode == QuasiStatic }

// keeps reports whether the states of a group stay as they are: is_static_hold. Their
// equation then is x' = 0, whatever their law says.
func (s *State) keeps(g *StateGroup) bool { return g.Hold && s.Resting() }

// ballastPart is the part of the mean mass, and of this mass at the length scale,
// that a body without mass or inertia gets where a search for rest weighs motions.
const ballastPart = 1e-3

// regularizeMass gives bodies without mass or inertia some. In analyses of rest masses do not
// enter the equations, only the matrix of the search, where they say how motions that nothing
// resists are weighed against each other.
func (s *State) regularizeMass() {
	sum, n := 0.0, 0
	for i := range s.sys.Bodies {
		if b := &s.sys.Bodies[i]; b.Mass > 0 {
			sum, n = sum+b.Mass, n+1
		}
	}
	mass := ballastPart
	if n > 0 {
		mass *= sum / float64(n)
	}
	l := s.sys.Length
	if l == 0 {
		l = 1
	}
	for i := 1; i < len(s.sys.Bodies); i++ {
		b, d := &s.sys.Bodies[i], s.plan.diag[i]
		n := b.speeds()
		switch {
		case b.Kind == Parameter:
			d[0] = max(d[0], mass)
			continue
		case b.Mass == 0:
			for k := range min(n, 3) {
				d[k*n+k] += mass
			}
		}
		if b.Kind != Rigid {
			continue
		}
		for k := 3; k < 6; k++ {
			if d[k*n+k] == 0 {
				d[k*n+k] = mass * l * l
			}
		}
	}
}

// Reach sets dst to how far each coordinate may go in one step of a search for rest: part
// of the length scale of the model, or of a radian.
func (s *State) Reach(dst []float64, part float64) {
	l := s.sys.Length
	if l == 0 {
		l = 1
	}
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		for k := range b.speeds() {
			dst[b.v+k] = part * l
			if k >= 3 {
				dst[b.v+k] = part
			}
		}
	}
}
