package system

import (
	"math/bits"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	clockLibrary   = windows.NewLazySystemDLL("kernel32.dll")
	clockCounter   = clockLibrary.NewProc("QueryPerformanceCounter")
	countsASecond  = queryCounter(clockLibrary.NewProc("QueryPerformanceFrequency"))
	nanosPerSecond = uint64(time.Second)
)

func queryCounter(of *windows.LazyProc) uint64 {
	var v uint64
	// LazyProc.Call would take v from the heap.
	if r, _, _ := syscall.SyscallN(of.Addr(), uintptr(unsafe.Pointer(&v))); r == 0 {
		return 0
	}
	return v
}

// clock returns the time since some moment, fine enough for one call of a routine: the clock of time.Now moves in steps of
// 0.5 to 15 ms there. QueryPerformanceCounter never fails since Windows XP.
func clock() time.Duration {
	high, low := bits.Mul64(queryCounter(clockCounter), nanosPerSecond)
	nanos, _ := bits.Div64(high%countsASecond, low, countsASecond)
	return time.Duration(nanos)
}

var began = time.Now()

// processorTime returns the time since the program was started, in s, where the
// processor time cannot be had in a portable way.
func processorTime() float64 { return time.Since(began).Seconds() }
