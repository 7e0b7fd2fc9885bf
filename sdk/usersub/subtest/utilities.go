package subtest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

// UtilityCases are reference routines that use utilities, all of the kind
// ARYSUB. u(NAME, ...) stands for a call with its inputs, and gives its outputs
// one behind the other without texts and lengths of arrays; par counts from 0.
//
//	RAMPSU  for STEP, STEP5 and HAVSIN and iord 0, 1, 2: u(NAME, par[0], 0.25, -1, 1.5, 3, iord)
//	        and its flag
//	STOPSU  for iord 0, 1, 2: u(IMPACT, par[0], par[1], 1, 1000, 1.5, 20, 0.25, iord), then
//	        u(BISTOP, par[0], par[1], 0.5, 1, 1000, 2.5, 20, 0.25, iord), values only
//	SERISU  for iord 0, 1, 2 the values of POLY and CHEBY (par[0], 0.5, c, 4, iord), of FORCOS and
//	        FORSIN (par[0], 0.5, 2, c, 4, iord) with c = 1 -2 0.5 3, of SHF (par[0], 0.5, 2, 3, 0.25, 1, iord)
//	TURNSU  a = 0.3 0.4 0.5 in the system EULER converted by RCNVRT to EULPAR (4 values),
//	        RODPAR, AXAYAZ, YPR, B123, COSINES (9 values), these 9 back to EULER, and the sum of
//	        all flags
//	PLACSU  2 0.5 1.5 converted by TCNVRT from SPHERICAL to CARTESIAN, that to CYLINDRICAL
//	SPLISU  for AKISPL, CUBSPL, FITSPL, QUISPL and iord 0, 1: u(NAME, par[0], 0, 7, iord)
//	MODLSU  u(GTARAY, 5), u(GTCURV, 8, par[0], 1), the 4 scales of GTUNTS, u(CUSFNC, "MYFUNC", c)
//	        with c = 3 0.5, u(NMODES, 30101), u(MODINF, 30101), the length of u(GTSTRG, 6) and 1
//	        if that text is "road left.rdf"
//	CLOCSU  TIMGET, GETSTM, GETMOD, GETCPU, 1 if GETINT gives "HHT"
//	SETSSU  u(MODSET, "Constraint_Joint", 301, "i_marker_id", "12"), u(SET_ATTRIBUTE, "13"),
//	        u(MODSET, "NoSuch", 1, "x", "y"), u(MODSET, "Constraint_Joint", -5, "x", "y"),
//	        u(MODSET, "Constraint_Joint", 301, "x", "y")
//	WRONSU  1 for each that sets its flag, else 0: STEP with iord 3; RCNVRT from EULER to NOSUCH;
//	        AKISPL with spline 99; GTARAY 99; GTSTRG 99; GTCURV 99; CUSFNC "NOSUCH"; NMODES 99
func UtilityCases() []Case {
	list := []Case{
		{Name: "RAMPSU", Define: callRampUtilities, Par: []float64{0.75}, Dims: valueCountDims(18)},
		{Name: "STOPSU", Define: callStopUtilities, Par: []float64{0.9, -0.5}, Dims: valueCountDims(6)},
		{Name: "SERISU", Define: callSeriesUtilities, Par: []float64{0.75}, Dims: valueCountDims(15)},
		{Name: "TURNSU", Define: callRotationUtilities, Dims: valueCountDims(29)},
		{Name: "PLACSU", Define: callPositionUtilities, Dims: valueCountDims(6)},
		{Name: "SPLISU", Define: callSplineUtilities, Par: []float64{1.5}, Dims: valueCountDims(16)},
		{Name: "MODLSU", Define: callModelUtilities, Par: []float64{0.75}, Dims: valueCountDims(23)},
		{Name: "CLOCSU", Define: callClockUtilities, Dims: valueCountDims(5)},
		{Name: "SETSSU", Define: callSetterUtilities, Dims: valueCountDims(5)},
		{Name: "WRONSU", Define: callUtilitiesWrongly, Dims: valueCountDims(8)},
	}
	for i := range list {
		list[i].Sig = usersub.ARYSUB
	}
	return list
}

func valueCountDims(n int) map[string]int { return map[string]int{"nvalue": n} }

