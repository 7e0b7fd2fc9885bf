// Package guard is a small process beside a run. When the run dies without having been able to do anything (SIGKILL, no
// memory), the kernel ends its workers, but nobody ends what their routines had started; the guard does, and removes their
// folders. It is this program again: its command calls RunGuardProcess. It holds the end of a pipe on which the run reports what
// it starts and what has ended. Only Linux has it.
//
// How are processes found that a worker started? They are in its group, unless they left it (setsid); and they have its
// environment, in which the folder is that no other worker has, unless they became another program with
// another environment. What did both is not found.
package guard

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// Guard is the run's end. The nil Guard does nothing.
type Guard struct {
	mu   sync.Mutex
	pipe io.WriteCloser
}

// Start starts the process: command is a command line that calls RunGuardProcess. It lives until this process ends.
func Start(command []string) (*Guard, error) {
	c := exec.Command(command[0], append(command[1:len(command):len(command)], strconv.Itoa(os.Getpid()))...)
	c.Env = []string{"GOMAXPROCS=1"}
	c.Dir = "/"
	detachFromTerminal(c)
	pipe, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	go c.Wait()
	return &Guard{pipe: pipe}, nil
}

// RegisterProcess reports that a process runs that leads a group; folder is its own, and is in its environment.
func (g *Guard) RegisterProcess(pid int, folder string) { g.sendReport("+%d %s\n", pid, folder) }

// UnregisterProcess reports that nothing of a process is left.
func (g *Guard) UnregisterProcess(pid int) { g.sendReport("-%d\n", pid) }

func (g *Guard) sendReport(format string, args ...any) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	fmt.Fprintf(g.pipe, format, args...) // without a guard there is nobody to report
}

// runningProcesses is what a guard has been informed, by process.
type runningProcesses map[int]string

// readReports takes over what a run reports, up to the end.
func (l runningProcesses) readReports(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		text := lines.Text()
		if text == "" {
			continue
		}
		number, folder, _ := strings.Cut(text[1:], " ")
		pid, err := strconv.Atoi(number)
		switch {
		case err != nil || pid <= 1:
		case text[0] == '+':
			l[pid] = folder
		case text[0] == '-':
			delete(l, pid)
		}
	}
}
