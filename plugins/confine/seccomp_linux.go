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

// A rule says when a system call is refused: when one of its tests says so, always if there are none.
type syscallRule struct {
	call  uint32
	tests []test
	errno unix.Errno // EPERM if 0
}

// A test examines an argument of a system call.
type test struct {
	at     int
	is     verdict
	values []uint32
}

// verdict is what the values of a test mean.
type verdict int

const (
	only  verdict = iota // other values are refused
	never                // these values are refused
	bits                 // values that have one of these bits are refused
)

// Numbers that golang.org/x/sys does not have on all architectures.
const (
	sysSetxattrat    = 463
	sysRemovexattrat = 466
	sysOpenTreeAttr  = 467
	sysFileSetattr   = 469
	newNamespaces    = 0x7e020000 // the flags CLONE_NEW*
	datagrams        = 2          // the bit that types of sockets with datagrams and raw ones have, those with connections have not
)

// refusedCalls are refused whatever their arguments are: those that change attributes of files, look into or change other
// processes, speak to them by System V's means and by queues of messages, and change what the system is for this user or, where the user is root, for all.
var refusedCalls = append([]uint32{
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
	sysSetxattrat, sysRemovexattrat, sysOpenTreeAttr, sysFileSetattr,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD, unix.SYS_PROCESS_MADVISE, unix.SYS_KCMP,
	unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES, unix.SYS_PERF_EVENT_OPEN, unix.SYS_BPF, unix.SYS_USERFAULTFD,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL, unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT,
	unix.SYS_CHROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_FSOPEN, unix.SYS_MOUNT_SETATTR, unix.SYS_QUOTACTL, unix.SYS_SWAPON, unix.SYS_SWAPOFF,
	unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_FSPICK, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_QUOTACTL_FD, unix.SYS_FANOTIFY_INIT,
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_SEMGET, unix.SYS_SEMOP, unix.SYS_SEMTIMEDOP, unix.SYS_SEMCTL,
	unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL, unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK,
	unix.SYS_REBOOT, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_ADJTIMEX, unix.SYS_CLOCK_ADJTIME, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
	unix.SYS_ACCT, unix.SYS_SYSLOG, unix.SYS_VHANGUP,
}, oldCalls...)

// allowedSyscalls lists the rules for what process pid may call.
func allowedSyscalls(pid uint32) []syscallRule {
	own := []uint32{0, pid}
	self := []test{{is: only, values: own}}
	local := []test{{is: only, values: []uint32{unix.AF_UNIX}}, {at: 1, is: bits, values: []uint32{datagrams}}}
	list := []syscallRule{
		{call: unix.SYS_SOCKET, tests: local, errno: unix.EACCES},
		{call: unix.SYS_SOCKETPAIR, tests: local, errno: unix.EACCES},
		{call: unix.SYS_CONNECT, errno: unix.EACCES},                                                 // the run connects, not the worker; sockets with datagrams would need no connection
		{call: unix.SYS_FCNTL, tests: []test{{at: 1, is: never, values: []uint32{unix.F_SETLEASE}}}}, // it holds up who opens the file
		{call: unix.SYS_PRLIMIT64, tests: self},
		{call: unix.SYS_SETPRIORITY, tests: []test{{is: never, values: []uint32{unix.PRIO_USER}}, {at: 1, is: only, values: own}}},
		{call: unix.SYS_IOPRIO_SET, tests: []test{{is: never, values: []uint32{3}}, {at: 1, is: only, values: own}}}, // IOPRIO_WHO_USER
		{call: unix.SYS_SCHED_SETAFFINITY, tests: self},
		{call: unix.SYS_SCHED_SETSCHEDULER, tests: self},
		{call: unix.SYS_SCHED_SETPARAM, tests: self},
		{call: unix.SYS_SCHED_SETATTR, tests: self},
		{call: unix.SYS_CLONE, tests: []test{{is: bits, values: []uint32{newNamespaces}}}},
		{call: unix.SYS_CLONE3, errno: unix.ENOSYS},         // its flags are in memory; C libraries take clone then
		{call: unix.SYS_IO_URING_SETUP, errno: unix.ENOSYS}, // its requests pass by the filter
	}
	for _, n := range refusedCalls {
		list = append(list, syscallRule{call: n})
	}
	return list
}

// Instructions of the filter (linux/bpf_common.h), and where struct seccomp_data holds what they examine.
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

// buildSeccompFilter returns the filter for process pid as a program of BPF.
func buildSeccompFilter(pid uint32) []unix.SockFilter {
	code := []unix.SockFilter{
		{Code: loadWord, K: dataArch},
		{Code: jumpEqual, K: architecture, Jt: 1},
		{Code: give, K: failCall | uint32(unix.ENOSYS)}, // system calls of another architecture
		{Code: loadWord, K: dataNumber},
		{Code: jumpAtLeast, K: otherABI, Jf: 1},
		{Code: give, K: failCall | uint32(unix.ENOSYS)},
	}
	for _, r := range allowedSyscalls(pid) {
		block := r.compileToBPF()
		code = append(code, unix.SockFilter{Code: jumpEqual, K: r.call, Jf: uint8(len(block))})
		code = append(code, block...)
	}
	return append(code, unix.SockFilter{Code: give, K: allowCall})
}

// compileToBPF returns the instructions that decide on a call; arguments are compared by their low words, which are all that the kernel examines in an int.
func (r *syscallRule) compileToBPF() (code []unix.SockFilter) {
	errno := r.errno
	if errno == 0 {
		errno = unix.EPERM
	}
	refuse := unix.SockFilter{Code: give, K: failCall | uint32(errno)}
	for _, t := range r.tests {
		code = append(code, unix.SockFilter{Code: loadWord, K: uint32(dataArgs + 8*t.at)})
		for i, v := range t.values {
			switch t.is {
			case only: // past the others and the refusal
				code = append(code, unix.SockFilter{Code: jumpEqual, K: v, Jt: uint8(len(t.values) - i)})
			case never:
				code = append(code, unix.SockFilter{Code: jumpEqual, K: v, Jf: 1}, refuse)
			case bits:
				code = append(code, unix.SockFilter{Code: jumpSet, K: v, Jf: 1}, refuse)
			}
		}
		if t.is == only {
			code = append(code, refuse)
		}
	}
	if len(r.tests) == 0 {
		return append(code, refuse)
	}
	return append(code, unix.SockFilter{Code: give, K: allowCall})
}

// installSeccompFilter puts the filter in place, on this thread and for the program that it becomes.
func installSeccompFilter(report *Report) {
	code := buildSeccompFilter(uint32(os.Getpid()))
	program := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	if err == nil {
		const modeFilter = 1 // SECCOMP_SET_MODE_FILTER
		if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, modeFilter, 0, uintptr(unsafe.Pointer(&program))); errno != 0 {
			err = fmt.Errorf("seccomp: %w", errno)
		}
	}
	if err != nil {
		report.noteUnenforced("sockets, attributes of files, limits of other processes: %v", err)
		return
	}
	report.noteEnforced("no sockets but local ones, no connections from here")
	report.noteEnforced("no change of attributes of files or of other processes")
}
