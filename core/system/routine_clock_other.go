//go:build !windows

package system

import "time"

var clockBegan = time.Now()

// clock returns the time since some moment, fine enough for one call of a routine.
func clock() time.Duration { return time.Since(clockBegan) }
