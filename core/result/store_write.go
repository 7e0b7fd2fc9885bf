package result

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"os"
	"sync"
	"time"
)

// blockBytes bounds the values of a block of rows, blockRows their number.
const (
	blockBytes = 4 << 20
	blockRows  = 1024
)

// flushEvery is how long a row may wait in memory, so that little is lost when the process is killed.
const flushEvery = 250 * time.Millisecond

// StoreWriter writes a store. Rows are on their way to the disk a quarter of a second after Row at the latest, so that
// a run whose process is killed leaves them. Its methods may be called from several goroutines.
type StoreWriter struct {
	mu       sync.Mutex
	f        *os.File
	err      error // the first one
	columns  int
	times    []float64
	values   []float64 // of the rows that wait, row by row
	contacts contactBuffer
	most     int // rows of a block
	block    []byte
	timer    *time.Timer
	closed   bool
	written  int64 // bytes of whole blocks
}

// NewStoreWriter returns a writer into f, which it closes.
func NewStoreWriter(f *os.File) *StoreWriter { return &StoreWriter{f: f} }

// WriteColumns writes the block of the head, and chooses how many rows a block holds.
func (w *StoreWriter) WriteColumns(columns []Column) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.columns = len(columns)
	w.most = max(1, min(blockRows, blockBytes/(8*(1+w.columns))))
	return w.writeJSONBlock(kindHead, makeStoreHead(columns))
}

// BeginAnalysis writes the rows that are pending, then a block with the name and type of the analysis that the next rows belong to.
func (w *StoreWriter) BeginAnalysis(a Analysis) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writePendingRows()
	return w.writeJSONBlock(kindAnal, &storeAnalysis{a.Name, a.Type})
}

// storeAnalysis is the body of a block that begins an analysis.
type storeAnalysis struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// WriteProvenance adds what is known of the origin of the results by now.
func (w *StoreWriter) WriteProvenance(p *Provenance) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writePendingRows()
	return w.writeJSONBlock(kindProv, p)
}

// WriteSteps adds what the integrator has done by now.
func (w *StoreWriter) WriteSteps(s *Steps) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writePendingRows()
	return w.writeJSONBlock(kindStep, s)
}

// WriteRow implements Writer. It allocates nothing once a block has been filled.
func (w *StoreWriter) WriteRow(t float64, v []float64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(v) != w.columns {
		panic("result: a row that does not fit the columns")
	}
	if w.closed {
		return os.ErrClosed
	}
	w.times = append(w.times, t)
	w.values = append(w.values, v...)
	w.contacts.finishRow()
	switch {
	case len(w.times) >= w.most:
		w.writePendingRows()
	case len(w.times) == 1 && w.timer == nil:
		w.timer = time.AfterFunc(flushEvery, w.WritePendingRows)
	case len(w.times) == 1:
		w.timer.Reset(flushEvery)
	}
	return w.err
}

// WritePendingRows writes the rows that wait. An error is that of the next WriteRow or Close.
func (w *StoreWriter) WritePendingRows() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writePendingRows()
}

func (w *StoreWriter) writePendingRows() {
	n := len(w.times)
	if n == 0 || w.closed || w.err != nil {
		return
	}
	size := rowBlockBodySize(w.columns, n)
	w.block = appendBlockHead(w.block[:0], kindRows, size, n)
	if cap(w.block) < headBytes+size {
		w.block = append(make([]byte, 0, headBytes+size), w.block...)
	}
	w.block = w.block[:headBytes+size]
	sums, data := w.block[headBytes:], w.block[headBytes+4*(1+w.columns):]
	encodeFloats(data, w.times)
	for c := range w.columns {
		part := data[8*n*(1+c):]
		for r := range n {
			binary.LittleEndian.PutUint64(part[8*r:], math.Float64bits(w.values[r*w.columns+c]))
		}
	}
	for c := range 1 + w.columns {
		binary.LittleEndian.PutUint32(sums[4*c:], crc32.Checksum(data[8*n*c:8*n*(c+1)], castagnoli))
	}
	w.times, w.values = w.times[:0], w.values[:0]
	w.writeBlock()
	w.writeContacts()
}

// writeJSONBlock writes a block of JSON.
func (w *StoreWriter) writeJSONBlock(kind string, v any) error {
	if w.err != nil {
		return w.err
	}
	if w.block, w.err = appendJSONBlock(w.block[:0], kind, v); w.err == nil {
		w.writeBlock()
	}
	return w.err
}

// writeBlock writes the block. One that could not be written whole is taken back.
func (w *StoreWriter) writeBlock() {
	n, err := w.f.Write(w.block)
	if err == nil {
		w.written += int64(n)
		return
	}
	w.err = err
	if n > 0 {
		_ = w.f.Truncate(w.written)
	}
}

// FinishWriting writes the rows that are pending and closes the file. It returns the first error of the writer. A second call does nothing.
func (w *StoreWriter) FinishWriting() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return w.err
	}
	w.writePendingRows()
	if w.timer != nil {
		w.timer.Stop()
	}
	w.closed = true
	return errors.Join(w.err, w.f.Close())
}
