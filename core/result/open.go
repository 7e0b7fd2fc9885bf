package result

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"sort"
)

// Reader reads results. Columns and rows are read as they are requested; what is read is checked. A Reader may be used
// while the run still writes: Refresh adds what has come. It belongs to one goroutine.
type Reader struct {
	File       string
	Columns    []Column
	Analyses   []Analysis
	Rows       int
	Provenance Provenance
	Steps      Steps // without entries where the run has not recorded them

	f        *os.File
	blocks   []rowBlock
	contacts []contactBlock
	checked  int   // the number of blocks when the last one was checked
	end      int64 // behind the last whole block
	buf      []byte
}

// rowBlock is a block of rows in the file.
type rowBlock struct {
	at          int64 // of the body
	first, rows int
}

// OpenFolder opens the results in a folder: those of the first model of the run.
func OpenFolder(dir string) (*Reader, error) { return OpenStore(filepath.Join(dir, StoreFile)) }

// OpenStore opens a store. A store of which the end is missing, as after a crash, is read up to there.
func OpenStore(file string) (*Reader, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	r := &Reader{File: file, f: f}
	if _, err = r.ReadNewRows(); err == nil && r.Columns == nil {
		err = errors.New("this is not a store of results, or its run has just started: it has no columns")
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}

// Close closes the file.
func (r *Reader) Close() error { return r.f.Close() }

// ReadNewRows searches for what has been written since and reports whether there was anything.
func (r *Reader) ReadNewRows() (bool, error) {
	before := r.end
	for {
		more, err := r.readBlock()
		if err != nil {
			return r.end > before, err
		}
		if !more {
			r.dropTornBlock()
			return r.end > before, nil
		}
	}
}

// dropTornBlock forgets the last block of rows where its checksums are wrong: a crash of the system may leave a block that
// was not written whole, with its length.
func (r *Reader) dropTornBlock() {
	n := len(r.blocks) - 1
	if n < 0 || r.checked == n+1 {
		return
	}
	b := r.blocks[n]
	if last := b.at+int64(rowBlockBodySize(len(r.Columns), b.rows)) == r.end; last && r.verifyChecksums(b) != nil {
		r.blocks, r.end = r.blocks[:n], b.at-headBytes
		r.Rows -= b.rows
		r.Analyses[len(r.Analyses)-1].Rows -= b.rows
	}
	r.checked = len(r.blocks)
}

// readBlock reads the next block, of rows the head only; false at the end and before a block that is not whole.
func (r *Reader) readBlock() (bool, error) {
	var head [headBytes]byte
	if n, err := r.f.ReadAt(head[:], r.end); n < headBytes {
		if err == io.EOF {
			err = nil
		}
		return false, err
	}
	h, ok := parseBlockHead(head[:])
	if !ok {
		return false, nil
	}
	info, err := r.f.Stat()
	if err != nil {
		return false, err
	}
	at := r.end + headBytes
	if h.body < 0 || h.body > info.Size()-at {
		return false, nil
	}
	whole, err := r.addBlock(h, at)
	if err == nil && whole {
		r.end = at + h.body
	}
	return whole, err
}

// addBlock adds a block.
func (r *Reader) addBlock(h blockHead, at int64) (bool, error) {
	if h.kind == kindRows {
		if h.body != int64(rowBlockBodySize(len(r.Columns), h.rows)) || r.Columns == nil {
			return false, nil
		}
		if len(r.Analyses) == 0 {
			r.Analyses = []Analysis{{}}
		}
		r.blocks = append(r.blocks, rowBlock{at, r.Rows, h.rows})
		r.Rows += h.rows
		r.Analyses[len(r.Analyses)-1].Rows += h.rows
		return true, nil
	}
	if h.kind == kindContacts {
		return r.addContactBlock(h, at), nil
	}
	body := r.scratchBytes(int(h.body))
	if _, err := r.f.ReadAt(body, at); err != nil {
		return false, err
	}
	switch h.kind {
	case kindHead:
		var s storeHead
		err := parseJSONBlock(body, &s)
		if err == nil {
			r.Columns, err = s.unpackColumns()
		}
		return err == nil, err
	case kindAnal:
		var a storeAnalysis
		if err := parseJSONBlock(body, &a); err != nil {
			return false, nil
		}
		r.Analyses = append(r.Analyses, Analysis{Name: a.Name, Type: a.Type, First: r.Rows})
	case kindProv:
		var p Provenance
		if err := parseJSONBlock(body, &p); err != nil {
			return false, nil
		}
		r.Provenance = p
	case kindStep:
		var s Steps
		if err := parseJSONBlock(body, &s); err != nil {
			return false, nil
		}
		r.Steps = s
	}
	return true, nil // kinds of later versions are passed over
}

// verifyChecksums compares a block of rows with its checksums.
func (r *Reader) verifyChecksums(b rowBlock) error {
	for c := range 1 + len(r.Columns) {
		if _, err := r.readBlockColumn(b, c); err != nil {
			return err
		}
	}
	return nil
}

// scratchBytes returns n bytes that are valid until the next call.
func (r *Reader) scratchBytes(n int) []byte {
	if cap(r.buf) < n {
		r.buf = make([]byte, n)
	}
	return r.buf[:n]
}

// readBlockColumn reads the values of a column of a block, of times with c = 0, of column c-1 otherwise.
func (r *Reader) readBlockColumn(b rowBlock, c int) ([]byte, error) {
	var sum [4]byte
	if _, err := r.f.ReadAt(sum[:], b.at+int64(4*c)); err != nil {
		return nil, err
	}
	n := 8 * b.rows
	data := r.scratchBytes(n)
	if _, err := r.f.ReadAt(data, b.at+int64(4*(1+len(r.Columns))+n*c)); err != nil {
		return nil, err
	}
	if crc32.Checksum(data, castagnoli) != binary.LittleEndian.Uint32(sum[:]) {
		return nil, fmt.Errorf("%s: the rows from %d on are damaged: their checksum is wrong", r.File, b.first)
	}
	return data, nil
}

// ReadTimes returns the times of all rows.
func (r *Reader) ReadTimes() ([]float64, error) { return r.readWholeColumn(0) }

// ReadWholeColumn returns all values of the column with index i.
func (r *Reader) ReadWholeColumn(i int) ([]float64, error) { return r.readWholeColumn(1 + i) }

func (r *Reader) readWholeColumn(c int) ([]float64, error) {
	v := make([]float64, r.Rows)
	return v, r.readRange(v, c, 0)
}

// ReadTimesFrom fills dst with the times of the rows from first on.
func (r *Reader) ReadTimesFrom(dst []float64, firstRow int) error {
	return r.readRange(dst, 0, firstRow)
}

// ReadColumnFrom fills dst with the values of the column with index i from row first on. Rows that are not there are an error.
func (r *Reader) ReadColumnFrom(dst []float64, column, firstRow int) error {
	return r.readRange(dst, 1+column, firstRow)
}

func (r *Reader) readRange(dst []float64, c, first int) error {
	if first < 0 || first+len(dst) > r.Rows || c < 0 || c > len(r.Columns) {
		return fmt.Errorf("%s has %d rows of %d columns: rows %d to %d of column %d are not there", r.File, r.Rows, len(r.Columns), first, first+len(dst)-1, c-1)
	}
	k := sort.Search(len(r.blocks), func(k int) bool { return r.blocks[k].first+r.blocks[k].rows > first })
	for ; len(dst) > 0; k++ {
		b := r.blocks[k]
		data, err := r.readBlockColumn(b, c)
		if err != nil {
			return err
		}
		skip := first - b.first
		n := min(len(dst), b.rows-skip)
		decodeFloats(dst[:n], data[8*skip:])
		dst, first = dst[n:], first+n
	}
	return nil
}

// ReadRowsFrom fills dst, row by row, with the values of the columns of these indices, from row first on. The length of
// dst is a multiple of their number. Each block of the file is read once for each column.
func (r *Reader) ReadRowsFrom(dst []float64, columns []int, firstRow int) error {
	if len(columns) == 0 {
		return nil
	}
	one := make([]float64, len(dst)/len(columns))
	for k, c := range columns {
		if err := r.ReadColumnFrom(one, c, firstRow); err != nil {
			return err
		}
		for i, v := range one {
			dst[i*len(columns)+k] = v
		}
	}
	return nil
}

// LastRowUntil returns the last row whose time is not after t, the first row for times before all; -1 without rows.
func (r *Reader) LastRowUntil(t float64) (int, error) {
	if r.Rows == 0 {
		return -1, nil
	}
	times, err := r.ReadTimes()
	if err != nil {
		return -1, err
	}
	for i := len(times) - 1; i > 0; i-- {
		if times[i] <= t {
			return i, nil
		}
	}
	return 0, nil
}

// DamageError reports where the store is damaged, nil if all checksums are right.
func (r *Reader) DamageError() error {
	for _, b := range r.blocks {
		if err := r.verifyChecksums(b); err != nil {
			return err
		}
	}
	return nil
}
