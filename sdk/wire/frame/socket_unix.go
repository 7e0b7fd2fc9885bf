//go:build unix

package frame

import (
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// socket is one end of a stream. Its calls block their thread: a wait for a file of Go's runtime goes through another
// thread, which doubles its time. It is a port, too: the one that moves pieces over the stream.
type socket struct {
	fd     int
	limit  int
	closed atomic.Bool
	using  sync.Mutex // of the descriptor
}

// newSocket makes a socket of a descriptor, which it takes over.
func newSocket(fd, limit int) (*socket, error) {
	unix.CloseOnExec(fd)
	return &socket{fd: fd, limit: limit}, os.NewSyscallError("fcntl", unix.SetNonblock(fd, false))
}

func (s *socket) put(piece []byte) error {
	s.using.Lock()
	defer s.using.Unlock()
	for len(piece) > 0 {
		n, err := unix.Write(s.fd, piece)
		if err != nil && err != unix.EINTR {
			return s.streamError(err)
		}
		piece = piece[max(n, 0):]
	}
	return nil
}

// get implements port. The other end waits once it has sent, so a piece usually comes in one read, and nothing follows
// it.
func (s *socket) get(dst []byte, _ uint32) ([]byte, error) {
	s.using.Lock()
	defer s.using.Unlock()
	b := withLength(dst, max(cap(dst), 512))
	n, err := s.readAtLeast(b, 0, headerBytes)
	if err != nil {
		return nil, err
	}
	all, err := pieceLength(b, s.limit)
	if err != nil {
		return nil, err
	}
	if n > all {
		return nil, NewGarbledError("%d bytes follow a message out of turn", n-all)
	}
	if all > len(b) {
		b = append(withLength(nil, all)[:0], b[:n]...)[:all]
	}
	_, err = s.readAtLeast(b[:all], n, all)
	return b[:all], err
}

// readAtLeast reads into b, of which n bytes are there, until there are at least so many.
func (s *socket) readAtLeast(b []byte, n, least int) (int, error) {
	for n < least {
		k, err := s.read(b[n:])
		if err != nil {
			return n, err
		}
		n += k
	}
	return n, nil
}

// read waits for bytes.
func (s *socket) read(b []byte) (int, error) {
	for !s.closed.Load() {
		n, err := unix.Read(s.fd, b)
		switch {
		case n > 0:
			return n, nil
		case n == 0 && err == nil:
			return 0, s.streamError(ErrGone)
		case err != unix.EINTR:
			return 0, s.streamError(err)
		}
	}
	return 0, ErrClosed
}

// streamError reports what an error of the stream means.
func (s *socket) streamError(err error) error {
	switch {
	case s.closed.Load():
		return ErrClosed
	case err == unix.EPIPE, err == unix.ECONNRESET:
		return ErrGone
	case err == unix.EAGAIN:
		return errors.New("nothing came in time")
	}
	return err
}

// setReadTimeout limits how long a read waits, if it is not 0.
func (s *socket) setReadTimeout(d time.Duration) {
	t := unix.NsecToTimeval(int64(d))
	unix.SetsockoptTimeval(s.fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &t)
}

// watchPeer calls gone when the other end is gone, also while nobody reads. It sleeps in a thread of its own.
func (s *socket) watchPeer(gone func()) error {
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

// endStream ends the stream: whoever waits for it, here and there, wakes up.
func (s *socket) endStream() bool {
	if s.closed.Swap(true) {
		return false
	}
	unix.Shutdown(s.fd, unix.SHUT_RDWR)
	return true
}

func (s *socket) close() error {
	if !s.endStream() {
		return nil
	}
	s.using.Lock()
	defer s.using.Unlock()
	return unix.Close(s.fd)
}
