package sdktest_test

import (
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/sdktest"
)

var damped = sdk.SFOSUB(func(c *sdk.Call) float64 {
	return c.Param("STIFFNESS") * (c.SysFnc("DM", c.ParamID("marker"))) / c.Param("scale")
}).WithParameters(
	sdk.Param("stiffness", "N/mm", "of the spring").Above(0).AtMost(1e6),
	sdk.Param("marker", "", "its end").AsElementID("Reference_Marker"),
	sdk.Param("scale", "", "divides the force").AtLeast(1).Below(100).AsInteger().WithDefault(4),
)

func TestParametersByName(t *testing.T) {
	for scale, par := range map[float64][]float64{4: {8, 31}, 2: {8, 31, 2}} {
		e := sdktest.NewElement(t, damped, par...)
		e.SetSysFnc(3, "DM", 31)
		if got := e.CallForFirstOutput(0); got != 8*3/scale {
			t.Errorf("value %g, want %g", got, 8*3/scale)
		}
	}
	bound, wrong := damped.About().BindParams(nil)
	if len(wrong) != 2 || len(bound.Values) != 0 {
		t.Errorf("got %v, %v", bound, wrong)
	}
	unknown := sdk.SFOSUB(func(c *sdk.Call) float64 { return c.Param("mass") }).WithParameters()
	if err := sdktest.NewElement(t, unknown).Call(0); err == nil || !strings.Contains(err.Error(), "no parameter mass") {
		t.Errorf("got %v", err)
	}
}
