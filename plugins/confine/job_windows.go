package confine

import (
	"errors"
	"fmt"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// job is the job object that this process is in, with all that it starts. Its only handle closes with the process, and
// with it what is left of the others ends.
var job struct {
	once   sync.Once
	handle windows.Handle
	limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	err    error
}

// JoinJob puts this process into a job object, once: what it starts from then on ends with it, however it ends.
func JoinJob() error {
	job.once.Do(func() { job.err = joinJob() })
	return job.err
}

func joinJob() error {
	h, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return fmt.Errorf("CreateJobObject: %w", err)
	}
	job.handle = h
	job.limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if err := setResourceLimits(); err != nil {
		return err
	}
	if err := windows.AssignProcessToJobObject(h, windows.CurrentProcess()); err != nil {
		return fmt.Errorf("AssignProcessToJobObject: %w", err)
	}
	return nil
}

func setResourceLimits() error {
	_, err := windows.SetInformationJobObject(job.handle, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&job.limits)), uint32(unsafe.Sizeof(job.limits)))
	if err != nil {
		return fmt.Errorf("SetInformationJobObject: %w", err)
	}
	return nil
}

// enforceAndRestart limits the processor time. Files and connections cannot be restricted here, and nothing has to be restarted.
func enforceAndRestart(rules *Rules) (r Report, err error) {
	if err := JoinJob(); err != nil {
		r.noteUnenforced("end of what it starts, memory, processor time: %v", err)
	} else {
		r.noteEnforced("what it starts ends with it (job object)")
		r.limitProcessorTime(rules.CPU)
	}
	r.noteUnenforced("access to files and network: only on Linux")
	return r, nil
}

// limitProcessorTime limits the processor time of each process in the job.
func (r *Report) limitProcessorTime(seconds uint64) {
	if seconds == 0 {
		return
	}
	l := &job.limits.BasicLimitInformation
	l.LimitFlags |= windows.JOB_OBJECT_LIMIT_PROCESS_TIME
	l.PerProcessUserTimeLimit = int64(seconds) * int64(time.Second/100)
	if err := setResourceLimits(); err != nil {
		r.noteUnenforced("processor time: %v", err)
		return
	}
	r.noteEnforced("processor time %d s", seconds)
}

// LimitOwnMemory lets this process, and each that it starts, allocate so many bytes more than this one has now. Above, allocations fail.
func LimitOwnMemory(additional uint64, r *Report) {
	if additional == 0 {
		return
	}
	if err := JoinJob(); err != nil {
		r.noteUnenforced("memory: %v", err)
		return
	}
	had, err := committed()
	if err == nil {
		job.limits.BasicLimitInformation.LimitFlags |= windows.JOB_OBJECT_LIMIT_PROCESS_MEMORY
		job.limits.ProcessMemoryLimit = uintptr(had + additional)
		err = setResourceLimits()
	}
	if err != nil {
		r.noteUnenforced("memory: %v", err)
		return
	}
	r.noteEnforced("memory %d MiB", additional>>20)
}

// memoryCounters is PROCESS_MEMORY_COUNTERS_EX of Windows.
type memoryCounters struct {
	size, faults                                                                 uint32
	peakWorking, working, peakPaged, paged, peakUnpaged, unpaged, pagefile, peak uintptr
	private                                                                      uintptr
}

// committed is the private memory of this process in bytes.
func committed() (uint64, error) {
	f := windows.NewLazySystemDLL("kernel32.dll").NewProc("K32GetProcessMemoryInfo")
	if err := f.Find(); err != nil {
		return 0, err
	}
	c := memoryCounters{}
	c.size = uint32(unsafe.Sizeof(c))
	if ok, _, err := f.Call(uintptr(windows.CurrentProcess()), uintptr(unsafe.Pointer(&c)), uintptr(c.size)); ok == 0 {
		return 0, fmt.Errorf("GetProcessMemoryInfo: %w", err)
	}
	return uint64(c.private), nil
}

// ConfineThreadAndExec has nothing to enforce and cannot become another program here.
func ConfineThreadAndExec(string, []string) error { return errors.ErrUnsupported }

// LimitProcessMemory can enforce nothing here: a process limits itself.
func LimitProcessMemory(_ int, bytes uint64, r *Report) {
	if bytes > 0 {
		r.noteUnenforced("memory: only for workers")
	}
}

// InstalledMemory returns the memory of the machine in bytes, 0 if unknown.
func InstalledMemory() uint64 {
	var status struct { // MEMORYSTATUSEX
		size, load                                                 uint32
		total, free, totalPage, freePage, totalSpace, freeSpace, x uint64
	}
	status.size = uint32(unsafe.Sizeof(status))
	f := windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")
	if ok, _, _ := f.Call(uintptr(unsafe.Pointer(&status))); ok == 0 {
		return 0
	}
	return status.total
}
