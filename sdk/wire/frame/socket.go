package frame

import (
	"errors"
	"sync"
	"sync/atomic"
)

// socket is one end of a stream. Its calls block their thread: a wait for a file of Go's runtime goes through another
// thread, which doubles its time. It is a port, too: the one that moves pieces over the stream.
type socket struct {
	stream
	limit  int
	closed atomic.Bool
	using  sync.Mutex // of the stream
}

// newSocket makes a socket of a stream, which it takes over.
func newSocket(s stream, limit int) *socket { return &socket{stream: s, limit: limit} }

func (s *socket) sendPiece(piece []byte) error {
	s.using.Lock()
	defer s.using.Unlock()
	for len(piece) > 0 {
		if s.closed.Load() {
			return ErrClosed
		}
		n, err := s.sendBytes(piece)
		if err != nil {
			return s.streamError(err)
		}
		piece = piece[n:]
	}
	return nil
}

// receivePiece implements port. The other end waits once it has sent, so a piece usually comes in one read, and nothing follows
// it.
func (s *socket) receivePiece(dst []byte, _ uint32) ([]byte, error) {
	s.using.Lock()
	defer s.using.Unlock()
	b := resizeBytes(dst, max(cap(dst), 512))
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
		b = append(resizeBytes(nil, all)[:0], b[:n]...)[:all]
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
	if s.closed.Load() {
		return 0, ErrClosed
	}
	n, err := s.receiveBytes(b)
	if n == 0 && err == nil {
		err = ErrGone
	}
	if err != nil {
		return 0, s.streamError(err)
	}
	return n, nil
}

// errNothing says that nothing came before the time of a read was over.
var errNothing = errors.New("nothing came in time")

// streamError reports what an error of the stream means.
func (s *socket) streamError(err error) error {
	switch {
	case s.closed.Load():
		return ErrClosed
	case isPeerGoneError(err):
		return ErrGone
	}
	return err
}

// endStream ends the stream: whoever waits for it, here and there, wakes up.
func (s *socket) endStream() bool {
	if s.closed.Swap(true) {
		return false
	}
	s.wakeWaiters()
	return true
}

func (s *socket) close() error {
	if !s.endStream() {
		return nil
	}
	s.using.Lock()
	defer s.using.Unlock()
	return s.closeStream()
}
