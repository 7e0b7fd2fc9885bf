//go:build !unix

package measure

import "time"

var begun = time.Now()

// ThreadSeconds is the time that passed, in seconds.
func ThreadSeconds() float64 { return time.Since(begun).Seconds() }

// ProcessSeconds is the time that passed, in seconds.
func ProcessSeconds() float64 { return ThreadSeconds() }
