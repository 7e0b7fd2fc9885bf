//go:build unix

package main

import "syscall"

// cpuSeconds is the processor time of this process in seconds, which other work on
// the machine changes less than the time that passes.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + 1e-6*float64(u.Utime.Usec+u.Stime.Usec)
}
