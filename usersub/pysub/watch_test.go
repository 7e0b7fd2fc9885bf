package pysub

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// TestEndlessLoops ends each within the limit, whatever the script catches, and
// the script works afterwards.
func TestEndlessLoops(t *testing.T) {
	for _, body := range []string{
		"while True:\n        pass",
		"while True:\n        try:\n            x = 1\n        except:\n            continue",
		"n = 0\n    while n >= 0:\n        n += 1\n        if n:\n            continue",
		"try:\n        while True:\n            pass\n    except:\n        return 0",
		"return g(40)",
		"for x in forever():\n        pass",
		"return [x for x in forever()]",
		"return sum(0 for x in forever())",
	} {
		b := newBench(t)
		b.Loader = New(Options{Output: &b.out, CallTimeout: 20 * time.Millisecond})
		b.write("a.py", "def g(n):\n    return g(n - 1) + g(n - 2) if n > 1 else n\ndef forever():\n    while True:\n        yield 0\ndef F(*a):\n    "+body+"\ndef G(*a):\n    return 1\n")
		r := b.load("a.py", "F", usersub.PFOSUB)
		ce := b.failed(r.Call(frame(usersub.PFOSUB), &subtest.State{}))
		if ce.Cause != usersub.TimedOut || ce.Message != "TimeoutError: no result after 20ms" ||
			!strings.Contains(ce.Detail, "a.py") || !strings.Contains(ce.Detail, "hint: ") {
			t.Errorf("%s: cause %d: %s\n%s", body, ce.Cause, ce.Message, ce.Detail)
		}
		call(t, b.load("a.py", "G", usersub.PFOSUB), frame(usersub.PFOSUB))
	}
}

func TestEndlessLoopInAModule(t *testing.T) {
	b := newBench(t)
	b.Loader = New(Options{Output: &b.out, CallTimeout: 10 * time.Millisecond})
	b.write("a.py", "def F(*a):\n    return 0\n\nwhile True:\n    pass\n")
	le := b.refused(b.ref("a.py", "F"), usersub.PFOSUB)
	if want := "Traceback (most recent call last):\n  File \"a.py\", line 4, in <module>\n    while True:\nTimeoutError: no result after 10ms"; le.Detail != want && !strings.Contains(le.Detail, "line 5") {
		t.Errorf("got\n%s\nwant\n%s", le.Detail, want)
	}
}

// slow is a solver whose analyses take a while.
type slow struct{ subtest.Full }

func (s *slow) Analys(kind, name string, begin, end float64, first bool) int32 {
	time.Sleep(2 * time.Millisecond)
	return 0
}

// What the solver does in a call does not count.
func TestAnalysesDoNotCount(t *testing.T) {
	in := newInterp(Options{Output: io.Discard, Log: silent(), CallTimeout: time.Hour})
	in.watch.deadline = time.Now()
	before := in.watch.deadline
	in.door = &usersub.QueryCache{Frame: frame(usersub.CONSUB), State: &slow{}}
	u := usersub.FindUtility("ANALYS")
	if _, err := in.callUtility(u, u.InPython, py.Tuple{py.String("TRANSIENT"), py.String("a"), py.Int(0), py.Int(1), py.Int(1)}); err != nil {
		t.Fatal(err)
	}
	if d := in.watch.deadline.Sub(before); d < 2*time.Millisecond {
		t.Fatalf("the limit moved by %v, want at least 2ms", d)
	}
}
