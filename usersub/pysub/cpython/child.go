package cpython

import (
	"bufio"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/trammel-mbd/trammel/usersub"
)

//go:embed host/child.py
var childText string

// childProcess is an interpreter in a process of its own. The messages are listed in
// child.py.
type childProcess struct {
	e    *Engine
	cmd  *exec.Cmd
	to   io.WriteCloser
	from *bufio.Reader
	life *os.File // its end reports the process that we are gone
	buf  []byte
	mu   sync.Mutex

	broken *Fault

	sent     atomic.Uint64 // messages: the number of the last reports the process what is to be ended
	count    atomic.Uint64 // of whatever shows that no call hangs
	waiting  atomic.Bool   // for the process
	late     atomic.Bool   // it was ended because it took too long
	finished chan struct{}
}

// boot reads the host script from descriptor 0 and runs it. The current folder, which -c adds to sys.path, may hold
// files that are called like modules.
const boot = `import sys, os
sys.path[:] = [p for p in sys.path if p]
n = int(os.read(0, 12))
t = b""
while len(t) < n: t += os.read(0, n - len(t))
exec(compile(t, "<trammel>", "exec"))`

func startChildProcess(e *Engine) (host, error) {
	h := &childProcess{e: e, finished: make(chan struct{})}
	h.cmd = exec.Command(e.Interpreter.Program, "-u", "-c", boot)
	h.cmd.Stderr = os.Stderr
	if e.o.Isolated {
		isolateEnvironment(h.cmd)
	}
	ours, theirs, err := os.Pipe()
	if err == nil && runtime.GOOS != "windows" { // where files cannot be handed over
		h.life, h.cmd.ExtraFiles = theirs, []*os.File{ours}
		h.cmd.Args = append(h.cmd.Args, "3")
	}
	h.to, err = h.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	h.from = bufio.NewReaderSize(out, 1<<16)
	if err := h.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s cannot be started: %w", e.Interpreter.Program, err)
	}
	ours.Close()
	if h.life == nil {
		theirs.Close()
	}
	text := hostText + childText
	if _, err := fmt.Fprintf(h.to, "%12d%s", len(text), text); err != nil {
		return nil, h.stopAndDescribeEnd(err)
	}
	if e.o.CallTimeout > 0 {
		go h.watchLimit(e.o.CallTimeout)
	}
	return h, nil
}

// acquireInterpreter implements host. A call that comes out of an answer is inside of the one
// that made the query.
func (h *childProcess) acquireInterpreter() (leave func()) { return func() {} }

// sendMessage sends a message whose body lies in h.buf behind 5 bytes.
func (h *childProcess) sendMessage(kind byte) error {
	binary.LittleEndian.PutUint32(h.buf, uint32(len(h.buf)-5))
	h.buf[4] = kind
	if h.broken != nil {
		return h.broken
	}
	h.sent.Add(1)
	if _, err := h.to.Write(h.buf); err != nil {
		return h.stopAndDescribeEnd(err)
	}
	return nil
}

// receiveMessage waits for a message of kind want, or of 'f' if want is a result, and answers
// queries meanwhile.
func (h *childProcess) receiveMessage(want byte) (kind byte, body []byte, err error) {
	var head [5]byte
	for {
		h.waiting.Store(true)
		_, err = io.ReadFull(h.from, head[:])
		if err == nil {
			body = make([]byte, binary.LittleEndian.Uint32(head[:]))
			_, err = io.ReadFull(h.from, body)
		}
		h.waiting.Store(false)
		h.count.Add(1)
		if err != nil {
			return 0, nil, h.stopAndDescribeEnd(err)
		}
		switch kind = head[4]; {
		case kind == 'a':
			reply := h.e.answerMessage(body)
			h.buf = append(append(h.buf[:0], 0, 0, 0, 0, 0), reply...)
			if err := h.sendMessage('A'); err != nil {
				return 0, nil, err
			}
		case kind == want, kind == 'f' && want == 'r':
			return kind, body, nil
		default:
			return 0, nil, h.stopAndDescribeEnd(fmt.Errorf("it sends a message of kind %q", kind))
		}
	}
}

// stopAndDescribeEnd ends the process and reports how it ended.
func (h *childProcess) stopAndDescribeEnd(err error) *Fault {
	if h.broken != nil {
		return h.broken
	}
	h.to.Close()
	done := make(chan error, 1)
	go func() { done <- h.cmd.Wait() }()
	select {
	case <-done:
	case <-time.After(time.Second):
		_ = h.cmd.Process.Kill()
		<-done
	}
	h.closeResources()
	h.broken = &Fault{Lost: true}
	if h.late.Load() {
		h.broken.Line = fmt.Sprintf("it did not return within %v (--call-timeout); its process was ended", h.e.o.CallTimeout)
	} else {
		h.broken.Line = fmt.Sprintf("the process of the interpreter is gone: %v (%v)", h.cmd.ProcessState, err)
	}
	return h.broken
}

// closeResources closes what belongs to the process, which has ended.
func (h *childProcess) closeResources() {
	h.mu.Lock()
	defer h.mu.Unlock()
	select {
	case <-h.finished:
		return
	default:
	}
	close(h.finished)
	if h.life != nil {
		h.life.Close()
	}
}

