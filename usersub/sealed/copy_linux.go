package sealed

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// SealCopy returns the path of a sealed copy of a file in memory and the SHA-256 of that
// copy, hexadecimal. The copy lives as long as this process: its path is never used
// again for another file, which the dynamic linker would take for the same library.
// Processes of the same user can open it by the path.
func SealCopy(path string) (file, sum string, err error) {
	from, err := os.Open(path)
	if err != nil {
		return "", "", err
	}
	defer from.Close()
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	name := "trammel:" + filepath.Base(path)
	fd, err := unix.MemfdCreate(name, flags|unix.MFD_EXEC)
	if err == unix.EINVAL { // before Linux 6.3 all may be executed
		fd, err = unix.MemfdCreate(name, flags)
	}
	if err != nil {
		return "", "", os.NewSyscallError("memfd_create", err)
	}
	defer func() {
		if err != nil {
			unix.Close(fd)
		}
	}()
	if err := copyInto(fd, from); err != nil {
		return "", "", err
	}
	const seals = unix.F_SEAL_WRITE | unix.F_SEAL_GROW | unix.F_SEAL_SHRINK | unix.F_SEAL_SEAL
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals); err != nil {
		return "", "", os.NewSyscallError("fcntl", err)
	}
	// By our number and not as "self": others and debuggers open it by this name.
	file = fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), fd)
	sum, err = hashFile(file) // of the copy, after nothing can change it
	return file, sum, err
}

// copyInto copies into fd through a descriptor of its own: seals refuse to be set while a
// file is mapped for writing, not while it is open.
func copyInto(fd int, from io.Reader) error {
	own, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return os.NewSyscallError("fcntl", err)
	}
	to := os.NewFile(uintptr(own), "copy")
	_, err = io.Copy(struct{ io.Writer }{to}, from)
	if e := to.Close(); err == nil {
		err = e
	}
	return err
}

func hashFile(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
