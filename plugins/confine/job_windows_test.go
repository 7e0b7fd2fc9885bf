package confine

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/windows"
)

// TestMain is also the process in a job and what it starts.
func TestMain(m *testing.M) {
	switch os.Getenv("JOB") {
	case "":
		os.Exit(m.Run())
	case "starts":
		r, err := enforceAndRestart(&Rules{CPU: 3600})
		LimitOwnMemory(1<<30, &r)
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "JOB=waits")
		if err == nil {
			err = child.Start()
		}
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(child.Process.Pid)
		fmt.Println(r.String())
		time.Sleep(time.Hour)
	case "waits":
		time.Sleep(time.Hour)
	}
}

// TestJob: what a process in a job has started ends when the process is killed, and the report says what is limited.
func TestJob(t *testing.T) {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "JOB=starts")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var pid uint32
	lines := bufio.NewScanner(out)
	lines.Scan()
	if _, err := fmt.Sscan(lines.Text(), &pid); err != nil {
		t.Fatal(lines.Text())
	}
	lines.Scan()
	for _, want := range []string{"what it starts ends with it (job object)", "processor time 3600 s", "memory 1024 MiB", "not enforced: access to files and network"} {
		if !strings.Contains(lines.Text(), want) {
			t.Errorf("no %q in %q", want, lines.Text())
		}
	}
	child, err := windows.OpenProcess(windows.SYNCHRONIZE, false, pid)
	if err != nil {
		t.Fatal(err)
	}
	defer windows.CloseHandle(child)
	if state, _ := windows.WaitForSingleObject(child, 0); state != uint32(windows.WAIT_TIMEOUT) {
		t.Fatalf("what it started has ended before: %d", state)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if state, err := windows.WaitForSingleObject(child, 20_000); state != windows.WAIT_OBJECT_0 {
		t.Errorf("what it started continues: %d %v", state, err)
	}
}

func TestInstalled(t *testing.T) {
	if n := InstalledMemory(); n < 1<<28 || n > 1<<46 {
		t.Errorf("this machine has %d bytes of memory", n)
	}
}
