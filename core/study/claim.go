package study

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A chunk of the plan belongs to the worker that has created its claim, the file claims/CHUNK.GENERATION. The first generation is 0. Where the owner
// of the last generation is gone another worker creates the next one: files are created and never taken away, and a file system creates each only
// once. The first line of a claim names its owner; then follow a line with each run that begins, and an empty line now and then, which is the sign of
// life: it sets the time of the file, by the clock of the file system. claims/CHUNK.done says that all runs of a chunk have results.

// Claim is a chunk that this worker owns.
type Claim struct {
	Chunk      int
	Generation int

	folder *Folder
	mu     sync.Mutex // of file
	file   *os.File
}

func (f *Folder) claimPath(chunk, generation int) string {
	return f.Path(claimFolder, fmt.Sprintf("%06d.%d", chunk, generation))
}

func (f *Folder) doneMarkPath(chunk int) string {
	return f.Path(claimFolder, fmt.Sprintf("%06d.done", chunk))
}

// createClaim creates a claim; nil if it is there already.
func (f *Folder) createClaim(chunk, generation int, o *Owner) (*Claim, error) {
	file, err := os.OpenFile(f.claimPath(chunk, generation), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o666)
	if errors.Is(err, os.ErrExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(o)
	if err == nil {
		_, err = file.Write(append(text, '\n'))
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &Claim{Chunk: chunk, Generation: generation, folder: f, file: file}, nil
}

func (c *Claim) write(text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file == nil {
		return os.ErrClosed
	}
	_, err := c.file.WriteString(text)
	return err
}

// RecordRunBegin notes that a run begins: if the worker ends before the run has a result, the run is to blame.
func (c *Claim) RecordRunBegin(run int) error { return c.write(`{"run":` + strconv.Itoa(run) + "}\n") }

// WriteHeartbeat writes a sign of life to the claim.
func (c *Claim) WriteHeartbeat() error { return c.write("\n") }

// IsLost reports whether another worker has taken the chunk over, since this one had shown no sign of life.
func (c *Claim) IsLost() bool {
	_, err := os.Stat(c.folder.claimPath(c.Chunk, c.Generation+1))
	return err == nil
}

// MarkDoneAndClose notes that all runs of the chunk have results.
func (c *Claim) MarkDoneAndClose() error {
	file, err := os.OpenFile(c.folder.doneMarkPath(c.Chunk), os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), c.Close())
}

// Close ends the work on a chunk.
func (c *Claim) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file == nil {
		return nil
	}
	file := c.file
	c.file = nil
	return file.Close()
}

// claimState is what is known of a chunk from the list of claims.
type claimState struct {
	generations int // there are
	done        bool
}

// claimStates lists all chunks.
func (f *Folder) claimStates() ([]claimState, error) {
	entries, err := os.ReadDir(f.Path(claimFolder))
	if err != nil {
		return nil, err
	}
	list := make([]claimState, f.chunkCount())
	for _, e := range entries {
		head, tail, _ := strings.Cut(e.Name(), ".")
		chunk, err := strconv.Atoi(head)
		if err != nil || chunk < 0 || chunk >= len(list) {
			continue
		}
		if tail == "done" {
			list[chunk].done = true
		} else if g, err := strconv.Atoi(tail); err == nil {
			list[chunk].generations = max(list[chunk].generations, g+1)
		}
	}
	return list, nil
}

// claimRecord is a claim as another worker reads it.
type claimRecord struct {
	owner Owner
	last  int // run that began last; 0 for none
	beat  time.Time
}

// readClaim reads a claim. One that its owner has not written to yet has no owner.
func (f *Folder) readClaim(chunk, generation int) (*claimRecord, error) {
	file, err := os.Open(f.claimPath(chunk, generation))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	r := &claimRecord{beat: info.ModTime()}
	for s, first := bufio.NewScanner(file), true; s.Scan(); first = false {
		var x struct {
			Owner
			Run int `json:"run"`
		}
		if json.Unmarshal(s.Bytes(), &x) != nil { // an empty line, or one that was cut
			continue
		}
		if first {
			r.owner = x.Owner
		} else if x.Run > 0 {
			r.last = x.Run
		}
	}
	return r, nil
}

// isAbandoned reports whether the owner of a claim is gone, at a time by the clock of the file system.
func (f *Folder) isAbandoned(r *claimRecord, now time.Time) bool {
	if r.owner.Name != "" && (f.ReadWorkerEnd(r.owner.Name) != nil || r.owner.isGone()) {
		return true
	}
	return now.Sub(r.beat) > time.Duration(f.Study.Engine.Lease*float64(time.Second))
}
