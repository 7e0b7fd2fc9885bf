package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Recorder writes the results of a run into a folder: run.json, run.log and the files of its rows. What was written
// is readable at any time: rows are whole, and run.json is replaced in one go. Its methods may be called from several
// goroutines, so that a run can be closed while its solver does not return.
type Recorder struct {
	Dir string // as it was given, for messages

	folder           string // Dir, absolute: a routine may change the working directory
	root             *os.Root
	hold             *dirLock
	mu               sync.Mutex
	rows             rowFiles
	log              *os.File
	doc              Document
	start            time.Time
	reportedWarnings map[string]bool // warnings
	closed           bool
	discards         bool  // nothing is written
	logError         error // the first one in writing the log
}

// newDiscardingRecorder returns a recorder that keeps the document, and writes nothing. It is for models whose commands write no files; rows go to
// rowFiles.keep, if that is set.
func newDiscardingRecorder() *Recorder {
	return &Recorder{discards: true, doc: NewDocument(), start: time.Now(), reportedWarnings: map[string]bool{}}
}

// ErrClosed is returned for rows that come after the end of the run.
var ErrClosed = errors.New("run: the results are closed")

// Names of the files in the folder of a run.
const (
	RowsFile     = "requests.csv"
	DocumentFile = "run.json"
	LogFile      = "run.log"
)

// NewRecorder creates the folder if need be, empties requests.csv and run.log,
// and writes a run.json with the status running. Until Finish no other recorder,
// in this process or another, gets the folder: the error is a *UsageError.
func NewRecorder(dir string) (*Recorder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	h, err := lockFolder(dir)
	if err != nil {
		return nil, err
	}
	r := &Recorder{Dir: dir, hold: h, doc: NewDocument(), start: time.Now(), reportedWarnings: map[string]bool{}}
	if err := r.beginFiles(); err != nil {
		r.closeAfterFailedOpen(err)
		return nil, err
	}
	return r, nil
}

// openFolder opens the folder, so that its files are found wherever the process goes.
func (r *Recorder) openFolder() error {
	var err error
	if r.folder, err = filepath.Abs(r.Dir); err == nil {
		r.root, err = os.OpenRoot(r.folder)
	}
	return err
}

// Path returns the absolute path of a file in the folder.
func (r *Recorder) Path(name string) string { return filepath.Join(r.folder, name) }

func (r *Recorder) beginFiles() error {
	if err := r.openFolder(); err != nil {
		return err
	}
	// The document goes first: it must not say ok of rows that are gone.
	if err := r.writeDocument(&r.doc); err != nil {
		return err
	}
	removeResults(r.folder)
	var err error
	if err = r.writeReserveFile(); err != nil {
		return err
	}
	if err := r.rows.openTable(r.root, 1); err != nil {
		return err
	}
	r.log, err = r.root.OpenFile(LogFile, os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND|noWait, 0o666)
	return err
}

// closeAfterFailedOpen closes the results of a run that cannot begin.
func (r *Recorder) closeAfterFailedOpen(why error) {
	_ = r.rows.close()
	r.log.Close()
	if r.root != nil {
		r.closed = true
		r.doc.Status, r.doc.ExitCode, r.doc.Error = Failed, ExitInternal, &Failure{Message: "the results cannot be written: " + firstLine(why.Error())}
		if r.writeDocument(&r.doc) != nil {
			_ = r.root.Remove(DocumentFile) // better none than one that says running
		}
		_ = r.root.Remove(reserveFile)
		r.root.Close()
	}
	r.hold.release()
}

// UpdateDocument changes the document. f must not call the recorder; it is not called
// any more once the run is closed.
func (r *Recorder) UpdateDocument(change func(*Document)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		change(&r.doc)
	}
}

// Log adds a line, with the time, to run.log. Further lines of the text are
// indented.
func (r *Recorder) Log(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.writeLogText(fmt.Sprintf(format, args...))
}

// writeLogText writes to the log. A log that cannot be written is not a reason to stop; Finish reports it.
func (r *Recorder) writeLogText(text string) {
	if r.closed || r.discards {
		return
	}
	text = strings.ReplaceAll(strings.TrimRight(text, "\r\n"), "\n", "\n    ")
	stamp := time.Now().Format("2006-01-02T15:04:05.000Z07:00")
	if _, err := r.log.WriteString(stamp + " " + text + "\n"); err != nil && r.logError == nil {
		r.logError = err
	}
}

// maxWarnings bounds what run.json lists; run.log has them all.
const maxWarnings = 1000

// Warn adds a warning to the document and the log, once each. It reports whether
// it was new.
func (r *Recorder) Warn(format string, args ...any) (isNew bool) {
	text := fmt.Sprintf(format, args...)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || r.reportedWarnings[text] {
		return false
	}
	r.writeLogText("warning: " + text)
	if len(r.reportedWarnings) < maxWarnings {
		r.reportedWarnings[text] = true
		r.doc.Warnings = append(r.doc.Warnings, text)
	}
	return true
}

// Finish closes the run with its outcome and returns the document. The first
// call counts: the others return what it left. The error is that of writing
// the results; it is the outcome of a run that was all right otherwise.
func (r *Recorder) Finish(status string, code int, failure *Failure) (*Document, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return r.doc.clone(), nil
	}
	r.doc.Status, r.doc.ExitCode, r.doc.Error = status, code, failure
	r.doc.WallS = time.Since(r.start).Seconds()
	r.doc.setRoutineTimeShares()
	if r.discards { // there is nothing to be closed
		r.closed = true
		return r.doc.clone(), nil
	}
	damage, err := r.closeRowFiles()
	r.doc.setFailedOutcome(err)
	r.writeLogText(outcomeText(&r.doc))
	err = errors.Join(err, r.logError, r.log.Close())
	r.doc.setFailedOutcome(err)
	r.closed = true
	if damage != nil {
		r.cutPartialRow(&r.doc)
	}
	if unwritten := r.writeDocument(&r.doc); unwritten != nil {
		err = errors.Join(err, unwritten)
		r.doc.setFailedOutcome(err)
	}
	_ = r.root.Remove(reserveFile)
	r.root.Close()
	r.hold.release()
	return r.doc.clone(), err
}

func outcomeText(d *Document) string {
	s := fmt.Sprintf("%s: exit code %d, time %g, %d steps, %d rejected, %d evaluations, %.3f s",
		d.Status, d.ExitCode, d.EndTime, d.Steps, d.Rejected, d.Evaluations, d.WallS)
	if f := d.Error; f != nil {
		parts := slices.DeleteFunc([]string{f.Element, f.Routine, f.Message}, func(s string) bool { return s == "" })
		s += "\nerror: " + strings.Join(parts, ": ")
	}
	return s
}
