package system

import (
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// TestWrongPartialsOfRotations: a law of the nine entries of a rotation matrix whose partials are wrong for turns about one axis alone is
// found, whichever axis that is; right partials are not reported.
func TestWrongPartialsOfRotations(t *testing.T) {
	coefficients := []float64{1, -2, 0.5, 3, 0.7, -1, 2, 0.3, -0.4}
	for axis := range 4 { // 3: nothing is wrong
		m := newModel(5)
		m.body(Rigid)
		m.Bodies[1].Rot0 = spatial.Identity
		i, j := m.markerAt(1, Marker{Rot: spatial.Identity}), m.markerAt(Ground, Marker{Rot: spatial.Identity})
		l := &wrongPartialsLaw{opaqueLaw{c0: 1, c: coefficients}, make([]float64, 9)}
		for k := range 9 {
			l.in = append(l.in, Call{"u" + "xyz"[k/3:k/3+1] + "xyz"[k%3:k%3+1], []int{i, j}})
		}
		if axis < 3 { // the change of the entries by a turn about the axis, rows and columns behind it
			a, b := (axis+1)%3, (axis+2)%3
			l.wrong[3*b+a], l.wrong[3*a+b] = 5, -5
		}
		law := m.AddLaw(LawSpec{Owner: "turned", New: func(*State) (Law, error) { return l, nil }})
		m.AddForce(Force{Element: "Force_Scalar_TwoBody", ID: 1, Direction: Line, I: m.at(i), J: m.at(j), Comp: [6]Output{{Law: law}, None, None, None, None, None}})
		s := m.state(t)
		found, err := s.CheckPartials(s.DeckPoint())
		if err != nil {
			t.Fatal(err)
		}
		named := false
		for _, w := range found {
			named = named || strings.Contains(w.Input, "a rotation about axis "+string(rune('1'+axis)))
		}
		if named != (axis < 3) || len(found) > 0 != (axis < 3) {
			t.Errorf("wrong about axis %d: found %v", axis+1, found)
		}
	}
}

// wrongPartialsLaw is a law whose partials are off.
type wrongPartialsLaw struct {
	opaqueLaw
	wrong []float64
}

func (l *wrongPartialsLaw) Partials(dst, _, _, _ []float64, _ bool, _ *State) error {
	for k := range dst {
		dst[k] = l.c[k] + l.wrong[k]
	}
	return nil
}

// TestSizesOfVectors: all three components of directions and forces count, torques as forces at the model's length.
func TestSizesOfVectors(t *testing.T) {
	for k, d := range [][3]float64{{2, 3, 6}, {-6, 2, 3}, {3, -6, 2}} {
		u := normalized3(d)
		for i := range d {
			if math.Abs(u[i]-d[i]/7) > 1e-15 {
				t.Errorf("%d: %v", k, u)
			}
		}
	}
	m := newModel(1)
	m.body(Rigid)
	m.body(Rigid)
	m.Length = 4
	for k := range 12 {
		f := make([]float64, 12)
		f[k] = -8
		want := 8.
		if k%6 >= 3 {
			want = 2
		}
		if got := m.largestForce(f); got != want {
			t.Errorf("component %d: %g, want %g", k, got, want)
		}
	}
}
