package study

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"strings"
	"sync"
)

// workerResults is the file in which a worker puts its results, parts/OWNER.jsonl with a line a run, and the list of chunks that are in it,
// listResultOwners/OWNER.manifest.jsonl. A line is written in one piece as soon as its run is over, so that the end of the worker takes nothing away, and is on
// its way to the disk when the next run begins, so that the end of the machine takes away next to nothing.
type workerResults struct {
	rows     *os.File
	manifest *os.File
	bytes    int64
	sum      uint32 // CRC-32C of the rows
	line     []byte

	dirty  chan struct{} // a line waits to be put on the disk
	synced chan struct{} // closed when the goroutine that does that has ended
	mu     sync.Mutex    // of all but the files
	err    error         // the first one of putting rows on the disk
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const (
	rowSuffix      = ".jsonl"
	manifestSuffix = ".manifest.jsonl"
)

// ManifestLine says that a chunk is in a part.
type ManifestLine struct {
	Chunk      int    `json:"chunk"`
	Generation int    `json:"generation"`
	Runs       int    `json:"runs"` // that the worker has carried out
	Failed     int    `json:"failed"`
	Bytes      int64  `json:"bytes"`  // of the rows so far
	Sum        string `json:"crc32c"` // of them
}

// createWorkerResults makes the files of a worker.
func (f *Folder) createWorkerResults(owner string) (*workerResults, error) {
	p := &workerResults{dirty: make(chan struct{}, 1), synced: make(chan struct{})}
	var err error
	create := func(suffix string) *os.File {
		var file *os.File
		if err == nil {
			file, err = os.OpenFile(f.Path(partFolder, owner+suffix), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o666)
		}
		return file
	}
	p.rows, p.manifest = create(rowSuffix), create(manifestSuffix)
	if err != nil {
		return nil, err
	}
	go p.syncRows()
	return p, nil
}

// syncRows puts rows on the disk, as fast as that takes them.
func (p *workerResults) syncRows() {
	defer close(p.synced)
	for range p.dirty {
		if err := p.rows.Sync(); err != nil {
			p.mu.Lock()
			if p.err == nil {
				p.err = err
			}
			p.mu.Unlock()
		}
	}
}

// writeRow writes a row. It has it put on the disk unless it is the last of its chunk, for which finishChunk does that.
func (p *workerResults) writeRow(r *Row, lastOfChunk bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return p.err
	}
	p.line = r.appendJSON(p.line[:0])
	if _, err := p.rows.Write(p.line); err != nil {
		return err
	}
	p.bytes += int64(len(p.line))
	p.sum = crc32.Update(p.sum, castagnoli, p.line)
	if lastOfChunk {
		return nil
	}
	select {
	case p.dirty <- struct{}{}:
	default: // the line goes with one that waits
	}
	return nil
}

// finishChunk notes that a chunk is in the part, once it is on the disk.
func (p *workerResults) finishChunk(c *Claim, runs, failed int) error {
	if err := p.rows.Sync(); err != nil {
		return err
	}
	text, err := json.Marshal(ManifestLine{c.Chunk, c.Generation, runs, failed, p.bytes, fmt.Sprintf("%08x", p.sum)})
	if err != nil {
		return err
	}
	if _, err := p.manifest.Write(append(text, '\n')); err != nil {
		return err
	}
	return p.manifest.Sync()
}

// close ends the part.
func (p *workerResults) close() error {
	close(p.dirty)
	<-p.synced
	err := p.rows.Sync()
	for _, f := range []*os.File{p.rows, p.manifest} {
		if e := f.Close(); err == nil {
			err = e
		}
	}
	return err
}

// listResultOwners lists the owners of parts, sorted.
func (f *Folder) listResultOwners() ([]string, error) {
	entries, err := os.ReadDir(f.Path(partFolder))
	if err != nil {
		return nil, err
	}
	var list []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), rowSuffix); ok && !strings.HasSuffix(e.Name(), manifestSuffix) {
			list = append(list, name)
		}
	}
	return list, nil
}

func (f *Folder) resultsPath(owner string) string { return f.Path(partFolder, owner+rowSuffix) }
