//go:build !unix

package main

import "time"

var begun = time.Now()

// cpuTime is the time that passed, in seconds.
func cpuTime() float64 { return time.Since(begun).Seconds() }
