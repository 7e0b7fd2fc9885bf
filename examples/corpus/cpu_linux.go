package main

import "syscall"

const ofThread = 1 // RUSAGE_THREAD

// threadSeconds is the processor time of the calling thread in seconds. The caller holds
// its thread (runtime.LockOSThread).
func threadSeconds() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(ofThread, &u) != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + 1e-6*float64(u.Utime.Usec+u.Stime.Usec)
}
