package usersub_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
)

// some returns a call with inputs that are sensible for most utilities.
func some(u *usersub.Utility, s usersub.State) *usersub.UtilityCall {
	c := &usersub.UtilityCall{}
	c.PrepareCall(u, s, 0.5)
	for pass := range 2 {
		for i := range u.Args {
			a, v := &u.Args[i], &c.Arg[i]
			if !a.IsInput() || (pass == 0) != a.IsScalar() {
				continue
			}
			n, _ := c.ArgSize(i)
			v.Int, v.Real, v.Text = nil, nil, nil
			switch a.Kind {
			case usersub.Int:
				v.Int = slices.Repeat([]int32{2}, n)
			case usersub.Real:
				v.Real = slices.Repeat([]float64{0.5}, n)
			case usersub.Text:
				v.Text = []string{"EULER"}
			}
		}
	}
	return c
}

// newServiceCall returns the utilities that a solver must offer something for.
var newServiceCall = strings.Fields(`
AKISPL CUBSPL FITSPL LINSPL QUISPL GTCURV CUSFNC UCOVAR UCOMAR SET_DISCRETE_INTERFACE MODSET SET_ATTRIBUTE GTARAY GTSTRG
GTUNTS GTINAM GTONAM NMODES MODINF BODY_MASS_PROPERTY GET_GRAVITY GET_MATRIX_INFO GET_FULL_MATRIX_DATA
GET_SPARSE_MATRIX_DATA TIMGET GETMOD ANLMOD GETINT GETSLV GETVER GETCPU ERRMES USRMES PUT_SPLINE PUT_MARKER PUT_MATRIX PUT_STRING ANALYS
DATOUT MODIFY`)

// With a solver that offers nothing, what needs one says so and sets its flag;
// all else works. With one that offers everything only those remain that
// nothing supports.
func TestWhatTheSolverLacksIsSaid(t *testing.T) {
	f := usersub.NewFrame(usersub.GSE_DERIV, "Control_StateEqn", 1, nil, map[string]int{"n": 1})
	for _, u := range usersub.Utilities() {
		if u.Doc == "" || u.InC == "" {
			t.Errorf("%s has no line of text or no name", u.Name)
		}
		c := some(u, &usersub.QueryCache{Frame: f, State: &subtest.State{}})
		c.Invoke()
		lacks := u.Call == nil || slices.Contains(newServiceCall, u.Name)
		if (c.Unsupported != "") != lacks {
			t.Errorf("%s with nothing: %q", u.Name, c.Unsupported)
		}
		if lacks && u.Flag >= 0 && c.Arg[u.Flag].Int[0] != u.Failed && !strings.HasSuffix(u.Name, "MES") {
			t.Errorf("%s does not set its flag", u.Name)
		}
		c = some(u, &usersub.QueryCache{Frame: f, State: &subtest.Full{}})
		c.Invoke()
		var misuse = map[string]bool{"SET_ATTRIBUTE": true, "BODY_MASS_PROPERTY": true}
		if c.Unsupported != "" && u.Call != nil && !misuse[u.Name] {
			t.Errorf("%s with everything: %s", u.Name, c.Unsupported)
		}
	}
}

// Outputs have the sizes that implementations copy.
func TestOutputsHaveTheirSizes(t *testing.T) {
	for _, u := range usersub.Utilities() {
		for _, s := range []usersub.State{&subtest.State{}, &subtest.Full{}} {
			c := some(u, s)
			c.Invoke()
			for i := range u.Args {
				a := &u.Args[i]
				n, ok := c.ArgSize(i)
				if !a.Out || !ok {
					continue
				}
				v := &c.Arg[i]
				if got := len(v.Int) + len(v.Real) + len(v.Text); got != n {
					t.Errorf("%s: output %s has %d entries, want %d", u.Name, a.Name, got, n)
				}
			}
		}
	}
}

