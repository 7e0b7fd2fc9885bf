// Command corpus draws random models by seeds and measures how far results are off at the default
// settings and at given tolerances, by every integrator, and what they cost. README.md says how
// models and references are made.
package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// options are the flags.
type options struct {
	seeds, integrators, tolerances, refs, json, against, decks, families string
	jobs, worst, rounds                                                  int
	limit                                                                float64
	verbose, rejected, rest, walks                                       bool
}

func main() {
	o := new(options)
	flag.StringVar(&o.seeds, "seeds", "1000:1200", "`range` of seeds, the second left out")
	flag.StringVar(&o.integrators, "integrators", "none", "names of integrators, such as RADAU or DSTIFF/SI2; none is that of a deck that names none, all is every one that controls errors")
	flag.StringVar(&o.tolerances, "tolerances", "default", "values of integr_tol; default states none")
	flag.StringVar(&o.refs, "refs", cacheFolder(), "`folder` of references")
	flag.StringVar(&o.json, "json", "", "write all runs to a `file`")
	flag.StringVar(&o.against, "against", "", "compare costs with a `file` of -json, or with the checkout of trammel in a folder")
	flag.StringVar(&o.decks, "decks", "", "write decks to a `folder`: all, or the worst where models are run")
	flag.StringVar(&o.families, "families", "", "`pattern` of the families of models")
	flag.IntVar(&o.jobs, "jobs", 1, "models that run at a time")
	flag.IntVar(&o.worst, "worst", 12, "worst runs to list for each setting")
	flag.IntVar(&o.rounds, "rounds", 1, "times that each run is made; the least processor time counts")
	flag.Float64Var(&o.limit, "limit", 60, "processor time of a run in `s`")
	flag.BoolVar(&o.verbose, "v", false, "print each run")
	flag.BoolVar(&o.rejected, "rejected", false, "list what was drawn and does not serve")
	flag.BoolVar(&o.rest, "rest", false, "equilibria and the modes about them: -integrators none, FIM_S or MKEAM, -tolerances of max_error and max_imbalance")
	flag.BoolVar(&o.walks, "walks", false, "lead the decks of the seeds, damaged and not, through check, run, convert and back")
	flag.Parse()
	if o.walks {
		os.Exit(o.runRandomCommandWalks())
	}
	if err := o.runAll(); err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}

// runRandomCommandWalks makes random walks and returns the exit code.
func (o *options) runRandomCommandWalks() int {
	from, to, err := seedRange(o.seeds)
	var wrong []string
	var came map[string]int
	if err == nil {
		wrong, came, err = runCommandWalksOfSeeds("", from, to, o.jobs)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		return 2
	}
	for _, text := range wrong {
		fmt.Println(text)
	}
	for _, what := range slices.Sorted(maps.Keys(came)) {
		fmt.Printf("%-12s %6d\n", what, came[what])
	}
	fmt.Printf("%d walks, %d that went wrong\n", to-from, len(wrong))
	return min(1, len(wrong))
}

// setting is what a model is run with.
type setting struct{ Integrator, Tol string }

func (s setting) String() string { return s.Integrator + " " + s.Tol }

// settingAttributes of Param_Transient, or of Param_Static.
func (s setting) settingAttributes(atRest bool) string {
	a := ""
	if atRest {
		if s.Integrator != "none" {
			a = fmt.Sprintf(`method="%s"`, s.Integrator)
		}
		if s.Tol != "default" {
			a += fmt.Sprintf(` max_error="%s" max_imbalance="%s"`, s.Tol, s.Tol)
		}
		return a
	}
	if s.Integrator != "none" {
		name, index, stabilised := strings.Cut(s.Integrator, "/")
		if a = fmt.Sprintf(`integrator_type="%s"`, name); stabilised {
			a += fmt.Sprintf(` dae_index="%s"`, index)
		}
	}
	if s.Tol != "default" {
		a += fmt.Sprintf(` integr_tol="%s"`, s.Tol)
	}
	return a
}

// controlled are the integrators that control their errors.
const controlled = "DSTIFF,ABAM,HHT,NEWMARK,VSTIFF,MSTIFF,RADAU,DOP853"

func (o *options) settings() (all []setting) {
	names := strings.ReplaceAll(o.integrators, "all", controlled)
	for _, n := range strings.Split(names, ",") {
		for _, t := range strings.Split(o.tolerances, ",") {
			all = append(all, setting{n, t})
		}
	}
	return all
}

