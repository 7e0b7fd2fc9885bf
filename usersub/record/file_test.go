package record

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

func same(a, b any) bool { return reflect.DeepEqual(a, b) }

// small records some calls of a routine with two queries.
func small(t testing.TB, calls int) (path string) {
	rec, path := create(t)
	rt := wrap(rec, routine("CATENA"), usersub.PFOSUB, "CATENA")
	f := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 7, []float64{9}, nil)
	for i := range calls {
		s := &subtest.State{Shift: float64(i) * 0.25}
		s.RefreshAnswers(f)
		f.PrepareCall(float64(i), false, i == 0)
		if err := rt.Call(f, s); err != nil {
			t.Fatal(err)
		}
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// A file that ends anywhere is read up to its last whole call.
func TestCutAnywhere(t *testing.T) {
	data, err := os.ReadFile(small(t, 6))
	if err != nil {
		t.Fatal(err)
	}
	last := -1
	for n := range len(data) + 1 {
		r, err := OpenRecording(data[:n:n])
		if err != nil {
			if last >= 0 {
				t.Fatalf("%d bytes: %v", n, err)
			}
			continue
		}
		report, err := r.Replay(context.Background(), Options{Open: definitions})
		if err != nil || report.Different != 0 {
			t.Fatalf("%d bytes: %+v, %v", n, report, err)
		}
		whole := report.Made
		if report.Unended != 0 {
			whole--
		}
		if whole < last || whole > last+1 && last >= 0 {
			t.Fatalf("%d bytes: %d calls after %d", n, whole, last)
		}
		last = whole
	}
	if last != 6 {
		t.Errorf("%d calls at the end", last)
	}
}

// What does not belong where it stands is an error that says where.
func TestDamaged(t *testing.T) {
	whole, err := os.ReadFile(small(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, want string
		change     func([]byte) []byte
	}{
		{"another file", "does not begin as one", func(b []byte) []byte { return []byte("time,1.X\n0,1\n") }},
		{"empty", "does not begin as one", func(b []byte) []byte { return nil }},
		{"another version", "its version is 2", func(b []byte) []byte { return []byte(strings.Replace(string(b), "record 1", "record 2", 1)) }},
		{"no header", "it has no header", func(b []byte) []byte { return b[:len(magic)] }},
		{"an unknown routine", `there is no routine "PFOSUX"`, func(b []byte) []byte {
			return []byte(strings.Replace(string(b), `"kind":"PFOSUB"`, `"kind":"PFOSUX"`, 1))
		}},
		{"a size too large", "the size npar is", func(b []byte) []byte { return []byte(strings.Replace(string(b), `"npar":1`, `"npar":-`, 1)) }},
	} {
		r, err := OpenRecording(c.change(append([]byte(nil), whole...)))
		if err == nil {
			err = r.ReadCallsOnce(func(*Call) error { return nil })
		}
		if c.name == "a size too large" { // -} is not JSON at all
			c.want = "invalid character"
		}
		if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// A file of somebody's is not overwritten, a recording is.
func TestReplaces(t *testing.T) {
	path := small(t, 1)
	r, err := CreateRecording(path, Header{})
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Close()
	deck := filepath.Join(t.TempDir(), "deck.xml")
	if err := os.WriteFile(deck, []byte("<Model/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := CreateRecording(deck, Header{}); err == nil || !strings.Contains(err.Error(), "is not a recording") {
		t.Errorf("a deck: %v", err)
	}
	if text, _ := os.ReadFile(deck); string(text) != "<Model/>" {
		t.Errorf("the deck is %q now", text)
	}
	if _, err := CreateRecording(t.TempDir(), Header{}); err == nil {
		t.Error("a folder was taken")
	}
}

// Records that are larger than a window of the file, and many windows.
func TestLarge(t *testing.T) {
	rec, path := create(t)
	const n = 300_000 // 2.4 MB
	sub := subFunc(func(f *usersub.Frame, s usersub.State) error {
		for i := range f.RealArgNamed("value") {
			f.RealArgNamed("value")[i] = float64(i) + f.Time()
		}
		return nil
	})
	rt := wrap(rec, sub, usersub.ARYSUB, "A")
	f := usersub.NewFrame(usersub.ARYSUB, "Reference_Array", 1, nil, map[string]int{"nvalue": n})
	for i := range 5 {
		f.PrepareCall(float64(i), false, false)
		if err := rt.Call(f, &subtest.State{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	report, err := read(t, path).Replay(context.Background(), Options{Open: func(*Source) (usersub.Sub, error) { return sub, nil }})
	if err != nil || report.Made != 5 || report.Different != 0 {
		t.Errorf("%+v, %v", report, err)
	}
}

// After Close nothing is written, and nothing breaks: a run may be ended from
// another goroutine while a call is under way.
func TestCallAfterClose(t *testing.T) {
	rec, path := create(t)
	rt := wrap(rec, routine("CATENA"), usersub.PFOSUB, "CATENA")
	f := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 7, []float64{9}, nil)
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	f.PrepareCall(0, false, true)
	if err := rt.Call(f, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	r := read(t, path)
	if err := r.ReadCallsOnce(func(*Call) error { return nil }); err != nil || r.Calls != 0 || !r.Closed {
		t.Errorf("%d calls, closed %v, %v", r.Calls, r.Closed, err)
	}
}

// A process that is killed in the middle of a call leaves that call and all
// before it.
func TestKilled(t *testing.T) {
	if path := os.Getenv("TRAMMEL_TEST_RECORD"); path != "" {
		rec, err := CreateRecording(path, Header{})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		sub := subFunc(func(f *usersub.Frame, s usersub.State) error {
			if n++; n == 1000 {
				p, _ := os.FindProcess(os.Getpid())
				_ = p.Kill()
				select {}
			}
			f.RealArgNamed("value")[0] = f.Time()
			return nil
		})
		rt := wrap(rec, sub, usersub.VARSUB, "V")
		f := variable(5)
		for i := 0; ; i++ {
			f.PrepareCall(float64(i), false, false)
			_ = rt.Call(f, &subtest.State{})
		}
	}
	path := filepath.Join(t.TempDir(), "killed.rec")
	c := exec.Command(os.Args[0], "-test.run=^TestKilled$")
	c.Env = append(os.Environ(), "TRAMMEL_TEST_RECORD="+path)
	err := c.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		t.Fatalf("the process ended with %v", err)
	}
	if st, ok := exit.Sys().(syscall.WaitStatus); ok && !st.Signaled() && runtime.GOOS != "windows" {
		t.Fatalf("the process ended with %v", err)
	}
	r := read(t, path)
	list, open, err := r.SummarizeFrames()
	if err != nil || r.Closed || r.Rest != 0 || len(list) != 1 || list[0].Calls != 1000 || list[0].Last != 999 {
		t.Fatalf("%+v, closed %v, %d bytes more, %v", list, r.Closed, r.Rest, err)
	}
	if len(open) != 1 || !strings.Contains(open[0], "call 1000: Reference_Variable 5, V (VARSUB) at time 999") || !strings.Contains(open[0], "did not return") {
		t.Errorf("%q", open)
	}
}

// Whatever is in a file, reading it is an error or not, and never more.
func FuzzRead(f *testing.F) {
	for _, n := range []int{0, 1, 4} {
		data, err := os.ReadFile(small(f, n))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	rec, path := create(f)
	for _, c := range append(subtest.Cases(), subtest.UtilityCases()...) {
		rt := wrap(rec, routine(c.Name), c.Sig, c.Name)
		frame := c.Frame(7)
		s := &subtest.Full{}
		for i := range 2 {
			s.RefreshAnswers(frame)
			frame.PrepareCall(float64(i), false, i == 0)
			_ = rt.Call(frame, s)
		}
	}
	_ = rec.Close()
	data, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := OpenRecording(data)
		if err != nil {
			return
		}
		_, _, err = r.SummarizeFrames()
		if err != nil && !errors.Is(err, ErrFormat) {
			t.Fatal(err)
		}
		r, _ = OpenRecording(data)
		_, err = r.Replay(context.Background(), Options{Open: func(*Source) (usersub.Sub, error) {
			return subFunc(func(f *usersub.Frame, s usersub.State) error {
				door := &usersub.QueryCache{Frame: f, State: s}
				door.SysFnc("DX", []int32{1})
				door.ModFnc("Body_Rigid", 1, "mass")
				subtest.CallUtility(door, "TIMGET")
				return nil
			}), nil
		}})
		if err != nil && !errors.Is(err, ErrFormat) {
			t.Fatal(err)
		}
	})
}

// What a recorded call costs beside the same one that is not.
func BenchmarkCall(b *testing.B) {
	for _, name := range []string{"plain", "recorded"} {
		b.Run(name, func(b *testing.B) {
			rt := &usersub.Routine{Sub: subFunc(func(f *usersub.Frame, s usersub.State) error {
				f.RealArgNamed("value")[0] = f.Value[0] * f.Value[1]
				return nil
			})}
			var rec *Recorder
			if name == "recorded" {
				rec, _ = create(b)
				rt.Sub = rec.Wrap(rt, &usersub.Ref{}, usersub.PFOSUB)
			}
			f := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 7, []float64{9}, nil)
			f.AddAnswer(usersub.Query{Name: "DX", Par: []int32{9}}, 0, 0)
			f.AddAnswer(usersub.Query{Name: "DY", Par: []int32{9}}, 0, 0)
			s := &subtest.State{}
			b.ReportAllocs()
			for i := range b.N {
				f.Value[0], f.Value[1] = float64(i), 1/float64(i)
				f.PrepareCall(float64(i), false, false)
				_ = rt.Call(f, s)
			}
			if rec != nil {
				calls, bytes := rec.CallsAndFileSize()
				b.ReportMetric(float64(bytes)/float64(calls), "B-file/op")
				_ = rec.Close()
			}
		})
	}
}
