package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/session"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/usersub"
)

// sessionProtocol is the version of the conversation of trammel serve (sdk/wire/SESSION.md).
const sessionProtocol = 1

func (t *tool) serveCommand() *cobra.Command {
	var f loadFlags
	cmd := &cobra.Command{
		Use:   "serve [--call-timeout TIME] [--usersub-dialect D] [--python-engine E] [--python PATH] [--isolate KIND]",
		Short: "Hold a model for another program, which steps it",
		Long: `Speaks with the program that started it, over its standard input and output: that program loads a deck, sets
parameters, steps the model with inputs and reads outputs, saves states and returns to them. The messages
are those of sdk/wire/SESSION.md.

Messages for people go to the standard error. The command ends with code 0 when the program says quit or is
gone, and ignores Ctrl-C, which the program has to act on. Other exit codes:
` + exitCodeTable(),
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := f.checkFlags(); err != nil {
				return err
			}
			if isatty.IsTerminal(os.Stdin.Fd()) {
				return errors.New("serve is for programs that start it: its standard input is a terminal")
			}
			t.serveModel(&f)
			return nil
		},
	}
	f.registerFlags(cmd)
	return cmd
}

// server is the conversation with one program.
type server struct {
	*tool
	flags   *loadFlags
	loaders *loaders
	conn    *frame.Conn
	session *session.Session // nil before a deck was loaded
	in      input            // its deck
	texts   string           // folder of decks that came as texts and of results, "" without any
	laws    *callerLaws

	options  run.SteppedOptions
	warnings []string  // that no reply has carried yet
	inputs   []float64 // of a step
	outputs  []float64
	ended    bool // the program said quit
}

func (t *tool) serveModel(f *loadFlags) {
	t.redirectNativeStdout()
	s := &server{tool: t, flags: f, conn: frame.NewStreamConn(os.Stdin, t.data.w)}
	s.options = run.SteppedOptions{Warn: s.addWarning, Say: s.printInfo}
	s.loaders = newLoaders(f, slog.New(&consoleLogHandler{con: t.con, level: slog.LevelWarn}), t.con)
	s.laws = newCallerLaws(s.conn)
	s.loaders.list = slices.Insert(s.loaders.list, 0, usersub.Loader(s.laws))
	g := newWorkGuard(t.con)
	signal.Ignore(os.Interrupt)
	g.lost = s.replyLostReason
	err := g.runWithLoaders(s.loaders, f.timeout, s.serveMessages)
	if s.texts != "" {
		_ = os.RemoveAll(s.texts)
	}
	if errors.Is(err, frame.ErrGone) {
		err = nil
	}
	t.reportError(err)
	t.code = run.ExitCode(err)
	t.con.printPanicStack(err)
	var garbled *frame.GarbledError
	if errors.As(err, &garbled) {
		t.code = run.ExitUsage
	}
}

// replyLostReason informs the program why this process ends while foreign code does not return.
func (s *server) replyLostReason(reason error) int {
	if w, _ := s.loaders.inFlight.currentCall(); w != nil {
		_ = s.replyError(reason)
	}
	return run.ExitCode(reason)
}

func (s *server) addWarning(text string) { s.warnings = append(s.warnings, text) }

// printInfo prints a message of the stepped model on the console.
func (s *server) printInfo(text string) { s.con.printMessage(quiet, "info", "%s", text) }

