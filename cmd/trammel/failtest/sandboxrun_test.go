//go:build linux && (amd64 || arm64)

package failtest

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// outsideTries are what a worker might try on what lies outside it: C code that begins with call, which is negative and sets errno where it is refused.
var outsideTries = []struct{ name, call string }{
	{"connecting to a socket in a file", `reach(SOCK_STREAM, ear, 0)`},
	{"packets to a socket in a file", `reach(SOCK_SEQPACKET, ear, 0)`},
	{"a datagram to a socket in a file", `reach(SOCK_DGRAM, ear, 0)`},
	{"a datagram from a pair to a socket in a file", `pair(ear)`},
	{"connecting to an abstract socket", `reach(SOCK_STREAM, ear, 1)`},
	{"a datagram to an abstract socket", `reach(SOCK_DGRAM, ear, 1)`},
	{"a raw local socket", `socket(AF_UNIX, SOCK_RAW, 0)`},
	{"a descriptor that the run was given", `given()`},
	{"the input of the run", `from(0)`},
	{"shrinking the memory shared with the run", `sized(0)`},
	{"lengthening the memory shared with the run", `sized(1L << 40)`},
	{"a lease on the deck's files", `fcntl(open("note.txt", O_RDONLY), F_SETLEASE, F_RDLCK)`},
	{"a program in memory that writes", `started(0)`},
	{"a program in memory that kills the run", `started(1)`},
	{"a program in memory that connects", `started(2)`},
	{"memory of System V", `shmget(IPC_PRIVATE, 1 << 30, IPC_CREAT | 0600)`},
	{"looking at memory of System V", `shmctl(0, SHM_STAT, &seen)`},
	{"semaphores of System V", `semget(IPC_PRIVATE, 1, IPC_CREAT | 0600)`},
	{"messages of System V", `msgget(IPC_PRIVATE, IPC_CREAT | 0600)`},
	{"a queue of messages", `syscall(SYS_mq_open, "trammel", O_CREAT | O_RDWR, 0600, 0)`},
	{"shared memory by a name", `open("/dev/shm/trammel", O_CREAT | O_RDWR, 0600)`},
	{"a signal to the group of the run", `kill(-getpgid(run), SIGCONT)`},
	{"the clock of the machine", `settimeofday(&now, 0)`},
	{"the time by its clock", `clock_settime(CLOCK_REALTIME, &moment)`},
	{"the pace of the clock", `syscall(SYS_adjtimex, &zeros)`},
	{"the name of the machine", `sethostname(host, strlen(host))`},
	{"modules of the kernel", `syscall(SYS_init_module, &zeros, 0, "")`},
	{"another kernel", `syscall(SYS_kexec_load, 0, 0, 0, -1L)`},
	{"a new start of the machine", `syscall(SYS_reboot, 1, 2, 3, 4)`},
	{"records of the kernel", `syscall(SYS_syslog, 10, 0, 0)`},
	{"records of processes", `acct("/nowhere")`},
	{"watching all files", `syscall(SYS_fanotify_init, 0, 0)`},
	{"a file system made in steps", `syscall(433, AT_FDCWD, ".", 0)`},
	{"a signal by input to the run", `awakened()`},
	{"a child handed to the run", `handed()`},
}

