package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/trammel-mbd/trammel/usersub"
)

// Recorder writes calls into a file. Calls are serialised as usersub.Sub
// demands; Close may come from another goroutine.
type Recorder struct {
	path string

	mu     sync.Mutex // of what follows, up to err
	out    sink
	bytes  int64
	calls  int
	failed error // why nothing is written any more

	c        recordEncoder
	routines int
	places   int
	states   []*recordingState // one for each depth of nesting
	depth    int
}

// CreateRecording begins a recording. A file that is there is replaced if it is a
// recording; any other is an error.
func CreateRecording(path string, h Header) (*Recorder, error) {
	if err := checkReplaceable(path); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, err
	}
	if _, err := f.WriteString(magic); err != nil {
		f.Close()
		return nil, err
	}
	r := &Recorder{path: path, out: newSink(f, int64(len(magic))), bytes: int64(len(magic))}
	r.putJSON(kindHeader, h)
	return r, r.failed
}

// checkReplaceable refuses files that somebody may want to keep.
func checkReplaceable(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return err
	}
	head := make([]byte, len(magic))
	n, _ := f.Read(head)
	switch {
	case !st.Mode().IsRegular():
		return fmt.Errorf("%s is not a file that a recording can be written into", path)
	case st.Size() > 0 && !strings.HasPrefix(string(head[:n]), strings.Fields(magic)[0]+" record "):
		return fmt.Errorf("%s exists and is not a recording: it is not overwritten", path)
	}
	return nil
}

// writeRecord ends the record in r.c. After an error nothing is written: what is in
// the file stays whole.
func (r *Recorder) writeRecord() {
	b := r.c.endRecord()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed != nil {
		return
	}
	if r.failed = r.out.append(b); r.failed == nil {
		r.bytes += int64(len(b))
		r.calls += int(boolByte(b[4] == kindBegin))
	}
}

func (r *Recorder) putJSON(kind byte, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic("record: " + err.Error()) // texts and numbers only
	}
	r.c.beginRecord(kind)
	r.c.putBytes(b)
	r.writeRecord()
}

// Path is that of the file.
func (r *Recorder) Path() string { return r.path }

// CallsAndFileSize returns how many calls were recorded, and the size of the file.
func (r *Recorder) CallsAndFileSize() (calls int, bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.calls, r.bytes
}

// Close ends the recording. Calls that are under way and later ones are not
// recorded any more. The error is also that of a write that failed before.
func (r *Recorder) Close() error {
	var c recordEncoder
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.out == nil {
		return nil
	}
	err := r.failed
	if err == nil {
		c.beginRecord(kindClose)
		c.putCount(r.calls)
		b := c.endRecord()
		if err = r.out.append(b); err == nil {
			r.bytes += int64(len(b))
		}
	}
	err = errors.Join(err, r.out.close())
	r.out, r.failed = nil, os.ErrClosed
	return err
}

// Wrap returns a Sub that calls rt.Sub, loaded for ref as a routine of kind sig,
// and records that. What the Sub knows besides (usersub.Compiler) is hidden, so that it
// is called.
func (r *Recorder) Wrap(rt *usersub.Routine, ref *usersub.Ref, sig *usersub.Sig) usersub.Sub {
	r.putJSON(kindRoutine, Source{Kind: sig.Name, Implementation: rt.Implementation, File: rt.File, SHA256: rt.SHA256, Symbol: rt.Symbol, Ref: *ref})
	r.routines++
	s := &recordingSub{rec: r, inner: rt.Sub, number: r.routines - 1}
	if p, ok := rt.Sub.(usersub.Partials); ok {
		return &partialsSub{s, p}
	}
	return s
}

// recordingSub is a Sub that is recorded.
type recordingSub struct {
	rec    *Recorder
	inner  usersub.Sub
	number int
	places []*writtenFrame
}

// partialsSub is one that knows its partial derivatives: these are not recorded.
type partialsSub struct {
	*recordingSub
	usersub.Partials
}

// Call calls the routine and records its arguments, its queries with their answers, and its results.
func (w *recordingSub) Call(f *usersub.Frame, s usersub.State) error {
	r := w.rec
	w.frameRecordOf(f).putCallBegin(&r.c, f)
	r.writeRecord()
	st, asked := r.pushCallState(s)
	err := w.inner.Call(f, asked)
	r.depth--
	r.writeCallEnd(f, err, st)
	return err
}

// frameRecordOf returns that of a frame, or makes one.
func (w *recordingSub) frameRecordOf(f *usersub.Frame) *writtenFrame {
	for i, p := range w.places {
		if p.frame == f {
			if i > 0 { // the next is likely the same
				w.places[0], w.places[i] = p, w.places[0]
			}
			return p
		}
	}
	p := newWrittenFrame(w.rec.places, f)
	w.rec.places++
	w.rec.putJSON(kindPlace, describeFrame(w.number, f))
	w.places = append(w.places, p)
	return p
}
