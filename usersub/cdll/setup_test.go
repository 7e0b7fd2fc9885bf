//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

func setups(t *testing.T) []string {
	return []string{build(t, "setup.so", "testdata/c/setup.c"), build(t, "setup.so", "testdata/fortran/setup.f")}
}

// reported calls a routine and compares what the solver was reported.
func reported(t *testing.T, r *usersub.Routine, f *usersub.Frame, iflag bool, want ...string) {
	t.Helper()
	s := &subtest.Full{}
	f.PrepareCall(0, false, iflag)
	if err := r.Call(f, s); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Recorded, want) {
		t.Errorf("%s: the solver received\n%s\nwant\n%s", r.Implementation, strings.Join(s.Recorded, "\n"), strings.Join(want, "\n"))
	}
}

func TestRoutineDrivesTheSolver(t *testing.T) {
	for _, lib := range setups(t) {
		f := usersub.NewFrame(usersub.CONSUB, "UserProgramControl", 0, []float64{0.25}, nil)
		reported(t, load(t, lib, usersub.CONSUB, "CONSUB"), f, false,
			"MODSET i_marker_id 5", "ANALYS KINEMATICS a step 0 0.25 true", "DATOUT",
			"ANALYS KINEMATICS a step 0.25 0.5 false", "DATOUT", "MODIFY PART/1, MASS = 10")
	}
}

// c_analys has two forms, distinguished by the third integer argument.
func TestFormsOfAnalys(t *testing.T) {
	lib := setups(t)[0]
	f := usersub.NewFrame(usersub.CONSUB, "UserProgramControl", 0, []float64{0.5, 2}, nil)
	reported(t, load(t, lib, usersub.CONSUB, "BYPOINTER"), f, false, "ANALYS STATIC  0.5 2 true", "ANALYS DYNAMICS x 0.5 2 false")
	for env, want := range map[string]uintptr{"": 0, "value": 1, "pointer": 2} {
		t.Setenv("TRAMMEL_ANALYS", env)
		if got := analysTimeConvention(); got != want {
			t.Errorf("TRAMMEL_ANALYS=%s gives %d", env, got)
		}
	}
}

// nestingDriver runs another routine for each analysis: calls nest.
type nestingDriver struct {
	subtest.Full
	step func(begin float64)
}

func (s *nestingDriver) Analys(kind, name string, begin, end float64, first bool) int32 {
	s.step(begin)
	return s.Full.Analys(kind, name, begin, end, first)
}

func TestAnalysNests(t *testing.T) {
	lib := build(t, "suite.so", "testdata/c/suite.c")
	inner := load(t, lib, usersub.SFOSUB, "FLAGSN")
	other := usersub.NewFrame(usersub.SFOSUB, "Force_Scalar_TwoBody", 3, nil, nil)
	for _, lib := range setups(t) {
		var values []float64
		s := &nestingDriver{step: func(begin float64) {
			other.PrepareCall(begin, false, false)
			if err := inner.Call(other, &subtest.State{}); err != nil {
				t.Error(err)
			}
			values = append(values, other.RealArgNamed("value")[0])
		}}
		f := usersub.NewFrame(usersub.CONSUB, "UserProgramControl", 0, []float64{0.25}, nil)
		if err := load(t, lib, usersub.CONSUB, "CONSUB").Call(f, s); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(values, []float64{3000, 3000.25}) || len(s.Recorded) != 6 {
			t.Errorf("inner calls give %v, reported %v", values, s.Recorded)
		}
	}
}

func TestRoutineDeclaresVariables(t *testing.T) {
	for _, lib := range setups(t) {
		r := load(t, lib, usersub.UCOSUB, "UCOSUB")
		none := usersub.NewFrame(usersub.UCOSUB, "Constraint_UserConstr", 4, nil, map[string]int{"nq": 0})
		reported(t, r, none, true, "UCOVAR 4 [30101 30102] [11 212]", "UCOMAR 4 [9] [1013]")
		f := usersub.NewFrame(usersub.UCOSUB, "Constraint_UserConstr", 4, nil, map[string]int{"nq": 3})
		copy(f.RealArgNamed("q"), []float64{1, 2, 3})
		copy(f.Ints(f.Sig.ArgIndex("idrsel")), []int32{1, 1, 1})
		reported(t, r, f, false)
		got := fmt.Sprint(f.RealArgNamed("scalar"), f.RealArgNamed("array"), f.RealArgNamed("xmatrx"))
		if got != "[13] [1 6 4] [0 0 0 0 0 2 0 2 0]" {
			t.Errorf("%s: %s", r.Implementation, got)
		}
	}
}

func TestRoutinePutsSpline(t *testing.T) {
	for _, lib := range setups(t) {
		f := usersub.NewFrame(usersub.SPLINE_READ, "Reference_Spline", 4, nil, nil)
		copy(f.Text, []string{"road.txt", "left"})
		reported(t, load(t, lib, usersub.SPLINE_READ, "SPLINE_READ"), f, false, "PUT_SPLINE 4 [0 1 2 3] [0 1 4 9] []",
			"PUT_SPLINE 5 [0 1 2 3] [0 1 4 9 10 11 14 19] [0.5 1.5]")
		if v := f.Ints(f.Sig.ArgIndex("errflg"))[0]; v == 0 {
			t.Error("a spline with three points is taken")
		}
	}
}

func TestRoutinePutsMarker(t *testing.T) {
	for _, lib := range setups(t) {
		f := usersub.NewFrame(usersub.MARKER_READ, "Reference_Marker", 4, nil, nil)
		reported(t, load(t, lib, usersub.MARKER_READ, "MARKER_READ"), f, false,
			"PUT_MARKER 4 [1 2 3] 0 [0.1 0.2 0.3 0.4 0.5 0.6]", "PUT_MARKER 4 [1 2 3] 1 [0.1 0.2 0.3]",
			"PUT_MARKER 4 [1 2 3] 2 [0.1 0.2 0.3]", "PUT_MARKER 4 [1 2 3] 3 [0.1 0.2 0.3 0.4]")
	}
}

func TestRoutinePutsMatrixAndString(t *testing.T) {
	for _, lib := range setups(t) {
		f := usersub.NewFrame(usersub.MATRIX_READ, "Reference_Matrix", 4, nil, nil)
		reported(t, load(t, lib, usersub.MATRIX_READ, "MATRIX_READ"), f, false, "PUT_MATRIX 4 2 3 [1 4 2 5 3 6]")
		if v := f.Ints(f.Sig.ArgIndex("errflg"))[0]; v == 0 {
			t.Error("a matrix without rows is taken")
		}
		f = usersub.NewFrame(usersub.STRING_READ, "Reference_String", 4, nil, nil)
		reported(t, load(t, lib, usersub.STRING_READ, "STRING_READ"), f, false, "PUT_STRING 4 < a road.txt>")
	}
}
