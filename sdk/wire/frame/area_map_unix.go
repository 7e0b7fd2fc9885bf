//go:build unix

package frame

import (
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// mapArea maps the area that begins at a place of the memory of a descriptor, which stays open.
func mapArea(fd uintptr, at, size int) (*Area, error) {
	b, err := unix.Mmap(int(fd), int64(at), size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, os.NewSyscallError("mmap", err)
	}
	a := &Area{b}
	runtime.AddCleanup(a, func(b []byte) { _ = unix.Munmap(b) }, b)
	return a, nil
}
