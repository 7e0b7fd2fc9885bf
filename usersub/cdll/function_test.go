//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// calculator calls the functions of arithmetic with random arguments.
const calculator = `#include "trammel_usersub.h"
DLLFUNC void STDCALL RANDOM(int *id, double *time, double *p, int *npar, int *dflag, int *iflag, int *n, double *v)
{
    int order, e[4];
    for (order = -1; order < 4; order++, v += 8) {
        c_step(p[0], p[1], p[2], p[3], p[4], order, v, e);
        c_step5(p[0], p[1], p[2], p[3], p[4], order, v + 1, e + 1);
        c_poly(p[0], p[1], p + 2, *npar - 2, order, v + 2, e + 2);
        c_cheby(p[0], p[1], p + 2, *npar - 2, order, v + 3, e + 3);
        v[4] = e[0], v[5] = e[1], v[6] = e[2], v[7] = e[3];
    }
}
`

// The functions that the forwarding library computes give what the table's
// own do: to the last bit where neither compiler joins operations.
func TestArithmeticIsTheSameInC(t *testing.T) {
	r := load(t, build(t, "random.so", source(t, "random.c", calculator)), usersub.ARYSUB, "RANDOM")
	tolerance := map[string]float64{"amd64": 0, "arm64": 1e-13}[runtime.GOARCH]
	random := rand.New(rand.NewPCG(5, 6))
	s := &subtest.State{}
	for range 500 {
		par := make([]float64, 2+random.IntN(6))
		for k := range par {
			par[k] = math.Round(8*random.NormFloat64()) / 4
		}
		f := usersub.NewFrame(usersub.ARYSUB, "Reference_Array", 1, par, map[string]int{"nvalue": 40})
		f.PrepareCall(0, false, false)
		if err := r.Call(f, s); err != nil {
			t.Fatal(err)
		}
		p := append(par[:len(par):len(par)], 0, 0, 0)
		at := 0
		for order := -1; order < 4; order++ {
			for k, c := range []*usersub.UtilityCall{
				subtest.CallUtility(s, "STEP", p[0], p[1], p[2], p[3], p[4], order), subtest.CallUtility(s, "STEP5", p[0], p[1], p[2], p[3], p[4], order),
				subtest.CallUtility(s, "POLY", par[0], par[1], par[2:], len(par)-2, order),
				subtest.CallUtility(s, "CHEBY", par[0], par[1], par[2:], len(par)-2, order),
			} {
				v, want := f.RealArgNamed("value")[at+k], c.Arg[c.Flag-1].Real[0]
				if flag := f.RealArgNamed("value")[at+4+k]; flag != float64(c.Arg[c.Flag].Int[0]) ||
					!(math.Abs(v-want) <= tolerance*max(1, math.Abs(want))) {
					t.Fatalf("%s of %v, iord %d: %.17g (flag %g), want %.17g", c.Name, par, order, v, flag, want)
				}
			}
			at += 8
		}
	}
}
