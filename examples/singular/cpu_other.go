//go:build !unix

package main

import "time"

var begun = time.Now()

// threadTime is the time that passed, in seconds.
func threadTime() float64 { return time.Since(begun).Seconds() }
