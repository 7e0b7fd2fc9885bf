package run

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// DamageError reports that a table of results does not hold what the run wrote: native code in the process of the
// run, or another program, wrote into it, cut it or put another file in its place.
type DamageError struct{ File, What string }

func (e *DamageError) Error() string {
	return fmt.Sprintf("%s is not what the run wrote: %s; a routine in the process of the run, or another program, changed it (--isolate all keeps routines from that)", e.File, e.What)
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// verifyTable compares a table with what was written into it. Pipes and devices are passed over.
func (r *Recorder) verifyTable() error {
	w := r.rows.table
	if w == nil || w.Err != nil || r.rows.special {
		return nil
	}
	name := rowsFileName(r.rows.number)
	damage := func(format string, args ...any) error { return &DamageError{name, fmt.Sprintf(format, args...)} }
	f, err := r.root.Open(name)
	if err != nil {
		f, err = os.Open(filepath.Join(r.folder, name))
	}
	if err != nil {
		return damage("%v", err)
	}
	defer f.Close()
	sum, size := crc32.New(castagnoli), int64(0)
	if size, err = io.Copy(sum, f); err != nil {
		return damage("%v", err)
	}
	switch {
	case size != w.Bytes:
		return damage("it has %d bytes, %d were written", size, w.Bytes)
	case sum.Sum32() != w.Sum:
		return damage("its bytes are other ones")
	}
	return nil
}

// mostOfRow is how far back the end of the last whole row is searched for.
const mostOfRow = 1 << 20

// cutPartialRow removes a part of a row at the end of the table.
func (r *Recorder) cutPartialRow(d *Document) {
	f, err := r.root.OpenFile(rowsFileName(max(1, len(d.Results))), os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	tail := make([]byte, min(info.Size(), mostOfRow))
	if _, err := f.ReadAt(tail, info.Size()-int64(len(tail))); err != nil {
		return
	}
	if at := bytes.LastIndexByte(tail, '\n'); at >= 0 && at+1 < len(tail) {
		_ = f.Truncate(info.Size() - int64(len(tail)-at-1))
	}
}

// setFailedOutcome gives the document the outcome of a run whose results could not be written or were changed, unless it
// has failed already.
func (d *Document) setFailedOutcome(err error) {
	if err == nil || d.ExitCode != ExitOK {
		return
	}
	d.ExitCode = ExitCode(err)
	d.Status, d.Error = Failed, &Failure{Message: "the results are not complete: " + firstLine(err.Error())}
	var damage *DamageError
	if errors.As(err, &damage) {
		d.Error.Message = damage.Error()
	}
}
