//go:build unix

package frame

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapPages maps memory of a descriptor, which stays open.
func mapPages(fd uintptr, at, size int) ([]byte, error) {
	b, err := unix.Mmap(int(fd), int64(at), size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	return b, os.NewSyscallError("mmap", err)
}

func unmapPages(b []byte) error { return unix.Munmap(b) }

// closeInherited closes the descriptor of memory that a plugin inherited.
func closeInherited(fd int) { unix.Close(fd) }

// hideFromChildren keeps it from children.
func hideFromChildren(fd int) { unix.CloseOnExec(fd) }

// mappingGranularity is what places of mappings are multiples of.
func mappingGranularity() int { return os.Getpagesize() }
