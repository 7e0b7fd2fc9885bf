package solve

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// place writes a row of coefficients for a pair of nodes, G and -Gᵀ.
func place(m *Matrix, j, b int32, row int, coef ...float64) {
	g, t := m.Block(int(j), int(b)), m.Block(int(b), int(j))
	cols := len(coef)
	rows := len(g) / cols
	for k, v := range coef {
		g[row*cols+k] += v
		t[k*rows+row] -= v
	}
}

func mass(m *Matrix, b int32, values ...float64) {
	d := m.Block(int(b), int(b))
	for k, v := range values {
		d[k*(len(values)+1)] += v
	}
}

// revolute writes the five rows of a hinge about z at (x, y), with body a and
// body b (-1: ground) at their origins (ax, ay), (bx, by): three of position,
// two of direction.
func revolute(m *Matrix, j, a, b int32, x, y float64, centre map[int32][2]float64) {
	for k, body := range []int32{a, b} {
		if body < 0 {
			continue
		}
		sign := 1 - 2*float64(k)
		rx, ry := x-centre[body][0], y-centre[body][1]
		// velocity of the point: v + w × r with r = (rx, ry, 0)
		place(m, j, body, 0, sign, 0, 0, 0, 0, -sign*ry)
		place(m, j, body, 1, 0, sign, 0, 0, 0, sign*rx)
		place(m, j, body, 2, 0, 0, sign, sign*ry, -sign*rx, 0)
		place(m, j, body, 3, 0, 0, 0, sign, 0, 0)
		place(m, j, body, 4, 0, 0, 0, 0, sign, 0)
	}
}

// fourBar is a planar four-bar linkage of hinges in space: 18 speeds, 20 rows,
// 17 of them independent, one freedom.
func fourBar() (*sketch, *Matrix) {
	s := &sketch{}
	a, b, c := s.body(6), s.body(6), s.body(6)
	s.joint(5, a, -1)
	s.joint(5, a, b)
	s.joint(5, b, c)
	s.joint(5, c, -1)
	m := AnalyzePattern(s.g).NewMatrix()
	centre := map[int32][2]float64{a: {0.1, 0.5}, b: {1.1, 1.2}, c: {2.2, 0.7}}
	for k, x := range []int32{a, b, c} {
		f := float64(k + 1)
		mass(m, x, f, f, f, 0.1*f, 0.2*f, 0.3*f)
	}
	pin := [][2]float64{{0, 0}, {0.2, 1}, {2, 1.4}, {2.4, 0}}
	ends := [][2]int32{{a, -1}, {a, b}, {b, c}, {c, -1}}
	for k, j := range s.joints {
		revolute(m, j[0], ends[k][0], ends[k][1], pin[k][0], pin[k][1], centre)
	}
	return s, m
}

func TestFourBarInSpace(t *testing.T) {
	s, m := fourBar()
	rows := m.FindRedundantRows(1e-10)
	if len(rows) != 3 {
		t.Fatalf("redundant rows %v, want 3 of them", rows)
	}
	var singular *SingularError
	if err := m.Factor(); !errors.As(err, &singular) || s.g.Kind[singular.Node] != Saddle {
		t.Errorf("Factor with redundant rows: %v", err)
	}
	if m.Merges > 3 {
		t.Errorf("%d merges for rows that are plainly redundant", m.Merges)
	}
	drop(m, rows)
	check(t, m, rand.New(rand.NewPCG(1, 1)), 1e-12)
	if rows := m.FindRedundantRows(1e-10); len(rows) != 0 {
		t.Errorf("still redundant: %v", rows)
	}
}

// A row of n parallelograms of hinges in space: one freedom, three redundant
// rows for each.
func TestParallelograms(t *testing.T) {
	for _, n := range []int{1, 2, 10, 40} {
		s := &sketch{}
		centre := map[int32][2]float64{}
		var uprights, bars []int32
		for k := range n + 1 {
			b := s.body(6)
			uprights = append(uprights, b)
			centre[b] = [2]float64{float64(k) + 0.2, 0.4}
			if k > 0 {
				b = s.body(6)
				bars = append(bars, b)
				centre[b] = [2]float64{float64(k) - 0.1, 0.8}
			}
		}
		type pin struct {
			j, a, b int32
			x, y    float64
		}
		var pins []pin
		for k, u := range uprights {
			pins = append(pins, pin{s.joint(5, u, -1), u, -1, float64(k), 0})
		}
		for k, b := range bars {
			for side := range 2 {
				u := uprights[k+side]
				pins = append(pins, pin{s.joint(5, b, u), b, u, float64(k+side) + 0.4, 0.8})
			}
		}
		m := AnalyzePattern(s.g).NewMatrix()
		for b := range centre {
			mass(m, b, 1, 1, 1, 0.1, 0.1, 0.1)
		}
		for _, p := range pins {
			revolute(m, p.j, p.a, p.b, p.x, p.y, centre)
		}
		rows := m.FindRedundantRows(1e-10)
		if len(rows) != 3*n || m.Merges > 0 {
			t.Errorf("%d parallelograms: %d redundant rows, %d merges", n, len(rows), m.Merges)
		}
		drop(m, rows)
		check(t, m, rand.New(rand.NewPCG(1, 1)), 1e-12)
		if m.Merges > 0 {
			t.Errorf("%d parallelograms: %d merges", n, m.Merges)
		}
	}
}