// CallUtility calls a utility with the inputs given, without those that are lengths of
// others, as Python does: int, float64, string, []int32 or []float64. It
// panics where they do not fit.
func CallUtility(s usersub.State, name string, inputs ...any) *usersub.UtilityCall {
	u := usersub.FindUtility(name)
	c := &usersub.UtilityCall{}
	c.PrepareCall(u, s, 0)
	places, ok := u.InputIndicesForListCall(len(inputs))
	if !ok {
		panic(fmt.Sprintf("subtest: %s with %d arguments", name, len(inputs)))
	}
	for k, i := range places {
		v := &c.Arg[i]
		switch x := inputs[k].(type) {
		case int:
			v.Int = []int32{int32(x)}
		case float64:
			v.Real = []float64{x}
		case string:
			v.Text = []string{x}
		case []int32:
			v.Int = x
		case []float64:
			v.Real = x
		}
	}
	c.FillOmittedInputs()
	c.Invoke()
	return c
}

// appendNumericOutputs appends the outputs of a utility to v, without texts and lengths.
func appendNumericOutputs(v []float64, c *usersub.UtilityCall) []float64 {
	for _, i := range c.OutputIndices() {
		for _, k := range c.Arg[i].Int {
			v = append(v, float64(k))
		}
		v = append(v, c.Arg[i].Real...)
	}
	return v
}

// firstRealOutput returns the first real output.
func firstRealOutput(c *usersub.UtilityCall) float64 {
	for i := range c.Args {
		if c.Args[i].Out && len(c.Arg[i].Real) > 0 {
			return c.Arg[i].Real[0]
		}
	}
	panic("subtest: " + c.Name + " has no real output")
}

func errorFlag(c *usersub.UtilityCall) float64 { return float64(c.Arg[c.Flag].Int[0]) }

func setValueOutput(f *usersub.Frame, v []float64) error {
	if copy(valueOutput(f), v) != len(v) {
		return fmt.Errorf("%d values for %d", len(v), len(valueOutput(f)))
	}
	return nil
}

func callRampUtilities(f *usersub.Frame, s usersub.State) error {
	var v []float64
	for _, name := range []string{"STEP", "STEP5", "HAVSIN"} {
		for order := range 3 {
			v = appendNumericOutputs(v, CallUtility(s, name, f.RealArgNamed("par")[0], 0.25, -1.0, 1.5, 3.0, order))
		}
	}
	return setValueOutput(f, v)
}

func callStopUtilities(f *usersub.Frame, s usersub.State) error {
	var v []float64
	x, xd := f.RealArgNamed("par")[0], f.RealArgNamed("par")[1]
	for order := range 3 {
		v = append(v, firstRealOutput(CallUtility(s, "IMPACT", x, xd, 1.0, 1000.0, 1.5, 20.0, 0.25, order)),
			firstRealOutput(CallUtility(s, "BISTOP", x, xd, 0.5, 1.0, 1000.0, 2.5, 20.0, 0.25, order)))
	}
	return setValueOutput(f, v)
}

func callSeriesUtilities(f *usersub.Frame, s usersub.State) error {
	var v []float64
	x, c := f.RealArgNamed("par")[0], []float64{1, -2, 0.5, 3}
	for order := range 3 {
		v = append(v, firstRealOutput(CallUtility(s, "POLY", x, 0.5, c, 4, order)), firstRealOutput(CallUtility(s, "CHEBY", x, 0.5, c, 4, order)),
			firstRealOutput(CallUtility(s, "FORCOS", x, 0.5, 2.0, c, 4, order)), firstRealOutput(CallUtility(s, "FORSIN", x, 0.5, 2.0, c, 4, order)),
			firstRealOutput(CallUtility(s, "SHF", x, 0.5, 2.0, 3.0, 0.25, 1.0, order)))
	}
	return setValueOutput(f, v)
}

func callRotationUtilities(f *usersub.Frame, s usersub.State) error {
	var v []float64
	flags := 0.0
	turn := func(from string, a []float64, to string) []float64 {
		c := CallUtility(s, "RCNVRT", from, a, to)
		flags += errorFlag(c)
		v = append(v, c.Arg[3].Real...)
		return c.Arg[3].Real
	}
	var last []float64
	for _, to := range []string{"EULPAR", "RODPAR", "AXAYAZ", "YPR", "B123", "COSINES"} {
		last = turn("EULER", []float64{0.3, 0.4, 0.5}, to)
	}
	turn("COSINES", last, "EULER")
	return setValueOutput(f, append(v, flags))
}

func callPositionUtilities(f *usersub.Frame, s usersub.State) error {
	a := CallUtility(s, "TCNVRT", "SPHERICAL", []float64{2, 0.5, 1.5}, "CARTESIAN").Arg[3].Real
	return setValueOutput(f, slices.Concat(a, CallUtility(s, "TCNVRT", "CARTESIAN", a, "CYLINDRICAL").Arg[3].Real))
}

