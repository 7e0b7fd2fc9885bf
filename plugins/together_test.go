//go:build linux && (amd64 || arm64)

package plugins_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// badOnes is a routine that answers with its parameter and the number of calls so far, and ends badly at a time.
const badOnes = `#include <stdlib.h>
#include <unistd.h>
static int calls;
void VARSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	if (!*iflag && *time == par[1]) abort();
	if (!*iflag && *time == par[2]) exit(7);
	*value = par[0] + 1000 * ++calls * (par[3] != 0);
}`

// several are elements of one library, opened in a worker: id, and when it aborts and exits.
type several struct {
	loader *plugins.WorkerLoader
	subs   []*usersub.Routine
	frames []*usersub.Frame
	crash  []*plugins.Crash
	state  *subtest.State
}

func open(t testing.TB, transport plugins.Transport, pure bool, par ...[]float64) *several {
	t.Helper()
	dir := t.TempDir()
	source := filepath.Join(dir, "bad.c")
	if err := os.WriteFile(source, []byte(badOnes), 0o600); err != nil {
		t.Fatal(err)
	}
	lib := cLibrary(t, source)
	s := &several{loader: isolating(t, "gpython", "none", nil), state: &subtest.State{}}
	s.loader.Transport = transport
	s.loader.Crashed = func(c *plugins.Crash) string { s.crash = append(s.crash, c); return "" }
	for i, p := range par {
		id := i + 1
		ref := usersub.Ref{Library: filepath.Base(lib), Dir: filepath.Dir(lib), Function: "VARSUB", Named: true,
			Element: "Reference_Variable " + strconv.Itoa(id), Pure: pure}
		r, err := s.loader.Load(&ref, usersub.VARSUB)
		if err != nil {
			t.Fatal(err)
		}
		f := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", id, p, nil)
		f.PrepareCall(0, false, true)
		if err := r.Call(f, s.state); err != nil {
			t.Fatal(err)
		}
		s.subs, s.frames = append(s.subs, r), append(s.frames, f)
	}
	return s
}

// note reports that calls of all elements come at a time.
func (s *several) note(time float64) {
	for i, r := range s.subs {
		s.frames[i].PrepareCall(time, false, false)
		if a, ok := usersub.AsBatcher(r); ok {
			a.Prefetch(s.frames[i], s.state)
		}
	}
}

// at makes the calls of all elements together at a time, and returns the first error.
func (s *several) at(time float64) error {
	s.note(time)
	for i, r := range s.subs {
		if err := r.Call(s.frames[i], s.state); err != nil {
			return err
		}
	}
	return nil
}

// Calls of elements of one worker travel together; the element whose call ended the worker is named all the same.
func TestWhoEndedAWorkerIsNamed(t *testing.T) {
	for _, transport := range []plugins.Transport{plugins.Memory, plugins.Pipe, plugins.GRPC} {
		for name, c := range map[string]struct {
			par   [][]float64
			cause usersub.Cause
			who   string
		}{
			"first": {[][]float64{{1, 2, 9, 0}, {2, 9, 9, 0}, {3, 9, 9, 0}}, usersub.Lost, "Reference_Variable 1"},
			"third": {[][]float64{{1, 9, 9, 0}, {2, 9, 9, 0}, {3, 2, 9, 0}, {4, 9, 9, 0}}, usersub.Lost, "Reference_Variable 3"},
			"exit":  {[][]float64{{1, 9, 9, 0}, {2, 9, 2, 0}, {3, 9, 9, 0}}, usersub.Exited, "Reference_Variable 2"},
		} {
			t.Run(name+"/"+string(transport), func(t *testing.T) {
				s := open(t, transport, false, c.par...)
				if err := s.at(1); err != nil {
					t.Fatal(err)
				}
				for i, f := range s.frames {
					if got := f.RealArgNamed("value")[0]; got != float64(i+1) {
						t.Errorf("element %d: %g", i+1, got)
					}
				}
				err := s.at(2)
				var e *usersub.CallError
				if !errors.As(err, &e) || e.Cause != c.cause || e.Element != c.who || e.Time != 2 {
					t.Errorf("got %v (%+v)", err, e)
				}
				if len(s.crash) != 1 || s.crash[0].Element != c.who {
					t.Fatalf("reports %+v", s.crash)
				}
				if v := reported(t, s.crash[0])["arguments"].([]any)[2].(map[string]any)["value"].([]any)[0]; v != c.par[c.who[len(c.who)-1]-'1'][0] {
					t.Errorf("argument par[0] of the report is %v", v)
				}
			})
		}
	}
}

// Where routines are pure the calls of a message are made in the new process, one by one; the one that
// ends that, too, is named.
func TestPureRoutinesOfOneMessage(t *testing.T) {
	s := open(t, plugins.Memory, true, []float64{1, 9, 9, 0}, []float64{2, 9, 9, 0}, []float64{3, 2, 9, 0})
	err := s.at(2)
	var e *usersub.CallError
	if !errors.As(err, &e) || e.Element != "Reference_Variable 3" {
		t.Errorf("got %v", err)
	}
	if got := s.frames[1].RealArgNamed("value")[0]; got != 2 {
		t.Errorf("the second has %g", got)
	}
	if n := len(s.crash); n != 3 || !s.crash[0].Again || !s.crash[1].Again || s.crash[2].Again {
		t.Errorf("%d reports", n)
	}
}

// Calls that travel together are made once each, in the order in which they were noted.
func TestCallsOfAWorkerTravelTogether(t *testing.T) {
	s := open(t, plugins.Memory, false, []float64{1, 9, 9, 1}, []float64{2, 9, 9, 1}, []float64{3, 9, 9, 1})
	s.note(1)
	for i := range s.subs {
		i = len(s.subs) - 1 - i
		if err := s.subs[i].Call(s.frames[i], s.state); err != nil {
			t.Fatal(err)
		}
		// Three set-up calls have been made before.
		if got, want := s.frames[i].RealArgNamed("value")[0], float64(i+1)+1000*float64(3+i+1); got != want {
			t.Errorf("element %d: %g, want %g", i+1, got, want)
		}
	}
}

// BenchmarkIsolatedTogether is what an evaluation of 1 and of 100 elements costs whose calls go to one worker.
func BenchmarkIsolatedTogether(b *testing.B) {
	for _, n := range []int{1, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			par := make([][]float64, n)
			for i := range par {
				par[i] = []float64{1, -1, -1, 0}
			}
			s := open(b, plugins.Memory, false, par...)
			k := 0
			for b.Loop() {
				k++
				if err := s.at(float64(k)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
