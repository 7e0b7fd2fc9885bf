package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/system"
)

// benchFlags are the options of bench.
type benchFlags struct {
	runFlags
	repeat int
}

// benchStage is the part of a stage in the time of a run.
type benchStage struct {
	Stage string  `json:"stage"`
	TimeS float64 `json:"time_s"`
	Share float64 `json:"share"` // of the time of solving
	Count int     `json:"count"` // 0 where there is nothing to count
}

// benchmark is what bench reports. Counts and stages are those of the fastest run.
type benchmark struct {
	Deck           string            `json:"deck"`
	Repeat         int               `json:"repeat"`
	ReadS          float64           `json:"read_s"`  // fastest reading and building of the deck, libraries included
	SolveS         float64           `json:"solve_s"` // fastest
	MedianS        float64           `json:"solve_median_s"`
	SlowestS       float64           `json:"solve_slowest_s"`
	EndTime        float64           `json:"end_time"`
	DOF            *int              `json:"dof"`
	Steps          int               `json:"steps"`
	Rejected       int               `json:"rejected"`
	Evaluations    int               `json:"evaluations"`
	Jacobians      int               `json:"jacobians"`
	Factorizations int               `json:"factorizations"`
	Rows           int               `json:"rows"`
	Stages         []benchStage      `json:"stages"`
	Routines       []run.RoutineInfo `json:"routines"`
	AllocatedMB    float64           `json:"allocated_mb"` // by one run, reading included
	Allocations    uint64            `json:"allocations"`
	HeapMB         float64           `json:"heap_mb"` // in use at its end
}

// singleRun is one run.
type singleRun struct {
	read   time.Duration
	effort run.Effort
	doc    *run.Document
	memory [2]runtime.MemStats
}

