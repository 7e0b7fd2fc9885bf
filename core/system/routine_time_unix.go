//go:build unix

package system

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that the process has used, in s.
func processorTime() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

var clockBegan = time.Now()

// clock returns the time since some moment, fine enough for one call of a routine.
func clock() time.Duration { return time.Since(clockBegan) }
