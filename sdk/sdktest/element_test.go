package sdktest_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/sdktest"
	"github.com/trammel-mbd/trammel/sdk/usersub"
)

var catenary = sdk.PFOSUB(func(c *sdk.Call) float64 {
	m := c.ParInt(0)
	return c.SysFnc("dy", m) - math.Cosh(c.SysFnc("dx", m))
})

func TestScalar(t *testing.T) {
	e := sdktest.NewElement(t, catenary, 9)
	for _, x := range []float64{0.25, -1.5} {
		e.SetSysFnc(x, "DX", 9)
		e.SetSysFnc(2, "DY", 9)
		if got, want := e.CallForFirstOutput(0), 2-math.Cosh(x); got != want {
			t.Fatalf("value %g, want %g", got, want)
		}
	}
	if got := e.Queries(); !slices.Equal(got, []string{"DY[9]", "DX[9]"}) {
		t.Fatalf("asked %v", got)
	}
}

func TestUnknownMeasureEndsTheCall(t *testing.T) {
	err := sdktest.NewElement(t, catenary, 7).Call(0)
	if err == nil || !strings.Contains(err.Error(), "does not know dy[7]") {
		t.Fatalf("got %v", err)
	}
	err = sdktest.NewElement(t, catenary).Call(0)
	if err == nil || !strings.Contains(err.Error(), "parameter 1 is needed") {
		t.Fatalf("got %v", err)
	}
}

func TestVectorAnswersOfOtherLength(t *testing.T) {
	e := sdktest.NewElement(t, sdk.VFOSUB(func(c *sdk.Call) [3]float64 {
		d, v := c.SysAry("TDISP", 1, 2), c.SysAry("VEL", 1)
		return [3]float64{d[0], v[5], float64(len(v))}
	}))
	e.SetSysAry([]float64{1, 2, 3}, "TDISP", 1, 2)
	e.SetSysAry([]float64{1, 2, 3}, "VEL", 1)
	e.SetSysAry([]float64{1, 2, 3, 4, 5, 6}, "VEL", 1)
	if e.CallForFirstOutput(0); !slices.Equal(e.RealOutput("result"), []float64{1, 6, 6}) {
		t.Fatalf("result %v", e.RealOutput("result"))
	}
}

func TestStateEquation(t *testing.T) {
	r := sdk.YFOSUB(func(c *sdk.Call, stated, output []float64) {
		if c.IsSetup() {
			text, info := c.ModFnc("Constraint_Joint", 3, "i_marker_id")
			c.Data = text
			if info != 2 {
				c.Abort("info %d", info)
			}
		}
		stated[0] = c.Input()[1] - c.States()[0]*c.Par[0]
		output[5] = float64(len(c.Data.(string)))
	})
	e := sdktest.NewElementWithSizes(t, r, map[string]int{"nstate": 1, "ninput": 2, "noutpt": 6}, 0.5)
	e.SetModFnc("30", 2, "Constraint_Joint", 3, "i_marker_id")
	e.RealInput("states")[0], e.RealInput("input")[1] = 4, 7
	if got := e.CallForFirstOutput(0); got != 5 || e.RealOutput("output")[5] != 2 {
		t.Fatalf("stated %g, output %v", got, e.RealOutput("output"))
	}
}

func TestMatrixIsStoredByColumns(t *testing.T) {
	r := sdk.YFOXU(func(c *sdk.Call, m sdk.Matrix) {
		for i := range m.Rows {
			for j := range m.Cols {
				m.Set(i, j, float64(10*i+j))
			}
		}
	})
	e := sdktest.NewElementWithSizes(t, r, map[string]int{"nstate": 2, "ninput": 3, "noutpt": 6})
	if e.CallForFirstOutput(0); !slices.Equal(e.RealOutput("pxumat"), []float64{0, 10, 1, 11, 2, 12}) {
		t.Fatalf("pxumat %v", e.RealOutput("pxumat"))
	}
}

