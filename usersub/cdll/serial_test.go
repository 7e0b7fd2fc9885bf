//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"sync"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// Static variables of a library are shared by all elements, so that calls must
// not overlap: the routine waits while it is inside and reports how many are.
func TestCallsDoNotOverlap(t *testing.T) {
	src := source(t, "s.c", `#include <unistd.h>
static volatile int inside;
void VARSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{ int n = __sync_add_and_fetch(&inside, 1); usleep(1000); __sync_sub_and_fetch(&inside, 1); *value = n; }`)
	lib := build(t, "s.so", src)
	var wg sync.WaitGroup
	most := make(chan float64, 4)
	for g := range cap(most) {
		r := load(t, lib, usersub.VARSUB, "VARSUB")
		wg.Go(func() {
			f, worst := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", g, nil, nil), 0.0
			for range 20 {
				f.PrepareCall(0, false, false)
				if err := r.Call(f, &subtest.State{}); err != nil {
					t.Error(err)
				}
				worst = max(worst, f.RealArgNamed("value")[0])
			}
			most <- worst
		})
	}
	wg.Wait()
	close(most)
	for n := range most {
		if n != 1 {
			t.Errorf("%g calls at once", n)
		}
	}
}

// Flags of messages: 0 says nothing, whatever else is true, -1 as well, which
// some Fortran compilers write for .TRUE.
func TestFlagsOfMessages(t *testing.T) {
	c := source(t, "f.c", `void c_errmes(int, const char *, int, const char *); void c_usrmes(int, const char *, int, const char *);
void VARSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{ c_errmes(0, "none", 7, "STOP"); c_usrmes(0, "none", 7, "INFO"); c_usrmes(-1, "first", 7, "INFO"); c_errmes(256, "second", 7, "CHECK"); }`)
	f := source(t, "f.f", `      SUBROUTINE VARSUB(ID, TIME, PAR, NPAR, DFLAG, IFLAG, VALUE)
      INTEGER ID, NPAR, DFLAG, IFLAG
      DOUBLE PRECISION TIME, PAR(*), VALUE
      CALL ERRMES(0, 'none', 7, 'STOP')
      CALL USRMES(0, 'none', 7, 'INFO')
      CALL USRMES(-1, 'first', 7, 'INFO')
      CALL ERRMES(256, 'second', 7, 'CHECK')
      END
`)
	for _, src := range []string{c, f} {
		s := &subtest.Full{}
		if _, err := scalar(t, load(t, build(t, "f.so", src), usersub.VARSUB, "VARSUB"), s); err != nil {
			t.Error(err)
		}
		if len(s.Said) != 2 || s.Said[0].Text != "first" || s.Said[1].Text != "second" {
			t.Errorf("said %+v", s.Said)
		}
	}
}

// TestElementsShareALibrary: what a library keeps between calls is kept once, for all
// elements and loaders, as if it were linked to the program.
func TestElementsShareALibrary(t *testing.T) {
	for _, source := range []string{"testdata/c/suite.c", "testdata/fortran/suite.f"} {
		lib := apart(t, build(t, "suite.so", source))
		var elements []*usersub.Routine
		for range 3 {
			elements = append(elements, load(t, lib, usersub.VARSUB, "COUNTR"))
		}
		for n := range 6 {
			if got, err := scalar(t, elements[n%3], &subtest.State{}); got != float64(n) || err != nil {
				t.Errorf("%s: call %d gives %g, %v", source, n, got, err)
			}
		}
	}
}
