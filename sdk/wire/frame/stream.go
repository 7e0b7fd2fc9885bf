package frame

import (
	"bufio"
	"errors"
	"io"
	"sync"
	"time"
)

// NewStream returns an end of a conversation about a model (SESSION.md) over a stream in each direction, on which messages go in
// one piece. Its first message has the number 0, HELLO, which the server sends. Close closes what of r and w can be closed.
func NewStream(r io.Reader, w io.Writer) *Conn {
	c := newConn(&twoWay{r: bufio.NewReaderSize(r, 1<<16), w: w, closers: [2]any{r, w}}, MaxPayload+headerBytes, false)
	c.seq--
	return c
}

// twoWay is the port of a stream in each direction. CANCEL, which may come out of turn, is taken out by it.
type twoWay struct {
	r       *bufio.Reader
	w       io.Writer
	closers [2]any

	mu       sync.Mutex
	onCancel func()         // of the work under way; nil outside of it
	timer    *time.Timer    // of watch; nil outside of work
	reading  bool           // get reads, and passes CANCEL on
	ahead    chan readAhead // of who reads while work is under way; nil where nobody does
}

// readAhead is what came while work was under way.
type readAhead struct {
	piece []byte
	err   error
}

func (p *twoWay) put(piece []byte) error {
	if _, err := p.w.Write(piece); err != nil {
		return errors.Join(ErrGone, err)
	}
	return nil
}

func (p *twoWay) get(dst []byte, _ uint32) ([]byte, error) {
	p.mu.Lock()
	ahead := p.ahead
	p.reading = ahead == nil
	p.mu.Unlock()
	if ahead == nil {
		b, err := p.next(dst)
		p.mu.Lock()
		p.reading = false
		p.mu.Unlock()
		return b, err
	}
	x := <-ahead
	p.mu.Lock()
	p.ahead = nil
	if p.timer != nil { // it was a message of a law, and the work continues
		p.timer.Reset(watchAfter)
	}
	p.mu.Unlock()
	return x.piece, x.err
}

// next reads the next piece that is not CANCEL, which it passes on.
func (p *twoWay) next(dst []byte) ([]byte, error) {
	for {
		head, err := p.r.Peek(headerBytes)
		if err != nil {
			if len(head) > 0 {
				err = errors.Join(ErrGone, io.ErrUnexpectedEOF)
			} else if err == io.EOF {
				err = ErrGone
			}
			return nil, err
		}
		n, err := pieceLength(head, MaxPayload+headerBytes)
		if err != nil {
			return nil, err
		}
		b := withLength(dst, n)
		if _, err := io.ReadFull(p.r, b); err != nil {
			return nil, errors.Join(ErrGone, err)
		}
		var h header
		if h.get(b); h.kind != Cancel {
			return b, nil
		}
		p.cancel()
	}
}

// cancel cancels the work under way.
func (p *twoWay) cancel() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.onCancel != nil {
		p.onCancel()
	}
}

// watch begins to read, in this goroutine, while work is under way.
func (p *twoWay) watch() {
	p.mu.Lock()
	if p.reading && p.timer != nil {
		p.timer.Reset(watchAfter)
	}
	if p.onCancel == nil || p.ahead != nil || p.reading {
		p.mu.Unlock()
		return
	}
	ahead := make(chan readAhead, 1)
	p.ahead = ahead
	p.mu.Unlock()
	b, err := p.next(nil)
	if err != nil {
		p.cancel()
	}
	ahead <- readAhead{b, err}
}

func (p *twoWay) close() error {
	var errs []error
	for _, x := range p.closers {
		if c, ok := x.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// watchAfter is how long work may take before CANCEL is looked for: to look costs a change of threads.
const watchAfter = 20 * time.Millisecond

// Watch watches for CANCEL, and for the end of the other end, while work is under way that a message requested, and then calls cancel.
// The work is over when done is called. Until then messages of laws may go to and fro. c is one that NewStream returned.
func (c *Conn) Watch(cancel func()) (done func()) {
	p := c.port.(*twoWay)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.onCancel = cancel
	p.timer = time.AfterFunc(watchAfter, p.watch)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.timer.Stop()
		p.onCancel, p.timer = nil, nil
	}
}

// SendCancel sends CANCEL, out of turn. It may be called in another goroutine than the one that waits in Receive.
func (c *Conn) SendCancel() error {
	var piece [headerBytes]byte
	(&header{kind: Cancel}).put(piece[:])
	return c.port.put(piece[:])
}

// Step appends the payload of STEP: the time to go, and the inputs.
func (w *Writer) Step(dt float64, inputs []float64) {
	w.putRealList([]float64{dt})
	w.Reals(inputs)
}

// Step takes the payload of STEP; the inputs are appended to dst.
func (r *Reader) Step(dst []float64) (dt float64, inputs []float64) {
	var first [1]float64
	r.reals(first[:0], 1)
	return first[0], r.Reals(dst)
}

// Stepped appends the payload of STEPPED.
func (w *Writer) Stepped(stopped bool, warnings int, t float64, outputs []float64) {
	flag := 0
	if stopped {
		flag = 1
	}
	w.putCounts(flag, warnings)
	w.putRealList([]float64{t})
	w.Reals(outputs)
}

// Stepped takes the payload of STEPPED; the outputs are appended to dst.
func (r *Reader) Stepped(dst []float64) (stopped bool, warnings int, t float64, outputs []float64) {
	flag := r.u32()
	if flag > 1 {
		r.bad = true
	}
	warnings = int(r.u32())
	var first [1]float64
	r.reals(first[:0], 1)
	return flag == 1, warnings, first[0], r.Reals(dst)
}

// Reals appends a list of reals that begins with its length.
func (w *Writer) Reals(v []float64) {
	w.putCounts(len(v), 0)
	w.putRealList(v)
}

// Reals takes a list of reals that begins with its length, and appends it to dst.
func (r *Reader) Reals(dst []float64) []float64 {
	n := r.readCount(8)
	r.expectZero()
	return r.reals(dst, n)
}
