//go:build !unix

package main

import "time"

var begun = time.Now()

// threadSeconds is the time that passed, in seconds.
func threadSeconds() float64 { return time.Since(begun).Seconds() }
