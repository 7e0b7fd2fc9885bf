package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core"
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/session"
)

// request is the JSON of a REQUEST; which parts count depends on Request.
type request struct {
	Request string `json:"request"`

	// Of load.
	Deck     string `json:"deck"`     // a path
	Commands string `json:"commands"` // file of commands of an Adams model
	Text     string `json:"text"`     // the deck itself, in place of a path
	Name     string `json:"name"`     // of the deck that is a text: its suffix says the format

	// Of load, set and reset: parameters and attributes, numbers or texts.
	Values map[string]any `json:"values"`

	// Of load and laws: elements whose law the program computes, Force_Scalar_TwoBody/3.
	Laws []string `json:"laws"`

	// Of begin: nil for the default.
	Inputs     []string `json:"inputs"`
	Outputs    []string `json:"outputs"`
	Integrator string   `json:"integrator"`

	// Of restore.
	State json.RawMessage `json:"state"`

	// Of linearize: eigenvalues and modes are wanted.
	Modes bool `json:"modes"`

	// Of run: end time, number of output steps or time between outputs, which the deck gives where they are missing; what is written, and the folder.
	End     *float64 `json:"end"`
	Steps   int      `json:"steps"`
	DT      float64  `json:"dt"`
	Results string   `json:"results"`
	Folder  string   `json:"folder"`
}

// requests are what a program may request.
var requests = map[string]func(*server, context.Context, *request) error{
	"ping":      (*server).replyPing,
	"load":      (*server).loadDeckAndReply,
	"info":      (*server).replyDeckInfo,
	"set":       (*server).assignValuesAndReply,
	"laws":      (*server).setLaws,
	"run":       (*server).runDeckAndReplyTable,
	"begin":     (*server).beginStepping,
	"linearize": (*server).linearizeAndReply,
	"save":      (*server).replySavedState,
	"restore":   (*server).restoreStateAndReply,
	"reset":     (*server).resetAndReply,
	"quit":      (*server).endAndReply,
}

// carryOutRequest carries out a request and replies.
func (s *server) carryOutRequest(ctx context.Context, text string) error {
	var q request
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	d.DisallowUnknownFields()
	if err := d.Decode(&q); err != nil {
		return &run.UsageError{Text: "the request cannot be read: " + strings.TrimPrefix(err.Error(), "json: ")}
	}
	if _, err := d.Token(); err != io.EOF {
		return &run.UsageError{Text: "the request cannot be read: something follows the object"}
	}
	f := requests[q.Request]
	if f == nil {
		text := fmt.Sprintf("there is no request %q", q.Request)
		if near, ok := deck.NearestName(q.Request, slices.Sorted(maps.Keys(requests))); ok {
			text += fmt.Sprintf("; did you mean %s?", near)
		}
		return &run.UsageError{Text: text}
	}
	if s.session == nil && q.Request != "load" && q.Request != "quit" && q.Request != "ping" {
		return errNoDeck
	}
	return f(s, ctx, &q)
}

// replyPing does nothing: what it takes is what a round trip costs.
func (s *server) replyPing(context.Context, *request) error { return s.reply(map[string]any{}, nil) }

func (s *server) endAndReply(context.Context, *request) error {
	s.ended = true
	return s.reply(map[string]any{}, nil)
}

// sortedValues returns assigned values in the order of their names.
func (q *request) sortedValues() (list []session.Value, err error) {
	for _, name := range slices.Sorted(maps.Keys(q.Values)) {
		switch v := q.Values[name].(type) {
		case json.Number, string, bool:
			list = append(list, session.Value{Name: name, Text: fmt.Sprint(v)})
		default:
			return nil, &run.UsageError{Text: fmt.Sprintf("the value of %s is neither a number nor a text", name)}
		}
	}
	return list, nil
}

// loadDeckAndReply loads a deck, in place of the one before.
func (s *server) loadDeckAndReply(ctx context.Context, q *request) error {
	in, err := s.deckOfRequest(q)
	if err != nil {
		return err
	}
	values, err := q.sortedValues()
	if err != nil {
		return err
	}
	if err := s.laws.setElements(q.Laws); err != nil {
		return err
	}
	s.in = in
	next, err := session.BuildSession(ctx, absolutePath(in.deck), func(ctx context.Context, assigned []*deck.Assignment) (*element.Model, error) {
		return s.buildModel(ctx, in, assigned)
	}, values)
	if err != nil {
		s.session = nil
		return err
	}
	s.session, s.options.Inputs, s.options.Outputs, s.options.Integrator = next, nil, nil, ""
	return s.replyDeckInfo(ctx, q)
}

