//go:build unix

package frame

import (
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// stream is one of two connected sockets.
type stream struct{ fd int }

// adoptStream takes over the end that an offer names.
func adoptStream(o *offer) (stream, error) {
	unix.CloseOnExec(o.sock)
	return stream{o.sock}, os.NewSyscallError("fcntl", unix.SetNonblock(o.sock, false))
}

// newStream makes both ends, which no child inherits by accident: that of this program, and what its plugin inherits.
func newStream() (own stream, theirs []*os.File, err error) {
	syscall.ForkLock.RLock()
	fd, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(fd[0])
		unix.CloseOnExec(fd[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return own, nil, os.NewSyscallError("socketpair", err)
	}
	return stream{fd[0]}, []*os.File{os.NewFile(uintptr(fd[1]), "plugin")}, nil
}

// sendBytes sends some of the bytes.
func (s stream) sendBytes(b []byte) (int, error) {
	for {
		n, err := unix.Write(s.fd, b)
		if err != unix.EINTR {
			return max(n, 0), err
		}
	}
}

// receiveBytes waits for bytes; none without an error are the end of the stream.
func (s stream) receiveBytes(b []byte) (int, error) {
	for {
		n, err := unix.Read(s.fd, b)
		switch err {
		case unix.EINTR:
			continue
		case unix.EAGAIN:
			err = errNothing
		}
		return max(n, 0), err
	}
}

// isPeerGoneError reports whether an error means that the other end is gone.
func isPeerGoneError(err error) bool { return err == unix.EPIPE || err == unix.ECONNRESET }

// setReadTimeout limits how long a read waits, if it is not 0.
func (s *stream) setReadTimeout(d time.Duration) {
	t := unix.NsecToTimeval(int64(d))
	unix.SetsockoptTimeval(s.fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &t)
}

// watchPeer calls gone when the other end is gone, also while nobody reads. It sleeps in a thread of its own.
func (s stream) watchPeer(gone func()) error {
	if gone == nil {
		return nil
	}
	own, err := unix.FcntlInt(uintptr(s.fd), unix.F_DUPFD_CLOEXEC, 0) // nobody else closes it
	if err != nil {
		return os.NewSyscallError("fcntl", err)
	}
	go func() {
		defer unix.Close(own)
		list := []unix.PollFd{{Fd: int32(own)}} // a hang-up is always reported
		for {
			n, err := unix.Poll(list, -1)
			if n > 0 || err != nil && err != unix.EINTR {
				break
			}
		}
		gone()
	}()
	return nil
}

// wakeWaiters wakes up whoever waits for the stream, here and there.
func (s stream) wakeWaiters() { unix.Shutdown(s.fd, unix.SHUT_RDWR) }

func (s stream) closeStream() error { return unix.Close(s.fd) }

// PassToCommand lets a command inherit the files and sets its environment.
func (h *Host) PassToCommand(c *exec.Cmd) { c.ExtraFiles, c.Env = h.Files, append(c.Env, h.Env) }

// setInheritedFiles notes what a plugin inherits: its descriptors are the files of the host in their order, from 3 on.
func (o *offer) setInheritedFiles(memory *os.File, _ []*os.File) {
	o.sock = 3
	if memory != nil {
		o.mem, o.sock = 3, 4
	}
}

// duplicateInherited makes what an offer names belong to this process as well, for tests.
func (o *offer) duplicateInherited(files []*os.File) (err error) {
	if o.sock, err = unix.Dup(int(files[len(files)-1].Fd())); err == nil && o.mem != 0 {
		o.mem, err = unix.Dup(int(files[0].Fd()))
	}
	return err
}