// watchLimit ends calls that take too long: by an exception, and if that does not help by
// the end of the process. Nothing is timed in the calls: messages are counted,
// and the count stays while one does not return.
func (h *childProcess) watchLimit(limit time.Duration) {
	tick := time.NewTicker(min(max(limit/16, time.Millisecond), 100*time.Millisecond))
	defer tick.Stop()
	grace := max(limit/4, 500*time.Millisecond)
	if h.life == nil {
		grace = 0
	}
	asked := false
	last, since := h.count.Load(), time.Now()
	for {
		select {
		case <-h.finished:
			return
		case <-tick.C:
		}
		if n := h.count.Load(); n != last || !h.waiting.Load() {
			last, since, asked = n, time.Now(), false
			continue
		}
		if time.Since(since) >= limit && !asked {
			asked = true
			h.requestEnd(h.sent.Load(), timeLimitText(limit))
		}
		if time.Since(since) >= limit+grace {
			h.late.Store(true)
			_ = h.cmd.Process.Kill()
			return
		}
	}
}

// requestEnd has the process end what runs behind a message, 0 for whatever runs. why is the reason that the script receives.
func (h *childProcess) requestEnd(turn uint64, why string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	select {
	case <-h.finished:
	default:
		if h.life != nil {
			_, _ = fmt.Fprintf(h.life, "%d %s\n", turn, why)
		}
	}
}

// interrupt makes the running Python function end with KeyboardInterrupt.
func (h *childProcess) interrupt() { h.requestEnd(0, "") }

func (h *childProcess) sendAndReceive(kind byte, msg []byte) ([]byte, error) {
	h.buf = append(append(h.buf[:0], 0, 0, 0, 0, 0), msg...)
	if err := h.sendMessage(kind); err != nil {
		return nil, err
	}
	_, body, err := h.receiveMessage('Q')
	return body, err
}

// sendRequest sends a message to the Python side and returns its reply.
func (h *childProcess) sendRequest(msg []byte) ([]byte, error) { return h.sendAndReceive('q', msg) }

// prepareBinding gives the Python side the arrays that pass arguments to a routine.
func (h *childProcess) prepareBinding(b *binding) error {
	f := b.door.Frame
	body, err := h.sendAndReceive('m', packItem(nil, []any{b.k, len(f.Real), len(f.Int)}))
	if err != nil {
		return err
	}
	return parseFaultMessage(body)
}

// sendQueryList sends the queries that calls of a routine make, whose answers come with each call from then on.
func (h *childProcess) sendQueryList(b *binding) error {
	body, err := h.sendAndReceive('l', packItem(nil, []any{b.k, b.describeQueries(), len(b.door.Frame.QueryAnswers.Value)}))
	if err != nil {
		return err
	}
	return parseFaultMessage(body)
}

// callFunction calls the Python function of a routine and returns its reply.
func (h *childProcess) callFunction(b *binding) ([]byte, error) {
	f := b.door.Frame
	buf := append(h.buf[:0], 0, 0, 0, 0, 0)
	buf = binary.LittleEndian.AppendUint32(buf, uint32(b.k))
	buf = appendReals(buf, f.Real)
	buf = appendInts(buf, f.Int)
	buf = appendReals(buf, f.Value)
	h.buf = buf
	outer := h.e.door
	h.e.door = &b.door
	defer func() { h.e.door = outer }()
	if err := h.sendMessage('c'); err != nil {
		return nil, err
	}
	kind, body, err := h.receiveMessage('r')
	if err != nil || kind == 'f' {
		return body, err
	}
	for _, i := range b.r.outs {
		if f.Sig.Args[i].Kind == usersub.Real {
			dst := f.Reals(i)
			if len(body) < 8*len(dst) {
				return nil, h.stopAndDescribeEnd(io.ErrUnexpectedEOF)
			}
			for k := range dst {
				dst[k] = math.Float64frombits(binary.LittleEndian.Uint64(body[8*k:]))
			}
			body = body[8*len(dst):]
			continue
		}
		dst := f.Ints(i)
		if len(body) < 4*len(dst) {
			return nil, h.stopAndDescribeEnd(io.ErrUnexpectedEOF)
		}
		for k := range dst {
			dst[k] = int32(binary.LittleEndian.Uint32(body[4*k:]))
		}
		body = body[4*len(dst):]
	}
	return nil, nil
}

func appendReals(dst []byte, v []float64) []byte {
	for _, x := range v {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(x))
	}
	return dst
}

func appendInts(dst []byte, v []int32) []byte {
	for _, x := range v {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(x))
	}
	return dst
}

// releaseBinding frees what a routine holds on the Python side.
func (h *childProcess) releaseBinding(b *binding) {
	_, _ = h.sendRequest(packItem(nil, []any{"unbind", b.k}))
}

// close implements host: the process ends when its input does, or is ended.
func (h *childProcess) close() error {
	if h.broken == nil {
		h.stopAndDescribeEnd(io.EOF)
		h.broken.Line = "the interpreter was closed"
	}
	return nil
}