// drop replaces rows and columns by those of the unit matrix, as a caller may
// do to keep its pattern.
func drop(m *Matrix, rows []Row) {
	for _, r := range rows {
		for _, j := range m.s.blockColumnsOfRow(int32(r.Node)) {
			n := m.s.size[r.Node]
			g, c := m.Block(r.Node, int(j)), m.s.size[j]
			clear(g[r.Row*c : r.Row*c+c])
			t := m.Block(int(j), r.Node)
			for k := range c {
				t[k*n+r.Row] = 0
			}
		}
		n := m.s.size[r.Node]
		m.Block(r.Node, r.Node)[r.Row*(n+1)] = 1
	}
}

// The first n rows of a hinge in the middle of a chain, given a second time.
func TestDuplicateJoint(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, n := range []int{1, 3, 5} {
		s := chain(6, true)
		first := s.joints[3]
		second := s.joint(n, first[1:]...)
		m := AnalyzePattern(s.g).NewMatrix()
		s.fillIn(m, r)
		for _, b := range first[1:] {
			copy(m.Block(int(second), int(b)), m.Block(int(first[0]), int(b)))
			from, to := m.Block(int(b), int(first[0])), m.Block(int(b), int(second))
			for i := range 6 {
				copy(to[i*n:i*n+n], from[i*5:i*5+n])
			}
		}
		rows := m.FindRedundantRows(1e-10)
		if len(rows) != n {
			t.Errorf("%d rows given twice, found %v", n, rows)
		}
		if err := m.Factor(); err == nil {
			t.Errorf("%d rows given twice: Factor saw nothing", n)
		}
		drop(m, rows)
		check(t, m, r, 1e-12)
	}
}

func TestZeroRows(t *testing.T) {
	s := chain(3, false)
	lone := s.joint(2) // joins nothing: both sides on the ground
	m := AnalyzePattern(s.g).NewMatrix()
	r := rand.New(rand.NewPCG(1, 9))
	s.fillIn(m, r)
	rows := m.FindRedundantRows(1e-10)
	want := []Row{{int(lone), 0}, {int(lone), 1}}
	if len(rows) != 2 || rows[0] != want[0] || rows[1] != want[1] {
		t.Errorf("rows %v, want %v", rows, want)
	}
	var singular *SingularError
	if err := m.Factor(); !errors.As(err, &singular) || singular.Node != int(lone) {
		t.Errorf("Factor: %v, want a singular node %d", err, lone)
	}
	// A row of zeros in the middle of a joint that is otherwise fine.
	clear(m.Block(3, 0)[12:18])
	clear(m.Block(3, 2)[12:18])
	for _, b := range []int{0, 2} {
		for i := range 6 {
			m.Block(b, 3)[i*5+2] = 0
		}
	}
	rows = m.FindRedundantRows(1e-10)
	if len(rows) != 3 {
		t.Errorf("rows %v, want 3", rows)
	}
	drop(m, rows)
	check(t, m, r, 1e-12)
}

// Independent rows of very different size, at all units of mass, are no reason
// to call a row redundant.
func TestRankDoesNotDependOnUnits(t *testing.T) {
	for _, unit := range []float64{1e-9, 1, 1e9} {
		for _, rowUnit := range []float64{1e-6, 1, 1e6} {
			_, m := fourBar()
			for i := range m.s.size {
				for _, j := range m.s.blockColumnsOfRow(int32(i)) {
					for k := range m.Block(i, int(j)) {
						switch {
						case m.s.kind[i] == Definite && m.s.kind[j] == Definite:
							m.Block(i, int(j))[k] *= unit
						case m.s.kind[i] != m.s.kind[j]:
							m.Block(i, int(j))[k] *= rowUnit
						}
					}
				}
			}
			if rows := m.FindRedundantRows(1e-10); len(rows) != 3 {
				t.Errorf("mass unit %g, row unit %g: %v", unit, rowUnit, rows)
			}
		}
	}
}

func TestIndependentRows(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 2))
	for i := range 30 {
		s := web(3+r.IntN(30), r)
		m := AnalyzePattern(s.g).NewMatrix()
		s.fillIn(m, r)
		if rows := m.FindRedundantRows(1e-12); len(rows) != 0 {
			t.Errorf("web %d: %v", i, rows)
		}
	}
}

