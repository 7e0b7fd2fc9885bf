package frame

import (
	"os"

	"golang.org/x/sys/unix"
)

// newMemory makes memory of size bytes. It has no name, can no more change its size, and ends with its last user.
func newMemory(size int) (*os.File, error) {
	fd, err := unix.MemfdCreate("trammel-frames", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return newFile(size)
	}
	f := os.NewFile(uintptr(fd), "frames")
	if err = f.Truncate(int64(size)); err == nil {
		_, err = unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_SEAL)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
