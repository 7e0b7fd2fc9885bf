package worker

import (
	"math"
	"reflect"
	"runtime"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// What a host asks for arrives as it was.
func TestReferences(t *testing.T) {
	ref := &usersub.Ref{Library: "road", Function: "GFOSUB", Named: true, Dir: "/deck", Element: "Force_Vector_TwoBody 7",
		Dialect: "adams", DeckDialect: "adams", Area: "yes", Isolate: "process", Pure: true}
	members := map[string]any{"I": 3, "K": -0.25, "TYPE": "FORCE", "IDS": []int{1, 2}, "V": []float64{1e-300, 2}, "NAMES": []string{"a", "b\x00"}}
	text, err := EncodeReference(ref, members)
	if err != nil {
		t.Fatal(err)
	}
	got, m, err := decodeReference(text)
	if err != nil || !reflect.DeepEqual(got, ref) || !reflect.DeepEqual(m, members) {
		t.Errorf("%+v, %v, %v", got, m, err)
	}
	if _, err := EncodeReference(ref, map[string]any{"x": math.Inf}); err == nil {
		t.Error("a function was sent")
	}
	if _, _, err := decodeReference("road.so"); err == nil {
		t.Error("a path is taken for a reference")
	}
}

// Calls that come while one waits are made on the thread of that one; what they panic with
// comes back to who made them.
func TestCallsNestOnOneThread(t *testing.T) {
	x := newThread()
	var at []int
	note := func() { at = append(at, threadID()) }
	x.runOnThread(func() {
		note()
		x.runOffThread(func() {
			x.runOnThread(func() { note(); x.runOffThread(func() { x.runOnThread(note) }) })
		})
		note()
	})
	for _, id := range at {
		if id != at[0] || runtime.GOOS == "linux" && id == 0 {
			t.Fatalf("threads %v", at)
		}
	}
	if len(at) != 4 {
		t.Fatalf("%d of 4 calls", len(at))
	}
	defer func() {
		if v := recover(); v != "no way out" {
			t.Errorf("raised %v", v)
		}
		x.runOnThread(note) // it is still there
	}()
	x.runOnThread(func() { x.runOffThread(func() { x.runOnThread(func() { panic("no way out") }) }) })
}