// Loops of seven hinges with random axes: 36 speeds and 35 rows each, all
// independent, one freedom a loop. Loops follow each other, every one standing
// on the middle of the one before.
func TestLoopsOfSevenHinges(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	for _, loops := range []int{1, 2, 8} {
		s := &sketch{}
		base := int32(-1)
		var ends [][2]int32
		for range loops {
			last := base
			var middle int32
			for k := range 6 {
				b := s.body(6)
				ends = append(ends, [2]int32{b, last})
				if last = b; k == 2 {
					middle = b
				}
			}
			ends = append(ends, [2]int32{last, base})
			base = middle
		}
		for _, e := range ends {
			s.joint(5, e[0], e[1])
		}
		m := AnalyzePattern(s.g).NewMatrix()
		centre := map[int32][]float64{}
		for i, k := range s.g.Kind {
			if k == Definite {
				centre[int32(i)] = vector(3, r)
				mass(m, int32(i), 1, 1, 1, 0.1, 0.2, 0.3)
			}
		}
		for k, e := range ends {
			hinge(m, s.joints[k][0], e, centre, r)
		}
		if rows := m.FindRedundantRows(1e-10); len(rows) != 0 {
			t.Errorf("%d loops: redundant rows %v", loops, rows)
		}
		check(t, m, r, 1e-12)
		if m.Merges > 0 {
			t.Errorf("%d loops: %d merges", loops, m.Merges)
		}
	}
}

// hinge writes five rows for a hinge at a random place about a random axis.
func hinge(m *Matrix, j int32, ends [2]int32, centre map[int32][]float64, r *rand.Rand) {
	at, across, other := vector(3, r), vector(3, r), vector(3, r)
	for k, body := range ends {
		if body < 0 {
			continue
		}
		c, sign := centre[body], 1-2*float64(k)
		x, y, z := sign*(at[0]-c[0]), sign*(at[1]-c[1]), sign*(at[2]-c[2])
		place(m, j, body, 0, sign, 0, 0, 0, z, -y)
		place(m, j, body, 1, 0, sign, 0, -z, 0, x)
		place(m, j, body, 2, 0, 0, sign, y, -x, 0)
		place(m, j, body, 3, 0, 0, 0, sign*across[0], sign*across[1], sign*across[2])
		place(m, j, body, 4, 0, 0, 0, sign*other[0], sign*other[1], sign*other[2])
	}
}

// TestZeroPivot: a direction without mass and a row that is all zero are singular, and the error names the node.
func TestZeroPivot(t *testing.T) {
	for _, c := range []struct {
		name string
		mass [6]float64
		row  []float64
		at   func(s *sketch, body, joint int32) int32
	}{
		{"no mass", [6]float64{1, 1, 0, 1, 1, 1}, []float64{1, 0, 0, 0, 0, 0}, func(_ *sketch, body, _ int32) int32 { return body }},
		{"zero row", [6]float64{1, 1, 1, 1, 1, 1}, []float64{0, 0, 0, 0, 0, 0}, func(_ *sketch, _, joint int32) int32 { return joint }},
	} {
		s := &sketch{}
		a := s.body(6)
		s.joint(1, a, -1)
		m := AnalyzePattern(s.g).NewMatrix()
		j := s.joints[0][0]
		mass(m, a, c.mass[:]...)
		place(m, j, a, 0, c.row...)
		var singular *SingularError
		if err := m.Factor(); !errors.As(err, &singular) || int32(singular.Node) != c.at(s, a, j) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	one := &sketch{} // and a body alone
	a := one.body(3)
	m := AnalyzePattern(one.g).NewMatrix()
	mass(m, a, 1, 0, 1)
	var singular *SingularError
	if err := m.Factor(); !errors.As(err, &singular) || int32(singular.Node) != a {
		t.Errorf("a body alone: %v", err)
	}
}

// TestLostPivot: what elimination leaves of a diagonal value is rounding: no pivot, in a body alone and in one that joints follow.
func TestLostPivot(t *testing.T) {
	for _, joined := range []bool{false, true} {
		s := &sketch{}
		a := s.body(3)
		if joined {
			s.joint(1, a, -1)
		}
		m := AnalyzePattern(s.g).NewMatrix()
		d := m.Block(int(a), int(a))
		copy(d, []float64{3, 1, 2, 1, 1. / 3 * (1 + 0x1p-50), 2. / 3, 2, 2. / 3, 5})
		if joined {
			place(m, s.joints[0][0], a, 0, 0, 0, 1)
		}
		var singular *SingularError
		if err := m.Factor(); !errors.As(err, &singular) || int32(singular.Node) != a {
			t.Errorf("joined %v: %v", joined, err)
		}
	}
}
