//go:build unix

package pystmt_test

import (
	"math"
	"syscall"
	"testing"
)

// spent is the time that this process has had on processors, in seconds: other
// processes take none of it.
func spent(t *testing.T) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	s := func(v syscall.Timeval) float64 { return float64(v.Sec) + 1e-6*float64(v.Usec) }
	return s(u.Utime) + s(u.Stime)
}

// least measures a model of n elements again and lowers what it took so far.
func (f *form) least(t *testing.T, n int, seconds, bytes *float64) {
	start := spent(t)
	c := f.measure(t, n/perLink)
	*seconds = min(*seconds, (spent(t)-start)/float64(n))
	*bytes = min(*bytes, c.bytes/float64(n))
}

// Ten times as many elements take at most twice the time and 1.3 times the
// memory each; what is quadratic takes ten times. The smallest of up to five
// times counts, so that a collection of garbage at the wrong moment does not.
func TestLargeModelsTakeLinearTime(t *testing.T) {
	if testing.Short() {
		t.Skip("reads models of 100,000 elements")
	}
	for _, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			most := 100000
			if f.name == "py" { // the interpreter takes several times as long for a line as for a call
				most = 30000
			}
			if !long {
				most /= 2
			}
			few, many, fewBytes, manyBytes := math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1)
			for try := 0; try < 5 && !(many < 2*few); try++ {
				f.least(t, most/10, &few, &fewBytes)
				f.least(t, most, &many, &manyBytes)
			}
			if !(many < 2*few) {
				t.Errorf("%.3g µs an element of %d, %.3g µs of %d", many*1e6, most, few*1e6, most/10)
			}
			if !(manyBytes < 1.3*fewBytes) {
				t.Errorf("%.0f bytes an element of %d, %.0f of %d", manyBytes, most, fewBytes, most/10)
			}
		})
	}
}
