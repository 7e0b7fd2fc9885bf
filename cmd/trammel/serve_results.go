package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/session"
)

// modeInfo is a mode as a reply has it; its shape is among the numbers.
type modeInfo struct {
	RealHz       float64 `json:"real_hz"`
	ImagHz       float64 `json:"imag_hz"`
	FrequencyHz  float64 `json:"frequency_hz"`
	DampingRatio float64 `json:"damping_ratio"`
}

// linearizeAndReply linearizes the stepped model. Numbers: A, B, C, D by rows; with modes the real and imaginary parts of their eigenvalues, in rad per time, and
// of their shapes, mode by mode.
func (s *server) linearizeAndReply(ctx context.Context, q *request) error {
	x, err := s.session.Linearize(ctx, s.options, q.Modes)
	if err != nil {
		return s.locateBeginError(err)
	}
	var numbers []float64
	for _, m := range [][]float64{x.A, x.B, x.C, x.D} {
		numbers = append(numbers, m...)
	}
	body := map[string]any{"time": x.Time, "states": x.States, "inputs": x.Inputs, "outputs": x.Outputs}
	if q.Modes {
		modes := []modeInfo{}
		for i := range x.Modes {
			m := &x.Modes[i]
			modes = append(modes, modeInfo{m.RealPartHz(), m.ImagPartHz(), m.UndampedFrequencyHz(), m.DampingRatio()})
			numbers = append(numbers, real(m.Value), imag(m.Value))
		}
		for i := range x.Modes {
			for _, list := range [][]complex128{x.Modes[i].Q, x.Modes[i].X} {
				for _, v := range list {
					numbers = append(numbers, real(v), imag(v))
				}
			}
		}
		body["modes"], body["shape"] = modes, x.Shape
	}
	return s.reply(body, numbers)
}

// runOptions are the options of a run that a request gives.
func (q *request) runOptions() (run.Options, error) {
	opt := run.Options{Steps: q.Steps, DT: q.DT, Results: run.RequestResults}
	if q.End != nil {
		opt.End, opt.HasEnd = *q.End, true
	}
	switch {
	case opt.HasEnd && !(opt.End > 0 && opt.End <= math.MaxFloat64):
		return opt, &run.UsageError{Text: fmt.Sprintf("run: end is %g, it must be greater than 0", opt.End)}
	case q.Steps < 0, !(q.DT >= 0 && q.DT <= math.MaxFloat64):
		return opt, &run.UsageError{Text: "run: steps and dt must be greater than 0"}
	case q.Steps > 0 && q.DT > 0:
		return opt, &run.UsageError{Text: "run: steps and dt exclude each other"}
	case q.Results != "":
		known := false
		if opt.Results, known = run.Extents[q.Results]; !known {
			return opt, &run.UsageError{Text: fmt.Sprintf("run: results is none, requests, motion or all, not %q", q.Results)}
		}
	case q.Folder != "":
		opt.Results = run.ByDeck
	}
	return opt, nil
}

// runDeckAndReplyTable carries out the deck from its start, as trammel run does, and replies its table of results. What is stepped stays as it is.
func (s *server) runDeckAndReplyTable(ctx context.Context, q *request) error {
	opt, err := q.runOptions()
	if err != nil {
		return err
	}
	opt.Warn, opt.Say = s.addWarning, s.printInfo
	opt.Modify = func(m *deck.Model, text string) ([]*deck.Element, error) {
		return adm.ReadModifications(m, element.Table(), text)
	}
	folder := q.Folder
	if folder == "" {
		if err := s.createScratchFolder(); err != nil {
			return err
		}
		folder = filepath.Join(s.texts, "run")
	}
	rec, err := run.NewRecorder(folder)
	if err != nil {
		return fmt.Errorf("the results cannot be written: %w", err)
	}
	err = s.session.RunWithFreshModel(ctx, func(m *element.Model) error {
		rec.UpdateDocument(func(d *run.Document) {
			d.Version, d.Deck = versionText(), absolutePath(s.in.deck)
			d.Parameters, d.Assigned = run.ParametersOf(m.Deck)
			d.Routines = run.ListRoutines(m)
		})
		return s.locateBeginError(run.Run(ctx, m, rec, opt))
	})
	code := run.ExitCode(err)
	doc, ferr := rec.Finish(run.StatusOfExitCode(code), code, run.DescribeFailure(err))
	if err == nil {
		err = ferr
	}
	return s.replyRunResults(doc, rec, err, q.Folder != "")
}

// createScratchFolder makes the folder of what the session writes.
func (s *server) createScratchFolder() (err error) {
	if s.texts == "" {
		s.texts, err = os.MkdirTemp("", "trammel-")
	}
	return err
}

// replyRunResults replies what came of a run, also of one that failed: its rows up to there follow.
func (s *server) replyRunResults(doc *run.Document, rec *run.Recorder, err error, kept bool) error {
	body := map[string]any{}
	if err != nil {
		body["error"] = s.describeForReply(err)
	}
	text, jerr := doc.JSON()
	if jerr != nil {
		return jerr
	}
	body["run"] = json.RawMessage(text)
	if kept {
		body["folder"] = rec.Path("")
	}
	columns, numbers := []session.NameInfo{{Name: "time"}}, []float64(nil)
	for _, c := range doc.Columns {
		columns = append(columns, session.NameInfo{Name: c.Name, Label: c.Label, Unit: c.Unit})
	}
	table, terr := result.ReadCSV(rec.Path(run.RowsFile))
	switch {
	case terr != nil && !os.IsNotExist(terr) && err == nil:
		return terr
	case terr == nil && table.Time != nil && len(table.Cols) == len(columns)-1:
		numbers = make([]float64, 0, table.Rows*len(columns))
		for row, at := range table.Time {
			numbers = append(numbers, at)
			for _, c := range table.Cols {
				numbers = append(numbers, c[row])
			}
		}
	default:
		columns = columns[:0]
	}
	body["columns"], body["rows"] = columns, len(numbers)/max(1, len(columns))
	return s.reply(body, numbers)
}