// result is a run of a model and how far it is off.
type result struct {
	Seed    int64   `json:"seed"`
	Attempt int     `json:"attempt"`
	Family  string  `json:"family"`
	Units   string  `json:"units"`
	Setting setting `json:"setting"`
	verdict
	outcome
}

// hasWarning reports whether the run says that something is wrong.
func (r *result) hasWarning() bool { return r.Code != 0 || r.firstWarning() != "" }

// firstWarning is the first warning that is about the results: that a constraint repeats others is not.
func (r *result) firstWarning() string {
	for _, w := range r.Warnings {
		if !strings.HasPrefix(w, "redundant constraint removed") {
			return w
		}
	}
	return ""
}

// seedRange reads a range of seeds.
func seedRange(text string) (from, to int64, err error) {
	a, b, ok := strings.Cut(text, ":")
	if from, err = strconv.ParseInt(a, 10, 64); err != nil {
		return 0, 0, err
	}
	if !ok {
		return from, from + 1, nil
	}
	to, err = strconv.ParseInt(b, 10, 64)
	return from, to, err
}

// runAll does what the flags request.
func (o *options) runAll() error {
	from, to, err := seedRange(o.seeds)
	if err != nil {
		return err
	}
	wanted, err := regexp.Compile(o.families)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	var all []*result
	var models []*model
	var failures []error
	seeds := make(chan int64)
	var wg sync.WaitGroup
	for range max(1, o.jobs) {
		wg.Go(func() {
			runtime.LockOSThread()
			for seed := range seeds {
				m, found, err := o.runSeed(seed)
				mu.Lock()
				if err != nil {
					failures = append(failures, err)
				} else {
					models, all = append(models, m), append(all, found...)
				}
				mu.Unlock()
			}
		})
	}
	for seed := from; seed < to; seed++ {
		if wanted.MatchString(referenceFolder{rest: o.rest}.familyName(seed)) {
			seeds <- seed
		}
	}
	close(seeds)
	wg.Wait()
	if err := o.printReport(all); err != nil {
		return err
	}
	if o.decks != "" {
		failures = append(failures, o.writeDecks(models, all))
	}
	return errors.Join(failures...)
}

// runSeed runs the model of a seed with every setting.
func (o *options) runSeed(seed int64) (*model, []*result, error) {
	m, rec, err := referenceFolder{o.refs, o.rest}.modelAndReference(seed)
	if err != nil {
		return nil, nil, err
	}
	if o.rejected {
		for k, why := range rec.Rejected {
			fmt.Printf("%d.%d %s\n", seed, k, why)
		}
	}
	var all []*result
	for _, s := range o.settings() {
		var r *result
		for range max(1, o.rounds) {
			x := runModel(m, s.settingAttributes(o.rest), o.limit)
			if r == nil || x.CPU < r.CPU {
				r = &result{Seed: seed, Attempt: m.Attempt, Family: m.Family, Units: m.Units, Setting: s, outcome: *x}
			}
		}
		r.verdict = m.compareWithReference(&r.rows, &rec.Rows)
		if o.verbose {
			fmt.Println(r)
		}
		all = append(all, r)
	}
	return m, all, nil
}

// writeDecks writes the decks of the worst runs, or of all models where none was run.
func (o *options) writeDecks(models []*model, all []*result) error {
	if err := os.MkdirAll(o.decks, 0o777); err != nil {
		return err
	}
	write := func(m *model, name, settings string) error {
		return os.WriteFile(filepath.Join(o.decks, name+".xml"), []byte(m.deckXML(settings)), 0o666)
	}
	if o.worst == 0 {
		for _, m := range models {
			if err := write(m, fmt.Sprintf("%d-%s", m.Seed, m.Family), ""); err != nil {
				return err
			}
		}
		return nil
	}
	for _, r := range o.listWorstResults(all) {
		s := r.Setting
		if err := write(referenceFolder{rest: o.rest}.generate(r.Seed, r.Attempt), fmt.Sprintf("%d-%s-%s-%s", r.Seed, r.Family, s.Integrator, s.Tol), s.settingAttributes(o.rest)); err != nil {
			return err
		}
	}
	return nil
}