func (t *tool) benchCommand() *cobra.Command {
	var f benchFlags
	cmd := &cobra.Command{
		Use:   "bench DECK [COMMANDS] [--repeat N] [--end T] [--steps N | --dt H] [--json] [--call-timeout TIME] [--usersub-dialect D] [--python-engine E] [--python PATH] [--isolate KIND] [-- ARGUMENTS]",
		Short: "Profile a run",
		Long: deckHelp + `
Solves the deck several times and prints steps, evaluations, Jacobians and factorizations,
the time of each stage (kinematics, forces, residual, jacobian, factor, solve, output), what
each user subroutine takes, and memory. Stages are those of the fastest run; measuring them adds
a little to its time. Results are not kept.

The time of user subroutines is part of the stage in which they are called, mostly forces.

Exit codes are those of run.`,
		Args: checkDeckArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, f.load.arguments = splitArguments(cmd, args)
			if f.repeat < 1 || f.repeat > 1000 {
				return fmt.Errorf("--repeat must be from 1 to 1000")
			}
			if err := f.runFlags.checkFlags(cmd.Flags().Changed); err != nil {
				return err
			}
			return t.runBench(inputFromArgs(cmd, args), &f, cmd.Flags().Changed("end"))
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.IntVar(&f.repeat, "repeat", 3, "number of runs")
	set.Float64Var(&f.end, "end", 0, "simulate up to this time, instead of the deck's end time")
	set.IntVar(&f.steps, "steps", 0, "number of output steps of the last analysis that has an end time")
	set.Float64Var(&f.dt, "dt", 0, "time between outputs of the last analysis that has an end time")
	set.BoolVar(&f.json, "json", false, "print JSON on the standard output")
	f.load.registerFlags(cmd)
	return cmd
}

// runBench runs a deck several times and prints what it took.
func (t *tool) runBench(in input, f *benchFlags, hasEnd bool) error {
	var all []*singleRun
	err := t.runGuarded(&f.load, func(ctx context.Context, l *loaders) error {
		for k := range f.repeat {
			o, err := t.measureRun(ctx, l, in, f, hasEnd, k == 0)
			if err != nil {
				return err
			}
			all = append(all, o)
		}
		return nil
	})
	if t.code = run.ExitCode(err); err != nil {
		return nil
	}
	b := summarizeRuns(in.deck, all)
	t.writeOutput(b, b.formatReport(), f.json)
	return nil
}

// measureRun reads, builds and runs a deck once. What is wrong with the deck is printed
// in the first run.
func (t *tool) measureRun(ctx context.Context, l *loaders, in input, f *benchFlags, hasEnd, first bool) (*singleRun, error) {
	o := &singleRun{}
	runtime.GC()
	runtime.ReadMemStats(&o.memory[0])
	begun := time.Now()
	m, err := l.readDeck(ctx, in, true)
	if err != nil {
		return nil, err
	}
	m.IgnoreState = f.noState
	model, err := buildModel(ctx, m, l)
	o.read = time.Since(begun)
	if first || err != nil {
		t.printDeckDiags(m, false)
	}
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "trammel-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	rec, err := run.NewRecorder(dir)
	if err != nil {
		return nil, err
	}
	err = run.Run(ctx, model, rec, run.Options{
		End: f.end, HasEnd: hasEnd, Steps: f.steps, DT: f.dt, Effort: &o.effort,
		Modify: func(m *deck.Model, text string) ([]*deck.Element, error) {
			return adm.ReadModifications(m, element.Table(), text)
		},
	})
	o.doc, _ = rec.Finish(run.StatusOfExitCode(run.ExitCode(err)), run.ExitCode(err), nil)
	runtime.ReadMemStats(&o.memory[1])
	return o, locateBuildError(m, err)
}

func summarizeRuns(name string, all []*singleRun) *benchmark {
	slices.SortStableFunc(all, func(a, b *singleRun) int { return cmp.Compare(a.effort.Solving, b.effort.Solving) })
	best := all[0]
	e, d := &best.effort, best.doc
	b := &benchmark{
		Deck: name, Repeat: len(all), ReadS: best.read.Seconds(), SolveS: e.Solving.Seconds(),
		MedianS: all[len(all)/2].effort.Solving.Seconds(), SlowestS: all[len(all)-1].effort.Solving.Seconds(),
		EndTime: d.EndTime, DOF: d.DOF, Steps: d.Steps, Rejected: d.Rejected, Evaluations: d.Evaluations, Jacobians: d.Jacobians,
		Factorizations: d.Factorizations, Rows: e.Rows, Routines: d.Routines,
		AllocatedMB: float64(best.memory[1].TotalAlloc-best.memory[0].TotalAlloc) / 1e6,
		Allocations: best.memory[1].Mallocs - best.memory[0].Mallocs,
		HeapMB:      float64(best.memory[1].HeapAlloc) / 1e6,
	}
	for _, o := range all {
		b.ReadS = min(b.ReadS, o.read.Seconds())
	}
	add := func(name string, spent time.Duration, count int) {
		b.Stages = append(b.Stages, benchStage{name, spent.Seconds(), spent.Seconds() / max(b.SolveS, 1e-12), count})
	}
	for k := range system.NTasks {
		add(k.String(), e.Spent[k], e.Count[k])
	}
	add("output", e.Output, e.Rows)
	add("steps", max(0, e.Solving-e.Total()-e.Output), d.Steps)
	for i := range b.Routines {
		b.Routines[i].Share = min(1, b.Routines[i].TimeS/max(b.SolveS, 1e-12))
	}
	return b
}

// formatReport returns the benchmark for people.
func (b *benchmark) formatReport() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s: %s\n", b.Deck, countText(b.Repeat, "run"))
	w := tabwriter.NewWriter(&s, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "read and build\t%.4g s\n", b.ReadS)
	fmt.Fprintf(w, "solve\t%.4g s\tmedian %.4g s, slowest %.4g s\n", b.SolveS, b.MedianS, b.SlowestS)
	fmt.Fprintf(w, "simulated\t%g\n", b.EndTime)
	fmt.Fprintf(w, "steps\t%d\t%d rejected\n", b.Steps, b.Rejected)
	fmt.Fprintf(w, "evaluations\t%d\n", b.Evaluations)
	fmt.Fprintf(w, "Jacobians\t%d\n", b.Jacobians)
	fmt.Fprintf(w, "factorizations\t%d\n", b.Factorizations)
	fmt.Fprintf(w, "memory\t%.3g MB in use\t%.3g MB allocated, %d times\n", b.HeapMB, b.AllocatedMB, b.Allocations)
	w.Flush()
	s.WriteString("\n")
	w = tabwriter.NewWriter(&s, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "stage\ttime\tshare\tcount\teach\n")
	for _, x := range b.Stages {
		each := ""
		if x.Count > 0 {
			each = fmt.Sprintf("%.3g µs", 1e6*x.TimeS/float64(x.Count))
		}
		fmt.Fprintf(w, "%s\t%.4g s\t%.1f %%\t%d\t%s\n", x.Stage, x.TimeS, 100*x.Share, x.Count, each)
	}
	w.Flush()
	if text := profileTable(&run.Document{Routines: b.Routines}); text != "" {
		s.WriteString("\n" + text)
	}
	return s.String()
}
