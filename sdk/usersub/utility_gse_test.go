package usersub_test

import (
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

// arrays is a solver with arrays.
type arrays map[int32][]float64

func (a arrays) SysFnc(string, []int32) (float64, int32) { return 0, 1 }

func (a arrays) SysAry(name string, par []int32, dst []float64) (int, int32) {
	v, ok := a[par[0]]
	if name != "ARRAY" || !ok {
		return 0, 1
	}
	return copy(dst, v), 0
}

func (a arrays) ModFnc(string, int32, string) (string, int32) { return "", -1 }

// TestStatesOfAStateEquation: sizes and arrays are those of the element that calls; as many values are set as were wanted, and no more.
func TestStatesOfAStateEquation(t *testing.T) {
	solver := arrays{2: {3, 4}, 5: {7}, 6: {1, 2, 3}}
	members := map[string]any{"NS": 2, "ND": 1, "NI": 3, "NO": 1, "X": 2, "XD": 5, "U": 6}
	split := usersub.NewFrame(usersub.GSE_DERIV, "Control_StateEqn", 1, nil, map[string]int{"n": 2})
	split.Member = members
	whole := usersub.NewFrame(usersub.GSESUB, "Control_StateEqn", 1, nil, map[string]int{"nstate": 2, "ninput": 1, "noutpt": 1})
	whole.Member = map[string]any{"NS": 2, "X": 2, "U": 6}
	copy(whole.RealArgNamed("states"), []float64{-3, -4})
	copy(whole.RealArgNamed("input"), []float64{-7})
	empty := usersub.NewFrame(usersub.GSE_UPDATE, "Control_StateEqn", 1, nil, map[string]int{"n": 2})
	for _, c := range []struct {
		f    *usersub.Frame
		name string
		n    int32
		want []float64
	}{
		{split, "GSE_NS", 0, []float64{2}}, {split, "GSE_ND", 0, []float64{1}}, {split, "GSE_NI", 0, []float64{3}}, {split, "GSE_NO", 0, []float64{1}},
		{whole, "GSE_ND", 0, []float64{0}},
		{split, "GSE_X", 2, []float64{3, 4}}, {split, "GSE_X", 1, []float64{3}}, {split, "GSE_X", 3, []float64{3, 4, 0}}, {split, "GSE_X", 0, nil},
		{split, "GSE_X", -1, []float64{3, 4}}, {split, "GSE_XD", 1, []float64{7}}, {split, "GSE_U", 3, []float64{1, 2, 3}},
		{whole, "GSE_X", 2, []float64{-3, -4}}, {whole, "GSE_U", -1, []float64{-7}}, {empty, "GSE_X", 2, []float64{0, 0}}, {empty, "GSE_X", -1, nil},
	} {
		u := usersub.FindUtility(c.name)
		var call usersub.UtilityCall
		call.PrepareCall(u, &usersub.QueryCache{Frame: c.f, State: solver}, 0)
		if len(u.Args) > 1 {
			call.SetIntOutput(1, c.n)
		}
		call.Invoke()
		got := call.Arg[0].Real
		for _, v := range call.Arg[0].Int {
			got = append(got, float64(v))
		}
		if !slices.Equal(got, c.want) || call.Unsupported != "" {
			t.Errorf("%s of %s, %d wanted: %v %q, want %v", c.name, c.f.Sig.Name, c.n, got, call.Unsupported, c.want)
		}
	}
	other := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", 1, nil, nil)
	var call usersub.UtilityCall
	call.PrepareCall(usersub.FindUtility("GSE_NS"), &usersub.QueryCache{Frame: other, State: solver}, 0)
	if call.Invoke(); call.Unsupported == "" || call.IntInput(0) != 0 {
		t.Errorf("a VARSUB gets %d, %q", call.IntInput(0), call.Unsupported)
	}
}
