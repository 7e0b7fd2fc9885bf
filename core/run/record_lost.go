package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// SaveDocument writes the document as it is now, so that run.json reports a run that
// continues, and of one whose process dies, what was known of it.
func (r *Recorder) SaveDocument() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	if r.discards {
		return nil
	}
	return r.writeDocument(&r.doc)
}

// CloseAbandonedResults closes the results in dir of a run whose process is gone: f
// completes the document that Save wrote last. Results that were closed stay
// as they are, and so does a folder into which another run writes by now.
func CloseAbandonedResults(dir string, f func(*Document)) error {
	return amendEndedRun(dir, func(d *Document) bool {
		if d.Status != Running {
			return false
		}
		f(d)
		return true
	})
}

// CorrectExitCode makes run.json in dir report the code that the process of the run ended with: a run that is still open is closed, one that
// was closed with another code gets this one. A folder into which another run writes stays as it is. Changed reports whether it was needed.
func CorrectExitCode(dir string, code int, why string) (changed bool, err error) {
	err = amendEndedRun(dir, func(d *Document) bool {
		if d.Status != Running && d.ExitCode == code {
			return false
		}
		if d.Error == nil || d.Status == Running {
			d.Error = &Failure{Message: why}
		}
		d.Status, d.ExitCode = StatusOfExitCode(code), code
		if code == ExitOK {
			d.Error = nil
		}
		changed = true
		return true
	})
	return changed, err
}

// amendEndedRun changes run.json of a run that has ended, if f does, and cuts what is behind the last whole row.
func amendEndedRun(dir string, f func(*Document) bool) error {
	var other *lockedError
	switch h, err := tryLockFolder(dir); {
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
	if !f(&d) {
		return nil
	}
	r := &Recorder{Dir: dir}
	if err := r.openFolder(); err != nil {
		return err
	}
	defer r.root.Close()
	if r.log, err = r.root.OpenFile(LogFile, os.O_WRONLY|os.O_APPEND, 0); err == nil {
		r.writeLogText(outcomeText(&d))
		r.log.Close()
	}
	r.closed = true
	r.cutPartialRow(&d)
	if err = r.writeDocument(&d); err != nil {
		err = r.overwriteDocument(&d, len(text))
	}
	_ = r.root.Remove(reserveFile)
	return err
}