func callSplineUtilities(f *usersub.Frame, s usersub.State) error {
	var v []float64
	for _, name := range []string{"AKISPL", "CUBSPL", "FITSPL", "QUISPL"} {
		for order := range 2 {
			v = appendNumericOutputs(v, CallUtility(s, name, f.RealArgNamed("par")[0], 0.0, SplineID, order))
		}
	}
	return setValueOutput(f, v)
}

func callModelUtilities(f *usersub.Frame, s usersub.State) error {
	v := appendNumericOutputs(nil, CallUtility(s, "GTARAY", ArrayID))
	v = appendNumericOutputs(v, CallUtility(s, "GTCURV", CurveID, f.RealArgNamed("par")[0], 1))
	v = append(v, CallUtility(s, "GTUNTS").Arg[1].Real...)
	v = appendNumericOutputs(v, CallUtility(s, "CUSFNC", "MYFUNC", []float64{3, 0.5}))
	v = appendNumericOutputs(v, CallUtility(s, "NMODES", BodyID))
	v = appendNumericOutputs(v, CallUtility(s, "MODINF", BodyID))
	text := CallUtility(s, "GTSTRG", StringID).Arg[1].Text[0]
	return setValueOutput(f, append(v, float64(len(text)), boolToFloat(text == "road left.rdf")))
}

func boolToFloat(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func callClockUtilities(f *usersub.Frame, s usersub.State) error {
	return setValueOutput(f, []float64{firstRealOutput(CallUtility(s, "TIMGET")), firstRealOutput(CallUtility(s, "GETSTM")), float64(CallUtility(s, "GETMOD").Arg[0].Int[0]),
		firstRealOutput(CallUtility(s, "GETCPU")), boolToFloat(CallUtility(s, "GETINT").Arg[0].Text[0] == "HHT")})
}

func callSetterUtilities(f *usersub.Frame, s usersub.State) error {
	return setValueOutput(f, []float64{
		errorFlag(CallUtility(s, "MODSET", "Constraint_Joint", Joint, "i_marker_id", "12")),
		errorFlag(CallUtility(s, "SET_ATTRIBUTE", "13")),
		errorFlag(CallUtility(s, "MODSET", "NoSuch", 1, "x", "y")),
		errorFlag(CallUtility(s, "MODSET", "Constraint_Joint", -5, "x", "y")),
		errorFlag(CallUtility(s, "MODSET", "Constraint_Joint", Joint, "x", "y")),
	})
}

func callUtilitiesWrongly(f *usersub.Frame, s usersub.State) error {
	var v []float64
	for _, c := range []*usersub.UtilityCall{
		CallUtility(s, "STEP", 0.5, 0.0, 0.0, 1.0, 1.0, 3), CallUtility(s, "RCNVRT", "EULER", []float64{0, 0, 0}, "NOSUCH"),
		CallUtility(s, "AKISPL", 0.5, 0.0, 99, 0), CallUtility(s, "GTARAY", 99), CallUtility(s, "GTSTRG", 99), CallUtility(s, "GTCURV", 99, 0.5, 0),
		CallUtility(s, "CUSFNC", "NOSUCH", []float64{1}), CallUtility(s, "NMODES", 99),
	} {
		v = append(v, boolToFloat(errorFlag(c) != 0))
	}
	return setValueOutput(f, v)
}

// RunUtilities tries the routines of UtilityCases: their values with a solver
// that offers everything, and that the same routine lives through one that offers
// nothing.
func RunUtilities(t *testing.T, load Load) {
	for _, c := range UtilityCases() {
		t.Run(c.Name, func(t *testing.T) {
			r := load(t, c.Sig, c.Name)
			if r == nil {
				t.Fatalf("%s was not loaded", c.Name)
			}
			f, want := c.Frame(7), c.Frame(7)
			for range 2 {
				for _, x := range []*usersub.Frame{f, want} {
					x.PrepareCall(0.25, false, false)
				}
				if err := r.Call(f, &Full{}); err != nil {
					t.Fatal(err)
				}
				if err := c.Define(want, &usersub.QueryCache{Frame: want, State: &Full{}}); err != nil {
					t.Fatal(err)
				}
				checkSameOutputs(t, f, want)
			}
			if err := r.Call(f, &State{}); err != nil {
				t.Fatalf("with a solver that offers nothing: %v", err)
			}
		})
	}
}