func TestUtilityNames(t *testing.T) {
	u := usersub.FindUtility("STEP")
	if got := fmt.Sprint(u.LibrarySymbols()); got != "[c_step STEP step_ step]" || u.InPython != "py_step" {
		t.Errorf("%s, %s", got, u.InPython)
	}
	want := "void c_akispl(double x, double z, int id, int iord, double *array, int *errflg)"
	if got := usersub.FindUtility("AKISPL").CPrototype(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if n := usersub.FindUtility("GTCURV").InPython; n != "py_gtcrv" {
		t.Errorf("GTCURV is %s in Python", n)
	}
	if n := usersub.FindUtility("GET_HHT_PARAMETERS").InC; n != "c_get_HHT_parameters" {
		t.Errorf("GET_HHT_PARAMETERS is %s in C", n)
	}
	for i, u := range usersub.Utilities() {
		if u.TableIndex() != i {
			t.Errorf("%s has number %d, want %d", u.Name, u.TableIndex(), i)
		}
	}
}

func TestOldQueries(t *testing.T) {
	f := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", 1, nil, nil)
	s := &subtest.State{}
	d := &usersub.QueryCache{Frame: f, State: s}
	c := subtest.CallUtility(d, "INFO", "VELOCITY", 1, 2, 0)
	var want [6]float64
	s.SysAry("VEL", []int32{1, 2, 0}, want[:])
	if [6]float64(c.Arg[4].Real) != want || c.Arg[5].Int[0] != 0 {
		t.Errorf("INFO gives %v, want %v", c.Arg[4].Real, want)
	}
	if c := subtest.CallUtility(d, "INFO", "??", 1, 2, 0); c.Arg[5].Int[0] == 0 {
		t.Error("INFO of an unknown type is not an error")
	}
	subtest.CallUtility(d, "FNCDEP", "VARSUB", "DX ", 1, []int32{9})
	if i := f.FindQuery(false, "DX", []int32{9}); i < 0 {
		t.Error("FNCDEP declares nothing")
	}
	if c := subtest.CallUtility(d, "FNCDEP", "VARSUB", "NOSUCH", 1, []int32{9}); c.Arg[5].Int[0] == 0 {
		t.Error("FNCDEP takes what does not exist")
	}
}

func TestMessages(t *testing.T) {
	s := &subtest.Full{}
	subtest.CallUtility(s, "ERRMES", 0, "not said", 1, "STOP")
	subtest.CallUtility(s, "ERRMES", 1, "enough\x00junk", 2, "stop\x00")
	subtest.CallUtility(s, "USRMES", 1, " hello ", 3, "info")
	want := []usersub.Message{{Utility: "ERRMES", Flag: 1, Text: "enough", ID: 2, Tag: "STOP"},
		{Utility: "USRMES", Flag: 1, Text: "hello", ID: 3, Tag: "INFO"}}
	if !slices.Equal(s.Said, want) || !want[0].StopsRun() || want[1].StopsRun() {
		t.Errorf("said %v", s.Said)
	}
}

func TestMatrices(t *testing.T) {
	s := &subtest.Full{}
	c := subtest.CallUtility(s, "GET_SPARSE_MATRIX_DATA", subtest.MatrixID, 3)
	if fmt.Sprint(c.Arg[1].Int, c.Arg[2].Int, c.Arg[3].Real, c.Arg[5].Int) != "[1 2 1] [1 2 3] [1 4 5] [0]" {
		t.Errorf("sparse: %v", c.Arg)
	}
	if c := subtest.CallUtility(s, "GET_SPARSE_MATRIX_DATA", subtest.MatrixID, 2); c.Arg[5].Int[0] == 0 {
		t.Error("too little room is not an error")
	}
	if c := subtest.CallUtility(s, "GET_FULL_MATRIX_DATA", subtest.MatrixID, 6); fmt.Sprint(c.Arg[1].Real) != "[1 0 0 4 5 0]" {
		t.Errorf("full: %v", c.Arg[1].Real)
	}
	if c := subtest.CallUtility(s, "GET_MATRIX_INFO", subtest.MatrixID); fmt.Sprint(c.Arg[2].Int, c.Arg[3].Int, c.Arg[4].Int) != "[2] [3] [6]" {
		t.Errorf("info: %v", c.Arg)
	}
}