// deckOfRequest is the deck of load.
func (s *server) deckOfRequest(q *request) (in input, err error) {
	switch {
	case q.Text == "" && q.Deck == "":
		return in, &run.UsageError{Text: "load needs deck, a path, or text"}
	case q.Text != "" && q.Deck != "":
		return in, &run.UsageError{Text: "load takes deck or text, not both"}
	case q.Text != "":
		return s.writeDeckText(q)
	}
	in = input{deck: q.Deck, commands: q.Commands}
	list := []string{q.Deck}
	if q.Commands != "" {
		list = append(list, q.Commands)
	}
	if err := checkDeckNames(list, nil); err != nil {
		return in, &run.UsageError{Text: err.Error()}
	}
	return in, nil
}

// writeDeckText puts a deck that came as a text into a file.
func (s *server) writeDeckText(q *request) (in input, err error) {
	name := q.Name
	if name == "" {
		name = "deck.xml"
	}
	if name != filepath.Base(name) || strings.HasPrefix(name, ".") {
		return in, &run.UsageError{Text: fmt.Sprintf("the name of a deck that is a text, %q, must be that of a file without a folder", name)}
	}
	if err := s.createScratchFolder(); err != nil {
		return in, err
	}
	in = input{deck: filepath.Join(s.texts, name)}
	if err := checkDeckNames([]string{in.deck}, nil); err != nil {
		return in, &run.UsageError{Text: err.Error()}
	}
	return in, os.WriteFile(in.deck, []byte(q.Text), 0o600)
}

// buildModel reads the model of in and builds it with the assigned parameters.
func (s *server) buildModel(ctx context.Context, in input, assigned []*deck.Assignment) (*element.Model, error) {
	s.loaders.assigned = assigned
	m, err := s.loaders.readDeck(ctx, in, true)
	if err != nil {
		s.model.Store(nil)
		return nil, err
	}
	m.IgnoreState = true
	s.model.Store(m)
	if err := s.laws.replaceLawsByRoutines(m); err != nil {
		return nil, err
	}
	return buildModel(ctx, m, s.loaders)
}

// replyDeckInfo replies what the deck contains, with its diagnostics.
func (s *server) replyDeckInfo(context.Context, *request) error {
	diags := s.session.Model().Deck.Diags.List
	if diags == nil {
		diags = []*deck.Diag{}
	}
	return s.reply(map[string]any{"info": s.session.DescribeDeck(), "diagnostics": diags, "python": core.IsPythonDeck(s.in.deck)}, nil)
}

func (s *server) assignValuesAndReply(ctx context.Context, q *request) error {
	values, err := q.sortedValues()
	if err == nil {
		err = s.session.AssignValuesAndRebuild(ctx, values)
	}
	if err != nil {
		return err
	}
	return s.replyDeckInfo(ctx, q)
}

// beginStepping begins to step the model.
func (s *server) beginStepping(ctx context.Context, q *request) error {
	opt := s.options
	opt.Inputs, opt.Outputs, opt.Integrator = q.Inputs, q.Outputs, strings.ToUpper(q.Integrator)
	if err := s.session.BeginStepping(ctx, opt); err != nil {
		return s.locateBeginError(err)
	}
	s.options = opt
	return s.replyPoint(ctx, map[string]any{})
}

// locateBeginError makes an error at the start of a model a diagnostic of the deck.
func (s *server) locateBeginError(err error) error { return locateBuildError(s.model.Load(), err) }

// replyPoint replies time, inputs and outputs of the stepped model, whose values follow.
func (s *server) replyPoint(ctx context.Context, body map[string]any) error {
	m, err := s.session.BeginSteppingIfNeeded(ctx, s.options)
	if err != nil {
		return s.locateBeginError(err)
	}
	inputs, outputs := []session.NameInfo{}, []session.NameInfo{}
	for _, v := range m.Inputs {
		inputs = append(inputs, session.NameInfo{Name: v.Name, Label: v.Label})
	}
	for _, v := range m.Outputs {
		outputs = append(outputs, session.NameInfo{Name: v.Name, Label: v.Label, Unit: v.Unit})
	}
	if err := s.readOutputs(m); err != nil {
		return err
	}
	body["time"], body["stopped"], body["inputs"], body["outputs"] = m.Time(), m.Stopped(), inputs, outputs
	return s.reply(body, s.outputs)
}

func (s *server) replySavedState(context.Context, *request) error {
	state, err := s.session.SaveState()
	if err != nil {
		return &run.UsageError{Text: err.Error()}
	}
	return s.reply(map[string]any{"state": json.RawMessage(state)}, nil)
}

func (s *server) restoreStateAndReply(ctx context.Context, q *request) error {
	if len(bytes.TrimSpace(q.State)) == 0 {
		return &run.UsageError{Text: "restore needs state"}
	}
	if err := s.session.RestoreState(ctx, q.State, s.options); err != nil {
		return s.locateBeginError(err)
	}
	return s.replyPoint(ctx, map[string]any{})
}

func (s *server) resetAndReply(ctx context.Context, q *request) error {
	values, err := q.sortedValues()
	if err == nil {
		err = s.session.ResetToStart(ctx, values)
	}
	if err != nil {
		return s.locateBeginError(err)
	}
	return s.replyPoint(ctx, map[string]any{})
}
