//go:build linux && (amd64 || arm64)

package failtest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// triesLaw tries what a worker must not do in its set-up call, and prints a line for each try.
const triesLaw = `#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <sys/ptrace.h>
#include <unistd.h>
#include <utime.h>
#define FAILS(what, call) (errno = 0, printf("try %s: %s\n", what, (long)(call) < 0 && (errno == EPERM || errno == EACCES || errno == ENOSYS) ? "refused" : "DONE"))
#define WORKS(what, call) printf("own %s: %s\n", what, (long)(call) >= 0 ? "works" : "FAILS")
static const char *name(const char *form, int n)
{
	static char text[99];
	snprintf(text, sizeof text, form, n);
	return text;
}
/* crossed takes the error for files that would come into another folder for what it means. */
static int crossed(int k)
{
	if (k < 0 && errno == EXDEV) errno = EACCES;
	return k;
}
static int unnamed(const char *to)
{
	int fd = open(".", O_TMPFILE | O_RDWR, 0600);
	if (fd < 0) return errno = EACCES, -1; /* the file system has none */
	return crossed(linkat(AT_FDCWD, name("/proc/self/fd/%d", fd), AT_FDCWD, to, AT_SYMLINK_FOLLOW));
}
/* console puts a character into the input of the terminal, if there is one. */
static int console(void)
{
	int fd = open("/dev/tty", O_RDWR);
	return fd < 0 ? (errno = EACCES, -1) : ioctl(fd, TIOCSTI, "x");
}
void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	*value = 0;
	if (!*iflag) return;
	struct rlimit tiny = {1, 1};
	struct iovec io = {&tiny, sizeof tiny};
	cpu_set_t one;
	struct sched_param p = {0};
	int run = getppid(), fd = open("note.txt", O_RDONLY);
	char note[4096], beside[4096];
	getcwd(note, sizeof note - 20);
	snprintf(beside, sizeof beside, "%s/beside.txt", note);
	strcat(note, "/note.txt");
	CPU_ZERO(&one);
	CPU_SET(0, &one);
	FAILS("TCP", socket(AF_INET, SOCK_STREAM, 0));
	FAILS("TCP over IPv6", socket(AF_INET6, SOCK_STREAM, 0));
	FAILS("MPTCP", socket(AF_INET, SOCK_STREAM, 262));
	FAILS("UDP", socket(AF_INET, SOCK_DGRAM, 0));
	FAILS("raw packets", socket(AF_PACKET, SOCK_RAW, 0));
	FAILS("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
	FAILS("virtual machines", socket(40, SOCK_STREAM, 0));
	FAILS("kernel crypto", socket(38, SOCK_SEQPACKET, 0));
	FAILS("io_uring", syscall(425, 8, 0));
	FAILS("limits of the run", prlimit(run, RLIMIT_FSIZE, &tiny, 0));
	FAILS("limits of init", prlimit(1, RLIMIT_FSIZE, &tiny, 0));
	FAILS("priority of the run", setpriority(PRIO_PROCESS, run, 19));
	FAILS("priority of the user", setpriority(PRIO_USER, 0, 19));
	FAILS("processors of the run", sched_setaffinity(run, sizeof one, &one));
	FAILS("scheduler of the run", sched_setscheduler(run, SCHED_OTHER, &p));
	FAILS("disk priority of the run", syscall(SYS_ioprio_set, 1, run, 0x6000));
	FAILS("chmod", chmod("note.txt", 0666));
	FAILS("chmod of the folder", chmod(".", 0777));
	FAILS("fchmod", fchmod(fd, 0666));
	FAILS("fchmodat2", syscall(452, AT_FDCWD, "note.txt", 0666, 0));
	FAILS("chown", chown("note.txt", getuid(), getgid()));
	FAILS("fchown", fchown(fd, getuid(), getgid()));
	FAILS("utime", utime("note.txt", 0));
	FAILS("futimens", futimens(fd, 0));
	FAILS("setxattr", setxattr("note.txt", "user.x", "1", 1, 0));
	FAILS("fsetxattr", fsetxattr(fd, "user.x", "1", 1, 0));
	FAILS("ptrace", ptrace(PTRACE_SEIZE, run, 0, 0));
	FAILS("memory of the run", process_vm_readv(run, &io, 1, &io, 1, 0));
	FAILS("descriptors of the run", syscall(SYS_pidfd_getfd, fd, 0, 0));
	FAILS("namespaces", unshare(CLONE_NEWUSER));
	FAILS("namespaces by clone", syscall(SYS_clone, CLONE_NEWUSER | 17, 0, 0, 0, 0));
	FAILS("keys", syscall(SYS_add_key, "user", "x", "1", 1, -3));
	FAILS("perf", syscall(SYS_perf_event_open, &io, run, -1, -1, 0));
	FAILS("bpf", syscall(SYS_bpf, 0, &io, 8));
	FAILS("signals to the run", kill(run, SIGCONT));
	chdir(getenv("TMPDIR"));
	WORKS("files in its scratch", close(creat("own", 0600)));
	FAILS("memory of the run by its file", open(name("/proc/%d/mem", run), O_RDWR));
	FAILS("descriptors of the run by their files", open(name("/proc/%d/fd/1", run), O_WRONLY));
	FAILS("environment of the run", open(name("/proc/%d/environ", run), O_RDONLY));
	FAILS("memory map of the run", open(name("/proc/%d/maps", run), O_RDONLY));
	FAILS("writing into the run", process_vm_writev(run, &io, 1, &io, 1, 0));
	FAILS("end of the run by killing", kill(run, SIGKILL));
	FAILS("end of the run by queueing", sigqueue(run, SIGKILL, (union sigval){0}));
	FAILS("signals to a thread of the run", syscall(SYS_tgkill, run, run, SIGCONT));
	FAILS("signals to the run by its descriptor", syscall(424, syscall(434, run, 0), SIGCONT, 0, 0));
	FAILS("faults of pages", syscall(SYS_userfaultfd, 0));
	FAILS("namespaces by clone3", syscall(435, &io, 64));
	FAILS("namespaces of the run", setns(fd, 0));
	FAILS("a mount", mount("none", ".", "tmpfs", 0, 0));
	FAILS("another root", chroot("."));
	FAILS("reading keys", syscall(SYS_keyctl, 0, -3, 0));
	FAILS("files by handles", syscall(SYS_open_by_handle_at, AT_FDCWD, &io, O_RDONLY));
	FAILS("a link out of its scratch", (symlink("/etc/passwd", "passwd"), open("passwd", O_RDONLY)));
	FAILS("writing by a link", (symlink(note, "out"), open("out", O_WRONLY)));
	FAILS("a hard link to the deck's files", crossed(link(note, "hard")));
	FAILS("a new file moved out of its scratch", crossed(rename("own", beside)));
	FAILS("a file without a name linked out of its scratch", unnamed(beside));
	FAILS("writing into the code of the run", open(name("/proc/%d/exe", run), O_WRONLY));
	FAILS("a descriptor opened again for writing", open(name("/proc/self/fd/%d", fd), O_RDWR));
	FAILS("a core file by a new limit", setrlimit(RLIMIT_CORE, &(struct rlimit){1 << 20, 1 << 20}));
	FAILS("input for the terminal", console());
	FAILS("a device", mknod("device", S_IFBLK | 0600, 0x700));
	FAILS("priority of the group of the run", setpriority(PRIO_PGRP, getpgid(run), 19));
	WORKS("limits", prlimit(0, RLIMIT_NOFILE, 0, &tiny));
	WORKS("limits by number", prlimit(getpid(), RLIMIT_NOFILE, 0, &tiny));
	WORKS("priority", setpriority(PRIO_PROCESS, 0, 5));
	WORKS("local sockets", socket(AF_UNIX, SOCK_STREAM, 0));
	WORKS("reading", fd);
}
`

