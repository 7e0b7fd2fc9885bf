package record

import (
	"encoding/binary"
	"errors"
	"os"
	"sync/atomic"
	"syscall"
	"unsafe"
)

// window is how much of the file is mapped at a time.
const window = 1 << 20

// mappedFile is a sink of memory that is shared with the file: a record costs no
// system call. Room is reserved before it is mapped, since writing to a page
// for which the disk has no room is a signal and not an error.
type mappedFile struct {
	f    *os.File
	mem  []byte
	base int64 // of mem in the file
	at   int   // in mem
}

// newSink returns a sink that continues at an offset of f.
func newSink(f *os.File, at int64) sink {
	m := &mappedFile{f: f, base: at}
	if err := m.remap(window / 2); err != nil {
		return plainFile{f} // a file system without reservation; f is at its end
	}
	return m
}

// remap maps the file from where the next record goes, with room for n bytes.
func (m *mappedFile) remap(n int) error {
	next := m.base + int64(m.at)
	page := int64(os.Getpagesize())
	base := next / page * page
	size := (int64(n) + next - base + page - 1) / page * page
	size = max(size, window)
	if err := reserveSpace(m.f, base, size); err != nil {
		return err
	}
	mem, err := syscall.Mmap(int(m.f.Fd()), base, int(size), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		_ = m.f.Truncate(next)
		return os.NewSyscallError("mmap", err)
	}
	m.unmap()
	m.mem, m.base, m.at = mem, base, int(next-base)
	return nil
}

func reserveSpace(f *os.File, from, n int64) error {
	for {
		err := syscall.Fallocate(int(f.Fd()), 0, from, n)
		if !errors.Is(err, syscall.EINTR) {
			return os.NewSyscallError("fallocate", err)
		}
	}
}

func (m *mappedFile) unmap() {
	if m.mem != nil {
		_ = syscall.Munmap(m.mem)
		m.mem = nil
	}
}

func (m *mappedFile) append(record []byte) error {
	if m.mem == nil {
		return os.ErrClosed
	}
	if m.at+len(record) > len(m.mem) {
		if err := m.remap(len(record)); err != nil {
			return err
		}
	}
	dst := m.mem[m.at:]
	copy(dst[4:], record[4:])
	// The store is one, aligned, and comes last: at no moment is there a length
	// without its record.
	length := binary.NativeEndian.Uint32([]byte{record[0], record[1], record[2], record[3]})
	atomic.StoreUint32((*uint32)(unsafe.Pointer(&dst[0])), length)
	m.at += len(record)
	return nil
}

func (m *mappedFile) close() error {
	end := m.base + int64(m.at)
	m.unmap()
	err := m.f.Truncate(end)
	return errors.Join(err, m.f.Close())
}
