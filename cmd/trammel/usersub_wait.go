package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/trammel-mbd/trammel/usersub/record"
)

// waitForDebuggerBeforeCall notes the call that is made, and waits for a debugger before the call of --wait or, if that is left out, the
// next one.
func (r *recordingReplay) waitForDebuggerBeforeCall(ctx context.Context, c *record.Call) error {
	r.now = c.N
	if r.flags.wait == 0 || c.N < r.flags.wait {
		return nil
	}
	r.flags.wait = 0
	allowTracing()
	pids := append([]int{os.Getpid()}, childProcesses()...)
	fmt.Fprintf(r.con, "waiting before %s\n", record.CallTitle(c))
	fmt.Fprintf(r.con, "process %d", pids[0])
	if len(pids) > 1 {
		fmt.Fprintf(r.con, ", processes of plugins %s", strings.Trim(fmt.Sprint(pids[1:]), "[]"))
	}
	fmt.Fprintf(r.con, ": attach a debugger (gdb -p %d), or press Enter\n", pids[len(pids)-1])
	return awaitDebugger(ctx, pids)
}

// awaitDebugger returns when a debugger follows one of the processes or Enter was pressed.
func awaitDebugger(ctx context.Context, pids []int) error {
	enter := make(chan struct{})
	go func() {
		if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err == nil {
			close(enter)
		}
	}()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-enter:
			return nil
		case <-tick.C:
		}
		for _, p := range pids {
			if isTraced(p) {
				return nil
			}
		}
	}
}
