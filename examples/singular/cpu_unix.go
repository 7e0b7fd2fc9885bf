//go:build unix && !linux

package main

import "syscall"

// threadSeconds is the processor time of this process in seconds: where a thread's own
// cannot be had, models run one at a time (-jobs 1) to be measured.
func threadSeconds() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + 1e-6*float64(u.Utime.Usec+u.Stime.Usec)
}
