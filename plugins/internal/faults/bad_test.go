//go:build linux && (amd64 || arm64) && !race

package faults

import (
	"bytes"
	"math"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
)

// serveBad is a plugin in Go. Its routine is a spring along DX or DY of marker par[2]; in call par[1] of all its
// elements it does par[0], in later calls too where it still can.
func serveBad() {
	count := 0
	sdk.Serve(sdk.Plugin{Name: "bad", Version: "1.0.0", Routines: map[string]sdk.Routine{
		"law": sdk.PFOSUB(func(c *sdk.Call) float64 {
			x := c.SysFnc([]string{"DX", "DY"}[c.ParInt(3)], c.ParInt(2))
			if count++; count < c.ParInt(1) {
				return x
			}
			return misdeeds[c.ParInt(0)].do(c, x)
		}),
	}}, grpc.Serve)
}

// misdeed is what the routine of the plugin does and what comes of it.
type misdeed struct {
	fault
	do func(c *sdk.Call, x float64) float64
}

// deed is a misdeed after which the routine would continue.
func deed(f func()) func(*sdk.Call, float64) float64 {
	return func(_ *sdk.Call, x float64) float64 {
		f()
		return x
	}
}

func raise(s syscall.Signal) func(*sdk.Call, float64) float64 {
	return deed(func() {
		syscall.Kill(os.Getpid(), s)
		select {} // it arrives on some thread
	})
}

var misdeeds = []misdeed{
	{fault{name: "none"}, deed(func() {})},
	{fault{name: "SIGKILL", code: 8, says: "signal: killed"}, raise(syscall.SIGKILL)},
	{fault{name: "SIGSEGV", code: 8, says: "exit status 2"}, raise(syscall.SIGSEGV)},
	{fault{name: "SIGTERM", code: 8, says: "signal: terminated"}, raise(syscall.SIGTERM)},
	{fault{name: "SIGSTOP", code: 8, says: "did not respond within", hangs: true}, raise(syscall.SIGSTOP)},
	{fault{name: "exit(0)", code: 8, says: "exit status 0"}, deed(func() { os.Exit(0) })},
	{fault{name: "exit(3)", code: 8, says: "exit status 3"}, deed(func() { os.Exit(3) })},
	{fault{name: "endless loop", code: 8, says: "did not respond within", hangs: true}, deed(func() {
		for {
			count++
		}
	})},
	{fault{name: "sleep", code: 8, says: "did not respond within", hangs: true}, deed(func() { select {} })},
	{fault{name: "asks without end", code: 8, says: "did not respond within", hangs: true}, func(c *sdk.Call, _ float64) float64 {
		for {
			c.ModFnc("Reference_Marker", 9, "pos_x")
		}
	}},
	{fault{name: "panic", code: 5, says: "no way out"}, deed(func() { panic("no way out") })},
	{fault{name: "panic elsewhere", code: 8, says: "exit status 2"}, deed(func() {
		go panic("no way out")
		select {}
	})},
	{fault{name: "bad address", code: 5, says: "nil pointer"}, deed(func() { *(*int)(nil) = 1 })},
	{fault{name: "stack overflow", code: 8, says: "exit status 2"}, deed(func() {
		debug.SetMaxStack(32 << 20) // 1 GB takes ten seconds to fill
		slow = deep(0)
	})},
	{fault{name: "error", code: 5, says: "worn out"}, func(c *sdk.Call, x float64) float64 {
		c.Abort("worn out")
		return x
	}},
	{fault{name: "NaN", code: 5, says: "NaN"}, func(*sdk.Call, float64) float64 { return math.NaN() }},
	{fault{name: "infinite", code: 5, says: "Inf"}, func(*sdk.Call, float64) float64 { return math.Inf(-1) }},
	// A thread that sleeps on a descriptor keeps it open.
	{fault{name: "closes descriptors", code: 8, says: "was lost", hangs: true}, deed(func() {
		for fd := range 100 {
			if fd != 2 {
				syscall.Close(fd)
			}
		}
		select {}
	})},
	{fault{name: "slow"}, deed(func() {
		if slow++; slow < 4 {
			time.Sleep(10 * time.Millisecond)
		}
	})},
	{fault{name: "floods standard error"}, deed(func() {
		if slow++; slow == 1 {
			os.Stderr.Write(bytes.Repeat([]byte("x\000\xff{"), 1<<16))
		}
	})},
	{fault{name: "writes to standard output"}, deed(func() {
		if slow++; slow < 4 {
			syscall.Write(1, []byte("1|1|unix|elsewhere|grpc\n\000\001"))
		}
	})},
}

// count and slow are of this process.
var count, slow int

//lint:ignore SA5007 it is to fill the stack
func deep(n int) int { return deep(n+1) + 1 }