// serveMessages greets the program and acts on its messages.
func (s *server) serveMessages(ctx context.Context) error {
	hello, err := json.Marshal(map[string]any{"protocol": sessionProtocol, "version": versionText(), "pid": os.Getpid()})
	if err != nil {
		return err
	}
	s.conn.BeginMessage(frame.Hello).WriteText(string(hello))
	if err := s.conn.Send(); err != nil {
		return err
	}
	for !s.ended {
		k, r, err := s.conn.Receive()
		if err == nil {
			err = s.handleMessage(ctx, k, r)
		}
		var garbled *frame.GarbledError
		if errors.As(err, &garbled) {
			s.conn.SendFault(err)
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil { // by a signal
			return err
		}
	}
	return nil
}

// handleMessage acts on a message and replies.
func (s *server) handleMessage(ctx context.Context, k frame.Kind, r *frame.Reader) error {
	switch k {
	case frame.Request:
		text := r.ReadText()
		r.ReadReals(nil)
		if err := r.DecodeErrorAtEnd(k); err != nil {
			return err
		}
		return s.runCancelableRequest(ctx, func(ctx context.Context) error { return s.carryOutRequest(ctx, text) })
	case frame.Step:
		dt, inputs := r.ReadStep(s.inputs[:0])
		if s.inputs = inputs; r.DecodeErrorAtEnd(k) != nil {
			return r.DecodeErrorAtEnd(k)
		}
		return s.runCancelableRequest(ctx, func(ctx context.Context) error { return s.stepAndReplyOutputs(ctx, dt, inputs) })
	case frame.Bye:
		s.ended = true
		return nil
	}
	return frame.NewGarbledError("%s came where REQUEST or STEP must", k)
}

// runCancelableRequest does what a message requests, which CANCEL ends, and sends its error.
func (s *server) runCancelableRequest(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	nudge := time.AfterFunc(time.Hour, s.loaders.python.Interrupt)
	nudge.Stop()
	done := s.conn.WatchForCancel(func() {
		cancel()
		nudge.Reset(patience / 4) // for scripts that do not return
	})
	err := f(ctx)
	done()
	nudge.Stop()
	var unsent *sendError
	if errors.As(err, &unsent) {
		return unsent.err
	}
	if err != nil {
		return s.replyError(err)
	}
	return nil
}

// sendError is a reply that could not be sent.
type sendError struct{ err error }

func (e *sendError) Error() string { return e.err.Error() }

// sendReply sends the message begun.
func (s *server) sendReply() error {
	if err := s.conn.Send(); err != nil {
		return &sendError{err}
	}
	return nil
}

// stepAndReplyOutputs takes a step and sends the outputs.
func (s *server) stepAndReplyOutputs(ctx context.Context, dt float64, inputs []float64) error {
	if s.session == nil {
		return errNoDeck
	}
	m, err := s.session.BeginSteppingIfNeeded(ctx, s.options)
	if err != nil {
		return err
	}
	if err := m.Step(ctx, dt, inputs); err != nil {
		return err
	}
	if err := s.readOutputs(m); err != nil {
		return err
	}
	s.conn.BeginMessage(frame.Stepped).WriteStepped(m.Stopped(), len(s.warnings), m.Time(), s.outputs)
	return s.sendReply()
}

// readOutputs sets outputs to those of the time reached.
func (s *server) readOutputs(m *run.SteppedModel) error {
	if n := len(m.Outputs); len(s.outputs) != n {
		s.outputs = make([]float64, n)
	}
	return m.ReadOutputs(s.outputs)
}

// errNoDeck is a request that needs a deck.
var errNoDeck = &run.UsageError{Text: "no deck has been loaded"}

// reply sends a reply with numbers behind it.
func (s *server) reply(body map[string]any, numbers []float64) error {
	if len(s.warnings) > 0 {
		body["warnings"], s.warnings = s.warnings, nil
	}
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	if 8*len(numbers)+len(text) > frame.MaxPayload-64 {
		return &run.UsageError{Text: fmt.Sprintf("the reply has %d numbers, which is too long for one message: request less at once", len(numbers))}
	}
	w := s.conn.BeginMessage(frame.Reply)
	w.WriteText(string(text))
	w.WriteReals(numbers)
	return s.sendReply()
}

// errorInfo is an error as a reply has it.
type errorInfo struct {
	Message  string  `json:"message"`
	ExitCode int     `json:"exit_code"` // that trammel run would end with
	Element  string  `json:"element,omitempty"`
	Routine  string  `json:"routine,omitempty"`
	Time     float64 `json:"time,omitempty"`
	// Diagnostics have a place in the deck; those of warnings are among them.
	Diagnostics []*deck.Diag `json:"diagnostics"`
}

// replyError sends an error.
func (s *server) replyError(err error) error {
	err = s.reply(map[string]any{"error": s.describeForReply(err)}, nil)
	var unsent *sendError
	if errors.As(err, &unsent) {
		return unsent.err
	}
	return err
}

// describeForReply makes an error one of a reply.
func (s *server) describeForReply(err error) *errorInfo {
	why := run.DescribeFailure(err)
	e := &errorInfo{Message: describeError(err), ExitCode: run.ExitCode(err), Element: why.Element, Routine: why.Routine, Diagnostics: []*deck.Diag{}}
	if why.Time != nil {
		e.Time = *why.Time
	}
	if code := e.ExitCode; code == run.ExitDeck || code == run.ExitLoad {
		e.Diagnostics = append(e.Diagnostics, collectFindings(s.model.Load(), s.in, err).List...)
	} else {
		for _, x := range splitErrors(err) {
			if d, _ := convertToDiagnostic(s.model.Load(), x); d != nil {
				e.Diagnostics = append(e.Diagnostics, d)
			}
		}
	}
	for _, d := range e.Diagnostics {
		if d.Severity == deck.Error && e.ExitCode == run.ExitDeck {
			e.Message = fmt.Sprintf("%s: %s [%s]", d.Span, d.Msg, d.Code)
			break
		}
	}
	return e
}
