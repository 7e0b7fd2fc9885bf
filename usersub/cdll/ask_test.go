//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"math/rand/v2"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// asker is a routine that asks what par says: pairs of a name's place in its
// list and an integer; queries whose place is odd have two arguments more.
const asker = `
void c_sysfnc(const char *, const int *, int, double *, int *);
void c_sysary(const char *, const int *, int, double *, int *, int *);
static const char *names[] = {"D", "DX", "DXY", " dX", "Dx   ", "SIXTEENLETTERS_1", "SIXTEENLETTERS_12",
                              "sixteenletters_2", ""};
void ASKER(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    for (int k = 0; k + 1 < *npar; k += 2) {
        int name = (int)par[k], q[3] = {(int)par[k + 1], 1, -2}, n = name % 2 ? 3 : 1, err, many;
        double v = 0, w[4] = {0};
        c_sysfnc(names[name], q, n, &v, &err);
        c_sysary(names[name], q, n, w, &many, &err);
        *value += (k + 1) * (v + 3 * w[0] + 5 * w[3] + 7 * many);
    }
}
`

var askerNames = []string{"D", "DX", "DXY", "DX", "DX", "SIXTEENLETTERS_1", "SIXTEENLETTERS_12",
	"SIXTEENLETTERS_2", ""}

// hashed answers every query with a value that depends on all of it.
type hashed struct{ asked int }

func (s *hashed) SysFnc(name string, par []int32) (float64, int32) {
	s.asked++
	h := uint32(len(par))
	for _, c := range name {
		h = h*31 + uint32(c)
	}
	for _, p := range par {
		h = h*31 + uint32(p)
	}
	return float64(h % 100003), 0
}

func (s *hashed) SysAry(name string, par []int32, dst []float64) (int, int32) {
	v, flag := s.SysFnc(name+"[]", par)
	for k := range 4 {
		dst[k] = v + float64(k)
	}
	return 4, flag
}

func (*hashed) ModFnc(string, int32, string) (string, int32) { return "", -1 }

// Any order of queries that differ in little only gets the right answers, and
// the solver is asked each query once.
func TestAnswersAreNotMixedUp(t *testing.T) {
	lib := build(t, "asker.so", source(t, "asker.c", asker))
	r := load(t, lib, usersub.VARSUB, "ASKER")
	random := rand.New(rand.NewPCG(1, 2))
	const pairs = 60
	f := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", 1, make([]float64, 2*pairs), nil)
	s, distinct := &hashed{}, map[[2]int]bool{}
	for range 200 {
		want := 0.0
		for k := 0; k < 2*pairs; k += 2 {
			name, p := random.IntN(len(askerNames)), random.IntN(5)
			f.RealArgNamed("par")[k], f.RealArgNamed("par")[k+1] = float64(name), float64(p)
			par := []int32{int32(p), 1, -2}[:1+2*(name%2)]
			v, _ := (&hashed{}).SysFnc(askerNames[name], par)
			w, _ := (&hashed{}).SysFnc(askerNames[name]+"[]", par)
			want += float64(k+1) * (v + 3*w + 5*(w+3) + 7*4)
			if name == 3 { // the same query as 1
				name = 1
			}
			distinct[[2]int{name, p}] = true
		}
		f.PrepareCall(0, false, false)
		if err := r.Call(f, s); err != nil {
			t.Fatal(err)
		}
		if v := f.RealArgNamed("value")[0]; v != want {
			t.Fatalf("got %g, want %g", v, want)
		}
	}
	if s.asked != 2*len(distinct) || len(f.Asked) != 2*len(distinct) {
		t.Errorf("%d queries reached the solver, %d are in the frame, %d are distinct",
			s.asked, len(f.Asked), 2*len(distinct))
	}
}
