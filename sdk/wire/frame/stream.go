package frame

import (
	"bufio"
	"errors"
	"io"
	"sync"
	"time"
)

// NewStreamConn returns an end of a conversation about a model (SESSION.md) over a stream in each direction, on which messages go in
// one piece. Its first message has the number 0, HELLO, which the server sends. Close closes what of r and w can be closed.
func NewStreamConn(r io.Reader, w io.Writer) *Conn {
	c := newConn(&streamPort{r: bufio.NewReaderSize(r, 1<<16), w: w, closers: [2]any{r, w}}, MaxPayload+headerBytes, false)
	c.seq--
	return c
}

// streamPort is the port of a stream in each direction. CANCEL, which may come out of turn, is taken out by it.
type streamPort struct {
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

func (p *streamPort) sendPiece(piece []byte) error {
	if _, err := p.w.Write(piece); err != nil {
		return errors.Join(ErrGone, err)
	}
	return nil
}

func (p *streamPort) receivePiece(dst []byte, _ uint32) ([]byte, error) {
	p.mu.Lock()
	ahead := p.ahead
	p.reading = ahead == nil
	p.mu.Unlock()
	if ahead == nil {
		b, err := p.nextPiece(dst)
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

// nextPiece reads the next piece that is not CANCEL, which it passes on.
func (p *streamPort) nextPiece(dst []byte) ([]byte, error) {
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
		b := resizeBytes(dst, n)
		if _, err := io.ReadFull(p.r, b); err != nil {
			return nil, errors.Join(ErrGone, err)
		}
		var h header
		if h.decodeFrom(b); h.kind != Cancel {
			return b, nil
		}
		p.cancelWork()
	}
}

// cancelWork cancels the work under way.
func (p *streamPort) cancelWork() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.onCancel != nil {
		p.onCancel()
	}
}

// readWhileWorking begins to read, in this goroutine, while work is under way.
func (p *streamPort) readWhileWorking() {
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
	b, err := p.nextPiece(nil)
	if err != nil {
		p.cancelWork()
	}
	ahead <- readAhead{b, err}
}

func (p *streamPort) close() error {
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

// WatchForCancel watches for CANCEL, and for the end of the other end, while work is under way that a message requested, and then calls cancel.
// The work is over when done is called. Until then messages of laws may go to and fro. c is one that NewStream returned.
func (c *Conn) WatchForCancel(cancel func()) (done func()) {
	p := c.port.(*streamPort)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.onCancel = cancel
	p.timer = time.AfterFunc(watchAfter, p.readWhileWorking)
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
	(&header{kind: Cancel}).encodeTo(piece[:])
	return c.port.sendPiece(piece[:])
}

// WriteStep appends the payload of STEP: the time to go, and the inputs.
func (w *Writer) WriteStep(dt float64, inputs []float64) {
	w.putRealList([]float64{dt})
	w.WriteReals(inputs)
}

// ReadStep takes the payload of STEP; the inputs are appended to dst.
func (r *Reader) ReadStep(dst []float64) (dt float64, inputs []float64) {
	var first [1]float64
	r.appendReals(first[:0], 1)
	return first[0], r.ReadReals(dst)
}

// WriteStepped appends the payload of STEPPED.
func (w *Writer) WriteStepped(stopped bool, warnings int, t float64, outputs []float64) {
	flag := 0
	if stopped {
		flag = 1
	}
	w.putCounts(flag, warnings)
	w.putRealList([]float64{t})
	w.WriteReals(outputs)
}

// ReadStepped takes the payload of STEPPED; the outputs are appended to dst.
func (r *Reader) ReadStepped(dst []float64) (stopped bool, warnings int, t float64, outputs []float64) {
	stopped = r.readBool()
	warnings = int(r.readU32())
	var first [1]float64
	r.appendReals(first[:0], 1)
	return stopped, warnings, first[0], r.ReadReals(dst)
}

// WriteReals appends a list of reals that begins with its length.
func (w *Writer) WriteReals(v []float64) {
	w.putCounts(len(v), 0)
	w.putRealList(v)
}

// ReadReals takes a list of reals that begins with its length, and appends it to dst.
func (r *Reader) ReadReals(dst []float64) []float64 {
	n := r.readCount(8)
	r.expectZero()
	return r.appendReals(dst, n)
}
