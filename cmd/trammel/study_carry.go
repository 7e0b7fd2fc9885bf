package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/linear"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/session"
	"github.com/trammel-mbd/trammel/core/study"
)

// variantSolver carries out runs of one deck with different values. Libraries, interpreters and plugins stay loaded from one run to the next.
type variantSolver struct {
	*tool
	loaders   *loaders
	in        input
	responses []*study.Response
	settings  study.RunSettings

	session  *session.Session // nil before the first run
	topology []string         // of the first model that was built
	reached  atomic.Uint64    // time that the run under way has reached, as bits
	modes    []linear.Mode    // of the last linear analysis of the run
	worn     bool             // a script had to be interrupted: the interpreter is of no use any more
}

func (t *tool) newVariantSolver(f *loadFlags, in input, responses []*study.Response, settings study.RunSettings) *variantSolver {
	v := &variantSolver{tool: t, in: in, responses: responses, settings: settings}
	v.loaders = newLoaders(f, slog.New(&consoleLogHandler{con: t.con, level: slog.LevelError}), t.con)
	return v
}

// variantResult is what came of a run. The responses are nil after a failure.
type variantResult struct {
	responses []float64
	err       error
	code      int
	message   string
	reached   float64 // time; NaN if the run did not begin
	wall      time.Duration
}

// solveVariant carries out a run with values of parameters and attributes.
func (v *variantSolver) solveVariant(ctx context.Context, values []session.Value) *variantResult {
	begun := time.Now()
	v.reached.Store(math.Float64bits(math.NaN()))
	if v.settings.MaxWall > 0 {
		limit := time.Duration(v.settings.MaxWall * float64(time.Second))
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
		nudge := time.AfterFunc(limit+patience/4, v.loaders.python.Interrupt)
		defer func() { v.worn = !nudge.Stop() }()
	}
	r := &variantResult{}
	r.responses, r.err = v.solveModel(ctx, values)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) && r.err != nil {
		r.err = fmt.Errorf("%w: %w", run.ErrWall, r.err)
	}
	r.wall, r.code, r.reached = time.Since(begun), run.ExitCode(r.err), v.reachedTime()
	r.message = v.failureMessage(r.err)
	v.loaders.loaded, v.loaders.scripts = nil, nil
	return r
}

// reachedTime is the time that the run under way has reached.
func (v *variantSolver) reachedTime() float64 { return math.Float64frombits(v.reached.Load()) }

// buildWithoutRun builds a model without a run of it. It keeps the topology; a model that cannot be built has none.
func (v *variantSolver) buildWithoutRun(ctx context.Context, values []session.Value) {
	s, err := session.BuildSession(ctx, absolutePath(v.in.deck), v.buildSessionModel, values)
	if err == nil {
		v.session = s
	}
	v.loaders.loaded, v.loaders.scripts = nil, nil
}

func (v *variantSolver) solveModel(ctx context.Context, values []session.Value) (responses []float64, err error) {
	v.loaders.python.ReleaseRoutines() // those of the run before
	if v.session == nil {
		v.session, err = session.BuildSession(ctx, absolutePath(v.in.deck), v.buildSessionModel, values)
	} else {
		err = v.session.AssignValuesAndRebuild(ctx, values)
	}
	if err != nil {
		return nil, err
	}
	opt := run.Options{Steps: v.settings.Steps, DT: v.settings.DT, Results: run.RequestResults, CoarseBalance: true,
		Modes:    func(m []linear.Mode) { v.modes = m },
		Progress: func(p run.Progress) { v.reached.Store(math.Float64bits(p.T)); v.loaders.inFlight.countProgress() },
		Modify: func(m *deck.Model, text string) ([]*deck.Element, error) {
			return adm.ReadModifications(m, element.Table(), text)
		},
	}
	if !math.IsNaN(v.settings.End) {
		opt.End, opt.HasEnd = v.settings.End, true
	}
	v.modes = nil
	err = v.session.RunWithFreshModel(ctx, func(m *element.Model) error {
		names := run.RequestColumnsOf(m)
		table, doc, err := run.SolveDocument(ctx, m, opt)
		if doc != nil {
			v.reached.Store(math.Float64bits(doc.EndTime))
		}
		if err != nil {
			return locateBuildError(m.Deck, err)
		}
		responses, err = v.computeResponses(names, table)
		return err
	})
	return responses, err
}

