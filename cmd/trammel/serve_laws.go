package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/usersub"
)

// callerLaws are laws of elements that the program at the other end computes: while it waits for a reply it is to the
// solver what a plugin is, and calls travel in the same frames (SESSION.md, Laws). It is a usersub.Loader.
type callerLaws struct {
	client   *wire.Client
	elements []callerElement
	// remotes are what calls go through, for all models that are built: an element keeps its handle.
	remotes map[string]*wire.Remote
	loaded  map[string]string // name of the routine of an element, in the model that is built last
}

// callerElement is an element whose law the program computes.
type callerElement struct {
	name string // Force_Scalar_TwoBody/3
	kind string
	id   int
}

func newCallerLaws(conn *frame.Conn) *callerLaws {
	return &callerLaws{client: wire.NewFrameClient(conn), remotes: map[string]*wire.Remote{}}
}

// setElements sets the elements, in place of those before.
func (c *callerLaws) setElements(names []string) error {
	var list []callerElement
	for _, n := range names {
		kind, number, _ := strings.Cut(n, "/")
		id, err := strconv.Atoi(number)
		if err != nil || id <= 0 || kind == "" {
			return &run.UsageError{Text: fmt.Sprintf("laws: %q is not the name of an element; wanted: KIND/ID, such as Force_Scalar_TwoBody/3", n)}
		}
		list = append(list, callerElement{n, kind, id})
	}
	c.elements = list
	return nil
}

// replaceLawsByRoutines makes the laws of the elements those of the program, before the deck is built.
func (c *callerLaws) replaceLawsByRoutines(m *deck.Model) error {
	c.loaded = map[string]string{}
	for _, e := range c.elements {
		if err := m.UseRoutineForLaw(e.kind, e.id); err != nil {
			return &run.UsageError{Text: fmt.Sprintf("law of %s: %v", e.name, err)}
		}
	}
	return nil
}

// Takes reports whether the caller has a function for the routine.
func (c *callerLaws) Takes(ref *usersub.Ref) bool { return c.findElement(ref) != nil }

func (c *callerLaws) findElement(ref *usersub.Ref) *callerElement {
	i := slices.IndexFunc(c.elements, func(e callerElement) bool {
		return strings.EqualFold(ref.Element, fmt.Sprintf("%s %d", e.kind, e.id))
	})
	if i < 0 {
		return nil
	}
	return &c.elements[i]
}

// Load implements usersub.Loader. An element has one law: routines beside it, such as those for partial derivatives, are none.
func (c *callerLaws) Load(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	e := c.findElement(ref)
	if first := c.loaded[e.name]; first != "" && first != sig.Name {
		return nil, &usersub.LoadError{Ref: *ref, Routine: sig.Name, Lacks: true,
			Reason: fmt.Sprintf("the law of %s is one function, that of %s", e.name, first)}
	}
	c.loaded[e.name] = sig.Name
	key := e.name + " " + sig.Name
	if c.remotes[key] == nil {
		c.remotes[key] = c.client.Remote(e.name, sig)
	}
	return &usersub.Routine{Sub: c.remotes[key], Implementation: "caller", Symbol: e.name, Transport: "pipe"}, nil
}

// Close implements usersub.Loader: the conversation is that of the session.
func (c *callerLaws) Close() error { return nil }

// setLaws sets the elements whose laws the program computes, and builds the model again.
func (s *server) setLaws(ctx context.Context, q *request) error {
	old := s.laws.elements
	err := s.laws.setElements(q.Laws)
	if err == nil {
		err = s.session.AssignValuesAndRebuild(ctx, nil)
	}
	if err != nil {
		s.laws.elements = old
		return err
	}
	return s.replyDeckInfo(ctx, q)
}
