//go:build linux && (amd64 || arm64)

package cdll

import (
	"os"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// What was hashed runs, although the file is another one by then.
func TestAllowedCodeRuns(t *testing.T) {
	one := apart(t, build(t, "one.so", source(t, "one.c", "void VARSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value) { *value = 1; }\n")))
	two := build(t, "two.so", source(t, "two.c", "void VARSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value) { *value = 2; }\n"))
	allowed := ""
	l := &Loader{Allow: func(path, sum string) error {
		allowed = path
		return os.Rename(two, one)
	}}
	r, err := l.Load(ref(one, "VARSUB"), usersub.VARSUB)
	if err != nil {
		t.Fatal(err)
	}
	f := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", 1, nil, nil)
	f.PrepareCall(0, false, false)
	if err := r.Call(f, &subtest.State{}); err != nil || f.RealArgNamed("value")[0] != 1 || allowed != one || r.File != one {
		t.Errorf("value %g, allowed %s, file %s, %v", f.RealArgNamed("value")[0], allowed, r.File, err)
	}
}
