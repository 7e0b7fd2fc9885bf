//go:build unix

package plugins_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/usersub"
)

// alive reports whether a process exists.
func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }

// gone waits until a process has ended, for it may be instructed to end by an event
// that it has yet to notice.
func gone(pid int) bool {
	for range 2400 {
		if !alive(pid) || zombie(pid) {
			return true
		}
		time.Sleep(50 * time.Millisecond)
	}
	return false
}

// zombie reports whether a process has ended and nobody asked for its status: an
// orphan in a container without a process that does.
func zombie(pid int) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(b), ") ")
	return strings.HasPrefix(after, "Z")
}

func pidOf(t testing.TB, l *plugins.Loader) int {
	t.Helper()
	f := frame(1)
	if err := call(load(t, l, "refplugin", "PID"), f, 0); err != nil {
		t.Fatal(err)
	}
	return int(f.RealArgNamed("value")[0])
}

func TestCloseEndsTheProcess(t *testing.T) {
	for name, end := range map[string]func(*plugins.Loader){
		"Close":    func(l *plugins.Loader) { l.Close() },
		"CloseAll": func(*plugins.Loader) { plugins.CloseAllProcesses() },
	} {
		t.Run(name, func(t *testing.T) {
			tmp := t.TempDir()
			t.Setenv("TMPDIR", tmp)
			l := loader(t)
			pid := pidOf(t, l)
			if !alive(pid) {
				t.Fatalf("process %d is not there", pid)
			}
			end(l)
			if alive(pid) {
				t.Errorf("process %d is still there", pid)
			}
			if left, _ := os.ReadDir(tmp); len(left) != 0 {
				t.Errorf("%v was left behind", left)
			}
		})
	}
}

func TestKilledFromOutside(t *testing.T) { overAll(t, killedFromOutside) }

func killedFromOutside(t *testing.T, l *plugins.Loader) {
	r := load(t, l, "refplugin", "PID")
	syscall.Kill(pidOf(t, l), syscall.SIGKILL)
	fails(t, r, usersub.Lost, "signal: killed")
}

// A host that is killed cannot close anything: its plugins notice, also in the
// middle of a call.
func TestPluginsDoNotOutliveTheirHost(t *testing.T) {
	for _, how := range [][2]string{{"PID", "auto"}, {"SLEEPS", "auto"}, {"SLEEPS", "pipe"}, {"SLEEPS", "grpc"}} {
		t.Run(how[0]+"/"+how[1], func(t *testing.T) {
			t.Parallel()
			routine := how[0]
			tmp := t.TempDir()
			host := exec.Command(program("host"), folder, routine)
			host.Env = append(os.Environ(), "TMPDIR="+tmp, plugins.TransportVariable+"="+how[1])
			host.Stderr = os.Stderr
			out, err := host.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := host.Start(); err != nil {
				t.Fatal(err)
			}
			line, _ := bufio.NewReader(out).ReadString('\n')
			host.Process.Kill()
			host.Wait()
			pid, err := strconv.Atoi(strings.TrimSpace(line))
			if err != nil {
				t.Fatal(err)
			}
			if !gone(pid) {
				t.Errorf("process %d is still there", pid)
				syscall.Kill(pid, syscall.SIGKILL)
			}
			if left, _ := os.ReadDir(tmp); len(left) != 0 {
				t.Errorf("%v was left behind", left)
			}
		})
	}
}

func init() {
	programs["host"] = func() {
		folder = os.Args[1]
		l := plugins.New(plugins.Config{})
		f := frame(1)
		r, err := l.Load(ref("refplugin", "PID"), usersub.VARSUB)
		if err == nil {
			err = call(r, f, 0)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		r, _ = l.Load(ref("refplugin", os.Args[2]), usersub.VARSUB)
		go call(r, frame(2), 1)
		time.Sleep(100 * time.Millisecond)
		fmt.Println(int(f.RealArgNamed("value")[0]))
		time.Sleep(time.Minute)
	}
}
