package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/trammel-mbd/trammel/core/run"
)

// A walk leads a deck, drawn by a seed and damaged or not, through check, run, convert to another form and back, and run again.
// Codes and messages have to be the documented ones, and what was not lost in between gives the same results.
type walk struct {
	program, dir string
	seed         int64
	end          float64
	wrong        []string
	came         []string // what was done: commands with their codes, compared
}

// executableSuffix ends the names of programs on this system.
var executableSuffix = map[string]string{"windows": ".exe"}[runtime.GOOS]

// runCommandWalksOfSeeds makes the walks of a range of seeds and returns what went wrong, and how often each command ended with each code.
func runCommandWalksOfSeeds(program string, from, to int64, jobs int) (wrong []string, came map[string]int, err error) {
	came = map[string]int{}
	top, err := os.MkdirTemp("", "walks-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(top)
	if program == "" {
		program = filepath.Join(top, "trammel"+executableSuffix)
		if text, err := exec.Command("go", "build", "-o", program, "github.com/trammel-mbd/trammel/cmd/trammel").CombinedOutput(); err != nil {
			return nil, nil, fmt.Errorf("%w: %s", err, text)
		}
	}
	var mu sync.Mutex
	var wait sync.WaitGroup
	var next atomic.Int64
	next.Store(from)
	for range max(1, jobs) {
		wait.Go(func() {
			for seed := next.Add(1) - 1; seed < to; seed = next.Add(1) - 1 {
				w := &walk{program: program, dir: filepath.Join(top, strconv.FormatInt(seed, 10)), seed: seed}
				if err := os.Mkdir(w.dir, 0o755); err != nil {
					w.addFailure("%v", err)
				} else {
					w.runCommandWalk()
				}
				os.RemoveAll(w.dir)
				mu.Lock()
				wrong = append(wrong, w.wrong...)
				for _, what := range w.came {
					came[what]++
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	slices.Sort(wrong)
	return wrong, came, nil
}

func (w *walk) addFailure(format string, args ...any) {
	w.wrong = append(w.wrong, fmt.Sprintf("seed %d: ", w.seed)+fmt.Sprintf(format, args...))
}

// runCommandWalk makes the walk: seeds that 3 divides leave the deck as it is, others damage it in XML or, by turns, as an Adams model.
func (w *walk) runCommandWalk() {
	r := rand.New(rand.NewPCG(uint64(w.seed), 29))
	m := generateMotionModel(w.seed/3, 0, 0)
	w.end = m.End / 20
	text, deck, back := m.deckXML(""), "deck.xml", "deck.adm"
	way := w.seed % 3
	if way == 1 {
		for range 1 + r.IntN(2) {
			text = alterXML(text, r)
		}
	}
	w.writeFile(deck, text)
	if way == 2 {
		if code, said := w.runProgram("convert", deck, "model.adm"); code != 0 {
			if code != run.ExitCompare {
				w.addFailure("convert of a valid deck: code %d: %s", code, said)
			}
			return
		}
		adm, err := os.ReadFile(filepath.Join(w.dir, "model.adm"))
		if err != nil {
			w.addFailure("%v", err)
			return
		}
		deck, back = "model.adm", "deck2.xml"
		w.writeFile(deck, alterStatement(string(adm), r))
	}
	w.runCommands(deck, back, way == 0)
}

// runCommands takes a deck through the commands.
func (w *walk) runCommands(deck, form string, valid bool) {
	check, said := w.runProgram("check", deck)
	w.checkExitCode("check", deck, check, said)
	if valid && check != 0 {
		w.addFailure("check of a valid deck: code %d: %s", check, said)
	}
	code, rows := w.runDeckForShortTime(deck, "one")
	if check == 0 && (code == run.ExitUsage || code == run.ExitDeck || code == run.ExitLoad) {
		w.addFailure("%s: check says 0, run %d", deck, code)
	}
	if (check == run.ExitDeck) != (code == run.ExitDeck) {
		w.addFailure("%s: check says %d, run %d", deck, check, code)
	}
	there, said := w.runProgram("convert", deck, form)
	w.checkExitCode("convert", deck, there, said)
	switch {
	case there == run.ExitCompare:
		return // mechanics would be lost, and the message says so
	case (there == run.ExitDeck) != (check == run.ExitDeck):
		w.addFailure("%s: check says %d, convert %d: %s", deck, check, there, said)
		return
	case there != 0:
		return
	}
	lost := strings.Contains(said, "warning: ")
	again := "again" + filepath.Ext(deck)
	if c, said := w.runProgram("convert", form, again); c != 0 {
		if c != run.ExitCompare {
			w.addFailure("%s: convert back: code %d: %s", deck, c, said)
		}
		return
	} else if strings.Contains(said, "warning: ") {
		lost = true
	}
	c, other := w.runDeckForShortTime(again, "two")
	if lost {
		return
	}
	if c != code {
		w.addFailure("%s: run says %d, after convert and back %d", deck, code, c)
	} else if code == 0 {
		w.compareRows(deck, rows, other)
	}
}

// runDeckForShortTime runs a deck for a short time and returns its rows.
func (w *walk) runDeckForShortTime(deck, out string) (code int, rows [][]float64) {
	code, said := w.runProgram("run", deck, "--out", out, "--quiet", "--max-wall", "60", "--end", strconv.FormatFloat(w.end, 'g', -1, 64), "--steps", "4")
	w.checkExitCode("run", deck, code, said)
	text, err := os.ReadFile(filepath.Join(w.dir, out, run.DocumentFile))
	var d run.Document
	if err == nil {
		err = json.Unmarshal(text, &d)
	}
	switch {
	case err != nil:
		if code == 0 {
			w.addFailure("%s: run.json: %v", deck, err)
		}
		return code, nil
	case d.ExitCode != code:
		w.addFailure("%s: run says %d, run.json %d", deck, code, d.ExitCode)
	}
	table, _ := os.ReadFile(filepath.Join(w.dir, out, run.RowsFile))
	for k, line := range strings.Split(strings.TrimSuffix(string(table), "\n"), "\n") {
		if k == 0 {
			continue
		}
		var row []float64
		for _, word := range strings.Split(line, ",") {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
				w.addFailure("%s: a row has %q at code %d", deck, word, code)
			}
			row = append(row, x)
		}
		rows = append(rows, row)
	}
	return code, rows
}

// placed is how a problem of a deck begins: file, line and column.
var placed = regexp.MustCompile(`(?m)^\S+\.(xml|adm|acf):\d+:\d+: error: `)

// checkExitCode compares a code with those that a command may end with, and the message with what belongs to the code.
func (w *walk) checkExitCode(command, deck string, code int, said string) {
	may := map[string][]int{"check": {0, 2, 3, 6}, "run": {0, 2, 3, 6, 7}, "convert": {0, 3, 9}}[command]
	switch {
	case strings.Contains(said, "internal error") || strings.Contains(said, "goroutine "):
		w.addFailure("%s %s: code %d: %s", command, deck, code, firstLineWith(said, "internal", "panic"))
	case !slices.Contains(may, code):
		w.addFailure("%s %s: code %d: %s", command, deck, code, firstLineWith(said, "error"))
	case code == run.ExitDeck && !placed.MatchString(said):
		w.addFailure("%s %s: code 3 without a position: %s", command, deck, firstLineWith(said, "error"))
	case code != 0 && !strings.Contains(said, "error"):
		w.addFailure("%s %s: code %d without a message: %s", command, deck, code, said)
	}
}

// compareRows compares rows to 1e-12 of the largest value of their column.
func (w *walk) compareRows(deck string, a, b [][]float64) {
	w.came = append(w.came, "compared")
	if len(a) != len(b) || len(a) == 0 {
		w.addFailure("%s: %d rows, after convert and back %d", deck, len(a), len(b))
		return
	}
	for k := range a[0] {
		size, off := 1.0, 0.0
		for i := range a {
			if len(a[i]) != len(a[0]) || len(b[i]) != len(a[0]) {
				w.addFailure("%s: rows of %d and %d columns", deck, len(a[i]), len(b[i]))
				return
			}
			size, off = max(size, math.Abs(a[i][k])), max(off, math.Abs(a[i][k]-b[i][k]))
		}
		if off > 1e-12*size {
			w.addFailure("%s: column %d differs by %g of %g after convert and back", deck, k, off, size)
			return
		}
	}
}

func (w *walk) writeFile(name, text string) {
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o644); err != nil {
		w.addFailure("%v", err)
	}
}

// runProgram runs the program and returns its code and all that it says. The commands of an Adams model, the first argument, go with it.
func (w *walk) runProgram(command, deck string, args ...string) (int, string) {
	acf := strings.TrimSuffix(deck, ".adm") + ".acf"
	if _, err := os.Stat(filepath.Join(w.dir, acf)); err == nil && acf != deck+".acf" {
		args = append([]string{acf}, args...)
	}
	args = append([]string{command, deck}, args...)
	c := exec.Command(w.program, args...)
	c.Dir = w.dir
	text, _ := c.CombinedOutput()
	w.came = append(w.came, fmt.Sprintf("%s %d", command, c.ProcessState.ExitCode()))
	return c.ProcessState.ExitCode(), string(text)
}

// firstLineWith is the first line of a text that has one of some words, and where there is none its beginning.
func firstLineWith(text string, words ...string) string {
	for line := range strings.Lines(text) {
		if slices.ContainsFunc(words, func(s string) bool { return strings.Contains(line, s) }) {
			return strings.TrimSpace(line[:min(len(line), 300)])
		}
	}
	return strings.TrimSpace(text[:min(len(text), 300)])
}
