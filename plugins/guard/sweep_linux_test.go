package guard

import (
	"bufio"
	"os/exec"
	"syscall"
	"testing"
)

// What a process has left is killed, in its group and outside of it; others stay.
func TestSweep(t *testing.T) {
	folder := t.TempDir()
	begin := func(env string, attr *syscall.SysProcAttr) (*exec.Cmd, chan error) {
		c := exec.Command("sh", "-c", "echo ready; read line")
		c.Env, c.SysProcAttr = []string{env}, attr
		in, _ := c.StdinPipe()
		out, _ := c.StdoutPipe()
		if err := c.Start(); err != nil {
			t.Skip(err)
		}
		t.Cleanup(func() { in.Close() })
		bufio.NewReader(out).ReadString('\n')
		end := make(chan error, 1)
		go func() { end <- c.Wait() }()
		return c, end
	}
	apart := &syscall.SysProcAttr{Setpgid: true}
	leader, ended := begin("OF="+folder, apart)
	_, left := begin("TMPDIR="+folder, &syscall.SysProcAttr{Setsid: true})
	_, bare := begin("A=B", &syscall.SysProcAttr{Setpgid: true, Pgid: leader.Process.Pid})
	other, stays := begin("OF="+folder+"x", apart)
	KillRemainingProcesses(leader.Process.Pid, folder)
	for _, end := range []chan error{ended, left, bare} {
		if err := <-end; err == nil || err.Error() != "signal: killed" {
			t.Errorf("it ended with %v", err)
		}
	}
	select {
	case err := <-stays:
		t.Errorf("a stranger ended with %v", err)
	default:
	}
	other.Process.Kill()
	<-stays
}
