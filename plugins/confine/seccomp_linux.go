//go:build amd64 || arm64

package confine

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The filter of system calls closes what Landlock leaves open. Landlock knows paths and TCP; it knows neither UDP, MPTCP, TCP fast open
// and listen without bind, nor attributes of files, nor limits, priorities and processors of other processes of the user.
// Filters see numbers only, no paths: so attributes of files cannot be changed at all.

// A rule says when a system call is allowed.
type rule struct {
	call uint32
	// Allowed are the values of the argument at with which it is allowed; none if it is refused always.
	at      int
	allowed []uint32
	// never are values of the argument before that are refused anyway.
	never []uint32
	// flags are bits of the first argument with which it is refused; otherwise it is allowed.
	flags uint32
	errno unix.Errno // EPERM if 0
}

// Numbers that golang.org/x/sys does not have on all architectures.
const (
	sysSetxattrat    = 463
	sysRemovexattrat = 466
	sysOpenTreeAttr  = 467
	sysFileSetattr   = 469
	newNamespaces    = 0x7e020000 // the flags CLONE_NEW*
)

// refusedCalls are refused whatever their arguments are: those that change attributes of files, look into or change other
// processes, and change what the system is for this user.
var refusedCalls = append([]uint32{
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
	sysSetxattrat, sysRemovexattrat, sysOpenTreeAttr, sysFileSetattr,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD, unix.SYS_PROCESS_MADVISE, unix.SYS_KCMP,
	unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES, unix.SYS_PERF_EVENT_OPEN, unix.SYS_BPF, unix.SYS_USERFAULTFD,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL, unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT,
	unix.SYS_CHROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_FSOPEN, unix.SYS_MOUNT_SETATTR, unix.SYS_QUOTACTL, unix.SYS_SWAPON, unix.SYS_SWAPOFF,
	unix.SYS_OPEN_BY_HANDLE_AT,
}, oldCalls...)

// rules are what process pid may call.
func rules(pid uint32) []rule {
	own := []uint32{0, pid}
	list := []rule{
		{call: unix.SYS_SOCKET, allowed: []uint32{unix.AF_UNIX}, errno: unix.EACCES},
		{call: unix.SYS_SOCKETPAIR, allowed: []uint32{unix.AF_UNIX}, errno: unix.EACCES},
		{call: unix.SYS_PRLIMIT64, allowed: own},
		{call: unix.SYS_SETPRIORITY, at: 1, allowed: own, never: []uint32{unix.PRIO_USER}},
		{call: unix.SYS_IOPRIO_SET, at: 1, allowed: own, never: []uint32{3}}, // IOPRIO_WHO_USER
		{call: unix.SYS_SCHED_SETAFFINITY, allowed: own},
		{call: unix.SYS_SCHED_SETSCHEDULER, allowed: own},
		{call: unix.SYS_SCHED_SETPARAM, allowed: own},
		{call: unix.SYS_SCHED_SETATTR, allowed: own},
		{call: unix.SYS_CLONE, flags: newNamespaces},
		{call: unix.SYS_CLONE3, errno: unix.ENOSYS},         // its flags are in memory; C libraries take clone then
		{call: unix.SYS_IO_URING_SETUP, errno: unix.ENOSYS}, // its requests pass by the filter
	}
	for _, n := range refusedCalls {
		list = append(list, rule{call: n})
	}
	return list
}

// Instructions of the filter (linux/bpf_common.h), and where struct seccomp_data holds what they look at.
const (
	loadWord    = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	jumpEqual   = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	jumpSet     = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
	jumpAtLeast = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	give        = unix.BPF_RET | unix.BPF_K

	dataNumber, dataArch, dataArgs = 0, 4, 16

	allowCall = 0x7fff0000 // SECCOMP_RET_ALLOW
	failCall  = 0x00050000 // SECCOMP_RET_ERRNO, with the error in the low bits

	otherABI = 0x40000000 // numbers of x32 on amd64
)

var architecture = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]

// filter is the program for process pid.
func filter(pid uint32) []unix.SockFilter {
	code := []unix.SockFilter{
		{Code: loadWord, K: dataArch},
		{Code: jumpEqual, K: architecture, Jt: 1},
		{Code: give, K: failCall | uint32(unix.ENOSYS)}, // system calls of another architecture
		{Code: loadWord, K: dataNumber},
		{Code: jumpAtLeast, K: otherABI, Jf: 1},
		{Code: give, K: failCall | uint32(unix.ENOSYS)},
	}
	for _, r := range rules(pid) {
		block := r.block()
		code = append(code, unix.SockFilter{Code: jumpEqual, K: r.call, Jf: uint8(len(block))})
		code = append(code, block...)
	}
	return append(code, unix.SockFilter{Code: give, K: allowCall})
}

// block decides on a call; arguments are compared by their low words, which are all that the kernel looks at in an int.
func (r *rule) block() (code []unix.SockFilter) {
	errno := r.errno
	if errno == 0 {
		errno = unix.EPERM
	}
	refuse := unix.SockFilter{Code: give, K: failCall | uint32(errno)}
	argument := func(i int) unix.SockFilter { return unix.SockFilter{Code: loadWord, K: uint32(dataArgs + 8*i)} }
	allow := unix.SockFilter{Code: give, K: allowCall}
	switch {
	case r.flags != 0:
		return append(code, argument(0), unix.SockFilter{Code: jumpSet, K: r.flags, Jf: 1}, refuse, allow)
	case len(r.allowed) == 0:
		return append(code, refuse)
	}
	if len(r.never) > 0 {
		code = append(code, argument(r.at-1))
		for _, v := range r.never {
			code = append(code, unix.SockFilter{Code: jumpEqual, K: v, Jf: 1}, refuse)
		}
	}
	code = append(code, argument(r.at))
	for _, v := range r.allowed {
		code = append(code, unix.SockFilter{Code: jumpEqual, K: v, Jf: 1}, allow)
	}
	return append(code, refuse)
}

// filterCalls puts the filter in place, on this thread and for the program that it becomes.
func filterCalls(report *Report) {
	code := filter(uint32(os.Getpid()))
	program := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	if err == nil {
		const modeFilter = 1 // SECCOMP_SET_MODE_FILTER
		if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, modeFilter, 0, uintptr(unsafe.Pointer(&program))); errno != 0 {
			err = fmt.Errorf("seccomp: %w", errno)
		}
	}
	if err != nil {
		report.lacks("sockets, attributes of files, limits of other processes: %v", err)
		return
	}
	report.did("no sockets but local ones")
	report.did("no change of attributes of files or of other processes")
}
