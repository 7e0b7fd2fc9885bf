//go:build linux

// Command faults injects faults into runs of trammel, drawn by seeds, and judges what is left of each run: its exit code,
// run.json and rows. README.md says which faults and how they are judged.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// options are the flags.
type options struct {
	n, jobs                     int
	seeds, class, results, keep string
	limit                       time.Duration
	verbose, again              bool
	program                     string
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == limitedCommand {
		os.Exit(execWithLimits(os.Args[2:]))
	}
	o := new(options)
	flag.IntVar(&o.n, "n", 1000, "number of faults, where -seeds does not give it")
	flag.StringVar(&o.seeds, "seeds", "", "`range` of seeds, the second left out (default 0:n)")
	flag.StringVar(&o.class, "class", "", "`name` of the only class")
	flag.StringVar(&o.results, "results", "", "`file` of results, a line of JSON each; seeds that are in it are not run again")
	flag.BoolVar(&o.again, "again", false, "run also seeds that are in the file of results")
	flag.StringVar(&o.keep, "keep", "", "keep what bad runs left in this `folder`")
	flag.StringVar(&o.program, "program", "", "the `file` of trammel (default: it is built)")
	flag.IntVar(&o.jobs, "jobs", 2, "runs at a time")
	flag.DurationVar(&o.limit, "limit", time.Minute, "time after which a run hangs")
	flag.BoolVar(&o.verbose, "v", false, "print each run")
	flag.Parse()
	bad, err := o.runSeeds()
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(2)
	}
	if bad > 0 {
		os.Exit(1)
	}
}

// result is a line of the file of results.
type result struct {
	Seed    uint64  `json:"seed"`
	Class   string  `json:"class"`
	Name    string  `json:"name"`
	Verdict string  `json:"verdict"`
	Why     string  `json:"why,omitempty"`
	Code    int     `json:"code"`
	Seconds float64 `json:"s"`
}

// runSeeds runs the seeds that are wanted and returns how many verdicts are bad.
func (o *options) runSeeds() (bad int, err error) {
	first, last, err := o.seedRange()
	if err != nil {
		return 0, err
	}
	done, err := o.readEarlierResults()
	if err != nil {
		return 0, err
	}
	b, err := buildTrialBench(o)
	if err != nil {
		return 0, err
	}
	defer b.close()
	var file *os.File
	if o.results != "" {
		if file, err = os.OpenFile(o.results, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
			return 0, err
		}
		defer file.Close()
	}
	var all []*result
	var mu sync.Mutex
	var wait sync.WaitGroup
	var next atomic.Uint64
	next.Store(first)
	for range max(1, o.jobs) {
		wait.Go(func() {
			for {
				seed := next.Add(1) - 1
				if seed >= last {
					return
				}
				r := done[seed]
				if r == nil || o.again {
					r = b.runTrial(b.drawTrial(seed, o.class), o.limit)
					o.recordResult(r, file)
				}
				mu.Lock()
				all = append(all, r)
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return printTable(all), nil
}

// recordResult adds a result to the file, if there is one, and prints it if that is wanted or it is bad.
func (o *options) recordResult(r *result, file *os.File) {
	if line, err := json.Marshal(r); err == nil && file != nil {
		_, _ = file.Write(append(line, '\n'))
	}
	if o.verbose || r.hasBadVerdict() {
		fmt.Printf("%s %s, seed %d: %s: code %d, %s %.2f s\n", r.Class, r.Name, r.Seed, r.Verdict, r.Code, r.Why, r.Seconds)
	}
}

// seedRange is the range of seeds.
func (o *options) seedRange() (first, last uint64, err error) {
	if o.seeds == "" {
		return 0, uint64(max(0, o.n)), nil
	}
	from, to, _ := strings.Cut(o.seeds, ":")
	if first, err = strconv.ParseUint(from, 10, 64); err == nil {
		last, err = strconv.ParseUint(to, 10, 64)
	}
	return first, last, err
}

// readEarlierResults reads the results of earlier calls.
func (o *options) readEarlierResults() (map[uint64]*result, error) {
	done := map[uint64]*result{}
	if o.results == "" {
		return done, nil
	}
	f, err := os.Open(o.results)
	if os.IsNotExist(err) {
		return done, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		r := new(result)
		if json.Unmarshal(lines.Bytes(), r) == nil && (o.class == "" || r.Class == o.class) {
			done[r.Seed] = r
		}
	}
	return done, nil
}

// printTable prints the share by class and returns how many results are bad.
func printTable(all []*result) (bad int) {
	count := map[string]map[string]int{}
	for _, r := range append(all, countByClass(all)...) {
		if count[r.Class] == nil {
			count[r.Class] = map[string]int{}
		}
		count[r.Class][r.Verdict]++
	}
	fmt.Printf("%-22s %7s %7s %7s %7s %7s %7s %7s\n", "class", "runs", reported, same, silent, hung, lost, other)
	for _, class := range append(classNames(classes), "all") {
		c := count[class]
		n := 0
		for _, k := range c {
			n += k
		}
		if n == 0 {
			continue
		}
		fmt.Printf("%-22s %7d %6.1f%% %6.1f%% %7d %7d %7d %7d\n", class, n, 100*float64(c[reported])/float64(n), 100*float64(c[same])/float64(n),
			c[silent], c[hung], c[lost], c[other])
	}
	for _, r := range all {
		if r.hasBadVerdict() {
			bad++
		}
	}
	return bad
}

// countByClass counts results in a class of their own.
func countByClass(all []*result) (list []*result) {
	for _, r := range all {
		list = append(list, &result{Class: "all", Verdict: r.Verdict})
	}
	return list
}

func classNames(list []class) (all []string) {
	for _, c := range list {
		all = append(all, c.name)
	}
	return all
}

// moduleRoot is the folder of this module.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, gone := os.Stat(filepath.Join(dir, "go.mod")); gone == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("faults is run within the module of trammel")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}
