package wire_test

import (
	"context"
	"errors"
	"net"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	grpcwire "github.com/trammel-mbd/trammel/sdk/grpc"
	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
)

// function is a Sub.
type function func(*usersub.Frame, usersub.State) error

func (f function) Call(frame *usersub.Frame, s usersub.State) error { return f(frame, s) }

// offer makes an offer of a function.
func offer(sig *usersub.Sig, f function) wire.Offer {
	return wire.Offer{Kind: sig.Name, New: func() usersub.Sub { return f }}
}

// dial serves s in memory and returns a connection to it.
func dial(t testing.TB, s *wire.Server) *grpc.ClientConn {
	t.Helper()
	pipe := bufconn.Listen(1 << 16)
	g := grpc.NewServer()
	grpcwire.Register(g, s)
	go g.Serve(pipe)
	conn, err := grpc.Dial("memory",
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return pipe.DialContext(ctx) }),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		conn.Close()
		g.Stop()
	})
	return conn
}

// connect returns a client in conversation with s.
func connect(t testing.TB, s *wire.Server) *wire.Client {
	t.Helper()
	c := grpcwire.NewClient(dial(t, s))
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	if err := c.Connect(ctx); err != nil {
		t.Fatal(err)
	}
	return c
}

// converse returns a client in conversation with s over a transport: grpc, memory or pipe.
func converse(t testing.TB, s *wire.Server, transport string) *wire.Client {
	t.Helper()
	if transport == "grpc" {
		return connect(t, s)
	}
	host, guest, err := frame.NewPair(transport == "memory", 1<<16)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip("no frames here")
	}
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() { over <- s.ServeConn(guest) }()
	c := wire.NewFrameClient(host)
	t.Cleanup(func() {
		c.Close()
		if err := <-over; err != nil && !errors.Is(err, frame.ErrGone) {
			t.Errorf("the plugin's end: %v", err)
		}
		guest.Close()
	})
	return c
}

// each runs a test over all transports.
func each(t *testing.T, f func(t *testing.T, transport string)) {
	for _, transport := range []string{"grpc", "memory", "pipe"} {
		t.Run(transport, func(t *testing.T) { f(t, transport) })
	}
}

func TestSuite(t *testing.T) { each(t, suite) }

func suite(t *testing.T, transport string) {
	s, calls := &wire.Server{Routines: map[string]wire.Offer{}}, 0
	for _, c := range subtest.Cases() {
		s.Routines[c.Name] = offer(c.Sig, c.Define)
	}
	s.Routines["COUNTR"] = offer(usersub.VARSUB, func(f *usersub.Frame, _ usersub.State) error {
		f.RealArgNamed("value")[0] = float64(calls)
		calls++
		return nil
	})
	// The definitions ask their state directly; what asks on the plugin's side
	// looks into the frame first.
	for name, o := range s.Routines {
		sub := o.New()
		s.Routines[name] = wire.Offer{Kind: o.Kind, New: func() usersub.Sub {
			return function(func(f *usersub.Frame, s usersub.State) error {
				return sub.Call(f, &usersub.QueryCache{Frame: f, State: s})
			})
		}}
	}
	client := converse(t, s, transport)
	subtest.RunSuite(t, func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
		return &usersub.Routine{Sub: client.Remote(function, sig),
			Implementation: transport, File: "none", SHA256: "none", Symbol: function}
	})
}
