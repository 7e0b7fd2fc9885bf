package vi

import (
	"fmt"
	"strings"
	"testing"
)

// Rows that are off keep their place, get no multiplier and do nothing; flags of one row of a cone
// hold for the cone.
func TestRowsOff(t *testing.T) {
	for _, name := range names {
		w := column(2, false, 0.5, 0.005)
		r := w.p.Rows
		r.AddUnenforced(0)
		r.SetFlag(4, Broken, "pulled with 12 N", 0.25)
		r.SetFlag(4, Disabled, "switched off", 0.5)
		if got := fmt.Sprint(r.AppendEnabled(nil)); got != "[0 1 2]" {
			t.Errorf("active rows %s", got)
		}
		if r.Reason[4] != "switched off" || r.Since[4] != 0.5 || r.Flags[4] != Broken|Disabled {
			t.Errorf("row 4: %v %q %g", r.Flags[4], r.Reason[4], r.Since[4])
		}
		r.L[3], r.L[6] = 1, 1
		s := solver(t, name, 1e-9, 0)
		w.loadColumn(6)
		if _, err := s.Solve(&w.p, w.q); err != nil {
			t.Fatal(err)
		}
		if v := w.q[8]; v > -gravity*w.h*0.999 || r.L[3] != 0 || r.L[6] != 0 {
			t.Errorf("%s: the upper ball has no contact, but moves at %g, multipliers %v", name, v, r.L)
		}
		r.ClearFlag(4, Disabled)
		if r.IsEnabled(3) || r.Reason[4] == "" {
			t.Error("a broken row is active")
		}
		r.ClearFlag(4, Broken)
		clear(w.q)
		w.loadColumn(6)
		if _, err := s.Solve(&w.p, w.q); err != nil || w.q[8] < -1e-8 {
			t.Errorf("%s: the upper ball falls through: %g, %v", name, w.q[8], err)
		}
	}
}

// A lock row that is off leaves its joint's other rows alone.
func TestLockRowOff(t *testing.T) {
	for _, name := range names {
		p := &Problem{Rows: NewRows([]int{2}), F: []float64{1, 1}, H: []Block{{0, 0, []float64{1, 0, 0, 1}}}}
		row := p.Rows.AddLock(2, 0)
		p.Rows.JacobianBlock(row, 0)[0], p.Rows.JacobianBlock(row+1, 0)[1] = 1, 1
		p.Rows.SetFlag(row+1, Redundant, "as row 0 of joint 7", 0)
		q := make([]float64, 2)
		res, err := solver(t, name, 1e-10, 0).Solve(p, q)
		if err != nil || res.Status != Converged || q[0] > 1e-9 || q[1] < 1-1e-9 || p.Rows.L[1] != 0 {
			t.Errorf("%s: %+v %v q %v l %v", name, res, err, q, p.Rows.L)
		}
	}
}

// Cut takes the rows behind, and what follows them is as if they had never been.
func TestCut(t *testing.T) {
	r := NewRows([]int{6, 3})
	r.AddLock(5, 0, 1)
	for range 3 {
		row := r.AddCone(CoulombCone(0.5), 0, 1)
		if row != 5 || r.RowCount() != 8 || len(r.j) != 5*9+3*9 || r.L[row] != 0 {
			t.Fatalf("row %d of %d, %d values", row, r.RowCount(), len(r.j))
		}
		r.JacobianBlock(row+2, 1)[2], r.L[row], r.Flags[row] = 7, 3, Broken
		if r.j[len(r.j)-1] != 7 {
			t.Fatal("the last value of the Jacobian is elsewhere")
		}
		r.RemoveRowsFrom(5)
	}
	r.RemoveRowsFrom(5)
	if r.RowCount() != 5 || len(r.entries) != 2 {
		t.Errorf("%d rows, %d entries are left", r.RowCount(), len(r.entries))
	}
}

func TestMisuse(t *testing.T) {
	r := NewRows([]int{6, 3})
	r.AddLock(2, 0)
	for says, f := range map[string]func(){
		"block 2 of 2":    func() { r.AddLock(1, 2) },
		"block 1 twice":   func() { r.AddUnilateral(1, 1) },
		"empty":           func() { r.AddBox(1, -1, 0) },
		"inside the rows": func() { r.RemoveRowsFrom(1) },
		"not negative":    func() { r.AddCone(CoulombCone(-1), 0) },
		"a cone with":     func() { r.AddCone(Cone{Rows: [groups]uint8{3, 0, 0}}, 0) },
		"2 unknowns, but q": func() {
			p := &Problem{Rows: NewRows([]int{2}), F: make([]float64, 2)}
			(&Newton{}).Solve(p, make([]float64, 1))
		},
	} {
		func() {
			defer func() {
				if e := fmt.Sprint(recover()); !strings.Contains(e, says) {
					t.Errorf("panic %q, want %q", e, says)
				}
			}()
			f()
		}()
	}
}
