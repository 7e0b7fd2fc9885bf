package wire

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// Offer is a routine that a plugin has.
type Offer struct {
	Kind string // PFOSUB, ...
	Doc  string
	// About is what the routine says about itself; its Doc is the one above.
	About usersub.About
	New   func() usersub.Sub // called once an element
}

// What Finder is given and returns, and what a plugin says about itself.
type (
	FindRequest = wirepb.FindRequest
	Found       = wirepb.Found
	Missing     = wirepb.Missing
	Description = wirepb.Description
)

// Server is the plugin's end of the conversation.
type Server struct {
	Name, Version, Doc string
	Vendor             string
	Routines           map[string]Offer
	// Finder is for plugins that execute scripts; nil if the plugin does not. What
	// it finds is a routine under the name returned in Found.
	Finder func(*wirepb.FindRequest) (*wirepb.Found, Offer)
	found  map[string]Offer // by name
	mu     sync.Mutex       // of found
	Ready  func()           // called when a conversation begins; may be nil
	Gone   func()           // called in its own goroutine when it has ended; may be nil
}

// Describe returns what the plugin says about itself.
func (s *Server) Describe() *wirepb.Description {
	d := &wirepb.Description{Name: s.Name, Version: s.Version, Vendor: s.Vendor, Doc: s.Doc, Protocol: Version}
	for _, name := range slices.Sorted(maps.Keys(s.Routines)) {
		o := s.Routines[name]
		d.Routines = append(d.Routines, offerToWire(name, &o))
	}
	return d
}

// ErrNoScripts is the error of Find for a plugin that executes no scripts.
var ErrNoScripts = errors.New("the plugin executes no scripts")

// Find searches for a function in a script.
func (s *Server) Find(m *wirepb.FindRequest) (*wirepb.Found, error) {
	if s.Finder == nil {
		return nil, ErrNoScripts
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

// findOffer returns the routine called name.
func (s *Server) findOffer(name string) (Offer, bool) {
	if o, ok := s.Routines[name]; ok {
		return o, true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o, ok := s.found[name]
	return o, ok
}

// ServeStream serves one conversation in messages to its end.
func (s *Server) ServeStream(stream PluginStream) error {
	if s.Ready != nil {
		s.Ready()
	}
	if s.Gone != nil {
		context.AfterFunc(stream.Context(), s.Gone)
	}
	return s.serveMessages(&messagePluginConn{conn: stream})
}

// ServeConn serves one conversation in frames to its end. What makes no sense in it is reported to the host, too.
func (s *Server) ServeConn(c *frame.Conn) error {
	if s.Ready != nil {
		s.Ready()
	}
	if s.Gone != nil {
		defer func() { go s.Gone() }()
	}
	err := s.serveMessages(&framePluginConn{server: s, conn: c})
	var garbled *frame.GarbledError
	if errors.As(err, &garbled) {
		c.SendFault(err)
	}
	return err
}

// callSite is one element's arguments and the routine that it calls.
type callSite struct {
	frame  *usersub.Frame
	layout *layout
	sub    usersub.Sub
	busy   bool
	broken *wirepb.Failure // why it cannot be used
	slot   slot
}

// callSites is the places of the handles. A host gives handles out from 1 on, so most are found by their number.
type callSites struct {
	near []*callSite // by handle
	far  map[uint32]*callSite

	layouts layouts
}

// nearest bounds the handles that are found by their number.
const nearest = 1 << 16

// findCallSite returns the place of a handle, nil if it has none.
func (l *callSites) findCallSite(handle uint32) *callSite {
	if handle < uint32(len(l.near)) {
		return l.near[handle]
	}
	return l.far[handle]
}

func (l *callSites) setCallSite(handle uint32, p *callSite) {
	if handle >= nearest {
		l.far[handle] = p
		return
	}
	for uint32(len(l.near)) <= handle {
		l.near = append(l.near, nil)
	}
	l.near[handle] = p
}

// newCallSite builds what an Open requests. args are the arguments as frames report them, nil in gRPC.
func (s *Server) newCallSite(m *wirepb.Open, args []frame.Arg, l *layouts) *callSite {
	sig := usersub.FindRoutine(m.Kind)
	offer, ok := s.findOffer(m.Routine)
	switch {
	case !ok:
		return &callSite{broken: newUnusableFailure("the plugin has no routine %q, it offers %s", m.Routine,
			strings.Join(slices.Sorted(maps.Keys(s.Routines)), ", "))}
	case sig == nil:
		return &callSite{broken: newUnusableFailure("the plugin does not know the kind %s", m.Kind)}
	case offer.Kind != m.Kind:
		return &callSite{broken: newUnusableFailure("%s is a %s and cannot be called as %s", m.Routine, offer.Kind, m.Kind)}
	}
	if args != nil {
		if failure := fillOpenMessage(m, sig, args); failure != nil {
			return &callSite{broken: failure}
		}
	}
	dims, err := nameSizes(sig, m.Ints, m.Sizes)
	if err != nil {
		return &callSite{broken: newUnusableFailure("%v", err)}
	}
	f := usersub.NewFrame(sig, m.Element, int(m.Id), make([]float64, dims["npar"]), dims)
	for i := range args {
		if args[i].Entries != f.Len(i) {
			return &callSite{broken: newUnusableFailure("%s has %d entries here, the solver says %d", args[i].Name, f.Len(i), args[i].Entries)}
		}
	}
	return &callSite{frame: f, layout: l.layoutOf(f), sub: offer.New()}
}

// fillOpenMessage fills in what an Open of gRPC reports from the arguments of one in frames.
func fillOpenMessage(m *wirepb.Open, sig *usersub.Sig, args []frame.Arg) *wirepb.Failure {
	if len(args) != len(sig.Args) {
		return newUnusableFailure("%s has %d arguments here, the solver says %d", sig.Name, len(sig.Args), len(args))
	}
	for i, a := range sig.Args {
		g := &args[i]
		if g.Name != a.Name || g.Type != byte(a.Kind) || g.Out != a.Out {
			return newUnusableFailure("argument %d of %s is %s here, the solver says %s", i+1, sig.Name, a.Name, g.Name)
		}
		if a.Kind == usersub.Int && a.Len == "" {
			m.Ints = append(m.Ints, g.Value)
		}
		if isSizeName(a.Len) && sig.ArgIndex(a.Len) < 0 {
			m.Sizes = map[string]int32{a.Len: int32(g.Entries)}
		}
	}
	return nil
}

// maxSize bounds the sizes that a host may request.
const maxSize = 1 << 20

// nameSizes names the integer arguments and the sizes that are none.
func nameSizes(sig *usersub.Sig, ints []int32, more map[string]int32) (map[string]int, error) {
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
		if _, ok := dims[a.Len]; isSizeName(a.Len) && !ok {
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
