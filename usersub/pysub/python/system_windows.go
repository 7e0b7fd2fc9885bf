package python

import "time"

// processSeconds is the time since the beginning: that of the processors is not read.
func processSeconds() float64 { return time.Since(began).Seconds() }