// buildSessionModel implements session.Build. A deck whose topology differs from that of the first run is refused.
func (v *variantSolver) buildSessionModel(ctx context.Context, assigned []*deck.Assignment) (*element.Model, error) {
	v.loaders.assigned = assigned
	m, err := v.loaders.readDeck(ctx, v.in, true)
	if err != nil {
		v.model.Store(nil)
		return nil, err
	}
	m.IgnoreState = true
	v.model.Store(m)
	model, err := buildModel(ctx, m, v.loaders)
	if err != nil {
		return model, err
	}
	have := describeTopology(m)
	if v.topology == nil {
		v.topology = have
	}
	if text := describeTopologyDifference(v.topology, have); text != "" {
		return model, &run.UsageError{Text: "the values change the topology: " + text}
	}
	return model, nil
}

// computeResponses computes the responses.
func (v *variantSolver) computeResponses(columns []run.ColumnInfo, t *run.Table) ([]float64, error) {
	list := make([]float64, len(v.responses))
	for i, r := range v.responses {
		if r.Mode > 0 {
			list[i] = modeResponse(r, v.modes)
			continue
		}
		found := findColumns(columns, r.Column)
		switch len(found) {
		case 0:
			return nil, &run.UsageError{Text: fmt.Sprintf("response %s: there is no column %s", r.Name, r.Column)}
		case 1:
		default:
			return nil, &run.UsageError{Text: fmt.Sprintf("response %s: %s", r.Name, ambiguityText(columns, r.Column, found))}
		}
		k := found[0]
		y := make([]float64, len(t.Rows))
		for j, row := range t.Rows {
			y[j] = row[k]
		}
		if last := len(t.Time) - 1; r.Reduce == "at" && (last < 0 || r.At < t.Time[0] || r.At > t.Time[last]) {
			return nil, &run.UsageError{Text: fmt.Sprintf("response %s: at = %g is not a time of the run", r.Name, r.At)}
		}
		list[i] = r.ReduceColumn(t.Time, y)
	}
	return list, nil
}

// modeResponse is a figure of a mode; NaN where there are less modes.
func modeResponse(r *study.Response, modes []linear.Mode) float64 {
	if r.Mode > len(modes) {
		return math.NaN()
	}
	switch m := &modes[r.Mode-1]; r.Figure {
	case "damping_ratio":
		return m.DampingRatio()
	case "real_hz":
		return m.RealPartHz()
	case "imag_hz":
		return m.ImagPartHz()
	default:
		return m.UndampedFrequencyHz()
	}
}

// findColumns returns the indices of the columns that a name may mean: the one of that name, 3.F2, else those by the label of their request, wheel.F2.
func findColumns(columns []run.ColumnInfo, name string) []int {
	if k := slices.IndexFunc(columns, func(c run.ColumnInfo) bool { return c.Name == name }); k >= 0 {
		return []int{k}
	}
	var found []int
	for k, c := range columns {
		if labelledNameOrEmpty(c) == name {
			found = append(found, k)
		}
	}
	return found
}

// ambiguityText says that a name may mean several columns.
func ambiguityText(columns []run.ColumnInfo, name string, found []int) string {
	var names []string
	for _, k := range found {
		names = append(names, columns[k].Name)
	}
	return fmt.Sprintf("the column %s is ambiguous: %d requests have this label", name, len(found)) + "; name one by its number: " + strings.Join(names, ", ")
}

// labelledNameOrEmpty is the name of a column with the label of its request, "" without a label.
func labelledNameOrEmpty(c run.ColumnInfo) string {
	if c.Label == "" {
		return ""
	}
	_, component, _ := strings.Cut(c.Name, ".")
	return c.Label + "." + component
}

// failureMessage is what a result says of an error: one line that is the same whoever carries out the run; "" for nil.
func (v *variantSolver) failureMessage(err error) string {
	if err == nil {
		return ""
	}
	if m := v.model.Load(); m != nil && errors.Is(err, element.ErrDeck) {
		for _, d := range m.Diags.List {
			if d.Severity == deck.Error {
				return fmt.Sprintf("%s [%s]", d.Msg, d.Code)
			}
		}
	}
	f := run.DescribeFailure(err)
	parts := slices.DeleteFunc([]string{f.Element, f.Message}, func(s string) bool { return s == "" })
	if len(parts) == 2 && strings.Contains(f.Message, f.Element) {
		parts = parts[1:]
	}
	return cmp.Or(strings.Join(parts, ": "), "it failed")
}