const outsideLaw = `#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
static int run;
static char ear[90];
static int refusal(int refused) { return refused ? (errno = EACCES, -1) : 0; }
static socklen_t address(struct sockaddr_un *a, const char *path, int abstract)
{
	memset(a, 0, sizeof *a);
	a->sun_family = AF_UNIX;
	strcpy(a->sun_path + abstract, path);
	return offsetof(struct sockaddr_un, sun_path) + abstract + strlen(path) + !abstract;
}
static int reach(int type, const char *path, int abstract)
{
	struct sockaddr_un a;
	socklen_t n = address(&a, path, abstract);
	int s = socket(AF_UNIX, type, 0);
	if (s < 0) return s;
	if (type != SOCK_DGRAM) return connect(s, (void *)&a, n);
	return sendto(s, "x", 1, 0, (void *)&a, n);
}
static int pair(const char *path)
{
	struct sockaddr_un a;
	socklen_t n = address(&a, path, 0);
	int s[2];
	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, s) < 0) return -1;
	return sendto(s[0], "x", 1, 0, (void *)&a, n);
}
/* from reports whether a descriptor leads to the file that the run got from who started it. */
static int from(int fd)
{
	char link[30], to[300] = "";
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	if (readlink(link, to, sizeof to - 1) > 0 && strstr(to, "given")) return write(fd, "x", 1) + 1;
	return refusal(1);
}
static int given(void)
{
	for (int fd = 1; fd < 1024; fd++)
		if (from(fd) >= 0) return 0;
	return refusal(1);
}
/* sized changes the memory that is shared with the run, whose descriptor is closed once it is mapped. */
static int sized(off_t size)
{
	char line[300], path[100];
	unsigned long from, to;
	FILE *maps = fopen("/proc/self/maps", "r");
	while (fgets(line, sizeof line, maps))
		if (strstr(line, "trammel-frames") && sscanf(line, "%lx-%lx", &from, &to) == 2) {
			snprintf(path, sizeof path, "/proc/self/map_files/%lx-%lx", from, to);
			fclose(maps);
			return truncate(path, size);
		}
	fclose(maps);
	return refusal(1); /* there is none */
}
/* started becomes this library's program, which lies in memory, in a child. */
static int started(int what)
{
	char buffer[65536], number[20];
	int n, status, fd = memfd_create("program", 0), in = open("prober", O_RDONLY), null = open("/dev/null", O_WRONLY);
	while ((n = read(in, buffer, sizeof buffer)) > 0) write(fd, buffer, n);
	sprintf(number, "%d", run);
	char *args[] = {"prober", (char *[]){"write", "kill", "connect"}[what], what == 1 ? number : what ? ear : "note.txt", 0}, *none[] = {0};
	int child = fork();
	if (child == 0) {
		dup2(null, 2);
		fexecve(fd, args, none);
		_exit(13); /* refused as well */
	}
	waitpid(child, &status, 0);
	return refusal(WIFEXITED(status) && WEXITSTATUS(status) == 13);
}
/* awakened asks the kernel to kill the run when there is something to read; that the run continues shows that it did not. */
static int awakened(void)
{
	int s[2];
	socketpair(AF_UNIX, SOCK_STREAM, 0, s);
	fcntl(s[0], F_SETOWN, run);
	fcntl(s[0], F_SETSIG, SIGKILL);
	fcntl(s[0], F_SETFL, O_ASYNC);
	write(s[1], "x", 1);
	return refusal(1);
}
/* handed gives the run a child that would kill it by ending. */
static int handed(void)
{
	if (syscall(SYS_clone, 0x8000 | SIGKILL, 0, 0, 0, 0) == 0) syscall(SYS_exit, 0);
	usleep(10000);
	return refusal(1);
}
void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	*value = 0;
	if (!*iflag) return;
	struct shmid_ds seen;
	struct timeval now;
	struct timespec moment;
	char host[65] = "", zeros[512] = {0};
	run = getppid();
	getcwd(ear, sizeof ear - 9);
	strcat(ear, "/ear");
	gettimeofday(&now, 0);
	clock_gettime(CLOCK_REALTIME, &moment);
	gethostname(host, 64);
TRIES}
`

// proberC is a program that tries what its arguments say. It ends with 13 where that is refused.
const proberC = `#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
int main(int n, char **args)
{
	int k = -1;
	struct sockaddr_un a = {AF_UNIX};
	switch (args[1][0]) {
	case 'w': k = open(args[2], O_WRONLY); break;
	case 'k': k = kill(atoi(args[2]), SIGKILL); break;
	case 'c':
		strcpy(a.sun_path, args[2]);
		k = connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&a, sizeof a);
	}
	return k < 0 && (errno == EPERM || errno == EACCES) ? 13 : 0;
}
`

// A worker reaches neither other processes nor the machine, nor what the run has inherited. The run that it belongs to is untouched.
func TestSandboxOutside(t *testing.T) {
	var calls strings.Builder
	for _, x := range outsideTries {
		fmt.Fprintf(&calls, "\terrno = 0;\n\tprintf(\"try %s: %%s\\n\", (long)(%s) < 0 && (errno == EPERM || errno == EACCES || errno == ENOSYS) ? \"refused\" : \"DONE\");\n", x.name, x.call)
	}
	clitest.CompileLibrary(t, "outside", strings.Replace(outsideLaw, "TRIES", calls.String(), 1))
	clitest.WriteFile(t, "note.txt", "x")
	clitest.CompileProgram(t, "prober", proberC)
	for _, x := range []struct{ network, address string }{{"unix", "ear"}, {"unix", "@ear"}} {
		path := filepath.Join(clitest.Folder, strings.TrimPrefix(x.address, "@"))
		if strings.HasPrefix(x.address, "@") {
			path = "@" + path
		} else {
			os.Remove(path)
		}
		l, err := net.Listen(x.network, path)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
	}
	given, err := os.OpenFile(filepath.Join(t.TempDir(), "given"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer given.Close()
	c := clitest.Command("run", clitest.WriteFile(t, "outside.xml", clitest.LawDeck(`usrsub_dll_name="outside" usrsub_param_string="USER(0)"`)), "--isolate", "all")
	c.Stdin = given
	for range 5 {
		c.ExtraFiles = append(c.ExtraFiles, given)
	}
	text, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if strings.Contains(string(text), "not enforced") {
		t.Skipf("the kernel does not enforce everything: %s", text)
	}
	lines := regexp.MustCompile(`try ([^:\n]*): (refused|DONE)`).FindAllStringSubmatch(string(text), -1)
	if len(lines) != len(outsideTries) {
		t.Errorf("%d of %d tries\n%s", len(lines), len(outsideTries), text)
	}
	for _, line := range lines {
		if line[2] != "refused" {
			t.Error(line[0])
		}
	}
	if info, err := given.Stat(); err != nil || info.Size() != 0 {
		t.Errorf("the file that the run was given has changed: %v, %v", info, err)
	}
}
