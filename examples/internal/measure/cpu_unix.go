//go:build unix

package measure

import "syscall"

// ThreadSeconds is the processor time of the calling thread in seconds; the caller holds its thread. Where a thread's own
// cannot be had it is that of the process: models run one at a time to be measured.
func ThreadSeconds() float64 { return usedSeconds(ofThread) }

// ProcessSeconds is the processor time of this process in seconds, which other work on
// the machine changes less than the time that passes.
func ProcessSeconds() float64 { return usedSeconds(syscall.RUSAGE_SELF) }

func usedSeconds(who int) float64 {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + 1e-6*float64(u.Utime.Usec+u.Stime.Usec)
}
