//go:build !unix && !windows

package system

import "time"

var clockBegan = time.Now()

// clock returns the time since some moment, fine enough for one call of a routine.
func clock() time.Duration { return time.Since(clockBegan) }

// processorTime returns the time since the program was started, in s, where the
// processor time cannot be had in a portable way.
func processorTime() float64 { return clock().Seconds() }
