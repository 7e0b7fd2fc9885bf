package study

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
)

// history is what earlier owners of a chunk have left.
type history struct {
	done   map[int]bool // runs with results
	deaths map[int]int  // by run: how often a worker has crashed in it
	lost   map[int]int  // by run: how often a worker was gone in it, for reasons that nobody has seen
	text   map[int]string
}

// How often a run may end its worker before it counts as failed: where that was seen, and where it was not; then the worker may have been killed
// together with all others, and the run is not to blame.
const (
	mostDeaths = 2
	mostLosses = 5
)

// exitLost is the exit code of trammel run for a process that was lost.
const exitLost = 8

// readHistory reads what owners of earlier generations have left.
func (f *Folder) readHistory(c *Claim) (*history, error) {
	h := &history{done: map[int]bool{}, deaths: map[int]int{}, lost: map[int]int{}, text: map[int]string{}}
	var last []*claimRecord
	for g := range c.Generation {
		r, err := f.readClaim(c.Chunk, g)
		if err != nil {
			return nil, err
		}
		last = append(last, r)
		if err := f.addFinishedRuns(r.owner.Name, c.Chunk, h.done); err != nil {
			return nil, err
		}
	}
	for _, r := range last {
		if r.last == 0 || h.done[r.last] {
			continue
		}
		switch e := f.ReadWorkerEnd(r.owner.Name); {
		case e == nil:
			h.lost[r.last]++
		case !e.Released:
			h.deaths[r.last]++
			h.text[r.last] = e.Text
		}
	}
	return h, nil
}

// addFinishedRuns adds the runs of a chunk that have results in the part of an owner.
func (f *Folder) addFinishedRuns(owner string, chunk int, done map[int]bool) error {
	file, err := os.Open(f.resultsPath(owner))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	first, end := chunk*f.Origin.Chunk+1, (chunk+1)*f.Origin.Chunk
	for lines := bufio.NewReaderSize(file, 1<<16); ; {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF { // a line that was cut is no result
			return nil
		}
		if err != nil {
			return err
		}
		if run, _, ok := parseRowHead(line); ok && run >= first && run <= end {
			done[run] = true
		}
	}
}

// parseRowHead returns the run of a row and whether it has failed, without reading the rest; ok is false for what is not a whole row.
func parseRowHead(line []byte) (run int, failed, ok bool) {
	rest, ok := bytes.CutPrefix(line, []byte(`{"run":`))
	if !ok || !bytes.HasSuffix(line, []byte("}\n")) {
		return 0, false, false
	}
	for len(rest) > 0 && rest[0] >= '0' && rest[0] <= '9' && run < mostRuns {
		run, rest = 10*run+int(rest[0]-'0'), rest[1:]
	}
	failed = bytes.HasPrefix(rest, []byte(`,"status":"failed"`))
	return run, failed, (failed || bytes.HasPrefix(rest, []byte(`,"status":"ok"`))) && json.Valid(line)
}

// failedRowOfRepeatedCrash returns the result of a run that has ended its workers too often, else nil.
func (h *history) failedRowOfRepeatedCrash(run int) *Row {
	text := ""
	switch {
	case h.deaths[run] >= mostDeaths:
		text = "the run ended its worker process twice: " + h.text[run]
	case h.lost[run] >= mostLosses:
		text = fmt.Sprintf("the worker process was lost %d times in this run", mostLosses)
	default:
		return nil
	}
	return &Row{Run: run, Status: Failed, ExitCode: exitLost, TimeReached: math.NaN(), WallS: math.NaN(), Message: text}
}
