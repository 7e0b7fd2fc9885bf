package confine

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Rights of Landlock, by the version of its interface that brought them
// (Documentation/userspace-api/landlock.rst of the kernel).
const (
	readFile = unix.LANDLOCK_ACCESS_FS_READ_FILE
	readDir  = unix.LANDLOCK_ACCESS_FS_READ_DIR
	execute  = unix.LANDLOCK_ACCESS_FS_EXECUTE
	change   = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	create   = unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_MAKE_DIR |
		unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO |
		unix.LANDLOCK_ACCESS_FS_MAKE_SYM | unix.LANDLOCK_ACCESS_FS_REFER
	devices = unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV

	// Those that a rule for a file, not a folder, may hold.
	ofFiles = readFile | execute | change
)

// landlockRights returns the rights that version abiVersion of the kernel's interface can take away.
func landlockRights(abiVersion int) unix.LandlockRulesetAttr {
	a := unix.LandlockRulesetAttr{Access_fs: readFile | readDir | execute | change | create | devices}
	for version, rights := range map[int]uint64{2: unix.LANDLOCK_ACCESS_FS_REFER, 3: unix.LANDLOCK_ACCESS_FS_TRUNCATE, 5: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV} {
		if abiVersion < version {
			a.Access_fs &^= rights
		}
	}
	if abiVersion >= 4 {
		a.Access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if abiVersion >= 6 {
		a.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	return a
}

// restrictFiles applies the rules for files and takes TCP away, on this thread.
func restrictFiles(r *Rules, report *Report) {
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		report.noteUnenforced("access to files and network: the kernel has no Landlock (%v)", errno)
		return
	}
	if err := restrictByLandlock(r, landlockRights(int(abi))); err != nil {
		report.noteUnenforced("access to files and network: Landlock: %v", err)
		return
	}
	report.noteEnforced("files by Landlock %d", abi)
	if abi >= 4 {
		report.noteEnforced("no TCP")
	} else {
		report.noteUnenforced("TCP: Landlock %d, 4 is needed", abi)
	}
	if abi >= 6 {
		report.noteEnforced("no signals to other processes")
	}
}

func restrictByLandlock(r *Rules, attr unix.LandlockRulesetAttr) error {
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return errno
	}
	defer unix.Close(int(fd))
	for _, l := range []struct {
		paths  []string
		rights uint64
	}{{r.Read, readFile | readDir}, {r.Execute, readFile | readDir | execute}, {r.Write, readFile | readDir | change | create}} {
		for _, p := range l.paths {
			if err := grantRights(int(fd), p, l.rights&attr.Access_fs); err != nil {
				return fmt.Errorf("%s: %w", p, err)
			}
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

// grantRights grants rights on a path that is there.
func grantRights(ruleset int, path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil // nothing that could be read either
	}
	defer unix.Close(fd)
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	if !info.IsDir() {
		rights &= ofFiles
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
