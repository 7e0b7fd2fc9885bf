package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
	"github.com/trammel-mbd/trammel/usersub"
)

// Offer is a routine that a plugin has.
type Offer struct {
	Kind string // PFOSUB, ...
	Doc  string
	New  func() usersub.Sub // called once an element
}

// What Finder is asked and answers.
type (
	FindRequest = wirepb.FindRequest
	Found       = wirepb.Found
	Missing     = wirepb.Missing
)

// Server is the plugin's end of the conversation.
type Server struct {
	wirepb.UnimplementedRoutinesServer
	Name, Version, Doc string
	Routines           map[string]Offer
	// Finder is for plugins that execute scripts; nil if the plugin does not. What
	// it finds is a routine under the name returned in Found.
	Finder func(*wirepb.FindRequest) (*wirepb.Found, Offer)
	found  map[string]Offer // by name
	mu     sync.Mutex       // of found
	Ready  func()           // called when a conversation begins; may be nil
	Gone   func()           // called in its own goroutine when it has ended; may be nil
}

// Register makes g serve s.
func (s *Server) Register(g *grpc.Server) { wirepb.RegisterRoutinesServer(g, s) }

// Describe implements the service.
func (s *Server) Describe(context.Context, *wirepb.DescribeRequest) (*wirepb.Description, error) {
	d := &wirepb.Description{Name: s.Name, Version: s.Version, Doc: s.Doc, Protocol: Version}
	for _, name := range slices.Sorted(maps.Keys(s.Routines)) {
		o := s.Routines[name]
		d.Routines = append(d.Routines, &wirepb.Offer{Name: name, Kind: o.Kind, Doc: o.Doc})
	}
	return d, nil
}

// Find implements the service.
func (s *Server) Find(_ context.Context, m *wirepb.FindRequest) (*wirepb.Found, error) {
	if s.Finder == nil {
		return nil, status.Error(codes.Unimplemented, "the plugin executes no scripts")
	}
	found, offer := s.Finder(m)
	if found.Missing == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.found == nil {
			s.found = map[string]Offer{}
		}
		s.found[found.Routine] = offer
	}
	return found, nil
}

// offer returns the routine called name.
func (s *Server) offer(name string) (Offer, bool) {
	if o, ok := s.Routines[name]; ok {
		return o, true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o, ok := s.found[name]
	return o, ok
}

// Connect implements the service: it serves one conversation to its end.
func (s *Server) Connect(stream wirepb.Routines_ConnectServer) error {
	if s.Ready != nil {
		s.Ready()
	}
	if s.Gone != nil {
		context.AfterFunc(stream.Context(), s.Gone)
	}
	l := &link{server: s, stream: stream, places: map[uint32]*place{}}
	l.toDone.What = &wirepb.ToHost_Done{Done: &l.done}
	l.toAsk.What = &wirepb.ToHost_Ask{Ask: &l.ask}
	for l.err == nil {
		if m := l.next(); m != nil {
			l.err = errors.New("the host answered a question that was not asked")
		}
	}
	if errors.Is(l.err, io.EOF) {
		return nil
	}
	return l.err
}

// place is one element's arguments and the routine that it calls.
type place struct {
	frame  *usersub.Frame
	layout layout
	sub    usersub.Sub
	busy   bool
	broken *wirepb.Failure // why it cannot be used
}

// newPlace builds what an Open asks for.
func (s *Server) newPlace(m *wirepb.Open) *place {
	sig := usersub.Lookup(m.Kind)
	offer, ok := s.offer(m.Routine)
	switch {
	case !ok:
		return &place{broken: unusable("the plugin has no routine %q, it offers %s", m.Routine,
			strings.Join(slices.Sorted(maps.Keys(s.Routines)), ", "))}
	case sig == nil:
		return &place{broken: unusable("the plugin does not know the kind %s", m.Kind)}
	case offer.Kind != m.Kind:
		return &place{broken: unusable("%s is a %s and cannot be called as %s", m.Routine, offer.Kind, m.Kind)}
	}
	dims, err := sizes(sig, m.Ints, m.Sizes)
	if err != nil {
		return &place{broken: unusable("%v", err)}
	}
	f := usersub.NewFrame(sig, m.Element, int(m.Id), make([]float64, dims["npar"]), dims)
	return &place{frame: f, layout: newLayout(f), sub: offer.New()}
}

// maxSize bounds the sizes that a host may ask for.
const maxSize = 1 << 20

// sizes names the integer arguments and the sizes that are none.
func sizes(sig *usersub.Sig, ints []int32, more map[string]int32) (map[string]int, error) {
	dims := map[string]int{}
	for name, n := range more {
		dims[name] = int(n)
	}
	for _, a := range sig.Args {
		if a.Kind != usersub.Int || a.Len != "" {
			continue
		}
		if len(ints) == 0 {
			return nil, fmt.Errorf("%s was opened with too few integers", sig.Name)
		}
		dims[a.Name], ints = int(ints[0]), ints[1:]
	}
	for _, a := range sig.Args {
		if _, ok := dims[a.Len]; isName(a.Len) && !ok {
			return nil, fmt.Errorf("%s was opened without %s", sig.Name, a.Len)
		}
		for name := range strings.SplitSeq(a.Len, "*") {
			if n, ok := dims[name]; ok && (n < 0 || n > maxSize) {
				return nil, fmt.Errorf("%s was opened with %s = %d", sig.Name, name, n)
			}
		}
	}
	return dims, nil
}
