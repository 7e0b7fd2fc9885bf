package frame

import (
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// stream is an end of two pipes without names, one for each direction.
type stream struct{ *pipes }

type pipes struct {
	in, out windows.Handle
	wait    time.Duration // how long a read waits, if it is not 0
	sending sync.Mutex    // of out, which wakeWaiters closes
}

// adoptStream takes over the end that an offer names.
func adoptStream(o *offer) (stream, error) {
	hideFromChildren(o.in)
	hideFromChildren(o.out)
	return stream{&pipes{in: windows.Handle(o.in), out: windows.Handle(o.out)}}, nil
}

// pipeBytes is room for what is usually on the way: who sends that does not wait for the reader.
const pipeBytes = 1 << 16

// newStream makes both ends: that of this program, and what its plugin inherits.
func newStream() (own stream, theirs []*os.File, err error) {
	var there, back [2]windows.Handle // read, write
	for _, p := range []*[2]windows.Handle{&there, &back} {
		if err := windows.CreatePipe(&p[0], &p[1], inheritableAttributes(), pipeBytes); err != nil {
			return own, nil, os.NewSyscallError("CreatePipe", err)
		}
	}
	hideFromChildren(int(there[1]))
	hideFromChildren(int(back[0]))
	return stream{&pipes{in: back[0], out: there[1]}},
		[]*os.File{os.NewFile(uintptr(there[0]), "plugin reads"), os.NewFile(uintptr(back[1]), "plugin writes")}, nil
}

// sendBytes sends some of the bytes.
func (s stream) sendBytes(b []byte) (int, error) {
	s.sending.Lock()
	defer s.sending.Unlock()
	if s.out == 0 {
		return 0, windows.ERROR_BROKEN_PIPE
	}
	var n uint32
	err := windows.WriteFile(s.out, b, &n, nil)
	return int(n), err
}

// receiveBytes waits for bytes; none without an error are the end of the stream.
func (s stream) receiveBytes(b []byte) (int, error) {
	for end := time.Now().Add(s.wait); s.wait > 0; time.Sleep(time.Millisecond) {
		if n, err := s.available(); err != nil || n > 0 {
			break
		}
		if time.Now().After(end) {
			return 0, errNothing
		}
	}
	var n uint32
	err := windows.ReadFile(s.in, b, &n, nil)
	return int(n), err
}

var peekNamedPipe = windows.NewLazySystemDLL("kernel32.dll").NewProc("PeekNamedPipe")

// available returns how many bytes can be read, and an error if the other end is gone. While another thread reads, it waits for that.
func (s stream) available() (n uint32, err error) {
	ok, _, err := peekNamedPipe.Call(uintptr(s.in), 0, 0, 0, uintptr(unsafe.Pointer(&n)), 0)
	if ok != 0 {
		return n, nil
	}
	return 0, err
}

// isPeerGoneError reports whether an error means that the other end is gone.
func isPeerGoneError(err error) bool {
	return err == windows.ERROR_BROKEN_PIPE || err == windows.ERROR_NO_DATA || err == windows.ERROR_PIPE_NOT_CONNECTED
}

// setReadTimeout limits how long a read waits, if it is not 0.
func (s stream) setReadTimeout(d time.Duration) { s.wait = d }

// watchPeer calls gone when the other end is gone, also while nobody reads.
func (s stream) watchPeer(gone func()) error {
	if gone == nil {
		return nil
	}
	var own windows.Handle // nobody else closes it
	this := windows.CurrentProcess()
	if err := windows.DuplicateHandle(this, s.in, this, &own, 0, false, windows.DUPLICATE_SAME_ACCESS); err != nil {
		return os.NewSyscallError("DuplicateHandle", err)
	}
	go func() {
		defer windows.CloseHandle(own)
		for watched := (stream{&pipes{in: own}}); ; time.Sleep(50 * time.Millisecond) {
			if _, err := watched.available(); err != nil {
				break
			}
		}
		gone()
	}()
	return nil
}

// wakeWaiters wakes up whoever waits for the stream, here and there.
func (s stream) wakeWaiters() {
	_ = windows.CancelIoEx(s.in, nil)
	_ = windows.CancelIoEx(s.out, nil)
	s.sending.Lock()
	defer s.sending.Unlock()
	windows.CloseHandle(s.out)
	s.out = 0
}

func (s stream) closeStream() error { return windows.CloseHandle(s.in) }

// PassToCommand lets a command inherit the handles and sets its environment.
func (h *Host) PassToCommand(c *exec.Cmd) {
	if c.SysProcAttr == nil {
		c.SysProcAttr = &syscall.SysProcAttr{}
	}
	for _, f := range h.Files {
		c.SysProcAttr.AdditionalInheritedHandles = append(c.SysProcAttr.AdditionalInheritedHandles, syscall.Handle(f.Fd()))
	}
	c.Env = append(c.Env, h.Env)
}

// setInheritedFiles notes what a plugin inherits.
func (o *offer) setInheritedFiles(memory *os.File, ends []*os.File) {
	o.in, o.out = int(ends[0].Fd()), int(ends[1].Fd())
	if memory != nil {
		o.mem = int(memory.Fd())
	}
}

// duplicateInherited makes what an offer names belong to this process as well, for tests.
func (o *offer) duplicateInherited([]*os.File) error {
	for _, h := range []*int{&o.in, &o.out, &o.mem} {
		if *h == 0 {
			continue
		}
		var own windows.Handle
		this := windows.CurrentProcess()
		if err := windows.DuplicateHandle(this, windows.Handle(*h), this, &own, 0, false, windows.DUPLICATE_SAME_ACCESS); err != nil {
			return os.NewSyscallError("DuplicateHandle", err)
		}
		*h = int(own)
	}
	return nil
}
