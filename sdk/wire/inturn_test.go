package wire

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// inTurn is a conversation whose ends run by turns in one goroutine: what a message costs without the wait for it.
type inTurn struct {
	*frameHostConn
	guest *pluginConversation
}

func (t *inTurn) receiveQueryOrEnd() (*wirepb.Ask, int, error) {
	t.guest.handleUntilReply()
	return t.frameHostConn.receiveQueryOrEnd()
}

// beside lets the plugin's end handle a message while f sends it and waits.
func (t *inTurn) beside(f func()) {
	heard := make(chan bool)
	go func() {
		t.guest.handleUntilReply()
		close(heard)
	}()
	f()
	<-heard
}

func (t *inTurn) openElement(handle uint32, routine string, f *usersub.Frame) (refused *wirepb.Failure, err error) {
	t.beside(func() { refused, err = t.frameHostConn.openElement(handle, routine, f) })
	return refused, err
}

func (t *inTurn) offerSlots(dst []int32, list []frame.Slot) (not []int32, err error) {
	t.beside(func() { not, err = t.frameHostConn.offerSlots(dst, list) })
	return not, err
}

// queryingRoutine is a routine with two queries, which are foreseen.
type queryingRoutine struct {
	door usersub.QueryCache
	par  [1]int32
}

func (a *queryingRoutine) Call(f *usersub.Frame, s usersub.State) error {
	a.door.Frame, a.door.State, a.door.Asked = f, s, 0
	a.par[0] = int32(f.Reals(2)[0])
	y, _ := a.door.SysFnc("DY", a.par[:])
	x, _ := a.door.SysFnc("DX", a.par[:])
	f.Reals(6)[0] = y - math.Cosh(x)
	return nil
}

// BenchmarkInTurn is what a message with the calls of 1 and of 100 elements takes of both ends.
func BenchmarkInTurn(b *testing.B) {
	for _, n := range []int{1, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			host, plugin, err := frame.NewPair(true, 1<<20)
			if errors.Is(err, errors.ErrUnsupported) {
				b.Skip("no frames here")
			}
			if err != nil {
				b.Fatal(err)
			}
			server := &Server{Routines: map[string]Offer{"law": {Kind: "PFOSUB", New: func() usersub.Sub { return &queryingRoutine{} }}}}
			c := newClient(&inTurn{&frameHostConn{conn: host}, &pluginConversation{server: server, plugin: &framePluginConn{server: server, conn: plugin},
				places: callSites{far: map[uint32]*callSite{}}}})
			r, s := c.Remote("law", usersub.PFOSUB), &subtest.State{Silent: true}
			var list []*usersub.Frame
			for id := range n {
				f := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", id, []float64{9}, nil)
				f.AddAnswer(usersub.Query{Name: "DY", Par: []int32{9}}, 0, 0)
				f.AddAnswer(usersub.Query{Name: "DX", Par: []int32{9}}, 0, 0)
				list = append(list, f)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				for _, f := range list {
					f.PrepareCall(float64(i), false, false)
					f.Value[0], f.Value[1] = float64(i), float64(i)*1e-9
					if n > 1 {
						r.Prefetch(f, s)
					}
				}
				for _, f := range list {
					if err := r.Call(f, s); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/element")
			b.StopTimer()
			host.Close()
			plugin.Close()
		})
	}
}
