package system

import "github.com/trammel-mbd/trammel/usersub"

// Field returns the law of FIESUB: six forces of the twelve measures that
// Given holds as "disp" and "velo". The partials that the routine returns, by
// columns, serve the iteration matrix; where it leaves all of them zero they are
// differenced.
func (r *Routine) Field() LawSpec {
	return LawSpec{Owner: r.Owner(), Outputs: 6, New: func(s *State) (Law, error) {
		l := &fieldLaw{routineLaw: newRoutineLaw(r)}
		l.all = make([]float64, l.n)
		l.written = true // most routines leave the partials alone unless they are asked for
		s.routines = append(s.routines, l.routineLaw)
		return l, l.setup(s)
	}}
}

type fieldLaw struct {
	*routineLaw
	all  []float64 // forces and both matrices
	part []float64 // their partials, as far as they are differenced
}

func (l *fieldLaw) Outputs() int { return 6 }

func (l *fieldLaw) Eval(out, in []float64, s *State) error {
	err := l.eval(l.all, in, s.p.T, false, s)
	copy(out, l.all)
	return err
}

func (l *fieldLaw) Partials(dst, dt, in, _ []float64, _ bool, s *State) error {
	clear(dt) // no constraint depends on a force
	if err := l.eval(l.all, in, s.p.T, true, s); err != nil {
		return err
	}
	n := len(in)
	if len(l.part) != l.n*n {
		l.part = make([]float64, l.n*n)
	}
	dis, vel := given(l.frame, "dfddis"), given(l.frame, "dfdvel")
	for k := range in {
		m := dis
		if k >= 6 {
			m = vel
		}
		if k < l.given && m != nil {
			for i := range 6 {
				dst[i*n+k] = m[k%6*6+i]
			}
		}
	}
	for k := range in {
		if k < 6 && dis != nil || k >= 6 && k < l.given && vel != nil {
			continue
		}
		if err := l.column(l.part, k, in, l.all, false, s); err != nil {
			return err
		}
		for i := range 6 {
			dst[i*n+k] = l.part[i*n+k]
		}
	}
	l.load(l.frame, in)
	return nil
}

// given returns a matrix that a routine filled, nil if it did not.
func given(f *usersub.Frame, name string) []float64 {
	m := f.Arg(name)
	if !finite(m) {
		return nil
	}
	for _, v := range m {
		if v != 0 {
			return append([]float64(nil), m...)
		}
	}
	return nil
}
