package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/session"
	"github.com/trammel-mbd/trammel/core/study"
)

// evalFlags are the options of eval.
type evalFlags struct {
	results   string
	study     string
	responses []string
	end, dt   float64
	steps     int
	maxWall   float64
	load      loadFlags
}

func (t *tool) evalCommand() *cobra.Command {
	var f evalFlags
	cmd := &cobra.Command{
		Use:   "eval DECK [COMMANDS] --params FILE --results FILE [--study FILE] [--response NAME=REDUCER(COLUMN)] [--end T] [--steps N | --dt H] [--max-wall SECONDS] [--call-timeout TIME] [--python-engine E] [--python PATH] [--isolate KIND]",
		Short: "Evaluate the responses of a deck for an optimizer",
		Long: `Runs a deck with the parameters of a file and writes its responses into another: the driver of one evaluation for Dakota,
OpenMDAO (ExternalCodeComp), HyperStudy and other programs that start a command.

The file of --params is an object in JSON ({"k": 2000}), or what Dakota writes: its standard, APREPRO or JSON form. The results are an
object in JSON ({"peak": 1.5}), and for Dakota lines of a value and a name (standard and APREPRO), or its JSON. Derivatives are
not there: use numerical_gradients.

Responses come from the [[response]] tables of a study file, whose [run] counts too, and from --response:

  --response "peak=maxabs(3.F2)"         also max, min, rms, mean, final
  --response "late=at(3.F2,1.5)"         the value at a time
  --response "hit=first_above(3.F2,2)"   the first time above a level
  --response "f1=mode.1.frequency_hz"    of a linear analysis

After a failure the file of results begins with fail, then follows the message, and the exit code is not 0. Names
of parameters that --set gives, too, have the value of --set.

Exit codes:
` + exitCodeTable(),
		Args: checkDeckArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, f.load.arguments = splitArguments(cmd, args)
			params := f.load.parameters.file
			f.load.parameters.file = ""
			if err := f.checkFlags(cmd.Flags().Changed, params); err != nil {
				return err
			}
			t.runEval(inputFromArgs(cmd, args), &f, params)
			return nil
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringVar(&f.results, "results", "", "write the responses into the `FILE`")
	set.StringVar(&f.study, "study", "", "take responses and run settings from the study `FILE`")
	set.StringArrayVar(&f.responses, "response", nil, "a response, `NAME=REDUCER(COLUMN)`; may be repeated")
	set.Float64Var(&f.end, "end", 0, "simulate up to this time, instead of the deck's end time")
	set.IntVar(&f.steps, "steps", 0, "number of output steps of the last analysis that has an end time")
	set.Float64Var(&f.dt, "dt", 0, "time between outputs of the last analysis that has an end time")
	set.Float64Var(&f.maxWall, "max-wall", 0, "end the run with code 7 after this many seconds")
	f.load.registerFlags(cmd)
	return cmd
}

// checkFlags refuses values that make no sense.
func (f *evalFlags) checkFlags(isFlagSet func(string) bool, parametersFile string) error {
	for _, v := range []struct {
		name  string
		value float64
	}{{"end", f.end}, {"steps", float64(f.steps)}, {"dt", f.dt}, {"max-wall", f.maxWall}} {
		if isFlagSet(v.name) && !(v.value > 0 && v.value <= math.MaxFloat64) {
			return fmt.Errorf("--%s must be greater than 0", v.name)
		}
	}
	switch {
	case parametersFile == "":
		return errors.New("--params is missing: the file of the parameters")
	case f.results == "":
		return errors.New("--results is missing: the file that is to be written")
	case isFlagSet("steps") && isFlagSet("dt"):
		return errors.New("--steps and --dt exclude each other")
	case f.study == "" && len(f.responses) == 0:
		return errors.New("there are no responses: give --study or --response")
	}
	return f.load.checkFlags()
}

// evaluation is one run for an optimizer.
type evaluation struct {
	*tool
	file     string // of the results
	exchange *study.EvaluationRequest
}

// runEval carries out a run and writes its responses. Until they are there the file of results says fail, whatever ends this process.
func (t *tool) runEval(in input, f *evalFlags, parametersFile string) {
	t.redirectNativeStdout()
	e := &evaluation{tool: t, file: f.results}
	if err := e.replaceResultsFile(study.FormatFailure(nil, "the run has not ended")); err != nil {
		t.failEvaluation(e, &run.UsageError{Text: "the results cannot be written: " + err.Error()})
		return
	}
	responses, settings, err := f.readResponses(t)
	if err == nil {
		e.exchange, err = readExchangeFile(parametersFile)
	}
	if err == nil {
		err = e.exchange.CheckRequestedResponses(responses)
	}
	if err != nil {
		var text *run.UsageError
		if !errors.As(err, &text) && run.ExitCode(err) == run.ExitInternal {
			err = &run.UsageError{Text: err.Error()}
		}
		t.failEvaluation(e, err)
		return
	}
	v := t.newVariantSolver(&f.load, in, responses, settings)
	g := newWorkGuard(t.con)
	g.wall = time.Duration(settings.MaxWall * float64(time.Second))
	g.lost = func(reason error) int {
		_ = e.replaceResultsFile(study.FormatFailure(e.exchange, v.failureMessage(reason)))
		return run.ExitCode(reason)
	}
	var x *variantResult
	err = g.runWithLoaders(v.loaders, f.load.timeout, func(ctx context.Context) error {
		x = v.solveVariant(ctx, e.readAssignedValues(f))
		return x.err
	})
	if m := t.model.Load(); err != nil && m != nil && run.ExitCode(err) == run.ExitDeck {
		t.printDeckDiags(m, true)
	}
	if err != nil {
		t.reportError(err)
		t.code = run.ExitCode(err)
		err = e.replaceResultsFile(study.FormatFailure(e.exchange, v.failureMessage(err)))
	} else {
		err = e.replaceResultsFile(e.exchange.FormatResults(responses, x.responses))
	}
	if err != nil {
		t.failEvaluation(e, fmt.Errorf("the results cannot be written: %w", err))
	}
}

// readAssignedValues returns the values of the file of parameters, then those of --set.
func (e *evaluation) readAssignedValues(f *evalFlags) (list []session.Value) {
	given := f.load.parameters.list
	for i, name := range e.exchange.Names {
		if findAssignment(given, name) == nil {
			list = append(list, session.Value{Name: name, Text: e.exchange.Values[i].String()})
		}
	}
	for _, a := range given {
		list = append(list, session.Value{Name: a.Name, Text: a.Value})
	}
	return list
}

// failEvaluation ends with an error before or after the run.
func (t *tool) failEvaluation(e *evaluation, err error) {
	t.reportError(err)
	t.code = run.ExitCode(err)
	_ = e.replaceResultsFile(study.FormatFailure(e.exchange, err.Error()))
}

// replaceResultsFile replaces the file of results.
func (e *evaluation) replaceResultsFile(text []byte) error {
	draft := fmt.Sprintf("%s.%d", e.file, os.Getpid())
	if err := os.WriteFile(draft, text, 0o666); err != nil {
		return err
	}
	return os.Rename(draft, e.file)
}

func readExchangeFile(file string) (*study.EvaluationRequest, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	x, err := study.ParseEvaluationRequest(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Clean(file), err)
	}
	return x, nil
}

// readResponses returns the responses of the study file and of the command line, and the settings of the run.
func (f *evalFlags) readResponses(t *tool) (list []*study.Response, s study.RunSettings, err error) {
	s.End = math.NaN()
	if f.study != "" {
		file, err := study.Read(f.study)
		if file == nil {
			return nil, s, err
		}
		if err != nil {
			t.printStudyDiags(file)
			return nil, s, &run.UsageError{Text: err.Error()}
		}
		list, s = file.Responses, file.Run
		s.Isolate, s.Python, s.Engine, s.CallTime = "", "", "", "" // the command line has them
	}
	for _, text := range f.responses {
		r, err := study.ParseResponse(text)
		if err != nil {
			return nil, s, fmt.Errorf("--response %w", err)
		}
		if slices.ContainsFunc(list, func(o *study.Response) bool { return o.Name == r.Name }) {
			return nil, s, fmt.Errorf("--response gives %s, which is there already", r.Name)
		}
		list = append(list, r)
	}
	if f.end > 0 {
		s.End = f.end
	}
	if f.steps > 0 || f.dt > 0 {
		s.Steps, s.DT = f.steps, f.dt
	}
	if f.maxWall > 0 {
		s.MaxWall = f.maxWall
	}
	return list, s, nil
}
