package confine

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// enforceAndRestart takes rights away from this thread and becomes the program again, which so has
// them on no thread: the domain of Landlock belongs to a thread, and programs begin with
// one. It returns only with an error.
func enforceAndRestart(r *Rules) (Report, error) {
	runtime.LockOSThread()
	report := r.enforceRules()
	done, err := json.Marshal(&report)
	if err != nil {
		return report, err
	}
	self, err := OwnExecutablePath()
	if err != nil {
		return report, err
	}
	env := append(os.Environ(), ReportVariable+"="+string(done))
	return report, fmt.Errorf("confine: %s cannot be started again: %w", self, syscall.Exec(self, os.Args, env))
}

// enforceRules takes rights away from this thread.
func (r *Rules) enforceRules() (report Report) {
	closeInheritedDescriptors(r.Keep, &report)
	setResourceLimits(r, &report)
	restrictFiles(r, &report)
	installSeccompFilter(&report)
	return report
}

// closeInheritedDescriptors lets go of what who started the run had open: files behind descriptors are beyond all rules, and whoever has the terminal as its
// input can type there. Descriptors end when the process becomes the program.
func closeInheritedDescriptors(keepFd int, report *Report) {
	if null, err := unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0); err == nil {
		err = unix.Dup3(null, 0, 0)
		unix.Close(null)
		if err != nil {
			report.noteUnenforced("standard input: %v", err)
		}
	} else {
		report.noteUnenforced("standard input: %v", err)
	}
	if err := unix.CloseRange(uint(3+keepFd), 1<<31, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		report.noteUnenforced("inherited descriptors: %v", err)
	}
}

// setResourceLimits sets the limits that a program keeps when it becomes another.
func setResourceLimits(r *Rules, report *Report) {
	set := func(what int, v uint64) error {
		return unix.Setrlimit(what, &unix.Rlimit{Cur: v, Max: v})
	}
	switch err := allowCoreFiles(r.Core); {
	case err != nil:
		report.noteUnenforced("core files: %v", err)
	case !r.Core:
		report.noteEnforced("no core files")
	}
	if r.CPU > 0 {
		// The soft limit is the hard one: the kernel kills at once, no handler runs.
		if err := set(unix.RLIMIT_CPU, r.CPU); err != nil {
			report.noteUnenforced("processor time: %v", err)
		} else {
			report.noteEnforced("processor time %d s", r.CPU)
		}
	}
	// When memory runs short, the kernel ends this process before the solver.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
}

// allowCoreFiles allows or forbids files with the memory of a process that crashed.
func allowCoreFiles(allowed bool) error {
	var now unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CORE, &now); err != nil {
		return err
	}
	want := unix.Rlimit{}
	if allowed {
		if now.Max == 0 {
			return fmt.Errorf("the hard limit of this session is 0")
		}
		want = unix.Rlimit{Cur: now.Max, Max: now.Max}
	}
	return unix.Setrlimit(unix.RLIMIT_CORE, &want)
}

// LimitOwnMemory lets this process allocate so many bytes more than it has now, as private
// memory that can be written: heap, stacks, anonymous mappings (RLIMIT_DATA). Address space alone is
// free, of which the runtimes of languages reserve a lot. 0: no limit.
func LimitOwnMemory(additional uint64, r *Report) { LimitProcessMemory(os.Getpid(), additional, r) }

// LimitProcessMemory limits the memory of another process of this user.
func LimitProcessMemory(pid int, bytes uint64, r *Report) {
	if bytes == 0 {
		return
	}
	has, err := readProcKilobytes(fmt.Sprintf("/proc/%d/status", pid), "VmData")
	if err == nil {
		limit := has<<10 + bytes
		err = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: limit, Max: limit}, nil)
	}
	if err != nil {
		r.noteUnenforced("memory: %v", err)
		return
	}
	r.noteEnforced("memory %d MiB", bytes>>20)
}

// InstalledMemory returns the memory of the machine in bytes, 0 if unknown.
func InstalledMemory() uint64 {
	n, _ := readProcKilobytes("/proc/meminfo", "MemTotal")
	return n << 10
}

// readProcKilobytes reads an entry of a file of the kernel.
func readProcKilobytes(file, entry string) (uint64, error) {
	f, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if v, ok := strings.CutPrefix(lines.Text(), entry+":"); ok {
			return strconv.ParseUint(strings.TrimSuffix(strings.TrimSpace(v), " kB"), 10, 64)
		}
	}
	return 0, fmt.Errorf("%s has no %s", file, entry)
}
