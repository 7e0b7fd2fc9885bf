package study

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Owner is a worker as its claims name it.
type Owner struct {
	Name    string `json:"owner"`   // unique
	Machine string `json:"machine"` // what distinguishes machines and containers, "" where it is not known
	PID     int    `json:"pid"`
	Started string `json:"started,omitempty"` // of the process, so that another with its number is not taken for it
}

// DescribeThisProcess describes this process.
func DescribeThisProcess() Owner {
	host, _ := os.Hostname()
	host = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, host)
	pid := os.Getpid()
	return Owner{Name: fmt.Sprintf("%s-%d-%x", host, pid, time.Now().UnixNano()), Machine: machineID(host), PID: pid, Started: processStartTimeText(pid)}
}

// machineID is a text that processes have in common if they see each other's numbers.
func machineID(host string) string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	space, err2 := os.Readlink("/proc/self/ns/pid")
	if err != nil || err2 != nil {
		return ""
	}
	return host + " " + strings.TrimSpace(string(boot)) + " " + space
}

// processStartTimeText is when a process began, in the units of /proc; "" where that is not known or there is no process.
func processStartTimeText(pid int) string {
	text, err := os.ReadFile(filepath.Join("/proc", fmt.Sprint(pid), "stat"))
	if err != nil {
		return ""
	}
	_, rest, _ := strings.Cut(string(text[strings.LastIndexByte(string(text), ')')+1:]), " ")
	if f := strings.Fields(rest); len(f) > 19 && f[0] != "Z" && f[0] != "X" {
		return f[19]
	}
	return ""
}

// isGone reports whether the process is known to have ended: it ran on this machine and is not there any more.
func (o *Owner) isGone() bool {
	if o.Machine == "" || o.Started == "" || o.Machine != DescribeThisProcess().Machine {
		return false
	}
	return processStartTimeText(o.PID) != o.Started
}

// End is how a worker has ended, as a file beside its results. Workers of which nothing is known are those that were killed together with
// what watched over them.
type End struct {
	// Released: the worker ended by itself, or was interrupted; no run is to blame.
	Released bool   `json:"released"`
	Code     int    `json:"exit_code"`
	Text     string `json:"text,omitempty"` // of a crash: what the system says, which is the same for each such run
}

func (f *Folder) endPath(owner string) string { return f.Path(partFolder, owner+".end") }

// RecordWorkerEnd notes how a worker has ended. The first note counts.
func (f *Folder) RecordWorkerEnd(owner string, e End) error {
	if f.ReadWorkerEnd(owner) != nil {
		return nil
	}
	return writeJSONAtomically(f.endPath(owner), e)
}

// ReadWorkerEnd returns how a worker has ended, nil where that is not known.
func (f *Folder) ReadWorkerEnd(owner string) *End {
	text, err := os.ReadFile(f.endPath(owner))
	var e End
	if err != nil || json.Unmarshal(text, &e) != nil {
		return nil
	}
	return &e
}
