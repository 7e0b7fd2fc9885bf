package pysub

import (
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/subtest"
)

// program compiles a function whose questions are asked in a set-up call and a
// call.
func (b *bench) compile(r *usersub.Routine, f *usersub.Frame, in ...usersub.Input) (usersub.Compiled, error) {
	b.t.Helper()
	if err := r.Call(f, &subtest.State{}); err != nil {
		b.t.Fatal(err)
	}
	for i, flag := range f.Flag {
		for k := f.Answers.At[i]; k < f.Answers.At[i+1] && flag == 0; k++ {
			in = append(in, usersub.Input{Answer: true, At: int(k)})
		}
	}
	return r.Sub.(usersub.Compiler).Compile(f, in, &subtest.State{})
}

func TestCompiledFirst(t *testing.T) {
	b := newBench(t, "a.py", `
from math import sqrt
K = 3.5

def helper(x, k=2):
    """doc"""
    if x < 0:
        return 0
    return k * x ** 1.5

def VFOSUB(id, time, par, npar, dflag, iflag):
    [d, err] = py_sysfnc("DX", [par[0], 2])
    v, err = py_sysary("VEL", [int(par[0]), 3, 3])
    f = 0
    if d > 0.5 and v[0] > 0:
        f = -K * d
    elif d < 0.1:
        f = helper(d)
    out = []
    for i in range(3):
        out.append(f * v[i] / (1 + d * d) if v[i] != 0 else sqrt(abs(d)))
    return out
`)
	r := b.load("a.py", "VFOSUB", usersub.VFOSUB)
	c, err := b.compile(r, frame(usersub.VFOSUB, 9))
	if err != nil {
		t.Fatal(err)
	}
	t.Log(c.(*compiled).fn[0].Size())
}