func TestWaysToFail(t *testing.T) {
	retry := sdktest.NewElement(t, sdk.SFOSUB(func(c *sdk.Call) float64 {
		c.Retry("too deep")
		return 0
	}))
	if err := retry.Call(0); !errors.Is(err, usersub.ErrRetry) || !strings.Contains(err.Error(), "too deep") {
		t.Fatalf("got %v", err)
	}
	var none []float64
	panics := sdktest.NewElement(t, sdk.VARSUB(func(c *sdk.Call) float64 { return none[3] }))
	var failed *usersub.CallError
	if err := panics.Call(0); !errors.As(err, &failed) || !strings.Contains(failed.Detail, "element_test.go") {
		t.Fatalf("got %v", err)
	}
	order := sdktest.NewElement(t, sdk.MOTSUB(func(c *sdk.Call, iord int) float64 { return float64(iord) }))
	order.SetIntInput("iord", 2)
	if got := order.CallForFirstOutput(0); got != 2 {
		t.Fatalf("iord %g", got)
	}
}

// TestIdsOfElements: an attribute that is not given is 0, an element that there is not ends
// the call.
func TestIdsOfElements(t *testing.T) {
	e := sdktest.NewElement(t, sdk.SFOSUB(func(c *sdk.Call) float64 {
		return float64(100*c.OwnAttributeID("i_marker_id") + 10*c.OwnAttributeID("ref_marker_id") + c.ElementAttributeID("Constraint_Joint", c.ParInt(0), "j_marker_id"))
	}), 3)
	own := "Force_Scalar_TwoBody"
	e.SetModFnc("8", 2, own, 1, "i_marker_id")
	e.SetModFnc("", 6, own, 1, "ref_marker_id")
	e.SetModFnc("7", 2, "Constraint_Joint", 3, "j_marker_id")
	if got := e.CallForFirstOutput(0); got != 807 {
		t.Fatalf("got %g", got)
	}
	e.SetModFnc("", -2, "Constraint_Joint", 3, "j_marker_id")
	if err := e.Call(0); err == nil || !strings.Contains(err.Error(), "the model has no Constraint_Joint 3") {
		t.Fatalf("got %v", err)
	}
}

// TestServices: texts, the name of the deck and its units.
func TestServices(t *testing.T) {
	e := sdktest.NewElement(t, sdk.SFOSUB(func(c *sdk.Call) float64 {
		text, units, name := c.CallUtility("GTSTRG", c.ParInt(0)), c.CallUtility("GTUNTS"), c.CallUtility("GTINAM")
		if text[len(text)-1] != 0 {
			c.Abort("no string %d", c.ParInt(0))
		}
		if text[0] != "a.tir" || units[0] != 1 || name[0] != "/decks/car" {
			c.Abort("got %v, %v, %v", text, units, name)
		}
		return units[1].([]float64)[1]
	}), 7)
	e.SetDeck("/decks/car", 1, 1e-3, 1, 1)
	if err := e.Call(0); err == nil || !strings.Contains(err.Error(), "no string 7") {
		t.Fatalf("got %v", err)
	}
	e.SetString(7, "a.tir")
	if got := e.CallForFirstOutput(0); got != 1e-3 {
		t.Fatalf("got %g", got)
	}
}

// Routines of the kinds that no plugin of the tests has pass their results and matrices on.
func TestKinds(t *testing.T) {
	half := func(c *sdk.Call) float64 { return c.Time / 2 }
	if v := sdktest.NewElement(t, sdk.DIFSUB(half)).CallForFirstOutput(3); v != 1.5 {
		t.Errorf("DIFSUB: %g", v)
	}
	e := sdktest.NewElement(t, sdk.VTOSUB(func(c *sdk.Call) [3]float64 { return [3]float64{1, 2, c.Time} }))
	if err := e.Call(7); err != nil || !slices.Equal(e.RealOutput("result"), []float64{1, 2, 7}) {
		t.Errorf("VTOSUB: %v, %v", e.RealOutput("result"), err)
	}
	// An entry is at row + column × rows: 6 outputs by 2 states, 6 outputs by 3 inputs.
	sizes := map[string]int{"nstate": 2, "ninput": 3, "noutpt": 6}
	for out, r := range map[string]sdk.Routine{
		"pyxmat": sdk.YFOYX(func(_ *sdk.Call, m sdk.Matrix) { m.Set(5, 1, 4) }),
		"pyumat": sdk.YFOYU(func(_ *sdk.Call, m sdk.Matrix) { m.Set(5, 1, 4) }),
	} {
		e := sdktest.NewElementWithSizes(t, r, sizes)
		if err := e.Call(0); err != nil {
			t.Fatal(err)
		}
		if m := e.RealOutput(out); len(m) != map[string]int{"pyxmat": 12, "pyumat": 18}[out] || m[11] != 4 {
			t.Errorf("%s: %v", out, m)
		}
	}
}
