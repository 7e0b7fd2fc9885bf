package run

import (
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
	if r.log, err = os.OpenFile(filepath.Join(dir, LogFile), os.O_WRONLY|os.O_APPEND, 0); err == nil {
		r.note(closing(&d))
		r.log.Close()
	}
	return r.write(&d)
}
