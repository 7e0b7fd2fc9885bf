//go:build linux && (amd64 || arm64) && !race

package faults

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"google.golang.org/grpc"

	"github.com/trammel-mbd/trammel/sdk/grpc/service"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// plain is a plugin that speaks gRPC by the page usersub.proto alone, as one in another language would, and can say what
// no SDK says. Its routine is that of serveBad; what is wrong is the reply to call par[1] and later ones.
type plain struct {
	service.UnimplementedRoutinesServer
	mu     sync.Mutex
	conns  []net.Conn
	stream service.Routines_ConnectServer
	places map[uint32]*spot
	count  int
	number uint64 // of the message that came last
}

// listener keeps the connections that it accepts.
type listener struct {
	net.Listener
	of *plain
}

func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		l.of.mu.Lock()
		l.of.conns = append(l.of.conns, c)
		l.of.mu.Unlock()
	}
	return c, err
}

func servePlain() {
	p := &plain{places: map[uint32]*spot{}}
	path := filepath.Join(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "plain")
	l, err := net.Listen("unix", path)
	if err != nil {
		panic(err)
	}
	s := grpc.NewServer()
	service.RegisterRoutinesServer(s, p)
	fmt.Printf("1|1|unix|%s|grpc\n", path)
	if err := s.Serve(&listener{l, p}); err != nil {
		panic(err)
	}
}

// Describe implements the service.
func (p *plain) Describe(context.Context, *wirepb.DescribeRequest) (*wirepb.Description, error) {
	return &wirepb.Description{Name: "plain", Version: "1.0.0", Protocol: 1,
		Routines: []*wirepb.Offer{{Name: "law", Kind: "PFOSUB"}}}, nil
}

// Connect implements the service.
func (p *plain) Connect(stream service.Routines_ConnectServer) error {
	context.AfterFunc(stream.Context(), func() { os.Exit(1) })
	p.stream = stream
	for {
		m, err := stream.Recv()
		if err != nil {
			return err
		}
		p.number = max(p.number, m.Number)
		if open := m.GetOpen(); open != nil {
			p.places[open.Handle] = &spot{}
		}
		if call := m.GetCall(); call != nil {
			if err := p.call(call); err == errOver {
				return nil
			} else if err != nil {
				return err
			}
		}
	}
}

// errOver ends the conversation as if all were well.
var errOver = errors.New("over")

// Places of the arguments of PFOSUB in given.
const (
	timeBit = 1 << 1
	parBit  = 1 << 2
)

// call makes a call.
func (p *plain) call(m *wirepb.Call) error {
	at := p.places[m.Handle]
	if m.Given&parBit != 0 {
		reals := m.Reals
		if m.Given&timeBit != 0 {
			reals = reals[1:]
		}
		at.par = slices.Clone(reals[:4])
	}
	at.known = at.known && !m.Forget || len(m.Learned) > 0
	if len(m.Answers) > 0 {
		at.x = m.Answers[0]
	}
	if !at.known {
		name := []string{"DX", "DY"}[int(at.par[3])]
		x, err := p.ask(&wirepb.Ask{Kind: wirepb.AskKind_SYSFNC, Name: name, Par: []int32{int32(at.par[2])}})
		if err != nil {
			return err
		}
		at.x, at.known = x[0], true
	}
	k := 0
	if p.count++; p.count >= int(at.par[1]) {
		k = int(at.par[0])
	}
	return strangeness[k].do(p, &wirepb.Done{Reals: []float64{at.x}})
}

// ask asks and waits for the answer.
func (p *plain) ask(m *wirepb.Ask) ([]float64, error) {
	if err := p.stream.Send(&wirepb.ToHost{What: &wirepb.ToHost_Ask{Ask: m}, Number: p.number}); err != nil {
		return nil, err
	}
	r, err := p.stream.Recv()
	p.number = max(p.number, r.GetNumber())
	return r.GetAnswer().GetValues(), err
}

func (p *plain) done(m *wirepb.Done) error {
	return p.stream.Send(&wirepb.ToHost{What: &wirepb.ToHost_Done{Done: m}, Number: p.number})
}

// raw writes into all connections, past gRPC.
func (p *plain) raw(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Write(b)
	}
}
