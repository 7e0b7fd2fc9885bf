// Command singular runs mechanisms through singular configurations, places where rows of constraints depend on
// each other for a moment, with every integrator and many tolerances, and compares with the exact motion.
// It ends with 1 if a run that ended with code 0 is wrong.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/examples/internal/measure"
)

var (
	kinds       = flag.String("models", "2", "four-bar mechanisms by their N, and slider-crank")
	integrators = flag.String("integrators", "DSTIFF,VSTIFF,MSTIFF,ABAM,RADAU,DOP853,HHT,NEWMARK", "integrators")
	tolerances  = flag.String("tolerances", "", "values of integr_tol; none gives 1e-2 to 1e-12 in half decades, HHT and NEWMARK to 1e-8")
	seeds       = flag.Int("seeds", 1, "starts of each model; the first is that of the benchmark")
	limit       = flag.Float64("limit", 60, "processor time of a run in seconds")
	end         = flag.Float64("end", 10, "simulated time in seconds")
	verbose     = flag.Bool("v", false, "print a line for each run")
)

func main() {
	flag.Parse()
	runtime.LockOSThread()
	wrong := false
	for _, kind := range strings.Split(*kinds, ",") {
		for seed := range uint64(*seeds) {
			m := newSliderCrank(seed, *end)
			if kind != "slider-crank" {
				n, err := strconv.Atoi(kind)
				if err != nil || n < 1 {
					fmt.Fprintf(os.Stderr, "singular: no model %q\n", kind)
					os.Exit(2)
				}
				m = newParallelogramRow(n, seed, *end)
			}
			wrong = m.runAllSettingsAndPrintTable() || wrong
		}
	}
	if wrong {
		os.Exit(1)
	}
}

// toleranceGrid lists the tolerances for an integrator.
func toleranceGrid(integrator string) []string {
	if *tolerances != "" {
		return strings.Split(*tolerances, ",")
	}
	last := 12
	if traits.TraitsByIntegratorName(integrator).Newmark {
		last = 8
	}
	var all []string
	for e := 2; e <= last; e++ {
		all = append(all, fmt.Sprintf("1e-%d", e))
		if e < last {
			all = append(all, fmt.Sprintf("3e-%d", e+1))
		}
	}
	return all
}

// runAllSettingsAndPrintTable runs a model and prints what came out; wrong reports that a run with code 0 was.
func (m *model) runAllSettingsAndPrintTable() (wrong bool) {
	fmt.Printf("%s\n\n| integrator | runs | right | exit 6 | other codes | too long | wrong | largest error / bound | longest, s |\n|---|---|---|---|---|---|---|---|---|\n", m.name)
	var all tally
	for _, integrator := range strings.Split(*integrators, ",") {
		var t tally
		for _, tol := range toleranceGrid(integrator) {
			o := m.solveModel(integrator, tol)
			t.countOutcome(o)
			all.countOutcome(o)
			if *verbose || o.verdict() == isWrong {
				fmt.Fprintf(os.Stderr, "%s %s %s: %s, code %d, error %.3g of %.3g, %.2f s %s\n", m.name, integrator, tol, o.verdict(), o.code, o.off, o.bound, o.cpu, o.message)
			}
		}
		t.printTally(integrator)
	}
	all.printTally("all")
	fmt.Println()
	return all.n[isWrong] > 0
}

type verdict string

const (
	isRight verdict = "right"
	failed  verdict = "exit 6"
	other   verdict = "another code"
	tooLong verdict = "too long"
	isWrong verdict = "wrong"
)

// outcome is what a run gave.
type outcome struct {
	code    int
	message string
	off     float64 // largest error
	bound   float64
	cpu     float64
	limited bool
}

func (o *outcome) verdict() verdict {
	switch {
	case o.limited:
		return tooLong
	case o.code == run.ExitConvergence:
		return failed
	case o.code != 0:
		return other
	case o.off <= o.bound:
		return isRight
	}
	return isWrong
}

type tally struct {
	runs    int
	n       map[verdict]int
	worst   float64
	longest float64
}

func (t *tally) countOutcome(o *outcome) {
	if t.n == nil {
		t.n = map[verdict]int{}
	}
	t.runs++
	t.n[o.verdict()]++
	if o.code == 0 {
		t.worst = math.Max(t.worst, o.off/o.bound)
	}
	t.longest = math.Max(t.longest, o.cpu)
}

func (t *tally) printTally(name string) {
	fmt.Printf("| %s | %d | %d | %d | %d | %d | %d | %.2g | %.1f |\n", name, t.runs, t.n[isRight], t.n[failed], t.n[other], t.n[tooLong], t.n[isWrong], t.worst, t.longest)
}

// Two bars are the size of the models. A result may be off the exact motion by 1000 times the tolerance or 1e-3 of it,
// whichever is more, but off the branch by no more than offBranch, whatever the tolerance.
const (
	size      = 2.0
	offBranch = 0.05
)

// solveModel solves the model and compares it with the exact motion.
func (m *model) solveModel(integrator, tol string) *outcome {
	x, err := strconv.ParseFloat(tol, 64)
	if err != nil {
		return &outcome{code: run.ExitInternal, message: err.Error()}
	}
	settings := fmt.Sprintf("<Param_Transient integrator_type=\"%s\" integr_tol=\"%s\"/>\n", integrator, tol)
	off := 0.0
	r := measure.RunDeck(fmt.Sprintf(head, settings)+m.deck, *limit, func(dir string, doc *run.Document) (err error) {
		if doc.ExitCode == run.ExitOK {
			off, err = m.largestError(filepath.Join(dir, run.RowsFile))
		}
		return err
	})
	return &outcome{code: r.Code, message: r.Message, off: off, bound: size * math.Max(1000*x, 1e-3), cpu: r.CPU, limited: r.OutOfLimit}
}

// largestError is the largest error of the rows in a file.
func (m *model) largestError(file string) (float64, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))[1:]
	if want := int(math.Round(*end/0.01)) + 1; len(lines) != want {
		return 0, fmt.Errorf("%d rows instead of %d", len(lines), want)
	}
	most := 0.0
	for i, want := range m.exactMotion(len(lines), 0.01) {
		fields := strings.Split(string(lines[i]), ",")
		got, err := strconv.ParseFloat(fields[1], 64)
		off, err2 := strconv.ParseFloat(fields[2], 64)
		if err != nil || err2 != nil {
			return 0, errors.Join(err, err2)
		}
		if most = math.Max(most, math.Abs(got-want)); !(off <= offBranch) {
			return math.Inf(1), nil
		}
	}
	return most, nil
}
