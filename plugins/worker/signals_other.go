//go:build !linux

package worker

// RestoreFaultSignals does nothing here.
func RestoreFaultSignals() {}

// threadID is the number of the thread of the operating system that this runs on, 0 where
// that is not known.
func threadID() int { return 0 }
