//go:build !unix

package main

import "time"

var begun = time.Now()

// cpuSeconds is the time that passed, in seconds.
func cpuSeconds() float64 { return time.Since(begun).Seconds() }
