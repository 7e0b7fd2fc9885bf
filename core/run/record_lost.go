package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Save writes the document as it is now, so that run.json tells of a run that
// goes on, and of one whose process dies, what was known of it.
func (r *Recorder) Save() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	return r.write(&r.doc)
}

// CloseLost closes the results in dir of a run whose process is gone: f
// completes the document that Save wrote last. Results that were closed stay
// as they are, and so does a folder into which another run writes by now.
func CloseLost(dir string, f func(*Document)) error {
	var other *heldError
	switch h, err := tryTake(dir); {
	case errors.As(err, &other) && other.pid != os.Getpid():
		return nil
	case err == nil:
		defer h.release()
	}
	text, err := os.ReadFile(filepath.Join(dir, DocumentFile))
	if err != nil {
		return err
	}
	var d Document
	if err := json.Unmarshal(text, &d); err != nil {
		return fmt.Errorf("%s: %w", DocumentFile, err)
	}
	if d.Status != Running {
		return nil
	}
	f(&d)
	r := &Recorder{Dir: dir}
	if err := r.open(); err != nil {
		return err
	}
	defer r.root.Close()
	if r.log, err = r.root.OpenFile(LogFile, os.O_WRONLY|os.O_APPEND, 0); err == nil {
		r.note(closing(&d))
		r.log.Close()
	}
	r.closed = true
	r.cutRow(&d)
	err = r.write(&d)
	_ = r.root.Remove(reserveFile)
	return err
}

// mostOfRow is how far back the end of the last whole row is looked for.
const mostOfRow = 1 << 20

// cutRow removes the part of a row that the process wrote when it died.
func (r *Recorder) cutRow(d *Document) {
	f, err := r.root.OpenFile(rowsFile(max(1, len(d.Results))), os.O_RDWR, 0)
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
