// Package session holds a model for a program that works with it: its parameters are set, and it is stepped from
// outside with inputs and outputs, from states that are saved and restored. The command trammel serve offers it to other processes.
package session

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
)

// Build reads and builds a deck with what is assigned to its parameters and attributes. Where the deck has errors it returns the
// model, if there is one, and the error.
type Build func(ctx context.Context, assigned []*deck.Assignment) (*element.Model, error)

// Value is a value that is assigned to a parameter (k) or an attribute (Force_SpringDamper/3.stiffness) of a deck.
type Value struct{ Name, Text string }

// Session is a deck with values of its parameters, and the model that is stepped. Its methods belong to one goroutine.
type Session struct {
	build  Build
	path   string // of the deck, for user subroutines
	values []Value

	model   *element.Model    // built with the values
	fresh   bool              // model has not been carried out
	stepped *run.SteppedModel // nil before Begin
	options run.SteppedOptions
}

// BuildSession builds a deck. Where it has errors the session is returned with the error: Model has the diagnostics.
func BuildSession(ctx context.Context, path string, build Build, values []Value) (*Session, error) {
	s := &Session{build: build, path: path}
	return s, s.AssignValuesAndRebuild(ctx, values)
}

// AssignValuesAndRebuild assigns values, beside those assigned before. What was stepped is over. After an error the values are those before.
func (s *Session) AssignValuesAndRebuild(ctx context.Context, values []Value) error {
	old := s.values
	s.values = slices.Clone(old)
	for _, v := range values {
		at := slices.IndexFunc(s.values, func(o Value) bool { return strings.EqualFold(o.Name, v.Name) })
		if at >= 0 {
			s.values[at] = v
		} else {
			s.values = append(s.values, v)
		}
	}
	err := s.rebuild(ctx)
	if err != nil {
		s.values = old
	}
	return err
}

// rebuild builds the deck again.
func (s *Session) rebuild(ctx context.Context) error {
	var list []*deck.Assignment
	for _, v := range s.values {
		text := v.Name + "=" + v.Text
		a, err := deck.NewAssignment(deck.Span{Src: &deck.Source{Name: "set", Text: []byte(text)}, End: len(text)})
		if err != nil {
			return &run.UsageError{Text: "set " + err.Error()}
		}
		list = append(list, a)
	}
	m, err := s.build(ctx, list)
	if m != nil || err == nil {
		s.model, s.stepped, s.fresh = m, nil, err == nil
	}
	return err
}

// Model is the model as it was built last; nil where the deck could not be read.
func (s *Session) Model() *element.Model { return s.model }

// takeUnusedModel returns a built model that has not been carried out.
func (s *Session) takeUnusedModel(ctx context.Context) (*element.Model, error) {
	if !s.fresh {
		stepped := s.stepped
		if err := s.rebuild(ctx); err != nil {
			return nil, err
		}
		s.stepped = stepped
	}
	s.fresh = false
	return s.model, nil
}

// BeginStepping begins to step the model, from its start: see run.SteppedModel. opt.Deck is set by the session.
func (s *Session) BeginStepping(ctx context.Context, opt run.SteppedOptions) error {
	s.stepped = nil
	m, err := s.takeUnusedModel(ctx)
	if err != nil {
		return err
	}
	opt.Deck = s.path
	s.options = opt
	s.stepped, err = run.NewSteppedModel(ctx, m, opt)
	return err
}

// BeginSteppingIfNeeded is the model that is stepped, which begins now if it has not.
func (s *Session) BeginSteppingIfNeeded(ctx context.Context, opt run.SteppedOptions) (*run.SteppedModel, error) {
	if s.stepped == nil {
		if err := s.BeginStepping(ctx, opt); err != nil {
			return nil, err
		}
	}
	return s.stepped, nil
}

// ResetToStart goes back to the start of the model, which is built again where values are given.
func (s *Session) ResetToStart(ctx context.Context, values []Value) error {
	opt := s.options
	if len(values) > 0 {
		if err := s.AssignValuesAndRebuild(ctx, values); err != nil {
			return err
		}
	}
	if s.stepped == nil {
		return s.BeginStepping(ctx, opt)
	}
	return s.stepped.Reset()
}

// RunWithFreshModel carries out f with a model that is built with the values and has not been carried out. What is stepped stays as it is.
func (s *Session) RunWithFreshModel(ctx context.Context, f func(*element.Model) error) error {
	m, err := s.takeUnusedModel(ctx)
	if err != nil {
		return err
	}
	return f(m)
}

// Linearize linearizes the stepped model, which begins now if it has not: see run.SteppedModel.
func (s *Session) Linearize(ctx context.Context, opt run.SteppedOptions, modes bool) (*run.SteppedLinear, error) {
	m, err := s.BeginSteppingIfNeeded(ctx, opt)
	if err != nil {
		return nil, err
	}
	return m.Linearize(ctx, modes)
}

// savedState is the form of a state outside of the process.
type savedState struct {
	Version int               `json:"version"`
	Model   string            `json:"model"` // identity of deck and values
	State   *run.SteppedState `json:"state"`
}

const stateVersion = 1

// deckAndValuesHash is the SHA-256 of the texts of the deck and of the values.
func (s *Session) deckAndValuesHash() string {
	h := sha256.New()
	for _, src := range s.model.Deck.Sources {
		fmt.Fprintf(h, "%d\n%s", len(src.Text), src.Text)
	}
	values := slices.Clone(s.values)
	slices.SortFunc(values, func(a, b Value) int { return strings.Compare(a.Name, b.Name) })
	for _, v := range values {
		fmt.Fprintf(h, "%q=%q\n", v.Name, v.Text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// ErrNotBegun is returned where a model must have been begun.
var ErrNotBegun = errors.New("nothing has been stepped")

// SaveState returns the state of the stepped model as JSON. It fits this deck with these values, in other processes, too.
func (s *Session) SaveState() ([]byte, error) {
	if s.stepped == nil {
		return nil, ErrNotBegun
	}
	x, err := s.stepped.Save()
	if err != nil {
		return nil, err
	}
	return json.Marshal(savedState{stateVersion, s.deckAndValuesHash(), x})
}

// RestoreState makes a state that Save returned the state of the stepped model.
func (s *Session) RestoreState(ctx context.Context, text []byte, opt run.SteppedOptions) error {
	x := savedState{}
	err := json.Unmarshal(text, &x)
	switch {
	case err != nil || x.State == nil || x.State.State == nil:
		return &run.UsageError{Text: "this is not a state that save has returned"}
	case x.Version != stateVersion:
		return &run.UsageError{Text: fmt.Sprintf("the state is of version %d, only %d can be restored", x.Version, stateVersion)}
	case x.Model != s.deckAndValuesHash():
		return &run.UsageError{Text: "the state belongs to another deck, or to other values of its parameters"}
	}
	if _, err := s.BeginSteppingIfNeeded(ctx, opt); err != nil {
		return err
	}
	return s.stepped.Restore(x.State)
}
