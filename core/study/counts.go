package study

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"time"
)

// Counts are numbers of runs with results.
type Counts struct{ Done, Failed int }

func (c *Counts) add(r *Row) {
	c.Done++
	if r.Status == Failed {
		c.Failed++
	}
}

// RequestStop is why a study was stopped.
type Stop struct {
	Reason string `json:"reason"`
	Failed int    `json:"failed"`
	Done   int    `json:"done"`
}

// RequestStop stops a study: workers end behind the runs under way.
func (f *Folder) RequestStop(s *Stop) error { return writeJSONAtomically(f.Path(StopFile), s) }

// ReadStopRequest returns why a study is stopped, nil if it is not.
func (f *Folder) ReadStopRequest() *Stop {
	text, err := os.ReadFile(f.Path(StopFile))
	if err != nil {
		return nil
	}
	s := &Stop{}
	_ = json.Unmarshal(text, s)
	return s
}

// WithdrawStop lets a study that was stopped proceed.
func (f *Folder) WithdrawStop() error {
	if err := os.Remove(f.Path(StopFile)); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// Tally counts results. It reads what was added since it was read last.
type Tally struct {
	Counts
	folder  *Folder
	offsets map[string]int64
	seen    []uint64          // a bit a run
	onRow   func(line []byte) // called with the first row of each run, if it is there
}

// NewTally returns a tally that has counted nothing.
func (f *Folder) NewTally() *Tally {
	return &Tally{folder: f, offsets: map[string]int64{}, seen: make([]uint64, f.Origin.Runs/64+1)}
}

// CountNewResults counts what is new.
func (t *Tally) CountNewResults() error {
	owners, err := t.folder.listResultOwners()
	for _, o := range owners {
		if err := t.readNewResultsOfWorker(o); err != nil {
			return err
		}
	}
	return err
}

func (t *Tally) readNewResultsOfWorker(owner string) error {
	file, err := os.Open(t.folder.resultsPath(owner))
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.Size() == t.offsets[owner] {
		return err
	}
	if _, err := file.Seek(t.offsets[owner], io.SeekStart); err != nil {
		return err
	}
	for lines := bufio.NewReaderSize(file, 1<<16); ; {
		line, err := lines.ReadSlice('\n')
		if err == io.EOF {
			return nil
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			more, err := lines.ReadBytes('\n')
			if err != nil {
				return nil
			}
			line = append(append([]byte{}, line...), more...)
		} else if err != nil {
			return err
		}
		t.offsets[owner] += int64(len(line))
		run, failed, ok := parseRowHead(line)
		if !ok || run < 1 || run > t.folder.Origin.Runs || t.seen[run/64]>>(run%64)&1 == 1 {
			continue
		}
		t.seen[run/64] |= 1 << (run % 64)
		if t.Done++; failed {
			t.Failed++
		}
		if t.onRow != nil {
			t.onRow(line)
		}
	}
}

// ReadStatus is what is known of a study.
type Status struct {
	Folder  string `json:"folder"`
	Runs    int    `json:"runs"`
	Done    int    `json:"done"` // with results
	Failed  int    `json:"failed"`
	Missing int    `json:"missing"`
	Workers int    `json:"workers"` // that show signs of life
	Stopped *Stop  `json:"stopped,omitempty"`
	Merged  bool   `json:"merged"`
	Began   string `json:"began"`
}

// ReadStatus reads what is known.
func (f *Folder) ReadStatus() (*Status, error) {
	t := f.NewTally()
	if err := t.CountNewResults(); err != nil {
		return nil, err
	}
	s := &Status{Folder: f.Dir, Runs: f.Origin.Runs, Done: t.Done, Failed: t.Failed, Missing: f.Origin.Runs - t.Done, Stopped: f.ReadStopRequest(), Began: f.Origin.Began}
	_, err := os.Stat(f.Path(ResultsCSV))
	s.Merged = err == nil
	s.Workers, err = f.countLiveWorkers()
	return s, err
}

// countLiveWorkers counts the workers that own chunks and show signs of life.
func (f *Folder) countLiveWorkers() (int, error) {
	states, err := f.claimStates()
	if err != nil {
		return 0, err
	}
	live := map[string]bool{}
	now := time.Time{}
	for chunk, s := range states {
		if s.done || s.generations == 0 {
			continue
		}
		r, err := f.readClaim(chunk, s.generations-1)
		if err != nil {
			return 0, err
		}
		if now.IsZero() {
			if now, err = f.fileSystemTime(DescribeThisProcess().Name); err != nil {
				now = time.Now() // a folder that cannot be written
			}
		}
		if !f.isAbandoned(r, now) {
			live[r.owner.Name] = true
		}
	}
	return len(live), nil
}
