//go:build !unix

package system

import "time"

var began = time.Now()

// processorTime returns the time since the program was started, in s, where the
// processor time cannot be had in a portable way.
func processorTime() float64 { return time.Since(began).Seconds() }
