package wire_test

import (
	"context"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/grpc/service"
	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// A plugin survives what a host must not send, and says what is wrong.
func TestMalformedCalls(t *testing.T) {
	open := func(ints ...int32) *wirepb.ToPlugin {
		return &wirepb.ToPlugin{What: &wirepb.ToPlugin_Open{Open: &wirepb.Open{
			Handle: 1, Routine: "sum", Kind: "VARSUB", Element: "Reference_Variable", Id: 4, Ints: ints}}}
	}
	call := func(m *wirepb.Call) *wirepb.ToPlugin {
		m.Handle = 1
		return &wirepb.ToPlugin{What: &wirepb.ToPlugin_Call{Call: m}}
	}
	long := &wirepb.Question{Name: "DX", Values: 1 << 30}
	for name, c := range map[string]struct {
		send []*wirepb.ToPlugin
		says string
	}{
		"handle":    {[]*wirepb.ToPlugin{call(&wirepb.Call{})}, "was never opened"},
		"few ints":  {[]*wirepb.ToPlugin{open(1), call(&wirepb.Call{})}, "too few integers"},
		"negative":  {[]*wirepb.ToPlugin{open(4, -3, 0, 0), call(&wirepb.Call{})}, "npar = -3"},
		"huge":      {[]*wirepb.ToPlugin{open(4, 1<<30, 0, 0), call(&wirepb.Call{})}, "npar = 1073741824"},
		"few reals": {[]*wirepb.ToPlugin{open(4, 2, 0, 0), call(&wirepb.Call{Given: 1 << 2, Reals: []float64{1}})}, "does not fit"},
		"surplus":   {[]*wirepb.ToPlugin{open(4, 2, 0, 0), call(&wirepb.Call{Reals: []float64{1}})}, "does not fit"},
		"answers":   {[]*wirepb.ToPlugin{open(4, 0, 0, 0), call(&wirepb.Call{Answers: []float64{1}})}, "does not fit"},
		"flags":     {[]*wirepb.ToPlugin{open(4, 0, 0, 0), call(&wirepb.Call{Flags: []int32{1}})}, "does not fit"},
		"learned":   {[]*wirepb.ToPlugin{open(4, 0, 0, 0), call(&wirepb.Call{Learned: []*wirepb.Question{long}})}, "does not fit"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &wire.Server{Routines: map[string]wire.Offer{"sum": offer(usersub.VARSUB, sum)}}
			stream, err := service.NewRoutinesClient(dial(t, s)).Connect(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range c.send {
				if err := stream.Send(m); err != nil {
					t.Fatal(err)
				}
			}
			m, err := stream.Recv()
			if err != nil {
				t.Fatal(err)
			}
			if f := m.GetDone().GetFailure(); f == nil || f.Cause != wirepb.Cause_UNUSABLE || !strings.Contains(f.Message, c.says) {
				t.Errorf("got %v", m)
			}
		})
	}
}

func TestMessagesOutOfPlace(t *testing.T) {
	for says, m := range map[string]*wirepb.ToPlugin{
		"not made":      {What: &wirepb.ToPlugin_Answer{Answer: &wirepb.Answer{}}},
		"empty message": {},
	} {
		stream, err := service.NewRoutinesClient(dial(t, &wire.Server{})).Connect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if err := stream.Send(m); err != nil {
			t.Fatal(err)
		}
		if _, err := stream.Recv(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want %q", err, says)
		}
	}
}