// What workers must not do is refused, and what is theirs works. The run they belong to is untouched.
func TestSandbox(t *testing.T) {
	clitest.CompileLibrary(t, "tries", triesLaw)
	note := clitest.WriteFile(t, "note.txt", "x")
	before, err := os.Stat(filepath.Join(clitest.Folder, note))
	if err != nil {
		t.Fatal(err)
	}
	o := clitest.Run(t, "run", clitest.WriteFile(t, "tries.xml", clitest.LawDeck(`usrsub_dll_name="tries" usrsub_param_string="USER(0)"`)), "--isolate", "all")
	if o.Code != 0 {
		t.Fatalf("%+v", o)
	}
	lines := regexp.MustCompile(`(try|own) [^:\n]*: (refused|DONE|works|FAILS)`).FindAllString(o.Errors, -1)
	if d, _ := clitest.ReadResults(t, "tries.out", 0); strings.Contains(o.Errors, "not enforced") || len(d.Routines) != 1 || strings.Contains(d.Routines[0].Confined, "not enforced") {
		t.Skipf("the kernel does not enforce everything: %s", o.Errors)
	}
	if len(lines) < 68 {
		t.Errorf("%d tries\n%s", len(lines), o.Errors)
	}
	for _, line := range lines {
		if strings.HasSuffix(line, "DONE") || strings.HasSuffix(line, "FAILS") {
			t.Error(line)
		}
	}
	if _, err := os.Lstat(filepath.Join(clitest.Folder, "beside.txt")); err == nil {
		t.Error("a file came out of the scratch folder")
	}
	after, err := os.Stat(filepath.Join(clitest.Folder, note))
	if err != nil || after.Mode() != before.Mode() || after.ModTime() != before.ModTime() {
		t.Errorf("%v became %v, %v", before, after, err)
	}
}
