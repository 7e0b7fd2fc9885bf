package system

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// exactTol is the part of the largest speed by which one that is to be kept may have
// changed; exactWeight leaves some 1e-8 of it.
const exactTol = 1e-5

// keptSpeeds warns of velocities that the deck wants kept exactly and that are not: the
// constraints contradict them, or they each other. All of them stand in one message,
// since none is to blame alone. want are wantedSpeeds before the constraints.
func (s *State) keptSpeeds(want, got []float64) {
	if want == nil {
		return
	}
	v, w := s.largestSpeeds(want)
	l := max(s.sys.Length, 1e-3)
	tolV, tolW := exactTol*(v+l*w), exactTol*(v/l+w)
	var all []string
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		switch {
		case b.Kind == Parameter:
			if b.ExactV[0] && !b.Idle && math.Abs(want[b.v]-got[b.v]) > exactTol*math.Abs(want[b.v]) {
				all = append(all, fmt.Sprintf("%s the speed of the contact (%.6g, not %.6g)", b.Name, got[b.v], want[b.v]))
			}
			continue
		case b.Kind == Rigid:
			all = append(all, changedSpeeds(b, "w_ic", &b.ExactAxesW, b.ExactW, want[b.v+3:], got[b.v+3:], tolW)...)
		}
		all = append(all, changedSpeeds(b, "v_ic", &b.ExactAxesV, b.ExactV, want[b.v:], got[b.v:], tolV)...)
	}
	if len(all) > 0 {
		slices.Sort(all)
		s.Warn("initial velocities that are to be kept exactly cannot be, as constraints or each other contradict them: %s", strings.Join(all, ", "))
	}
}

// largestSpeeds returns the largest components of velocities and angular velocities.
func (s *State) largestSpeeds(p []float64) (v, w float64) {
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		if b.Kind == Parameter {
			continue
		}
		for k := range b.speeds() {
			if x := math.Abs(p[b.v+k]); k < 3 {
				v = max(v, x)
			} else {
				w = max(w, x)
			}
		}
	}
	return v, w
}

// changedSpeeds lists the marked components along axes that differ by more than tol.
func changedSpeeds(b *Body, name string, axes *mat, marked [3]bool, want, got []float64, tol float64) (all []string) {
	kind := "Body_Rigid"
	if b.Kind == PointMass {
		kind = "Body_Point"
	}
	for k, m := range marked {
		if !m {
			continue
		}
		a := axes.Col(k)
		x, y := 0.0, 0.0
		for n := range 3 {
			x, y = x+a.At(n)*want[n], y+a.At(n)*got[n]
		}
		if math.Abs(x-y) > tol {
			all = append(all, fmt.Sprintf("%s %d %s_%c (%.6g, not %.6g)", kind, b.ID, name, "xyz"[k], y, x))
		}
	}
	return all
}

// wantedSpeeds returns the speeds at p if some are to be kept, else nil.
func (s *State) wantedSpeeds(p *integrate.Point) []float64 {
	marked := func(b Body) bool { return b.ExactV != [3]bool{} || b.ExactW != [3]bool{} }
	if s.continued || !slices.ContainsFunc(s.sys.Bodies, marked) {
		return nil
	}
	return slices.Clone(p.V)
}
